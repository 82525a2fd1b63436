// SPDX-License-Identifier: Apache-2.0
#include "base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "base/unit_scale.h"
#include "freeplay/diagnostics.h"
#include "freeplay/units.h"

namespace freeplay {
namespace {

constexpr double kLargest = 1e100;
constexpr double kSmallest = 1e-100;
constexpr std::size_t kLongestText = 200;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// The number at the start of a text, as digits without the exponent.
struct Number {
  std::string mantissa;
  long exponent = 0;
  std::size_t length = 0;  // of the text used; 0 when there is no number
};

Number scan_number(std::string_view text) {
  Number number;
  std::size_t i = 0;
  if (text.starts_with("-") || text.starts_with("\u2212")) {
    number.mantissa = "-";
    i = text.front() == '-' ? 1 : 3;
  } else if (text.starts_with("+")) {
    i = 1;
  }
  bool digits = false;
  for (bool point = false; i < text.size() && (is_digit(text[i]) || (text[i] == '.' && !point)); ++i) {
    point = point || text[i] == '.';
    digits = digits || is_digit(text[i]);
    number.mantissa += text[i];
  }
  if (!digits) return {};
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    std::size_t j = i + 1;
    const bool negative = j < text.size() && text[j] == '-';
    if (j < text.size() && (text[j] == '-' || text[j] == '+')) ++j;
    if (j < text.size() && is_digit(text[j])) {
      for (; j < text.size() && is_digit(text[j]); ++j) {
        number.exponent = std::min(number.exponent * 10 + (text[j] - '0'), 100000L);
      }
      if (negative) number.exponent = -number.exponent;
      i = j;
    }
  }
  number.length = i;
  return number;
}

bool is_zero(const std::string& mantissa) { return mantissa.find_first_of("123456789") == std::string::npos; }

// mantissa · 10^exponent, correctly rounded.
bool to_double(const Number& number, long decade, double& value) {
  if (is_zero(number.mantissa)) {
    value = 0;
    return true;
  }
  const std::string text = fmt::format("{}e{}", number.mantissa, number.exponent + decade);
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  return status == std::errc() && end == text.data() + text.size();
}

std::string unknown_unit_hint(const std::string& unknown, std::string_view unit) {
  std::vector<std::string> candidates = unit_symbols();
  for (const char* common :
       {"mm", "cm", "km", "um", "ms", "us", "kN", "MN", "kPa", "MPa", "GPa", "mrad", "kHz"}) {
    candidates.emplace_back(common);
  }
  const std::string guess = did_you_mean(unknown, candidates);
  const std::string example = example_of(unit);
  std::string hint;
  if (!guess.empty()) hint = fmt::format("did you mean \"{}\"?", guess);
  if (!example.empty()) hint += fmt::format("{}write it like \"{}\"", hint.empty() ? "" : " ", example);
  return hint;
}

bool same_dimension(const Scale& given, const Scale& expected) {
  Dimension bare = expected.dimension;
  if (given.dimension == bare) return true;
  bare.power[3] = 0;
  return given.dimension == bare && given.dimension != Dimension{} && !given.hertz;
}

Quantity refused(std::string error, std::string hint = {}) { return {0, std::move(error), std::move(hint)}; }

std::string like(std::string_view unit) {
  const std::string example = example_of(unit);
  return example.empty() ? std::string() : fmt::format("write it like \"{}\"", example);
}

}  // namespace

bool parse_number(std::string_view text, double& value) {
  const std::string_view bare = trimmed(text);
  const Number number = scan_number(bare);
  if (number.length == 0 || number.length != bare.size()) return false;
  return to_double(number, 0, value);
}

std::string magnitude_error(double value) {
  if (std::isnan(value)) return "is not a number (nan)";
  if (std::isinf(value)) return "is not finite (inf)";
  if (std::abs(value) > kLargest) return fmt::format("{} is absurdly large", value);
  if (value != 0 && std::abs(value) < kSmallest) return fmt::format("{} is absurdly small", value);
  return {};
}

Quantity parse_quantity(std::string_view text, std::string_view unit, Scale* written) {
  const std::string_view bare = trimmed(text);
  if (bare.size() > kLongestText) return refused("the text is too long to be a number with a unit");
  const Number number = scan_number(bare);
  if (number.length == 0) {
    return refused(fmt::format("\"{}\" does not begin with a number", text), like(unit));
  }
  const std::string_view after = bare.substr(number.length);
  if (after.starts_with(",") || after.starts_with("_")) {
    return refused(fmt::format("\"{}\" is not a number", text),
                   "write a decimal point, and no thousands separator");
  }
  const std::string_view unit_text = trimmed(after);
  Scale expected;
  if (!parse_unit(unit, expected))
    return refused(fmt::format("the program's own unit \"{}\" is wrong", unit));
  Scale given;
  if (unit_text.empty()) {
    if (!unit.empty() && unit != "-") {
      return refused(fmt::format("\"{}\" has no unit; {} is expected", text, dimension_name(unit)),
                     fmt::format("write it without quotes to mean {}, or {}", unit, like(unit)));
    }
  } else {
    UnitError wrong;
    if (!parse_unit(unit_text, given, &wrong)) {
      return refused(fmt::format("in \"{}\", {}", text, wrong.message),
                     wrong.unknown.empty() ? like(unit) : unknown_unit_hint(wrong.unknown, unit));
    }
    if (!unit.empty() && !same_dimension(given, expected)) {
      return refused(fmt::format("\"{}\" is {}, but {} is expected{}", text, describe(given.dimension),
                                 describe(expected.dimension),
                                 unit == "-" ? std::string() : fmt::format(" (SI unit {})", unit)),
                     like(unit));
    }
  }
  if (written != nullptr) *written = given;
  Quantity result;
  // Half a decade is left over by "N/mm^1.5".
  const auto decade = static_cast<int>(std::floor(given.decade));
  if (given.decade > decade) given.numerator *= std::sqrt(10.0);
  const bool decimal = given.numerator == given.denominator;
  if (!to_double(number, decimal ? decade : 0, result.value)) {
    return refused(fmt::format("\"{}\" has an absurd size", text));
  }
  if (!decimal) {
    // Powers of ten up to 22 are exact, so one division is one rounding.
    const double power_of_ten = std::pow(10.0, std::abs(decade));
    result.value = result.value * given.numerator / given.denominator;
    result.value = decade < 0 ? result.value / power_of_ten : result.value * power_of_ten;
  }
  if (const std::string wrong = magnitude_error(result.value); !wrong.empty()) {
    return refused(fmt::format("\"{}\" {}", text, wrong));
  }
  return result;
}

double in_si(std::string_view text, std::string_view unit) {
  const Quantity quantity = parse_quantity(text, unit);
  if (!quantity)
    throw std::invalid_argument(quantity.hint.empty() ? quantity.error
                                                      : quantity.error + "; " + quantity.hint);
  return quantity.value;
}

std::string dimension_name(std::string_view unit) {
  Scale scale;
  if (!parse_unit(unit, scale)) return std::string(unit);
  const NamedDimension* entry = find_named(scale.dimension);
  return entry != nullptr ? entry->name : std::string(unit);
}

std::string example_of(std::string_view unit) {
  Scale scale;
  if (unit.empty() || unit == "-" || !parse_unit(unit, scale)) return {};
  const NamedDimension* entry = find_named(scale.dimension);
  return entry != nullptr ? entry->example : fmt::format("1 {}", unit);
}

}  // namespace freeplay
