// SPDX-License-Identifier: Apache-2.0
#include "complementarity/solver_chain.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kNoise = 16;        // rounding errors that add up in a residual
constexpr double kMostNoise = 1e-6;  // a residual that is no answer, however little is known of b
constexpr double kRest = 1e-13;      // slip of the normalised problem that is rounding

/// The first contact that slides as the modes say with G_NN ∓ μ G_NT ≤ 0: pressing it makes it approach. Of
/// an unsolved problem any contact that could slide so.
int find_painleve(const ContactProblem& problem, std::span<const ContactMode> modes, bool solved) {
  if (problem.d() != 2) return -1;
  for (int i = 0; i < problem.size(); ++i) {
    const ContactMode mode = modes[idx(i)];
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

/// The rounding of ξ = G P + b of a contact.
double rounding_of(const ContactProblem& problem, int contact) {
  double sum[3] = {0, 0, 0};
  problem.matrix().for_row(contact, [&](int j, const double* block, int stride) {
    for (int a = 0; a < problem.d(); ++a) {
      for (int b = 0; b < problem.d(); ++b)
        sum[a] += std::abs(block[a * stride + b] * problem.P(problem.d() * j + b));
    }
  });
  return std::numeric_limits<double>::epsilon() * std::max({sum[0], sum[1], sum[2]});
}

/// The largest of all contacts.
double rounding_of(const ContactProblem& problem) {
  double largest = 0;
  for (int i = 0; i < problem.size(); ++i) largest = std::max(largest, rounding_of(problem, i));
  return largest;
}

}  // namespace

SolverChain::SolverChain(const Choice& chosen, int capacity, int d) : warm_(d == 3 ? 0 : capacity) {
  guess_.assign(idx(capacity), ContactMode::open);
  start_.assign(idx(capacity * d), 0);
  best_.assign(idx(capacity * d), 0);
  best_mode_.assign(idx(capacity), ContactMode::open);
  const SolverEntry* entry = find_entry<SolverEntry>(chosen.name);
  FREEPLAY_ASSERT(entry != nullptr);  // the reader knows the registered words
  const Parameters given(*entry, chosen.values);
  statistics_.tolerance = given.number("tolerance");
  statistics_.accept = std::max(given.number("accept"), statistics_.tolerance);
  warm_start_ = given.flag("warm_start", true);
  solvers_.push_back(entry->make(given, capacity, d));
  if (d == 3) {
    newton_ = std::make_unique<Polish>(capacity, d);
    facets_ = solvers_[0]->facets();
  }
  const SolverEntry* rest = find_entry<SolverEntry>("auto");
  const Values none;
  if (rest != entry) solvers_.push_back(rest->make(Parameters(*rest, none), capacity, d));
  statistics_.stood_in.reserve(128);
}

/// Who stood in for whom.
void SolverChain::count(const SolveReport& report, bool chosen) {
  if (!report.solved || (chosen && report.attempts == 1)) return;
  ++statistics_.handed_over;
  if (statistics_.stood_in.find(report.by) != std::string::npos) return;
  statistics_.stood_in += (statistics_.stood_in.empty() ? "" : ", ") + std::string(report.by);
}

/// What the guess gives; large problems begin with the impulses only. The tolerance is that of rounding: a
/// guess is only taken when it is as good as a pivoted solution.
bool SolverChain::solve_guess(ContactProblem& problem, SolveReport& report) {
  constexpr int kNewtonSteps = 8;
  report.iterations = 1;
  if (problem.d() <= 2) {
    report.by = "the last modes";
    warm_.solve(problem, {guess_.data(), idx(problem.size())});
    if (good_guess(problem, report)) return true;
    // contacts that share their load in many ways go on sharing it as they did
    if (problem.size() < 2 || !take_start(problem)) return false;
    std::copy_n(start_.begin(), problem.rows(), problem.P().begin());
    warm_.improve(problem, {guess_.data(), idx(problem.size())}, 0);
  } else {
    if (facets_ > 0) return false;  // Newton's method sees the cone
    newton_->start(problem);
    newton_->improve(problem, problem.residual(), kNewtonSteps);
    newton_->newton().read_modes(problem);
    report.by = "the last impulses";
  }
  return good_guess(problem, report);
}

/// Makes the impulses given as a guess dimensionless, once; false where there are none.
bool SolverChain::take_start(const ContactProblem& problem) {
  if (!start_taken_ && problem.d() < 3) problem.normalise_guess(start_);
  start_taken_ = true;
  return std::any_of(start_.begin(), start_.begin() + problem.rows(), [](double P) { return P != 0; });
}

/// Whether what is in P is as good as a pivoted solution: no better one can be told apart from it.
bool SolverChain::good_guess(const ContactProblem& problem, SolveReport& report) const {
  constexpr double kPivoted = 1e-13;
  report.residual = problem.residual();
  report.solved = report.residual <= std::min(statistics_.tolerance, kPivoted);
  if (!report.solved && report.residual <= statistics_.tolerance)
    report.solved = report.residual <= kNoise * rounding_of(problem);
  return report.solved;
}

/// Slip that is no more than the error of the answer is none: what the residual leaves, and the rounding of the products
/// that the slip is a sum of. Impulses of heavy bodies on light ones are large beside their difference.
bool SolverChain::rests(const ContactProblem& problem, int contact, double slip, double residual) {
  if (slip <= kRest) return true;
  if (slip > kMostNoise) return false;
  if (slip <= residual) return true;
  return slip <= kNoise * rounding_of(problem, contact);
}

/// What is at rest sticks, also at the limit of friction; without friction slip has its sign.
void SolverChain::settle_modes(ContactProblem& problem, double residual) {
  for (int i = 0; i < problem.size() && problem.d() > 1; ++i) {
    if (problem.mode(i) == ContactMode::open) continue;
    if (problem.d() == 2) {
      const double slip = problem.xi(2 * i + 1);
      if (problem.mu(i) == 0) {
        problem.mode(i) = slip < 0 ? ContactMode::slip_minus : ContactMode::slip_plus;
      } else if (rests(problem, i, std::abs(slip), residual)) {
        problem.mode(i) = ContactMode::stick;
      }
    } else if (problem.mu(i) == 0) {
      problem.mode(i) = ContactMode::slip_plus;
    } else if (rests(problem, i, std::hypot(problem.xi(3 * i + 1), problem.xi(3 * i + 2)), residual)) {
      problem.mode(i) = ContactMode::stick;
    }
  }
}

/// The impulses of the last step, times the number with which they meet b best in the normal rows: a longer
/// step has larger ones. Where contacts share a load in many ways, the way of sharing it then stays the same.
void SolverChain::fit_guess(ContactProblem& problem) const {
  double product = 0, square = 0;
  for (int i = 0; i < problem.size(); ++i) {
    if (!(problem.P(3 * i) > 0)) continue;
    const double normal = problem.xi(3 * i) - problem.b(3 * i);
    product -= normal * problem.b(3 * i);
    square += normal * normal;
  }
  if (!(product > 0)) return;
  for (double& impulse : problem.P()) impulse *= product / square;
}

SolveReport SolverChain::solve(ContactProblem& problem) {
  ++statistics_.solves;
  ProblemKeeper* const keeper = facets_ == 0 ? keeper_ : nullptr;
  if (keeper != nullptr) keeper->posed(problem);
  hard_ = false;
  problem.normalise(problem.d() ==
                    3);  // in the plane the guess of P is needed only where that of the modes fails
  SolveReport best;
  const auto n = idx(problem.size());
  problem.set_facets(facets_);
  // No answer is better than b is known: what nearly rests may hold itself in ways that rounding tells apart.
  const double tolerance = std::max(statistics_.tolerance, std::min(kNoise * problem.noise(), kMostNoise));
  if (problem.d() == 3 && warm_start_) fit_guess(problem);
  for (int k = 0; k < problem.rows(); ++k) start_[idx(k)] = problem.P(k);
  start_taken_ = false;
  for (std::size_t i = 0; i < n; ++i) {
    const ContactMode mode = problem.mode(to_int(i));
    const bool smooth = problem.d() == 1 || problem.mu(to_int(i)) == 0;  // nothing sticks without friction
    guess_[i] = smooth && mode != ContactMode::open ? ContactMode::slip_plus : mode;
  }
  problem.set_accept(statistics_.accept);
  // modes of many contacts in the plane are never all as they were
  const bool guess =
      warm_start_ && !solvers_[0]->alone() && (problem.d() == 3 || problem.size() <= ContactProblem::kMedium);
  if (guess && solve_guess(problem, best)) ++statistics_.warm;
  if (!best.solved) {
    take_start(problem);
    best = solve_in_turn(problem, tolerance);
  }
  settle_modes(problem, best.residual);
  best.painleve = find_painleve(problem, {guess_.data(), n}, best.solved);
  if (best.painleve >= 0) ++statistics_.painleve;
  judge(problem, best);
  if (keeper != nullptr && hard_) keeper->hard(best);
  problem.restore_units();
  return best;
}

/// The chosen solver, then the rest; the best answer stays.
SolveReport SolverChain::solve_in_turn(ContactProblem& problem, double tolerance) {
  SolveReport best;
  best.residual = kInfinity;
  bool chosen = true, no_solution = false;
  std::copy_n(start_.begin(), problem.rows(), best_.begin());
  const std::size_t asked = solvers_[0]->alone() ? 1 : solvers_.size();
  for (std::size_t s = 0; s < asked && !best.solved; ++s) {
    if (!solvers_[s]->accepts(problem)) continue;
    for (int k = 0; k < problem.rows(); ++k) {
      problem.P(k) = warm_start_ ? start_[idx(k)] : 0;
    }
    SolveReport report = solvers_[s]->solve(problem, tolerance);
    if (*report.by == '\0') report.by = solvers_[s]->name();
    statistics_.iterations += report.iterations;
    no_solution = no_solution || report.no_solution;
    if (!(report.residual < best.residual)) continue;
    best = report;
    chosen = s == 0;
    for (int k = 0; k < problem.rows(); ++k) best_[idx(k)] = problem.P(k);
    for (int i = 0; i < problem.size(); ++i) best_mode_[idx(i)] = problem.mode(i);
  }
  best.no_solution = no_solution;
  // what is asked alone is the iteration as published: it ends at its tolerance or not at all
  best.accepted = !best.solved && !solvers_[0]->alone() && best.residual <= statistics_.accept;
  best.solved = best.solved || best.accepted;
  for (int k = 0; k < problem.rows(); ++k) problem.P(k) = best_[idx(k)];
  for (int i = 0; i < problem.size() && best.residual < kInfinity; ++i) problem.mode(i) = best_mode_[idx(i)];
  count(best, chosen);
  hard_ = !best.solved || best.accepted || !chosen || best.attempts > 1;
  return best;
}

/// Counts how good an answer is, and of none why.
void SolverChain::judge(const ContactProblem& problem, SolveReport& report) {
  if (report.solved) {
    if (report.accepted) ++statistics_.accepted;
    statistics_.worst_residual = std::max(statistics_.worst_residual, report.residual);
    return;
  }
  ++statistics_.failed;
  report.worst = problem.worst_contact();
  statistics_.no_solution = report.no_solution;
  statistics_.rounding = kNoise * std::max(problem.noise(), rounding_of(problem));
}

}  // namespace freeplay
