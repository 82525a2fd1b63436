// SPDX-License-Identifier: Apache-2.0
// Numbers with units: "0.5 mm", "1500 rpm", "240 N/mm", "1e-3 kg m^2", "10 N*s/m", "3°".
//
// Grammar:  quantity = number [unit];  unit = factor { ("*" | "·" | " " | "/") factor };
//           factor = symbol [exponent] | "1" | "(" unit ")";
//           exponent = "^" integer [".5"] | superscript digits
// Products and quotients are taken from left to right. SI prefixes p n u µ m c d k M G T stand before
// m, g, s, N, Pa, J, W, A, V, Ohm, Hz, rad and bar. Nothing depends on the locale.
//
// Decimal prefixes are moved into the exponent of the number before it is converted, so "0.2 mm" is
// exactly the double that 0.0002 is.
#pragma once

#include <string>
#include <string_view>

namespace freeplay {

struct Scale;  // base/unit_scale.h

/// A number in SI units, or why there is none.
struct Quantity {
  double value = 0;
  std::string error;  ///< a sentence without the key; empty when the text was understood
  std::string hint;   ///< what to write instead; may be empty

  explicit operator bool() const { return error.empty(); }
};

/// Reads `text`, which must have the dimension of the SI unit `unit` ("m", "N*s/m", "-" for a plain
/// number). With an empty `unit` any dimension is accepted and the value is still converted to SI.
/// The radian counts as a unit of its own here, so that a length is never taken for an angle, but it may
/// be left out where it is expected ("10 N*m" for N*m/rad). What the unit written is goes to `given`.
Quantity parse_quantity(std::string_view text, std::string_view unit, Scale* given = nullptr);

/// A plain decimal number ("1e-3", "+.5", "−2"), nothing before or after it, finite, independent of the
/// locale. False when `text` is anything else.
bool parse_number(std::string_view text, double& value);

/// Why `value` cannot be a physical number (not finite, or of absurd size); empty when it can.
std::string magnitude_error(double value);

/// What the unit measures, in words: "a length", "an angular velocity"; the unit itself when it has no name.
std::string dimension_name(std::string_view unit);

/// A text a user could write for the unit: "0.5 mm" for "m"; empty for "-".
std::string example_of(std::string_view unit);

}  // namespace freeplay
