// SPDX-License-Identifier: Apache-2.0
// What an accepted step does to the contacts: which of them begin and end, and what their laws remember.
#pragma once

#include <vector>

#include "stepping/compliant/contact_cut.h"
#include "stepping/compliant/contact_ledger.h"

namespace freeplay {

class ContactChanges {
 public:
  ContactChanges(const SystemInfo& info, CompliantEquations& equations, CutFinder& finder, SmoothStep& step,
                 ContactLedger& ledger, Detection detection);

  /// Contacts that end, and what laws of the others remember.
  void end_of_step(State& state, const Cut& cut);
  /// Contacts that the step met, or that touch at its end and go on closing: each begins here, once.
  void start_contacts(State& state);
  ContactLedger& ledger() { return ledger_; }
  /// Stick or slip at the end of the step.
  ContactMode mode_of(const State& state, int contact) const;

 private:
  void end_contact(State& state, int contact);
  void tear(int contact, double dent);
  /// How long an elastic impact like it takes.
  double start_contact(State& state, int contact);
  bool about_to_touch(int contact) const;
  void find_starting(const State& state);

  const SystemInfo& info_;
  CompliantEquations& equations_;
  CutFinder& finder_;
  SmoothStep& step_;
  ContactLedger& ledger_;
  Detection detection_;
  int contacts_;
  std::vector<int> starting_;
  std::vector<double> u_dot_, lambda_;
};

}  // namespace freeplay
