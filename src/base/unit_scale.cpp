// SPDX-License-Identifier: Apache-2.0
#include "base/unit_scale.h"
#include "base/index.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace freeplay {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kLargestExponent = 9;
constexpr int kDeepest = 8;

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
    kFrequency{{0, 0, -1, 0}}, kSpin{{0, 0, -1, 1}}, kCurrent{{0, 0, 0, 0, 1}}, kVoltage{{2, 1, -3, 0, -1}},
    kResistance{{2, 1, -3, 0, -2}}, kPlain{};

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
    {"A", kCurrent, 0, 1, 1, true},
    {"V", kVoltage, 0, 1, 1, true},
    {"Ohm", kResistance, 0, 1, 1, true},
    {"%", kPlain, -2},
};

struct Prefix {
  const char* name;
  int decade;
};
constexpr Prefix prefixes[] = {{"p", -12}, {"n", -9}, {"u", -6}, {"\u00b5", -6}, {"\u03bc", -6}, {"m", -3},
                               {"c", -2},  {"d", -1}, {"k", 3},  {"M", 6},       {"G", 9},       {"T", 12}};

constexpr NamedDimension named[] = {
    {kPlain, "a plain number", ""},
    {kLength, "a length", "0.5 mm"},
    {kMass, "a mass", "250 g"},
    {kTime, "a time", "2 ms"},
    {kAngle, "an angle", "3 deg"},
    {kForce, "a force", "10 N"},
    {kPressure, "a pressure", "207 GPa"},
    {kEnergy, "a torque or an energy", "0.5 N*m"},
    {kPower, "a power", "10 W"},
    {kCurrent, "a current", "2 A"},
    {kVoltage, "a voltage", "24 V"},
    {kResistance, "a resistance", "0.5 Ohm"},
    {{{2, 1, -2, 0, -1}}, "a torque constant", "50 mN*m/A"},
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
    if (!name.starts_with(prefix.name)) continue;
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

  const UnitError& error() const { return error_; }

 private:
  bool fail(std::string message) {
    if (error_.message.empty()) error_.message = std::move(message);
    return false;
  }

  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }

  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
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
      } else if (here.starts_with("\u00b5") || here.starts_with("\u03bc") || here.starts_with("°")) {
        length += 2;
      } else {
        break;
      }
    }
    if (length == 0) {
      if (rest_.starts_with("1") && (rest_.size() == 1 || !is_digit(rest_[1]))) return take("1");
      return fail(rest_.empty() ? "the unit is incomplete"
                                : fmt::format("\"{}\" is out of place in the unit", rest_));
    }
    const std::string_view name = rest_.substr(0, length);
    if (!find_symbol(name, one)) {
      error_.unknown = std::string(name);
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
      const bool found =
          caret ? take(std::string_view("0123456789").substr(idx(digit), 1)) : take(superscripts[digit]);
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
  UnitError error_;
};

}  // namespace

bool parse_unit(std::string_view unit, Scale& scale, UnitError* why) {
  if (unit.empty() || unit == "-") return true;
  UnitParser parser(unit);
  if (parser.parse(scale)) return true;
  if (why != nullptr) *why = parser.error();
  return false;
}

const NamedDimension* find_named(const Dimension& dimension) {
  for (const NamedDimension& entry : named) {
    if (entry.dimension == dimension) return &entry;
  }
  return nullptr;
}

std::string describe(const Dimension& dimension) {
  if (const NamedDimension* entry = find_named(dimension)) return entry->name;
  static constexpr const char* base[] = {"m", "kg", "s", "rad", "A"};
  std::string text = "a quantity in";
  for (std::size_t i = 0; i < dimension.power.size(); ++i) {
    if (dimension.power[i] == 1) text += fmt::format(" {}", base[i]);
    if (dimension.power[i] != 1 && dimension.power[i] != 0) {
      text += fmt::format(" {}^{}", base[i], dimension.power[i]);
    }
  }
  return text;
}

std::vector<std::string> unit_symbols() {
  std::vector<std::string> names;
  for (const Symbol& symbol : symbols) names.emplace_back(symbol.name);
  return names;
}

}  // namespace freeplay
