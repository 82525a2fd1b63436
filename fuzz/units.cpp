// SPDX-License-Identifier: Apache-2.0
// Numbers with units, and with tolerances. The first byte chooses the unit that is asked for.
#include "base/units.h"

#include <array>
#include <cmath>

#include "base/fits.h"
#include "fuzz/input.h"
#include "fuzz/target.h"

FREEPLAY_FUZZ_TARGET(units) {
  constexpr std::array<const char*, 8> kUnits{"", "-", "m", "rad/s", "kg*m^2", "N*s/m", "N/m^1.5", "Pa"};
  if (size == 0) return 0;
  const char* const unit = kUnits[data[0] % kUnits.size()];
  const std::string text = freeplay::fuzzing::text_of(data + 1, size - 1);
  const freeplay::Quantity quantity = freeplay::parse_quantity(text, unit);
  if (quantity && !std::isfinite(quantity.value)) freeplay::fuzzing::found("a quantity that is not finite");
  if (freeplay::is_toleranced(text)) {
    const freeplay::Toleranced size_with_limits = freeplay::parse_toleranced(text, unit);
    if (size_with_limits && !(size_with_limits.low <= size_with_limits.nominal &&
                              size_with_limits.nominal <= size_with_limits.high))
      freeplay::fuzzing::found("a size that is not within its limits");
  }
  double plain = 0;
  if (freeplay::parse_number(text, plain) && !std::isfinite(plain))
    freeplay::fuzzing::found("a number that is not finite");
  return 0;
}
