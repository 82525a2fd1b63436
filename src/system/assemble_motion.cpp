// SPDX-License-Identifier: Apache-2.0
// What depends on the motion by formulas: tables, actuators, inputs of forces, the end of the run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <variant>

#include "base/index.h"
#include "model/actuators.h"
#include "model/read_method.h"
#include "model/tables.h"
#include "model/words.h"
#include "system/assembler.h"

namespace freeplay {
namespace {

const Texts* formulas_of(const Values& values, const char* key) {
  const auto found = values.find(key);
  return found == values.end() ? nullptr : std::get_if<Texts>(&found->second.data);
}

}  // namespace

template <class Bodies>
void AssemblerOf<Bodies>::add_tables() {
  for (const FunctionTable& table : model_.tables) {
    if (const auto mistake = find_mistake(table)) {  // of a model built in code; files are checked when read
      problems_.error(table.where, fmt::format("table.{}.{}", table.name, mistake->key), mistake->message,
                      mistake->hint);
      return;
    }
  }
  tables_ = make_tables(model_.tables);
}

template <class Bodies>
int AssemblerOf<Bodies>::add_formula(const std::string& text, const Where& where, const std::string& key) {
  auto bound = bind_formula(text, model_, tables_, where, key, problems_);
  if (!bound) return -1;
  for (const MovingName& name : bound->names) {
    const bool joint = name.kind == MovingName::Kind::coordinate || name.kind == MovingName::Kind::rate;
    if (joint && !sound_[idx(name.of)]) return -1;  // reported
  }
  parts_.formulas.push_back(std::move(*bound));
  return int_size(parts_.formulas) - 1;
}

/// Whether a formula or an actuator may need the coordinate of a joint.
template <class Bodies>
bool AssemblerOf<Bodies>::names_joint(const freeplay::Joint& joint) const {
  const std::string word = joint.name + ".";
  const auto in_text = [&](const std::string& text) { return text.find(word) != std::string::npos; };
  const auto in_values = [&](const Values& values) {
    return std::any_of(values.begin(), values.end(), [&](const auto& one) {
      const auto* texts = std::get_if<Texts>(&one.second.data);
      return texts != nullptr && std::any_of(texts->all().begin(), texts->all().end(), in_text);
    });
  };
  return in_text(model_.run.stop_when) ||
         std::any_of(model_.forces.begin(), model_.forces.end(),
                     [&](const Force& force) { return in_values(force.values); }) ||
         std::any_of(model_.actuators.begin(), model_.actuators.end(), [&](const Actuator& actuator) {
           return actuator.joint == joint.name || in_values(actuator.values);
         });
}

template <class Bodies>
void AssemblerOf<Bodies>::add_stop() {
  if (model_.run.stop_when.empty()) return;
  parts_.stop = add_formula(model_.run.stop_when, model_.where, "run.stop_when");
  parts_.info.stops = parts_.stop >= 0;
}

template <class Bodies>
void AssemblerOf<Bodies>::add_actuator(const Actuator& actuator) {
  const std::string key = "actuator." + actuator.name;
  const ActuatorEntry* entry = find_actuator(actuator.type);
  const Errors errors(problems_);
  const auto found = std::find_if(model_.joints.begin(), model_.joints.end(),
                                  [&](const freeplay::Joint& joint) { return joint.name == actuator.joint; });
  if (entry == nullptr) {
    problems_.error(actuator.where, key + ".type", fmt::format("unknown actuator '{}'", actuator.type),
                    fmt::format("known: {}", fmt::join(actuator_types(), ", ")));
    return;
  }
  if (found == model_.joints.end()) {
    problems_.error(actuator.where, key + ".joint",
                    fmt::format("there is no joint named '{}'", actuator.joint));
    return;
  }
  require_parameters(*entry, actuator.values, actuator.where, key, problems_);
  const auto index = idx(found - model_.joints.begin());
  const auto coordinates = driven_coordinates(found->type, Bodies::kDimension);
  PlacedActuator placed;
  placed.joint = to_int(index);
  placed.coordinate = coordinate_place(coordinates, actuator.coordinate);
  const std::string unit = placed.coordinate < 0 ? "" : coordinates[idx(placed.coordinate)].unit;
  if (unit.empty() || (*entry->unit != '\0' && unit != entry->unit)) {
    problems_.error(
        actuator.where, key + ".joint",
        fmt::format("the joint '{}' has no coordinate that a {} acts on", found->name, entry->name),
        "name a joint with a free coordinate, and which one if it has several");
    return;
  }
  placed.turns = unit == "rad" && Bodies::kDimension == 3;
  for (std::size_t k = 0; k < entry->formulas.size(); ++k) {
    const char* one = entry->formulas[k];
    if (const Texts* texts = formulas_of(actuator.values, one))
      placed.asked[k].formula =
          add_formula(texts->all().front(), actuator.values.at(one).where, key + "." + one);
  }
  if (errors.any() || !sound_[index]) return;
  list_inputs(actuator, *entry, unit, placed);
  placed.measures = actuator.values.count("measured") != 0;
  placed.extra = int_size(parts_.info.extra);
  const std::string path = "/actuator/" + actuator.name + "/", type = entry->name;
  parts_.info.extra.push_back(
      {path + "effort", unit == "rad" ? "N*m" : "N", "on the second body, along the coordinate"});
  parts_.info.extra.push_back({path + "power", "W", "effort times rate"});
  if (type == "dc_motor") parts_.info.extra.push_back({path + "current", "A", "through the motor"});
  if (type == "servo")
    parts_.info.extra.push_back({path + "set_point", unit, "where the coordinate shall be"});
  if (actuator.values.count("sample") != 0 && is_dynamic(model_.run)) {
    placed.memory = parts_.info.features;
    parts_.info.features += ServoMemory::kSize;
    parts_.info.samples = true;
  }
  const std::size_t place = parts_.actuators.size();
  parts_.actuators.push_back(placed);
  make([this, &actuator, place, entry] { set_actuator(actuator, *entry, place); });
}

/// What is asked of an actuator by numbers may be set as it moves.
template <class Bodies>
void AssemblerOf<Bodies>::list_inputs(const Actuator& actuator, const ActuatorEntry& entry,
                                      const std::string& unit, PlacedActuator& placed) {
  std::vector<InputInfo>& inputs = parts_.info.inputs;
  for (std::size_t k = 0; k < entry.formulas.size(); ++k) {
    const std::string_view key = entry.formulas[k];
    const bool is_coordinate = key == "measured" && actuator.values.count("measured") == 0;
    if (placed.asked[k].formula >= 0 || is_coordinate) continue;
    const Param& param = *find_param(entry, entry.formulas[k]);
    placed.asked[k].input = int_size(inputs);
    inputs.push_back({fmt::format("actuator.{}.{}", actuator.name, key), resolve_unit(param.unit, unit), 0,
                      param.low, param.high});
  }
}

/// What is made from its numbers.
template <class Bodies>
void AssemblerOf<Bodies>::set_actuator(const Actuator& actuator, const ActuatorEntry& entry,
                                       std::size_t place) {
  const Parameters given(entry, actuator.values, actuator.where);
  PlacedActuator& to = parts().actuators[place];
  for (std::size_t k = 0; k < entry.formulas.size(); ++k) {
    if (const int input = to.asked[k].input; input >= 0)
      parts().info.inputs[idx(input)].start = given.number(entry.formulas[k]);
  }
  if (std::string_view(entry.name) == "servo") {
    Servo servo{given.number("stiffness"), given.number("damping")};
    if (given.given("limit")) servo.most = given.number("limit");
    set_samples(actuator, given, servo);
    to.law = servo;
  }
  if (std::string_view(entry.name) != "dc_motor") return;
  DcMotor motor{given.number("resistance"), given.number("torque_constant"), given.number("ratio")};
  if (given.given("current_max")) motor.current_max = given.number("current_max");
  to.law = motor;
  add_rotor(actuator, given, to);
}

/// An integral is a sum over samples, and samples are at ends of steps.
template <class Bodies>
void AssemblerOf<Bodies>::set_samples(const Actuator& actuator, const Parameters& given, Servo& servo) {
  const std::string key = "actuator." + actuator.name;
  servo.integral = given.number("integral");
  if (given.given("sample")) servo.period = given.number("sample");
  if (servo.integral > 0 && servo.period == 0) {
    problems_.error(given.where("integral"), key + ".integral", "an integral part needs a sample time",
                    "give sample = \"1 ms\", the time from one sample to the next");
  }
  const double step = is_dynamic(model_.run) ? fixed_step(model_.method.stepper) : 0;
  if (servo.period == 0 || step == 0) return;
  constexpr double kRounding = 1e-6;
  const double steps = servo.period / step;
  if (steps > 1 - kRounding && std::abs(steps - std::round(steps)) < kRounding * steps) return;
  problems_.error(given.where("sample"), key + ".sample",
                  fmt::format("must be a whole number of steps of {:g} s; found {:g} of them", step, steps),
                  "change it, or method.stepper.step");
}

/// A rotor on the ground adds n² J to the inertia of the body that it turns.
template <class Bodies>
void AssemblerOf<Bodies>::add_rotor(const Actuator& actuator, const Parameters& given,
                                    const PlacedActuator& placed) {
  if (!(given.number("rotor_inertia") > 0)) return;
  const Joint& joint = parts().joints[idx(placed.joint)];
  const freeplay::Joint& written = model_.joints[idx(placed.joint)];
  const bool fits =
      Bodies::kDimension == 2 && written.type == "revolute" && (joint.a == kGround || joint.b == kGround);
  if (!fits) {
    problems_.error(given.where("rotor_inertia"), "actuator." + actuator.name + ".rotor_inertia",
                    "a rotor can only be added to a revolute joint with the ground, in the plane",
                    "model the rotor as a body of its own, with a [[coupling]] for its gear");
    return;
  }
  const int body = joint.a == kGround ? joint.b : joint.a;
  const double ratio = given.number("ratio");
  parts().M[idx(Bodies::kVelocities * body - 1)] += ratio * ratio * given.number("rotor_inertia");
}

/// The numbers of a force that may change as the system moves: by formulas, or set.
template <class Bodies>
void AssemblerOf<Bodies>::list_inputs(const Force& force) {
  std::vector<InputInfo>& inputs = parts_.info.inputs;
  parts_.first_input.resize(force_keys_.size(), int_size(inputs));
  parts_.moving_inputs.resize(force_keys_.size());
  const auto& entry = *find_entry<typename Bodies::ForceEntry>(force.type);
  std::vector<MovingInputs::Part> parts;
  bool moves = false;
  for (const char* key : entry.inputs) {
    if (find_param(entry, key) == nullptr) {
      throw std::invalid_argument(fmt::format(
          "the force '{}' names the input '{}', which is none of its parameters", entry.name, key));
    }
    const Param& param = *find_param(entry, key);
    const std::string path = fmt::format("{}.{}", force_keys_.back(), key);
    const int width = param.kind == ParamKind::number ? 1 : Bodies::kDimension;
    const Texts* formulas = formulas_of(force.values, key);
    if (formulas != nullptr && int_size(formulas->all()) != width) {
      problems_.error(force.values.at(key).where, path, fmt::format("expected {} formulas", width));
      return;
    }
    for (int k = 0; k < width; ++k) {
      if (formulas != nullptr) {
        moves = true;
        parts.push_back({add_formula(formulas->all()[idx(k)], force.values.at(key).where, path), -1});
        continue;
      }
      parts.push_back({-1, int_size(inputs)});
      inputs.push_back(
          {width == 1 ? path : fmt::format("{}[{}]", path, k), param.unit, 0, param.low, param.high});
    }
  }
  if (!moves) return;
  if (parts.size() > MovingInputs::kMost) {
    problems_.error(force.where, force_keys_.back(),
                    fmt::format("a force with formulas has {} inputs at most", MovingInputs::kMost));
  }
  parts_.moving_inputs.back().parts = std::move(parts);
}

/// What they are in the model.
template <class Bodies>
void AssemblerOf<Bodies>::read_inputs() {
  if (problems_.has_errors()) return;
  std::size_t of_actuators = 0;  // which come first, and were read with them
  for (const PlacedActuator& actuator : parts().actuators) {
    for (const PlacedActuator::Asked& asked : actuator.asked) of_actuators += asked.input >= 0;
  }
  auto input = parts().info.inputs.begin() + static_cast<std::ptrdiff_t>(of_actuators);
  const auto put = [&](const auto& given) {
    for (std::size_t k = 0; k < Bodies::kDimension; ++k) (input++)->start = given ? (*given)[k] : 0;
  };
  for (const Force& force : model_.forces) {
    const auto& entry = *find_entry<typename Bodies::ForceEntry>(force.type);
    const Parameters given(entry, force.values);
    for (const char* key : entry.inputs) {
      if (formulas_of(force.values, key) != nullptr) continue;
      const Param& param = *find_param(entry, key);
      if (param.kind == ParamKind::number) {
        (input++)->start = given.number(key);
      } else if constexpr (Bodies::kDimension == 2) {
        put(given.point(key));
      } else {
        put(given.vector(key));
      }
    }
  }
}

#define FREEPLAY_MOTION_OF(Bodies)                                                                          \
  template void AssemblerOf<Bodies>::add_tables();                                                          \
  template int AssemblerOf<Bodies>::add_formula(const std::string&, const Where&, const std::string&);      \
  template bool AssemblerOf<Bodies>::names_joint(const freeplay::Joint&) const;                             \
  template void AssemblerOf<Bodies>::add_stop();                                                            \
  template void AssemblerOf<Bodies>::add_actuator(const Actuator&);                                         \
  template void AssemblerOf<Bodies>::list_inputs(const Actuator&, const ActuatorEntry&, const std::string&, \
                                                 PlacedActuator&);                                          \
  template void AssemblerOf<Bodies>::set_actuator(const Actuator&, const ActuatorEntry&, std::size_t);      \
  template void AssemblerOf<Bodies>::set_samples(const Actuator&, const Parameters&, Servo&);               \
  template void AssemblerOf<Bodies>::add_rotor(const Actuator&, const Parameters&, const PlacedActuator&);  \
  template void AssemblerOf<Bodies>::list_inputs(const Force&);                                             \
  template void AssemblerOf<Bodies>::read_inputs();
FREEPLAY_MOTION_OF(PlanarBodies)
FREEPLAY_MOTION_OF(SpatialBodies)
#undef FREEPLAY_MOTION_OF

}  // namespace freeplay
