// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/impact_solvers.h"

#include <algorithm>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {
namespace {

/// Every law that a contact has, or that a free contact may come with: its slot has the highest.
std::vector<const ImpactEntry*> laws_of(const SystemInfo& info) {
  std::vector<const ImpactEntry*> laws;
  const ImpactEntry* highest = nullptr;
  for (const ContactInfo& contact : info.contacts) {
    highest = higher(highest, contact.impact);
    if (!is_newton(contact.impact) && std::find(laws.begin(), laws.end(), contact.impact) == laws.end())
      laws.push_back(contact.impact);
  }
  for (const ImpactEntry* law : entries_of<ImpactEntry>()) {
    const bool may_come = highest != nullptr && info.first_slot >= 0 && law->rank < highest->rank;
    if (may_come && !is_newton(law) && std::find(laws.begin(), laws.end(), law) == laws.end())
      laws.push_back(law);
  }
  return laws;
}

/// Room for impacts by laws other than Newton's: none when no contact has such a law.
int impact_room(const SystemInfo& info) {
  const bool any = std::any_of(info.contacts.begin(), info.contacts.end(),
                               [](const ContactInfo& contact) { return !is_newton(contact.impact); });
  return any ? int_size(info.contacts) : 0;
}

}  // namespace

ImpactSolvers::ImpactSolvers(const SystemInfo& info) : problem_(impact_room(info), info.dimension) {
  const int contacts = int_size(info.contacts);
  for (const ImpactEntry* law : laws_of(info)) solvers_.push_back({law, law->solver(contacts)});
}

int ImpactSolvers::auxiliaries(const SystemInfo& info) {
  int most = 0;
  for (const ImpactEntry* law : laws_of(info)) {
    const bool there = std::any_of(info.contacts.begin(), info.contacts.end(),
                                   [&](const ContactInfo& contact) { return contact.impact == law; });
    if (there && law->auxiliaries) most = std::max(most, law->auxiliaries(info.contacts));
  }
  return most;
}

ImpactSolver& ImpactSolvers::of(const ImpactEntry& law) const {
  for (const LawSolver& known : solvers_) {
    if (known.law == &law) return *known.solver;
  }
  FREEPLAY_ASSERT(false);
  return *solvers_.front().solver;
}

}  // namespace freeplay
