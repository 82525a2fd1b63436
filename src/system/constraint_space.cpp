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

constexpr double kRounding = 1e-12;  // of the largest number of a solution: less is none

struct RowPart {
  int row;
  double value;
};
using Reaction = std::vector<RowPart>;  // of the rows that take part

/// What has rows in common comes together, directly or through others; each part is made orthonormal by itself, so that
/// many joints that repeat each other in pairs cost no more than so many pairs.
std::vector<CancellingReactions> orthonormal_parts(const std::vector<Reaction>& null, int rows) {
  std::vector<int> parent(idx(rows));
  for (int r = 0; r < rows; ++r) parent[idx(r)] = r;
  const auto root = [&](int r) {
    while (parent[idx(r)] != r) r = parent[idx(r)] = parent[idx(parent[idx(r)])];
    return r;
  };
  for (const Reaction& reaction : null) {
    for (const RowPart& part : reaction) {
      const int a = root(part.row), b = root(reaction.front().row);
      parent[idx(std::max(a, b))] = std::min(a, b);
    }
  }
  std::vector<int> members(idx(rows), 0), part_of(idx(rows), -1), place(idx(rows), 0);
  std::vector<std::vector<int>> reactions_of(idx(rows));
  for (int r = 0; r < rows; ++r) place[idx(r)] = members[idx(root(r))]++;
  for (std::size_t c = 0; c < null.size(); ++c)
    reactions_of[idx(root(null[c].front().row))].push_back(static_cast<int>(c));
  std::vector<CancellingReactions> parts;
  for (int r = 0; r < rows; ++r) {
    const std::vector<int>& own = reactions_of[idx(r)];
    if (own.empty()) continue;
    part_of[idx(r)] = int_size(parts);
    Eigen::MatrixXd part = Eigen::MatrixXd::Zero(members[idx(r)], static_cast<Eigen::Index>(own.size()));
    for (std::size_t c = 0; c < own.size(); ++c) {
      for (const RowPart& entry : null[idx(own[c])])
        part(place[idx(entry.row)], static_cast<Eigen::Index>(c)) = entry.value;
    }
    parts.push_back({{}, dense::orthonormal_columns(part)});
  }
  for (int r = 0; r < rows; ++r) {
    if (const int part = part_of[idx(root(r))]; part >= 0) parts[idx(part)].rows.push_back(r);
  }
  return parts;
}

}  // namespace

Eigen::MatrixXd ConstraintSpace::reactions() const {
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(rows, rows - rank);
  Eigen::Index column = 0;
  for (const CancellingReactions& part : cancelling) {
    for (std::size_t i = 0; i < part.rows.size(); ++i)
      all.row(part.rows[i]).segment(column, part.basis.cols()) = part.basis.row(static_cast<Eigen::Index>(i));
    column += part.basis.cols();
  }
  return all;
}

int velocities_per_body(const SystemInfo& info) {
  const int per = info.dimension == 3 ? 6 : 3;
  return !info.bodies.empty() && per * int_size(info.bodies) == info.nu ? per : 0;
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

namespace {

/// Sorts velocities by whether any row restrains them. The place of each among those that are; -1: none does.
std::vector<int> sort_velocities(const SystemInfo& info, ConstraintSpace& space) {
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
      to = int_size(space.restrained);
      space.restrained.push_back(i);
    }
  }
  return column;
}

}  // namespace

ConstraintSpace constraint_space(const System& system, double t, std::span<const double> q,
                                 int most_motions) {
  const SystemInfo& info = system.info();
  const std::vector<double> sizes = velocity_sizes(info);
  Evaluation ev(info);
  system.place(t, q, ev);
  system.constraints(t, q, ev);

  ConstraintSpace space;
  space.velocities = info.nu;
  space.rows = int_size(info.constraints);
  const std::vector<int> column = sort_velocities(info, space);
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

  if (redundant > 0) {  // Aᵀ P = Q R:  l = P (−R₁₁⁻¹ R₁₂, 1), rows scaled back
    const Sparse rest = qr.matrixR().block(0, space.rank, space.rank, redundant);
    const Sparse square = qr.matrixR().block(0, 0, space.rank, space.rank);
    std::vector<Reaction> null(idx(redundant));
    Eigen::VectorXd top(space.rank);
    for (int c = 0; c < redundant; ++c) {
      top = rest.col(c);
      square.triangularView<Eigen::Upper>().solveInPlace(top);
      const double rounding = kRounding * std::max(1.0, top.lpNorm<Eigen::Infinity>());
      for (int k = 0; k < space.rank; ++k) {
        if (std::abs(top[k]) > rounding) null[idx(c)].push_back({order[k], -top[k] / length[order[k]]});
      }
      null[idx(c)].push_back({order[space.rank + c], 1 / length[order[space.rank + c]]});
    }
    space.cancelling = orthonormal_parts(null, space.rows);
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
