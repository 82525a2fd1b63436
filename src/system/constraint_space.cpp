// SPDX-License-Identifier: Apache-2.0
#include "system/constraint_space.h"

#include <fmt/format.h>

#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>

#include "base/decompositions.h"
#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

/// Calls use(column, value) for every number of a row of D.
template <class Use>
void each_entry(const RowShape& shape, const double* row, Use use) {
  for (std::size_t block = 0; block < 2; ++block) {
    for (int k = 0; k < shape.size[block]; ++k) use(shape.start[block] + k, *row++);
  }
}

}  // namespace

int velocities_per_body(const SystemInfo& info) {
  const int per = info.dimension == 3 ? 6 : 3;
  return !info.bodies.empty() && per * static_cast<int>(info.bodies.size()) == info.nu ? per : 0;
}

std::vector<double> velocity_sizes(const SystemInfo& info) {
  std::vector<double> sizes(idx(info.nu));
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = info.u_size(i);
  return sizes;
}

bool velocity_is_angular(const SystemInfo& info, int velocity) {
  const int per = velocities_per_body(info);
  return per > 0 && velocity % per >= info.dimension;
}

std::string velocity_name(const SystemInfo& info, int velocity) {
  static constexpr const char* kPlane[] = {"x", "y", "angle"};
  static constexpr const char* kSpace[] = {"x", "y", "z", "turn_x", "turn_y", "turn_z"};
  const int per = velocities_per_body(info);
  if (per == 0) return fmt::format("velocity {}", velocity + 1);
  const std::string& body = info.bodies[idx(velocity / per)].name;
  return fmt::format("{}.{}", body, per == 3 ? kPlane[velocity % per] : kSpace[velocity % per]);
}

void fill_scaled_D(const SystemInfo& info, std::span<const double> sizes, const Evaluation& ev,
                   Eigen::MatrixXd& A) {
  A.setZero(static_cast<Eigen::Index>(info.constraints.size()), info.nu);
  for (int r = 0; r < A.rows(); ++r) {
    const double scale = info.row_scale(idx(r));
    each_entry(info.constraints[idx(r)].shape, ev.row_D(r),
               [&](int c, double value) { A(r, c) += value * sizes[idx(c)] / scale; });
  }
}

std::string owners_of(const SystemInfo& info, std::span<const int> rows) {
  std::vector<std::string> names;
  for (const int row : rows) {
    const std::string& name = info.constraints[idx(row)].name;
    const std::string quoted = "'" + name.substr(0, name.rfind('.')) + "'";
    if (std::find(names.begin(), names.end(), quoted) == names.end()) names.push_back(quoted);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string worst_rows_text(const SystemInfo& info, std::span<const double> errors, const char* per) {
  std::vector<std::size_t> order(errors.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto size = [&](std::size_t i) { return std::abs(errors[i]) / info.row_scale(i); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return size(i) > size(j); });
  std::vector<std::string> parts;
  for (const std::size_t row : order) {
    if (parts.size() == 3 || size(row) < 1e-3 * size(order[0])) break;
    parts.push_back(fmt::format("{} by {:.3g} {}{}", info.constraints[row].name, errors[row],
                                info.constraints[row].angle ? "rad" : "m", per));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

ConstraintSpace constraint_space(const System& system, double t, std::span<const double> q,
                                 int most_motions) {
  const SystemInfo& info = system.info();
  const std::vector<double> sizes = velocity_sizes(info);
  Evaluation ev(info);
  system.place(t, q, ev);
  system.constraints(t, q, ev);

  ConstraintSpace space;
  space.velocities = info.nu;
  space.rows = static_cast<int>(info.constraints.size());
  std::vector<int> column(idx(info.nu), -1);
  for (const ConstraintInfo& row : info.constraints) {
    for (std::size_t block = 0; block < 2; ++block) {
      for (int k = 0; k < row.shape.size[block]; ++k) column[idx(row.shape.start[block] + k)] = 0;
    }
  }
  for (int i = 0; i < info.nu; ++i) {
    int& to = column[idx(i)];
    if (to < 0) {
      space.untouched.push_back(i);
    } else {
      to = static_cast<int>(space.restrained.size());
      space.restrained.push_back(i);
    }
  }
  space.reactions.resize(space.rows, 0);
  if (space.rows == 0) return space;

  const auto wide = static_cast<Eigen::Index>(space.restrained.size());
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::VectorXd length(space.rows);
  for (int r = 0; r < space.rows; ++r) {
    const double scale = info.row_scale(idx(r));
    const RowShape& shape = info.constraints[idx(r)].shape;
    double square = 0;
    each_entry(shape, ev.row_D(r), [&](int c, double value) {
      const double scaled = value * sizes[idx(c)] / scale;
      square += scaled * scaled;
    });
    length[r] = square > 0 ? std::sqrt(square) : 1;
    each_entry(shape, ev.row_D(r), [&](int c, double value) {
      entries.emplace_back(column[idx(c)], r, value * sizes[idx(c)] / (scale * length[r]));
    });
  }
  Sparse transposed(wide, space.rows);
  transposed.setFromTriplets(entries.begin(), entries.end());
  transposed.makeCompressed();
  Eigen::SparseQR<Sparse, Eigen::NaturalOrdering<int>> qr;  // of dependent rows, the later one
  qr.setPivotThreshold(kDependentRow);
  qr.compute(transposed);
  space.rank = static_cast<int>(qr.rank());
  const int redundant = space.rows - space.rank;
  const Eigen::VectorXi order = qr.colsPermutation().indices();
  for (int k = space.rank; k < space.rows; ++k) space.dependent.push_back(order[k]);
  std::sort(space.dependent.begin(), space.dependent.end());

  if (redundant > 0) {  // Aᵀ P = Q R:  l = P (−R₁₁⁻¹ R₁₂, 1), rows scaled back, then made orthonormal
    const Eigen::MatrixXd rest = Eigen::MatrixXd(qr.matrixR().block(0, space.rank, space.rank, redundant));
    const Sparse square = qr.matrixR().block(0, 0, space.rank, space.rank);
    const Eigen::MatrixXd top = square.triangularView<Eigen::Upper>().solve(rest);
    Eigen::MatrixXd null(space.rows, redundant);
    for (int k = 0; k < space.rows; ++k) {
      for (int c = 0; c < redundant; ++c) {
        const double value = k < space.rank ? -top(k, c) : (k - space.rank == c ? 1.0 : 0.0);
        null(order[k], c) = value / length[order[k]];
      }
    }
    space.reactions = dense::orthonormal_columns(null);
  }
  const Eigen::Index free = wide - space.rank;
  if (free <= most_motions) {
    Eigen::MatrixXd motions = Eigen::MatrixXd::Zero(wide, free);
    motions.bottomRows(free).setIdentity();
    space.motions = free > 0 ? Eigen::MatrixXd(qr.matrixQ() * motions) : motions;
  }
  return space;
}

}  // namespace freeplay
