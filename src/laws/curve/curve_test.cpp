// SPDX-License-Identifier: Apache-2.0
#include "laws/curve/curve.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freeplay {
namespace {

Values numbers(const std::map<std::string, double>& given) {
  Values values;
  for (const auto& [key, number] : given) values[key].data = number;
  return values;
}

std::unique_ptr<FrictionCurve> make_curve(const std::string& name, const Values& values) {
  const CurveEntry& entry = *find_entry<CurveEntry>(name);
  return entry.make(Parameters(entry, values));
}

std::string error_of(const std::string& name, const Values& values) {
  const CurveEntry& entry = *find_entry<CurveEntry>(name);
  Diagnostics problems;
  entry.check(Parameters(entry, values), "sliding", problems);
  return problems.has_errors() ? problems.all().front().key : std::string();
}

const std::map<std::string, double> kPaper = {{"mu", 0.1}, {"mu_static", 0.15}, {"stribeck_velocity", 1e-3}};

TEST(FrictionCurves, HaveTheirFormulas) {
  const auto constant = make_curve("constant", numbers({{"mu", 0.1}, {"mu_static", 0.15}}));
  EXPECT_EQ(constant->dry(0), 0.1);
  EXPECT_EQ(constant->mu_static(), 0.15);
  EXPECT_EQ(constant->velocity(), 0);
  const auto stribeck = make_curve("stribeck", numbers(kPaper));
  const auto hess_soom = make_curve("hess_soom", numbers(kPaper));
  const auto popp_stelter = make_curve("popp_stelter", numbers(kPaper)),
             makkar = make_curve("makkar", numbers(kPaper));
  for (const double v : {0.0, 4e-4, 1e-3, 0.2}) {
    const double x = v / 1e-3;
    EXPECT_NEAR(popp_stelter->dry(v), 0.1 + 0.05 / (1 + x), 1e-16);
    EXPECT_NEAR(makkar->dry(v), 0.1 + 0.05 * (1 - std::tanh(x)), 3e-17);
    EXPECT_NEAR(stribeck->dry(v), 0.1 + 0.05 * std::exp(-x * x), 1e-16);
    EXPECT_NEAR(hess_soom->dry(v), 0.1 + 0.05 / (1 + x * x), 1e-16);
  }
  for (const auto* curve : {stribeck.get(), hess_soom.get(), popp_stelter.get(), makkar.get()}) {
    EXPECT_EQ(curve->dry(0), 0.15);
    EXPECT_EQ(curve->mu(), 0.1);
    EXPECT_EQ(curve->mu_static(), 0.15);
    EXPECT_EQ(curve->velocity(), 1e-3);
  }
}

/// With the paper's numbers.
TEST(FrictionCurves, PoppStelterRisesBeyondItsLeast) {
  const auto curve = make_curve(
      "popp_stelter",
      numbers({{"mu", 0.1}, {"mu_static", 0.4}, {"stribeck_velocity", 1 / 1.42}, {"quadratic", 0.01}}));
  EXPECT_EQ(curve->dry(0), 0.4);
  double least = 1, where = 0;
  for (double v = 0; v < 10; v += 1e-3) {
    if (curve->dry(v) < least) least = curve->dry(v), where = v;
  }
  // 2 λ₂ v (1 + λ₁ v)² = (μ₀ − μ₁) λ₁
  EXPECT_NEAR(2 * 0.01 * where * std::pow(1 + 1.42 * where, 2), 0.3 * 1.42, 1e-3);
  EXPECT_GT(curve->dry(10), 1);
  EXPECT_NEAR((curve->dry(1e-7) - 0.4) / 1e-7, -0.3 * 1.42, 1e-6);
}

/// The curve as printed, with signs in place of steep tangents.
TEST(FrictionCurves, MakkarIsThePrintedCurveAwayFromRest) {
  const double g1 = 0.25, g2 = 1e4, g3 = 10, g4 = 0.5, g5 = 1e4;
  const auto curve =
      make_curve("makkar", numbers({{"mu", g4}, {"mu_static", g1 + g4}, {"stribeck_velocity", 1 / g3}}));
  for (const double v : {0.01, 0.05, 0.3, 2.0}) {
    const double printed = g1 * (std::tanh(g2 * v) - std::tanh(g3 * v)) + g4 * std::tanh(g5 * v);
    EXPECT_NEAR(curve->dry(v), printed, 1e-15) << v;
  }
}

TEST(FrictionCurves, RefuseLessFrictionAtRest) {
  for (const char* name : {"constant", "stribeck", "hess_soom", "popp_stelter", "makkar"}) {
    auto given = kPaper;
    EXPECT_EQ(error_of(name, numbers(given)), "");
    given["mu_static"] = 0.05;
    EXPECT_EQ(error_of(name, numbers(given)), "sliding.mu_static");
  }
}

Values table(const std::vector<double>& v, const std::vector<double>& mu) {
  Values values;
  values["velocities"].data = v;
  values["coefficients"].data = mu;
  return values;
}

TEST(FrictionCurves, TableGoesThroughItsPointsWithoutOvershoot) {
  const std::vector<double> v = {0, 1e-3, 2e-3, 0.01, 0.1}, mu = {0.2, 0.19, 0.11, 0.1, 0.12};
  const auto curve = make_curve("table", table(v, mu));
  for (std::size_t i = 0; i < v.size(); ++i) EXPECT_NEAR(curve->dry(v[i]), mu[i], 1e-16);
  EXPECT_EQ(curve->dry(7), 0.12);
  EXPECT_EQ(curve->mu(), 0.12);
  EXPECT_EQ(curve->mu_static(), 0.2);
  EXPECT_EQ(curve->velocity(), 2e-3);
  for (std::size_t i = 0; i + 1 < v.size(); ++i) {
    for (int k = 1; k < 50; ++k) {
      const double value = curve->dry(v[i] + (v[i + 1] - v[i]) * k / 50);
      EXPECT_GE(value, std::min(mu[i], mu[i + 1]));
      EXPECT_LE(value, std::max(mu[i], mu[i + 1]));
    }
  }
  const double e = 1e-9;  // smooth at the points
  for (std::size_t i = 1; i < v.size(); ++i) {
    const double before = (curve->dry(v[i]) - curve->dry(v[i] - e)) / e;
    const double behind = (curve->dry(v[i] + e) - curve->dry(v[i])) / e;
    EXPECT_NEAR(before, behind, 1e-4 * 80);  // of the steepest slope
  }
}

TEST(FrictionCurves, TableRefusesWhatIsNoCurve) {
  EXPECT_EQ(error_of("table", table({0, 1}, {0.2, 0.1})), "");
  EXPECT_EQ(error_of("table", table({0}, {0.2})), "sliding.coefficients");
  EXPECT_EQ(error_of("table", table({0, 1, 2}, {0.2, 0.1})), "sliding.coefficients");
  EXPECT_EQ(error_of("table", table({0.1, 1}, {0.2, 0.1})), "sliding.velocities");
  EXPECT_EQ(error_of("table", table({0, 1, 1}, {0.2, 0.1, 0.1})), "sliding.velocities");
}

TEST(FrictionCurves, TableThatRisesIsAWarningOnce) {
  const CurveEntry& entry = *find_entry<CurveEntry>("table");
  Diagnostics problems;
  entry.check(Parameters(entry, table({0, 1, 2}, {0.2, 0.2, 0.1})), "sliding", problems);
  EXPECT_TRUE(problems.all().empty());
  const Values rising = table({0, 1, 2}, {0.1, 0.2, 0.1});
  for (int contact = 0; contact < 2; ++contact) entry.check(Parameters(entry, rising), "sliding", problems);
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_EQ(problems.all()[0].severity, Severity::warning);
  EXPECT_EQ(problems.all()[0].key, "sliding.coefficients");
}

}  // namespace
}  // namespace freeplay
