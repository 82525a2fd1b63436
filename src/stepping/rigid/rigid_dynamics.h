// SPDX-License-Identifier: Apache-2.0
// The velocity-level problem of rigid steppers at one configuration: joints eliminated, then the Delassus
// matrix of the active contacts.
//   u_E = u_A + M⁻¹ h Δt + M⁻¹ Dᵀ Λ + M⁻¹ W P
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/index.h"
#include "complementarity/solver_chain.h"
#include "system/joint_elimination.h"

namespace freeplay {

/// The rows of the reduced problem: w, M⁻¹ w and L⁻¹ D M⁻¹ w, d per contact, and the Delassus matrix they give.
/// Rows are numbered through: those of W, then d per joint that rubs, of which only those of its slip are
/// rows of the system and the others tied to nothing (stepping/rigid_rubbing.h), then two levers per such
/// joint.
class ContactRows {
 public:
  /// Capacity in rows.
  ContactRows(const SystemInfo& info, int capacity, int d = 2);

  /// Rows of the listed numbers, d per contact: d·i (normal), d·i+1, … (tangential).
  void build(const Evaluation& ev, const JointElimination& joints, std::span<const int> rows);
  /// G_ij = w_iᵀ M_J⁻¹ w_j
  void fill(const JointElimination& joints, BlockMatrix& G);
  int size() const { return count_; }
  /// G_ii
  double diagonal(int i) const { return diagonal_[idx(i)]; }
  /// w_i · v
  double dot(int i, std::span<const double> v) const {
    const double* w = w_[idx(i)];
    return three_ ? dot_block(w, v.data() + start_, 3) : dot_row(shape(i), w, v.data());
  }
  /// w_i · v + w̃_i of all rows.
  void rates(std::span<const double> v, const double* surface, double* out) const {
    if (three_) {
      const double* at = v.data() + start_;
      for (int i = 0; i < count_; ++i) out[i] = dot_block(w_[idx(i)], at, 3) + surface[i];
    } else {
      for (int i = 0; i < count_; ++i) out[i] = dot_row(shape(i), w_[idx(i)], v.data()) + surface[i];
    }
  }
  /// The sum of the sizes of its terms: times the rounding unit, how well w_i · v is known.
  double terms(int i, std::span<const double> v) const;
  /// v += M_J⁻¹ W P, and the reaction of the joints to it is added to lambda.
  void add_impulse(const JointElimination& joints, std::span<const double> P, std::span<double> v,
                   std::span<double> lambda);
  /// v += k M⁻¹ w_i, without the joints
  void add_mass_row(int i, double k, std::span<double> v) const {
    add_row(shape(i), m_.data() + static_cast<std::ptrdiff_t>(i) * width_, k, v.data());
  }

 private:
  const RowShape& shape(int i) const { return *shape_[idx(i)]; }
  void take_row(const Evaluation& ev, int row, int i);
  void take_rows(const Evaluation& ev, std::span<const int> rows);
  void free_rows(std::span<const int> rows);
  /// w_jᵀ M_J⁻¹ w_i for j ≤ i, with immovable rows at zero.
  [[gnu::always_inline]] double coupling(int i, int j) const;
  bool fill_alike(double* G) const;
  void fill_dense(double* G) const;
  void fill_apart(double* G) const;
  void couple(int first, int second, double* block, std::ptrdiff_t stride) const;
  void mirror(const double* block, std::ptrdiff_t stride, double* image, std::ptrdiff_t image_stride) const;
  void fill_sparse(const JointElimination& joints, BlockMatrix& G);

  const SystemInfo* info_;
  int d_, count_ = 0, width_, joint_rows_, contact_rows_;
  bool alike_ = false;  ///< all rows have one shape, as those of one joint
  bool three_ = false;  ///< of three numbers, from velocity start_ on: one body of the plane
  int start_ = 0;
  const Evaluation* from_ev_ = nullptr;  ///< what shape_ and w_ are of, where contacts do not change
  std::vector<int> taken_;
  std::vector<double> zero_;  ///< a row that is tied to nothing
  std::vector<const RowShape*> shape_;
  std::vector<const double*> w_;
  std::vector<int> from_;  ///< first joint row that the contact's body touches
  std::vector<double> m_, y_, diagonal_, scratch_;
  // contacts by group of velocities, for large problems: head per group, next per contact and block
  std::vector<int> head_, next_, mark_, neighbours_;
};

/// A contact, or a joint that rubs, that is held while drift is removed.
struct HeldContact {
  int contact = -1;
  int row = -1;  ///< the first of its rows among those of the piece
  ContactMode mode = ContactMode::slip_plus;
  double mu = 0;                      ///< friction where it slides
  std::array<double, 2> ratio{0, 0};  ///< P_T / P_N where it slides, in space
  double pressed = 0;                 ///< velocity that the normal impulse of the piece alone gives it
  bool landed = false;                ///< would have flown where the piece begins
  bool sticks = false;                ///< from the beginning of the piece to its end
  double rolling = 0;                 ///< if it sticks, the speeds that add up to nothing in its rows
};

/// Removes the drift of joints (Φ, D u + Φ_t) and of held contacts (g_N, γ_N; γ_T where they stick).
/// Positions move M-orthogonally. Velocities are corrected by impulses that obey the contacts' modes: a
/// sliding contact that is pressed a little more also rubs a little more. The correcting impulses are part
/// of the step's impulses; without them friction on a curved contact would be first order only.
class Projection {
 public:
  Projection(const SystemInfo& info, int contact_capacity);

  /// Rows of the held contacts at ev, where `joints` is factorised.
  void build(const Evaluation& ev, const JointElimination& joints, std::span<const HeldContact> held);
  /// Contacts that slide are corrected along their normals only.
  void without_friction();
  /// Least `change`, a displacement in the coordinates of velocities, with D δ = −Φ and w_N δ = −g_N: to be
  /// added to q by System::advance(q, change, 1).
  void positions(const Evaluation& ev, const JointElimination& joints, std::span<double> change);
  /// Corrects u; the impulses are in joint_impulses() and contact_impulses(), the latter P_N, P_T, … per
  /// contact.
  /// `pressing`: by how much joints that rub are pressed more, per place.
  void velocities(const Evaluation& ev, const JointElimination& joints, std::span<double> u,
                  std::span<const double> pressing = {});

  std::span<const double> joint_impulses() const { return joint_; }
  std::span<const double> contact_impulses() const { return problem_.P(); }
  /// Work of the last correction of velocities [J]: by drivers at their prescribed rates and onto them, by joints for
  /// the drift they remove, by normal and tangential contact impulses.
  double driver_work() const { return driver_work_; }
  double joint_work() const { return joint_work_; }
  double normal_work() const { return normal_work_; }
  /// Of the i-th held contact alone.
  double normal_work(int i) const { return normal_works_[idx(i)]; }
  double tangential_work() const { return tangential_work_; }
  double tangential_work(int i) const { return tangential_works_[idx(i)]; }
  /// Who did the most of it: a place among the held contacts, or a row of a joint; −1 for none.
  int worst_contact() const { return worst_contact_; }
  int worst_row() const { return worst_row_; }

 private:
  /// Number of the first row of the i-th held contact; those of joints that rub come after all contacts.
  int first_row(int i) const { return numbers_[idx(d_ * i)]; }
  bool contradicts() const;
  void add_work(std::span<const double> u);

  const SystemInfo& info_;
  int d_, contact_rows_;
  ContactRows rows_;
  ContactProblem problem_;
  ModeSolver solver_;
  std::vector<int> numbers_;
  std::vector<ContactMode> modes_, sliding_;
  std::vector<double> mu_, ratio_, normal_works_, tangential_works_;
  std::vector<double> joint_, rate_, reaction_, surface_;
  double driver_work_ = 0, joint_work_ = 0, normal_work_ = 0, tangential_work_ = 0;
  double worst_work_ = 0;
  int worst_contact_ = -1, worst_row_ = -1;
};

}  // namespace freeplay
