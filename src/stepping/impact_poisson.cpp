// SPDX-License-Identifier: Apache-2.0
// Poisson's impact law with several contacts [PfeifferGlocker1996; GlockerPfeiffer1995]. The impact has two
// parts, each a complementarity problem on G:
//
//   compression   γ_C = γ⁻ + G P_C,     0 ≤ P_NC ⊥ γ_NC ≥ 0,   −P_TC ∈ μ P_NC Sgn(γ_TC)
//   expansion     γ⁺ = γ_C + G P_E,     0 ≤ P_NE − ε_N P_NC ⊥ γ_N⁺ ≥ 0,   |P_TE| ≤ μ P_NE
//
// Of the tangential impulse of compression the part S = ε_N ε_T P_TC is given back, as long as slip stays
// below γ₀, the slip that results if every contact gives back just that; beyond, Coulomb's law holds:
//
//   −P_TE ∈ ½ (μ P_NE − σ S) Sgn(γ_T⁺) + ½ (μ P_NE + σ S) Sgn(γ_T⁺ − γ₀)     where σ γ₀ > 0, σ = sgn S
//   −P_TE ∈ μ P_NE Sgn(γ_T⁺)                                                    otherwise, and with ε_T = 0
//
// Differs from [PfeifferGlocker1996]: the two steps share μ ε_N P_NC only; friction of what P_NE exceeds it
// by is Coulomb's.
//
// In standard form. With P' = P_NE − ε_N P_NC the normal condition is that of the contact problem, but the
// bound of friction is then μ (P' + ε_N P_NC). Its second part is given to an auxiliary contact whose
// tangential row is that of the contact, and whose normal row, tied to nothing, has the solution P_N = ε_N
// P_NC; the two steps of tangential restitution are two such contacts. Every solver of the chain can then
// answer.
//
// With one ε_N for all contacts it never gains energy (docs/impact_laws.md).
#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "stepping/impact_problem.h"

namespace freeplay {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// A block of the contact problem, row by row, into either storage.
void put(BlockMatrix& matrix, int row, int column, double NN, double NT, double TN, double TT) {
  if (matrix.dense()) {
    matrix.entry(2 * row, 2 * column) = NN;
    matrix.entry(2 * row, 2 * column + 1) = NT;
    matrix.entry(2 * row + 1, 2 * column) = TN;
    matrix.entry(2 * row + 1, 2 * column + 1) = TT;
  } else {
    double* block = matrix.append(column);
    block[0] = NN, block[1] = NT, block[2] = TN, block[3] = TT;
  }
}

/// G, μ and b of the contacts, followed by auxiliaries: contact i has those from first_auxiliary[i] on, whose
/// tangential row is its own and whose normal row is tied to nothing.
void pose(const ImpactProblem& impact, const std::vector<double>& b, ContactProblem& problem) {
  const int n = impact.size(), count = impact.first_auxiliary[at(n)];
  BlockMatrix& G = problem.matrix();
  problem.resize(count);
  if (G.dense()) {
    for (int i = 0; i < 2 * count; ++i) {
      for (int j = 0; j < 2 * count; ++j) G.entry(i, j) = 0;
    }
  }
  const auto auxiliaries_of = [&](int j, auto&& f) {
    for (int k = impact.first_auxiliary[at(j)]; k < impact.first_auxiliary[at(j) + 1]; ++k) f(k);
  };
  for (int i = 0; i < n; ++i) {
    impact.matrix.for_row(i, [&](int j, const double* block, int stride) {
      put(G, i, j, block[0], block[1], block[stride], block[stride + 1]);
    });
    impact.matrix.for_row(i, [&](int j, const double* block, int stride) {
      auxiliaries_of(j, [&](int k) { put(G, i, k, 0, block[1], 0, block[stride + 1]); });
    });
    if (!G.dense()) G.end_row();
    problem.mu(i) = impact.mu[at(i)];
    problem.b(2 * i) = b[2 * at(i)];
    problem.b(2 * i + 1) = b[2 * at(i) + 1];
  }
  for (int i = 0; i < n; ++i) {
    auxiliaries_of(i, [&](int row) {
      impact.matrix.for_row(i, [&](int j, const double* block, int stride) {
        put(G, row, j, 0, 0, block[stride], block[stride + 1]);
      });
      impact.matrix.for_row(i, [&](int j, const double* block, int stride) {
        auxiliaries_of(j, [&](int k) {
          put(G, row, k, k == row ? impact.G(2 * i, 2 * i) : 0, 0, 0, block[stride + 1]);
        });
      });
      if (!G.dense()) G.end_row();
    });
  }
}

/// Auxiliary k of contact i rubs up to `bound`, against the slip γ_T − offset.
void set_auxiliary(int k, int i, double bound, double offset, ContactProblem& problem) {
  problem.mu(k) = problem.mu(i);
  problem.b(2 * k) = -problem.G(2 * k, 2 * k) * bound / problem.mu(i);
  problem.b(2 * k + 1) = problem.b(2 * i + 1) - offset;
  problem.mode(k) = problem.mode(i) == ContactMode::open ? ContactMode::stick : problem.mode(i);
}

}  // namespace

ImpactProblem::ImpactProblem(int capacity) : matrix(capacity, 2) {
  const std::size_t n = at(capacity);
  for (std::vector<double>* two : {&gamma, &P, &gamma_C, &shift}) two->assign(2 * n, 0);
  for (std::vector<double>* one : {&mu, &restitutionN, &restitutionT}) one->assign(n, 0);
  first_auxiliary.assign(n + 1, 0);
}

int poisson_auxiliaries(std::span<const ContactInfo> contacts) {
  const bool poisson = std::any_of(contacts.begin(), contacts.end(), [](const ContactInfo& contact) {
    return contact.impact == ImpactKind::poisson;
  });
  int count = 0;
  for (const ContactInfo& contact : contacts) {
    if (poisson && contact.mu > 0) count += contact.restitutionT > 0 ? 2 : 1;
  }
  return count;
}

bool solve_inelastic(ImpactProblem& impact, ContactProblem& problem, SolverChain& chain,
                     SolveReport& report) {
  std::fill_n(impact.first_auxiliary.begin(), impact.size() + 1, impact.size());
  pose(impact, impact.gamma, problem);
  report = chain.solve(problem);
  for (int i = 0; i < 2 * impact.size(); ++i) impact.P[at(i)] = problem.P(i);
  return report.solved;
}

bool solve_poisson(ImpactProblem& impact, ContactProblem& problem, SolverChain& chain, SolveReport& report) {
  if (!solve_inelastic(impact, problem, chain, report)) return false;
  const int n = impact.size();
  std::vector<double>&shift = impact.shift, &gamma_C = impact.gamma_C;
  bool expands = false;
  int next = n;
  for (int i = 0; i < n; ++i) {  // ε_N P_NC and S
    const std::size_t N = 2 * at(i), T = N + 1;
    shift[N] = impact.restitutionN[at(i)] * impact.P[N];
    shift[T] = impact.restitutionN[at(i)] * impact.restitutionT[at(i)] * impact.P[T];
    expands = expands || shift[N] > 0;
    impact.first_auxiliary[at(i)] = next;
    if (impact.mu[at(i)] * shift[N] > 0) next += shift[T] != 0 ? 2 : 1;
  }
  impact.first_auxiliary[at(n)] = next;
  if (!expands) return true;

  for (std::size_t i = 0; i < 2 * at(n); ++i) gamma_C[i] = impact.gamma[i];
  for (int i = 0; i < n; ++i) impact.matrix.add_row_times(i, impact.P.data(), &gamma_C[2 * at(i)]);
  pose(impact, gamma_C, problem);
  for (int i = 0; i < n; ++i) {
    double released = 0;  // change of slip by the S of all contacts; b = γ_C + G_N ε_N P_NC
    impact.matrix.for_row(i, [&](int j, const double* block, int stride) {
      problem.b(2 * i) += block[0] * shift[2 * at(j)];
      problem.b(2 * i + 1) += block[stride] * shift[2 * at(j)];
      released += block[stride + 1] * shift[2 * at(j) + 1];
    });
    const double bound = impact.mu[at(i)] * shift[2 * at(i)], S = shift[2 * at(i) + 1];
    if (!(bound > 0)) continue;
    const double slip = problem.b(2 * i + 1) + released;  // γ₀
    const bool gives_back = slip * S > 0;
    const int k = impact.first_auxiliary[at(i)];
    set_auxiliary(k, i, gives_back ? 0.5 * (bound - std::abs(S)) : bound, 0, problem);
    if (S != 0) set_auxiliary(k + 1, i, gives_back ? 0.5 * (bound + std::abs(S)) : 0, slip, problem);
  }
  report = chain.solve(problem);
  if (!report.solved) return false;
  for (int i = 0; i < n; ++i) {
    impact.P[2 * at(i)] += shift[2 * at(i)] + problem.P(2 * i);
    impact.P[2 * at(i) + 1] += problem.P(2 * i + 1);
    for (int k = impact.first_auxiliary[at(i)]; k < impact.first_auxiliary[at(i) + 1]; ++k)
      impact.P[2 * at(i) + 1] += problem.P(2 * k + 1);
  }
  return true;
}

}  // namespace freeplay
