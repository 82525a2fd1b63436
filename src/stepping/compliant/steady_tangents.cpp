// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/steady_tangents.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kJump = 0.25 * std::numbers::pi;  // tangents that turn by more have jumped: by 90° to 120°

/// Turns two rows by an angle: t1 becomes cos t1 + sin t2.
void turn_rows(double angle, int size, double* t1, double* t2) {
  const double c = std::cos(angle), s = std::sin(angle);
  for (int i = 0; i < size; ++i) {
    const double one = t1[i], two = t2[i];
    t1[i] = c * one + s * two;
    t2[i] = c * two - s * one;
  }
}

/// Whether directions that friction knows would turn with the tangents.
bool remembers(const FrictionLaw* law) {
  return law != nullptr && (law->states(2) > 0 || law->memory(2) > 0);
}

}  // namespace

SteadyTangents::SteadyTangents(const System& system, const Evaluation& ev, bool rubs)
    : memory_(system.info().contact_memory) {
  const std::size_t contacts = system.info().contacts.size();
  may_jump_ = system.info().dimension == 3 && rubs && contacts > 0;
  for (std::size_t c = 0; c < contacts && may_jump_;
       ++c) {  // a system of its own may have no room for the angle
    const FrictionLaw* law = ev.contacts[c].friction;
    may_jump_ = memory_ > ContactMemory::friction(ev.contacts[c]) + (law ? law->memory(2) : 0);
  }
  turn_.assign(contacts, 0);
  if (may_jump_) tangents_.assign(2 * contacts * idx(ev.width), 0);
}

void SteadyTangents::begin(const System& system, const State& state, const Evaluation& now,
                           Evaluation& probe) {
  bool placed = false;
  for (int c = 0; c < int_size(turn_); ++c) {
    if (state.mode(c) == ContactMode::open || !remembers(now.contacts[idx(c)].friction)) continue;
    if (!placed) system.place(state.t(), state.q(), probe);
    placed = true;
    system.contact_rows(state.t(), state.q(), c, probe);
    double *t1 = probe.row_W(3 * c + 1), *t2 = probe.row_W(3 * c + 2);
    if (const double angle = state.m()[idx(memory_place(c))]; angle != 0)
      turn_rows(angle, probe.width, t1, t2);
    double* to = tangents_.data() + static_cast<std::ptrdiff_t>(2 * c) * probe.width;
    std::copy(t2, t2 + probe.width, std::copy(t1, t1 + probe.width, to));
  }
}

/// By how much rows are turned against those that the step began with, reversed.
double SteadyTangents::turned(int c, const RowShape& shape, const ErrorScales& scales,
                              const Evaluation& ev) const {
  const double *t1 = ev.row_W(3 * c + 1), *t2 = ev.row_W(3 * c + 2);
  const double *r1 = tangents_.data() + static_cast<std::ptrdiff_t>(2 * c) * ev.width, *r2 = r1 + ev.width;
  double along = 0, across = 0;
  for (std::size_t block = 0, i = 0; block < 2; ++block) {
    for (int k = 0; k < shape.size[block]; ++k, ++i) {
      const double size = scales.u_size(idx(shape.start[block] + k)), unit = size * size;
      along += unit * (t1[i] * r1[i] + t2[i] * r2[i]);
      across += unit * (t2[i] * r1[i] - t1[i] * r2[i]);
    }
  }
  return std::atan2(across, along);
}

void SteadyTangents::turn_back(const State& start, int c, const ContactData& data, const ErrorScales& scales,
                               Evaluation& ev) {
  double& angle = turn_[idx(c)];
  angle = 0;
  if (!may_jump_ || start.mode(c) == ContactMode::open || !remembers(data.friction)) return;
  double *t1 = ev.row_W(3 * c + 1), *t2 = ev.row_W(3 * c + 2);
  angle = start.m()[idx(memory_place(c))];
  if (angle != 0) turn_rows(angle, ev.width, t1, t2);
  const double more = turned(c, data.shape, scales, ev);
  if (!(std::abs(more) > kJump)) return;
  turn_rows(more, ev.width, t1, t2);
  angle += more;
}

}  // namespace freeplay
