// SPDX-License-Identifier: Apache-2.0
// Numbers with units. The first byte chooses the unit that is asked for.
#include "base/units.h"

#include <array>
#include <cmath>

#include "fuzz/input.h"
#include "fuzz/target.h"

FREEPLAY_FUZZ_TARGET(units) {
  constexpr std::array<const char*, 8> kUnits{"", "-", "m", "rad/s", "kg*m^2", "N*s/m", "N/m^1.5", "Pa"};
  if (size == 0) return 0;
  const std::string text = freeplay::fuzzing::text_of(data + 1, size - 1);
  const freeplay::Quantity quantity = freeplay::parse_quantity(text, kUnits[data[0] % kUnits.size()]);
  if (quantity && !std::isfinite(quantity.value)) freeplay::fuzzing::found("a quantity that is not finite");
  double plain = 0;
  if (freeplay::parse_number(text, plain) && !std::isfinite(plain))
    freeplay::fuzzing::found("a number that is not finite");
  return 0;
}
