// SPDX-License-Identifier: Apache-2.0
// A piece of order four: the symmetric piece over δ, twice over δ/2 and three times over δ/3,
// extrapolated. The error of the symmetric piece has an expansion in δ², δ³, … (removing the drift at one end
// makes it lose the odd terms' absence), so that the weights w_n solve
//   Σ w_n = 1,   Σ w_n / n² = 0,   Σ w_n / n³ = 0,     n = 1, 2, 3.
// Impulses and works are extrapolated with the same weights: the ledger closes to the same order. The
// difference to the result of n = 2, 3 alone (order three) estimates the error.
#pragma once

#include <array>
#include <vector>

#include "base/index.h"
#include "stepping/rigid/midpoint_piece.h"

namespace freeplay {

class ExtrapolatedPiece final : public Piece {
 public:
  ExtrapolatedPiece(RigidStage& stage, bool project);

  bool run(const State& A, State& E, double delta, StepReport& report) override;
  void rest(const State& A) override;
  void commit(double t, Book& book) override;
  bool probe(const State& A, double delta, double& reserve, StepReport& report) override {
    return piece_.probe(A, delta, reserve, report);
  }
  double constant_reserve() const override { return piece_.constant_reserve(); }

  /// The smallest g_N seen inside the piece.
  std::span<const double> gaps_M() const override { return gap_M_; }
  double slip_A(int contact) const override { return slip_A_.before(contact); }
  double slip_E(int contact) const override { return slip_A_.along(contact, slip_E_); }

  /// One piece of order two, as those that this one is made of.
  MidpointPiece& midpoint() { return piece_; }

  double slip_size_E(int contact) const override { return slip_E_.size(contact); }
  void bring_to_rest(std::span<const int> contacts) override {
    resting_.assign(contacts.begin(), contacts.end());
  }

  bool knows_forces() const override { return true; }
  double force_A(int contact) const override { return force_A_[idx(contact)]; }
  double force_E(int contact) const override { return force_E_[idx(contact)]; }
  double reserve_E() const override { return reserve_E_; }
  double force_bend(int contact) const override { return force_bend_[idx(contact)]; }

  /// Estimated error of the last run: the largest change of a coordinate relative to its size, and of a
  /// velocity relative to the fastest one so far; see SystemInfo::sizes.
  double error() const { return error_; }
  /// The largest velocity so far, in sizes per second, counting what the forces give over a size.
  double fastest() const { return fastest_; }
  /// The part of it in the coordinates.
  double position_error() const { return position_error_; }
  void visit(Archive& a) { a(fastest_); }

 private:
  static constexpr std::size_t kRows = 3;
  bool repeat(const State& A, int n, double delta, StepReport& report);
  void combine(const State& A, State& E);
  void note_third(std::size_t third);
  void find_forces(const State& A);
  void find_reserve(const State& A);
  void estimate(const State& A, const State& E);
  double size(std::size_t coordinate) const;

  RigidStage& stage_;
  MidpointPiece piece_;
  std::array<Book, kRows> books_;
  std::array<State, kRows> end_;
  State from_, to_;
  bool moved_ = false, runs_away_ = false;
  double slid_ = 0;  ///< MidpointPiece::slid, the largest of the run
  double error_ = 0, position_error_ = 0;
  double fastest_ = 0;                ///< largest velocity so far, in sizes per second
  std::vector<double> acceleration_;  ///< also scratch of combine()
  Slips slip_A_, slip_E_;
  std::vector<int> resting_;
  std::vector<double> gap_M_, force_A_, force_E_, force_bend_;
  std::array<std::vector<double>, kRows> thirds_;  ///< impulses of each third: d numbers per contact
  double reserve_E_ = 1;
  bool slipped_ = false;      ///< within a third, what stuck at A
  std::vector<bool> let_go_;  ///< within a third
};

}  // namespace freeplay
