// SPDX-License-Identifier: Apache-2.0
// A formula: its value and the value with its unit are the same number.
#include "formula/formula.h"

#include <cmath>
#include <vector>

#include "fuzz/input.h"
#include "fuzz/target.h"

FREEPLAY_FUZZ_TARGET(formula) {
  const std::string text = freeplay::fuzzing::text_of(data, size);
  freeplay::formula::Mistake mistake;
  const auto formula = freeplay::formula::Formula::parse(text, mistake);
  if (!formula) {
    if (mistake.message.empty() || mistake.at > text.size())
      freeplay::fuzzing::found("a mistake without a message or a place");
    return 0;
  }
  std::vector<freeplay::formula::Amount> amounts;
  std::vector<double> values;
  for (std::size_t i = 0; i < formula->names().size(); ++i) {
    freeplay::formula::Amount amount;
    amount.value = 0.5 + static_cast<double>(i);
    if (i % 2 == 1) amount.dimension.power[0] = 1;
    amount.bare = i % 2 == 0;
    amounts.push_back(amount);
    values.push_back(amount.value);
  }
  const double value = formula->value(values);
  const auto amount = formula->amount(amounts, mistake);
  if (amount && (!std::isfinite(amount->value) || amount->value != value))
    freeplay::fuzzing::found("a formula with two values");
  return 0;
}
