// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/holding_together.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/spatial.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

// What kShare is in space, where points of a face hold it along more rows: as it rocks they move against each other
// a little, which they would resist with any force.
constexpr double kGive = 1e-3;

/// Numbers of the normal and of the slip of what may hold.
int numbers(const SystemInfo& info) {
  int d = info.dimension - 1;
  for (const RubbingInfo& joint : info.rubbing) d = std::max(d, std::min(joint.d, 2));
  return d + 1;
}

int most_holding(const SystemInfo& info) {
  return std::min(info.rubbing_elements(), ContactProblem::kMedium);
}

double capacity(const Rub& of) { return of.law->mu_static() * of.in.normal; }

/// Some contact holds more than it can bear, and others hold with it.
bool overloaded(std::span<const Rub> rubs) {
  int held = 0;
  bool over = false;
  for (const Rub& rub : rubs) {
    if (rub.contact < 0 || rub.hold == Hold::asks) return false;  // what presses joints would change too
    if (rub.hold == Hold::none) continue;
    ++held;
    over = over || norm(rub.in.hold) > rub.law->mu_static() * rub.in.normal;
  }
  return over && held > 1;
}

}  // namespace

HoldingTogether::HoldingTogether(const SystemInfo& info, std::size_t rows)
    : dimension_(info.dimension),
      problem_(most_holding(info), numbers(info)),
      // no more than the tolerance
      chain_(Choice{"auto", {{"accept", {1e-10, {}}}}, {}}, most_holding(info), numbers(info)) {
  for (std::vector<double>* of : {&before_, &step_, &product_, &scale_}) of->assign(rows, 0);
  first_row_.assign(idx(info.rubbing_elements()), -1);
}

HoldingTogether::LoadShare::LoadShare(const FrictionResponse& response, std::span<const Rub> rubs)
    : response_(response), rubs_(rubs) {
  for (std::size_t i = 0; i < response.rows().size(); ++i) {
    const Rub& rub = rubs[idx(response.rows()[i].rub)];
    if (!response.rows()[i].slip() || rub.hold == Hold::none) continue;
    most_ = std::max(most_, capacity(rub));
    lightest_ = std::max(lightest_, response.G(i, i));
  }
}

double HoldingTogether::LoadShare::operator()(std::size_t row) const {
  constexpr double kWeakest = 1e-3;
  const double own = response_.G(row, row), arm = own > 0 ? std::sqrt(lightest_ / own) : 1;
  if (!(most_ > 0)) return arm;
  return arm * most_ / std::max(capacity(rubs_[idx(response_.rows()[row].rub)]), kWeakest * most_);
}

// Coulomb's law at the level of accelerations: F within what each can bear, and an acceleration of the slip
// only against it. The normal direction of the contact problem stands for what it can bear: it is coupled to
// nothing, and its impulse comes out as the capacity.
void HoldingTogether::resolve(const FrictionResponse& response, std::span<const double> x,
                              std::span<Rub> rubs) {
  if (!solve_coulomb(response, x, rubs)) return;
  const int d = problem_.d() - 1;
  int i = 0;
  for (Rub& rub : rubs) {
    if (rub.hold == Hold::none) continue;
    Tangent F{};
    for (int k = 0; k < rub.in.d; ++k) F[idx(k)] = problem_.P((d + 1) * i + 1 + k);
    const bool sticks = problem_.mode(i++) == ContactMode::stick;
    if (norm(F) > 0) rub.in.hold = sticks ? F : 2.0 * F;  // what bears nothing goes where it needs it
  }
}

bool HoldingTogether::solve_coulomb(const FrictionResponse& response, std::span<const double> x,
                                    std::span<const Rub> rubs) {
  int n = 0, d = 1;
  for (const Rub& rub : rubs) {
    if (rub.hold == Hold::none) continue;
    ++n;
    d = std::max(d, rub.in.d);
  }
  if (n < 2 || d > 2 || n > ContactProblem::kMedium) return false;  // one alone: its force says it
  d = problem_.d() - 1;
  problem_.resize_full(n);
  const LoadShare load_share(response, rubs);
  for (int i = 0; i < (d + 1) * n; ++i) problem_.b(i) = 0;
  const auto numbered = [&](auto&& visit) {  // visit(contact, rub)
    int i = 0;
    for (std::size_t r = 0; r < rubs.size(); ++r) {
      if (rubs[r].hold != Hold::none) visit(i++, to_int(r));
    }
  };
  for (int c = int_size(response.rows()); c-- > 0;) first_row_[idx(response.rows()[idx(c)].rub)] = c;
  const auto row_of_rub = [&](int rub, int k) { return first_row_[idx(rub)] + k; };
  numbered([&](int i, int r) {
    const Rub& rub = rubs[idx(r)];
    const int first = (d + 1) * i;
    const double unit = response.G(idx(row_of_rub(r, 0)), idx(row_of_rub(r, 0)));
    problem_.mu(i) = 1;
    problem_.mode(i) = ContactMode::stick;
    problem_.G(first, first) = unit;
    problem_.b(first) = -unit * rub.law->mu_static() * rub.in.normal;
    for (int k = 0; k < d; ++k) {
      if (k >= rub.in.d) {
        problem_.G(first + 1 + k, first + 1 + k) = unit;
        continue;
      }
      const std::size_t row = idx(row_of_rub(r, k));
      double b = response.base(row) - rub.target[idx(k)];
      for (std::size_t c = 0; c < response.rows().size(); ++c) {
        if (rubs[idx(response.rows()[c].rub)].hold == Hold::none) b += response.G(row, c) * x[c];
      }
      problem_.b(first + 1 + k) = b;
      numbered([&](int j, int other) {
        for (int m = 0; m < rubs[idx(other)].in.d; ++m)
          problem_.G(first + 1 + k, (d + 1) * j + 1 + m) = response.G(row, idx(row_of_rub(other, m)));
      });
      // with the same tolerance to what is nearly held twice
      const double give = dimension_ == 3 ? kGive : kShare;
      problem_.G(first + 1 + k, first + 1 + k) += give * load_share(row) * unit;
    }
  });
  return chain_.solve(problem_).solved;
}

bool HoldingTogether::clip(std::span<Rub> rubs) {
  constexpr double kFar = 1.5;
  bool any = false;
  for (Rub& rub : rubs) {
    if (rub.contact < 0 || rub.hold != Hold::keeps) continue;
    if (!(norm(rub.in.hold) > kFar * rub.law->mu_static() * rub.in.normal)) continue;
    rub.hold = Hold::asks;
    rub.clipped = any = true;
  }
  return any;
}

// Points of one body hold it along more rows than it has ways to slip. How they share the load does not
// change the motion of the body, but decides who slips.
bool HoldingTogether::share_load(const FrictionResponse& response, std::span<double> x, std::span<Rub> rubs,
                                 DenseLu& lu, Evaluation& ev) {
  if (!overloaded(rubs) || !solve_coulomb(response, x, rubs)) return false;
  std::copy(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(response.rows().size()), before_.begin());
  int i = 0;
  const int d = problem_.d();
  for (std::size_t r = 0; r < rubs.size(); ++r) {
    Rub& rub = rubs[r];
    if (rub.hold == Hold::none) continue;
    const std::size_t row = idx(response.first_row(to_int(r)));
    for (int k = 0; k < rub.in.d; ++k) x[row + idx(k)] = rub.F[idx(k)] = problem_.P(d * i + 1 + k);
    rub.in.hold = problem_.mode(i) == ContactMode::stick ? rub.F : 2.0 * rub.F;
    ++i;
  }
  restore_rest(response, x, rubs, lu, ev);
  return true;
}

/// The contact problem was solved with a little give. What is left of the acceleration of the slip is removed
/// along the directions in which the contacts hold the body, where they all stick; against each other they
/// keep their give.
void HoldingTogether::restore_rest(const FrictionResponse& response, std::span<double> x, std::span<Rub> rubs,
                                   DenseLu& lu, Evaluation& ev) {
  int held = 0;
  bool all = true;
  for (const Rub& rub : rubs) {
    if (rub.hold == Hold::none) continue;
    all = all && problem_.mode(held++) == ContactMode::stick;
  }
  const std::size_t n = response.rows().size();  // all of contacts that hold
  const auto unit = [&response](std::size_t i) { return response.G(i, i) > 0 ? 1 / response.G(i, i) : 1; };
  if (all) {
    const LoadShare load_share(response, rubs);
    lu.resize(to_int(n));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t c = 0; c < n; ++c) lu.at(to_int(i), static_cast<int>(c)) = unit(i) * response.G(i, c);
      lu.at(to_int(i), to_int(i)) += kGive * load_share(i);
      scale_[i] = unit(i);
    }
    to_int(n) >= kMany ? lu.factorise_symmetric(scale_) : lu.factorise();
    constexpr int kRounds = 4;
    for (int round = 0; round < kRounds; ++round) {
      for (std::size_t i = 0; i < n; ++i) {
        double rest = rubs[idx(response.rows()[i].rub)].target[idx(response.rows()[i].k)] - response.base(i);
        for (std::size_t c = 0; c < n; ++c) rest -= response.G(i, c) * x[c];
        step_[i] = unit(i) * rest;
      }
      lu.solve(std::span(step_).first(n));
      for (std::size_t i = 0; i < n; ++i) {
        product_[i] = 0;
        for (std::size_t c = 0; c < n; ++c) product_[i] += unit(i) * response.G(i, c) * step_[c];
      }
      lu.solve(std::span(product_).first(n));
      for (std::size_t i = 0; i < n; ++i) x[i] += product_[i];
    }
    for (std::size_t i = 0; i < n; ++i) rubs[idx(response.rows()[i].rub)].F[idx(response.rows()[i].k)] = x[i];
  }
  for (std::size_t i = 0; i < n; ++i) response.push(rubs, response.rows()[i], x[i] - before_[i], ev);
}

}  // namespace freeplay
