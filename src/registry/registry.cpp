// SPDX-License-Identifier: Apache-2.0
#include "freeplay/registry.h"

#include <algorithm>
#include <stdexcept>

namespace freeplay {

const EntryInfo* RegistryInfo::find(const std::string& word) const {
  for (const EntryInfo* entry : entries) {
    if (word == entry->name) return entry;
  }
  return nullptr;
}

std::vector<std::string> RegistryInfo::names() const {
  std::vector<std::string> words;
  words.reserve(entries.size());
  for (const EntryInfo* entry : entries) words.emplace_back(entry->name);
  return words;
}

RegistryInfo& registry_named(std::vector<RegistryInfo>& catalogue, const std::string& name) {
  for (RegistryInfo& info : catalogue) {
    if (info.name == name) return info;
  }
  throw std::logic_error("no registry named \"" + name + "\"");
}

void check_entry(const EntryInfo& entry, const RegistryInfo& registry) {
  const std::string name = entry.name == nullptr ? "" : entry.name;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  if (name.empty() || !(name[0] >= 'a' && name[0] <= 'z') ||
      !std::all_of(name.begin(), name.end(), is_letter)) {
    throw std::invalid_argument("a method of the registry " + registry.name + " is called \"" + name +
                                "\"; names are words of small letters, digits and _");
  }
  if (registry.find(name) != nullptr) {
    throw std::invalid_argument("the registry " + registry.name + " has a method \"" + name + "\" already");
  }
  for (const Param& param : entry.params) {
    if (param.key == nullptr || param.unit == nullptr || param.help == nullptr || *param.help == '\0') {
      throw std::invalid_argument("a parameter of the method \"" + name + "\" lacks its key, unit or help");
    }
  }
}

const RegistryInfo& registry(const std::string& name) { return registry_named(catalogue(), name); }

}  // namespace freeplay
