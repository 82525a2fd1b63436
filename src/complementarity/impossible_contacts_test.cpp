// SPDX-License-Identifier: Apache-2.0
#include "complementarity/impossible_contacts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "complementarity/sample_structures.h"
#include "complementarity/solver_chain.h"

namespace freeplay {
namespace {

/// A mass between two walls, both of which it is to leave with these velocities.
ContactProblem between_walls(double left, double right, double mu) {
  ContactProblem problem(2, 3);
  problem.resize(2);
  for (int r = 0; r < 6; ++r) {
    for (int c = 0; c < 6; ++c) problem.G(r, c) = r % 3 == c % 3 ? (r % 3 == 0 && r != c ? -1 : 1) : 0;
    problem.b(r) = 0;
  }
  problem.b(0) = left;
  problem.b(3) = right;
  problem.mu(0) = problem.mu(1) = mu;
  problem.normalise();
  return problem;
}

// d = (1, 1): the walls push against each other, and b · d is what they ask for together.
TEST(ImpossibleContacts, AMassThatIsToLeaveBothWalls) {
  ImpossibleContacts impossible(2, 3);
  for (const double mu : {0.0, 0.5}) {
    ContactProblem problem = between_walls(-1, -0.5, mu);
    ASSERT_TRUE(impossible.find(problem));
    EXPECT_NEAR(impossible.ray()[0], 1, 1e-6);
    EXPECT_NEAR(impossible.ray()[1], 1, 1e-6);
    EXPECT_EQ(problem.mu(0), mu);
    problem = between_walls(-1, 1, mu);  // touches both, leaves none: P = 0.5 to one side does
    EXPECT_FALSE(impossible.find(problem));
    problem = between_walls(-1, 1.5, mu);
    EXPECT_FALSE(impossible.find(problem));
  }
}

// What is solved has no proof against it; what is not solved of shafts in bearings that are to rebound from all
// sides mostly has one, and the chain says so instead of trying everything.
TEST(ImpossibleContacts, NeverOfWhatHasASolution) {
  int proved = 0, unsolved = 0;
  for (const std::string kind : {"bearing", "stack", "arch"}) {
    for (unsigned seed = 1; seed <= 40; ++seed) {
      ContactProblem problem = samples::draw(kind, seed), copy = problem;
      SolverChain chain(Choice{"auto", {}, {}}, problem.size(), 3);
      const SolveReport report = chain.solve(problem);
      copy.normalise();
      ImpossibleContacts impossible(copy.size(), 3);
      const bool found = impossible.find(copy);
      EXPECT_FALSE(found && report.solved) << kind << seed;
      EXPECT_EQ(report.no_solution, found && !report.solved) << kind << seed;
      if (report.solved) continue;
      EXPECT_EQ(kind, "bearing") << seed;
      ++unsolved;
      if (found) ++proved;
    }
  }
  EXPECT_GT(unsolved, 10);
  EXPECT_GE(2 * proved, unsolved);
}

}  // namespace
}  // namespace freeplay
