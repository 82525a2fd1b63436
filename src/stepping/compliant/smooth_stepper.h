// SPDX-License-Identifier: Apache-2.0
// Steps of smooth motion with compliant contacts: an integrator proposes a step, and what happened to the
// contacts in it decides whether it stands.          [FloresAmbrosio2010, sections 3 and 4]
//
//   none     it always stands
//   restart  procedure 1: a step that meets a contact too deep is cut where the gap, taken as linear in time,
//            is zero, and the integrator starts anew from the linearly interpolated state; within the step
//            open contacts exert no force, or there would be nothing linear about it
//   reject   procedure 2: a step that meets a contact deeper than penetration_max is taken back and tried
//            with half the length, on a par with one whose numerical error is too large
//   event    open contacts exert no force within a step; it ends where the first of them closes, found to
//            rounding
// A contact begins at the end of the accepted step that met it: then its approach velocity is captured, once.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "stepping/compliant/dead_point.h"
#include "stepping/compliant/friction_changes.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {

struct SmoothOptions {
  Detection detection = Detection::event;
  double accuracy = 1e-8;                 ///< largest error of one step, see docs/compliant_world.md
  std::optional<double> penetration_max;  ///< [m]; unset: 1e-5 of the contact's length
  std::optional<double> step_min;  ///< [s]; unset: 1e-7 of the time in which the machine crosses that length
  double step_max = 0;             ///< [s]; 0: none
  double fixed_step = 0;           ///< [s]; 0: the integrator chooses
  double contact_steps = 0;        ///< steps in one contact, for a fixed-step integrator; 0: no rule
  JointFriction joint_friction = JointFriction::implicit;
};

/// Makes the integrator from the stepper's own parameters.
using IntegratorMaker = std::unique_ptr<Integrator> (*)(Equations&, const Parameters&);

class SmoothStepper final : public Stepper {
 public:
  SmoothStepper(const System& system, const StepperOptions& options, const SmoothOptions& smooth,
                IntegratorMaker make, const Parameters& given);

  void begin(State& state) override;
  StepReport step(State& state, double dt) override;
  bool chooses_step() const override {
    return options_.fixed_step == 0 || options_.detection != Detection::none;
  }
  void visit(Archive& a, const State& state) override;
  void take_inputs(const State&) override { step_.restart = true; }
  void stop_when(const std::atomic<bool>* flag) override { equations_.stop_when(flag); }
  Book& book() override { return book_; }
  const SolverStatistics& solver_statistics() const override { return solver_; }
  const SmoothSample* sample(const State& state) override;
  void finish(const State& state) override { ledger_.finish(state); }

 private:
  /// Open contacts exert no force within a step.
  bool starts_free() const {
    return options_.detection == Detection::event || options_.detection == Detection::restart;
  }
  /// Machines of ideal joints only: contacts and friction would have to be looked for on the way.
  bool passes_dead_points() const {
    return contacts_ == 0 && info_.rubbing.empty() && !info_.constraints.empty() && options_.fixed_step == 0;
  }
  bool prepare(State& state, double end, double& limit);
  void synchronise(State& state);
  void set_bounds();
  /// How far the integrator may be from the constraints, in errors of one step.
  double correction_bound() const;
  double step_limit(const State& state, double end) const;
  /// Makes the trial step fit the contacts; `cut` is what ended it early.
  StepReport settle(State& state, double limit, Cut& cut);
  StepReport shorten(double& limit);
  StepReport place(const Cut& cut);
  bool nearly_linear(const State& state);
  void restart_linear(const State& state);
  bool too_deep(const State& state, int& contact);
  StepReport failure(IntegrationStatus status) const;
  /// The integrator stalls: whether a step past a dead point does instead.
  bool pass_dead_point(State& state, double limit);

  void accept(State& state, const Cut& cut);
  void hold_constraints(const Cut& cut);

  const System& system_;
  const SystemInfo& info_;
  SmoothOptions options_;
  double time_scale_;
  std::unique_ptr<Formulation> formulation_;
  std::unique_ptr<Correction> correction_;  ///< none: errors of positions and velocities stay
  CompliantEquations equations_;
  std::unique_ptr<Integrator> integrator_;
  CutFinder finder_;
  Book book_;
  SolverStatistics solver_;
  int contacts_;
  double trial_limit_ = 0;       ///< procedure 1 came short of a contact: the longest next step [s]; 0: none
  double window_ = 0;            ///< how far ahead slots of a pool look [s]
  std::optional<double> bound_;  ///< as given: correction_bound()
  std::vector<double> step_min_, features_;
  std::vector<double> held_;  ///< the end of the step on the constraints
  SmoothStep step_;
  ContactLedger ledger_;
  ContactChanges contact_changes_;
  FrictionChanges friction_changes_;
  DeadPoint dead_point_;
  SmoothSample sample_;
};

/// Parameters that all smooth steppers have.
#define FREEPLAY_SMOOTH_DETECTION                                                                            \
  {.key = "detection",                                                                                       \
   .help = "what is done about contacts that begin within a step",                                           \
   .kind = ParamKind::choice,                                                                                \
   .optional = true,                                                                                         \
   .choices = {"event", "none", "restart", "reject"}},                                                       \
      {.key = "penetration_max",                                                                             \
       .symbol = "δ_max",                                                                                    \
       .unit = "m",                                                                                          \
       .low = 0,                                                                                             \
       .help = "deepest penetration with which a contact may begin; default: 1e-5 of its clearance or size", \
       .optional = true,                                                                                     \
       .open_low = true},                                                                                    \
  {                                                                                                          \
    .key = "step_min", .unit = "s", .low = 0,                                                                \
    .help =                                                                                                  \
        "shortest step on account of a contact; default: 1e-7 of the time in which the machine crosses the " \
        "contact's clearance or size",                                                                       \
    .optional = true, .open_low = true                                                                       \
  }
#define FREEPLAY_SMOOTH_ACCURACY                                                                           \
  {.key = "accuracy",                                                                                      \
   .fallback = 1e-8,                                                                                       \
   .low = 1e-14,                                                                                           \
   .high = 1e-1,                                                                                           \
   .help =                                                                                                 \
       "largest error of one step: of speeds relative to the fastest, of positions relative to the play"}, \
  {                                                                                                        \
    .key = "step_max", .unit = "s", .low = 0, .help = "longest step", .optional = true, .open_low = true   \
  }

/// Of explicit methods.
#define FREEPLAY_SMOOTH_STIFF                                                                   \
  {                                                                                             \
    .key = "stiff",                                                                             \
    .help = "what makes the steps while the motion is stiff: bdf, or this method all the same", \
    .kind = ParamKind::choice, .optional = true, .choices = {                                   \
      "bdf",                                                                                    \
      "same"                                                                                    \
    }                                                                                           \
  }

/// The explicit method, with or without bdf for stiff motion, as `stiff` says.
std::unique_ptr<Integrator> make_with_stiff(Equations& equations, const Parameters& given,
                                            std::unique_ptr<Integrator> explicit_method);

/// The stepper `name` with the parameters given to it.
std::unique_ptr<Stepper> make_smooth_stepper(const char* name, const System& system,
                                             const StepperOptions& options, IntegratorMaker make);

}  // namespace freeplay
