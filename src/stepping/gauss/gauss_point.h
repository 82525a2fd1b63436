// SPDX-License-Identifier: Apache-2.0
// Solutions of the equations of a step for one h, and the branches that they lie on.
#pragma once

#include <span>
#include <vector>

#include "base/index.h"
#include "stepping/gauss/gauss_equations.h"

namespace freeplay {

/// A solution for one h.
struct GaussPoint {
  explicit GaussPoint(const GaussEquations& equations);

  bool solved = false;
  double h = 0;
  double Z = 0;                         ///< [J/s²]
  double momentum = 0;                  ///< largest |r_j|/√M_jj [√J]
  double law = 0;                       ///< largest entry of the natural map of friction, of the speed
  double worst_joint = 0;               ///< largest |Φ| in units of the row
  int worst_joint_row = -1;             ///< where
  std::vector<double> u, lambda, P, g;  ///< P and g per row of g
  std::vector<double> T, slip;          ///< and γ_T, GaussEquations::tangents() per contact
  std::vector<ContactMode> mode;        ///< per row of g; slip in space is slip_plus

  GaussImpulses impulses() const { return {lambda, P, T}; }
  /// Starts from another one: everything but the answer.
  void guess(const GaussPoint& other);
};

/// The modes of a solution, and how far other solutions with the same modes are from where these end.
class GaussBranch {
 public:
  explicit GaussBranch(const GaussEquations& equations);

  void take(const GaussPoint& point);
  std::span<const ContactMode> modes() const { return mode_; }
  /// Bounds: one per row of g, with friction one more per contact.
  int size() const { return int_size(mode_) + (eq_.tangents() > 0 ? eq_.contacts() : 0); }
  /// g of an open contact, P of a closed one; 1 − |T|/(μ P) of one that sticks, γ_T along the slip of the point that was
  /// taken, over that slip, of one that slips. Positive inside; infinite where nothing is bounded.
  double margin(const GaussPoint& point, int which) const;
  bool open(int which) const { return idx(which) < mode_.size() && mode_[idx(which)] == ContactMode::open; }

 private:
  const GaussEquations& eq_;
  std::vector<ContactMode> mode_;
  std::vector<double> slip_;  ///< γ_T of the point that was taken
};

}  // namespace freeplay
