// SPDX-License-Identifier: Apache-2.0
#include "model/words.h"

#include <algorithm>

#include "base/index.h"
#include "freeplay/planar_force.h"
#include "freeplay/planar_joint.h"
#include "freeplay/spatial_force.h"
#include "freeplay/spatial_joint.h"

namespace freeplay {

std::vector<std::string> words_of(const Words& choices) { return {choices.begin(), choices.end()}; }

std::string resolve_unit(const char* unit, const std::string& coordinate) {
  std::string text(unit);
  for (std::size_t at = text.find_first_of("@#"); at != std::string::npos; at = text.find_first_of("@#")) {
    if (coordinate.empty()) return {};
    text.replace(at, 1, text[at] == '@' ? coordinate : coordinate == "rad" ? "N*m" : "N");
  }
  return text;
}

const RegistryInfo& registry_in(const char* name, int dimension) {
  return registry(dimension == 3 ? std::string("spatial_") + name : std::string(name));
}

std::vector<DrivenCoordinate> driven_coordinates(const std::string& joint_type, int dimension) {
  std::vector<DrivenCoordinate> all;
  if (dimension == 3) {
    const auto* entry = find_entry<SpatialJointEntry>(joint_type);
    for (const FreeCoordinate& one : entry ? entry->coordinates : std::span<const FreeCoordinate>())
      all.push_back({one.name, one.unit});
  } else if (const auto* entry = find_entry<JointEntry>(joint_type); entry && *entry->coordinate != '\0') {
    all.push_back({"", entry->coordinate});
  }
  return all;
}

int force_bodies_of(const std::string& type, int dimension) {
  const auto bodies = [](const auto* entry) { return entry ? entry->bodies : 0; };
  return dimension == 3 ? bodies(find_entry<SpatialForceEntry>(type)) : bodies(find_entry<ForceEntry>(type));
}

std::span<const char* const> force_inputs_of(const std::string& type, int dimension) {
  const auto inputs = [](const auto* entry) {
    return entry ? entry->inputs : std::span<const char* const>();
  };
  return dimension == 3 ? inputs(find_entry<SpatialForceEntry>(type)) : inputs(find_entry<ForceEntry>(type));
}

int coordinate_place(const std::vector<DrivenCoordinate>& all, const std::string& name) {
  if (name.empty()) return all.size() == 1 ? 0 : -1;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].name == name) return to_int(k);
  }
  return -1;
}

std::string driven_unit(const std::string& joint_type, int dimension, const std::string& name) {
  const std::vector<DrivenCoordinate> all = driven_coordinates(joint_type, dimension);
  const int place = coordinate_place(all, name);
  return place < 0 ? "" : all[idx(place)].unit;
}

const EntryInfo* clearance_entry(const std::string& joint_type) {
  return registry("clearance").find(joint_type);
}

bool always_pushes(const std::string& joint_type) {
  return registry("joint").find(joint_type) == nullptr && clearance_entry(joint_type) != nullptr;
}

bool has_play(const Joint& joint) {
  return joint.values.count("clearance") != 0 || joint.play || always_pushes(joint.type);
}

bool touches(const Shape& shape) {
  const auto contact = shape.values.find("contact");
  return contact != shape.values.end() ? std::get<bool>(contact->second.data) : shape.type != "mesh";
}

std::vector<std::string> joint_types() {
  std::vector<std::string> words = registry("joint").names();
  for (const std::string& word : registry("clearance").names()) {
    if (always_pushes(word)) words.push_back(word);
  }
  return words;
}

const Param* find_param(const EntryInfo& entry, std::string_view key) {
  for (const Param& param : entry.params) {
    if (key == param.key) return &param;
  }
  return nullptr;
}

}  // namespace freeplay
