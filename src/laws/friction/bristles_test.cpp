// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/bristles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

using Numbers = std::map<std::string, double>;

/// The same law with its coefficients of bristles and viscous friction times `force`, absolute.
Values absolute(const Numbers& numbers, double force) {
  Values values = friction_values(numbers);
  for (const char* key : {"sigma0", "sigma1", "sigma2", "viscous"}) {
    if (numbers.count(key) > 0) values[key].data = numbers.at(key) * force;
  }
  values["coefficients"].data = std::string("absolute");
  return values;
}

const std::map<std::string, Numbers>& laws() {
  static const std::map<std::string, Numbers> all{{"dahl", {{"mu", 0.1}, {"sigma0", 1e4}, {"alpha", 1.5}}},
                                                  {"lugre",
                                                   {{"mu", 0.1},
                                                    {"mu_static", 0.2},
                                                    {"stribeck_velocity", 1e-3},
                                                    {"sigma0", 1e4},
                                                    {"sigma1", 30},
                                                    {"sigma2", 0.3}}},
                                                  {"elasto_plastic",
                                                   {{"mu", 0.1},
                                                    {"mu_static", 0.2},
                                                    {"stribeck_velocity", 1e-3},
                                                    {"sigma0", 1e4},
                                                    {"sigma1", 30},
                                                    {"viscous", 0.2}}},
                                                  {"generalized_maxwell_slip",
                                                   {{"mu", 0.1},
                                                    {"mu_static", 0.2},
                                                    {"stribeck_velocity", 1e-3},
                                                    {"sigma0", 1e4},
                                                    {"sigma1", 30},
                                                    {"attraction", 0.01},
                                                    {"viscous", 0.1}}},
                                                  {"gonthier",
                                                   {{"mu", 0.1},
                                                    {"mu_static", 0.2},
                                                    {"stribeck_velocity", 1e-3},
                                                    {"sigma0", 1e4},
                                                    {"sigma1", 30},
                                                    {"viscous", 0.2},
                                                    {"dwell_time", 0.5}}}};
  return all;
}

TEST(AbsoluteCoefficients, AreThosePerForceTimesTheForce) {
  for (const auto& [name, numbers] : laws()) {
    const double N = 700;
    const auto per_force = make_friction(name, numbers), whole = make_friction_of(name, absolute(numbers, N));
    for (const double normal : {N, 2 * N, 30.0}) {
      for (const double v : {2e-4, -3e-3}) {
        double z[8] = {7e-6, -4e-6, 0.3, 1e-6, 2e-6, 3e-6, 4e-6, 5e-6}, rate[8] = {}, expected[8] = {};
        const double m[8] = {0, 1, 0, 0};
        FrictionInput in;
        in.d = 2;
        in.slip = {v, 1e-4};
        in.normal = normal;
        in.z = z;
        in.m = m;
        if (normal == N) {  // the same law
          whole->rates(in, rate);
          per_force->rates(in, expected);
          for (int k = 0; k < 8; ++k)
            EXPECT_NEAR(rate[k], expected[k], 1e-13 * (std::abs(v) + std::abs(expected[k]))) << name;
          for (int k = 0; k < 2; ++k) {
            EXPECT_NEAR(whole->force(in)[static_cast<std::size_t>(k)],
                        per_force->force(in)[static_cast<std::size_t>(k)], 1e-12 * N)
                << name;
          }
        } else if (name == "dahl") {  // a spring of its own stiffness, whatever presses it
          EXPECT_NEAR(whole->force(in)[0], -1e4 * N * z[0], 1e-9) << normal;
        }
      }
    }
  }
}

/// Below F_0 friction fades with what presses the contact: nothing jumps where it begins and ends.
TEST(AbsoluteCoefficients, FadeWithTheForceBelowTheLeast) {
  Values values = absolute(laws().at("lugre"), 1);
  values["least_force"].data = 5.0;
  const auto law = make_friction_of("lugre", values);
  double z[1] = {1e-5};
  FrictionInput in;
  in.slip = {1e-3};
  in.z = z;
  in.normal = 0;
  EXPECT_EQ(law->force(in)[0], 0);
  in.normal = 1;
  const double one = law->force(in)[0];
  in.normal = 4;
  EXPECT_NEAR(law->force(in)[0], 4 * one, 1e-12);
  EXPECT_EQ(law->hold(in), Hold::none);
  in.normal = 0;  // a joint: what presses it is not known yet
  EXPECT_EQ(law->hold(in), Hold::asks);
}

}  // namespace
}  // namespace freeplay
