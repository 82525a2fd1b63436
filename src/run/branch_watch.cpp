// SPDX-License-Identifier: Apache-2.0
#include "run/branch_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/decompositions.h"
#include "base/index.h"
#include "formulations/mass_units.h"
#include "stepping/compliant/machine_time.h"

namespace freeplay {
namespace {

constexpr double kSpaced = 5e-3;  // of the machine's time: states are kept so far apart
constexpr double kWindow = 0.04;  // of the machine's time: what is older counts no more
constexpr double kJump = 0.2;     // of the velocities; smooth motion leaves its tangent by (0.04)²/2
constexpr double kSlow =
    0.1;  // of the fastest so far: a machine that turns back has no speed to compare with
constexpr double kNear =
    0.01;  // of the least eigenvalue at the start, a square: a tenth of a row's direction
constexpr double kZero = 1e-12;    // eigenvalues of redundant rows, with their rounding
constexpr double kMostPause = 64;  // windows: how long a machine with fast velocities elsewhere is left alone
constexpr double kShare = 0.03;    // of a row in the combination
constexpr std::size_t kMostNamed = 8;

}  // namespace

BranchWatch::BranchWatch(const System& system, bool smooth)
    : system_(system),
      active_(smooth && system.info().contacts.empty() && system.info().rubbing.empty() &&
              !system.info().constraints.empty()) {
  if (!active_) return;
  const State start = system.initial_state();
  time_scale_ = machine_time(system);
  times_.assign(kKept, 0);
  velocities_.assign(kKept * start.u().size(), 0);
  positions_.assign(kKept * start.q().size(), 0);
}

double BranchWatch::speed(std::span<const double> u) const {
  double most = 0;
  for (std::size_t i = 0; i < u.size(); ++i) most = std::max(most, std::abs(u[i]) / system_.info().u_size(i));
  return most;
}

void BranchWatch::note(const State& state) {
  const auto push = [](std::vector<double>& into, std::span<const double> values) {
    std::copy_backward(into.begin(), into.end() - static_cast<std::ptrdiff_t>(values.size()), into.end());
    std::copy(values.begin(), values.end(), into.begin());
  };
  const double t = state.t();
  push(times_, {&t, 1});
  push(velocities_, state.u());
  push(positions_, state.q());
  kept_ = std::min(kept_ + 1, static_cast<long long>(kKept));
}

double BranchWatch::jump(const State& state) const {
  const double window = kWindow * std::min(time_scale_, 1 / fastest_);
  std::size_t last = idx(kept_);
  while (last > 0 && state.t() - times_[last - 1] > window) --last;
  if (last < 3) return 0;  // steps as long as that are those of smooth motion
  const std::size_t nu = state.u().size();
  const double* oldest = velocities_.data() + (last - 1) * nu;
  const double* next = velocities_.data() + (last - 2) * nu;
  const double way = (state.t() - times_[last - 2]) / (times_[last - 2] - times_[last - 1]);
  double off = 0, fast = kSlow * fastest_;
  for (std::size_t i = 0; i < nu; ++i) {
    const double size = system_.info().u_size(i), u = state.u()[i];
    off = std::max(off, std::abs(u - next[i] - way * (next[i] - oldest[i])) / size);
    fast = std::max({fast, std::abs(u) / size, std::abs(oldest[i]) / size});
  }
  return fast > 0 ? off / fast : 0;
}

double BranchWatch::least(double t, std::span<const double> q, std::vector<std::string>* joints) const {
  const SystemInfo& info = system_.info();
  Evaluation ev(info);
  system_.place(t, q, ev);
  system_.mass(q, ev);
  system_.constraints(t, q, ev);
  MassUnits units(info);
  units.take(ev);
  const dense::Modes modes = dense::symmetric_modes(units.C * units.C.transpose());
  const auto first = static_cast<Eigen::Index>(redundant_);
  if (joints != nullptr) {
    for (Eigen::Index row = 0; row < modes.vectors.rows(); ++row) {
      bool part = false;
      for (Eigen::Index k = first; k < modes.values.size() && modes.values[k] < kNear * least_at_start_; ++k)
        part = part || std::abs(modes.vectors(row, k)) > kShare;
      const std::string& name = info.constraints[idx(row)].name;
      const std::string owner = name.substr(0, name.rfind('.'));
      if (part && std::find(joints->begin(), joints->end(), owner) == joints->end()) joints->push_back(owner);
    }
  }
  return first < modes.values.size() ? modes.values[first] : 1;
}

bool BranchWatch::left(const State& state) {
  if (!active_) return false;
  fastest_ = std::max(fastest_, speed(state.u()));
  if (!(fastest_ > 0)) return false;
  const double scale = std::min(time_scale_, 1 / fastest_);
  jump_ = jump(state);
  if (jump_ > kJump && state.t() >= quiet_until_) {
    if (least_at_start_ == 0) {
      const State start = system_.initial_state();
      for (redundant_ = 0; redundant_ < system_.info().constraints.size(); ++redundant_) {
        least_at_start_ = least(start.t(), start.q());
        if (least_at_start_ > kZero) break;
      }
    }
    double smallest = least(state.t(), state.q());
    for (std::size_t k = 0; k < idx(kept_); ++k) {
      const std::size_t nq = state.q().size();
      if (state.t() - times_[k] <= kWindow * scale)
        smallest = std::min(smallest, least(times_[k], {positions_.data() + k * nq, nq}));
    }
    if (smallest < kNear * least_at_start_) return true;
    pause_ = std::min(std::max(1.0, 2 * pause_), kMostPause);
    quiet_until_ = state.t() + pause_ * kWindow * scale;
  }
  if (kept_ == 0 || state.t() - times_[0] >= kSpaced * scale) note(state);
  return false;
}

std::string BranchWatch::describe(const State& state) const {
  std::vector<std::string> joints;
  double smallest = least(state.t(), state.q()), t = state.t();
  std::span<const double> at = state.q();
  for (std::size_t k = 0; k < idx(kept_); ++k) {
    const std::span<const double> q(positions_.data() + k * at.size(), state.q().size());
    const double its = least(times_[k], q);
    if (its >= smallest) continue;
    smallest = its, t = times_[k], at = q;
  }
  least(t, at, &joints);
  const std::size_t others = joints.size() > kMostNamed ? joints.size() - kMostNamed : 0;
  if (others > 0) joints.resize(kMostNamed);
  return fmt::format(
      "the machine left its branch in a singular position at t = {:.6g} s: where the constraints of '{}'{} "
      "depend on each "
      "other its motion can go on in more than one way, and velocities, which are continuous, jumped by "
      "{:.2g} of "
      "themselves; the errors that the formulation leaves in the joints chose the way, not mechanics: what "
      "was recorded "
      "before is right; leave method.formulation out, or take coordinate_partitioning, direct_correction or "
      "correction = \"mass\"",
      t, fmt::join(joints, "', '"), others > 0 ? fmt::format(" and {} more", others) : "", jump_);
}

}  // namespace freeplay
