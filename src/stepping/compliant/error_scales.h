// SPDX-License-Identifier: Apache-2.0
// What the error of one step is judged against in smooth motion, the numbers of y by their kind:
//
//   q  accuracy × the coordinate's size × the part of the machine that the least play is: penetrations are a
//      small part of the play
//   u  accuracy × max(|u|, the largest speed of late, the machine's own), each |u_i| over the size of u_i
//   W  accuracy × 10 × the largest kinetic energy of late, or what the machine could have when it is at rest
//
// "Of late" is measured by the way, not by the time: speeds count until the machine has moved on by some of its
// own sizes without coming near them again. A machine that comes to rest moves no way at all, so it is not
// followed into its rounding; one that goes on slowly after a violent start is judged by its slow motion.
#pragma once

#include <vector>

#include "freeplay/archive.h"
#include "freeplay/system.h"

namespace freeplay {

class ErrorScales {
 public:
  /// `time_scale`: in which the machine moves by its own size.
  ErrorScales(const SystemInfo& info, double accuracy, double time_scale);

  /// Takes a state that a step ends with into account; states come in the order of time. `ev` is scratch.
  void note(const System& system, const State& state, Evaluation& ev);

  double accuracy() const { return accuracy_; }
  /// Largest |u_i| / size_i of late, that of the machine's own motion, and the larger of both [1/s].
  double largest_speed() const { return speed_; }
  double own_speed() const { return slowest_; }
  double speed() const { return speed_ > least_ ? speed_ : least_; }
  double u_size(std::size_t i) const { return u_sizes_[i]; }

  /// 1/scale of q and u, which follow each other in y and in `out`.
  void weigh_motion(const double* u, double* out) const;
  /// 1/scale of works; 0: they are not looked at.
  double work_weight() const;

  void visit(Archive& a) {
    a(speed_, energy_, rest_energy_, fall_energy_, least_, lap_speed_, lap_energy_, way_, t_);
  }

 private:
  void count_way(double t, double speed, double energy);

  std::vector<double> q_weights_, u_sizes_;
  double accuracy_, slowest_;
  double speed_ = 0, energy_ = 0;
  double least_;                              ///< own speed, until slower motion has shown
  double lap_speed_ = 0, lap_energy_ = 0;     ///< largest since the way was last counted from zero
  double way_ = 0, t_ = 0;                    ///< moved since then, in own sizes; until when
  double rest_energy_ = 0, fall_energy_ = 0;  ///< of the first state: see note()
};

}  // namespace freeplay
