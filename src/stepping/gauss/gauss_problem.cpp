// SPDX-License-Identifier: Apache-2.0
#include "stepping/gauss/gauss_problem.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/bracket.h"
#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kNothing = 1e-12;  // of the speed of the system: rounding of velocities
constexpr double kBeyond = 1e-6;    // of the range of h: where the next branch is looked at
constexpr double kLocated = 1e-13;  // of h: the end of a branch
constexpr int kMostTrials = 200;
constexpr int kMostHalvings = 10;

GaussMinimiserMaker& offered() {
  static GaussMinimiserMaker maker = nullptr;
  return maker;
}

}  // namespace

void offer_interior_point(GaussMinimiserMaker maker) { offered() = maker; }
GaussMinimiserMaker interior_point() { return offered(); }

GaussProblem::GaussProblem(const System& system, const GaussOptions& options)
    : equations_(system, options.angular_row),
      solver_(equations_, options.solver),
      tolerance_(options.tolerance),
      best_(equations_),
      trial_(equations_),
      other_(equations_),
      branch_(equations_) {
  if (options.interior_point) {
    FREEPLAY_ASSERT(interior_point() != nullptr);  // the model was checked
    methods_.push_back(interior_point()(equations_));
  }
  methods_.push_back(make_gauss_sqp(equations_, solver_));
  statistics_.tolerance = solver_.statistics().tolerance;
  statistics_.accept = solver_.statistics().accept;
  statistics_.stood_in.reserve(128);
}

bool GaussProblem::solve(const State& state, double lower, double upper, double guess) {
  equations_.start(state, upper);
  nothing_ = std::pow(kNothing * equations_.speed() / upper, 2);
  best_.solved = false;
  std::copy(equations_.u_A().begin(), equations_.u_A().end(), trial_.u.begin());
  std::fill(trial_.lambda.begin(), trial_.lambda.end(), 0.0);
  std::fill(trial_.P.begin(), trial_.P.end(), 0.0);
  std::fill(trial_.T.begin(), trial_.T.end(), 0.0);
  std::fill(trial_.mode.begin(), trial_.mode.end(), ContactMode::open);
  try_step(upper);
  if (!best_.solved || best_.Z > 0) {
    try_step(lower);
    if (lower < upper) {
      try_step(std::sqrt(lower * upper));
      if (guess > lower && guess < upper) try_step(guess);
    }
  }
  if (best_.solved && best_.Z > 0 && lower < upper) minimise(lower, upper);
  if (best_.solved && best_.h < upper) lengthen(upper, upper - lower);
  count();
  if (!best_.solved) std::swap(best_, trial_);
  return best_.solved;
}

/// Solves the equations at h and keeps the answer if it is better: a smaller Z, or a longer step at the same.
void GaussProblem::try_step(double h) {
  if (best_.solved) trial_.guess(best_);
  if (!solver_.complementary(h, trial_)) {
    std::copy(equations_.u_A().begin(), equations_.u_A().end(), trial_.u.begin());
    if (!solver_.complementary(h, trial_)) return;
  }
  if (trial_.Z <= nothing_) trial_.Z = 0;
  if (best_.solved) {
    const double lesser = std::min(best_.Z, trial_.Z) * (1 + tolerance_);
    const bool equal = best_.Z <= lesser && trial_.Z <= lesser;
    if (equal ? trial_.h <= best_.h : trial_.Z >= best_.Z) return;
  }
  std::swap(best_, trial_);
}

void GaussProblem::minimise(double lower, double upper) {
  for (std::size_t i = 0; i < methods_.size(); ++i) {
    const double h = methods_[i]->minimise(best_, lower, upper);
    if (std::isnan(h)) continue;
    if (i > 0) {
      if (handed_over_++ == 0) statistics_.stood_in = methods_[i]->name();
    }
    if (h != best_.h) try_step(std::clamp(h, lower, upper));
    return;
  }
}

/// Stage 2. A branch is left only where Z stays within the limit beyond its end.
void GaussProblem::lengthen(double upper, double range) {
  const double limit = best_.Z * (1 + tolerance_);
  for (int pass = 0; pass < 2 * equations_.rows() + 2; ++pass) {
    if (!follow_branch(upper, limit)) return;
    const double beyond = best_.h + kBeyond * range;
    if (beyond >= upper) return;
    other_ = best_;
    if (!solver_.complementary(beyond, other_)) return;
    if (other_.Z > std::max(limit, nothing_)) return;
    std::swap(best_, other_);
  }
}

/// How far a solution on the branch is from its end: the branch's own margins, gaps in lengths, and limit − Z,
/// all positive inside.
double GaussProblem::margin(const GaussPoint& point, double limit, int which) const {
  if (which == branch_.size()) return 1 - point.Z / limit;
  const double margin = branch_.margin(point, which);
  return branch_.open(which) ? margin / equations_.length(which) : margin;
}

/// The smallest of them.
double GaussProblem::least_margin(const GaussPoint& point, double limit, int& culprit) const {
  double least = kInfinity;
  culprit = -1;
  for (int i = 0; i < branch_.size() + (limit > 0 ? 1 : 0); ++i) {
    const double m = margin(point, limit, i);
    if (m < least) least = m, culprit = i;
  }
  return least;
}

/// Moves best_ to the end of its branch, or to `upper`. False when there is nothing to look for beyond.
bool GaussProblem::follow_branch(double upper, double limit) {
  branch_.take(best_);
  const auto margin_of = [&](const GaussPoint& point, int which) { return margin(point, limit, which); };
  Bracket search{best_.h, 0, upper, 0};
  int culprit = -1;
  for (int k = 0;; ++k) {  // a step too long for Newton's method is halved
    trial_ = best_;
    if (solver_.branch(search.high, branch_.modes(), trial_)) break;
    if (k == kMostHalvings) return false;
    search.high = search.middle();
  }
  if (least_margin(trial_, limit, culprit) >= 0) {
    std::swap(best_, trial_);
    return false;
  }
  search.f_low = margin_of(best_, culprit);
  search.f_high = margin_of(trial_, culprit);
  for (int k = 0; k < kMostTrials && search.width() > kLocated * search.high; ++k) {
    if (margin_of(best_, culprit) <= kLocated) break;
    // regula falsi with the Illinois rule; halving when it creeps
    const double h = std::abs(search.stayed) > 3 ? search.middle() : search.next();
    trial_ = best_;
    if (!solver_.branch(h, branch_.modes(), trial_)) return false;
    int now = -1;
    if (least_margin(trial_, limit, now) >= 0) {
      std::swap(best_, trial_);
      search.take_low(h, margin_of(best_, culprit));
    } else {
      if (now != culprit) search = {best_.h, margin_of(best_, now), search.high, 0};
      culprit = now;
      search.take_high(h, margin_of(trial_, culprit));
    }
    search.weigh();
  }
  return culprit < branch_.size();  // Z itself ended it: nothing beyond
}

void GaussProblem::count() {
  const SolverStatistics& chain = solver_.statistics();
  statistics_.solves = chain.solves;
  statistics_.warm = chain.warm;
  statistics_.iterations = chain.iterations;
  statistics_.handed_over = chain.handed_over + handed_over_;
  statistics_.worst_residual = chain.worst_residual;
  if (best_.solved) law_ = std::max(law_, best_.law);
  statistics_.worst_residual = std::max(chain.worst_residual, law_);
  statistics_.accepted = chain.accepted;
  statistics_.failed = best_.solved ? statistics_.failed : statistics_.failed + 1;
}

}  // namespace freeplay
