// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/index.h"
#include "freeplay/archive.h"
#include "freeplay/system.h"

namespace freeplay {

/// What contacts and friction do at one instant.
struct ContactForces {
  std::size_t d = 2;          ///< numbers per contact: the normal one, then one or two tangential ones
  std::vector<double> F;      ///< F_N, F_T, … per contact [N]
  std::vector<double> gamma;  ///< γ_N, γ_T, … per contact that was asked for; others are old
  std::vector<double> gap;    ///< g_N + dent: positive is apart [m]
  std::vector<double> delta;  ///< −g_N: positive is overlap, dents included [m]
  std::vector<double> whole;  ///< U(δ) of a contact's law, whatever its share [J]
  std::vector<double> turn;   ///< from the system's tangents to those of F and γ, in space [rad]
  double energy = 0;          ///< stored in all contacts [J]
  double deepest = 0;         ///< δ of the deepest contact over its length
  int deepest_contact = -1;
  // Of contacts and, after them, rubbing joints.
  std::vector<double> guard;  ///< of the friction law: negative where its formula ends
  // Of rubbing joints.
  std::vector<Tangent> joint_F, joint_slip;
  std::vector<double> joint_N;

  void visit(Archive& a) {
    a(F, gamma, gap, delta, whole, turn, energy, deepest, deepest_contact, guard, joint_F, joint_slip,
      joint_N);
  }
  double& F_N(int contact) { return F[d * idx(contact)]; }
  double F_N(int contact) const { return F[d * idx(contact)]; }
  double gamma_N(int contact) const { return gamma[d * idx(contact)]; }
  Tangent F_T(int contact) const { return tangential(F, contact); }
  Tangent slip(int contact) const { return tangential(gamma, contact); }

 private:
  Tangent tangential(const std::vector<double>& of, int contact) const {
    Tangent out{};
    for (std::size_t k = 1; k < d; ++k) out[k - 1] = of[d * idx(contact) + k];
    return out;
  }
};

/// Room for all contacts and rubbing joints.
ContactForces make_contact_forces(const SystemInfo& info);

}  // namespace freeplay
