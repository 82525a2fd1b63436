// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

/// [Marques2015, eq. (3.17), Table 3.2]
TEST(BengisuAkayFriction, HasAPeakAndFalls) {
  const auto law =
      make_friction("bengisu_akay", {{"mu", 0.1}, {"mu_static", 0.15}, {"velocity", 1e-3}, {"fall", 50}});
  EXPECT_FALSE(law->set_valued());
  for (const double v : {1e-8, 2e-4, 9e-4}) {
    EXPECT_NEAR(friction_at(*law, v, 10), 10 * 0.15 / 1e-6 * (v - 1e-3) * (v - 1e-3) - 1.5, 1e-14);
  }
  EXPECT_NEAR(friction_at(*law, 1e-3, 10), -1.5, 1e-14);
  for (const double v : {1e-3, 0.02, 0.5}) {
    EXPECT_NEAR(friction_at(*law, -v, 10), 1 + 0.5 * std::exp(-50 * (v - 1e-3)), 1e-14);
  }
}

/// A load F < μ_S F_N is carried at the slip v₀ (1 − √(1 − F/(μ_S F_N))).
TEST(BengisuAkayFriction, CreepsUnderLoad) {
  const auto law =
      make_friction("bengisu_akay", {{"mu", 0.1}, {"mu_static", 0.15}, {"velocity", 1e-3}, {"fall", 50}});
  for (const double load : {1e-3, 0.7, 1.4999}) {
    EXPECT_NEAR(friction_at(*law, 1e-3 * (1 - std::sqrt(1 - load / 1.5)), 10), -load, 1e-13);
  }
}

}  // namespace
}  // namespace freeplay
