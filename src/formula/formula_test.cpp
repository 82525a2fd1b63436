// SPDX-License-Identifier: Apache-2.0
#include "formula/formula.h"

#include <gtest/gtest.h>
#include <muParser.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "tests/kit/allocations.h"

namespace freeplay::formula {
namespace {

std::optional<Amount> amount_of(const std::string& text, Mistake& mistake) {
  const auto formula = Formula::parse(text, mistake);
  if (!formula) return {};
  std::vector<Amount> slots;
  for (const std::string& name : formula->names())
    slots.push_back(name == "crank" ? Amount{0.0765, {{1, 0, 0, 0}}, false} : Amount{2});
  return formula->amount(slots, mistake);
}

double value_of(const std::string& text) {
  Mistake mistake;
  const auto amount = amount_of(text, mistake);
  EXPECT_TRUE(amount) << text << ": " << mistake.message;
  return amount ? amount->value : NAN;
}

/// The message, and the byte where it is.
std::pair<std::string, std::size_t> mistake_of(const std::string& text) {
  Mistake mistake;
  EXPECT_FALSE(amount_of(text, mistake)) << text;
  return {mistake.message, mistake.at};
}

TEST(Formula, HasTheUsualOrderOfOperations) {
  EXPECT_EQ(value_of("1 + 2*3"), 7);
  EXPECT_EQ(value_of("(1 + 2)*3"), 9);
  EXPECT_EQ(value_of("8/4/2"), 1);
  EXPECT_EQ(value_of("-2^2"), -4);
  EXPECT_EQ(value_of("2^3^2"), 512);
  EXPECT_EQ(value_of("2^-1"), 0.5);
  EXPECT_EQ(value_of("- -3"), 3);
  EXPECT_EQ(value_of("1 < 2 and 2 < 1 or 1"), 1);
  EXPECT_EQ(value_of("not 0 and not 0"), 1);
  EXPECT_EQ(value_of("1 > 2 ? 3 : 4 > 5 ? 6 : 7"), 7);
  EXPECT_EQ(value_of("!(2 != 2) && 3 >= 3"), 1);
  EXPECT_EQ(value_of("max(1, 5, 3) - min(4, 2)"), 3);
  EXPECT_EQ(value_of("mod(-1, 3)"), 2);
  EXPECT_EQ(value_of("x·x"), 4);
}

TEST(Formula, NumbersMayHaveUnits) {
  EXPECT_EQ(value_of("0.2 mm"), 0.0002);
  EXPECT_EQ(value_of("240 [N/mm]"), 240000);
  EXPECT_EQ(value_of("2 mm^2"), 2e-6);
  EXPECT_EQ(value_of("5 %"), 0.05);
  EXPECT_EQ(value_of("1e3"), 1000);
  EXPECT_EQ(value_of("sin(90 deg)"), 1);
  EXPECT_EQ(value_of("crank + 0"), 0.0765);
}

TEST(Formula, UnitsAreFollowed) {
  const auto dimension = [](const std::string& text) {
    Mistake mistake;
    const auto amount = amount_of(text, mistake);
    EXPECT_TRUE(amount) << text << ": " << mistake.message;
    return amount ? describe(amount->dimension) : std::string();
  };
  EXPECT_EQ(dimension("2*crank"), "a length");
  EXPECT_EQ(dimension("crank^2"), "an area");
  EXPECT_EQ(dimension("sqrt(crank*3 mm)"), "a length");
  EXPECT_EQ(dimension("cbrt(crank^3)"), "a length");
  EXPECT_EQ(dimension("240 [N/mm]*crank"), "a force");
  EXPECT_EQ(dimension("crank/(2 mm)"), "a plain number");
  EXPECT_EQ(dimension("atan2(crank, 1 mm)"), "an angle");
  EXPECT_EQ(dimension("asin(0.5)"), "an angle");
  EXPECT_EQ(dimension("x > 1 ? crank : 2 m"), "a length");
  EXPECT_EQ(dimension("7850 [kg/m^3]*crank^3"), "a mass");
}

// What never had a unit is taken in SI units; what lost it by division is not.
TEST(Formula, BareIsNotPlain) {
  const auto bare = [](const std::string& text) {
    Mistake mistake;
    return amount_of(text, mistake)->bare;
  };
  EXPECT_TRUE(bare("2*3 + x^2"));
  EXPECT_TRUE(bare("sin(x)*pi"));
  EXPECT_FALSE(bare("crank/(1 mm)"));
  EXPECT_FALSE(bare("sin(30 deg)"));
  EXPECT_FALSE(bare("2^(crank/(1 m))"));
}

TEST(Formula, MistakesHaveAPlace) {
  using At = std::pair<std::string, std::size_t>;
  EXPECT_EQ(mistake_of(""), At("the formula is empty", 0));
  EXPECT_EQ(mistake_of("2*"), At("the formula ends where a value is expected", 2));
  EXPECT_EQ(mistake_of("(1 + 2"), At("this bracket is not closed", 0));
  EXPECT_EQ(mistake_of("1 + 2)"), At("this bracket closes nothing", 5));
  EXPECT_EQ(mistake_of("1 < 2 < 3"), At("comparisons cannot be chained", 6));
  EXPECT_EQ(mistake_of("x = 3"), At("one \"=\" compares nothing", 2));
  EXPECT_EQ(mistake_of("2**3"), At("powers are written with ^", 1));
  EXPECT_EQ(mistake_of("x y"), At("an operator is missing here", 2));
  EXPECT_EQ(mistake_of("2 + foo(1)"), At("there is no function \"foo\"", 4));
  EXPECT_EQ(mistake_of("1 + sin"), At("the function sin has no arguments", 4));
  EXPECT_EQ(mistake_of("atan2(1)"), At("atan2 takes 2 arguments; found 1", 0));
  EXPECT_EQ(mistake_of("min(1)"), At("min takes 2 or more arguments; found 1", 0));
  EXPECT_EQ(mistake_of("1 + 2 furlong"), At("in \"2 furlong\", \"furlong\" is not a known unit", 4));
  EXPECT_EQ(mistake_of("3 [N/"), At("this bracket is not closed", 2));
  EXPECT_EQ(mistake_of("1.2.3"), At("\"1.2.3\" is not a number", 0));
  EXPECT_EQ(mistake_of("1 ? 2"), At("expected \":\" and what holds otherwise", 5));
  EXPECT_EQ(mistake_of("and 1"), At("\"and\" needs a condition before it", 0));
  EXPECT_EQ(mistake_of("1 + $"), At("\"$\" is out of place", 4));
  EXPECT_EQ(mistake_of("crank + 3"), At("adds a length and a plain number", 0));
  EXPECT_EQ(mistake_of("1 + (crank - 3 s)"), At("subtracts a length and a time", 5));
  EXPECT_EQ(mistake_of("crank > 3 N"), At("compares a length and a force", 0));
  EXPECT_EQ(mistake_of("x ? crank : 3 s"), At("chooses between a length and a time", 0));
  EXPECT_EQ(mistake_of("max(crank, 3 s)"), At("max of a length and a time", 0));
  EXPECT_EQ(mistake_of("1 + exp(crank)"), At("exp takes a plain number, not a length", 4));
  EXPECT_EQ(mistake_of("sin(crank)"), At("sin takes an angle, not a length", 0));
  EXPECT_EQ(mistake_of("2^crank"), At("an exponent must be a plain number, not a length", 0));
  EXPECT_EQ(mistake_of("not crank"), At("a length is no condition", 0));
  EXPECT_EQ(mistake_of("3 + 1/(x - 2)"), At("divides by zero", 4));
  EXPECT_EQ(mistake_of("2*sqrt(-1)"), At("has no value", 2));
  EXPECT_EQ(mistake_of(std::string(200, '(')).first, "the formula is nested too deeply");
  EXPECT_EQ(mistake_of(std::string(200, '-') + "1").first, "the formula is nested too deeply");
  EXPECT_EQ(mistake_of(std::string(5000, '1')).first, "the formula is longer than 4000 characters");
  std::string wide = "1";
  for (int i = 0; i < 70; ++i) wide = "1+(" + wide;
  EXPECT_EQ(mistake_of(wide + std::string(70, ')')).first, "the formula is nested too deeply");
}

TEST(Formula, WhatIsNotChosenNeedsNoValue) { EXPECT_EQ(value_of("x > 3 ? 1/(x - 2) : 3"), 3); }

/// A random formula that muParser understands too.
std::string random_formula(std::mt19937& random, int depth) {
  const auto below = [&](unsigned limit) { return static_cast<int>(random() % limit); };
  const auto inner = [&] { return random_formula(random, depth - 1); };
  if (depth == 0) {
    const int kind = below(3);
    return kind == 0 ? "x" : kind == 1 ? "y" : std::to_string(below(100)) + "." + std::to_string(below(10));
  }
  const int kind = below(9);
  if (kind < 4) {
    const std::string a = inner(), b = inner();
    return a + " " + std::string(1, "+-*/"[kind]) + " " + b;
  }
  if (kind == 4) return "(" + inner() + ")";
  if (kind == 5) return "(-" + inner() + ")";
  if (kind == 6) {
    static constexpr const char* names[] = {"sin", "cos", "atan", "exp", "sqrt", "abs", "tanh"};
    const char* name = names[below(7)];
    return name + ("(" + inner() + ")");
  }
  if (kind == 7) {
    const std::string a = inner(), b = inner();
    return "max(" + a + ", " + b + ")";
  }
  const std::string a = inner(), b = inner(), c = inner();
  return "(" + a + " < x ? " + b + " : " + c + ")";
}

// muParser is the second opinion.
TEST(Formula, AgreesWithMuParser) {
  std::mt19937 random(7);
  int compared = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string text = random_formula(random, 4);
    double x = 0.7, y = -1.3;
    mu::Parser second;
    second.DefineVar("x", &x);
    second.DefineVar("y", &y);
    second.SetExpr(text);
    const double expected = second.Eval();
    Mistake mistake;
    const auto formula = Formula::parse(text, mistake);
    ASSERT_TRUE(formula) << text << ": " << mistake.message;
    std::vector<double> slots;
    for (const std::string& name : formula->names()) slots.push_back(name == "x" ? x : y);
    const double value = formula->value(slots);
    if (std::isnan(expected) || std::isnan(value)) continue;  // both libraries choose max(1, nan) differently
    ++compared;
    if (std::isinf(expected)) {
      EXPECT_EQ(value, expected) << text;
    } else {
      EXPECT_NEAR(value, expected, 1e-12 * (1 + std::abs(expected))) << text;
    }
  }
  EXPECT_GT(compared, 1000);
}

TEST(Formula, AllocatesNothingWhenEvaluated) {
  Mistake mistake;
  const auto formula = Formula::parse("5*sin(2*pi*x) + (x > 0.1 ? y : -y)^2 + max(x, y, 3)", mistake);
  ASSERT_TRUE(formula);
  const std::vector<double> slots{0.3, 0.4};
  double sum = 0;
  const long before = testing::allocations();
  for (int i = 0; i < 100; ++i) sum += formula->value(slots);
  EXPECT_EQ(testing::allocations(), before);
  EXPECT_NEAR(sum / 100, 5 * std::sin(0.6 * std::numbers::pi) + 0.16 + 3, 1e-12);
}

}  // namespace
}  // namespace freeplay::formula
