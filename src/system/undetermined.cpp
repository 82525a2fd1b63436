// SPDX-License-Identifier: Apache-2.0
#include "system/undetermined.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/index.h"
#include "system/constraint_space.h"

namespace freeplay {
namespace {

constexpr double kShare = 1e-7;  // of a cancelling set of reactions of unit size: less is rounding

/// "a, b and c"
std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names[0];
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::string sentence_of(const SystemInfo& info, const RedundantGroup& group) {
  std::vector<std::string> names;
  for (const int row : group.rows) names.push_back(info.constraints[idx(row)].name);
  if (group.rows.size() == 1)
    return fmt::format("{} restrains nothing at this position: its reaction is not determined", names[0]);
  return fmt::format(
      "{} restrain the same motion {}: of the {} reactions {} only {} combination{} determined",
      owners_of(info, group.rows),
      group.redundant == 1 ? "once more than needed"
                           : fmt::format("{} times more than needed", group.redundant),
      group.rows.size(), listed(names), static_cast<int>(group.rows.size()) - group.redundant,
      static_cast<int>(group.rows.size()) - group.redundant == 1 ? " is" : "s are");
}

}  // namespace

UndeterminedReactions::UndeterminedReactions(const SystemInfo& info, const ConstraintSpace& space)
    : determined_(info.constraints.size(), true), row_scale_(space.rows) {
  for (int r = 0; r < space.rows; ++r) row_scale_[r] = info.row_scale(idx(r));
  cancelling_ = row_scale_.cwiseInverse().asDiagonal() * space.reactions;
  std::vector<int> open;
  for (int r = 0; r < space.rows; ++r) {
    if (space.reactions.row(r).norm() <= kShare) continue;
    determined_[idx(r)] = false;
    open.push_back(r);
    names_.push_back(info.constraints[idx(r)].name);
  }
  // rows i and j can be traded when the projector on the cancelling reactions couples them
  const auto count = static_cast<int>(open.size());
  std::vector<int> group(open.size());
  std::iota(group.begin(), group.end(), 0);
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < i; ++j) {
      const auto a = idx(i), b = idx(j);
      if (group[a] == group[b] ||
          std::abs(space.reactions.row(open[a]).dot(space.reactions.row(open[b]))) <= kShare)
        continue;
      const int from = std::max(group[a], group[b]), to = std::min(group[a], group[b]);
      std::replace(group.begin(), group.end(), from, to);
    }
  }
  for (int k = 0; k < count; ++k) {
    RedundantGroup found;
    double trace = 0;  // of the projector: how many dimensions the group has
    for (int i = 0; i < count; ++i) {
      if (group[idx(i)] != k) continue;
      found.rows.push_back(open[idx(i)]);
      trace += space.reactions.row(open[idx(i)]).squaredNorm();
    }
    if (found.rows.empty()) continue;
    found.redundant = static_cast<int>(std::lround(trace));
    found.sentence = sentence_of(info, found);
    groups_.push_back(std::move(found));
  }
}

bool UndeterminedReactions::determined(std::span<const double> c) const {
  const Eigen::Map<const Eigen::VectorXd> component(c.data(), static_cast<Eigen::Index>(c.size()));
  const double size = component.cwiseQuotient(row_scale_).norm();
  return cancelling_.cols() == 0 ||
         (cancelling_.transpose() * component).lpNorm<Eigen::Infinity>() <= kShare * size;
}

UndeterminedReactions undetermined_reactions(const System& system, const State& state) {
  return {system.info(), constraint_space(system, state.t(), state.q(), 0)};
}

std::vector<std::string> undetermined_components(const System& system, const State& state,
                                                 const UndeterminedReactions& reactions) {
  const SystemInfo& info = system.info();
  if (info.dimension != 3 || !reactions.any()) return reactions.names();
  Evaluation ev(info);
  system.place(state.t(), state.q(), ev);
  system.constraints(state.t(), state.q(), ev);
  const std::size_t rows = info.constraints.size(), components = 6 * info.joints.size();
  // the components are linear in λ: one column per row
  Eigen::MatrixXd map(static_cast<Eigen::Index>(components), static_cast<Eigen::Index>(rows));
  std::vector<double> lambda(rows, 0), out(components, 0);
  for (std::size_t r = 0; r < rows; ++r) {
    lambda[r] = 1;
    system.reactions(lambda, ev, out);
    lambda[r] = 0;
    map.col(static_cast<Eigen::Index>(r)) =
        Eigen::Map<const Eigen::VectorXd>(out.data(), static_cast<Eigen::Index>(components));
  }
  std::vector<std::string> names;
  const double rounding = 1e-12 * map.cwiseAbs().maxCoeff();
  std::vector<double> c(rows);
  for (std::size_t k = 0; k < components; ++k) {
    for (std::size_t r = 0; r < rows; ++r) {
      const double entry = map(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(r));
      c[r] = std::abs(entry) > rounding ? entry : 0;
    }
    if (reactions.determined(c)) continue;
    names.push_back(
        fmt::format("{}.{}.{}", info.joints[k / 6].name, k % 6 < 3 ? "force" : "moment", "xyz"[k % 3]));
  }
  return names;
}

}  // namespace freeplay
