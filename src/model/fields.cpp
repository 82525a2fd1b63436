// SPDX-License-Identifier: Apache-2.0
#include "model/fields.h"

#include <algorithm>

namespace freeplay {

std::vector<std::string> words_of(const char* choices) {
  std::vector<std::string> words;
  if (choices == nullptr) return words;
  const std::string_view all(choices);
  for (std::size_t start = 0; start <= all.size();) {
    const std::size_t end = std::min(all.find('|', start), all.size());
    words.emplace_back(all.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

std::string resolve_unit(const char* unit, const std::string& coordinate) {
  std::string text(unit);
  const std::size_t at = text.find('@');
  if (at == std::string::npos) return text;
  if (coordinate.empty()) return {};
  return text.replace(at, 1, coordinate);
}

const RegistryInfo& registry_in(const char* name, int dimension) {
  return registry(dimension == 3 ? std::string("spatial_") + name : std::string(name));
}

std::vector<DrivenCoordinate> driven_coordinates(const std::string& joint_type, int dimension) {
  std::vector<DrivenCoordinate> all;
  const EntryInfo* entry = registry_in("joint", dimension).find(joint_type);
  if (entry == nullptr || *entry->coordinate == '\0') return all;
  for (const std::string& word : words_of(entry->coordinate)) {
    const std::size_t colon = word.find(':');
    all.push_back(colon == std::string::npos
                      ? DrivenCoordinate{"", word}
                      : DrivenCoordinate{word.substr(0, colon), word.substr(colon + 1)});
  }
  return all;
}

std::string driven_unit(const std::string& joint_type, int dimension, const std::string& name) {
  const std::vector<DrivenCoordinate> all = driven_coordinates(joint_type, dimension);
  if (name.empty()) return all.size() == 1 ? all[0].unit : "";
  for (const DrivenCoordinate& coordinate : all) {
    if (coordinate.name == name) return coordinate.unit;
  }
  return "";
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
  const bool off = contact != shape.values.end() && !std::get<bool>(contact->second.data);
  return shape.type != "mesh" && !off;
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
