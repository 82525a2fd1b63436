// SPDX-License-Identifier: Apache-2.0
#include "system/formulation_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/decompositions.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "freeplay/given_parameters.h"
#include "registry/formulation_entry.h"
#include "system/constraint_space.h"

namespace freeplay {
namespace {

void check_redundancy(const Choice& formulation, const FormulationEntry& entry, const InitialReport& initial,
                      Diagnostics& problems) {
  if (initial.redundant.empty() || entry.traits.redundant.with(formulation.values)) return;
  std::vector<std::string> others;
  for (const FormulationEntry* other : entries_of<FormulationEntry>()) {
    if (other->traits.redundant.with({})) others.emplace_back(other->name);
  }
  std::set<std::string> joints;
  for (const std::string& row : initial.redundant) joints.insert("'" + row.substr(0, row.rfind('.')) + "'");
  problems.error(formulation.where, "method.formulation",
                 fmt::format("{} has no solution with redundant joints: {} of {} follow from other joints",
                             entry.name, fmt::join(initial.redundant, ", "), fmt::join(joints, ", ")),
                 fmt::format("remove them, or take one of {}{}", fmt::join(others, ", "),
                             entry.traits.redundant.holds
                                 ? fmt::format("; {}: {}", entry.name, entry.traits.redundant.text())
                                 : ""));
}

/// D of the columns that are not in `independent`, in units of the mass norm, rows of unit length.
Eigen::MatrixXd dependent_columns(const System& system, const State& state,
                                  const std::set<int>& independent) {
  const SystemInfo& info = system.info();
  Evaluation ev(info);
  system.place(state.t(), state.q(), ev);
  system.mass(state.q(), ev);
  system.constraints(state.t(), state.q(), ev);
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(int_size(info.constraints), info.nu);
  for (int r = 0; r < C.rows(); ++r) {
    const RowShape& shape = info.constraints[idx(r)].shape;
    const double* value = ev.row_D(r);
    for (std::size_t block = 0; block < 2; ++block) {
      for (int k = 0; k < shape.size[block]; ++k, ++value) {
        const int column = shape.start[block] + k;
        C(r, column) += *value / std::sqrt(ev.M[idx(column)]);
      }
    }
    const double length = C.row(r).norm();
    if (length > 0) C.row(r) /= length;
  }
  for (const int column : independent) C.col(column).setZero();
  return C;
}

void check_independent(const Choice& formulation, const System& system, const State& state,
                       const InitialReport& initial, Diagnostics& problems) {
  const auto given = formulation.values.find("independent");
  if (given == formulation.values.end()) return;
  const auto& words = std::get<Texts>(given->second.data).all();
  std::vector<std::string> names;
  for (int i = 0; i < system.info().nu; ++i) names.push_back(velocity_name(system.info(), i));
  const std::string key = "method.formulation.independent";
  std::set<int> columns;
  for (const std::string& word : words) {
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end()) {
      const std::string near = did_you_mean(word, names);
      problems.error(given->second.where, key, fmt::format("there is no coordinate '{}'", word),
                     near.empty() ? fmt::format("coordinates: {}", fmt::join(names, ", "))
                                  : fmt::format("did you mean '{}'?", near));
      return;
    }
    if (!columns.insert(static_cast<int>(found - names.begin())).second) {
      problems.error(given->second.where, key, fmt::format("'{}' is named twice", word));
      return;
    }
  }
  if (int_size(columns) != initial.degrees_of_freedom) {
    problems.error(given->second.where, key,
                   fmt::format("{} coordinate{} given; the machine has {} degree{} of freedom",
                               columns.size(), columns.size() == 1 ? " is" : "s are",
                               initial.degrees_of_freedom, initial.degrees_of_freedom == 1 ? "" : "s"),
                   "name one independent coordinate for each, or leave `independent` out");
    return;
  }
  dense::PivotedLu pivots;
  dense::decompose(dependent_columns(system, state, columns), pivots);
  int rank = 0;
  while (rank < std::min(pivots.matrixLU().rows(), pivots.matrixLU().cols()) &&
         std::abs(pivots.matrixLU()(rank, rank)) > kDependentRow)
    ++rank;
  if (rank == system.info().nu - initial.degrees_of_freedom) return;
  problems.error(given->second.where, key,
                 fmt::format("{} {} not determine the other coordinates where the machine starts",
                             fmt::join(words, ", "), words.size() == 1 ? "does" : "do"),
                 "name others, or leave `independent` out");
}

}  // namespace

void check_constraint_formulation(const Model& model, const System& system, const State& state,
                                  const InitialReport& initial, Diagnostics& problems) {
  if (!model.method.formulation || initial.failed) return;
  const auto* entry = find_entry<FormulationEntry>(model.method.formulation->name);
  if (entry == nullptr) return;
  check_redundancy(*model.method.formulation, *entry, initial, problems);
  check_independent(*model.method.formulation, system, state, initial, problems);
}

}  // namespace freeplay
