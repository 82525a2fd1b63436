// SPDX-License-Identifier: Apache-2.0
// Past a dead point: where bars come to lie in one line rows of joints depend on each other, and accelerations, smooth as the
// motion is, are lost in rounding the more the nearer one looks. No short step is accurate there, but one that goes past is,
// if none of its points is near. Extrapolated midpoint rules [Gragg1965] have their points at known places:
//   t_0 + k H/n,  n = 2, 4, … 14
// and the dead point is put between two of them. So the step goes on along the branch that the motion is on.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "stepping/compliant/compliant_equations.h"

namespace freeplay {

class DeadPoint {
 public:
  DeadPoint(CompliantEquations& equations, double time_scale);

  /// A step was accepted and ended like this.
  void note(double t, std::span<const double> y);
  /// The integrator stalls at t: finds a state beyond it, not after `limit`. => its time and y; false: there is none.
  bool pass(double stalled, double limit, double& t, std::span<double> y);
  void visit(Archive& a) { a(times_, states_, kept_); }

 private:
  static constexpr int kColumns = 7;
  static constexpr std::size_t kKept = 8;
  /// One step from (t, y) of length H into table_[0]. => its error in units of what one step may have.
  double extrapolate(double t, std::span<const double> y, double H);

  CompliantEquations& equations_;
  std::size_t size_;
  double time_scale_;
  std::vector<double> times_;   ///< of states on the way, the newest first
  std::vector<double> states_;  ///< y there
  long long kept_ = 0;
  std::array<std::vector<double>, kColumns> table_;
  std::vector<double> before_, now_, rate_, last_, weights_;
};

}  // namespace freeplay
