// SPDX-License-Identifier: Apache-2.0
#include "system/bound_formula.h"

#include <fmt/format.h>

#include <utility>

namespace freeplay {

std::optional<BoundFormula> bind_formula(const std::string& text, const Model& model,
                                         const std::shared_ptr<const formula::Tables>& tables,
                                         const Where& where, const std::string& key, Diagnostics& problems) {
  formula::Mistake mistake;
  auto formula = formula::Formula::parse(std::string_view(text).substr(text.find('=') + 1), mistake, tables);
  if (!formula) {
    problems.error(where, key, "in the formula: " + mistake.message, mistake.hint);
    return {};
  }
  BoundFormula bound;
  for (const std::string& name : formula->names()) {
    const auto found = find_moving(model, name);
    if (!found) {
      problems.error(where, key, fmt::format("in the formula: \"{}\" names nothing that moves", name));
      return {};
    }
    bound.rates = bound.rates || found->is_rate();
    bound.names.push_back(*found);
  }
  if (bound.names.size() > BoundFormula::kMostNames) {
    problems.error(where, key,
                   fmt::format("the formula names {} different quantities that move; {} at most",
                               bound.names.size(), BoundFormula::kMostNames),
                   "divide it into several forces");
    return {};
  }
  bound.formula = std::move(*formula);
  return bound;
}

}  // namespace freeplay
