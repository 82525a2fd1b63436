// SPDX-License-Identifier: Apache-2.0
#include "complementarity/cluster.h"

#include <algorithm>

#include "base/index.h"

namespace freeplay {

Cluster::Cluster(int capacity, int d) : part_(kMost, d) {
  const SolverEntry* entry = find_entry<SolverEntry>("lemke");
  const Values none;
  solver_ = entry->make(Parameters(*entry, none), kMost, d);
  members_.reserve(kMost);
  place_.assign(idx(capacity), -1);
}

/// Breadth first along the blocks of G.
void Cluster::collect(const ContactProblem& problem, int seed, int count) {
  for (const int member : members_) place_[idx(member)] = -1;
  members_.clear();
  const auto take = [&](int contact) {
    int& place = place_[idx(contact)];
    if (place >= 0 || int_size(members_) >= count) return;
    place = int_size(members_);
    members_.push_back(contact);
  };
  take(seed);
  for (std::size_t k = 0; k < members_.size() && int_size(members_) < count; ++k) {
    problem.matrix().for_row(members_[k], [&](int j, const double*, int) { take(j); });
  }
}

/// G of the members, and what the others make of their ξ.
void Cluster::pose(const ContactProblem& problem) {
  const int d = problem.d(), m = int_size(members_);
  part_.resize_full(m);
  for (int i = 0; i < m; ++i) {
    const int contact = members_[idx(i)];
    double xi[3] = {0, 0, 0};
    problem.xi(contact, xi);
    problem.matrix().for_row(contact, [&](int j, const double* block, int stride) {
      const int place = place_[idx(j)];
      if (place < 0) return;
      for (int a = 0; a < d; ++a) {
        for (int b = 0; b < d; ++b) {
          part_.G(d * i + a, d * place + b) = block[a * stride + b];
          xi[a] -= block[a * stride + b] * problem.P(d * j + b);
        }
      }
    });
    for (int a = 0; a < d; ++a) part_.b(d * i + a) = xi[a];
    part_.mu(i) = problem.mu(contact);
  }
}

bool Cluster::solve(ContactProblem& problem, int seed, int count) {
  collect(problem, seed, std::min(count, kMost));
  pose(problem);
  part_.normalise();
  if (!solver_->solve(part_, 1e-10).solved) return false;
  part_.restore_units();
  const int d = problem.d();
  for (int i = 0; i < part_.size(); ++i) {
    for (int a = 0; a < d; ++a) problem.P(d * members_[idx(i)] + a) = part_.P(d * i + a);
  }
  return true;
}

}  // namespace freeplay
