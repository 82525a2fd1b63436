// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/contact_scales.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace freeplay {
namespace {

/// F = K δ^1.5
class Spring final : public ContactLaw {
 public:
  explicit Spring(double K) : K_(K) {}
  double force(const ContactInput& in) const override { return elastic(in.delta, nullptr); }
  double energy(double delta, const double*) const override { return 0.4 * K_ * std::pow(delta, 2.5); }
  double elastic(double delta, const double*) const override { return K_ * std::pow(delta, 1.5); }

 private:
  double K_;
};

TEST(ImpactScales, OfAnElasticImpact) {
  for (const double size : {1.0, 1e-6, 1e6}) {  // lengths in other units: K in N/m^1.5
    const Spring law(3.39e10 / std::pow(size, 1.5));
    const ImpactScales scales = impact_scales(law, nullptr, 1, 1 * size, 0);
    EXPECT_EQ(scales.pressed, 0);
    // ../shared/reference/hertz_impact.json: 1 kg, 3.39e10, 1 m/s; with lengths scaled, energy is too
    const double depth = std::pow(0.5 * size * size / (0.4 * 3.39e10 / std::pow(size, 1.5)), 0.4);
    EXPECT_NEAR(scales.depth, depth, 1e-9 * depth);
    EXPECT_NEAR(scales.duration, 2.94 * depth / size, 1e-9 * depth / size);
  }
  const ImpactScales one = impact_scales(Spring(3.39e10), nullptr, 1, 1, 0);
  EXPECT_NEAR(one.depth, 6.70940682182105e-05, 1e-12);
  EXPECT_NEAR(one.duration, 0.00019747630600204782, 2e-3 * one.duration);  // 2.94 for 2.9433
}

TEST(ImpactScales, AContactThatIsPressedTogetherHasTheSpeedItWillReach) {
  const Spring law(1e9);
  const double m = 2, g = 9.81, rest = std::pow(m * g / 1e9, 2.0 / 3);
  const double largest = std::sqrt(2 * (g * rest - 0.4 * 1e9 * std::pow(rest, 2.5) / m));
  EXPECT_NEAR(impact_scales(law, nullptr, m, 0, g).pressed, largest, 1e-6 * largest);
  EXPECT_NEAR(impact_scales(law, nullptr, m, 3, g).pressed, largest, 1e-6 * largest);
  EXPECT_EQ(impact_scales(law, nullptr, m, 3, g).depth, impact_scales(law, nullptr, m, 3, 0).depth);
  EXPECT_EQ(impact_scales(law, nullptr, m, 0, -g).pressed, 0);
  EXPECT_TRUE(std::isinf(impact_scales(law, nullptr, m, 0, 0).duration));
  const ImpactScales driven = impact_scales(law, nullptr, std::numeric_limits<double>::infinity(), 3, g);
  EXPECT_EQ(driven.pressed, 0);
  EXPECT_TRUE(std::isinf(driven.duration));
}

}  // namespace
}  // namespace freeplay
