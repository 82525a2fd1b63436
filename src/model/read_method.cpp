// SPDX-License-Identifier: Apache-2.0
#include "model/read_method.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "model/fields.h"
#include "model/read_fields.h"
#include "model/read_lists.h"
#include "model/read_motion.h"
#include "model/read_value.h"
#include "model/words.h"
#include "registry/stepper_entry.h"

namespace freeplay {
namespace {

constexpr double kMostSteps = 1e10;
constexpr const char* kSmoothStepper = "runge_kutta";  // what the compliant world runs with unless told

/// Without a key of its own: it allocates nothing.
const Value* find_value(const Choice& choice, std::string_view key) {
  for (const auto& [word, value] : choice.values) {
    if (word == key) return &value;
  }
  return nullptr;
}

void check_step_max(const Model& model, Diagnostics& problems) {
  const Choice& stepper = model.method.stepper;
  const auto longest = find_value(stepper, "step_max");
  if (longest == nullptr) return;
  const StepperEntry* entry = find_entry<StepperEntry>(stepper.name);
  const Param* accuracy = entry == nullptr ? nullptr : find_param(*entry, "accuracy");
  if (accuracy != nullptr && accuracy->optional && find_value(stepper, "accuracy") == nullptr) {
    problems.error(longest->where, "method.stepper.step_max",
                   "it limits steps that are chosen, and this stepper has a fixed step",
                   "give accuracy = 1e-6 too, or leave it out");
  }
  const double most = std::get<double>(longest->data), end = model.run.end;
  if (most > 0 && end / most > kMostSteps) {
    problems.error(longest->where, "method.stepper.step_max",
                   fmt::format("{:.3g} steps are absurd", end / most),
                   "allow longer steps, or take an earlier run.end");
  }
}

void check_order(const Choice& stepper, Diagnostics& problems) {
  const Value* order = find_value(stepper, "order");
  if (order == nullptr) return;
  const double number = std::get<double>(order->data);
  if (number == std::floor(number)) return;
  problems.error(order->where, "method.stepper.order",
                 fmt::format("must be a whole number; found {}", number));
}

}  // namespace

double fixed_step(const Choice& stepper) {
  if (find_value(stepper, "accuracy") != nullptr) return 0;
  if (const Value* given = find_value(stepper, "step")) return std::get<double>(given->data);
  const auto* entry = find_entry<StepperEntry>(stepper.name);
  const Param* param = entry == nullptr ? nullptr : find_param(*entry, "step");
  return param == nullptr || std::isnan(param->fallback) ? 0 : param->fallback;
}

namespace {

void check_samples(const Model& model, const Where& at_end, Diagnostics& problems) {
  const double every = model.run.record.every, samples = model.run.end / every;
  if (!(every > 0 && samples > kMostSteps)) return;
  problems.error(at_end, "run.record.every", fmt::format("{:.3g} samples are absurd", samples),
                 "record less often, or end the run earlier; 0 records every step");
}

}  // namespace

void check_steps(const Model& model, const Where& at_end, Diagnostics& problems) {
  const Choice& stepper = model.method.stepper;
  const double end = model.run.end, step = fixed_step(stepper);
  check_step_max(model, problems);
  check_order(stepper, problems);
  if (!(step > 0)) check_samples(model, at_end, problems);
  if (!(step > 0) || !(end > 0)) return;
  const Value* given = find_value(stepper, "step");
  const Where& where = given != nullptr ? given->where : at_end;
  if (step > end) {
    problems.error(where, "method.stepper.step",
                   fmt::format("the step, {} s, is longer than the run, {} s", step, end));
  } else if (end / step > kMostSteps) {
    problems.error(where, "method.stepper.step", fmt::format("{:.3g} steps are absurd", end / step),
                   "take a longer step or an earlier run.end");
  }
}

void MethodReader::read_method(Block& block) {
  stepper_named_ = block.has("stepper");
  solver_named_ = block.has("solver");
  for (const Slot<Method>& slot : method_slots) read_slot(block, slot, model_.method);
  one(block, "joints", false, [this](Block& joints) {
    read_fields<Method>(joints, method_joint_fields, model_.method);
    if (const tree::Node* friction = joints.take("friction"))
      model_.method.joint_friction_where = reader_.where(friction->position);
    joints.finish();
  });
  block.finish();
}

void MethodReader::read_run(Block& block) {
  read_fields<Run>(block, run_fields, model_.run);
  if (model_.run.mode != "statics" || block.has("end")) read_fields<Run>(block, end_fields, model_.run);
  if (const tree::Node* end = block.take("end")) end_position_ = end->position;
  read_stop(block, model_);
  one(block, "record", false, [this](Block& record) {
    read_fields<RecordOptions>(record, record_fields, model_.run.record);
    if (const tree::Node* every = record.take("every")) every_position_ = every->position;
    record.finish();
  });
  one(block, "limits", false, [this](Block& limits) {
    read_fields<Run>(limits, limit_fields, model_.run);
    limits.finish();
  });
  block.finish();
}

/// A model is switched between the worlds by one word: the stepper follows, and says so when it was named.
void MethodReader::fit_stepper() {
  Choice& stepper = model_.method.stepper;
  if (is_compliant(model_) && solver_named_) {
    reader_.diagnostics().note(model_.method.solver.where, "method.solver",
                               "it is not used: compliant contacts are forces, there is nothing to solve");
  }
  const StepperEntry* entry = find_entry<StepperEntry>(stepper.name);
  if (!is_compliant(model_) || entry == nullptr || is_smooth(*entry)) return;
  if (stepper_named_) {
    std::vector<std::string> smooth;
    for (const StepperEntry* other : entries_of<StepperEntry>()) {
      if (is_smooth(*other)) smooth.emplace_back(other->name);
    }
    reader_.diagnostics().warning(
        stepper.where, "method.stepper",
        fmt::format("{} is a stepper of the rigid world; this compliant model runs with {} and its defaults",
                    stepper.name, kSmoothStepper),
        fmt::format("name one of {} to choose", fmt::join(smooth, ", ")));
  }
  stepper = {kSmoothStepper, {}, stepper.where};
  model_.method.stepper_replaced = true;
}

/// What a mode other than dynamics does not look at.
void MethodReader::note_unused() {
  const auto note = [&](const Where& where, const char* key, const char* why) {
    reader_.diagnostics().note(where, key,
                               fmt::format("it is not used in mode {}: {}", model_.run.mode, why));
  };
  if (stepper_named_) note(model_.method.stepper.where, "method.stepper", "nothing is integrated");
  if (solver_named_) note(model_.method.solver.where, "method.solver", "there are no contacts");
  if (model_.run.settle) note(model_.where, "run.settle", "nothing starts to move");
  if (!model_.run.stop_when.empty()) note(model_.where, "run.stop_when", "no step is made");
  if (model_.run.energy_error_max || model_.run.penetration_max)
    note(model_.where, "run.limits", "no step makes an error of energy or an overlap");
}

void MethodReader::check_recording() {
  const double every = model_.run.record.every, step = fixed_step(model_.method.stepper);
  if (!(every > 0 && every < step) || !(model_.run.end > 0)) return;
  reader_.diagnostics().warning(
      reader_.where(every_position_), "run.record.every",
      fmt::format("{} s is shorter than the step, {} s; every step is recorded", every, step));
}

void MethodReader::check() {
  if (is_dynamic(model_.run)) {
    fit_stepper();
    check_steps(model_, reader_.where(end_position_), reader_.diagnostics());
    check_recording();
  } else {
    note_unused();
    check_samples(model_, reader_.where(end_position_), reader_.diagnostics());
  }
}

}  // namespace freeplay
