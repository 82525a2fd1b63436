// SPDX-License-Identifier: Apache-2.0
// Time steppers. A stepper advances a State by one step and books what happened; the time loop is elsewhere.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "complementarity/solver_chain.h"
#include "stepping/book.h"

namespace freeplay {

enum class StepStatus { ok, unsolved, not_finite, not_assembled };

struct StepReport {
  StepStatus status = StepStatus::ok;
  int culprit = -1;     ///< contact that could not be solved, or constraint row that cannot be met
  double residual = 0;  ///< of the failed solve, or error of the row
};

struct StepperOptions {
  Choice solver{"auto", {}, {}};
  /// Remove the drift of joints and closed contacts; unset: the stepper's own default.
  std::optional<bool> project;
};

class Stepper {
 public:
  virtual ~Stepper() = default;
  /// Advances the state by dt, or leaves it where the trouble began. Allocates nothing.
  virtual StepReport step(State& state, double dt) = 0;
  virtual Book& book() = 0;
  virtual const SolverStatistics& solver_statistics() const = 0;
};

struct StepperEntry : EntryInfo {
  std::unique_ptr<Stepper> (*make)(const System&, const StepperOptions&);
};

}  // namespace freeplay

#define FREEPLAY_STEPPER(stem)              \
  extern const StepperEntry stepper_##stem; \
  const StepperEntry stepper_##stem

/// Every fixed-step stepper has it.
#define FREEPLAY_STEPPER_STEP \
  { "step", "Δt", "s", 1e-5, 0, kInfinity, "time step", ParamKind::number, false, nullptr, true }
