// SPDX-License-Identifier: Apache-2.0
#include "formulations/dependent_joints.h"

#include <algorithm>

#include "base/decompositions.h"
#include "base/index.h"
#include "formulations/mass_units.h"

namespace freeplay {
namespace {

constexpr double kShare = 1e-3;  // of a row in the combination

/// The rows at (t, q): how many combinations of them vanish, and which rows these are made of.
int dependent_rows(const System& system, double t, std::span<const double> q, std::vector<bool>& part) {
  const SystemInfo& info = system.info();
  Evaluation ev(info);
  system.place(t, q, ev);
  system.mass(q, ev);
  system.constraints(t, q, ev);
  MassUnits units(info);
  units.take(ev);
  const dense::Svd svd = dense::full_svd(units.C);
  int count = 0;
  for (int k = 0; k < units.rows(); ++k) {
    if (k < svd.singularValues().size() && svd.singularValues()[k] > kRedundantRow) continue;
    ++count;
    for (int i = 0; i < units.rows(); ++i) {
      if (std::abs(svd.matrixU()(i, k)) > kShare) part[idx(i)] = true;
    }
  }
  return count;
}

}  // namespace

std::vector<std::string> dependent_joints(const System& system, double t, std::span<const double> q) {
  const SystemInfo& info = system.info();
  if (info.constraints.empty()) return {};
  std::vector<bool> now(info.constraints.size(), false), always = now;
  const State start = system.initial_state();
  if (dependent_rows(system, t, q, now) <= dependent_rows(system, start.t(), start.q(), always)) return {};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (!now[i]) continue;
    const std::string& row = info.constraints[i].name;
    const std::string owner = row.substr(0, row.rfind('.'));
    if (std::find(names.begin(), names.end(), owner) == names.end()) names.push_back(owner);
  }
  return names;
}

}  // namespace freeplay
