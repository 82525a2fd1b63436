// SPDX-License-Identifier: Apache-2.0
// Time steppers. A stepper advances a State by one step and books what happened; the time loop is elsewhere.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "complementarity/solver_chain.h"
#include "freeplay/simulation.h"
#include "registry/stepper_entry.h"
#include "stepping/book.h"

namespace freeplay {

/// How the friction of ideal joints, which follows from their reactions, is found: friction_forces.h.
enum class JointFriction { implicit, previous_signs, iterated };

struct StepperOptions {
  Choice stepper{"symmetric", {}, {}};  ///< with the parameters given to it
  Choice solver{"auto", {}, {}};
  Choice formulation{"baumgarte", {}, {}};  ///< of smooth steppers
  /// Remove the drift of joints and closed contacts; unset: the stepper's own default.
  std::optional<bool> project;
  JointFriction joint_friction = JointFriction::implicit;  ///< of smooth steppers
};

/// What smooth motion has at an instant: forces and accelerations in place of impulses and differences.
struct SmoothSample {
  std::vector<double> u_dot, lambda;  ///< per velocity, per constraint row
  std::vector<double> F;              ///< F_N, F_T per contact [N]
  std::vector<Tangent> joint_F;       ///< friction force per rubbing joint [N]
  std::vector<double> joint_N;        ///< what presses it [N]
  double contact_energy = 0;          ///< stored in contacts [J]
};

class Stepper {
 public:
  virtual ~Stepper() = default;
  /// Advances the state by dt, or leaves it where the trouble began. Allocates nothing.
  /// A stepper that chooses its steps advances by what it finds right, at most dt.
  virtual StepReport step(State& state, double dt) = 0;
  /// The step is the stepper's own choice; dt is the time until the next sample or the end.
  virtual bool chooses_step() const { return false; }
  /// The run begins with this state: contacts that touch already begin.
  virtual void begin(State&) {}
  /// Of smooth steppers: forces and accelerations at the state; nullptr: the book holds impulses.
  virtual const SmoothSample* sample(const State&) { return nullptr; }
  /// The run ends here: books what is still under way.
  virtual void finish(const State&) {}
  /// Lists everything that outlives a step and has a say in later ones, the book included. When loading, the
  /// stepper is one of the same system and method, and the state is the one that was saved with it.
  virtual void visit(Archive& a, const State& state) = 0;
  /// A step looks at the flag now and then while it works, and gives up when it is set.
  virtual void stop_when(const std::atomic<bool>* flag) = 0;
  /// Shows the contact problems that one solver did not solve; steppers that pose none show none.
  virtual void keep_problems(ProblemKeeper*) {}
  /// Inputs of the state were set between two steps.
  virtual void take_inputs(const State& state) = 0;
  virtual Book& book() = 0;
  virtual const SolverStatistics& solver_statistics() const = 0;
};

}  // namespace freeplay

#define FREEPLAY_STEPPER(stem)              \
  extern const StepperEntry stepper_##stem; \
  const StepperEntry stepper_##stem

/// Every fixed-step stepper has it.
#define FREEPLAY_STEPPER_STEP                                                                    \
  {                                                                                              \
    .key = "step", .symbol = "Δt", .unit = "s", .fallback = 1e-5, .low = 0, .help = "time step", \
    .open_low = true                                                                             \
  }
