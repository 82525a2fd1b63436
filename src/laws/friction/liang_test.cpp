// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/belt_test_data.h"

namespace freeplay {
namespace {

constexpr double kStiffness = 5e4 / kBeltWeight, kDamping = 80 / kBeltWeight, kThreshold = 1e-3;

std::unique_ptr<FrictionLaw> paper() {
  return friction_of("liang", {{"mu", kBeltMu},
                               {"mu_static", kBeltMuStatic},
                               {"k_b", kStiffness},
                               {"c_b", kDamping},
                               {"v_d", kThreshold}});
}

/// Figures of an independent integration of the same readings, accurate to 1e-9.
TEST(LiangFriction, MovesTheBlockOnTheBelt) {
  expect_on_belt(*paper(), {{5, 0.4999800071994675, 3.999840006400323e-06, 0.999960014398935},
                            {10, 0.23043409057880132, 0.030769664517859962, 0.981},
                            {15, 0.7295100068615602, 3.999840006400635e-06, 1.459020013723119},
                            {20, 0.4590600057236563, 3.999840006399943e-06, 0.9181200114473123}});
}

TEST(LiangFriction, ChangesItsRegimesWhenTheReferenceDoes) {
  const auto law = paper();
  const Belt belt;
  Rubbing run(*law, belt, kBeltWeight);
  run.run(20);
  const double expected[] = {7.359394236002324,  7.4576917959048705, 10.057742540276134, 10.078285639306879,
                             10.081936640445651, 15.06400242738165,  15.16229998728419,  17.762350731655452,
                             17.7828938306862,   17.78654483182497};
  // Ours are more by those at which the slip passes v_d backwards with the bristles free: nothing changes
  // there.
  EXPECT_EQ(run.events().size(), std::size(expected) + 4);
  for (const double t : expected) {
    double nearest = kInfinity;
    for (const double event : run.events()) nearest = std::min(nearest, std::abs(event - t));
    EXPECT_LT(nearest, 1e-6) << t;
  }
}

TEST(LiangFriction, SticksAndSlidesAtItsTwoLimits) {
  const auto law = paper();
  expect_steady(*law, {1e-5, 9e-4, 1.1e-3, 0.5}, 10 * kBeltMuStatic / kStiffness);
  EXPECT_EQ(law->mu_static(), kBeltMuStatic);
  // Before sliding it is a spring with a damper.
  const double v = 1e-4, x = 0.5 * kBeltMuStatic / kStiffness;
  const Dragged body([&](double) { return Tangent{v}; });
  Rubbing run(*law, body, kBeltWeight);
  run.run(x / v);
  EXPECT_NEAR(run.force()[0], -kBeltWeight * (kStiffness * x + kDamping * v), 1e-9);
}

TEST(LiangFriction, KeepsItsEnergyBookInThePlane) {
  expect_isotropic(*paper(), 1e-2, 20 * kBeltMu / kStiffness / 1e-2);
  expect_isotropic(*paper(), 5e-4, 20 * kBeltMu / kStiffness / 5e-4);
}

TEST(LiangFriction, RefusesStaticFrictionBelowTheKineticOne) {
  EXPECT_EQ(first_friction_error(
                "liang", friction_numbers({{"mu", 0.2}, {"mu_static", 0.1}, {"k_b", 1e4}, {"v_d", 1e-3}})),
            "friction.mu_static");
}

}  // namespace
}  // namespace freeplay
