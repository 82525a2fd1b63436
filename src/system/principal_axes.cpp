// SPDX-License-Identifier: Apache-2.0
#include "system/principal_axes.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kSymmetry = 1e-9;   // of the largest entry: what rounding of decimals explains
constexpr double kDiagonal = 1e-14;  // off-diagonal entries below this are none
constexpr double kTriangle = 1e-9;   // a flat body has J1 + J2 = J3, up to decimals

/// Principal axes in the order and with the signs that turn the frame least.
Mat3 nearest_axes(const Eigen::Matrix3d& vectors, Vec3& moments) {
  const Vec3 given = moments;
  std::array<int, 3> order{0, 1, 2}, best = order;
  double most = -1;
  do {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += std::abs(vectors(k, order[idx(k)]));
    if (sum > most + 1e-12) most = sum, best = order;
  } while (std::next_permutation(order.begin(), order.end()));
  Mat3 axes;
  for (int k = 0; k < 3; ++k) {
    const int from = best[idx(k)];
    const double sign = vectors(k, from) < 0 ? -1 : 1;
    for (int i = 0; i < 3; ++i) axes(i, k) = sign * vectors(i, from);
    moments[idx(k)] = given[idx(from)];
  }
  if (dot(cross(axes.column(0), axes.column(1)), axes.column(2)) < 0) {
    for (int i = 0; i < 3; ++i) axes(i, 2) = -axes(i, 2);
  }
  return axes;
}

}  // namespace

PrincipalInertia principal_inertia(const Body& body, Diagnostics& problems) {
  const auto wrong = [&](const std::string& message, const std::string& hint) {
    problems.error(body.space.inertia_where.line > 0 ? body.space.inertia_where : body.where,
                   "body." + body.name + ".inertia", message, hint);
  };
  PrincipalInertia out;
  out.mount.centre = body.space.centre;
  Mat3 J;
  J.a = body.space.inertia;
  double largest = 0;
  for (const double entry : J.a)
    largest =
        std::isfinite(entry) ? std::max(largest, std::abs(entry)) : std::numeric_limits<double>::infinity();
  if (!(largest > 0) || !std::isfinite(largest)) {
    wrong(largest > 0 ? "is not finite" : "is zero",
          "give the moments [Jx, Jy, Jz] about the centre of mass");
    return out;
  }
  for (int i = 0; i < 3; ++i) {
    for (int k = i + 1; k < 3; ++k) {
      if (std::abs(J(i, k) - J(k, i)) <= kSymmetry * largest) continue;
      wrong(fmt::format("is not symmetric: row {}, column {} is {:.9g} and row {}, column {} is {:.9g}",
                        i + 1, k + 1, J(i, k), k + 1, i + 1, J(k, i)),
            "an inertia tensor equals its transpose");
      return out;
    }
  }
  const Mat3 R = rotation(body.space.inertia_axes);
  const Mat3 inertia = R * J * R.transpose();
  Eigen::Matrix3d tensor;
  double beside = 0;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      tensor(i, k) = 0.5 * (inertia(i, k) + inertia(k, i));
      if (i != k) beside = std::max(beside, std::abs(tensor(i, k)));
    }
  }
  if (beside <= kDiagonal * largest) {
    for (int k = 0; k < 3; ++k) out.moments[idx(k)] = tensor(k, k);
  } else {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(tensor);
    for (int k = 0; k < 3; ++k) out.moments[idx(k)] = solver.eigenvalues()[k];
    out.mount.axes = nearest_axes(solver.eigenvectors(), out.moments);
  }
  Vec3 sorted = out.moments;
  std::sort(sorted.begin(), sorted.end());
  const auto shown = [&] {
    return fmt::format("principal moments {:.6g}, {:.6g}, {:.6g} kg m^2", sorted[0], sorted[1], sorted[2]);
  };
  if (!(sorted[0] > 0)) {
    wrong("is not positive: " + shown(),
          "every moment of inertia of a body is positive; check the signs of the products");
  } else if (sorted[0] + sorted[1] < sorted[2] * (1 - kTriangle)) {
    wrong("belongs to no body: of its " + shown() + " one exceeds the sum of the others",
          "for any distribution of mass the sum of two moments is at least the third");
  }
  return out;
}

}  // namespace freeplay
