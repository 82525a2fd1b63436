// SPDX-License-Identifier: Apache-2.0
#include "stepping/smooth_piece.h"

#include <algorithm>
#include <cmath>

namespace freeplay {
namespace {

constexpr int kMostCorrections = 10;  // a mechanism that needs more cannot be assembled any more

}  // namespace

SmoothPiece::SmoothPiece(RigidStage& stage, bool project)
    : stage_(stage), projection_(stage.info, stage.contacts), estimate_(stage.contacts), project_(project) {
  const auto nu = static_cast<std::size_t>(stage.info.nu);
  const auto n = static_cast<std::size_t>(stage.contacts);
  q_M_.assign(static_cast<std::size_t>(stage.info.nq), 0);
  u_.assign(nu, 0);
  sum_.assign(nu, 0);
  change_.assign(nu, 0);
  gap_M_.assign(n, 0);
  slip_A_.assign(n, 0);
  slip_E_.assign(n, 0);
  corrected_.assign(2 * n, 0);
  held_.reserve(2 * n);
  held_modes_.reserve(n);
  modes_.assign(n, ContactMode::open);
}

bool SmoothPiece::run(const State& A, State& E, double delta, StepReport& report) {
  const double t_M = A.t() + 0.5 * delta;
  const std::span<const double> u_A = A.u();
  const System& system = stage_.system;
  system.advance(A.q(), u_A, 0.5 * delta, q_M_);
  stage_.evaluate(t_M, q_M_);
  system.forces(t_M, q_M_, u_A, stage_.ev);
  pending_ = Works{};
  stage_.clear_active();
  if (stage_.contacts > 0) {
    std::fill(corrected_.begin(), corrected_.end(), 0.0);
    std::copy(stage_.ev.gap.begin(), stage_.ev.gap.end(), gap_M_.begin());
    for (int i = 0; i < stage_.contacts; ++i) {
      if (A.mode(i) != ContactMode::open) stage_.activate(t_M, q_M_, i);
    }
  }
  const bool held = !stage_.active.empty();
  if (held) {
    stage_.build();
    for (int i = 0; i < stage_.rows.size(); ++i)
      stage_.gamma[static_cast<std::size_t>(i)] = stage_.rate(i, u_A);
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
  book_forces(u_A, delta);

  E.restore(A);
  std::fill(E.impulses().begin(), E.impulses().end(), 0.0);
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const auto contact = static_cast<std::size_t>(stage_.contact(c));
    E.set_mode(stage_.contact(c), stage_.problem.mode(static_cast<int>(c)));
    E.impulses()[2 * contact] = stage_.P[2 * c];
    E.impulses()[2 * contact + 1] = stage_.P[2 * c + 1];
  }
  std::copy(u_.begin(), u_.end(), E.u().begin());
  system.advance(q_M_, u_, 0.5 * delta, E.q());
  E.set_t(A.t() + delta);
  return settle(E, report);
}

void SmoothPiece::rest(const State& A) {
  stage_.evaluate(A.t(), A.q());
  pending_ = Works{};
  stage_.clear_active();
  std::fill(stage_.lambda.begin(), stage_.lambda.end(), 0.0);
}

/// u_ = velocity at E without contacts, lambda its joint impulses.
void SmoothPiece::free_velocity(std::span<const double> u_A, double delta) {
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

bool SmoothPiece::hold_contacts(const State& A, bool last, StepReport& report) {
  stage_.pose();
  for (int i = 0; i < stage_.rows.size(); ++i) {
    stage_.problem.b(i) = stage_.gamma[static_cast<std::size_t>(i)] + stage_.rate(i, u_);
  }
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const ContactMode mode = A.mode(stage_.contact(c));
    stage_.problem.mode(static_cast<int>(c)) = mode;
    modes_[c] = mode;
    const auto contact = static_cast<std::size_t>(stage_.contact(c));
    stage_.problem.P(static_cast<int>(2 * c)) = A.impulses()[2 * contact];
    stage_.problem.P(static_cast<int>(2 * c + 1)) = A.impulses()[2 * contact + 1];
  }
  // the first pass only predicts the mean velocity: sliding on as at A is near enough
  const bool sliding =
      std::none_of(modes_.begin(), modes_.begin() + static_cast<std::ptrdiff_t>(stage_.active_contacts()),
                   [](ContactMode mode) { return mode == ContactMode::stick; });
  if (!last && sliding) {
    estimate_.solve(stage_.problem, {modes_.data(), stage_.active_contacts()});
    for (std::size_t i = 0; i < stage_.active.size(); ++i)
      stage_.P[i] = stage_.problem.P(static_cast<int>(i));
  } else if (!stage_.solve(report)) {
    return false;
  }
  stage_.apply_impulses(u_);
  for (std::size_t c = 0; c < stage_.active_contacts() && last; ++c) {
    const auto contact = static_cast<std::size_t>(stage_.contact(c));
    slip_A_[contact] = stage_.gamma[2 * c + 1];
    slip_E_[contact] = stage_.rate(static_cast<int>(2 * c + 1), u_);
  }
  return true;
}

void SmoothPiece::book_forces(std::span<const double> u_A, double delta) {
  const Evaluation& ev = stage_.ev;
  for (std::size_t r = 0; r < stage_.lambda.size(); ++r) pending_.drivers -= stage_.lambda[r] * ev.Phi_t[r];
  if (!stage_.info.books_forces) return;
  for (std::size_t i = 0; i < u_.size(); ++i) {
    const double way = 0.5 * delta * (u_A[i] + u_[i]);
    pending_.applied += ev.h_applied[i] * way;
    pending_.damping += ev.h_damping[i] * way;
  }
}

/// Removes the drift of E, whose held contacts are those of the run, and leaves the stage there.
bool SmoothPiece::settle(State& E, StepReport& report) {
  held_.clear();
  held_modes_.clear();
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const int contact = stage_.contact(c);
    if (E.mode(contact) == ContactMode::open) continue;
    held_.push_back(2 * contact);
    held_.push_back(2 * contact + 1);
    held_modes_.push_back(E.mode(contact));
  }
  const System& system = stage_.system;
  Evaluation& ev = stage_.ev;
  if (!project_ || (stage_.joints.rows() == 0 && held_.empty())) {
    if (stage_.contacts == 0) return true;
    system.place(E.t(), E.q(), ev);
    system.gaps(E.t(), E.q(), ev);
    return true;
  }
  for (int iteration = 0;; ++iteration) {
    stage_.evaluate(E.t(), E.q());
    for (std::size_t i = 0; i < held_.size(); i += 2) system.contact_rows(E.t(), E.q(), held_[i] / 2, ev);
    projection_.build(ev, stage_.joints, held_, held_modes_);
    projection_.positions(ev, stage_.joints, E.q(), change_);
    book_displacement();
    const int worst = worst_error();
    if (worst < 0) break;  // Newton's method squares small errors: once is enough unless the step was long
    if (iteration == kMostCorrections) {
      report = {StepStatus::not_assembled, worst, ev.Phi[static_cast<std::size_t>(worst)]};
      return false;
    }
  }
  projection_.velocities(ev, stage_.joints, E.u());
  pending_.drivers += projection_.driver_work();
  pending_.stabilisation += projection_.joint_work() + projection_.normal_work();
  pending_.friction += projection_.tangential_work();
  for (std::size_t r = 0; r < stage_.lambda.size(); ++r) stage_.lambda[r] += projection_.joint_impulses()[r];
  for (std::size_t i = 0; i < held_.size(); ++i) {
    if (i % 2 == 0) {  // what the correction left, to first order
      const auto k = static_cast<std::size_t>(held_[i] / 2);
      ev.gap[k] += dot_row(ev.contacts[k].shape, ev.row_W(held_[i]), change_.data());
    }
    corrected_[static_cast<std::size_t>(held_[i])] = projection_.contact_impulses()[i];
  }
  return true;
}

/// Potential energy that the correction of positions adds; applied and damping forces have none.
void SmoothPiece::book_displacement() {
  const Evaluation& ev = stage_.ev;
  for (std::size_t i = 0; i < change_.size(); ++i) pending_.stabilisation -= ev.h[i] * change_[i];
  if (!stage_.info.books_forces) return;
  for (std::size_t i = 0; i < change_.size(); ++i) {
    pending_.stabilisation += (ev.h_applied[i] + ev.h_damping[i]) * change_[i];
  }
}

/// The joint row that was furthest from its place before the correction, relative to the size of the
/// mechanism; −1 when all errors were small. Held contacts follow the joints.
int SmoothPiece::worst_error() const {
  constexpr double kSmall = 1e-7;
  int worst = -1;
  double most = kSmall;
  for (std::size_t r = 0; r < stage_.ev.Phi.size(); ++r) {
    const double error = std::abs(stage_.ev.Phi[r]);
    if (error <= most * stage_.info.row_scale(r)) continue;
    most = error / stage_.info.row_scale(r);
    worst = static_cast<int>(r);
  }
  return worst;
}

bool SmoothPiece::settle_again(State& E, StepReport& report) {
  std::fill(stage_.lambda.begin(), stage_.lambda.end(), 0.0);
  std::fill(corrected_.begin(), corrected_.end(), 0.0);
  return settle(E, report);
}

void SmoothPiece::commit_correction(Book& book) {
  book.works.add(pending_);
  pending_ = Works{};
  for (std::size_t r = 0; r < stage_.lambda.size(); ++r) book.joint_impulse[r] += stage_.lambda[r];
  for (std::size_t i = 0; i < corrected_.size(); ++i) book.contact_impulse[i] += corrected_[i];
}

void SmoothPiece::commit(double t, Book& book) {
  ++book.statistics.substeps;
  book.works.add(pending_);
  pending_ = Works{};
  for (std::size_t r = 0; r < stage_.lambda.size(); ++r) book.joint_impulse[r] += stage_.lambda[r];
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const int contact = stage_.contact(c);
    const auto k = static_cast<std::size_t>(contact);
    const double normal = stage_.gamma[2 * c];  // P_N (γ_NA + γ_NE) = 0: no normal work
    book_impulse(book, stage_, c, normal, -normal, slip_A_[k], slip_E_[k]);
    book.contact_impulse[2 * k] += corrected_[2 * k];
    book.contact_impulse[2 * k + 1] += corrected_[2 * k + 1];
  }
  book.end_solve(t);
}

}  // namespace freeplay
