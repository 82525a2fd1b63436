// SPDX-License-Identifier: Apache-2.0
// Impact laws of the rigid world: how velocities before and after an impact are related (docs/impact_laws.md).
// All contacts that are closed share an impact, each with its own coefficients. Newton's law is a contact
// problem as it stands; any other law brings its solver. Solvers pose contact problems: the files of the laws
// are in stepping/rigid/impact_laws/.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "freeplay/given_parameters.h"
#include "freeplay/system.h"

namespace freeplay {

class ContactProblem;
class SolverChain;
struct ImpactProblem;
struct SolveReport;

class ImpactSolver {
 public:
  virtual ~ImpactSolver() = default;
  /// γ⁻ => P. `problem` and `chain` have room for the contacts and the auxiliaries of the law; the modes of
  /// `problem` are the first guess. False, with the report of the solve that failed, when there is no solution.
  /// `gave_up`: it took too long, and ended without restitution. Allocates nothing.
  virtual bool solve(ImpactProblem& impact, ContactProblem& problem, SolverChain& chain, SolveReport& report,
                     bool& gave_up) = 0;
};

/// Of a contact: ε_N, or e* of the energetic law, and ε_T.
struct ImpactCoefficients {
  double normal = 0, tangential = 0;
};

struct ImpactRefusal {
  const char *message, *hint;
};

struct ImpactEntry : EntryInfo {
  ImpactCoefficients (*make)(const Parameters&);
  /// An impact whose contacts have different laws follows that of the highest rank; Newton's has 0.
  int rank = 0;
  /// For impacts of at most so many contacts; nullptr: Newton's law.
  std::unique_ptr<ImpactSolver> (*solver)(int capacity) = nullptr;
  /// How many contacts it adds to the contact problem of a system that has these.
  int (*auxiliaries)(std::span<const ContactInfo> contacts) = nullptr;
  /// What it cannot do for a contact in this dimension.
  std::optional<ImpactRefusal> (*refuse)(const ContactData& contact, int dimension) = nullptr;
};

/// Contacts without a law follow Newton's.
inline bool is_newton(const ImpactEntry* law) { return law == nullptr || law->solver == nullptr; }

/// That of the higher rank; the first of equals.
inline const ImpactEntry* higher(const ImpactEntry* a, const ImpactEntry* b) {
  return b == nullptr || (a != nullptr && a->rank >= b->rank) ? a : b;
}

}  // namespace freeplay

#define FREEPLAY_IMPACT(stem)             \
  extern const ImpactEntry impact_##stem; \
  const ImpactEntry impact_##stem
