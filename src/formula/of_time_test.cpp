// SPDX-License-Identifier: Apache-2.0
#include "formula/of_time.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

namespace freeplay::formula {
namespace {

// Derivatives against differences of the value: central ones of a step h are wrong by h² times a higher
// derivative, and by rounding/h.
TEST(OfTime, DerivativesAreThoseOfTheValue) {
  for (const char* text : {"= 3*t^2 - 2*t + 1",
                           "= sin(2*t)*cos(t)",
                           "= tan(t/2)",
                           "= exp(-t)*log(1 + t)",
                           "= log10(2 + t)",
                           "= sqrt(1 + t^2)",
                           "= cbrt(t)",
                           "= sinh(t) + cosh(2*t)",
                           "= tanh(3*t)",
                           "= atan(t) + asin(t/3) - acos(t/4)",
                           "= atan2(sin(t), 2*cos(t))",
                           "= hypot(t, 1 - t)",
                           "= max(t, t^2, 0.1)",
                           "= min(t, t^2)",
                           "= mod(3*t, 1)",
                           "= abs(t - 2)^3",
                           "= t^t",
                           "= 2^t",
                           "= (1 + t)/(2 - t)",
                           "= t < 1 ? t^3 : 0",
                           "= -(1 + t)^-2",
                           "= floor(t) + sign(t)*t"}) {
    Mistake mistake;
    const auto formula = OfTime::parse(text, "", mistake);
    ASSERT_TRUE(formula) << text << ": " << mistake.message;
    const double t = 0.7, h = 1e-4;
    const double low = formula->value(t - h), middle = formula->value(t), high = formula->value(t + h);
    const Jet jet = formula->at(t);
    EXPECT_NEAR(jet.value, middle, 1e-15 * (1 + std::abs(middle))) << text;
    EXPECT_NEAR(jet.rate, (high - low) / (2 * h), 3e-6) << text;
    EXPECT_NEAR(jet.second, (high - 2 * middle + low) / (h * h), 3e-5) << text;
  }
}

// x² at 0 has derivatives, although ln 0 and 1/0 are not numbers.
TEST(OfTime, PowersHaveDerivativesAtZero) {
  Mistake mistake;
  const Jet jet = OfTime::parse("= t^2 + t^3 + 5*t^0", "", mistake)->at(0);
  EXPECT_EQ(jet.value, 5);
  EXPECT_EQ(jet.rate, 0);
  EXPECT_EQ(jet.second, 2);
}

TEST(OfTime, TheTimeHasAUnitWhereOthersDo) {
  const auto refused = [](const char* text, const char* unit) {
    Mistake mistake;
    return OfTime::parse(text, unit, mistake) ? std::string() : mistake.message;
  };
  EXPECT_EQ(refused("= 0.1*sin(100*t)", "m"), "");
  EXPECT_EQ(refused("= 10 mm*sin(2*pi*50 Hz*t)", "m"), "");
  EXPECT_EQ(refused("= 10 mm*sin(100*t)", "m"), "sin takes an angle, not a time");
  EXPECT_EQ(refused("= 10 [m/s]*t", "m"), "");
  EXPECT_EQ(refused("= 10 [m/s^2]*t", "m"),
            "the formula gives a velocity, but a length is expected (SI unit m)");
  EXPECT_EQ(refused("= 3*x", "m"), "\"x\" is not the time t");
  EXPECT_EQ(refused("= 1/t", "-"), "divides by zero");
}

// Tables are differentiated too.
TEST(OfTime, TablesHaveTheirSlopes) {
  auto tables = std::make_shared<Tables>();
  const std::vector<double> x = {0, 1, 3}, y = {0, 2, 1};
  tables->push_back({"rise", Piecewise(x, y, Joining::monotone), {}, {}});
  Mistake mistake;
  const auto formula = OfTime::parse("= 3*rise(t^2) + t", "", mistake, tables);
  ASSERT_TRUE(formula) << mistake.message;
  const double t = 0.8, h = 1e-5;
  const auto value = [&](double at) { return formula->value(at); };
  EXPECT_EQ(formula->at(t).value, value(t));
  EXPECT_NEAR(formula->at(t).rate, (value(t + h) - value(t - h)) / (2 * h), 1e-8);
  EXPECT_NEAR(formula->at(t).second, (formula->at(t + h).rate - formula->at(t - h).rate) / (2 * h), 1e-7);
  EXPECT_FALSE(OfTime::parse("= fall(t)", "", mistake, tables));
  EXPECT_EQ(mistake.message, "there is no function \"fall\"");
  EXPECT_FALSE(OfTime::parse("= rise(t, 2)", "", mistake, tables));
  EXPECT_EQ(mistake.message, "the table rise takes 1 argument; found 2");
}

}  // namespace
}  // namespace freeplay::formula
