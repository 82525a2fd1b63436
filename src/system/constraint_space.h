// SPDX-License-Identifier: Apache-2.0
// The rank of the constraints at one configuration, and the two null spaces that follow from it:
//
//   A v = 0, the motions that joints and drivers leave free,   Aᵀ l = 0, the reactions that cancel each other
//
// with A = D free of units: v = u / size (lengths in the system's length, angles in rad), l = λ · row scale.
// Sparse QR of Aᵀ with rows of unit length: a row whose rest after projection on the earlier ones is shorter
// than 1e-9 depends on them.
#pragma once

#include <Eigen/Dense>
#include <span>
#include <string>
#include <vector>

#include "freeplay/system.h"

namespace freeplay {

/// What each velocity is judged against: the system's length for translations, 1 for rotations.
std::vector<double> velocity_sizes(const SystemInfo& info);
/// Velocities per body: 3 in the plane, 6 in space; 0 when velocities are not those of bodies.
int velocities_per_body(const SystemInfo& info);
/// "crank.angle", "rod.x"; of a system with its own coordinates "velocity 2".
std::string velocity_name(const SystemInfo& info, int velocity);
/// True for rotations of bodies.
bool velocity_is_angular(const SystemInfo& info, int velocity);
/// A = D free of units, rows × nu, from the rows at `ev`.
void fill_scaled_D(const SystemInfo& info, std::span<const double> sizes, const Evaluation& ev,
                   Eigen::MatrixXd& A);
/// "'shaft', 'motor'": the joints and drivers that own these rows, each once.
std::string owners_of(const SystemInfo& info, std::span<const int> rows);
/// The largest of these errors of rows by name, for a message: "pin.x by 1e-3 m, …"; `per` is "/s" for rates.
std::string worst_rows_text(const SystemInfo& info, std::span<const double> errors, const char* per = "");

/// Reactions that cancel each other, of rows that no other such reactions reach.
struct CancellingReactions {
  std::vector<int> rows;
  Eigen::MatrixXd basis;  ///< one per column, orthonormal in l
};

struct ConstraintSpace {
  int velocities = 0, rows = 0, rank = 0;
  std::vector<int> dependent;   ///< rows that follow from the others
  std::vector<int> untouched;   ///< velocities that no row restrains
  std::vector<int> restrained;  ///< the other ones
  /// Free motions of the restrained velocities, one per column, orthonormal in v.
  Eigen::MatrixXd motions;
  /// Reactions that cancel each other, rows − rank of them in all.
  std::vector<CancellingReactions> cancelling;

  int freedoms() const { return velocities - rank; }
  /// The same as one matrix, rows × (rows − rank).
  Eigen::MatrixXd reactions() const;
};

/// `motions` is filled when the restrained velocities have no more than `most_motions` freedoms.
ConstraintSpace constraint_space(const System& system, double t, std::span<const double> q, int most_motions);

}  // namespace freeplay
