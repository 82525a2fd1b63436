// SPDX-License-Identifier: Apache-2.0
// What restitution a contact force law really delivers: an impact of each, simulated.
//
// A steel ball of 1 kg and 50 mm meets a plane at 30 mm/s (laws of cylinders: a roller meets a roller), with
// no other force: what is left is the law. The impact runs through the assembled model, the stepper
// runge_kutta and detection = "event", and its velocities are those of the table of impacts. Where a law
// knows its restitution in closed form (ContactLaw::restitution), both are there to be compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace freeplay {

struct DropTest {
  double asked = 1;                   ///< c_e given to the law
  double delivered = 0;               ///< −γ_N⁺/γ_N⁻ of the simulated impact
  std::optional<double> closed_form;  ///< what the law says of itself
  std::string failure;                ///< why there is no impact; empty: there is one

  /// How far the law misses what it was asked for, as a fraction of it.
  double miss() const { return delivered / asked - 1; }
};

struct LawRestitution {
  std::string law;
  bool given = true;            ///< the law takes a restitution; otherwise there is one test, without
  std::vector<DropTest> tests;  ///< by growing c_e

  /// Largest |delivered − closed form|; empty: there is nothing to compare.
  std::optional<double> largest_difference() const;
};

/// c_e = 0.05, 0.10, …, 1.
std::vector<double> restitutions_asked();

/// The law by its registered word, which must exist.
LawRestitution delivered_restitution(const std::string& law, const std::vector<double>& asked);

}  // namespace freeplay
