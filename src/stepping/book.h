// SPDX-License-Identifier: Apache-2.0
// What a stepper books: impulses, works, impacts. The recorder reads it and clears the parts it has written.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "base/index.h"
#include "freeplay/archive.h"
#include "freeplay/statistics.h"
#include "freeplay/system.h"

namespace freeplay {

/// One contact of one impact. Velocities are γ_N, γ_T of that contact just before and after; what is
/// tangential has its second component in space only.
struct Impact {
  double t = 0;
  int contact = 0;
  double normal_before = 0, normal_after = 0;
  std::array<double, 2> slip_before{0, 0}, slip_after{0, 0};
  double P_N = 0;
  std::array<double, 2> P_T{0, 0};
  double approach_energy = 0;  ///< ½ γ_N² / G_NN before the impact [J]
  double duration = 0;         ///< of a compliant contact [s]; one that lasts ends with the run

  void visit(Archive& a) {
    a(t, contact, normal_before, normal_after, slip_before, slip_after, P_N, P_T, approach_energy, duration);
  }
};

struct Book {
  explicit Book(const SystemInfo& info)
      : contact_impulse(idx(info.dimension) * info.contacts.size(), 0),
        contact_peak(info.contacts.size(), 0),
        contact_impacts(info.contacts.size(), 0),
        joint_impulse(info.constraints.size(), 0),
        mode_time(info.contacts.size(), std::numeric_limits<double>::infinity()),
        rubbing_impulse(info.rubbing.size(), Tangent{}),
        rubbing_pressing(info.rubbing.size(), 0),
        rubbing_mode(info.rubbing.size(), ContactMode::stick),
        rubbing_mode_time(info.rubbing.size(), std::numeric_limits<double>::infinity()) {
    impacts.reserve(64 + 8 * info.contacts.size());
  }

  std::vector<double> contact_impulse;  ///< P_N, P_T, … per contact since cleared [N s]
  std::vector<double> contact_peak;     ///< largest F_N per contact since cleared, of smooth steppers [N]
  std::vector<double>
      contact_impacts;  ///< the part of P_N per contact that is of impacts, rigid steppers [N s]
  std::vector<double> joint_impulse;  ///< Λ per constraint row since cleared
  std::vector<Impact> impacts;        ///< since cleared
  std::vector<double> mode_time;      ///< when the mode of a contact began, if earlier than the step's end
  std::vector<Tangent>
      rubbing_impulse;  ///< of friction per rubbing joint since cleared, rigid steppers [N s]
  std::vector<double> rubbing_pressing;   ///< of what presses it [N s]
  std::vector<ContactMode> rubbing_mode;  ///< whether it sticks, at the end of the step
  std::vector<double> rubbing_mode_time;  ///< when that began, if earlier than the step's end
  Works works;
  EnergyGain gain;
  DriftRemoval drift;
  StepStatistics statistics;
  CompliantStatistics compliant;

  void clear_impulses();
  /// Books the work of one contact; the gain of a solve is judged over all its contacts, by end_solve().
  /// `scale` is the size of the terms that make the work up, which bounds its rounding.
  void contact_work(int contact, double normal, double tangential, double scale);
  void end_solve(double t);
  void visit(Archive& a) {
    a(contact_impulse, contact_peak, contact_impacts, joint_impulse, impacts, mode_time, rubbing_impulse,
      rubbing_pressing);
    a(rubbing_mode, rubbing_mode_time, works, gain, drift, statistics, compliant);
    a(solve_work_, solve_scale_, solve_most_, largest_scale_, solve_contact_);
  }

 private:
  double solve_work_ = 0, solve_scale_ = 0, solve_most_ = 0;  ///< of the solve being booked
  double largest_scale_ = 0;                                  ///< of all solves: what is far below is noise
  int solve_contact_ = -1;                                    ///< that did the most work
};

}  // namespace freeplay
