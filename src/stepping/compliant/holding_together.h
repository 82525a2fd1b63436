// SPDX-License-Identifier: Apache-2.0
// How contacts and joints that hold the same bodies share the load, and which of them can hold together.
//
// Coulomb's law at the level of accelerations is a contact problem: F within what each can bear, and an acceleration
// of the slip only against it.
#pragma once

#include <span>
#include <vector>

#include "complementarity/solver_chain.h"
#include "stepping/compliant/friction_response.h"
#include "stepping/dense_lu.h"

namespace freeplay {

class HoldingTogether {
 public:
  /// Of 1/mass: contacts nearer than this to holding the same thing share it.
  static constexpr double kShare = 1e-5;
  /// Rows: fewer are eliminated as quickly with pivoting.
  static constexpr int kMany = 24;

  /// `rows`: most that the response has.
  HoldingTogether(const SystemInfo& info, std::size_t rows);

  /// How little a rub can bear, against the strongest of those that hold; in such a measure that those that
  /// hold the same thing at different arms come to their limits together.
  class LoadShare {
   public:
    LoadShare(const FrictionResponse& response, std::span<const Rub> rubs);
    double operator()(std::size_t row) const;

   private:
    const FrictionResponse& response_;
    std::span<const Rub> rubs_;
    double most_ = 0, lightest_ = 0;  ///< of all rows that hold
  };

  /// Of the rubs that hold or ask, those that can hold together. F_hold of the others becomes larger than they
  /// can bear, against the way in which they will slip. `x`: the force along each row.
  void resolve(const FrictionResponse& response, std::span<const double> x, std::span<Rub> rubs);
  /// Contacts that hold far more than they can bear, as one does that has only just closed and is not pressed
  /// yet, are clipped to that. True: there are such.
  static bool clip(std::span<Rub> rubs);
  /// In space: when a contact would hold more than it can bear as the load is shared now, the others take it
  /// over as long as they can bear it together. False: nothing was changed. `lu` is scratch.
  bool share_load(const FrictionResponse& response, std::span<double> x, std::span<Rub> rubs, DenseLu& lu,
                  Evaluation& ev);

 private:
  /// Coulomb's law of all that hold or ask, with a little give; the forces are in problem_.
  bool solve_coulomb(const FrictionResponse& response, std::span<const double> x, std::span<const Rub> rubs);
  void restore_rest(const FrictionResponse& response, std::span<double> x, std::span<Rub> rubs, DenseLu& lu,
                    Evaluation& ev);

  int dimension_;
  ContactProblem problem_;
  SolverChain chain_;
  std::vector<double> before_, step_, product_, scale_;
  std::vector<int> first_row_;  ///< of each rub in the contact problem
};

}  // namespace freeplay
