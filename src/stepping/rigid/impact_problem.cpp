// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/impact_problem.h"

#include <algorithm>

#include "base/index.h"

namespace freeplay {
namespace {

/// A block of the contact problem into either storage: entry (a, b) is value(a, b).
template <class F>
void put(BlockMatrix& matrix, int row, int column, F&& value) {
  const int d = matrix.d();
  double* block = matrix.dense() ? nullptr : matrix.append(column);
  for (int a = 0; a < d; ++a) {
    for (int b = 0; b < d; ++b) {
      if (block == nullptr) {
        matrix.entry(d * row + a, d * column + b) = value(a, b);
      } else {
        *block++ = value(a, b);
      }
    }
  }
}

}  // namespace

ImpactProblem::ImpactProblem(int capacity, int d) : matrix(capacity, d) {
  const std::size_t n = idx(capacity);
  for (std::vector<double>* all : {&gamma, &P, &gamma_C, &shift}) all->assign(idx(d) * n, 0);
  for (std::vector<double>* one : {&mu, &restitutionN, &restitutionT}) one->assign(n, 0);
  first_auxiliary.assign(n + 1, 0);
}

void pose(const ImpactProblem& impact, const std::vector<double>& b, ContactProblem& problem) {
  const int n = impact.size(), d = impact.d(), count = impact.first_auxiliary[idx(n)];
  BlockMatrix& G = problem.matrix();
  problem.resize(count);
  if (G.dense()) {
    for (int i = 0; i < d * count; ++i) {
      for (int j = 0; j < d * count; ++j) G.entry(i, j) = 0;
    }
  }
  const auto auxiliaries_of = [&](int j, auto&& f) {
    for (int k = impact.first_auxiliary[idx(j)]; k < impact.first_auxiliary[idx(j) + 1]; ++k) f(k);
  };
  for (int i = 0; i < n; ++i) {
    impact.matrix.for_row(i, [&](int j, const double* block, int stride) {
      put(G, i, j, [&](int r, int c) { return block[r * stride + c]; });
    });
    impact.matrix.for_row(i, [&](int j, const double* block, int stride) {
      auxiliaries_of(
          j, [&](int k) { put(G, i, k, [&](int r, int c) { return c == 0 ? 0 : block[r * stride + c]; }); });
    });
    if (!G.dense()) G.end_row();
    problem.mu(i) = impact.mu[idx(i)];
    for (int k = d * i; k < d * i + d; ++k) problem.b(k) = b[idx(k)];
  }
  for (int i = 0; i < n; ++i) {
    auxiliaries_of(i, [&](int row) {
      impact.matrix.for_row(i, [&](int j, const double* block, int stride) {
        put(G, row, j, [&](int r, int c) { return r == 0 ? 0 : block[r * stride + c]; });
      });
      impact.matrix.for_row(i, [&](int j, const double* block, int stride) {
        auxiliaries_of(j, [&](int k) {
          put(G, row, k, [&](int r, int c) {
            if (r == 0 && c == 0) return k == row ? impact.G(d * i, d * i) : 0;
            return r == 0 || c == 0 ? 0 : block[r * stride + c];
          });
        });
      });
      if (!G.dense()) G.end_row();
    });
  }
}

bool solve_inelastic(ImpactProblem& impact, ContactProblem& problem, SolverChain& chain,
                     SolveReport& report) {
  std::fill_n(impact.first_auxiliary.begin(), impact.size() + 1, impact.size());
  pose(impact, impact.gamma, problem);
  report = chain.solve(problem);
  for (int i = 0; i < impact.d() * impact.size(); ++i) impact.P[idx(i)] = problem.P(i);
  return report.solved;
}

}  // namespace freeplay
