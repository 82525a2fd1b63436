// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/configuration.h"
#include "base/index.h"

namespace freeplay {

Configuration::Configuration(const System& system)
    : system_(system),
      info_(system.info()),
      contacts_(int_size(info_.contacts)),
      elements_(info_.rubbing_elements()),
      d_(info_.dimension),
      ev_(info_),
      joints_(info_) {
  for (const RubbingInfo& joint : info_.rubbing) {
    ContactData& own = rubbing_data_.emplace_back();
    own.mu = joint.friction->mu_static();
    own.friction = joint.friction;
    own.shape = joint.shape;
  }
  const State start = system_.initial_state();
  load(start);
  system_.place(start.t(), start.q(), ev_);
  system_.mass(start.q(), ev_);
  joints_.factorise(ev_, true);
}

void Configuration::load(const State& state) {
  if (info_.features > 0) system_.load(state.features(), ev_);
}

void Configuration::evaluate(double t, std::span<const double> q) {
  const bool dense = info_.mass == MassKind::dense;
  system_.place(t, q, ev_);
  if (joints_.rows() > 0) system_.constraints(t, q, ev_);
  if (dense) system_.mass(q, ev_);
  joints_.factorise(ev_, dense);
  if (rubs()) system_.rubbing_rows(t, q, ev_);
  if (contacts_ > 0) system_.gaps(t, q, ev_);
}

}  // namespace freeplay
