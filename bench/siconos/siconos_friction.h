// SPDX-License-Identifier: Apache-2.0
// Contact problems in the plane and in space, solved by methods of Siconos.
#ifndef FREEPLAY_BENCH_SICONOS_SICONOS_FRICTION_H_
#define FREEPLAY_BENCH_SICONOS_SICONOS_FRICTION_H_

#include <vector>

namespace freeplay::bench {

/// u = W r + q in blocks of d x d, compressed by block rows; normal first.
struct PlainProblem {
  int d = 2;  ///< or 3
  int contacts = 0;
  std::vector<int> row_start, column;
  std::vector<double> blocks;  ///< d d numbers each, row by row
  std::vector<double> q, mu;
};

struct SiconosAnswer {
  bool converged = false;
  int iterations = 0;
  double seconds = 0;  ///< CPU time of the thread, without setting up
  std::vector<double> impulses;
};

/// With its default options but tolerance and iterations.
enum class SiconosMethod {
  gauss_seidel,  ///< fc2d NSGS, fc3d NSGS, with the matrix in Siconos' own block storage
  newton,  ///< in space: fc3d NSN_AC, semismooth Newton on Alart and Curnier's function; the matrix is sparse
};

/// To Siconos' own measure of the error.
SiconosAnswer solve_siconos(const PlainProblem& problem, double tolerance, int most_iterations,
                            SiconosMethod method = SiconosMethod::gauss_seidel);

}  // namespace freeplay::bench

#endif  // FREEPLAY_BENCH_SICONOS_SICONOS_FRICTION_H_
