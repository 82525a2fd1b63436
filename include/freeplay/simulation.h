// SPDX-License-Identifier: Apache-2.0
// A system on its way through time: the only time loop there is.
//
// A Simulation is a value. A copy goes on by itself, and both make the same steps; save() and load() do that
// through a block of numbers. The methods of SUNDIALS begin anew in the copy, which then agrees within the
// accuracy asked; all others agree to the bit.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/system.h"

namespace freeplay {

class Stepper;

enum class StepStatus {
  ok,
  unsolved,
  not_finite,
  not_assembled,
  too_many_contacts,
  stalled,
  outside_law,  ///< a contact is deeper than its law allows
  jammed,       ///< no pressing forces go with the friction of the joint; the culprit is its rubbing place
  friction_unsettled,  ///< friction of a contact does not settle on that of its slip
  interrupted,         ///< stop_when()
};

struct StepReport {
  StepStatus status = StepStatus::ok;
  /// Contact that could not be solved, constraint row that cannot be met, size of the pool.
  int culprit = -1;
  double residual = 0;  ///< of the failed solve, error of the row, or of the step
};

class Simulation {
 public:
  /// At the initial state. The system is kept by reference. Throws std::invalid_argument for a stepper that
  /// does not exist, ModelError where the system and the method do not go together.
  Simulation(const System& system, const Method& method);
  Simulation(const Simulation& other);
  Simulation& operator=(const Simulation& other);
  Simulation(Simulation&& other) noexcept;
  Simulation& operator=(Simulation&& other) noexcept;
  ~Simulation();

  /// One step of the fixed length dt(); t is the start plus a whole number of steps, free of accumulated
  /// rounding. A step that fails leaves the state where it was. Steppers that choose their steps refuse this:
  /// std::invalid_argument.
  StepReport step();
  /// One step that ends exactly at t, or before it if the stepper chooses its steps. t must lie ahead.
  StepReport step_to(double t);
  /// Steps until t is reached (to within half a fixed step); stops early when a step fails.
  StepReport advance_to(double t);

  const System& system() const { return *system_; }
  const Method& method() const { return method_; }
  double t() const { return state_.t(); }
  /// The fixed step; 0 when the stepper chooses its steps.
  double dt() const { return dt_; }
  const State& state() const { return state_; }
  /// Why a step was not made, in words: the part, the time, the likely cause and a remedy. Of a report that was just
  /// returned; "" where all is well.
  std::string describe(const StepReport& report) const;
  /// Continues from another state of the same system, counting steps from there.
  void restore(const State& state);
  /// At the initial state again, which Numbers::reset() may have changed: as if it were made anew, but for
  /// observe() and stop_when(). Takes the numbers of a method too: restart(numbers.method()).
  void restart(const Method& method);
  void restart() { restart(Method(method_)); }

  /// Sets an input: a number of the model that may change while the system moves (SystemInfo::inputs), by
  /// the path of `--set`: "force.motor.torque". In SI units; it holds from here on, until it is set again.
  /// Throws std::out_of_range, with the likely name, where there is none, and std::invalid_argument for a
  /// value outside of its bounds.
  void set_input(std::string_view name, double value) { set_input(input_index(name), value); }
  double input(std::string_view name) const {
    return state_.inputs()[static_cast<std::size_t>(input_index(name))];
  }
  /// The same by the index in SystemInfo::inputs, for loops that do not look for names.
  void set_input(int index, double value);
  int input_index(std::string_view name) const;

  /// Called after each step that was made.
  void observe(std::function<void(const Simulation&)> observer) { observer_ = std::move(observer); }
  /// While the flag is set steps end early, with StepStatus::interrupted and the state as it was; nullptr:
  /// they never do. The flag is looked at within steps.
  void stop_when(const std::atomic<bool>* flag);

  /// Everything that later steps depend on.
  std::vector<double> save() const;
  /// Goes on where save() was called, on a simulation of the same system and method. Throws
  /// std::invalid_argument, and stays as it was, when the numbers are of another kind.
  void load(std::span<const double> saved);

  /// What makes the steps, and what it has booked.
  Stepper& stepper() { return *stepper_; }
  const Stepper& stepper() const { return *stepper_; }

 private:
  void note_step(double taken);
  bool take_samples();
  void require_ahead(double t, const char* what) const;

  const System* system_;
  Method method_;
  State state_;
  std::unique_ptr<Stepper> stepper_;
  std::function<void(const Simulation&)> observer_;
  std::unique_ptr<Evaluation> scratch_;  ///< of controllers with sample times; none: there are none
  const std::atomic<bool>* stop_ = nullptr;
  double dt_ = 0, start_ = 0;
  long long steps_ = 0;
};

}  // namespace freeplay
