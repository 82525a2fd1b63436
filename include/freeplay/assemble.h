// SPDX-License-Identifier: Apache-2.0
// Model => System: every name resolved, every model error found, all reported at once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/numbers.h"
#include "freeplay/system.h"

namespace freeplay {

/// A body that had to move to make the start consistent.
struct MovedBody {
  std::string body;
  double distance = 0, angle = 0;       ///< change of position [m] and angle [rad]
  double speed = 0, angular_speed = 0;  ///< change of velocity [m/s] and angular velocity [rad/s]
};

/// How far a body stands from where it was drawn; what was not given was drawn at its default.
struct PlacedBody {
  std::string body;
  double distance = 0, angle = 0;                          ///< [m], [rad]
  bool position_given = false, orientation_given = false;  ///< in the model
};

/// How the start was made consistent.
struct InitialReport {
  std::vector<PlacedBody> placed;      ///< every body
  std::vector<MovedBody> moved;        ///< bodies whose given position or velocity had to change
  std::vector<std::string> redundant;  ///< constraint rows that follow from earlier ones
  int degrees_of_freedom = 0;
  std::string settled;  ///< what run.settle did; "": nothing
  bool failed = false;
};

struct Assembly {
  std::unique_ptr<System> system;
  std::unique_ptr<Numbers> numbers;  ///< of the model, to change without assembling again
  InitialReport initial;  ///< what moved to make the start consistent, and which rows are redundant
};

/// Throws ModelError with everything that is wrong. Warnings and notes go to `messages` when given.
Assembly assemble(const Model& model, Diagnostics* messages = nullptr);

}  // namespace freeplay
