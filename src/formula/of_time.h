// SPDX-License-Identifier: Apache-2.0
// A formula of the time t alone, with its first two derivatives: `= 30 deg*sin(2*pi*5 Hz*t)`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formula/formula.h"

namespace freeplay::formula {

/// A value with its derivatives with respect to time.
struct Jet {
  double value = 0, rate = 0, second = 0;
};

class OfTime {
 public:
  /// `text` has its "=". Nothing, and why, when it is no formula of t, or does not give the SI unit `unit`
  /// ("" for any).
  static std::optional<OfTime> parse(std::string_view text, const std::string& unit, Mistake& mistake);

  double value(double t) const { return formula_.value({&t, 1}); }
  /// By the chain rule along the formula. Where a derivative jumps (abs, min, a condition) it is that of the
  /// branch that holds at t.
  Jet at(double t) const;

 private:
  Formula formula_;
};

/// Why a formula does not give what is expected; "" when it does.
std::string unit_error(const Amount& amount, const std::string& unit);
/// What to do about it; may be empty.
std::string unit_hint(const Amount& amount, const std::string& unit);

/// The amount of a formula in which t is the time: in seconds if any part of it has a unit, else bare.
std::optional<Amount> amount_over_time(const Formula& formula, std::vector<Amount> slots, double t,
                                       Mistake& mistake);

}  // namespace freeplay::formula
