// SPDX-License-Identifier: Apache-2.0
#include "formula/functions.h"
#include "base/index.h"
#include "freeplay/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace freeplay::formula {
namespace {

constexpr int kAny = 64;  // arguments at most

/// x − y·floor(x/y): the remainder that has the sign of y, so that an angle stays in [0, 2π).
double remainder_of(double x, double y) {
  const double rest = std::fmod(x, y);
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

constexpr Function all[] = {
    {"abs", 1, 1, UnitRule::same, [](double x, double) { return std::abs(x); }, "|x|"},
    {"acos", 1, 1, UnitRule::to_angle, [](double x, double) { return std::acos(x); }, "arc cosine"},
    {"asin", 1, 1, UnitRule::to_angle, [](double x, double) { return std::asin(x); }, "arc sine"},
    {"atan", 1, 1, UnitRule::to_angle, [](double x, double) { return std::atan(x); }, "arc tangent"},
    {"atan2", 2, 2, UnitRule::ratio_angle, [](double y, double x) { return std::atan2(y, x); },
     "the angle of the point (x, y): atan2(y, x)"},
    {"cbrt", 1, 1, UnitRule::cube_root, [](double x, double) { return std::cbrt(x); }, "third root"},
    {"ceil", 1, 1, UnitRule::plain, [](double x, double) { return std::ceil(x); }, "rounded up"},
    {"cos", 1, 1, UnitRule::from_angle, [](double x, double) { return std::cos(x); }, "cosine"},
    {"cosh", 1, 1, UnitRule::plain, [](double x, double) { return std::cosh(x); }, "hyperbolic cosine"},
    {"exp", 1, 1, UnitRule::plain, [](double x, double) { return std::exp(x); }, "e to the power of x"},
    {"floor", 1, 1, UnitRule::plain, [](double x, double) { return std::floor(x); }, "rounded down"},
    {"hypot", 2, 2, UnitRule::same, [](double x, double y) { return std::hypot(x, y); }, "sqrt(x² + y²)"},
    {"log", 1, 1, UnitRule::plain, [](double x, double) { return std::log(x); }, "natural logarithm"},
    {"log10", 1, 1, UnitRule::plain, [](double x, double) { return std::log10(x); }, "decimal logarithm"},
    {"max", 2, kAny, UnitRule::same, [](double x, double y) { return std::max(x, y); }, "the largest"},
    {"min", 2, kAny, UnitRule::same, [](double x, double y) { return std::min(x, y); }, "the smallest"},
    {"mod", 2, 2, UnitRule::same, remainder_of, "x − y·floor(x/y)"},
    {"round", 1, 1, UnitRule::plain, [](double x, double) { return std::round(x); },
     "to the nearest whole number"},
    {"sign", 1, 1, UnitRule::sign, [](double x, double) { return sign_of(x); }, "−1, 0 or 1"},
    {"sin", 1, 1, UnitRule::from_angle, [](double x, double) { return std::sin(x); }, "sine"},
    {"sinh", 1, 1, UnitRule::plain, [](double x, double) { return std::sinh(x); }, "hyperbolic sine"},
    {"sqrt", 1, 1, UnitRule::root, [](double x, double) { return std::sqrt(x); }, "square root"},
    {"tan", 1, 1, UnitRule::from_angle, [](double x, double) { return std::tan(x); }, "tangent"},
    {"tanh", 1, 1, UnitRule::plain, [](double x, double) { return std::tanh(x); }, "hyperbolic tangent"},
};

constexpr Constant known_constants[] = {{"pi", 3.14159265358979323846}};

}  // namespace

std::span<const Function> functions() { return all; }

int find_function(std::string_view name) {
  for (std::size_t i = 0; i < std::size(all); ++i) {
    if (name == all[i].name) return to_int(i);
  }
  return -1;
}

int find_table(const Tables& tables, std::string_view name) {
  const auto found = std::find_if(tables.begin(), tables.end(),
                                  [&](const TableFunction& table) { return table.name == name; });
  return found == tables.end() ? -1 : to_int(idx(found - tables.begin()));
}

std::string hint_for_function(std::string_view name, const Tables* tables) {
  std::vector<std::string> known;
  for (const Function& function : all) known.emplace_back(function.name);
  for (const TableFunction& table : tables == nullptr ? Tables() : *tables) known.push_back(table.name);
  const std::string guess = did_you_mean(std::string(name), known);
  return guess.empty() ? "to multiply, write *" : fmt::format("did you mean \"{}\"?", guess);
}

std::span<const Constant> constants() { return known_constants; }

const Constant* find_constant(std::string_view name) {
  for (const Constant& constant : known_constants) {
    if (name == constant.name) return &constant;
  }
  return nullptr;
}

bool is_reserved(std::string_view word) {
  return word == "and" || word == "or" || word == "not" || find_constant(word) != nullptr ||
         find_function(word) >= 0;
}

}  // namespace freeplay::formula
