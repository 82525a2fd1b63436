// SPDX-License-Identifier: Apache-2.0
// A formula of the time t alone, with its first two derivatives: `= 30 deg*sin(2*pi*5 Hz*t)`.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
  static std::optional<OfTime> parse(std::string_view text, const std::string& unit, Mistake& mistake,
                                     std::shared_ptr<const Tables> tables = nullptr);

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

/// A name that stands for something that changes as the system moves, with what it measures.
using Moving = std::optional<Dimension>;
/// What t is.
inline constexpr Dimension kTimeDimension{{0, 0, 1, 0}};

/// The amount of a formula some of whose names move: these have their units if any other part of it has one,
/// else they are bare. They are taken as 0, where only the time may have to give a finite value.
std::optional<Amount> amount_in_motion(const Formula& formula, std::vector<Amount> slots,
                                       std::span<const Moving> moving, Mistake& mistake);

}  // namespace freeplay::formula
