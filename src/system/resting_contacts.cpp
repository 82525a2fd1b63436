// SPDX-License-Identifier: Apache-2.0
#include "system/resting_contacts.h"

#include <algorithm>
#include <cmath>

namespace freeplay {

RestingContacts::RestingContacts(const SystemInfo& info)
    : info_(info), contacts_(idx(info.fixed_contacts())) {
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& contact = contacts_[i];
    contact.clearance = info.contacts[i].length;
    fineness_ = std::min(fineness_, contact.clearance / info.length);
    contact.law = info.contacts[i].force;
    if (contact.law == nullptr) continue;
    contact.memory.assign(idx(contact.law->memory()), 0);
    contact.law->start({0, 1, 1, 1}, contact.memory.data());
  }
}

void RestingContacts::use_springs(double force, double part) {
  for (Contact& contact : contacts_) contact.stiffness = force / (part * contact.clearance);
}

double RestingContacts::force(const Contact& contact, double delta) const {
  if (laws_) return delta > 0 ? std::max(0.0, contact.law->elastic(delta, contact.memory.data())) : 0;
  return std::max(0.0, contact.taken + contact.stiffness * delta);
}

void RestingContacts::forces(const Evaluation& ev, std::vector<double>& F, std::vector<double>& slope) const {
  constexpr double kDifference = 1e-6;  // of δ
  F.resize(count());
  slope.resize(count());
  for (std::size_t i = 0; i < count(); ++i) {
    const Contact& contact = contacts_[i];
    const double delta = -ev.gap[i], share = info_.contacts_share && laws_ ? ev.share[i] : 1;
    F[i] = share * force(contact, delta);
    slope[i] = 0;
    if (F[i] == 0) continue;
    slope[i] =
        laws_ ? share *
                    (force(contact, (1 + kDifference) * delta) - force(contact, (1 - kDifference) * delta)) /
                    (2 * kDifference * delta)
              : contact.stiffness;
  }
}

double RestingContacts::take_over(const Evaluation& ev) {
  double error = 0;
  for (std::size_t i = 0; i < count(); ++i) {
    Contact& contact = contacts_[i];
    contact.taken = force(contact, -ev.gap[i]);
    error = std::max(error, (contact.taken > 0 ? std::abs(ev.gap[i]) : -ev.gap[i]) / contact.clearance);
  }
  return error;
}

double RestingContacts::energy(const Evaluation& ev) const {
  double sum = 0;
  for (std::size_t i = 0; laws_ && i < count(); ++i) {
    const Contact& contact = contacts_[i];
    const double share = info_.contacts_share ? ev.share[i] : 1;
    if (ev.gap[i] < 0) sum += share * contact.law->energy(-ev.gap[i], contact.memory.data());
  }
  return sum;
}

}  // namespace freeplay
