// SPDX-License-Identifier: Apache-2.0
// Consistent initial conditions: Newton's method on Φ(q, 0) = 0, then D u + Φ_t = 0, both with the least
// change in the norm of the mass matrix. What the user gave is kept where possible: see placing.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/diagnostics.h"
#include "freeplay/system.h"

namespace freeplay {

/// What the user fixed, per coordinate.
struct GivenCoordinates {
  std::vector<bool> q, u;
  std::vector<bool> relative;  ///< constraint rows of drivers that start where the mechanism stands
};

/// Makes states of a system consistent, again and again: what it needs is kept.
class ConsistentStart {
 public:
  class Start;
  /// Systems with so many velocities and rows at most allocate nothing.
  static constexpr int kSmall = 36;

  /// `like`: a state of the same sizes. M must be diagonal.
  ConsistentStart(const System& system, const State& like, GivenCoordinates given);
  ~ConsistentStart();
  /// Makes `state` consistent, but for the start of relative drivers, which the caller sets; explains by
  /// joint names in `problems` what cannot be met: false then. What moved and what is redundant is told if
  /// `report` is given.
  bool make(State& state, Diagnostics& problems, InitialReport* report = nullptr);

 private:
  std::unique_ptr<Start> start_;
};

/// Where every body stands, and how far from where it was drawn.
void report_places(const System& system, const GivenCoordinates& given, const State& drawn, const State& now,
                   InitialReport& report);
/// "rod at [0, 0.1] m, angle 0.2 rad"
std::string place_text(const SystemInfo& info, const BodyMotion& at, const std::string& name);

/// The same once.
InitialReport make_consistent(const System& system, const GivenCoordinates& given, State& state,
                              Diagnostics& problems);

}  // namespace freeplay
