// SPDX-License-Identifier: Apache-2.0
// What a simulation counts on its way: works, gains, steps, solves.
#pragma once

#include <array>
#include <string>

#include "freeplay/archive.h"

namespace freeplay {

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

/// What the removal of drift did in single pieces: in Works their signs cancel.
struct DriftRemoval {
  double moved = 0;  ///< sum of the sizes of its works [J]
  double worst = 0;  ///< the largest of one piece, and when [J, s]
  double worst_time = 0;
  int worst_contact = -1, worst_row = -1;  ///< a contact, or a row of a joint, that took part most

  void add(double t, double work, int contact, int row) {
    const double size = work < 0 ? -work : work;
    moved += size;
    if (!(size > worst)) return;
    worst = size;
    worst_time = t;
    worst_contact = contact;
    worst_row = row;
  }
  void visit(Archive& a) { a(moved, worst, worst_time, worst_contact, worst_row); }
};

struct StepStatistics {
  long long steps = 0;
  long long substeps = 0;        ///< pieces between impacts; more than steps where impacts divide them
  long long impacts = 0;         ///< impact problems solved
  long long crowded = 0;         ///< times that impacts were too many in one step and contacts were closed
  long long time_stepped = 0;    ///< steps whose rest was closed by one time-stepping piece: too many events
  double time_stepped_time = 0;  ///< the length of these pieces together [s]
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
    a(peak_contact, time_stepped, time_stepped_time);
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
  long long not_passive = 0;  ///< contacts and joints that slid where their friction law may give energy
  double not_passive_time = 0, not_passive_slip = 0;  ///< of the first [s], [m/s]
  int not_passive_element = -1;                       ///< a contact or, after them, a rubbing joint
  double peak_force = 0;                              ///< largest F_N [N]
  int peak_force_contact = -1;
  long long evaluations = 0;  ///< of the right-hand side

  void visit(Archive& a) {
    a(started, deepest_start, deepest_start_depth, deepest_start_contact, start_depths, forced,
      forced_contact);
    a(forced_time, forced_depth, too_fast, fastest, fastest_limit, fastest_contact, peak_force);
    a(peak_force_contact, evaluations);
    a(not_passive, not_passive_time, not_passive_slip, not_passive_element);
  }
};

/// What the contact solvers did.
struct SolverStatistics {
  long long solves = 0;
  long long warm = 0;  ///< accepted from the modes of the last step
  long long iterations = 0;
  long long handed_over = 0;  ///< the chosen solver failed and another one solved it
  long long failed = 0;       ///< nothing solved it
  long long painleve = 0;     ///< solves with a sliding contact whose slip coefficient is not positive
  int painleve_contact = -1;  ///< the first of these, in the numbering of the system
  double worst_residual = 0;  ///< of the accepted solutions
  double tolerance = 0;       ///< of the residual; in space never less than the rounding of b
  double accept = 0;          ///< a larger residual is not accepted
  long long accepted = 0;     ///< solves that missed the tolerance and were accepted
  // of the last solve that was not accepted
  double rounding = 0;       ///< of its residual: no impulses can be told to be better
  bool no_solution = false;  ///< that there is none has been proved
  std::string stood_in;      ///< names of the solvers that stood in

  void visit(Archive& a) {
    a(solves, warm, iterations, handed_over, failed, painleve, painleve_contact, worst_residual, tolerance);
    a(stood_in, accept, accepted, rounding, no_solution);
  }
};

}  // namespace freeplay
