// SPDX-License-Identifier: Apache-2.0
// What is booked of compliant contacts: impulses and peaks of their forces, how deep they began, and each
// contact from its start to its end as one impact.
#pragma once

#include <array>
#include <vector>

#include "stepping/book.h"
#include "stepping/compliant/smooth_step.h"
#include "stepping/integrators/integrator.h"

namespace freeplay {

class ContactLedger {
 public:
  ContactLedger(CompliantEquations& equations, Integrator& integrator, SmoothStep& step, Book& book,
                Detection detection);

  /// Impulses of the step that is about to be accepted.
  void add_impulses();
  /// A contact begins at the end of the step; `energy` is that of its approach, `duration` that of an elastic
  /// impact like this one.
  void start(int contact, double speed, double energy, double duration);
  /// It ended at that time, when contacts were so.
  void end(int contact, double t, const ContactForces& then);
  /// What a contact or, after them, a joint that rubs does at the end of a step.
  void note_friction(int element, const FrictionLaw& law, const FrictionInput& in);
  /// The step is accepted: works, counts and depths.
  void add_step();
  /// The run ends: books contacts that are still under way.
  void finish(const State& state);
  /// Of an elastic impact like the one under way; 0: none is [s].
  double duration(int contact) const { return touch_[idx(contact)].duration; }
  void visit(Archive& a) { a(touch_, not_passive_); }

 private:
  /// An impact under way.
  struct Touch {
    double t = 0, normal = 0;
    Tangent slip{};
    std::array<double, 3> P{};  ///< P_N, P_T, …
    double energy = 0;
    double duration = 0;

    void visit(Archive& a) { a(t, normal, slip, P, energy, duration); }
  };
  void book_start(int contact, double speed);
  void book_impact(int contact, double end, const ContactForces& then);
  void note_depth(int contact, double depth);
  double peak_within(int contact, double t0, double h);

  CompliantEquations& equations_;
  Integrator& integrator_;
  SmoothStep& step_;
  Book& book_;
  Detection detection_;
  int contacts_;
  std::vector<double> y_middle_;
  ContactForces inside_;
  std::vector<Touch> touch_;
  std::vector<int> not_passive_;  ///< of elements that have been counted, 1
};

}  // namespace freeplay
