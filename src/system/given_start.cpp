// SPDX-License-Identifier: Apache-2.0
#include "system/given_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/index.h"
#include "system/constraint_space.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

constexpr double kFits = 1e-9;  // of the machine's size or speed: what is less is rounding

double largest(const SystemInfo& info, std::span<const double> errors) {
  double worst = 0;
  for (std::size_t r = 0; r < errors.size(); ++r)
    worst = std::max(worst, std::abs(errors[r]) / info.row_scale(r));
  return worst;
}

double squares(const std::vector<double>& of) {
  return std::inner_product(of.begin(), of.end(), of.begin(), 0.0);
}

}  // namespace

void constraint_errors(const System& system, const State& state, Evaluation& ev, std::span<double> Phi,
                       std::span<double> rates) {
  const SystemInfo& info = system.info();
  system.constraints(state.t(), state.q(), ev);
  for (std::size_t r = 0; r < info.constraints.size(); ++r) {
    Phi[r] = info.constraints[r].holonomic ? ev.Phi[r] : 0;
    rates[r] = dot_row(info.constraints[r].shape, ev.row_D(to_int(r)), state.u().data()) + ev.Phi_t[r];
  }
}

void report_given_start(const System& system, const State& state, InitialReport& report,
                        Diagnostics& problems) {
  const SystemInfo& info = system.info();
  const ConstraintSpace space = constraint_space(system, state.t(), state.q(), 0);
  for (const int row : space.dependent) report.redundant.push_back(info.constraints[idx(row)].name);
  report.degrees_of_freedom = space.freedoms();

  Evaluation ev(info);
  std::vector<double> Phi(info.constraints.size()), rates(info.constraints.size());
  system.place(state.t(), state.q(), ev);
  constraint_errors(system, state, ev, Phi, rates);
  double speed = 0;  // of the machine, in its lengths per second
  for (std::size_t i = 0; i < state.u().size(); ++i)
    speed = std::max(speed, std::abs(state.u()[i]) / info.u_size(i));
  std::vector<std::string> parts;
  if (largest(info, Phi) > kFits)
    parts.push_back(fmt::format("apart are {} (ΦᵀΦ = {:.3g})", worst_rows_text(info, Phi), squares(Phi)));
  if (largest(info, rates) > kFits * speed)
    parts.push_back(
        fmt::format("apart move {} (Φ̇ᵀΦ̇ = {:.3g})", worst_rows_text(info, rates, "/s"), squares(rates)));
  if (parts.empty()) return;
  problems.warning(
      {}, "run.initial",
      fmt::format("the start is taken as given and does not fit the joints: {}", fmt::join(parts, "; ")),
      "what becomes of it depends on the formulation; initial = \"file\" makes the start fit");
}

}  // namespace freeplay
