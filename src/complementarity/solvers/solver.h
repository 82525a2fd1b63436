// SPDX-License-Identifier: Apache-2.0
// Solvers of the contact problem. All work on the normalised problem and are judged by its one residual.
#pragma once

#include <memory>

#include "complementarity/contact_problem.h"
#include "freeplay/given_parameters.h"

namespace freeplay {

struct SolveReport {
  bool solved = false;      ///< residual ≤ tolerance; of the chain: accepted
  double residual = 0;      ///< of what is in problem.P
  int iterations = 0;       ///< pivots, combinations or sweeps
  const char* reason = "";  ///< why it is not solved
  const char* by = "";      ///< the solver whose answer it is
  int attempts = 1;         ///< solvers that tried
  /// A contact that slides with a slip coefficient G_NN ∓ μ G_NT that is not positive, −1 when there is none:
  /// no motion that goes on sliding may obey the law, or several may (Painlevé).
  int painleve = -1;
  bool no_solution = false;  ///< proved (impossible_contacts.h)
  bool accepted = false;     ///< of the chain: missed the tolerance, but is within what is accepted
  int worst = -1;            ///< of the chain: the contact where the residual is largest
};

class ContactSolver {
 public:
  virtual ~ContactSolver() = default;
  virtual const char* name() const = 0;
  /// Whether it takes problems of this size and number of rows per contact.
  virtual bool accepts(const ContactProblem& problem) const = 0;
  /// Writes P and modes; P is a guess on entry. The problem is normalised. Allocates nothing when the
  /// problem is stored densely.
  virtual SolveReport solve(ContactProblem& problem, double tolerance) = 0;
  /// Corners of the friction pyramid that it puts in the place of the cone in space; 0: the cone itself.
  virtual int facets() const { return 0; }
  /// Its own iterations are what is asked for: no guess is solved before it, no other solver stands in.
  virtual bool alone() const { return false; }
};

struct SolverEntry : EntryInfo {
  /// For problems of up to `capacity` contacts with d rows each.
  std::unique_ptr<ContactSolver> (*make)(const Parameters&, int capacity, int d);
};

}  // namespace freeplay

#define FREEPLAY_SOLVER(stem)             \
  extern const SolverEntry solver_##stem; \
  const SolverEntry solver_##stem

/// Every solver has them; the chain of solvers reads the first three.
#define FREEPLAY_SOLVER_PARAMS                                                 \
  {.key = "tolerance",                                                         \
   .fallback = 1e-10,                                                          \
   .low = 1e-15,                                                               \
   .high = 1e-2,                                                               \
   .help = "residual of the normalised contact problem to aim at"},            \
      {.key = "accept",                                                        \
       .fallback = 1e-6,                                                       \
       .low = 1e-15,                                                           \
       .high = 1e-2,                                                           \
       .help = "largest residual that is accepted where the aim is missed"},   \
      {.key = "warm_start",                                                    \
       .help = "begin with the modes and impulses of the last step (default)", \
       .kind = ParamKind::boolean,                                             \
       .optional = true},                                                      \
  {                                                                            \
    .key = "iterations", .fallback = 0, .low = 0, .high = 1e9,                 \
    .help = "most iterations (0: chosen by the solver)"                        \
  }
