// SPDX-License-Identifier: Apache-2.0
// Motion that joints and drivers determine completely, and the forces that it takes:
//
//   Φ(q, t) = 0,   D u = −Φ_t,   D u̇ = γ,   Dᵀ λ = M u̇ − h
//
// [Marques2015, eqs. (2.12) to (2.17), (2.44), with other sign of λ]. D has the rank of the velocities; rows
// that follow from others are allowed as long as they agree. All systems are solved by one QR with column
// pivoting of D free of units: in the sense of least squares for the motion, with the least Σ (λ · row
// scale)² for the reactions, where the row scale is the system's length for forces and 1 for moments. Cost:
// cube of the number of velocities.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/decompositions.h"
#include "base/index.h"
#include "freeplay/system.h"
#include "system/driven_friction.h"

namespace freeplay {

enum class DriveStatus {
  ok,
  singular,     ///< D has lost rank: a dead point
  unreached,    ///< no position near the last one satisfies all joints and drivers
  disagreeing,  ///< redundant joints or drivers ask for different velocities or accelerations
};

struct DriveReport {
  DriveStatus status = DriveStatus::ok;
  double t = 0;         ///< where it failed
  std::string message;  ///< names joints, time and what is left over
};

class DrivenMotion {
 public:
  explicit DrivenMotion(const System& system);

  /// Velocities and accelerations at the state, whose position may need a last correction.
  DriveReport start(State& state);
  /// Follows the drivers to t, in as many pieces as it takes.
  DriveReport move_to(State& state, double t);
  /// λ of every row at the state, from h, u̇ and the friction of joints. False: the joint that rubs() names jams.
  bool reactions(const State& state, std::span<double> lambda);
  const DrivenFriction& rubs() const { return rubs_; }

  std::span<const double> u_dot() const { return {u_dot_.data(), idx(u_dot_.size())}; }
  long long pieces() const { return pieces_; }  ///< Newton solves that were accepted
  /// Of Newton's method, of all solves, and of the directions in which friction presses joints.
  long long iterations() const { return iterations_ + rubs_.iterations(); }
  /// Smallest pivot of D over the largest, of all accepted positions, and when.
  double worst_pivot() const { return worst_pivot_; }
  double worst_pivot_time() const { return worst_pivot_time_; }

 private:
  using Vector = Eigen::VectorXd;

  void linearise(double t, std::span<const double> q);
  void solve_transposed(std::span<const double> f, std::span<double> lambda);
  bool regular() const { return pivot_ > 0; }
  DriveStatus positions(double t, std::span<double> q);
  DriveStatus rates(double t, std::span<const double> q, std::span<double> u);
  bool solve_rows(const std::vector<double>& right, double sign, double size, Vector& out);
  DriveReport failure(DriveStatus status, double t) const;
  std::string dead_point_text() const;

  const System& system_;
  const SystemInfo& info_;
  Evaluation ev_;
  DrivenFriction rubs_;
  std::vector<double> sizes_;
  Eigen::MatrixXd A_;
  dense::PivotedQr qr_;
  double pivot_ = 0;  ///< smallest over largest; 0: rank is lost
  Vector right_, step_, u_dot_, u_next_, u_dot_next_;
  std::vector<double> move_, q_next_, q_;
  double piece_ = 0;          ///< longest piece of time that the next one may be
  const char* level_ = "/s";  ///< of the rates solved last
  long long pieces_ = 0, iterations_ = 0;
  double worst_pivot_ = 1, worst_pivot_time_ = 0;
};

}  // namespace freeplay
