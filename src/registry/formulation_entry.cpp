// SPDX-License-Identifier: Apache-2.0
#include "registry/formulation_entry.h"

#include <fmt/format.h>

namespace freeplay {

bool Claim::with(const Values& values) const {
  if (!holds || except_key == nullptr) return holds;
  const auto given = values.find(except_key);
  const auto* chosen = given == values.end() ? nullptr : std::get_if<std::string>(&given->second.data);
  return chosen == nullptr || *chosen != except_word;
}

std::string Claim::text() const {
  if (!holds) return "no";
  return except_key == nullptr ? "yes" : fmt::format("yes, except {} = {}", except_key, except_word);
}

}  // namespace freeplay
