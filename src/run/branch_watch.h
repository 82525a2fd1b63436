// SPDX-License-Identifier: Apache-2.0
// Whether a machine of ideal joints leaves the branch it is on. Where bars come to lie in one line rows of D depend on
// each other, and branches of the motion cross. Velocities are continuous: the motion goes on along the branch that it
// is on. Joints that are off by ε are those of another machine, in which branches do not cross but turn into each other
// within √ε of the crossing; a formulation that lets ε grow, or joints give way, is led round that corner, whatever the
// accuracy of its steps. Seen from outside its velocities jump. So the watch asks two questions:
//
//   do velocities leave the straight line that they were on, by more than a part of themselves, within a small part of
//   the time in which the machine moves by its own size?
//   does C Cᵀ = D M⁻¹ Dᵀ, with rows of unit length, have an eigenvalue near zero there that it has not at the start?
//
// The second is asked only where the first is answered by yes: stiff springs have such velocities, too.
#pragma once

#include <string>
#include <vector>

#include "freeplay/archive.h"
#include "freeplay/system.h"

namespace freeplay {

class BranchWatch {
 public:
  /// Looks at smooth motion of machines without contacts and friction, whose velocities may jump.
  BranchWatch(const System& system, bool smooth);
  /// After a step. True: the machine has left its branch; describe() says where.
  bool left(const State& state);
  /// The joints, and how much velocities have jumped.
  std::string describe(const State& state) const;
  void visit(Archive& a) { a(times_, velocities_, positions_, kept_, fastest_, quiet_until_, pause_, jump_); }

 private:
  static constexpr std::size_t kKept = 8;
  void note(const State& state);
  /// How far velocities are from the line through the oldest two states, over the fastest of late.
  double jump(const State& state) const;
  double speed(std::span<const double> u) const;
  /// The least eigenvalue that is not zero at the start; its rows, if asked for.
  double least(double t, std::span<const double> q, std::vector<std::string>* joints = nullptr) const;

  const System& system_;
  const bool active_;
  double time_scale_ = 0;  ///< in which the machine moves by its own size, from its start [s]
  std::size_t redundant_ = 0;
  double least_at_start_ = 0;
  std::vector<double> times_, velocities_, positions_;  ///< of states on the way, the newest first
  long long kept_ = 0;
  double fastest_ = 0;  ///< so far [1/s]
  double quiet_until_ = 0, pause_ = 0, jump_ = 0;
};

}  // namespace freeplay
