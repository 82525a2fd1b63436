// SPDX-License-Identifier: Apache-2.0
#include "base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include "freeplay/diagnostics.h"

namespace freeplay {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kLargest = 1e100;
constexpr double kSmallest = 1e-100;
constexpr std::size_t kLongestText = 200;
constexpr int kLargestExponent = 9;
constexpr int kDeepest = 8;

// Exponents of metre, kilogram, second, radian; halves of whole numbers, which doubles hold exactly.
struct Dimension {
  std::array<double, 4> power{};
  bool operator==(const Dimension&) const = default;
};

// A unit is 10^decade · numerator / denominator in SI. Decimal scales stay in `decade`, where they cost no
// rounding.
struct Scale {
  Dimension dimension;
  double decade = 0;
  double numerator = 1;
  double denominator = 1;
  bool hertz = false;  // cycles are not radians: "25 Hz" for rad/s would be wrong by 2π
};

struct Symbol {
  const char* name;
  Dimension dimension;
  double decade = 0;
  double numerator = 1;
  double denominator = 1;
  bool prefix = false;  // may stand after an SI prefix
};

constexpr Dimension kLength{{1, 0, 0, 0}}, kMass{{0, 1, 0, 0}}, kTime{{0, 0, 1, 0}}, kAngle{{0, 0, 0, 1}},
    kForce{{1, 1, -2, 0}}, kPressure{{-1, 1, -2, 0}}, kEnergy{{2, 1, -2, 0}}, kPower{{2, 1, -3, 0}},
    kFrequency{{0, 0, -1, 0}}, kSpin{{0, 0, -1, 1}}, kPlain{};

constexpr Symbol symbols[] = {
    {"m", kLength, 0, 1, 1, true},
    {"in", kLength, -4, 254},
    {"ft", kLength, -4, 3048},
    {"kg", kMass},
    {"g", kMass, -3, 1, 1, true},
    {"t", kMass, 3},
    {"lb", kMass, -8, 45359237},
    {"s", kTime, 0, 1, 1, true},
    {"min", kTime, 0, 60},
    {"h", kTime, 0, 3600},
    {"rad", kAngle, 0, 1, 1, true},
    {"deg", kAngle, 0, kPi, 180},
    {"°", kAngle, 0, kPi, 180},
    {"rev", kAngle, 0, 2 * kPi},
    {"rpm", kSpin, 0, kPi, 30},
    {"Hz", kFrequency, 0, 1, 1, true},
    {"N", kForce, 0, 1, 1, true},
    {"lbf", kForce, -13, 44482216152605.0},
    {"Pa", kPressure, 0, 1, 1, true},
    {"bar", kPressure, 5, 1, 1, true},
    {"J", kEnergy, 0, 1, 1, true},
    {"W", kPower, 0, 1, 1, true},
    {"%", kPlain, -2},
};

struct Prefix {
  const char* name;
  int decade;
};
constexpr Prefix prefixes[] = {{"p", -12}, {"n", -9}, {"u", -6}, {"\u00b5", -6}, {"\u03bc", -6}, {"m", -3},
                               {"c", -2},  {"d", -1}, {"k", 3},  {"M", 6},       {"G", 9},       {"T", 12}};

struct Named {
  Dimension dimension;
  const char* name;
  const char* example;
};
constexpr Named named[] = {
    {kPlain, "a plain number", ""},
    {kLength, "a length", "0.5 mm"},
    {kMass, "a mass", "250 g"},
    {kTime, "a time", "2 ms"},
    {kAngle, "an angle", "3 deg"},
    {kForce, "a force", "10 N"},
    {kPressure, "a pressure", "207 GPa"},
    {kEnergy, "a torque or an energy", "0.5 N*m"},
    {kPower, "a power", "10 W"},
    {kFrequency, "a frequency", "25 Hz"},
    {kSpin, "an angular velocity", "1500 rpm"},
    {{{0, 0, -2, 1}}, "an angular acceleration", "10 rad/s^2"},
    {{{1, 0, -1, 0}}, "a velocity", "10 mm/s"},
    {{{1, 0, -2, 0}}, "an acceleration", "9.81 m/s^2"},
    {{{2, 1, 0, 0}}, "a moment of inertia", "74 kg*mm^2"},
    {{{2, 0, 0, 0}}, "an area", "5 mm^2"},
    {{{3, 0, 0, 0}}, "a volume", "5 mm^3"},
    {{{0, 1, -2, 0}}, "a stiffness", "240 N/mm"},
    {{{0, 1, -1, 0}}, "a damping coefficient", "10 N*s/m"},
    {{{2, 1, -2, -1}}, "a torsional stiffness", "5 N*m/rad"},
    {{{2, 1, -1, -1}}, "a torsional damping coefficient", "0.1 N*m*s/rad"},
    {{{1, 1, -1, 0}}, "an impulse", "0.1 N*s"},
    {{{-3, 1, 0, 0}}, "a density", "7850 kg/m^3"},
    {{{-0.5, 1, -2, 0}}, "a contact stiffness", "3.39e10 N/m^1.5"},
};

bool begins_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// scale ← scale · other^power.
void multiply(Scale& scale, const Scale& other, double power) {
  for (std::size_t i = 0; i < scale.dimension.power.size(); ++i) {
    scale.dimension.power[i] += power * other.dimension.power[i];
  }
  scale.decade += power * other.decade;
  const double up = power > 0 ? other.numerator : other.denominator;
  const double down = power > 0 ? other.denominator : other.numerator;
  const auto times = static_cast<int>(std::abs(power));
  for (int i = 0; i < times; ++i) {
    scale.numerator *= up;
    scale.denominator *= down;
  }
  if (std::abs(power) > times) {
    scale.numerator *= std::sqrt(up);
    scale.denominator *= std::sqrt(down);
  }
  scale.hertz = scale.hertz || other.hertz;
}

bool find_symbol(std::string_view name, Scale& scale) {
  for (const Symbol& symbol : symbols) {
    if (name == symbol.name) {
      scale = {symbol.dimension, symbol.decade, symbol.numerator, symbol.denominator, name == "Hz"};
      return true;
    }
  }
  for (const Prefix& prefix : prefixes) {
    if (!begins_with(name, prefix.name)) continue;
    const std::string_view rest = name.substr(std::string_view(prefix.name).size());
    for (const Symbol& symbol : symbols) {
      if (symbol.prefix && rest == symbol.name) {
        scale = {symbol.dimension, symbol.decade + prefix.decade, symbol.numerator, symbol.denominator,
                 rest == "Hz"};
        return true;
      }
    }
  }
  return false;
}

class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : rest_(text) {}

  bool parse(Scale& scale) {
    if (!product(scale, 0)) return false;
    if (!rest_.empty()) return fail(fmt::format("\"{}\" is out of place in the unit", rest_));
    return true;
  }

  const std::string& error() const { return error_; }
  const std::string& unknown() const { return unknown_; }

 private:
  bool fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
    return false;
  }

  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }

  bool take(std::string_view token) {
    if (!begins_with(rest_, token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  bool product(Scale& scale, int depth) {
    if (!factor(scale, 1, depth)) return false;
    for (;;) {
      skip_blanks();
      if (rest_.empty() || rest_.front() == ')') return true;
      int sign = 1;
      if (take("/")) {
        sign = -1;
      } else if (!take("*") && !take("\u00b7")) {
        take("\u22c5");
      }
      skip_blanks();
      if (!factor(scale, sign, depth)) return false;
    }
  }

  bool factor(Scale& scale, int sign, int depth) {
    if (depth > kDeepest) return fail("the unit is nested too deeply");
    Scale one;
    if (take("(")) {
      skip_blanks();
      if (!product(one, depth + 1)) return false;
      skip_blanks();
      if (!take(")")) return fail("a closing parenthesis is missing in the unit");
    } else if (!symbol(one)) {
      return false;
    }
    double power = 1;
    if (!exponent(power)) return false;
    multiply(scale, one, sign * power);
    for (const double here : scale.dimension.power) {
      if (2 * here != std::floor(2 * here)) return fail("the exponents in the unit multiply to quarters");
    }
    return true;
  }

  bool symbol(Scale& one) {
    std::size_t length = 0;
    while (length < rest_.size()) {
      const auto c = static_cast<unsigned char>(rest_[length]);
      const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '%' || c == '_';
      const std::string_view here = rest_.substr(length);
      if (letter) {
        ++length;
      } else if (begins_with(here, "\u00b5") || begins_with(here, "\u03bc") || begins_with(here, "°")) {
        length += 2;
      } else {
        break;
      }
    }
    if (length == 0) {
      if (begins_with(rest_, "1") && (rest_.size() == 1 || !is_digit(rest_[1]))) return take("1");
      return fail(rest_.empty() ? "the unit is incomplete"
                                : fmt::format("\"{}\" is out of place in the unit", rest_));
    }
    const std::string_view name = rest_.substr(0, length);
    if (!find_symbol(name, one)) {
      unknown_ = std::string(name);
      return fail(fmt::format("\"{}\" is not a known unit", name));
    }
    rest_.remove_prefix(length);
    return true;
  }

  bool exponent(double& power) {
    static constexpr std::string_view superscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const bool caret = take("^");
    const bool negative = take(caret ? "-" : "⁻");
    for (int digit = 0; digit <= kLargestExponent; ++digit) {
      const bool found = caret
                             ? take(std::string_view("0123456789").substr(static_cast<std::size_t>(digit), 1))
                             : take(superscripts[digit]);
      if (!found) continue;
      if (!rest_.empty() && is_digit(rest_.front())) return fail("the exponent in the unit is too large");
      power = digit;
      if (caret && take(".")) {
        if (take("5")) {
          power += 0.5;
        } else if (!take("0")) {
          return fail("the exponent in the unit is not a whole or half number");
        }
        if (!rest_.empty() && is_digit(rest_.front())) {
          return fail("the exponent in the unit is not a whole or half number");
        }
      }
      if (negative) power = -power;
      return true;
    }
    if (caret || negative) return fail("the exponent in the unit is not a whole or half number");
    return true;
  }

  std::string_view rest_;
  std::string error_, unknown_;
};

// The number at the start of a text, as digits without the exponent.
struct Number {
  std::string mantissa;
  long exponent = 0;
  std::size_t length = 0;  // of the text used; 0 when there is no number
};

Number scan_number(std::string_view text) {
  Number number;
  std::size_t i = 0;
  if (begins_with(text, "-") || begins_with(text, "\u2212")) {
    number.mantissa = "-";
    i = text.front() == '-' ? 1 : 3;
  } else if (begins_with(text, "+")) {
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

bool parse_unit(std::string_view unit, Scale& scale) {
  if (unit.empty() || unit == "-") return true;
  return UnitParser(unit).parse(scale);
}

const Named* find_named(const Dimension& dimension) {
  for (const Named& entry : named) {
    if (entry.dimension == dimension) return &entry;
  }
  return nullptr;
}

std::string describe(const Dimension& dimension) {
  if (const Named* entry = find_named(dimension)) return entry->name;
  static constexpr const char* base[] = {"m", "kg", "s", "rad"};
  std::string text = "a quantity in";
  for (std::size_t i = 0; i < dimension.power.size(); ++i) {
    if (dimension.power[i] == 1) text += fmt::format(" {}", base[i]);
    if (dimension.power[i] != 1 && dimension.power[i] != 0) {
      text += fmt::format(" {}^{}", base[i], dimension.power[i]);
    }
  }
  return text;
}

std::string unknown_unit_hint(const std::string& unknown, std::string_view unit) {
  std::vector<std::string> candidates;
  for (const Symbol& symbol : symbols) candidates.emplace_back(symbol.name);
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
  return given.dimension == bare && given.dimension != kPlain && !given.hertz;
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

Quantity parse_quantity(std::string_view text, std::string_view unit) {
  const std::string_view bare = trimmed(text);
  if (bare.size() > kLongestText) return refused("the text is too long to be a number with a unit");
  const Number number = scan_number(bare);
  if (number.length == 0) {
    return refused(fmt::format("\"{}\" does not begin with a number", text), like(unit));
  }
  const std::string_view after = bare.substr(number.length);
  if (begins_with(after, ",") || begins_with(after, "_")) {
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
    UnitParser parser(unit_text);
    if (!parser.parse(given)) {
      const std::string hint =
          parser.unknown().empty() ? like(unit) : unknown_unit_hint(parser.unknown(), unit);
      return refused(fmt::format("in \"{}\", {}", text, parser.error()), hint);
    }
    if (!unit.empty() && !same_dimension(given, expected)) {
      return refused(fmt::format("\"{}\" is {}, but {} is expected{}", text, describe(given.dimension),
                                 describe(expected.dimension),
                                 unit == "-" ? std::string() : fmt::format(" (SI unit {})", unit)),
                     like(unit));
    }
  }
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

std::string dimension_name(std::string_view unit) {
  Scale scale;
  if (!parse_unit(unit, scale)) return std::string(unit);
  const Named* entry = find_named(scale.dimension);
  return entry != nullptr ? entry->name : std::string(unit);
}

std::string example_of(std::string_view unit) {
  Scale scale;
  if (unit.empty() || unit == "-" || !parse_unit(unit, scale)) return {};
  const Named* entry = find_named(scale.dimension);
  return entry != nullptr ? entry->example : fmt::format("1 {}", unit);
}

}  // namespace freeplay
