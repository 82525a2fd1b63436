// SPDX-License-Identifier: Apache-2.0
// How contacts and joints that hold the same bodies share the load, and which of them can hold together.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/spatial.h"
#include "stepping/compliant/friction_forces.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

// The same in space, where points of a face hold it along more rows: as it rocks they move against each other
// a little, which they would resist with any force.
constexpr double kGive = 1e-3;

}  // namespace

/// Contacts of one solid hold it together, and how they share that is not determined: they share it in
/// proportion to what each can bear. With W = 1/capacity on the diagonal the solution of (A + ε W) y = b has
/// the least yᵀ W y; its error is then removed step by step, along the directions that A determines.
void FrictionForces::solve_shared(int n) {
  if (n == 0) return;
  constexpr int kRefinements = 3;
  const std::size_t size = idx(n);
  std::fill(y_.begin(), y_.begin() + n, 0.0);
  lu_.factorise();
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

/// How little a rub can bear, against the strongest of those that hold; in such a measure that those that
/// hold the same thing at different arms come to their limits together.
double FrictionForces::load_share(std::size_t row) {
  const auto capacity = [](const Rub& of) { return of.law->mu_static() * of.in.normal; };
  double most = 0, lightest = 0;
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const Rub& other = rubs_[idx(rows()[i].rub)];
    if (!rows()[i].slip() || other.hold == Hold::none) continue;
    most = std::max(most, capacity(other));
    lightest = std::max(lightest, G(i, i));
  }
  constexpr double kWeakest = 1e-3;
  const double arm = G(row, row) > 0 ? std::sqrt(lightest / G(row, row)) : 1;
  if (!(most > 0)) return arm;
  return arm * most / std::max(capacity(rubs_[idx(rows()[row].rub)]), kWeakest * most);
}

// Coulomb's law at the level of accelerations: F within what each can bear, and an acceleration of the slip
// only against it. The normal direction of the contact problem stands for what it can bear: it is coupled to
// nothing, and its impulse comes out as the capacity.
void FrictionForces::resolve() {
  if (!solve_coulomb()) return;
  const int d = problem_->d() - 1;
  int i = 0;
  for (Rub& rub : rubs_) {
    if (rub.hold == Hold::none) continue;
    Tangent F{};
    for (int k = 0; k < rub.in.d; ++k) F[idx(k)] = problem_->P((d + 1) * i + 1 + k);
    const bool sticks = problem_->mode(i++) == ContactMode::stick;
    if (norm(F) > 0) rub.in.hold = sticks ? F : 2.0 * F;  // what bears nothing goes where it needs it
  }
}

bool FrictionForces::solve_coulomb() {
  int n = 0, d = 1;
  for (const Rub& rub : rubs_) {
    if (rub.hold == Hold::none) continue;
    ++n;
    d = std::max(d, rub.in.d);
  }
  if (n < 2 || d > 2 || n > BlockMatrix::kMostDense) return false;  // one alone: its force says it
  d = problem_->d() - 1;
  problem_->resize(n);
  for (int i = 0; i < (d + 1) * n; ++i) {
    for (int j = 0; j < (d + 1) * n; ++j) problem_->G(i, j) = 0;
    problem_->b(i) = 0;
  }
  const auto numbered = [&](auto&& visit) {  // visit(contact, rub)
    int i = 0;
    for (std::size_t r = 0; r < rubs_.size(); ++r) {
      if (rubs_[r].hold != Hold::none) visit(i++, static_cast<int>(r));
    }
  };
  const auto row_of_rub = [&](int rub, int k) {
    for (std::size_t c = 0; c < rows().size(); ++c) {
      if (rows()[c].rub == rub && rows()[c].k == k) return static_cast<int>(c);
    }
    return -1;
  };
  numbered([&](int i, int r) {
    const Rub& rub = rubs_[idx(r)];
    const int first = (d + 1) * i;
    const double unit = G(idx(row_of_rub(r, 0)), idx(row_of_rub(r, 0)));
    problem_->mu(i) = 1;
    problem_->mode(i) = ContactMode::stick;
    problem_->G(first, first) = unit;
    problem_->b(first) = -unit * rub.law->mu_static() * rub.in.normal;
    for (int k = 0; k < d; ++k) {
      if (k >= rub.in.d) {
        problem_->G(first + 1 + k, first + 1 + k) = unit;
        continue;
      }
      const std::size_t row = idx(row_of_rub(r, k));
      double b = response_.base(row) - rub.target[idx(k)];
      for (std::size_t c = 0; c < rows().size(); ++c) {
        if (rubs_[idx(rows()[c].rub)].hold == Hold::none) b += G(row, c) * x_[c];
      }
      problem_->b(first + 1 + k) = b;
      numbered([&](int j, int other) {
        for (int m = 0; m < rubs_[idx(other)].in.d; ++m)
          problem_->G(first + 1 + k, (d + 1) * j + 1 + m) = G(row, idx(row_of_rub(other, m)));
      });
      // with the same tolerance to what is nearly held twice
      const double give = info_.dimension == 3 ? kGive : kShare;
      problem_->G(first + 1 + k, first + 1 + k) += give * load_share(row) * unit;
    }
  });
  return chain_->solve(*problem_).solved;
}

bool FrictionForces::clip() {
  constexpr double kFar = 1.5;
  bool any = false;
  for (Rub& rub : rubs_) {
    if (rub.contact < 0 || rub.hold != Hold::keeps) continue;
    if (!(norm(rub.in.hold) > kFar * rub.law->mu_static() * rub.in.normal)) continue;
    rub.hold = Hold::asks;
    rub.clipped = any = true;
  }
  return any;
}

/// Some contact holds more than it can bear, and others hold with it.
bool FrictionForces::overloaded() const {
  int held = 0;
  bool over = false;
  for (const Rub& rub : rubs_) {
    if (rub.contact < 0 || rub.hold == Hold::asks) return false;  // what presses joints would change too
    if (rub.hold == Hold::none) continue;
    ++held;
    over = over || norm(rub.in.hold) > rub.law->mu_static() * rub.in.normal;
  }
  return over && held > 1;
}

// Points of one body hold it along more rows than it has ways to slip. How they share the load does not
// change the motion of the body, but decides who slips.
bool FrictionForces::share_load(Evaluation& ev) {
  if (!overloaded() || !solve_coulomb()) return false;
  std::copy(x_.begin(), x_.begin() + static_cast<std::ptrdiff_t>(rows().size()), known_.begin());
  int i = 0;
  const int d = problem_->d();
  for (std::size_t r = 0; r < rubs_.size(); ++r) {
    Rub& rub = rubs_[r];
    if (rub.hold == Hold::none) continue;
    const std::size_t row = idx(response_.first_row(static_cast<int>(r)));
    for (int k = 0; k < rub.in.d; ++k) x_[row + idx(k)] = rub.F[idx(k)] = problem_->P(d * i + 1 + k);
    rub.in.hold = problem_->mode(i) == ContactMode::stick ? rub.F : 2.0 * rub.F;
    ++i;
  }
  restore_rest(ev);
  return true;
}

/// The contact problem was solved with a little give. What is left of the acceleration of the slip is removed
/// along the directions in which the contacts hold the body, where they all stick; against each other they
/// keep their give.
void FrictionForces::restore_rest(Evaluation& ev) {
  int held = 0;
  bool all = true;
  for (const Rub& rub : rubs_) {
    if (rub.hold == Hold::none) continue;
    all = all && problem_->mode(held++) == ContactMode::stick;
  }
  const std::size_t n = rows().size();  // all of contacts that hold
  const auto unit = [this](std::size_t i) { return G(i, i) > 0 ? 1 / G(i, i) : 1; };
  if (all) {
    lu_.resize(static_cast<int>(n));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t c = 0; c < n; ++c)
        lu_.at(static_cast<int>(i), static_cast<int>(c)) = unit(i) * G(i, c);
      lu_.at(static_cast<int>(i), static_cast<int>(i)) += kGive * load_share(i);
    }
    lu_.factorise();
    constexpr int kRounds = 4;
    for (int round = 0; round < kRounds; ++round) {
      for (std::size_t i = 0; i < n; ++i) {
        double rest = rubs_[idx(rows()[i].rub)].target[idx(rows()[i].k)] - response_.base(i);
        for (std::size_t c = 0; c < n; ++c) rest -= G(i, c) * x_[c];
        step_[i] = unit(i) * rest;
      }
      lu_.solve(std::span(step_).first(n));
      for (std::size_t i = 0; i < n; ++i) {
        product_[i] = 0;
        for (std::size_t c = 0; c < n; ++c) product_[i] += unit(i) * G(i, c) * step_[c];
      }
      lu_.solve(std::span(product_).first(n));
      for (std::size_t i = 0; i < n; ++i) x_[i] += product_[i];
    }
    for (std::size_t i = 0; i < n; ++i) rubs_[idx(rows()[i].rub)].F[idx(rows()[i].k)] = x_[i];
  }
  for (std::size_t i = 0; i < n; ++i) response_.push(rubs_, rows()[i], x_[i] - known_[i], ev);
}

}  // namespace freeplay
