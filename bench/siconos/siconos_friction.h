// SPDX-License-Identifier: Apache-2.0
// Contact problems in the plane, solved by the nonsmooth Gauss-Seidel method of Siconos.
#ifndef FREEPLAY_BENCH_SICONOS_SICONOS_FRICTION_H_
#define FREEPLAY_BENCH_SICONOS_SICONOS_FRICTION_H_

#include <vector>

namespace freeplay::bench {

/// u = W r + q in blocks of 2 x 2, compressed by block rows; normal first.
struct PlainProblem {
  int contacts = 0;
  std::vector<int> row_start, column;
  std::vector<double> blocks;  ///< four numbers each, row by row
  std::vector<double> q, mu;
};

struct SiconosAnswer {
  bool converged = false;
  int iterations = 0;
  double seconds = 0;  ///< CPU time of the thread, without setting up
  std::vector<double> impulses;
};

/// fc2d NSGS with the matrix in Siconos' own block storage, to Siconos' own measure of the error.
SiconosAnswer solve_siconos(const PlainProblem& problem, double tolerance, int most_iterations);

}  // namespace freeplay::bench

#endif  // FREEPLAY_BENCH_SICONOS_SICONOS_FRICTION_H_
