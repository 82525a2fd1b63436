// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

/// [Marques2015, Table 3.2]
const std::map<std::string, double> kPaper = {
    {"mu", 0.1}, {"mu_static", 0.15}, {"stribeck_velocity", 1e-3}, {"viscous", 0.1 / BeltRig::kWeight}};

/// [Marques2015, eq. (3.10)]
TEST(StribeckFriction, FallsExponentially) {
  auto values = kPaper;
  for (const double exponent : {2.0, 1.0, 0.5}) {
    values["stribeck_exponent"] = exponent;
    const auto law = make_friction("stribeck", values);
    EXPECT_TRUE(law->set_valued());
    EXPECT_EQ(law->mu_static(), 0.15);
    for (const double v : {1e-6, 5e-4, 1e-3, 3e-3, 1.0}) {
      const double mu = 0.1 + 0.05 * std::exp(-std::pow(v / 1e-3, exponent)) + 0.1 / BeltRig::kWeight * v;
      EXPECT_NEAR(law->mu_at(v), mu, 1e-15);
      EXPECT_NEAR(friction_at(*law, v, 10), -10 * mu, 1e-14);
    }
  }
}

/// shared/reference/belt_friction.json, "stribeck_exact"
TEST(StribeckFriction, CarriesTheBlockOnTheBelt) {
  const auto law = make_friction("stribeck", kPaper);
  const BeltRig rig = expect_belt(*law,
                                  {{5, 0.5, 0},
                                   {10, 0.275526364315, 0.018815362884},
                                   {15, 0.743529348015, 0.178093572401},
                                   {20, 0.550228721016, 0}},
                                  1e-8, 10000);
  ASSERT_EQ(rig.passes().size(), 4U);
  EXPECT_NEAR(rig.passes()[0], 7.3575, 1e-9);
  EXPECT_NEAR(rig.passes()[1], 10.042669506842335, 1e-8);
  EXPECT_NEAR(rig.passes()[2], 14.606356394919686, 1e-8);
  EXPECT_NEAR(rig.passes()[3], 17.29152590176202, 1e-8);
}

Values with_curve(const std::string& curve, const std::map<std::string, double>& numbers) {
  Values values;
  values["sliding"].data = Choices({{curve, friction_values(numbers), {}}});
  return values;
}

TEST(StribeckFriction, TakesAnyCurve) {
  const std::map<std::string, double> numbers = {
      {"mu", 0.1}, {"mu_static", 0.15}, {"stribeck_velocity", 1e-3}};
  const auto exponential = make_friction_of("stribeck", with_curve("stribeck", numbers));
  const auto own = make_friction("stribeck", numbers);
  const auto square = make_friction_of("stribeck", with_curve("hess_soom", numbers));
  const auto named = make_friction("stribeck_hess_soom", numbers);
  for (const double v : {1e-5, 7e-4, 0.1}) {
    EXPECT_EQ(exponential->mu_at(v), own->mu_at(v));
    EXPECT_EQ(square->mu_at(v), named->mu_at(v));
  }
  EXPECT_EQ(friction_error("stribeck", with_curve("hess_soom", numbers)), "");
}

TEST(StribeckFriction, RefusesWhatDoesNotFitTogether) {
  auto values = kPaper;
  EXPECT_EQ(friction_error("stribeck", values), "");
  values["mu_static"] = 0.09;
  EXPECT_EQ(friction_error("stribeck", values), "contact.friction.mu_static");
  values.erase("mu_static");
  EXPECT_EQ(friction_error("stribeck", values), "contact.friction.mu_static");
  values.erase("stribeck_velocity");
  EXPECT_EQ(friction_error("stribeck", values), "contact.friction.mu_static");
  values["mu_static"] = 0.2;
  EXPECT_EQ(friction_error("stribeck", values), "contact.friction.stribeck_velocity");
  EXPECT_EQ(friction_error("stribeck", std::map<std::string, double>{}), "contact.friction.mu");

  const std::map<std::string, double> numbers = {
      {"mu", 0.1}, {"mu_static", 0.05}, {"stribeck_velocity", 1e-3}};
  EXPECT_EQ(friction_error("stribeck", with_curve("hess_soom", numbers)),
            "contact.friction.sliding.mu_static");
  EXPECT_EQ(friction_error("stribeck", with_curve("hess_soom", {{"mu", 0.1}})),
            "contact.friction.sliding.mu_static");
  EXPECT_EQ(friction_error("stribeck", with_curve("constant", {{"mu", 0.1}, {"mu_static", 0.2}})),
            "contact.friction.sliding.mu_static");
  EXPECT_EQ(friction_error("stribeck", with_curve("constants", {{"mu", 0.1}})),
            "contact.friction.sliding.curve");
  Values twice = with_curve("constant", {{"mu", 0.1}});
  twice["mu_static"].data = 0.2;
  EXPECT_EQ(friction_error("stribeck", twice), "contact.friction.mu_static");
}

}  // namespace
}  // namespace freeplay
