// SPDX-License-Identifier: Apache-2.0
#include "freeplay/spatial.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

namespace freeplay {
namespace {

Quat random_turn(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return normalised({normal(random), normal(random), normal(random), normal(random)});
}

TEST(Spatial, MatricesAndEulerParametersAreTheSameTurn) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const Quat p = random_turn(random), q = random_turn(random);
    const Mat3 product = rotation(p) * rotation(q), of_product = rotation(p * q);
    for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(product.a[k], of_product.a[k], 1e-14);
    const Quat back = quaternion(rotation(p));
    const double sign = p[0] < 0 ? -1 : 1;
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(back[k], sign * p[k], 1e-14);
  }
  // half turns, where w is zero
  for (const Quat& half : {Quat{0, 1, 0, 0}, Quat{0, 0, 1, 0}, Quat{0, 0, 0, 1}, Quat{0, 0.6, 0.8, 0}}) {
    const Mat3 A = rotation(half), again = rotation(quaternion(A));
    for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(A.a[k], again.a[k], 1e-15);
  }
}

TEST(Spatial, RotationVectorIsTheInverseOfTheTurn) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  for (const double size : {1e-300, 1e-9, 1e-5, 0.99e-4, 1.01e-4, 1e-2, 1.0, 3.0}) {
    for (int i = 0; i < 50; ++i) {
      const Vec3 phi = size * unit({normal(random), normal(random), normal(random)});
      const Vec3 back = rotation_vector(turn_by(phi));
      for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(back[k], phi[k], 4e-15 * size) << size;
    }
  }
}

TEST(Spatial, TangentsAreARightHandedFrame) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 n = i < 3 ? Vec3{i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0}
                         : unit({normal(random), normal(random), normal(random)});
    const auto [t1, t2] = tangents(n);
    EXPECT_NEAR(norm(t1), 1, 1e-15);
    EXPECT_NEAR(dot(t1, n), 0, 1e-15);
    EXPECT_NEAR(dot(cross(n, t1), t2), 1, 1e-15);
  }
}

}  // namespace
}  // namespace freeplay
