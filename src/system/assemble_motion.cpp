// SPDX-License-Identifier: Apache-2.0
// What depends on the motion by formulas: tables, actuators, inputs of forces, the end of the run.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <variant>

#include "base/index.h"
#include "model/actuators.h"
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
  if (placed.coordinate < 0 || coordinates[idx(placed.coordinate)].unit != entry->unit) {
    problems_.error(
        actuator.where, key + ".joint",
        fmt::format("the joint '{}' has no coordinate that a {} acts on", found->name, entry->name),
        "name a joint with a free coordinate, and which one if it has several");
    return;
  }
  const char* effort = entry->formulas.front();
  if (const Texts* texts = formulas_of(actuator.values, effort))
    placed.formula = add_formula(texts->all().front(), actuator.values.at(effort).where, key + "." + effort);
  if (errors.any() || !sound_[index]) return;
  placed.extra = int_size(parts_.info.extra);
  const bool turns = std::string_view(entry->unit) == "rad";
  const std::string path = "/actuator/" + actuator.name + "/";
  parts_.info.extra.push_back(
      {path + "effort", turns ? "N*m" : "N", "on the second body, along the coordinate"});
  parts_.info.extra.push_back({path + "power", "W", "effort times rate"});
  const std::size_t place = parts_.actuators.size();
  parts_.actuators.push_back(placed);
  make([this, &actuator, place, entry, effort] {
    PlacedActuator& to = parts().actuators[place];
    if (to.formula < 0) to.effort = Parameters(*entry, actuator.values, actuator.where).number(effort);
  });
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
  auto input = parts().info.inputs.begin();
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

#define FREEPLAY_MOTION_OF(Bodies)                                                                     \
  template void AssemblerOf<Bodies>::add_tables();                                                     \
  template int AssemblerOf<Bodies>::add_formula(const std::string&, const Where&, const std::string&); \
  template bool AssemblerOf<Bodies>::names_joint(const freeplay::Joint&) const;                        \
  template void AssemblerOf<Bodies>::add_stop();                                                       \
  template void AssemblerOf<Bodies>::add_actuator(const Actuator&);                                    \
  template void AssemblerOf<Bodies>::list_inputs(const Force&);                                        \
  template void AssemblerOf<Bodies>::read_inputs();
FREEPLAY_MOTION_OF(PlanarBodies)
FREEPLAY_MOTION_OF(SpatialBodies)
#undef FREEPLAY_MOTION_OF

}  // namespace freeplay
