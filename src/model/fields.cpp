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

std::string driven_unit(const std::string& joint_type) {
  const EntryInfo* entry = registry("joint").find(joint_type);
  return entry ? entry->coordinate : "";
}

const EntryInfo* clearance_entry(const std::string& joint_type) {
  return registry("clearance").find(joint_type);
}

bool always_pushes(const std::string& joint_type) {
  return registry("joint").find(joint_type) == nullptr && clearance_entry(joint_type) != nullptr;
}

bool has_play(const Joint& joint) {
  return joint.values.count("clearance") != 0 || always_pushes(joint.type);
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
