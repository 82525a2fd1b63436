// SPDX-License-Identifier: Apache-2.0
// How the constraints of ideal joints are kept in smooth motion:
//
//   M u̇ = h + Dᵀ λ,   D u̇ = γ + what the formulation adds against drift
//                                                                 [Marques2015, eqs. (2.44), (2.16)]
//
// λ is the force of the joints along their rows (N, N m), + Dᵀ λ on the right as everywhere in Freeplay. It
// belongs to smooth steppers: those of the rigid world solve joints and contacts together, with impulses.
// What each does, and what it promises, is in docs/formulations.md.
#pragma once

#include <memory>
#include <span>

#include "formulations/joint_dynamics.h"
#include "freeplay/archive.h"
#include "freeplay/given_parameters.h"
#include "freeplay/system.h"
#include "registry/formulation_entry.h"

namespace freeplay {

class Formulation {
 public:
  explicit Formulation(const System& system) : dynamics_(system.info()) {}
  virtual ~Formulation() = default;
  Formulation(const Formulation&) = delete;
  Formulation& operator=(const Formulation&) = delete;

  /// (M, h, Phi, Phi_t, D, gamma at (t, q, u); u) => u̇, λ per constraint row. Contact forces are part of h.
  /// λ of rows that follow from others (redundant joints) is zero, or the least: the entry's page says which.
  /// Allocates nothing.
  virtual void accelerations(const Evaluation& ev, std::span<const double> u, std::span<double> u_dot,
                             std::span<double> lambda) = 0;
  /// A row that has lost its direction at the last accelerations(), a singular position in which the method
  /// has no answer; −1: none. Rows of redundant joints are not meant.
  virtual int singular_row() const { return -1; }

  /// w M_J⁻¹ wᵀ for a row of a contact at ev (M, D): the inverse of the mass that the contact feels, with
  /// joints eliminated [1/kg].
  double inverse_inertia(const RowShape& shape, const double* w, const Evaluation& ev) {
    return dynamics_.inverse_inertia(shape, w, ev);
  }

  // Formulations that integrate some of the coordinates only and find the others from the constraints.
  virtual bool reduces() const { return false; }
  /// (t; q, u) => q and u that satisfy the constraints; ev is scratch. False: none is near.
  virtual bool complete(double t, std::span<double> q, std::span<double> u, Evaluation& ev);
  /// Between steps, at (t, q, u) that satisfy the constraints: takes other coordinates where those it has no
  /// longer serve. True: it has.
  virtual bool choose(double t, std::span<const double> q, std::span<const double> u, Evaluation& ev);
  /// Lists what it has chosen, for saving and loading.
  virtual void visit(Archive&) {}

 protected:
  JointDynamics dynamics_;
};

/// A formulation by name.
std::unique_ptr<Formulation> make_formulation(const Choice& choice, const System& system, double time_scale);

}  // namespace freeplay

#define FREEPLAY_FORMULATION(stem)                  \
  extern const FormulationEntry formulation_##stem; \
  const FormulationEntry formulation_##stem

/// Every formulation can be followed by direct correction; given are the choices, the first is the default.
#define FREEPLAY_FORMULATION_CORRECTION(...)                                                                 \
  {.key = "correction",                                                                                      \
   .help =                                                                                                   \
       "whether positions and velocities are put back onto the constraints after a step, and in which norm " \
       "by the least change",                                                                                \
   .kind = ParamKind::choice,                                                                                \
   .optional = true,                                                                                         \
   .choices = {__VA_ARGS__}},                                                                                \
  {                                                                                                          \
    .key = "correction_bound", .low = 0,                                                                     \
    .help =                                                                                                  \
        "how far a step may end from the constraints, in units of the error that one step may have, before " \
        "the integrator goes on from the corrected state; default: 0 with one-step methods, 1000 with "      \
        "adams and bdf",                                                                                     \
    .optional = true                                                                                         \
  }
