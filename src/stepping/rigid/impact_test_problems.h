// SPDX-License-Identifier: Apache-2.0
// Impacts for tests of the laws: random ones, a rod on a floor, a row of balls; and the three laws on them.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "base/index.h"
#include "laws/impact/impact_law.h"
#include "stepping/rigid/impact_energetic.h"

namespace freeplay::testing {

/// Rows w_N, w_T of contacts, one after the other, for freedoms with masses of their own.
inline ImpactProblem impact_from_rows(const std::vector<std::vector<double>>& W,
                                      const std::vector<double>& masses, const std::vector<double>& u) {
  const int rows = int_size(W);
  ImpactProblem impact(rows / 2);
  impact.resize(rows / 2);
  for (int i = 0; i < rows; ++i) {
    const auto& w = W[idx(i)];
    impact.gamma[idx(i)] = 0;
    for (std::size_t k = 0; k < u.size(); ++k) impact.gamma[idx(i)] += w[k] * u[k];
    for (int j = 0; j < rows; ++j) {
      impact.G(i, j) = 0;
      for (std::size_t k = 0; k < u.size(); ++k) impact.G(i, j) += w[k] * W[idx(j)][k] / masses[k];
    }
  }
  return impact;
}

/// As mechanics makes them: G = Wᵀ M⁻¹ W with random rows, and velocities that the freedoms can have.
inline ImpactProblem random_impact(std::mt19937_64& random, int n, int freedoms) {
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> W(idx(2 * n), std::vector<double>(idx(freedoms)));
  for (auto& row : W) {
    for (double& w : row) w = normal(random);
  }
  std::vector<double> u(idx(freedoms));
  for (double& x : u) x = normal(random);
  return impact_from_rows(W, std::vector<double>(u.size(), 1.0), u);
}

/// A slender rod of mass 1 and length 2 strikes the floor with its lower end, which stands at `angle` to the
/// floor; velocities of that end.
inline ImpactProblem rod(double angle, double normal, double slip) {
  const double x = -std::cos(angle), y = -std::sin(angle), J = 1.0 / 3;  // the end, seen from the centre
  ImpactProblem impact = impact_from_rows({{0, 1, x}, {1, 0, -y}}, {1, 1, J}, {0, 0, 0});
  impact.gamma = {normal, slip};
  return impact;
}

/// Balls of mass 1 in a row, all touching; the first comes in with velocity 1.
inline ImpactProblem cradle(int balls) {
  const auto n = idx(balls);
  std::vector<std::vector<double>> W(2 * (n - 1), std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i + 1 < n; ++i) W[2 * i][i] = -1, W[2 * i][i + 1] = 1;
  std::vector<double> u(n, 0.0);
  u[0] = 1;
  return impact_from_rows(W, std::vector<double>(n, 1.0), u);
}

inline void set_laws(ImpactProblem& impact, double mu, double restitutionN, double restitutionT = 0) {
  for (std::size_t i = 0; i < idx(impact.size()); ++i) {
    impact.mu[i] = mu;
    impact.restitutionN[i] = restitutionN;
    impact.restitutionT[i] = restitutionT;
  }
}

inline std::vector<double> after(const ImpactProblem& impact) {
  std::vector<double> gamma(idx(2 * impact.size()));
  for (int i = 0; i < 2 * impact.size(); ++i) {
    gamma[idx(i)] = impact.gamma[idx(i)];
    for (int j = 0; j < 2 * impact.size(); ++j) gamma[idx(i)] += impact.G(i, j) * impact.P[idx(j)];
  }
  return gamma;
}

/// ½ Pᵀ (γ⁻ + γ⁺), and the size of its terms.
inline double work(const ImpactProblem& impact, double* scale = nullptr) {
  const std::vector<double> gamma = after(impact);
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < gamma.size(); ++i) {
    sum += 0.5 * impact.P[i] * (impact.gamma[i] + gamma[i]);
    size += std::abs(impact.P[i]) * (std::abs(impact.gamma[i]) + std::abs(gamma[i]));
  }
  if (scale) *scale = size;
  return sum;
}

/// The three laws on one impact.
class Laws {
 public:
  explicit Laws(int contacts)
      : problem_(3 * contacts), chain_(Choice{"lemke", {}, {}}, 3 * contacts), energetic_(contacts) {}

  bool newton(ImpactProblem& impact) {
    problem_.resize(impact.size());
    for (int i = 0; i < 2 * impact.size(); ++i) {
      for (int j = 0; j < 2 * impact.size(); ++j) problem_.G(i, j) = impact.G(i, j);
      const auto k = idx(i);
      const double rate = impact.gamma[k];
      problem_.b(i) = i % 2 == 0 ? rate + impact.restitutionN[k / 2] * std::min(rate, 0.0)
                                 : rate + impact.restitutionT[k / 2] * rate;
    }
    guess(impact);
    for (int i = 0; i < impact.size(); ++i) problem_.mu(i) = impact.mu[idx(i)];
    const bool solved = chain_.solve(problem_).solved;
    for (int i = 0; i < 2 * impact.size(); ++i) impact.P[idx(i)] = problem_.P(i);
    return solved;
  }
  bool poisson(ImpactProblem& impact) {
    problem_.resize(impact.size());
    guess(impact);
    SolveReport report;
    bool gave_up = false;
    return find_entry<ImpactEntry>("poisson")
        ->solver(impact.size())
        ->solve(impact, problem_, chain_, report, gave_up);
  }
  bool stronge(ImpactProblem& impact) {
    outcome_ = energetic_.solve(impact);
    if (outcome_ == EnergeticImpact::Outcome::complete) return true;
    const std::vector<double> first = impact.P, before = impact.gamma;
    impact.gamma = impact.gamma_C;
    problem_.resize(impact.size());
    guess(impact);
    SolveReport report;
    const bool solved = solve_inelastic(impact, problem_, chain_, report);
    for (std::size_t i = 0; i < first.size(); ++i) impact.P[i] += first[i];
    impact.gamma = before;
    return solved;
  }
  bool solve(const std::string& law, ImpactProblem& impact) {
    return law == "newton" ? newton(impact) : law == "poisson" ? poisson(impact) : stronge(impact);
  }
  EnergeticImpact& energetic() { return energetic_; }
  EnergeticImpact::Outcome outcome() const { return outcome_; }

 private:
  void guess(const ImpactProblem& impact) {
    for (int i = 0; i < impact.size(); ++i) problem_.mode(i) = ContactMode::slip_plus;
  }

  ContactProblem problem_;
  SolverChain chain_;
  EnergeticImpact energetic_;
  EnergeticImpact::Outcome outcome_ = EnergeticImpact::Outcome::complete;
};

}  // namespace freeplay::testing
