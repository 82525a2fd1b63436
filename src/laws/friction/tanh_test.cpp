// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

TEST(TanhFriction, HasThePapersSlopeAndLimit) {
  const double k = 1000;  // s/m
  const auto law = make_friction("tanh", {{"mu", 0.2}, {"velocity", 1 / k}});
  EXPECT_FALSE(law->set_valued());
  // tanh(x) = x − x³/3 + …: at k v = 1e-4 the slope is that of the paper to 1e-8.
  EXPECT_NEAR(friction_at(*law, 1e-4 / k, 50) / (-0.2 * 50 * 1e-4), 1, 1e-8);
  EXPECT_DOUBLE_EQ(friction_at(*law, 1 / k, 50), -10 * (std::exp(2.0) - 1) / (std::exp(2.0) + 1));
  EXPECT_DOUBLE_EQ(friction_at(*law, 1, 50), -10);
}

/// shared/reference/belt_friction.json, "tanh_k1000"
TEST(TanhFriction, CarriesTheBlockOnTheBelt) {
  const auto law = make_friction("tanh", {{"mu", 0.1}, {"velocity", 1e-3}});
  expect_belt(*law,
              {{5, 0.496421740086, 0.00340476790223},
               {10, 0.542873750986, 0.038067272077},
               {15, 0.558341732495, 0.108799333105},
               {20, 0.53387681184, 0.174104923399}},
              1e-8, 10000);
}

/// A load F < μ F_N is carried at the slip v_ε artanh(F/(μ F_N)).
TEST(TanhFriction, CreepsUnderLoad) {
  const auto law = make_friction("tanh", {{"mu", 0.2}, {"velocity", 1e-3}});
  for (const double load : {1e-3, 1.0, 5.0, 9.99}) {
    EXPECT_NEAR(friction_at(*law, 1e-3 * std::atanh(load / 10), 50) / load, -1, 1e-13);
  }
}

}  // namespace
}  // namespace freeplay
