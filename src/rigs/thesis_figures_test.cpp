// SPDX-License-Identifier: Apache-2.0
#include "rigs/thesis_figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace freeplay {
namespace {

constexpr double kC = 0.1 * 9.81, kS = 0.15 * 9.81, kV = 1e-3;

double ramp(double x) { return std::clamp(x, 0.0, 1.0); }

/// The printed formulas for v > 0, written again.
double printed(const std::string& number, double v) {
  if (number == "3.6") return kC + 0.1 * v;
  if (number == "3.7") return kC + (kS - kC) * std::exp(-v * v / (kV * kV));
  if (number == "3.9") return kC * ramp(v / kV);
  if (number == "3.10") return v <= kV ? kC * (1 - std::exp(-3 * v / kV)) : kC;
  if (number == "3.11") return v <= kV ? kS * v / kV : kS - ramp((v - kV) / (2 * kV)) * (kS - kC);
  if (number == "3.12")
    return v < kV ? kS - kS / (kV * kV) * (v - kV) * (v - kV) : kC + (kS - kC) * std::exp(-50 * (v - kV));
  if (number == "3.13") return kC * ramp((v - 0.1 * kV) / (0.9 * kV));
  return kC;
}

TEST(ThesisFigures, AreThePrintedFormulas) {
  const std::vector<ThesisFigure> figures = thesis_figures();
  ASSERT_EQ(figures.size(), 11U);
  for (const ThesisFigure& figure : figures) {
    SCOPED_TRACE(figure.number);
    EXPECT_TRUE(figure.curves.failures.empty());
    EXPECT_GT(figure.curves.steady.size(), 40U);
    const bool band = figure.number == "3.8" || figure.number == "3.14";
    for (const SteadyForce& p : figure.curves.steady) {
      if (p.v == 0 || (band && std::abs(p.v) <= kV)) continue;
      EXPECT_NEAR(std::copysign(1, p.v) * p.force, printed(figure.number, std::abs(p.v)), 1e-9) << p.v;
    }
    const auto rest = std::find_if(figure.curves.steady.begin(), figure.curves.steady.end(),
                                   [](const SteadyForce& p) { return p.v == 0; });
    ASSERT_NE(rest, figure.curves.steady.end());
    const bool stiction = figure.number == "3.5" || figure.number == "3.7" || band;
    const double held = stiction ? kS : figure.number == "3.4" || figure.number == "3.6" ? kC : 0;
    EXPECT_NEAR(rest->high, held, 1e-9);
    EXPECT_NEAR(rest->low, -held, 1e-9);
  }
}

/// [Marques2015, eq. (3.22)] for |F_e| ≤ F_S: A (F_S sgn v − F_e) + F_e in the band.
TEST(ThesisFigures, AwrejcewiczUnderAGivenPull) {
  const ThesisFigure figure = thesis_figures().back();
  ASSERT_EQ(figure.number, "3.14");
  EXPECT_NEAR(figure.pull, 0.5 * kS, 1e-12);
  for (const SteadyForce& p : figure.pulled) {
    const double x = std::abs(p.v) / kV, A = x * x * (3 - 2 * x), sign = std::copysign(1, p.v);
    const double expected = x > 1 ? sign * kC : A * (sign * kS - figure.pull) + figure.pull;
    if (std::abs(x - 1) < 1e-9) continue;
    EXPECT_NEAR(p.force, expected, 1e-12) << p.v;
  }
}

TEST(ThesisFigures, AreNamedAfterTheFigures) {
  const std::vector<ThesisFigure> figures = thesis_figures();
  EXPECT_EQ(figures.front().stem(), "figure_3_4");
  EXPECT_EQ(figures.back().stem(), "figure_3_14");
  EXPECT_EQ(thesis_page(figures).axes.size(), 11U);
  EXPECT_NE(thesis_csv(figures[2]).find("Fig. 3.6"), std::string::npos);
}

}  // namespace
}  // namespace freeplay
