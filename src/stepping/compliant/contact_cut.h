// SPDX-License-Identifier: Apache-2.0
// What happens to contacts within a step: where one closes, opens or turns, and where a gap jumps.
//
// Signs at the two ends of the step tell most. What goes in and out again within the step shows in the rates:
// the cubic through gaps and rates of both ends is looked at, then the integrator's own interpolation.
//
// Everything is searched on the interpolation of a step that has been made, to rounding; a stepper that then ends its
// step there makes it again. Rigid pieces cannot be interpolated and have a locator of their own, which says why:
// rigid/contact_events.h.
#pragma once

#include <vector>

#include "stepping/compliant/compliant_equations.h"

namespace freeplay {

enum class CutKind {
  none,
  closes,    ///< an open contact touches
  opens,     ///< a closed contact lifts off and comes back within the step, or tears off
  turns,     ///< the penetration of a law that minds it stops growing
  deepens,   ///< it grows past a corner of the law
  switches,  ///< a branch of the system ends
  guard,     ///< a formula of a friction law ends
};

/// The first thing within a step that a step must not pass.
struct Cut {
  CutKind kind = CutKind::none;
  int index = -1;  ///< contact, number of the switch, or element that rubs
  double t = 0;
  double before = 0, after = 0;  ///< times between which the sign changes
  double corner = 0;             ///< δ of the corner that is passed [m]
};

class CutFinder {
 public:
  CutFinder(const SystemInfo& info, CompliantEquations& equations, Integrator& integrator);

  /// Open contacts that the step from `begin` to `end` meets: the first by time, located on the
  /// interpolation. `closings` false: open contacts are left out.
  Cut find(const State& state, const ContactForces& begin, const ContactForces& end, bool closings);
  /// Depth of an open contact that goes in and out again within the step; 0: it does not.
  double inside(const State& state, int contact, const ContactForces& begin, const ContactForces& end);
  /// When a contact that is closed at the start and open at the end opens.
  double opening(int contact);
  /// The quantity whose sign changes, at a point: positive before.
  double value(const Cut& cut, const ContactForces& at, std::span<const double> switches) const;
  /// How fast that quantity changes just before the cut [1/s times its unit].
  double slope(const Cut& cut);
  /// Rates and gaps inside the step, by interpolation.
  const ContactForces& at(double t);
  /// The same of one contact alone, without friction.
  const ContactForces& alone(int contact, double t);

 private:
  double value_at(const Cut& cut, double t);
  /// True when the gap changes its sign and back between the ends; `t` is where it is farthest.
  bool bulges(const ContactForces& begin, const ContactForces& end, int contact, double sign, double& t);
  void take(Cut candidate, Cut& first);

  const SystemInfo& info_;
  CompliantEquations& equations_;
  Integrator& integrator_;
  ContactForces inside_;
  std::vector<double> y_;
};

}  // namespace freeplay
