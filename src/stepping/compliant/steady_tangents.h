// SPDX-License-Identifier: Apache-2.0
// In space the tangents of a contact jump now and then (tangents() of base/spatial.h), but laws with states
// or memory go on with directions that they know. Their tangents are those of the system turned by an angle,
// which is kept at the end of the contact's memory and changes only where the system's tangents jump.
#pragma once

#include <vector>

#include "base/index.h"
#include "freeplay/system.h"
#include "stepping/compliant/error_scales.h"

namespace freeplay {

class SteadyTangents {
 public:
  SteadyTangents() = default;
  /// `ev` has the contacts of the system; `rubs`: there is friction.
  SteadyTangents(const System& system, const Evaluation& ev, bool rubs);

  /// False: they never have to be turned.
  bool may_jump() const { return may_jump_; }
  /// Notes the tangents that a step begins with. `now` has the contacts, `probe` is scratch.
  void begin(const System& system, const State& state, const Evaluation& now, Evaluation& probe);
  /// Turns the rows of a contact, which are in `ev`, to the tangents of its friction. `start`: of the step.
  void turn_back(const State& start, int contact, const ContactData& data, const ErrorScales& scales,
                 Evaluation& ev);
  /// By which the rows last turned of a contact were [rad].
  double turn(int contact) const { return turn_[idx(contact)]; }
  /// Of the angle in m; −1: there is none.
  int memory_place(int contact) const { return may_jump_ ? (contact + 1) * memory_ - 1 : -1; }

 private:
  double turned(int contact, const RowShape& shape, const ErrorScales& scales, const Evaluation& ev) const;

  bool may_jump_ = false;
  int memory_ = 0;                ///< numbers that a contact has in m
  std::vector<double> tangents_;  ///< two rows per contact that is closed, as the step began, `width` apart
  std::vector<double> turn_;      ///< of each contact [rad]
};

}  // namespace freeplay
