// SPDX-License-Identifier: Apache-2.0
// One configuration (t, q) as rigid steppers see it: evaluated, its joints factorised.
#pragma once

#include <span>
#include <vector>

#include "base/index.h"
#include "freeplay/archive.h"
#include "system/joint_elimination.h"

namespace freeplay {

class Configuration {
 public:
  explicit Configuration(const System& system);

  const System& system() const { return system_; }
  const SystemInfo& info() const { return info_; }
  int contacts() const { return contacts_; }
  int elements() const { return elements_; }  ///< contacts and joints that rub
  bool rubs() const { return elements_ > contacts_; }
  int d() const { return d_; }  ///< rows per contact: the dimension

  /// Contacts as the state's features say; to be called whenever those changed.
  void load(const State& state);
  /// (t, q) => frames, constraints, M, K = L Lᵀ, gaps. Forces are the stepper's business.
  void evaluate(double t, std::span<const double> q);
  /// Parts of it, and what is asked for now and then; frames are placed first.
  void place(double t, std::span<const double> q) { system_.place(t, q, ev_); }
  void gaps(double t, std::span<const double> q) { system_.gaps(t, q, ev_); }
  void switches(double t, std::span<const double> q) {
    if (info_.switches > 0) system_.switches(t, q, ev_);
  }
  void contact_rows(double t, std::span<const double> q, int contact) {
    system_.contact_rows(t, q, contact, ev_);
  }
  void forces(double t, std::span<const double> q, std::span<const double> u) {
    system_.forces(t, q, u, ev_);
  }
  /// K once more, with or without rows of velocities, which do not restrict displacements.
  void factorise(bool holonomic_only) { joints_.factorise(ev_, false, holonomic_only); }
  void move_gap(int contact, double by) { ev_.gap[idx(contact)] += by; }

  const Evaluation& ev() const { return ev_; }
  const JointElimination& joints() const { return joints_; }
  double gap(int contact) const { return ev_.gap[idx(contact)]; }
  /// What the contact is now.
  const ContactData& data(int contact) const {
    return contact < contacts_ ? ev_.contacts[idx(contact)] : rubbing_data_[idx(contact - contacts_)];
  }
  double length(int contact) const { return data(contact).length; }
  /// w̃ of a row; joints that rub have none.
  double surface_rate(int row) const { return row < d_ * contacts_ ? ev_.w_tilde[idx(row)] : 0; }
  /// γ of a contact (0 normal, then tangential), or γ_T (which ≥ 1) of a joint that rubs, whose rows are evaluated.
  double slip_rate(int contact, int which, std::span<const double> u) const {
    const int row = d_ * contact + which;
    if (contact < contacts_)
      return dot_row(data(contact).shape, ev_.row_W(row), u.data()) + surface_rate(row);
    const RubbingInfo& joint = info_.rubbing[idx(contact - contacts_)];
    return which > joint.d ? 0 : dot_row(joint.shape, ev_.row_R(contact - contacts_, which - 1), u.data());
  }

  /// What is left of it from step to step.
  void visit(Archive& a) { a(ev_.gap, ev_.switches); }

 private:
  const System& system_;
  const SystemInfo& info_;
  int contacts_, elements_, d_;
  Evaluation ev_;
  JointElimination joints_;
  std::vector<ContactData> rubbing_data_;
};

}  // namespace freeplay
