// SPDX-License-Identifier: Apache-2.0
#include "formula/of_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "base/units.h"
#include "formula/functions.h"
#include "formula/operations.h"

namespace freeplay::formula {
namespace {

Jet operator+(const Jet& a, const Jet& b) {
  return {a.value + b.value, a.rate + b.rate, a.second + b.second};
}
Jet operator-(const Jet& a) { return {-a.value, -a.rate, -a.second}; }
Jet operator*(const Jet& a, const Jet& b) {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate,
          a.second * b.value + 2 * a.rate * b.rate + a.value * b.second};
}

/// f(a) from f, f' and f'' at a's value.
Jet chain(const Jet& a, double f, double first, double second) {
  return {f, first * a.rate, second * a.rate * a.rate + first * a.second};
}

/// c·x^p, 0 where c is 0: the derivatives of x² have no pole at 0.
double monomial(double c, double x, double p) { return c == 0 ? 0 : c * std::pow(x, p); }

Jet quotient(const Jet& a, const Jet& b) {
  const double x = b.value;
  Jet out = a * chain(b, 1 / x, -1 / (x * x), 2 / (x * x * x));
  out.value = a.value / b.value;  // the bits of Formula::value
  return out;
}

Jet power(const Jet& a, const Jet& b) {
  const double value = joined(Op::power, a.value, b.value);
  if (b.rate == 0 && b.second == 0) {
    const double p = b.value;
    return chain(a, value, monomial(p, a.value, p - 1), monomial(p * (p - 1), a.value, p - 2));
  }
  const Jet log = chain(a, std::log(a.value), 1 / a.value, -1 / (a.value * a.value));
  const Jet exponent = b * log;
  return chain(exponent, value, value, value);
}

/// The derivatives of functions of one argument, by their names in functions().
Jet of_one(std::string_view name, const Jet& a, double f) {
  const double x = a.value;
  if (name == "abs") return x < 0 ? -a : a;
  if (name == "sin") return chain(a, f, std::cos(x), -f);
  if (name == "cos") return chain(a, f, -std::sin(x), -f);
  if (name == "tan") return chain(a, f, 1 + f * f, 2 * f * (1 + f * f));
  if (name == "exp") return chain(a, f, f, f);
  if (name == "log") return chain(a, f, 1 / x, -1 / (x * x));
  if (name == "log10") return chain(a, f, 1 / (x * std::log(10.0)), -1 / (x * x * std::log(10.0)));
  if (name == "sqrt") return chain(a, f, 0.5 / f, -0.25 / (f * x));
  if (name == "cbrt") return chain(a, f, f / (3 * x), -2 * f / (9 * x * x));
  if (name == "sinh") return chain(a, f, std::cosh(x), f);
  if (name == "cosh") return chain(a, f, std::sinh(x), f);
  if (name == "tanh") return chain(a, f, 1 - f * f, -2 * f * (1 - f * f));
  if (name == "atan") return chain(a, f, 1 / (1 + x * x), -2 * x / ((1 + x * x) * (1 + x * x)));
  const double root = std::sqrt(1 - x * x);
  if (name == "asin") return chain(a, f, 1 / root, x / (root * root * root));
  if (name == "acos") return chain(a, f, -1 / root, -x / (root * root * root));
  return {f, 0, 0};  // floor, ceil, round, sign are constant wherever they have a derivative
}

Jet of_two(std::string_view name, const Jet& a, const Jet& b, double f) {
  if (name == "min" || name == "max") return f == a.value ? a : b;
  if (name == "mod") {
    // x − y·n with n = floor(x/y), which is constant between its jumps.
    const double n = std::floor(a.value / b.value);
    return {f, a.rate - n * b.rate, a.second - n * b.second};
  }
  const Jet square = a * a + b * b;
  if (name == "hypot") return chain(square, f, 0.5 / f, -0.25 / (f * f * f));
  // atan2(y, x): rate (x ẏ − y ẋ)/(x² + y²)
  const double above = b.value * a.rate - a.value * b.rate, r2 = square.value;
  const double above_rate = b.value * a.second - a.value * b.second;
  return {f, above / r2, (above_rate * r2 - above * square.rate) / (r2 * r2)};
}

Jet called(const Function& function, const Jet* arguments, std::size_t count) {
  const std::string_view name = function.name;
  if (count == 1) return of_one(name, arguments[0], function.value(arguments[0].value, 0));
  Jet out = arguments[0];
  for (std::size_t i = 1; i < count; ++i)
    out = of_two(name, out, arguments[i], function.value(out.value, arguments[i].value));
  return out;
}

Jet two_joined(Op op, const Jet& a, const Jet& b) {
  switch (op) {
    case Op::add: return a + b;
    case Op::subtract: return a + -b;
    case Op::multiply: return a * b;
    case Op::divide: return quotient(a, b);
    case Op::power: return power(a, b);
    default: return {joined(op, a.value, b.value), 0, 0};
  }
}

}  // namespace

std::string unit_error(const Amount& amount, const std::string& unit) {
  Scale expected;
  if (amount.bare || unit.empty() || !parse_unit(unit, expected)) return {};
  Dimension given = amount.dimension, wanted = expected.dimension;
  const bool angular = wanted.power[3] != 0;
  given.power[3] = wanted.power[3] = 0;
  if (given == wanted && !(amount.cycles && angular)) return {};
  return fmt::format("the formula gives {}, but {} is expected{}", describe(amount.dimension),
                     describe(expected.dimension),
                     unit == "-" ? std::string() : fmt::format(" (SI unit {})", unit));
}

std::string unit_hint(const Amount& amount, const std::string& unit) {
  Scale expected;
  if (amount.cycles && parse_unit(unit, expected) && expected.dimension.power[3] != 0)
    return "a frequency counts cycles: multiply it by 2*pi to have rad/s";
  const std::string example = example_of(unit);
  return example.empty() ? example : fmt::format("its quantities are written like \"{}\"", example);
}

std::optional<Amount> amount_in_motion(const Formula& formula, std::vector<Amount> slots,
                                       std::span<const Moving> moving, Mistake& mistake) {
  const auto has_unit = [&](const Node& node) {
    if (node.op == Op::table) return !formula.table(node).bare_x || !formula.table(node).bare_y;
    return (node.op == Op::number && !node.amount.bare) ||
           (node.op == Op::name && !moving[idx(node.index)] && !slots[idx(node.index)].bare);
  };
  const bool units = std::any_of(formula.nodes().begin(), formula.nodes().end(), has_unit);
  bool only_time = true;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!moving[i]) continue;
    only_time = only_time && formula.names()[i] == "t";
    slots[i] = {};
    if (!units) continue;
    slots[i].dimension = *moving[i];
    slots[i].bare = false;
  }
  return formula.amount(slots, mistake, only_time);
}

std::optional<OfTime> OfTime::parse(std::string_view text, const std::string& unit, Mistake& mistake,
                                    std::shared_ptr<const Tables> tables) {
  const std::size_t mark = text.find('=');
  const std::size_t start = mark == std::string_view::npos ? 0 : mark + 1;
  const auto formula = Formula::parse(text.substr(start), mistake, std::move(tables));
  mistake.at += start;
  if (!formula) return {};
  for (std::size_t i = 0; i < formula->names().size(); ++i) {
    if (formula->names()[i] == "t") continue;
    mistake = {
        start + formula->place_of(i), fmt::format("\"{}\" is not the time t", formula->names()[i]), {}};
    return {};
  }
  const std::size_t names = formula->names().size();
  const auto amount = amount_in_motion(*formula, std::vector<Amount>(names),
                                       std::vector<Moving>(names, kTimeDimension), mistake);
  mistake.at += start;
  if (!amount) return {};
  mistake = {start, unit_error(*amount, unit), unit_hint(*amount, unit)};
  if (!mistake.message.empty()) return {};
  OfTime out;
  out.formula_ = *formula;
  return out;
}

Jet OfTime::at(double t) const {
  std::array<Jet, kDeepestStack> stack;
  std::size_t top = 0;
  for (const Node& node : formula_.nodes()) {
    switch (node.op) {
      case Op::number: stack[top++] = {node.amount.value, 0, 0}; break;
      case Op::name: stack[top++] = {t, 1, 0}; break;
      case Op::negate: stack[top - 1] = -stack[top - 1]; break;
      case Op::none: stack[top - 1] = {stack[top - 1].value == 0 ? 1.0 : 0.0, 0, 0}; break;
      case Op::select:
        top -= 2;
        stack[top - 1] = stack[top - 1].value != 0 ? stack[top] : stack[top + 1];
        break;
      case Op::table: {
        const Jet& x = stack[top - 1];
        const Piecewise& curve = formula_.table(node).curve;
        stack[top - 1] = chain(x, curve.value(x.value), curve.slope(x.value), curve.curvature(x.value));
        break;
      }
      case Op::call: {
        const auto count = idx(node.count);
        top -= count - 1;
        stack[top - 1] = called(functions()[idx(node.index)], &stack[top - 1], count);
        break;
      }
      default:
        --top;
        stack[top - 1] = two_joined(node.op, stack[top - 1], stack[top]);
        break;
    }
  }
  return stack[0];
}

}  // namespace freeplay::formula
