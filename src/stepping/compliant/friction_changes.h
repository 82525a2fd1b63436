// SPDX-License-Identifier: Apache-2.0
// What an accepted step does to friction: laws of joints begin and remember, and where the formula of a law
// has ended the next one takes over.
#pragma once

#include <vector>

#include "base/index.h"
#include "stepping/compliant/contact_changes.h"

namespace freeplay {

class FrictionChanges {
 public:
  FrictionChanges(const SystemInfo& info, CompliantEquations& equations, SmoothStep& step,
                  ContactChanges& contact_changes, Book& book)
      : info_(info),
        equations_(equations),
        step_(step),
        contact_changes_(contact_changes),
        book_(book),
        contacts_(int_size(info.contacts)),
        passed_(idx(equations.elements()), false) {}

  /// Friction of ideal joints begins with the run.
  void start_joints(State& state);
  /// What is at rest at the start sticks if it can: otherwise it slips from the beginning.
  void begin_friction(State& state);
  /// Laws of joints see the end of the step.
  void accept_joints(State& state);
  /// Passes the guard that ended the step, and those of others that this has turned negative: what held one
  /// may have held the others too. What is at rest together is decided together. Each passes once at an instant.
  void pass_guards(State& state, const Cut& cut);
  void visit(Archive& a) { a(passed_); }

 private:
  void pass_guard(State& state, int element, FrictionInput in);
  bool let_go(State& state);
  static bool changes(const Rub& rub);
  void note_joint_mode(const FrictionInput& in, int element);

  const SystemInfo& info_;
  CompliantEquations& equations_;
  SmoothStep& step_;
  ContactChanges& contact_changes_;
  Book& book_;
  int contacts_;
  std::vector<char> passed_;  ///< elements whose guards have been passed at this instant
};

}  // namespace freeplay
