// SPDX-License-Identifier: Apache-2.0
#include "system/undetermined.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

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
      group.rows.size(), listed(names), int_size(group.rows) - group.redundant,
      int_size(group.rows) - group.redundant == 1 ? " is" : "s are");
}

}  // namespace

UndeterminedReactions::UndeterminedReactions(const SystemInfo& info, const ConstraintSpace& space)
    : determined_(info.constraints.size(), true),
      place_(info.constraints.size()),
      row_scale_(static_cast<Eigen::Index>(info.constraints.size())) {
  for (std::size_t r = 0; r < info.constraints.size(); ++r)
    row_scale_[static_cast<Eigen::Index>(r)] = info.row_scale(r);
  for (const CancellingReactions& part : space.cancelling) {
    for (std::size_t i = 0; i < part.rows.size(); ++i)
      place_[idx(part.rows[i])] = {int_size(cancelling_), to_int(i)};
    cancelling_.push_back(part.basis);
    group(info, part);
  }
  for (std::size_t r = 0; r < determined_.size(); ++r) {
    if (!determined_[r]) names_.push_back(info.constraints[r].name);
  }
  std::sort(groups_.begin(), groups_.end(),
            [](const RedundantGroup& a, const RedundantGroup& b) { return a.rows.front() < b.rows.front(); });
}

/// Rows i and j can be traded when the projector on the cancelling reactions couples them.
void UndeterminedReactions::group(const SystemInfo& info, const CancellingReactions& part) {
  std::vector<Eigen::Index> open;
  for (Eigen::Index i = 0; i < part.basis.rows(); ++i) {
    if (part.basis.row(i).norm() <= kShare) continue;
    determined_[idx(part.rows[idx(i)])] = false;
    open.push_back(i);
  }
  std::vector<bool> taken(open.size(), false);
  for (std::size_t first = 0; first < open.size(); ++first) {
    if (taken[first]) continue;
    std::vector<std::size_t> members{first};
    taken[first] = true;
    for (std::size_t next = 0; next < members.size(); ++next) {
      const Eigen::VectorXd coupled = part.basis * part.basis.row(open[members[next]]).transpose();
      for (std::size_t j = 0; j < open.size(); ++j) {
        if (taken[j] || std::abs(coupled[open[j]]) <= kShare) continue;
        taken[j] = true;
        members.push_back(j);
      }
    }
    std::sort(members.begin(), members.end());
    RedundantGroup found;
    double trace = 0;  // of the projector: how many dimensions the group has
    for (const std::size_t member : members) {
      found.rows.push_back(part.rows[idx(open[member])]);
      trace += part.basis.row(open[member]).squaredNorm();
    }
    found.redundant = static_cast<int>(std::lround(trace));
    found.sentence = sentence_of(info, found);
    groups_.push_back(std::move(found));
  }
}

bool UndeterminedReactions::determined(std::span<const double> c) const {
  const Eigen::Map<const Eigen::VectorXd> component(c.data(), static_cast<Eigen::Index>(c.size()));
  const double size = component.cwiseQuotient(row_scale_).norm();
  std::map<int, Eigen::RowVectorXd> sums;  // per part; a component has few rows
  for (std::size_t r = 0; r < c.size(); ++r) {
    const Place place = place_[r];
    if (c[r] == 0 || place.part < 0) continue;
    const Eigen::MatrixXd& basis = cancelling_[idx(place.part)];
    Eigen::RowVectorXd& sum =
        sums.try_emplace(place.part, Eigen::RowVectorXd::Zero(basis.cols())).first->second;
    sum += c[r] / row_scale_[static_cast<Eigen::Index>(r)] * basis.row(place.row);
  }
  return std::all_of(sums.begin(), sums.end(), [&](const auto& part) {
    return part.second.template lpNorm<Eigen::Infinity>() <= kShare * size;
  });
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
