// SPDX-License-Identifier: Apache-2.0
// Which reactions a mechanism does not determine. With redundant rows M u̇ = h + Dᵀ λ has many λ: any that
// solves it, plus any l with Dᵀ l = 0. A component cᵀ λ is the same for all of them if and only if c is
// orthogonal to all such l.
#pragma once

#include <Eigen/Dense>
#include <span>
#include <string>
#include <vector>

#include "freeplay/system.h"

namespace freeplay {

struct CancellingReactions;
struct ConstraintSpace;

/// Rows whose reactions can be traded against each other.
struct RedundantGroup {
  std::vector<int> rows;
  int redundant = 0;     ///< how many of them follow from the others
  std::string sentence;  ///< names the joints
};

class UndeterminedReactions {
 public:
  UndeterminedReactions() = default;
  UndeterminedReactions(const SystemInfo& info, const ConstraintSpace& space);

  bool any() const { return !groups_.empty(); }
  /// Per constraint row: the mechanism determines its λ.
  const std::vector<bool>& determined() const { return determined_; }
  const std::vector<RedundantGroup>& groups() const { return groups_; }
  /// Names of the rows that are not determined: "left.y".
  const std::vector<std::string>& names() const { return names_; }
  /// Whether cᵀ λ is determined; one number per constraint row.
  bool determined(std::span<const double> c) const;

 private:
  void group(const SystemInfo& info, const CancellingReactions& part);

  std::vector<bool> determined_;
  std::vector<RedundantGroup> groups_;
  std::vector<std::string> names_;
  struct Place {
    int part = -1, row = 0;
  };
  std::vector<Eigen::MatrixXd> cancelling_;  ///< l with Aᵀ l = 0, one per column, of parts that share no row
  std::vector<Place> place_;                 ///< per row, where it is in them
  Eigen::VectorXd row_scale_;                ///< what makes forces and moments comparable: λ · row scale
};

/// At a state, usually the assembled start.
UndeterminedReactions undetermined_reactions(const System& system, const State& state);

/// The recorded components that are not determined: in space "hinge.force.z", in the plane names of rows.
std::vector<std::string> undetermined_components(const System& system, const State& state,
                                                 const UndeterminedReactions& reactions);

}  // namespace freeplay
