// SPDX-License-Identifier: Apache-2.0
// How the constraints of ideal joints are kept in smooth motion:
//
//   M u̇ = h + Dᵀ λ,   D u̇ = γ + what the formulation adds against drift        [Marques2015, eqs. (2.44),
//   (2.16)]
//
// λ is the force of the joints along their rows (N, N m), + Dᵀ λ on the right as everywhere in Freeplay. It
// belongs to smooth steppers: those of the rigid world solve joints and contacts together, with impulses.
#pragma once

#include <memory>
#include <span>

#include "formulations/joint_dynamics.h"
#include "freeplay/system.h"
#include "model/parameters.h"

namespace freeplay {

class Formulation {
 public:
  explicit Formulation(const System& system) : dynamics_(system.info()) {}
  virtual ~Formulation() = default;
  Formulation(const Formulation&) = delete;
  Formulation& operator=(const Formulation&) = delete;

  /// (M, h, Phi, Phi_t, D, gamma at (t, q, u); u) => u̇, λ per constraint row. Contact forces are part of h.
  /// Rows that follow from others (redundant joints) get λ = 0. Allocates nothing.
  virtual void accelerations(const Evaluation& ev, std::span<const double> u, std::span<double> u_dot,
                             std::span<double> lambda) = 0;

  /// w M_J⁻¹ wᵀ for a row of a contact at ev (M, D): the inverse of the mass that the contact feels, with
  /// joints eliminated [1/kg].
  double inverse_inertia(const RowShape& shape, const double* w, const Evaluation& ev) {
    return dynamics_.inverse_inertia(shape, w, ev);
  }

 protected:
  JointDynamics dynamics_;
};

struct FormulationEntry : EntryInfo {
  /// `time_scale` is that of the run, from which defaults with a unit of time follow [s].
  std::unique_ptr<Formulation> (*make)(const System&, const Parameters&, double time_scale);
};

/// A formulation by name.
std::unique_ptr<Formulation> make_formulation(const Choice& choice, const System& system, double time_scale);

}  // namespace freeplay

#define FREEPLAY_FORMULATION(stem)                  \
  extern const FormulationEntry formulation_##stem; \
  const FormulationEntry formulation_##stem
