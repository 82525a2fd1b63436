// SPDX-License-Identifier: Apache-2.0
#include "stepping/integrators/newton_matrix.h"
#include "base/index.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace freeplay {
namespace {

/// (I − γ J) x is b again, with the J of all numbers, whatever their roles let it leave out.
TEST(NewtonMatrix, SolvesTheWholeSystem) {
  constexpr int kSize = 7;
  constexpr double kGamma = 0.3;
  const std::array<Role, kSize> roles{Role::acts, Role::idle, Role::acts,   Role::follows,
                                      Role::acts, Role::idle, Role::follows};
  const auto J = [&](int i, int j) {
    if (roles[idx(i)] == Role::idle || roles[idx(j)] != Role::acts) return 0.0;
    return std::sin(3.0 * i + 7.0 * j + 1);
  };
  NewtonMatrix matrix(kSize);
  for (int round = 0; round < 2; ++round) {  // the second begins with what the first has left
    matrix.begin(roles);
    ASSERT_EQ(matrix.acting().size(), 3u);
    ASSERT_EQ(matrix.rows().size(), 5u);
    for (std::size_t k = 0; k < matrix.acting().size(); ++k) {
      for (std::size_t i = 0; i < matrix.rows().size(); ++i)
        matrix.column(to_int(k))[i] = J(matrix.rows()[i], matrix.acting()[k]);
    }
    ASSERT_TRUE(matrix.factorise(kGamma));
    std::array<double, kSize> b{}, x{};
    for (int i = 0; i < kSize; ++i) x[idx(i)] = b[idx(i)] = std::cos(1.0 + i);
    matrix.solve(x);
    for (int i = 0; i < kSize; ++i) {
      double sum = x[idx(i)];
      for (int j = 0; j < kSize; ++j) sum -= kGamma * J(i, j) * x[idx(j)];
      EXPECT_NEAR(sum, b[idx(i)], 1e-14) << i;
    }
  }
}

/// Numbers that act on those beside them, listed in any order, and two such chains that know nothing of each other: the band is
/// narrow, and x solves the equations as well as in a full matrix.
TEST(NewtonMatrix, FindsTheBandOfWhatIsStrungTogether) {
  constexpr int kActing = 90, kSize = kActing + 1;
  constexpr double kGamma = 0.7;
  std::array<Role, kSize> roles{};
  roles.fill(Role::acts);
  roles[kActing] = Role::follows;
  const auto along = [](int i) { return 37 * i % kActing; };  // where in the two chains it is
  const auto J = [&](int i, int j) {
    if (j == kActing) return 0.0;
    if (i == kActing) return std::cos(2.0 * j);
    const int a = along(i), b = along(j);
    if (std::abs(a - b) > 2 || (a < kActing / 3) != (b < kActing / 3)) return 0.0;
    return 4 * std::sin(3.0 * i + 7.0 * j + 1);  // rows are exchanged
  };
  NewtonMatrix matrix(kSize);
  for (const bool strung : {true, false, true}) {
    matrix.begin(roles);
    const auto value = [&](int i, int j) {
      return J(i, j) + (strung || i == kActing ? 0 : 1e-3 * std::cos(5.0 * i + j));
    };
    for (int j = 0; j < kActing; ++j) {
      for (int i = 0; i < kSize; ++i) matrix.column(j)[i] = value(i, j);
    }
    ASSERT_TRUE(matrix.factorise(kGamma));
    EXPECT_EQ(matrix.band(), strung ? 2 : kActing - 1);
    std::array<double, kSize> b{}, x{};
    for (int i = 0; i < kSize; ++i) x[idx(i)] = b[idx(i)] = std::cos(1.0 + i);
    matrix.solve(x);
    for (int i = 0; i < kSize; ++i) {
      double sum = x[idx(i)];
      for (int j = 0; j < kActing; ++j) sum -= kGamma * value(i, j) * x[idx(j)];
      EXPECT_NEAR(sum, b[idx(i)], 1e-11) << i;
    }
  }
}

TEST(NewtonMatrix, SaysThatItIsSingular) {
  const std::array<Role, 2> roles{Role::acts, Role::acts};
  NewtonMatrix matrix(2);
  matrix.begin(roles);
  matrix.column(0)[0] = 2;
  matrix.column(1)[1] = 1;
  EXPECT_FALSE(matrix.factorise(0.5));
  EXPECT_TRUE(matrix.factorise(0.25));
}

}  // namespace
}  // namespace freeplay
