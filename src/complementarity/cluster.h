// SPDX-License-Identifier: Apache-2.0
// A few contacts of a large problem, solved exactly while the impulses of the others stay as they are.
//
// In a heap, friction may hold a group of bodies in ways that hardly differ in velocity: iterations then
// crawl along a direction that G does not see, and Newton's method waits for the right modes. Pivoting on the
// contacts around the worst one finds them at once; Newton steps on the whole problem do the rest.
#pragma once

#include <memory>
#include <vector>

#include "complementarity/solvers/solver.h"

namespace freeplay {

class Cluster {
 public:
  static constexpr int kMost = 40;  ///< contacts

  /// For problems in the plane of up to `capacity` contacts.
  Cluster(int capacity, int d);

  /// Solves the `count` contacts nearest to `seed`, counted by shared bodies. Writes their impulses; false,
  /// and nothing is changed, when that fails.
  bool solve(ContactProblem& problem, int seed, int count);

 private:
  void collect(const ContactProblem& problem, int seed, int count);
  void pose(const ContactProblem& problem);

  std::unique_ptr<ContactSolver> solver_;
  ContactProblem part_;
  std::vector<int> members_, place_;  ///< contacts of the part; place of a contact in it, or −1
};

}  // namespace freeplay
