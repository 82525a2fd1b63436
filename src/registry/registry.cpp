// SPDX-License-Identifier: Apache-2.0
#include "registry/registry.h"

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

const RegistryInfo& registry(const std::string& name) {
  for (const RegistryInfo& info : catalogue()) {
    if (info.name == name) return info;
  }
  // Registry names are literals in the program: an unknown one is a bug, not a mistake of the user.
  throw std::logic_error("no registry named \"" + name + "\"");
}

}  // namespace freeplay
