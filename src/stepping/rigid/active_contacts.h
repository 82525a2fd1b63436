// SPDX-License-Identifier: Apache-2.0
// A configuration with some contacts active: their rows, the Delassus matrix of these and velocities along them.
#pragma once

#include <span>
#include <vector>

#include "stepping/rigid/configuration.h"
#include "stepping/rigid/rigid_rubbing.h"

namespace freeplay {

class ActiveContacts : public Configuration {
 public:
  explicit ActiveContacts(const System& system);

  /// Starts a new set of active contacts.
  void clear_active();
  /// Adds a contact with its rows at (t, q), the evaluated configuration.
  void activate(double t, std::span<const double> q, int contact);
  /// Adds all joints that rub, after the contacts: their friction is solved with that of contacts, under the
  /// numbers from contacts() on.
  void activate_rubbing();
  /// Rows and Delassus matrix of the active contacts.
  void build();

  std::size_t active_contacts() const { return contact_.size(); }
  std::size_t active_rows() const { return row_.size(); }
  int contact(std::size_t c) const { return contact_[c]; }
  /// The first of the active contacts that is a joint that rubs.
  std::size_t first_joint() const { return contact_.size() - joints_active_; }
  const ContactRows& rows() const { return rows_; }
  const BlockMatrix& matrix() const { return matrix_; }
  /// w̃ per active row.
  const double* surface() const { return surface_.data(); }
  RigidRubbing& rubbing() { return rubbing_; }
  const RigidRubbing& rubbing() const { return rubbing_; }

  /// γ of active row i (d·c normal, then tangential, of the c-th active contact).
  double rate(int i, std::span<const double> u) {
    if (d() == 3) note_terms(i, u);
    return rows_.dot(i, u) + surface_[idx(i)];
  }
  /// γ of all active rows.
  void rates(std::span<const double> u, double* out);
  /// Keeps them as those before the step or the impact.
  void take_before(std::span<const double> u) { rates(u, gamma_.data()); }
  const double* gamma() const { return gamma_.data(); }
  /// In space: the largest of what rates are the sum of, since this was last called.
  double take_largest_term();

  /// v += M_J⁻¹ W P, and the reaction of the joints to it is added to lambda.
  void add_impulse(const double* P, std::span<double> v, std::span<double> lambda) {
    rows_.add_impulse(joints(), {P, row_.size()}, v, lambda);
  }
  void visit(Archive& a);

 private:
  void add(int contact);
  void note_terms(int i, std::span<const double> u);

  ContactRows rows_;
  BlockMatrix matrix_;
  RigidRubbing rubbing_;
  std::vector<int> row_;  ///< rows d·i, d·i+1, … of W per active contact
  std::vector<int> contact_;
  std::size_t joints_active_ = 0;
  std::vector<double> surface_, gamma_;
  double largest_term_ = 0;
};

}  // namespace freeplay
