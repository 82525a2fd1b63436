// SPDX-License-Identifier: Apache-2.0
#include "system/driven_friction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/decompositions.h"
#include "base/index.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

constexpr int kTurns = 100;          // of the directions
constexpr double kAgreed = 1e-13;    // change of a direction
constexpr double kSingular = 1e-12;  // pivot of the pressing forces over the largest: friction jams

double tangent_product(const Tangent& a, const Tangent& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// out += factor · row
void add_row(const RowShape& shape, const double* row, double factor, std::span<double> out) {
  for (std::size_t block = 0; block < 2; ++block) {
    for (int k = 0; k < shape.size[block]; ++k) out[idx(shape.start[block] + k)] += factor * *row++;
  }
}

}  // namespace

DrivenFriction::DrivenFriction(const System& system)
    : system_(system),
      info_(system.info()),
      F_(info_.rubbing.size()),
      phi_(info_.rubbing.size()),
      N_(info_.rubbing.size(), 0),
      speed_(info_.rubbing.size(), 0),
      force_(idx(info_.nu), 0) {
  for (int place = 0; place < int_size(info_.rubbing); ++place) {
    for (int k = 0; k < info_.rubbing[idx(place)].pads; ++k) pads_.push_back({place, k, {}});
  }
  response_.assign(pads_.size(), std::vector<double>(info_.constraints.size(), 0));
}

bool DrivenFriction::fail(double t, int place) {
  message_ = fmt::format(
      "no reactions go with the friction of joint '{}' at t = {:.9g} s: it jams; likely cause: too much "
      "friction for its lever arm; check mu, bearing.radius and bearing.length",
      info_.joints[idx(info_.rubbing[idx(place)].joint)].name, t);
  return false;
}

/// P of every pad: turns e along it; `misfit` is the largest |N − |P||, in parts of the largest |P|.
void DrivenFriction::take_directions(std::span<const double> lambda, const Evaluation& ev, double& change,
                                     double& misfit) {
  change = misfit = 0;
  double largest = 0;
  std::array<Tangent, RubbingInfo::kMostPads> P{};
  for (Pad& pad : pads_) {
    if (pad.index == 0) system_.pressing(pad.place, lambda, ev, P);
    const Tangent& p = P[idx(pad.index)];
    const double size = std::sqrt(tangent_product(p, p));
    if (pad.index == 0) N_[idx(pad.place)] = 0;
    N_[idx(pad.place)] += size;
    largest = std::max(largest, size);
    if (size == 0) continue;
    misfit = std::max(misfit, std::abs(tangent_product(pad.e, p) - size));
    for (std::size_t k = 0; k < 3; ++k) {
      change = std::max(change, std::abs(p[k] / size - pad.e[k]));
      pad.e[k] = p[k] / size;
    }
  }
  if (largest > 0) misfit /= largest;
}

bool DrivenFriction::solve(const State& state, Evaluation& ev, const Solve& solve_D,
                           std::span<double> lambda) {
  if (pads_.empty()) return true;
  system_.rubbing_rows(state.t(), state.q(), ev);
  for (std::size_t place = 0; place < phi_.size(); ++place) {
    const RubbingInfo& rubbing = info_.rubbing[place];
    Tangent slip{};
    for (int k = 0; k < rubbing.d; ++k)
      slip[idx(k)] = dot_row(rubbing.shape, ev.row_R(to_int(place), k), state.u().data());
    const double v = std::sqrt(tangent_product(slip, slip));
    speed_[place] = v;
    const double mu = v > 0 ? rubbing.friction->mu_at(v) : 0;
    for (std::size_t k = 0; k < 3; ++k) phi_[place][k] = v > 0 ? -mu * slip[k] / v : 0;
  }
  double change = 0, misfit = 0;
  const std::vector<double> without(lambda.begin(), lambda.end());
  take_directions(without, ev, change, misfit);
  const auto n = static_cast<Eigen::Index>(pads_.size());
  Eigen::MatrixXd A(n, n);
  Eigen::VectorXd b(n);
  std::array<Tangent, RubbingInfo::kMostPads> P{};
  const auto pressed_by = [&](std::span<const double> by, auto&& take) {
    for (Eigen::Index r = 0; r < n; ++r) {
      const Pad& pad = pads_[idx(r)];
      if (pad.index == 0) system_.pressing(pad.place, by, ev, P);
      take(r, tangent_product(pad.e, P[idx(pad.index)]));
    }
  };
  for (int turn = 0; turn < kTurns; ++turn) {
    ++iterations_;
    for (Eigen::Index c = 0; c < n; ++c) {
      const Pad& pad = pads_[idx(c)];
      const RubbingInfo& rubbing = info_.rubbing[idx(pad.place)];
      const Tangent& phi = phi_[idx(pad.place)];
      std::fill(force_.begin(), force_.end(), 0.0);
      for (int k = 0; k < rubbing.d; ++k)
        add_row(rubbing.shape, ev.row_R(pad.place, k), -phi[idx(k)], force_);
      if (const int lever = rubbing.lever[idx(pad.index)]; lever >= 0)
        add_row(rubbing.shape, ev.row_R(pad.place, 3 + lever), -phi[0] * pad.e[0], force_);
      solve_D(force_, response_[idx(c)]);
      pressed_by(response_[idx(c)], [&](Eigen::Index r, double N) { A(r, c) = (r == c ? 1 : 0) - N; });
    }
    pressed_by(without, [&](Eigen::Index r, double N) { b[r] = N; });
    dense::PivotedLu lu(n, n);
    dense::decompose(A, lu);
    const auto pivots = lu.matrixLU().diagonal().cwiseAbs();
    if (!A.allFinite() || !(pivots.minCoeff() > kSingular * pivots.maxCoeff())) return fail(state.t(), 0);
    const Eigen::VectorXd N = lu.solve(b);
    std::copy(without.begin(), without.end(), lambda.begin());
    for (Eigen::Index c = 0; c < n; ++c) {
      for (std::size_t r = 0; r < lambda.size(); ++r) lambda[r] += N[c] * response_[idx(c)][r];
    }
    take_directions(lambda, ev, change, misfit);
    if (change <= kAgreed || misfit <= kAgreed) {
      for (std::size_t place = 0; place < F_.size(); ++place) {
        for (std::size_t k = 0; k < 3; ++k) F_[place][k] = phi_[place][k] * N_[place];
      }
      return true;
    }
  }
  Eigen::Index worst = 0;
  b.cwiseAbs().maxCoeff(&worst);
  return fail(state.t(), pads_[idx(worst)].place);
}

}  // namespace freeplay
