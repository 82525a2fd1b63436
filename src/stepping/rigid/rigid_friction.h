// SPDX-License-Identifier: Apache-2.0
// Friction that depends on slip, in rigid stepping: −P_T ∈ μ(|v|) P_N Sgn(ξ_T), where v is the slip that the
// contact problem looks at, ξ_T/(1 + ε_T): that at the end of a step of `moreau`, the mean of a piece,
// the slip after an impact. At rest μ is μ_S.
//
// Solvers see problems with constant μ. These are solved again until μ is that of the slip which comes out:
//   stick   is tried first, with μ_S, by a contact that stuck; it is let go when it slips all the same
//   slip    begins with μ of the slip before and goes on from there, so that of several solutions (a μ that
//           falls with slip may have them) the one next to the past is found: plain steps while μ runs away
//           from where it was, secant steps where it settles or swings, bisection where these do not end
//   turns   a slip that would come out against the one before has passed rest on its way, where μ_S holds:
//           stick is tried
#pragma once

#include <span>
#include <vector>

#include "complementarity/contact_problem.h"
#include "freeplay/system.h"

namespace freeplay {

class RigidFriction {
 public:
  RigidFriction(int capacity, int d);

  /// A new problem without laws.
  void clear() { count_ = varying_ = 0; }
  /// The next contact of the problem, with its law; none: μ is constant.
  void add(const FrictionLaw* law);
  /// Whether μ of any contact depends on slip.
  bool varies() const { return varying_ > 0; }

  /// μ before the first solve, from the modes of the problem and the slip before: `gamma` has d numbers per
  /// contact, the normal one first.
  void guess(ContactProblem& problem, const double* gamma);
  /// The problem, which is given by G and b in its units, was solved: P and the modes are there. Sets the
  /// next μ and says whether another solve is needed. `gamma` as before; `part` turns ξ_T into slip.
  bool again(const BlockMatrix& G, const double* b, const double* P, const double* gamma, const double* part,
             ContactProblem& problem);
  /// The contact whose μ is furthest from that of its slip, and by how much, after the last solve.
  int worst() const { return worst_; }
  double error() const { return error_; }

  /// What friction at rest has left for the contacts that stuck, as a part of its bound: positive as long as
  /// all stick; when one cannot, minus what is missing. 1 without such contacts.
  double reserve() const { return reserve_; }
  /// How much of a slip that grew is due to friction that falls along it. Near 1 the step is longer than the
  /// time in which such a slip runs away.
  double fall() const { return fall_; }

 private:
  enum class Tries { nothing, stick, slip, slip_only };
  struct One {
    const FrictionLaw* law = nullptr;
    Tries tries = Tries::nothing;
    double mu = 0, target = 0;            ///< used, and that of the slip which came out
    double last_mu = 0, last_target = 0;  ///< of the solve before
    bool has_last = false;
    double low = 0, high = 0;  ///< μ that was too small, and too large
    int passes = 0;            ///< steps of μ since it began anew
    double speed = 0;

    void forget();
  };
  void look(int c, const BlockMatrix& G, const double* b, const double* P, double part,
            const ContactProblem& problem);
  bool settle_slip();
  static double next_mu(One& one, double miss, double tolerance);
  bool change_tries(const double* P, const double* gamma, ContactProblem& problem);
  void note_reserve(const BlockMatrix& G, const double* P, const ContactProblem& problem);
  void note_fall(const BlockMatrix& G, const double* P, const double* gamma, const double* part,
                 const ContactProblem& problem);

  int d_, count_ = 0, varying_ = 0, worst_ = -1;
  double error_ = 0, reserve_ = 1, fall_ = 0;
  bool reserve_known_ = false;
  std::vector<One> all_;
  std::vector<double> xi_;         ///< ξ_T, d − 1 numbers per contact
  std::vector<double> tolerance_;  ///< of μ
};

/// μ of a law at a slip, which may be none.
inline double mu_of(const FrictionLaw& law, double speed) {
  return speed > 0 ? law.mu_at(speed) : law.mu_static();
}

}  // namespace freeplay
