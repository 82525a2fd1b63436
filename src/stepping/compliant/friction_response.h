// SPDX-License-Identifier: Apache-2.0
// How the machine responds to friction: u̇ and λ are affine in the forces along the rows of what rubs, so that
// they follow from those without friction and what a unit along each row adds.
//
//   w_i u̇ = g_i + Σ_c G_ic x_c,    P = P_0 + Σ_c P_c x_c     x: forces along the rows, P: what presses pads
//
// whichever formulation finds u̇ and λ.
#pragma once

#include <span>
#include <vector>

#include "formulations/formulation.h"
#include "freeplay/system.h"

namespace freeplay {

/// A contact or joint that rubs, at one instant.
struct Rub {
  const FrictionLaw* law = nullptr;
  FrictionInput in;  ///< hold and, of a joint, normal are filled by FrictionForces::solve()
  Tangent F{};       ///< the force of the law
  Hold hold = Hold::none;
  int contact = -1;      ///< −1: a joint
  int place = -1;        ///< of SystemInfo::rubbing
  Tangent target{};      ///< w_Tᵀ u̇ that keeps the slip
  bool clipped = false;  ///< it would hold, but F is only what it can bear
};

/// Some friction follows from the dynamics of the whole machine: its response is needed.
bool friction_is_coupled(const SystemInfo& info);

class FrictionResponse {
 public:
  /// A row along which friction acts: component k of a rub's slip or, from 3 on, a lever.
  struct Row {
    int rub = 0, k = 0;
    bool slip() const { return k < 3; }
  };
  struct Pad {
    int rub = 0, place = 0, pad = 0;
    int lever = -1;  ///< its row
  };

  FrictionResponse(const System& system, Formulation& formulation);

  /// Lists rows and pads of the rubs whose forces are not known beforehand.
  void list(std::span<const Rub> rubs);
  /// Everything of `ev` but friction of the listed rubs is there.
  void evaluate(std::span<const Rub> rubs, std::span<const double> u, Evaluation& ev);
  /// ev.h += force · row
  void push(std::span<const Rub> rubs, const Row& row, double force, Evaluation& ev) const;

  std::span<const Row> rows() const { return rows_; }
  std::span<const Pad> pads() const { return pads_; }
  /// The first row of a rub that has rows.
  int first_row(int rub) const;

  /// w_i u̇ without friction, and what a unit along row c adds. Rows of levers have neither.
  double base(std::size_t i) const { return base_[i]; }
  double G(std::size_t i, std::size_t c) const { return G_[i * room() + c]; }
  /// P of every pad without friction, and what a unit along row c adds.
  std::span<const Tangent> P_base() const { return P_base_; }
  const Tangent* P(std::size_t c) const { return P_response_.data() + c * P_base_.size(); }

  /// Rows that there is room for, whose square is the size of G: those of all that may rub where friction is
  /// coupled, otherwise none.
  std::size_t room() const { return base_.size(); }
  std::size_t pad_room() const { return P_base_.size(); }

 private:
  const double* row_of(const Rub& rub, const Row& row, const Evaluation& ev) const;
  const RowShape& shape_of(const Rub& rub, const Evaluation& ev) const;
  double along(const Rub& rub, const Row& row, const Evaluation& ev, std::span<const double> u_dot) const;
  double free_inertia(const Rub& rub, const Row& row, const Evaluation& ev) const;
  /// P of all pads by λ; with `less`, k (P − less).
  void press(std::span<const double> lambda, const Evaluation& ev, Tangent* to, const Tangent* less,
             double k);

  const System& system_;
  const SystemInfo& info_;
  Formulation& formulation_;
  std::vector<Row> rows_;
  std::vector<Pad> pads_;
  std::vector<double> u_base_, l_base_, u_dot_, lambda_, h_;
  std::vector<double> G_, base_;
  std::vector<Tangent> P_response_, P_base_;
};

}  // namespace freeplay
