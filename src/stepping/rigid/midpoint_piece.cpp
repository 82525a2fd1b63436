// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/midpoint_piece.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {

MidpointPiece::MidpointPiece(RigidStage& stage, bool project)
    : stage_(stage),
      projection_(stage.info, stage.elements),
      estimate_(stage.elements, stage.d),
      project_(project),
      slip_A_(stage.elements, stage.d),
      slip_E_(stage.elements, stage.d) {
  const auto nu = idx(stage.info.nu);
  const auto n = idx(stage.elements);
  q_M_.assign(idx(stage.info.nq), 0);
  u_.assign(nu, 0);
  sum_.assign(nu, 0);
  change_.assign(nu, 0);
  gap_M_.assign(stage.info.contacts.size(), 0);
  more_pressing_.assign(stage.info.rubbing.size(), 0);
  more_friction_.assign(stage.info.rubbing.size(), 0);
  more_lambda_.assign(stage.info.constraints.size(), 0);
  corrected_.assign(idx(stage.d) * n, 0);
  held_.reserve(idx(stage.d) * n);
  held_contacts_.reserve(n);
  held_modes_.reserve(n);
  held_mu_.reserve(n);
  struck_.reserve(n);
  landed_.reserve(n);
  sticks_.reserve(n);
  rolling_.reserve(n);
  pressed_.reserve(n);
  resting_.reserve(n);
  apart_.reserve(n);
  room_.assign(stage.info.contacts.size(), 0);
  approach_.assign(n, 0);
  approaching_.reserve(n);
  if (stage.d == 3) {
    held_ratio_.reserve(2 * n);
    ratio_.assign(2 * n, 0);
  }
  modes_.assign(n, ContactMode::open);
}

/// u_ = velocity at E before drift is removed; the stage is at the middle.
bool MidpointPiece::move(const State& A, double delta, StepReport& report) {
  for (const int contact : approaching_) approach_[idx(contact)] = 0;
  approaching_.assign(apart_.begin(), apart_.end());
  for (const int contact : apart_) approach_[idx(contact)] = 2 * room_[idx(contact)] / delta;
  const double t_M = A.t() + 0.5 * delta;
  const std::span<const double> u_A = A.u();
  const System& system = stage_.system;
  system.advance(A.q(), u_A, 0.5 * delta, q_M_);
  stage_.evaluate(t_M, q_M_);
  system.forces(t_M, q_M_, u_A, stage_.ev);
  pending_ = Works{};
  stage_.clear_active();
  if (stage_.elements > 0) {
    for (const int row : held_) corrected_[idx(row)] = 0;
    std::copy(stage_.ev.gap.begin(), stage_.ev.gap.end(), gap_M_.begin());
    for (int i = 0; i < stage_.contacts; ++i) {
      if (A.mode(i) != ContactMode::open) stage_.activate(t_M, q_M_, i);
    }
    if (stage_.elements > stage_.contacts) stage_.activate_rubbing();
  }
  const bool held = !stage_.active.empty();
  if (held) {
    stage_.build();
    stage_.rates(u_A, stage_.gamma.data());
  }
  const int passes = stage_.info.forces_depend_on_velocity ? 2 : 1;
  for (int pass = 0; pass < passes; ++pass) {
    if (pass > 0) {
      for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] = 0.5 * (u_A[i] + u_[i]);
      system.forces(t_M, q_M_, sum_, stage_.ev);
    }
    free_velocity(u_A, delta);
    if (held && !hold_contacts(A, pass == passes - 1, report)) return false;
  }
  return true;
}

bool MidpointPiece::probe(const State& A, double delta, double& reserve, StepReport& report) {
  if (!move(A, delta, report)) return false;
  reserve = stage_.active.empty() ? 1 : constant_reserve();
  if (!stage_.active.empty() && stage_.friction.varies())
    reserve = std::min(reserve, stage_.friction.reserve());
  return true;
}

double MidpointPiece::constant_reserve() const {
  double left = 0, bounds = 0, missing = 0;
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const int contact = stage_.contact(c), row = stage_.d * static_cast<int>(c);
    if (modes_[c] != ContactMode::stick || stage_.data(contact).friction != nullptr) continue;
    const double bound = stage_.mu[c] * stage_.P[idx(row)];
    if (!(bound > 0)) continue;
    double squares = 0, slip = 0;
    for (int a = 1; a < stage_.d; ++a) {
      const double P_T = stage_.P[idx(row + a)];
      const double mean = slip_A_.of(contact)[a - 1] + slip_E_.of(contact)[a - 1];
      squares += P_T * P_T;
      slip += mean * mean;
    }
    bounds += bound;
    left += bound - std::sqrt(squares);
    const double movable = stage_.rows.G(row + 1, row + 1);
    const bool sticks = stage_.problem.mode(static_cast<int>(c)) == ContactMode::stick;
    if (!sticks && movable > 0) missing = std::max(missing, std::sqrt(slip) / (movable * bound));
  }
  return missing > 0 ? -missing : bounds > 0 ? left / bounds : 1;
}

bool MidpointPiece::run(const State& A, State& E, double delta, StepReport& report) {
  if (!move(A, delta, report)) return false;
  book_forces(A.u(), delta);

  E.restore(A);
  std::fill(E.impulses().begin(), E.impulses().end(), 0.0);
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    E.set_mode(stage_.contact(c), stage_.problem.mode(static_cast<int>(c)));
    stage_.keep_impulse(c, E);
  }
  for (const int contact : resting_) {
    if (E.mode(contact) != ContactMode::open) E.set_mode(contact, ContactMode::stick);
  }
  resting_.clear();
  for (const int contact : apart_) E.set_mode(contact, ContactMode::open);
  apart_.clear();
  std::copy(u_.begin(), u_.end(), E.u().begin());
  stage_.system.advance(q_M_, u_, 0.5 * delta, E.q());
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
  std::fill(stage_.lambda.begin(), stage_.lambda.end(), 0.0);
}

/// u_ = velocity at E without contacts, lambda its joint impulses.
void MidpointPiece::free_velocity(std::span<const double> u_A, double delta) {
  const JointElimination& joints = stage_.joints;
  joints.inverse_mass(stage_.ev.h, u_);
  for (std::size_t i = 0; i < u_.size(); ++i) {
    u_[i] = u_A[i] + delta * u_[i];
    sum_[i] = u_A[i] + u_[i];  // what the joint rows see
  }
  if (joints.rows() == 0) return;
  std::vector<double>& lambda = stage_.lambda;
  joints.apply_D(stage_.ev, sum_, lambda);
  for (std::size_t r = 0; r < lambda.size(); ++r) lambda[r] = -(lambda[r] + 2 * stage_.ev.Phi_t[r]);
  stage_.apply_joints(u_);
}

bool MidpointPiece::hold_contacts(const State& A, bool last, StepReport& report) {
  stage_.pose();
  double* b = &stage_.problem.b(0);
  stage_.rates(u_, b);
  for (std::size_t i = 0; i < stage_.active.size(); ++i) b[i] += stage_.gamma[i];
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const ContactMode mode = A.mode(stage_.contact(c));
    stage_.problem.mode(static_cast<int>(c)) = mode;
    modes_[c] = mode;
    stage_.guess_impulse(c, A);
    stage_.slip_part[c] = 0.5;  // γ_TA + γ_TE is twice the mean
    b[idx(stage_.d) * c] += approach_[idx(stage_.contact(c))];
  }
  stage_.guess_friction();
  // the first pass only predicts the mean velocity: sliding on as at A is near enough
  if ((last || !slide_on(A)) && !stage_.solve(report)) return false;
  stage_.apply_impulses(u_);
  for (std::size_t c = 0; last && c < stage_.active_contacts(); ++c) {
    const int contact = stage_.contact(c);
    for (int a = 1; a < stage_.d; ++a) {
      const int row = stage_.d * static_cast<int>(c) + a;
      slip_A_.of(contact)[a - 1] = stage_.gamma[idx(row)];
      slip_E_.of(contact)[a - 1] = stage_.rate(row, u_);
    }
  }
  return true;
}

/// Impulses with which all contacts slide on as at A. False where one of them sticks or would have to be pulled: where
/// contacts share their load in many ways these impulses may be of any size.
bool MidpointPiece::slide_on(const State& A) {
  const std::span<const ContactMode> modes(modes_.data(), stage_.active_contacts());
  const bool rubs = stage_.elements > stage_.contacts;
  if (rubs || std::find(modes.begin(), modes.end(), ContactMode::stick) != modes.end()) return false;
  if (stage_.d == 3 && !sliding_on()) return false;
  estimate_.solve(stage_.problem, modes, ratio_);
  bool pulled = false;
  for (std::size_t i = 0; i < stage_.active.size(); ++i) {
    stage_.P[i] = stage_.problem.P(static_cast<int>(i));
    pulled = pulled || (i % idx(stage_.d) == 0 && stage_.P[i] < 0);
  }
  for (std::size_t c = 0; pulled && c < modes.size(); ++c) stage_.guess_impulse(c, A);
  return !pulled;
}

/// Friction against the slip at A, in space; false where slip has no direction, and with a pyramid, whose
/// friction is not against the slip.
bool MidpointPiece::sliding_on() {
  if (stage_.chain.facets() > 0) return false;
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const double* slip = stage_.gamma.data() + 3 * c + 1;
    const double speed = std::hypot(slip[0], slip[1]), mu = stage_.problem.mu(static_cast<int>(c));
    if (mu > 0 && !(speed > 0)) return false;
    for (std::size_t a = 0; a < 2; ++a) ratio_[2 * c + a] = mu > 0 ? -mu * slip[a] / speed : 0;
  }
  return true;
}

void MidpointPiece::book_forces(std::span<const double> u_A, double delta) {
  const Evaluation& ev = stage_.ev;
  for (std::size_t r = 0; r < stage_.lambda.size(); ++r) pending_.drivers -= stage_.lambda[r] * ev.Phi_t[r];
  if (!stage_.info.books_forces) return;
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
  const auto d = idx(stage_.d);
  for (std::size_t r = 0; r < stage_.lambda.size(); ++r) book.joint_impulse[r] += stage_.lambda[r];
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const int contact = stage_.contact(c);
    double before[3] = {0, 0, 0}, after[3] = {0, 0, 0};
    before[0] = stage_.gamma[d * c];  // P_N (γ_NA + γ_NE) = 0: no normal work, unless it was only kept apart
    after[0] = -before[0] - approach_[idx(contact)];
    for (std::size_t a = 1; a < d; ++a) {
      before[a] = slip_A_.of(contact)[a - 1];
      after[a] = slip_E_.of(contact)[a - 1];
    }
    book_impulse(book, stage_, c, before, after);
    if (contact >= stage_.contacts) {
      book_rubbing(book, stage_, contact - stage_.contacts,
                   corrected_.data() + static_cast<std::ptrdiff_t>(d) * contact);
      continue;
    }
    for (std::size_t k = d * idx(contact), end = k + d; k < end; ++k)
      book.contact_impulse[k] += corrected_[k];
  }
  book.end_solve(t);
}

}  // namespace freeplay
