// SPDX-License-Identifier: Apache-2.0
#include "complementarity/polish.h"

#include <algorithm>

namespace freeplay {

Polish::Polish(int capacity, int d) : newton_(capacity, d) {
  kept_.assign(static_cast<std::size_t>(capacity * d), 0);
}

double Polish::improve(ContactProblem& problem, double residual, int most_steps) {
  for (int k = 0; k < most_steps && residual > 0; ++k) {
    std::copy(problem.P().begin(), problem.P().end(), kept_.begin());
    newton_.step(problem);
    const double next = problem.residual();
    if (!(next < residual)) {
      std::copy(kept_.begin(), kept_.begin() + problem.rows(), problem.P().begin());
      break;
    }
    const bool slow = next > 0.5 * residual;
    residual = next;
    if (slow) break;
  }
  return residual;
}

}  // namespace freeplay
