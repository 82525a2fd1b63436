// SPDX-License-Identifier: Apache-2.0
#include "freeplay/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/index.h"
#include "freeplay/archive.h"
#include "freeplay/diagnostics.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {
namespace {

constexpr double kArchive = 2;  // version of what save() gives

const StepperEntry& find_stepper(const std::string& word) {
  if (const StepperEntry* entry = find_entry<StepperEntry>(word)) return *entry;
  std::vector<std::string> words;
  for (const EntryInfo* entry : registry("stepper").entries) words.emplace_back(entry->name);
  throw std::invalid_argument(
      fmt::format("there is no stepper '{}'; there are {}", word, fmt::join(words, ", ")));
}

StepperOptions options_of(const Method& method) {
  StepperOptions options;
  options.stepper = method.stepper;
  options.solver = method.solver;
  if (method.formulation) options.formulation = *method.formulation;
  if (method.joint_drift) options.project = *method.joint_drift == "project";
  if (method.joint_friction) {
    options.joint_friction = *method.joint_friction == "iterated"         ? JointFriction::iterated
                             : *method.joint_friction == "previous_signs" ? JointFriction::previous_signs
                                                                          : JointFriction::implicit;
  }
  return options;
}

}  // namespace

Simulation::Simulation(const System& system, const Method& method)
    : system_(&system), method_(method), state_(system.initial_state()) {
  const StepperEntry& entry = find_stepper(method.stepper.name);
  if (find_entry<SolverEntry>(method.solver.name) == nullptr)
    throw std::invalid_argument(fmt::format("there is no solver '{}'", method.solver.name));
  stepper_ = entry.make(system, options_of(method));
  if (!stepper_->chooses_step()) dt_ = Parameters(entry, method.stepper.values).number("step");
  start_ = state_.t();
  if (system.info().samples) scratch_ = std::make_unique<Evaluation>(system.info());
  const bool sampled = take_samples();
  stepper_->begin(state_);
  if (sampled) stepper_->take_inputs(state_);
}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&& other) noexcept = default;
Simulation& Simulation::operator=(Simulation&& other) noexcept = default;

Simulation::Simulation(const Simulation& other) : Simulation(*other.system_, other.method_) {
  load(other.save());
  observer_ = other.observer_;
  stop_when(other.stop_);
}

Simulation& Simulation::operator=(const Simulation& other) {
  if (this != &other) *this = Simulation(other);
  return *this;
}

void Simulation::require_ahead(double t, const char* what) const {
  if (std::isfinite(t) && t > state_.t()) return;
  throw std::invalid_argument(fmt::format(
      "{}: t = {:.9g} s does not lie ahead of the simulation, which is at {:.9g} s", what, t, state_.t()));
}

StepReport Simulation::step() {
  if (dt_ == 0) {
    throw std::invalid_argument(
        fmt::format("step(): the stepper {} chooses its steps; ask for a time by step_to() or advance_to()",
                    method_.stepper.name));
  }
  const StepReport report = stepper_->step(state_, dt_);
  if (report.status != StepStatus::ok) return report;
  state_.set_t(start_ + static_cast<double>(++steps_) * dt_);
  if (take_samples()) stepper_->take_inputs(state_);
  note_step(dt_);
  return report;
}

StepReport Simulation::step_to(double t) {
  require_ahead(t, "step_to()");
  const double before = state_.t();
  if (scratch_ && stepper_->chooses_step()) t = std::min(t, system_->next_sample(state_));
  const StepReport report = stepper_->step(state_, t - before);
  if (report.status != StepStatus::ok) return report;
  // what is left is rounding of the time, or the part that a stepper with its own steps has still to do
  if (!stepper_->chooses_step() || std::abs(t - state_.t()) <= 1e-13 * std::abs(t)) state_.set_t(t);
  start_ = state_.t();
  steps_ = 0;
  if (take_samples()) stepper_->take_inputs(state_);
  note_step(state_.t() - before);
  return report;
}

/// Controllers act at their sample times; true if one did.
bool Simulation::take_samples() {
  if (!scratch_ || system_->next_sample(state_) > state_.t()) return false;
  system_->take_samples(state_, *scratch_);
  return true;
}

void Simulation::note_step(double taken) {
  StepStatistics& statistics = stepper_->book().statistics;
  statistics.last_step = taken;
  if (taken > 0) {  // otherwise it was an impact on the spot
    statistics.largest_step = std::max(statistics.largest_step, taken);
    statistics.smallest_step =
        statistics.smallest_step > 0 ? std::min(statistics.smallest_step, taken) : taken;
  }
  if (observer_) observer_(*this);
}

StepReport Simulation::advance_to(double t) {
  if (!std::isfinite(t) || t < state_.t() - 0.5 * dt_) require_ahead(t, "advance_to()");
  StepReport report;
  while (report.status == StepStatus::ok && state_.t() < t - 0.5 * dt_) {
    report = stepper_->chooses_step() ? step_to(t) : step();
  }
  return report;
}

void Simulation::restore(const State& state) {
  if (state.block().size() != state_.block().size())
    throw std::invalid_argument("restore(): the state is that of another system: its sizes do not fit");
  state_.restore(state);
  const bool sampled = take_samples();
  stepper_->begin(state_);
  if (sampled) stepper_->take_inputs(state_);
  start_ = state_.t();
  steps_ = 0;
}

void Simulation::restart(const Method& method) {
  Simulation fresh(*system_, method);
  fresh.observer_ = std::move(observer_);
  fresh.stop_when(stop_);
  *this = std::move(fresh);
}

int Simulation::input_index(std::string_view name) const {
  const std::vector<InputInfo>& inputs = system_->info().inputs;
  const auto found =
      std::find_if(inputs.begin(), inputs.end(), [&](const InputInfo& input) { return input.name == name; });
  if (found != inputs.end()) return static_cast<int>(found - inputs.begin());
  std::vector<std::string> names;
  for (const InputInfo& input : inputs) names.push_back(input.name);
  const std::string near = did_you_mean(std::string(name), names);
  throw std::out_of_range(fmt::format("there is no input '{}'{}", name,
                                      !near.empty() ? "; did you mean '" + near + "'?"
                                      : names.empty()
                                          ? "; the system has none"
                                          : fmt::format("; there are {}", fmt::join(names, ", "))));
}

void Simulation::set_input(int index, double value) {
  const std::vector<InputInfo>& inputs = system_->info().inputs;
  if (index < 0 || index >= int_size(inputs))
    throw std::out_of_range(fmt::format("there is no input {}; the system has {}", index, inputs.size()));
  const InputInfo& input = inputs[idx(index)];
  if (!std::isfinite(value) || value < input.low || value > input.high) {
    throw std::invalid_argument(
        fmt::format("input '{}' = {:.9g} {}: expected a number between {:.9g} and {:.9g}", input.name, value,
                    input.unit, input.low, input.high));
  }
  double& now = state_.inputs()[idx(index)];
  if (now == value) return;
  now = value;
  stepper_->take_inputs(state_);
}

void Simulation::stop_when(const std::atomic<bool>* flag) {
  stop_ = flag;
  stepper_->stop_when(flag);
}

std::vector<double> Simulation::save() const {
  Archive archive;
  double version = kArchive, size = static_cast<double>(state_.block().size()), start = start_;
  std::string word = method_.stepper.name;
  State state = state_;
  long long steps = steps_;
  archive(version, word, size, state, start, steps);
  stepper_->visit(archive, state_);
  return archive.take();
}

void Simulation::load(std::span<const double> saved) {
  Archive archive(saved);
  double version = 0, size = 0;
  std::string word;
  archive(version);
  if (version != kArchive)
    throw std::invalid_argument(
        "load(): these are not numbers that save() gave, or another version of Freeplay gave them");
  archive(word, size);
  const auto no_letter = [](char c) {
    return !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '_';
  };
  if (std::any_of(word.begin(), word.end(), no_letter)) word = "?";  // no name of a stepper: not for messages
  if (word != method_.stepper.name || size != static_cast<double>(state_.block().size())) {
    throw std::invalid_argument(
        fmt::format("load(): the numbers were saved for another system or method: stepper {}, {} numbers of "
                    "state, where this one has {}, {}",
                    word, size, method_.stepper.name, state_.block().size()));
  }
  // what is only found to be wrong on the way must not leave this one half loaded
  State state = state_;
  double start = 0;
  long long steps = 0;
  std::unique_ptr<Stepper> stepper = find_stepper(word).make(*system_, options_of(method_));
  State initial = system_->initial_state();
  stepper->begin(initial);
  archive(state, start, steps);
  stepper->visit(archive, state);
  if (!archive.at_end())
    throw std::invalid_argument("load(): the numbers were saved for another system or method: too many");
  stepper->stop_when(stop_);
  state_.restore(state);
  stepper_ = std::move(stepper);
  start_ = start;
  steps_ = steps;
}

}  // namespace freeplay
