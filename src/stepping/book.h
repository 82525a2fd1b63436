// SPDX-License-Identifier: Apache-2.0
// What a stepper books: impulses, works, impacts. The recorder reads it and clears the parts it has written.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "base/archive.h"
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

/// Work done on the system since the start [J]; negative is lost.
struct Works {
  double drivers = 0;
  double applied = 0;
  double damping = 0;
  double impact = 0;         ///< by normal contact impulses
  double friction = 0;       ///< by tangential contact impulses
  double stabilisation = 0;  ///< by the removal of drift

  double sum() const { return drivers + applied + damping + impact + friction + stabilisation; }
  void add(const Works& other) {
    drivers += other.drivers;
    applied += other.applied;
    damping += other.damping;
    impact += other.impact;
    friction += other.friction;
    stabilisation += other.stabilisation;
  }
  void visit(Archive& a) { a(drivers, applied, damping, impact, friction, stabilisation); }
};

/// Solves whose contacts together did positive work: Newton's law with Coulomb friction can do that.
struct EnergyGain {
  long long count = 0;
  double total = 0;  ///< [J]
  double worst = 0;  ///< [J]
  double worst_time = 0;
  int worst_contact = -1;

  void visit(Archive& a) { a(count, total, worst, worst_time, worst_contact); }
};

struct StepStatistics {
  long long steps = 0;
  long long substeps = 0;  ///< smooth pieces; more than steps where impacts divide them
  long long impacts = 0;   ///< impact problems solved
  long long crowded = 0;   ///< times that impacts were too many in one step and contacts were closed
  long long without_restitution = 0;  ///< impacts whose law had no solution, solved without restitution
  long long rejected = 0;             ///< steps tried again with a smaller length
  double last_step = 0;               ///< [s]
  double smallest_step = 0, largest_step = 0;  ///< [s]
  double error =
      0;  ///< sum of the estimated errors of coordinates, relative to their sizes; 0: not estimated
  double worst_penetration = 0;  ///< largest −g_N at the end of a step [m]
  int worst_contact = -1;
  double worst_penetration_relative = 0;  ///< largest −g_N in units of the contact's clearance
  int worst_relative_contact = -1;
  double peak_P_N = 0;  ///< largest normal impulse of one solve [N s]
  int peak_contact = -1;

  void visit(Archive& a) {
    a(steps, substeps, impacts, crowded, without_restitution, rejected, last_step, smallest_step,
      largest_step);
    a(error, worst_penetration, worst_contact, worst_penetration_relative, worst_relative_contact, peak_P_N);
    a(peak_contact);
  }
};

/// How contacts began and how hard they pressed, in the compliant world.
struct CompliantStatistics {
  static constexpr int kDecades = 12, kAbove = 5;
  long long started = 0;           ///< contacts that began
  double deepest_start = 0;        ///< deepest penetration with which one began, over penetration_max
  double deepest_start_depth = 0;  ///< [m]
  int deepest_start_contact = -1;
  /// How deep contacts began: entry k counts those up to 10^(k − kAbove) penetration_max and deeper than the
  /// entry before; the first has all that are less deep, the last all that are deeper.
  std::array<long long, kDecades> start_depths{};
  long long forced = 0;  ///< contacts that began too deep because the step was as short as step_min
  int forced_contact = -1;
  double forced_time = 0, forced_depth = 0;
  long long too_fast = 0;                 ///< impacts faster than their law is valid for
  double fastest = 0, fastest_limit = 0;  ///< the worst of them, and its limit [m/s]
  int fastest_contact = -1;
  double peak_force = 0;  ///< largest F_N [N]
  int peak_force_contact = -1;
  long long evaluations = 0;  ///< of the right-hand side

  void visit(Archive& a) {
    a(started, deepest_start, deepest_start_depth, deepest_start_contact, start_depths, forced,
      forced_contact);
    a(forced_time, forced_depth, too_fast, fastest, fastest_limit, fastest_contact, peak_force);
    a(peak_force_contact, evaluations);
  }
};

struct Book {
  explicit Book(const SystemInfo& info)
      : contact_impulse(static_cast<std::size_t>(info.dimension) * info.contacts.size(), 0),
        contact_peak(info.contacts.size(), 0),
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
  std::vector<double> joint_impulse;    ///< Λ per constraint row since cleared
  std::vector<Impact> impacts;          ///< since cleared
  std::vector<double> mode_time;        ///< when the mode of a contact began, if earlier than the step's end
  std::vector<Tangent>
      rubbing_impulse;  ///< of friction per rubbing joint since cleared, rigid steppers [N s]
  std::vector<double> rubbing_pressing;   ///< of what presses it [N s]
  std::vector<ContactMode> rubbing_mode;  ///< whether it sticks, at the end of the step
  std::vector<double> rubbing_mode_time;  ///< when that began, if earlier than the step's end
  Works works;
  EnergyGain gain;
  StepStatistics statistics;
  CompliantStatistics compliant;

  void clear_impulses();
  /// Books the work of one contact; the gain of a solve is judged over all its contacts, by end_solve().
  /// `scale` is the size of the terms that make the work up, which bounds its rounding.
  void contact_work(int contact, double normal, double tangential, double scale);
  void end_solve(double t);
  void visit(Archive& a) {
    a(contact_impulse, contact_peak, joint_impulse, impacts, mode_time, rubbing_impulse, rubbing_pressing);
    a(rubbing_mode, rubbing_mode_time, works, gain, statistics, compliant);
    a(solve_work_, solve_scale_, solve_most_, largest_scale_, solve_contact_);
  }

 private:
  double solve_work_ = 0, solve_scale_ = 0, solve_most_ = 0;  ///< of the solve being booked
  double largest_scale_ = 0;                                  ///< of all solves: what is far below is noise
  int solve_contact_ = -1;                                    ///< that did the most work
};

}  // namespace freeplay
