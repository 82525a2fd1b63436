// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

/// shared/reference/belt_friction.json, "awrejcewicz"
TEST(AwrejcewiczFriction, CarriesTheBlockOnTheBelt) {
  const auto law = make_friction("awrejcewicz", {{"mu", 0.1}, {"mu_static", 0.15}, {"velocity", 1e-3}});
  const BeltRig rig = expect_belt(*law,
                                  {{5, 0.5, 0},
                                   {10, 0.230424708121, 0.0307017000537},
                                   {15, 0.729510468188, 1.33200015383e-07},
                                   {20, 0.459022568908, 1.91881415163e-07}},
                                  1e-8, 20000);
  const double times[] = {7.457583521393717, 10.057607713904503, 15.162472313469836, 17.76249744960174};
  ASSERT_EQ(rig.passes().size(), std::size(times));
  for (std::size_t i = 0; i < std::size(times); ++i) EXPECT_NEAR(rig.passes()[i], times[i], 1e-8);
}

/// The paper's three formulas of the band, along a line.
TEST(AwrejcewiczFriction, IsThePapersInTheBand) {
  const auto law = make_friction("awrejcewicz", {{"mu", 0.1}, {"mu_static", 0.15}, {"velocity", 1e-3}});
  const double F_S = 1.5;
  double band = 0;
  FrictionInput in;
  in.normal = 10;
  in.m = &band;
  for (const double v : {-9e-4, -2e-4, 1e-4, 7e-4}) {
    for (const double F_e : {-3.0, -1.0, 0.5, 2.0}) {
      const double x = std::abs(v) / 1e-3, A = x * x * (3 - 2 * x), sgn = v > 0 ? 1 : -1;
      const double F = std::abs(F_e) <= F_S ? A * (-F_e + F_S * sgn) + F_e
                       : F_e * v >= 0       ? F_S * (F_e > 0 ? 1 : -1)
                                            : (2 * A - 1) * F_S * sgn;
      in.slip = {v, 0, 0};
      in.hold = {-F_e, 0, 0};
      EXPECT_NEAR(law->force(in)[0], -F, 1e-14) << v << " " << F_e;
    }
  }
}

}  // namespace
}  // namespace freeplay
