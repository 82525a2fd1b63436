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

int bodies_of_force(const EntryInfo& entry) {
  const std::string_view name(entry.name);
  if (name == "spring_damper" || name == "torsion_spring_damper") return 2;
  for (const Param& param : entry.params) {
    if (param.kind == ParamKind::points) return 2;
  }
  return 1;
}

const EntryInfo* clearance_entry(const std::string& joint_type) {
  return registry("clearance").find(joint_type);
}

const Param* find_param(const EntryInfo& entry, std::string_view key) {
  for (const Param& param : entry.params) {
    if (key == param.key) return &param;
  }
  return nullptr;
}

}  // namespace freeplay
