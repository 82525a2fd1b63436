// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/friction_forces.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "freeplay/spatial.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

constexpr int kMostTurns = 200;       // of signs and directions: they settle in two or three
constexpr int kMostIterations = 500;  // of the iterated scheme, which converges as a power of μ
constexpr int kRelaxed = 4;           // turns after which the shares of pads are averaged
constexpr int kMostShares = 40;  // turns after which they are taken as they are: no motion follows from them
constexpr double kSame = 1e-13;
constexpr int kPrecise = 20;  // turns after which less will do
constexpr double kEnough = 1e-9;

/// F_hold, or as much of it as can be borne.
Tangent within(const Rub& rub) {
  const double needed = norm(rub.in.hold), bears = rub.law->mu_static() * rub.in.normal;
  return needed > bears ? (bears / needed) * rub.in.hold : rub.in.hold;
}

}  // namespace

FrictionForces::FrictionForces(const System& system, Formulation& formulation, JointFriction scheme)
    : info_(system.info()),
      scheme_(scheme),
      response_(system, formulation),
      lu_(static_cast<int>(response_.room() + response_.pad_room())),
      together_(info_, response_.room()) {
  const std::size_t rows = response_.room(), pads = response_.pad_room();
  const std::size_t rubs = idx(info_.rubbing_elements());
  rubs_.reserve(rubs);
  unknowns_.reserve(rows + pads);
  for (std::vector<double>* of : {&x_, &known_}) of->assign(rows, 0);
  for (std::vector<double>* of : {&y_, &right_, &step_, &scale_}) of->assign(rows + pads, 0);
  shares_.resize(rows + pads);
  A_.assign((rows + pads) * (rows + pads), 0);
  N_.assign(pads, 0);
  for (std::vector<Tangent>* of : {&P_, &P_share_, &e_, &remembered_}) of->assign(pads, Tangent{});
  phi_.assign(rubs, Tangent{});
}

double FrictionForces::normal_of(std::span<const Tangent> P, std::span<const Pad> pads, int rub) {
  double sum = 0;
  for (std::size_t i = 0; i < pads.size(); ++i) {
    if (pads[i].rub == rub) sum += norm(P[i]);
  }
  return sum;
}

/// Force along a lever over the force along the slip, as the pads share it now.
double FrictionForces::lever_share(const Row& row) const {
  double along = 0, all = 0;
  for (std::size_t i = 0; i < pads().size(); ++i) {
    if (pads()[i].rub != row.rub) continue;
    all += norm(P_share_[i]);
    if (pads()[i].lever >= 0 && rows()[idx(pads()[i].lever)].k == row.k) along += P_share_[i][0];
  }
  return all > 0 ? along / all : 0;
}

double FrictionForces::share(const Unknown& unknown, std::size_t row) const {
  const Row& to = rows()[row];
  if (unknown.pad < 0) {  // a force that holds
    const Row& from = rows()[idx(unknown.row)];
    if (to_int(row) == unknown.row) return 1;
    return from.rub == to.rub && from.k == 0 && !to.slip() ? lever_share(to) : 0;
  }
  const Pad& pad = pads()[idx(unknown.pad)];
  if (pad.rub != to.rub) return 0;
  const Tangent& phi = phi_[idx(pad.rub)];
  if (to.slip()) return phi[idx(to.k)];
  return pad.lever == to_int(row) ? phi[0] * e_[idx(unknown.pad)][0] : 0;
}

/// P of all pads from the forces x_ along the rows.
void FrictionForces::take_pressing() {
  for (std::size_t i = 0; i < pads().size(); ++i) {
    P_[i] = response_.P_base()[i];
    for (std::size_t c = 0; c < rows().size(); ++c) P_[i] = P_[i] + x_[c] * response_.P(c)[i];
  }
}

/// Contacts of one solid hold it together, and how they share that is not determined: they share it in
/// proportion to what each can bear. With W = 1/capacity on the diagonal the solution of (A + ε W) y = b has
/// the least yᵀ W y; its error is then removed step by step, along the directions that A determines.
void FrictionForces::solve_shared(int n) {
  if (n == 0) return;
  constexpr int kRefinements = 3;
  const std::size_t size = idx(n);
  std::fill(y_.begin(), y_.begin() + n, 0.0);
  symmetric_ ? lu_.factorise_symmetric(scale_) : lu_.factorise();
  for (int round = 0; round < kRefinements; ++round) {
    for (std::size_t i = 0; i < size; ++i) {
      double rest = right_[i];
      for (std::size_t j = 0; j < size; ++j) rest -= A_[i * size + j] * y_[j];
      step_[i] = rest;
    }
    lu_.solve(std::span(step_).first(size));
    for (std::size_t i = 0; i < size; ++i) y_[i] += step_[i];
  }
}

/// Forces x_ along all rows with the directions e_ and, where they are not solved for, the N_ of now.
void FrictionForces::solve_for(bool askers_hold) {
  unknowns_.clear();
  std::fill(known_.begin(), known_.end(), 0.0);
  const auto holds = [&](const Rub& rub) {
    return rub.hold == Hold::keeps || (askers_hold && rub.hold == Hold::asks);
  };
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const Rub& rub = rubs_[idx(rows()[i].rub)];
    if (holds(rub)) {
      if (rows()[i].slip()) unknowns_.push_back({to_int(i), -1});
    } else if (rub.hold == Hold::asks) {
      known_[i] = rows()[i].slip() ? rub.F[idx(rows()[i].k)] : rub.F[0] * lever_share(rows()[i]);
    }
  }
  for (std::size_t i = 0; i < pads().size(); ++i) {
    if (rubs_[idx(pads()[i].rub)].hold != Hold::none) continue;
    const Unknown pad{-1, to_int(i)};
    if (scheme_ != JointFriction::iterated) {
      unknowns_.push_back(pad);
      continue;
    }
    for (std::size_t c = 0; c < rows().size(); ++c) known_[c] += N_[i] * share(pad, c);
  }
  const int n = int_size(unknowns_);
  for (int j = 0; j < n; ++j) {
    const Unknown& unknown = unknowns_[idx(j)];
    const int rub = unknown.pad < 0 ? rows()[idx(unknown.row)].rub : pads()[idx(unknown.pad)].rub;
    Shares& of = shares_[idx(j)];
    of.count = 0;
    // rows of one rub stand together
    std::size_t c =
        unknown.pad < 0 ? idx(unknown.row - rows()[idx(unknown.row)].k) : idx(response_.first_row(rub));
    for (; c < rows().size() && rows()[c].rub == rub; ++c) {
      const double part = share(unknown, c);
      if (part == 0) continue;
      of.row[of.count] = static_cast<int>(c);
      of.part[of.count++] = part;
    }
  }
  lu_.resize(n);
  // forces that hold, each along its own row
  symmetric_ = n >= HoldingTogether::kMany;
  const HoldingTogether::LoadShare load_share(response_, rubs_);
  for (int i = 0; i < n; ++i) {
    const Unknown& equation = unknowns_[idx(i)];
    symmetric_ = symmetric_ && equation.pad < 0 && shares_[idx(i)].count == 1;
    const std::size_t row = equation.pad < 0 ? idx(equation.row) : 0;
    const double scale = equation.pad < 0 && G(row, row) > 0 ? 1 / G(row, row) : 1;
    scale_[idx(i)] = scale;
    const auto effect = [&](std::size_t c) {  // of a unit along row c on the left side
      return equation.pad < 0 ? scale * G(row, c) : -dot(e_[idx(equation.pad)], response_.P(c)[equation.pad]);
    };
    double right =
        equation.pad < 0
            ? scale * (rubs_[idx(rows()[row].rub)].target[idx(rows()[row].k)] - response_.base(row))
            : dot(e_[idx(equation.pad)], response_.P_base()[idx(equation.pad)]);
    for (std::size_t c = 0; c < rows().size(); ++c) {
      if (known_[c] != 0) right -= effect(c) * known_[c];
    }
    for (int j = 0; j < n; ++j) {
      double sum = i == j && equation.pad >= 0 ? 1 : 0;
      const Shares& of = shares_[idx(j)];
      for (std::size_t k = 0; k < of.count; ++k) sum += of.part[k] * effect(idx(of.row[k]));
      A_[idx(i * n + j)] = sum;
      lu_.at(i, j) = sum;
    }
    if (equation.pad < 0) lu_.at(i, i) += HoldingTogether::kShare * load_share(row);
    right_[idx(i)] = right;
  }
  solve_shared(n);
  for (std::size_t c = 0; c < rows().size(); ++c) x_[c] = known_[c];
  for (int j = 0; j < n; ++j) {
    const Shares& of = shares_[idx(j)];
    for (std::size_t k = 0; k < of.count; ++k) x_[idx(of.row[k])] += y_[idx(j)] * of.part[k];
  }
}

/// The share of pads in the friction of a joint that holds follows from what presses them, which depends on
/// it. True: it has settled.
bool FrictionForces::share_levers(int turn) {
  bool same = true;
  for (std::size_t i = 0; i < pads().size(); ++i) {
    const Tangent before = P_share_[i];
    P_share_[i] = turn < kRelaxed ? P_[i] : 0.5 * (P_share_[i] + P_[i]);
    const Rub& rub = rubs_[idx(pads()[i].rub)];
    if (rub.hold == Hold::none || pads()[i].lever < 0) continue;
    same = same && norm(P_share_[i] - before) <= kSame * (norm(before) + norm(P_[i]));
  }
  return same;
}

bool FrictionForces::iterate() {
  bool askers = false;
  for (const Rub& rub : rubs_) askers = askers || rub.hold == Hold::asks;
  for (std::size_t i = 0; i < pads().size(); ++i) {
    const double size = norm(response_.P_base()[i]);
    P_[i] = P_share_[i] = response_.P_base()[i];
    e_[i] = size > 0 ? (1 / size) * response_.P_base()[i] : Tangent{1, 0, 0};
    N_[i] = size;
    const std::size_t known = idx(RubbingInfo::kMostPads * pads()[i].place + pads()[i].pad);
    if (has_remembered_ && norm(remembered_[known]) > 0) e_[i] = remembered_[known];
  }
  const int most = scheme_ == JointFriction::iterated ? kMostIterations : kMostTurns;
  for (int turn = 0; turn < most; ++turn) {
    double change = 0, largest = 0;
    const double same = turn < kPrecise ? kSame : kEnough;
    const auto hold_of = [&](std::size_t i) {
      Rub& rub = rubs_[idx(rows()[i].rub)];
      if (rows()[i].slip() && rub.hold != Hold::none) rub.in.hold[idx(rows()[i].k)] = x_[i];
    };
    if (askers) {
      solve_for(true);
      for (std::size_t i = 0; i < rows().size(); ++i) hold_of(i);
      for (std::size_t r = 0; r < rubs_.size(); ++r) {
        Rub& rub = rubs_[r];
        if (rub.hold != Hold::asks) continue;
        if (rub.contact < 0) {
          const double pressed = normal_of(P_, pads(), to_int(r));
          rub.in.normal = turn < kRelaxed ? pressed : 0.5 * (rub.in.normal + pressed);
        }
        const Tangent before = rub.F;
        rub.F = rub.clipped ? within(rub) : rub.law->force(rub.in);
        change = std::max(change, norm(rub.F - before));
        largest = std::max({largest, norm(rub.F), norm(rub.in.hold)});
      }
    }
    solve_for(false);
    for (std::size_t i = 0; i < rows().size(); ++i) {
      if (rubs_[idx(rows()[i].rub)].hold == Hold::keeps) hold_of(i);
    }
    take_pressing();
    bool turned = false;
    const bool shared = share_levers(turn);
    for (std::size_t i = 0; i < pads().size(); ++i) {
      const double size = norm(P_[i]);
      change = std::max(change, scheme_ == JointFriction::iterated ? std::abs(size - N_[i]) : 0.0);
      largest = std::max(largest, size);
      N_[i] = size;
      if (!(size > 0)) continue;
      const Tangent e = (1 / size) * P_[i];
      const bool slides = rubs_[idx(pads()[i].rub)].hold == Hold::none;  // the others push along no e
      if (slides && scheme_ != JointFriction::previous_signs && norm(e - e_[i]) > same) {
        turned = true;
        e_[i] = e;
        jammed_ = pads()[i].place;
      }
    }
    if (scheme_ == JointFriction::previous_signs && !askers) return true;
    if (!turned && change <= same * largest && (shared || turn > kMostShares)) {
      jammed_ = -1;
      return true;
    }
    if (change > kSame * largest && scheme_ == JointFriction::iterated && !pads().empty())
      jammed_ = pads()[0].place;
  }
  return false;
}

bool FrictionForces::solve(std::span<const double> u, Evaluation& ev) {
  jammed_ = -1;
  const auto add_force = [&](const Rub& rub) {
    for (int k = 0; k < rub.in.d; ++k)
      response_.push(rubs_, {static_cast<int>(&rub - rubs_.data()), k}, rub.F[idx(k)], ev);
  };
  for (Rub& rub : rubs_) {
    if (rub.contact < 0 || rub.hold != Hold::none) continue;
    rub.F = rub.law->force(rub.in);
    add_force(rub);
  }
  response_.list(rubs_);
  if (rows().empty()) return true;
  for (std::size_t r = 0; r < rubs_.size(); ++r) {
    Rub& rub = rubs_[r];
    if (rub.contact >= 0 || rub.hold != Hold::none) continue;
    rub.in.normal = 1;
    phi_[r] = rub.law->force(rub.in);
  }
  response_.evaluate(rubs_, u, ev);
  for (std::size_t r = 0; r < rubs_.size(); ++r) {  // a first guess: what presses it without friction
    Rub& rub = rubs_[r];
    if (rub.contact < 0 && rub.hold != Hold::none)
      rub.in.normal = normal_of(response_.P_base(), pads(), to_int(r));
  }
  if (!iterate()) return false;
  for (std::size_t r = 0; r < rubs_.size(); ++r) {
    Rub& rub = rubs_[r];
    if (rub.contact >= 0 && rub.hold == Hold::none) continue;
    if (rub.contact < 0) rub.in.normal = normal_of(P_, pads(), to_int(r));
    for (std::size_t i = 0; i < rows().size(); ++i) {
      if (rows()[i].rub == to_int(r) && rows()[i].slip()) rub.F[idx(rows()[i].k)] = x_[i];
    }
  }
  for (std::size_t i = 0; i < rows().size(); ++i) response_.push(rubs_, rows()[i], x_[i], ev);
  return true;
}

void FrictionForces::remember() {
  has_remembered_ = !pads().empty();
  for (std::size_t i = 0; i < pads().size(); ++i) {
    const double size = norm(P_[i]);
    if (size > 0)
      remembered_[idx(RubbingInfo::kMostPads * pads()[i].place + pads()[i].pad)] = (1 / size) * P_[i];
  }
}

}  // namespace freeplay
