// SPDX-License-Identifier: Apache-2.0
// Contacts of joints with play in statics: forces of the position alone, without slip and without friction.
//
//   springs  F = max(0, F₀ + k δ), δ = −g_N. The search begins with soft ones and goes on with stiffer ones; F₀ then takes
//            over the force (method of multipliers) until gaps that are pressed are zero: the rigid world, g_N ≥ 0,
//            F ≥ 0, g_N F = 0
//   law      F = dV/dδ of the contact force law: the compliant world
#pragma once

#include <span>
#include <vector>

#include "base/index.h"
#include "freeplay/system.h"

namespace freeplay {

class RestingContacts {
 public:
  explicit RestingContacts(const SystemInfo& info);

  bool any() const { return !contacts_.empty(); }
  bool compliant() const { return info_.compliant; }
  std::size_t count() const { return contacts_.size(); }
  /// The smallest clearance over the system's length, at most 1.
  double fineness() const { return fineness_; }

  /// Springs that yield by a part of the clearance under this force [N].
  void use_springs(double force, double part);
  void use_laws() { laws_ = true; }
  /// F₀ ← F. The largest |g_N| of a contact that is pressed, or overlap of one that is not, over its clearance.
  double take_over(const Evaluation& ev);

  /// Gaps are at `ev`: => F [N] and dF/dδ [N/m].
  void forces(const Evaluation& ev, std::vector<double>& F, std::vector<double>& slope) const;
  double energy(const Evaluation& ev) const;

 private:
  struct Contact {
    double clearance = 1, stiffness = 0, taken = 0;  ///< c, k, F₀
    const ContactLaw* law = nullptr;
    std::vector<double> memory;
  };

  double force(const Contact& contact, double delta) const;

  const SystemInfo& info_;
  std::vector<Contact> contacts_;
  double fineness_ = 1;
  bool laws_ = false;
};

}  // namespace freeplay
