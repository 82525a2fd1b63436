// SPDX-License-Identifier: Apache-2.0
#include "complementarity/solver_chain.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace freeplay {
namespace {

constexpr double kRest = 1e-13;  // slip of the normalised problem that is rounding

/// The first contact that slides as the modes say with G_NN ∓ μ G_NT ≤ 0: pressing it makes it approach. Of
/// an unsolved problem any contact that could slide so.
int find_painleve(const ContactProblem& problem, std::span<const ContactMode> modes, bool solved) {
  if (problem.d() != 2) return -1;
  for (int i = 0; i < problem.size(); ++i) {
    const ContactMode mode = modes[static_cast<std::size_t>(i)];
    const bool slides = mode == ContactMode::slip_plus || mode == ContactMode::slip_minus;
    if (solved && !slides) continue;
    const double* A = problem.matrix().diagonal(i);
    const double coupling = problem.mu(i) * A[1];
    const double coefficient = A[0] - (!slides                          ? std::abs(coupling)
                                       : mode == ContactMode::slip_plus ? coupling
                                                                        : -coupling);
    if (coefficient <= 0 && coupling != 0) return i;
  }
  return -1;
}

}  // namespace

SolverChain::SolverChain(const Choice& chosen, int capacity, int d) : warm_(capacity) {
  guess_.assign(static_cast<std::size_t>(capacity), ContactMode::open);
  start_.assign(static_cast<std::size_t>(capacity * d), 0);
  const SolverEntry* entry = find_entry<SolverEntry>(chosen.name);
  FREEPLAY_ASSERT(entry != nullptr);  // the reader knows the registered words
  const Parameters given(*entry, chosen.values);
  statistics_.tolerance = given.number("tolerance");
  warm_start_ = given.flag("warm_start", true);
  solvers_.push_back(entry->make(given, capacity, d));
  const SolverEntry* rest = find_entry<SolverEntry>("auto");
  const Values none;
  if (rest != entry) solvers_.push_back(rest->make(Parameters(*rest, none), capacity, d));
  statistics_.stood_in.reserve(128);
}

/// Who stood in for whom.
void SolverChain::count(const SolveReport& report, bool chosen) {
  statistics_.iterations += report.iterations;
  if (!report.solved || (chosen && report.attempts == 1)) return;
  ++statistics_.handed_over;
  if (statistics_.stood_in.find(report.by) != std::string::npos) return;
  statistics_.stood_in += (statistics_.stood_in.empty() ? "" : ", ") + std::string(report.by);
}

SolveReport SolverChain::solve(ContactProblem& problem) {
  ++statistics_.solves;
  problem.normalise();
  SolveReport best;
  const auto n = static_cast<std::size_t>(problem.size());
  const bool by_modes = warm_start_ && problem.d() <= 2 && problem.matrix().dense();
  std::copy(problem.P().begin(), problem.P().end(), start_.begin());
  for (std::size_t i = 0; i < n; ++i) {
    guess_[i] = problem.mode(static_cast<int>(i));
    const bool smooth =
        problem.d() == 1 || problem.mu(static_cast<int>(i)) == 0;  // nothing sticks without friction
    if (smooth && guess_[i] != ContactMode::open) guess_[i] = ContactMode::slip_plus;
  }
  if (by_modes) {  // large problems begin with the impulses instead
    warm_.solve(problem, {guess_.data(), n});
    best.residual = problem.residual();
    best.iterations = 1;
    // at a tolerance of rounding: a guess is only taken when it is as good as a pivoted solution
    best.solved = best.residual <= std::min(statistics_.tolerance, 1e-13);
    best.by = "the last modes";
    if (best.solved) ++statistics_.warm;
  }
  for (std::size_t s = 0; s < solvers_.size() && !best.solved; ++s) {
    if (!solvers_[s]->accepts(problem)) continue;
    for (int k = 0; k < problem.rows(); ++k) {
      problem.P(k) = warm_start_ ? start_[static_cast<std::size_t>(k)] : 0;
    }
    best = solvers_[s]->solve(problem, statistics_.tolerance);
    if (*best.by == '\0') best.by = solvers_[s]->name();
    count(best, s == 0);
  }
  for (int i = 0; i < problem.size() && problem.d() == 2; ++i) {
    if (problem.mode(i) == ContactMode::open) continue;
    const double slip = problem.xi(2 * i + 1);
    if (problem.mu(i) == 0) {
      problem.mode(i) = slip < 0 ? ContactMode::slip_minus : ContactMode::slip_plus;
    } else if (std::abs(slip) <= kRest) {  // at the limit of friction, but at rest
      problem.mode(i) = ContactMode::stick;
    }
  }
  best.painleve = find_painleve(problem, {guess_.data(), n}, best.solved);
  if (best.painleve >= 0) ++statistics_.painleve;
  if (best.solved) {
    statistics_.worst_residual = std::max(statistics_.worst_residual, best.residual);
  } else {
    ++statistics_.failed;
  }
  problem.restore_units();
  return best;
}

}  // namespace freeplay
