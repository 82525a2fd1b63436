// SPDX-License-Identifier: Apache-2.0
#include "siconos_friction.h"

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>
#include <dlfcn.h>
#include <time.h>

#include <cstdlib>

namespace freeplay::bench {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// What Siconos frees itself comes from malloc.
template <class T>
T* allocate(std::size_t count) {
  return static_cast<T*>(std::malloc(count * sizeof(T)));
}

SparseBlockStructuredMatrix* block_matrix(const PlainProblem& problem) {
  SparseBlockStructuredMatrix* W = SBM_new();
  const auto n = static_cast<std::size_t>(problem.contacts), blocks = problem.column.size();
  W->nbblocks = static_cast<unsigned>(blocks);
  W->blocknumber0 = W->blocknumber1 = static_cast<unsigned>(n);
  W->blocksize0 = allocate<unsigned>(n);
  W->blocksize1 = allocate<unsigned>(n);
  const auto d = static_cast<std::size_t>(problem.d);
  for (std::size_t i = 0; i < n; ++i)
    W->blocksize0[i] = W->blocksize1[i] = static_cast<unsigned>(d * (i + 1));
  W->filled1 = n + 1;
  W->filled2 = blocks;
  W->index1_data = allocate<std::size_t>(n + 1);
  W->index2_data = allocate<std::size_t>(blocks);
  W->block = allocate<double*>(blocks);
  for (std::size_t i = 0; i <= n; ++i) W->index1_data[i] = static_cast<std::size_t>(problem.row_start[i]);
  for (std::size_t k = 0; k < blocks; ++k) {
    W->index2_data[k] = static_cast<std::size_t>(problem.column[k]);
    W->block[k] = allocate<double>(d * d);
    const double* from = problem.blocks.data() + d * d * k;  // Siconos stores columns
    for (std::size_t a = 0; a < d; ++a) {
      for (std::size_t b = 0; b < d; ++b) W->block[k][a + d * b] = from[d * a + b];
    }
  }
  return W;
}

NumericsMatrix* make_matrix(const PlainProblem& problem, SiconosMethod method) {
  const int rows = problem.d * problem.contacts;
  if (method == SiconosMethod::gauss_seidel)
    return NM_create_from_data(NM_SPARSE_BLOCK, rows, rows, block_matrix(problem));
  NumericsMatrix* M = NM_create(NM_SPARSE, rows, rows);
  NM_triplet_alloc(M, static_cast<CS_INT>(problem.blocks.size()));
  const auto d = static_cast<std::size_t>(problem.d);
  for (std::size_t i = 0; i + 1 < problem.row_start.size(); ++i) {
    for (auto k = static_cast<std::size_t>(problem.row_start[i]);
         k < static_cast<std::size_t>(problem.row_start[i + 1]); ++k) {
      for (std::size_t a = 0; a < d; ++a) {
        for (std::size_t b = 0; b < d; ++b) {
          NM_entry(M, static_cast<int>(d * i + a),
                   static_cast<int>(d * static_cast<std::size_t>(problem.column[k]) + b),
                   problem.blocks[d * d * k + d * a + b]);
        }
      }
    }
  }
  return M;
}

}  // namespace

SiconosAnswer solve_siconos(const PlainProblem& problem, double tolerance, int most_iterations,
                            SiconosMethod method) {
  if (void* symbol = dlsym(RTLD_DEFAULT, "openblas_set_num_threads")) {
    reinterpret_cast<void (*)(int)>(symbol)(1);
  }
  const int rows = problem.d * problem.contacts;
  NumericsMatrix* M = make_matrix(problem, method);
  std::vector<double> q = problem.q, mu = problem.mu, u(static_cast<std::size_t>(rows), 0);
  FrictionContactProblem friction{problem.d, problem.contacts, M, q.data(), mu.data()};
  SolverOptions* options =
      solver_options_create(problem.d == 2                          ? SICONOS_FRICTION_2D_NSGS
                            : method == SiconosMethod::gauss_seidel ? SICONOS_FRICTION_3D_NSGS
                                                                    : SICONOS_FRICTION_3D_NSN_AC);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = most_iterations;
  SiconosAnswer answer;
  answer.impulses.assign(static_cast<std::size_t>(rows), 0);
  const double start = cpu_seconds();
  const int info = problem.d == 2 ? fc2d_driver(&friction, answer.impulses.data(), u.data(), options)
                                  : fc3d_driver(&friction, answer.impulses.data(), u.data(), options);
  answer.seconds = cpu_seconds() - start;
  answer.converged = info == 0;
  answer.iterations = options->iparam[SICONOS_IPARAM_ITER_DONE];
  solver_options_delete(options);
  NM_clear(M);
  std::free(M);
  return answer;
}

}  // namespace freeplay::bench
