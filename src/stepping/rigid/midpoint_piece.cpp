// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/midpoint_piece.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kSameForces = 1e-13;  // of all forces: they differ by rounding

}  // namespace

MidpointPiece::MidpointPiece(RigidStage& stage, bool project)
    : stage_(stage),
      projection_(stage.info(), stage.elements()),
      project_(project),
      slip_A_(stage.elements(), stage.d()),
      slip_E_(stage.elements(), stage.d()) {
  const auto nu = idx(stage.info().nu);
  const auto n = idx(stage.elements());
  q_M_.assign(idx(stage.info().nq), 0);
  u_.assign(nu, 0);
  sum_.assign(nu, 0);
  change_.assign(nu, 0);
  gap_M_.assign(stage.info().contacts.size(), 0);
  more_pressing_.assign(stage.info().rubbing.size(), 0);
  more_friction_.assign(stage.info().rubbing.size(), 0);
  more_lambda_.assign(stage.info().constraints.size(), 0);
  corrected_.assign(idx(stage.d()) * n, 0);
  held_.reserve(n);
  struck_.reserve(n);
  resting_.reserve(n);
  apart_.reserve(n);
  room_.assign(stage.info().contacts.size(), 0);
  approach_.assign(n, 0);
  approaching_.reserve(n);
  modes_.assign(n, ContactMode::open);
}

/// u_ = velocity at E before drift is removed; the stage is at the middle.
bool MidpointPiece::move(const State& A, double delta, StepReport& report) {
  for (const int contact : approaching_) approach_[idx(contact)] = 0;
  approaching_.assign(apart_.begin(), apart_.end());
  for (const int contact : apart_) approach_[idx(contact)] = 2 * room_[idx(contact)] / delta;
  const double t_M = A.t() + 0.5 * delta;
  const std::span<const double> u_A = A.u();
  const System& system = stage_.system();
  system.advance(A.q(), u_A, 0.5 * delta, q_M_);
  stage_.evaluate(t_M, q_M_);
  stage_.forces(t_M, q_M_, u_A);
  pending_ = Works{};
  stage_.clear_active();
  if (stage_.elements() > 0) {
    for (const HeldContact& one : held_) {
      for (int row = stage_.d() * one.contact; row < stage_.d() * (one.contact + 1); ++row)
        corrected_[idx(row)] = 0;
    }
    for (std::size_t i = 0; i < gap_M_.size(); ++i) gap_M_[i] = stage_.ev().gap[i];
    for (int i = 0; i < stage_.contacts(); ++i) {
      if (A.mode(i) != ContactMode::open) stage_.activate(t_M, q_M_, i);
    }
    if (stage_.elements() > stage_.contacts()) stage_.activate_rubbing();
  }
  const bool held = stage_.active_contacts() > 0;
  if (held) {
    stage_.build();
    stage_.take_before(u_A);
    pose_contacts(A);
  }
  const int passes = stage_.info().forces_depend_on_velocity ? 2 : 1;
  bool solved = false;
  for (int pass = 0; pass < passes; ++pass) {
    if (pass > 0) {
      for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] = 0.5 * (u_A[i] + u_[i]);
      std::copy(stage_.ev().h.begin(), stage_.ev().h.end(), change_.begin());
      stage_.forces(t_M, q_M_, sum_);
      if (solved && forces_stay()) break;
    }
    free_velocity(u_A, delta);
    if (held && !hold_contacts(A, pass == passes - 1, solved, report)) return false;
  }
  if (held) note_slips();
  return true;
}

/// Whether the forces at the mean velocity are those of the pass before, which are in change_: what rests, or turns about
/// a principal axis, has no gyroscopic forces, and its contact problem need not be solved again.
bool MidpointPiece::forces_stay() {
  const std::span<const double> h = stage_.ev().h;
  for (std::size_t i = 0; i < h.size(); ++i) change_[i] = h[i] - change_[i];
  const auto energy = [&](std::span<const double> f) {
    stage_.joints().inverse_mass(f, sum_);
    double product = 0;
    for (std::size_t i = 0; i < f.size(); ++i) product += f[i] * sum_[i];
    return product;
  };
  return energy(change_) <= kSameForces * kSameForces * energy(h);
}

bool MidpointPiece::probe(const State& A, double delta, double& reserve, StepReport& report) {
  if (!move(A, delta, report)) return false;
  reserve = stage_.active_contacts() == 0 ? 1 : constant_reserve();
  if (stage_.active_contacts() > 0 && stage_.friction().varies())
    reserve = std::min(reserve, stage_.friction().reserve());
  return true;
}

double MidpointPiece::constant_reserve() const {
  double left = 0, bounds = 0, missing = 0;
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const int contact = stage_.contact(c), row = stage_.d() * static_cast<int>(c);
    if (modes_[c] != ContactMode::stick || stage_.data(contact).friction != nullptr) continue;
    const double bound = stage_.mu(c) * stage_.P()[idx(row)];
    if (!(bound > 0)) continue;
    double squares = 0, slip = 0;
    for (int a = 1; a < stage_.d(); ++a) {
      const double P_T = stage_.P()[idx(row + a)];
      const double mean = slip_A_.of(contact)[a - 1] + slip_E_.of(contact)[a - 1];
      squares += P_T * P_T;
      slip += mean * mean;
    }
    bounds += bound;
    left += bound - std::sqrt(squares);
    const double movable = stage_.rows().diagonal(row + 1);
    const bool sticks = stage_.mode(c) == ContactMode::stick;
    if (!sticks && movable > 0) missing = std::max(missing, std::sqrt(slip) / (movable * bound));
  }
  return missing > 0 ? -missing : bounds > 0 ? left / bounds : 1;
}

bool MidpointPiece::run(const State& A, State& E, double delta, StepReport& report) {
  if (!move(A, delta, report)) return false;
  length_ = delta;
  slid_ = 0;
  book_forces(A.u(), delta);

  for (int i = 0, n = stage_.elements(); i < n; ++i) E.set_mode(i, A.mode(i));
  for (double& impulse : E.impulses()) impulse = 0;
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    E.set_mode(stage_.contact(c), stage_.mode(c));
    stage_.keep_impulse(c, E);
  }
  for (const int contact : resting_) {
    if (E.mode(contact) != ContactMode::open) E.set_mode(contact, ContactMode::stick);
  }
  resting_.clear();
  for (const int contact : apart_) E.set_mode(contact, ContactMode::open);
  apart_.clear();
  double* u_E = E.u().data();
  for (std::size_t i = 0; i < u_.size(); ++i) u_E[i] = u_[i];
  stage_.system().advance(q_M_, u_, 0.5 * delta, E.q());
  E.set_t(A.t() + delta);
  return settle(E, report);
}

void MidpointPiece::bring_to_rest(std::span<const int> contacts) {
  resting_.assign(contacts.begin(), contacts.end());
}

void MidpointPiece::hold_apart(std::span<const int> contacts, std::span<const double> room) {
  apart_.assign(contacts.begin(), contacts.end());
  std::copy(room.begin(), room.end(), room_.begin());
}

void MidpointPiece::rest(const State& A) {
  struck_.clear();
  turned_ = false;
  stage_.evaluate(A.t(), A.q());
  pending_ = Works{};
  stage_.clear_active();
  stage_.clear_lambda();
}

/// u_ = velocity at E without contacts, lambda its joint impulses.
void MidpointPiece::free_velocity(std::span<const double> u_A, double delta) {
  const JointElimination& joints = stage_.joints();
  joints.inverse_mass(stage_.ev().h, u_);
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = u_A[i] + delta * u_[i];
  if (joints.rows() == 0) return;
  for (std::size_t i = 0; i < u_.size(); ++i) sum_[i] = u_A[i] + u_[i];  // what the joint rows see
  stage_.hold_joints(sum_, 2, u_);
}

/// The contact problem but for b and the guess of P: modes are those of A, friction is that of the mean slip.
void MidpointPiece::pose_contacts(const State& A) {
  stage_.pose();
  for (std::size_t c = 0, n = stage_.active_contacts(); c < n; ++c) {
    modes_[c] = A.mode(stage_.contact(c));
    stage_.set_mode(c, modes_[c]);
    stage_.set_slip_part(c, 0.5);  // γ_TA + γ_TE is twice the mean
  }
  stage_.guess_friction();
}

/// Of two passes the first only predicts the mean velocity: sliding on as at A is near enough, where that is possible.
/// `solved` tells whether the contact problem was solved.
bool MidpointPiece::hold_contacts(const State& A, bool last, bool& solved, StepReport& report) {
  if (!stage_.posed() || stage_.friction().varies()) pose_contacts(A);  // after a solve
  double* b = stage_.b();
  stage_.rates(u_, b);
  for (std::size_t i = 0, n = stage_.active_rows(); i < n; ++i) b[i] += stage_.gamma()[i];
  for (std::size_t c = 0, n = stage_.active_contacts(); c < n; ++c, b += stage_.d())
    *b += approach_[idx(stage_.contact(c))];
  const bool before = solved;  // with forces that are nearly the same
  solved = last || !stage_.slide_on();
  if (solved) {
    if (before) stage_.guess_last_impulses();
    for (std::size_t c = 0; !before && c < stage_.active_contacts(); ++c) stage_.guess_impulse(c, A);
    if (!stage_.solve(report)) return false;
  }
  stage_.apply_impulses(u_);
  return true;
}

void MidpointPiece::note_slips() {
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const int contact = stage_.contact(c);
    for (int a = 1; a < stage_.d(); ++a) {
      const int row = stage_.d() * static_cast<int>(c) + a;
      slip_A_.of(contact)[a - 1] = stage_.gamma()[idx(row)];
      slip_E_.of(contact)[a - 1] = stage_.rate(row, u_);
    }
  }
}

void MidpointPiece::book_forces(std::span<const double> u_A, double delta) {
  const Evaluation& ev = stage_.ev();
  for (std::size_t r = 0; r < stage_.lambda().size(); ++r)
    pending_.drivers -= stage_.lambda()[r] * ev.Phi_t[r];
  if (!stage_.info().books_forces) return;
  for (std::size_t i = 0; i < u_.size(); ++i) {
    const double way = 0.5 * delta * (u_A[i] + u_[i]);
    pending_.applied += ev.h_applied[i] * way;
    pending_.damping += ev.h_damping[i] * way;
  }
}

void MidpointPiece::commit(double t, Book& book) {
  ++book.statistics.substeps;
  book_drift(t, book);
  book.works.add(pending_);
  pending_ = Works{};
  const auto d = idx(stage_.d());
  for (std::size_t r = 0; r < stage_.lambda().size(); ++r) book.joint_impulse[r] += stage_.lambda()[r];
  if (stage_.active_contacts() == 0) return;
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const int contact = stage_.contact(c);
    double before[3] = {0, 0, 0}, after[3] = {0, 0, 0};
    before[0] =
        stage_.gamma()[d * c];  // P_N (γ_NA + γ_NE) = 0: no normal work, unless it was only kept apart
    after[0] = -before[0] - approach_[idx(contact)];
    for (std::size_t a = 1; a < d; ++a) {
      before[a] = slip_A_.of(contact)[a - 1];
      after[a] = slip_E_.of(contact)[a - 1];
    }
    book_impulse(book, stage_, c, before, after);
    if (contact >= stage_.contacts()) {
      book_rubbing(book, stage_, contact - stage_.contacts(),
                   corrected_.data() + static_cast<std::ptrdiff_t>(d) * contact);
      continue;
    }
    for (std::size_t k = d * idx(contact), end = k + d; k < end; ++k)
      book.contact_impulse[k] += corrected_[k];
  }
  book.end_solve(t);
}

}  // namespace freeplay
