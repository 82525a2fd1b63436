// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/active_contacts.h"

#include <algorithm>

namespace freeplay {

ActiveContacts::ActiveContacts(const System& system)
    : Configuration(system),
      rows_(info(), d() * elements(), d()),
      matrix_(elements(), d()),
      rubbing_(system) {
  const auto n = idx(d() * elements());
  row_.reserve(n);
  contact_.reserve(idx(elements()));
  surface_.assign(n, 0);
  gamma_.assign(n, 0);
}

void ActiveContacts::clear_active() {
  row_.clear();
  contact_.clear();
  joints_active_ = 0;
}

void ActiveContacts::add(int i) {
  contact_.push_back(i);
  for (int row = d() * i; row < d() * i + d(); ++row) row_.push_back(row);
}

void ActiveContacts::activate(double t, std::span<const double> q, int i) {
  contact_rows(t, q, i);
  add(i);
}

void ActiveContacts::activate_rubbing() {
  joints_active_ = info().rubbing.size();
  for (int i = contacts(); i < elements(); ++i) add(i);
}

void ActiveContacts::build() {
  rows_.build(ev(), joints(), row_);
  rows_.fill(joints(), matrix_);
  for (std::size_t i = 0; i < row_.size(); ++i) surface_[i] = surface_rate(row_[i]);
  if (rubs()) rubbing_.build(ev(), joints());
}

void ActiveContacts::note_terms(int i, std::span<const double> u) {
  largest_term_ = std::max(largest_term_, rows_.terms(i, u));
}

void ActiveContacts::rates(std::span<const double> u, double* out) {
  for (int i = 0; d() == 3 && i < rows_.size(); ++i) note_terms(i, u);
  rows_.rates(u, surface_.data(), out);
}

double ActiveContacts::take_largest_term() {
  const double largest = largest_term_;
  largest_term_ = 0;
  return largest;
}

void ActiveContacts::visit(Archive& a) {
  Configuration::visit(a);
  a(largest_term_);
}

}  // namespace freeplay
