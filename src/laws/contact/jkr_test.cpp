// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "laws/contact/adhesion_test_data.h"

namespace freeplay {
namespace {

constexpr double kPi = std::numbers::pi;

/// δ and F by the radius of the area of contact, as printed.
struct Printed {
  double delta, force;
};
Printed printed(double a, double w) {
  return {a * a / kRadius - std::sqrt(2 * kPi * w * a / kModulus),
          4 * kModulus * a * a * a / (3 * kRadius) - std::sqrt(8 * kPi * w * kModulus * a * a * a)};
}

TEST(Jkr, IsThePrintedCurve) {
  for (const double w : {1e-3, 0.05, 2.0}) {
    const auto law = adhesive("jkr", w);
    const double b = std::cbrt(kPi * w * kRadius * kRadius / (8 * kModulus));
    for (const double part : {1.0001, 1.01, 1.5, 3.0, 10.0, 300.0}) {
      const Printed at = printed(part * b, w);
      EXPECT_NEAR(force_of(*law, at.delta), at.force, 1e-10 * std::abs(at.force)) << w << ' ' << part;
    }
  }
}

TEST(Jkr, HasTheKnownPoints) {
  const double w = 0.05, unit = kPi * w * kRadius;
  const auto law = adhesive("jkr", w);
  const double m = 1, end = law->dent(&m), b2 = -end * kRadius / 3;
  EXPECT_NEAR(b2 * std::sqrt(b2), kPi * w * kRadius * kRadius / (8 * kModulus), 1e-12 * b2 * std::sqrt(b2));
  EXPECT_NEAR(force_of(*law, 0), -4. / 3 * unit, 1e-12 * unit);
  EXPECT_NEAR(force_of(*law, end), -5. / 6 * unit, 1e-12 * unit);
  double least = 0;  // pull-off under a given load
  for (int i = 0; i <= 100000; ++i) least = std::min(least, force_of(*law, end * (1 - i / 1e5)));
  EXPECT_NEAR(least, -1.5 * unit, 1e-9 * unit);
  // zero load: a³ = 9 π w R²/(2 E*)
  const Printed free = printed(std::cbrt(9 * kPi * w * kRadius * kRadius / (2 * kModulus)), w);
  EXPECT_NEAR(free.force, 0, 1e-12 * unit);
  EXPECT_NEAR(force_of(*law, free.delta), 0, 1e-12 * unit);
}

/// Made and broken: 7.09 (w⁵ R⁴/E*²)^(1/3), of which the exact figure is (3.2 + 4.8 · 4^(4/3))(π/8)^(5/3).
TEST(Jkr, LosesWhatLiesBetweenMakingAndBreaking) {
  for (const double w : {1e-3, 0.05, 2.0}) {
    const auto law = adhesive("jkr", w);
    const double m = 1, end = law->dent(&m);
    const double scale = std::cbrt(std::pow(w, 5) * std::pow(kRadius, 4) / (kModulus * kModulus));
    EXPECT_NEAR(law->energy(end, &m) / scale, (3.2 + 4.8 * std::pow(4.0, 4. / 3)) * std::pow(kPi / 8, 5. / 3),
                1e-11);
    EXPECT_NEAR(law->energy(end, &m) / scale, 7.09, 5e-3);
  }
}

TEST(Jkr, IsHertzWithoutAdhesion) {
  const auto hertz = adhesive("hertz", 0), none = adhesive("jkr", 0), little = adhesive("jkr", 1e-33);
  for (const double delta : {1e-9, 1e-7, 1e-5}) {
    const double F = force_of(*hertz, delta), m = 0;
    EXPECT_EQ(force_of(*none, delta), F);
    EXPECT_NEAR(force_of(*little, delta), F, 1e-12 * F) << delta;
    EXPECT_NEAR(little->energy(delta, &m), hertz->energy(delta, &m), 1e-12 * hertz->energy(delta, &m))
        << delta;
  }
  const double open = 0;
  EXPECT_EQ(none->dent(&open), 0);
}

TEST(Jkr, AsksForARadius) {
  EXPECT_EQ(adhesive_error("jkr", {kFlat, kFlat}), "contact.force");
  EXPECT_EQ(adhesive_error("jkr", {kFlat, kRadius}), "");
}

}  // namespace
}  // namespace freeplay
