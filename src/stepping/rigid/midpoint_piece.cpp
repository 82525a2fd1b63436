// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/midpoint_piece.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {
namespace {

constexpr double kTurned = 0.01;  // of slip in the direction of the normal: 1e-4 of its energy lost; trial
constexpr double kRestingPart = 1e-4;  // of the fastest γ, and of what impulses give: not at rest; trial
constexpr int kMostCorrections = 10;   // a mechanism that needs more cannot be assembled any more

}  // namespace

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
  const bool sliding =
      std::none_of(modes_.begin(), modes_.begin() + static_cast<std::ptrdiff_t>(stage_.active_contacts()),
                   [](ContactMode mode) { return mode == ContactMode::stick; });
  const bool rubs = stage_.elements > stage_.contacts;
  if (!last && sliding && !rubs && (stage_.d == 2 || sliding_on())) {
    estimate_.solve(stage_.problem, {modes_.data(), stage_.active_contacts()}, ratio_);
    for (std::size_t i = 0; i < stage_.active.size(); ++i)
      stage_.P[i] = stage_.problem.P(static_cast<int>(i));
  } else if (!stage_.solve(report)) {
    return false;
  }
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

/// Removes the drift of E, whose held contacts are those of the run, and leaves the stage there.
bool MidpointPiece::settle(State& E, StepReport& report) {
  struck_.clear();
  turned_ = false;
  hold(E);
  const System& system = stage_.system;
  Evaluation& ev = stage_.ev;
  if (!project_ || (stage_.joints.rows() == 0 && held_.empty())) {
    if (stage_.contacts == 0) return true;
    system.place(E.t(), E.q(), ev);
    system.gaps(E.t(), E.q(), ev);
    return true;
  }
  const bool nonholonomic = stage_.joints.has_nonholonomic();
  for (int iteration = 0;; ++iteration) {
    stage_.evaluate(E.t(), E.q());
    for (const int contact : held_contacts_) {
      if (contact < stage_.contacts) system.contact_rows(E.t(), E.q(), contact, ev);
    }
    if (corners_ && iteration == 0) pass_corners(E);
    if (nonholonomic) stage_.joints.factorise(ev, false, true);
    projection_.build(ev, stage_.joints, held_, held_modes_, held_mu_, held_ratio_);
    projection_.positions(ev, stage_.joints, change_);
    move_positions(E);
    book_displacement();
    const int worst = worst_error();
    if (worst < 0) break;  // Newton's method squares small errors: once is enough unless the step was long
    if (iteration == kMostCorrections) {
      report = {StepStatus::not_assembled, worst, ev.Phi[idx(worst)]};
      return false;
    }
  }
  if (nonholonomic) {
    stage_.joints.factorise(ev, false);
    projection_.build(ev, stage_.joints, held_, held_modes_, held_mu_, held_ratio_);
  }
  settle_velocities(E);
  const double landing = landing_work();
  pending_.drivers += projection_.driver_work();
  note_culprit(pending_.stabilisation);
  pending_.impact += landing;
  pending_.stabilisation += projection_.joint_work() + projection_.normal_work() - landing;
  pending_.friction += projection_.tangential_work();
  for (std::size_t r = 0; r < stage_.lambda.size(); ++r) stage_.lambda[r] += projection_.joint_impulses()[r];
  for (const int contact : held_contacts_) {  // what the correction left, to first order
    if (contact >= stage_.contacts) continue;
    const auto k = idx(contact);
    ev.gap[k] += dot_row(ev.contacts[k].shape, ev.row_W(stage_.d * contact), change_.data());
  }
  for (std::size_t i = 0; i < held_.size(); ++i)
    corrected_[idx(held_[i])] = projection_.contact_impulses()[i];
  return true;
}

/// A held contact that came to another face is no longer at rest in the direction of its normal: it moves away from that
/// face, as over a convex corner, and is let go, or into it, and hits there. So it does where the normal turns too fast
/// for the piece: turned_ asks for a shorter one. Its rows are those of E.
void MidpointPiece::pass_corners(State& E) {
  bool any = false;
  for (std::size_t i = 0; i < held_contacts_.size(); ++i) {
    const int contact = held_contacts_[i];
    if (contact >= stage_.contacts || landed_[i] || sticks_[i]) continue;  // what rolls keeps to its face
    double slip = slip_A_.size(contact);
    for (int a = 1; a < stage_.d; ++a) slip = std::max(slip, std::abs(stage_.slip_rate(contact, a, E.u())));
    const double normal = stage_.slip_rate(contact, 0, E.u());
    if (!(std::abs(normal) > std::max(kTurned * slip, resting_speed_))) continue;
    turned_ = true;
    // what is pressed on faster than it leaves is back within the piece
    if (!(std::abs(normal) > pressed_[i])) continue;
    any = true;
    E.set_mode(contact, ContactMode::open);
    if (normal < 0) struck_.push_back(contact);
  }
  if (any) hold(E);
}

/// Held contacts whose flight would have ended within the piece: bringing them to rest is an impact without
/// restitution, not removal of drift.
double MidpointPiece::landing_work() const {
  double work = 0;
  for (std::size_t i = 0; i < held_contacts_.size(); ++i) {
    if (landed_[i]) work += projection_.normal_work(static_cast<int>(i));
  }
  return work;
}

/// Lists the contacts that are closed at E.
void MidpointPiece::hold(const State& E) {
  held_.clear();
  held_contacts_.clear();
  held_modes_.clear();
  held_mu_.clear();
  held_ratio_.clear();
  landed_.clear();
  sticks_.clear();
  pressed_.clear();
  resting_speed_ = 0;
  for (std::size_t i = 0; i < stage_.active.size(); ++i)
    resting_speed_ = std::max(resting_speed_, kRestingPart * std::abs(stage_.gamma[i]));
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const int contact = stage_.contact(c);
    if (E.mode(contact) == ContactMode::open) continue;
    for (int row = stage_.d * contact; row < stage_.d * (contact + 1); ++row) held_.push_back(row);
    held_contacts_.push_back(contact);
    held_modes_.push_back(E.mode(contact));
    sticks_.push_back(modes_[c] == ContactMode::stick && E.mode(contact) == ContactMode::stick);
    const std::size_t row = idx(stage_.d) * c;
    landed_.push_back(flights_ != nullptr &&
                      std::find(flights_->begin(), flights_->end(), contact) != flights_->end());
    const double pressed = stage_.P[row] * stage_.rows.G(static_cast<int>(row), static_cast<int>(row));
    pressed_.push_back(pressed);
    resting_speed_ = std::max(resting_speed_, kRestingPart * pressed);
    held_mu_.push_back(stage_.mu[c]);
    for (std::size_t a = 1; a < 3 && stage_.d == 3; ++a) {
      const double P_N = stage_.P[3 * c];
      held_ratio_.push_back(P_N > 0 ? stage_.P[3 * c + a] / P_N : 0);
    }
  }
}

/// Velocities of the joints and of held contacts are corrected. The impulses of that press joints that rub a
/// little more, which then rub a little more, and so on: the correction is repeated until both agree.
void MidpointPiece::settle_velocities(State& E) {
  if (stage_.elements == stage_.contacts) return projection_.velocities(stage_.ev, stage_.joints, E.u());
  constexpr int kMostRepeats = 50;
  constexpr double kAgree = 1e-10;  // of what presses: the correction itself is of second order
  stage_.rubbing.build(stage_.ev, stage_.joints);
  std::fill(more_pressing_.begin(), more_pressing_.end(), 0.0);
  std::copy(E.u().begin(), E.u().end(), u_.begin());
  for (int repeat = 0; repeat < kMostRepeats; ++repeat) {
    std::copy(u_.begin(), u_.end(), E.u().begin());
    projection_.velocities(stage_.ev, stage_.joints, E.u(), more_pressing_);
    for (std::size_t i = 0; i < held_contacts_.size(); ++i) {
      const int place = held_contacts_[i] - stage_.contacts;
      if (place >= 0) more_friction_[idx(place)] = projection_.contact_impulses()[idx(stage_.d) * i + 1];
    }
    std::copy(projection_.joint_impulses().begin(), projection_.joint_impulses().end(), more_lambda_.begin());
    stage_.rubbing.add_levers(stage_.joints, more_friction_, E.u(), more_lambda_);
    bool agree = true;
    for (int i = 0; i < stage_.rubbing.places(); ++i) {
      double& more = more_pressing_[idx(i)];
      const double now = stage_.rubbing.change(i, stage_.ev, more_lambda_);
      agree = agree && std::abs(now - more) <= kAgree * (std::abs(now) + stage_.rubbing.pressing(i));
      more = now;
    }
    if (agree) break;
  }
  // what the levers added to the reactions is not among those of the projection
  for (std::size_t r = 0; r < more_lambda_.size(); ++r)
    stage_.lambda[r] += more_lambda_[r] - projection_.joint_impulses()[r];
}

/// q moved by the correction, which is a displacement in the coordinates of velocities.
void MidpointPiece::move_positions(State& E) {
  stage_.system.advance(E.q(), change_, 1, q_M_);
  std::copy(q_M_.begin(), q_M_.end(), E.q().begin());
}

/// Potential energy that the correction of positions adds; applied and damping forces have none.
void MidpointPiece::book_displacement() {
  const Evaluation& ev = stage_.ev;
  for (std::size_t i = 0; i < change_.size(); ++i) pending_.stabilisation -= ev.h[i] * change_[i];
  if (!stage_.info.books_forces) return;
  for (std::size_t i = 0; i < change_.size(); ++i) {
    pending_.stabilisation += (ev.h_applied[i] + ev.h_damping[i]) * change_[i];
  }
}

/// Who the removal of drift is due to, for the record: what did the most work on velocities, or, where moving
/// positions did more, what was moved most.
void MidpointPiece::note_culprit(double displacement) {
  const int held = projection_.worst_contact();
  drift_contact_ = held < 0 ? -1 : held_contacts_[idx(held)];
  drift_row_ = projection_.worst_row();
  if (std::abs(displacement) <= std::abs(projection_.joint_work() + projection_.normal_work())) return;
  double most = 0;
  for (const int contact : held_contacts_) {
    if (contact >= stage_.contacts || !(std::abs(stage_.gap(contact)) > most)) continue;
    most = std::abs(stage_.gap(contact));
    drift_contact_ = contact;
    drift_row_ = -1;
  }
  for (std::size_t r = 0; r < stage_.ev.Phi.size(); ++r) {
    if (stage_.info.constraints[r].angle || !(std::abs(stage_.ev.Phi[r]) > most)) continue;
    most = std::abs(stage_.ev.Phi[r]);
    drift_contact_ = -1;
    drift_row_ = static_cast<int>(r);
  }
}

void MidpointPiece::book_drift(double t, Book& book) const {
  if (pending_.stabilisation == 0) return;
  book.drift.add(t, pending_.stabilisation, drift_contact_, drift_row_);
}

/// The joint row that was furthest from its place before the correction, relative to the size of the
/// mechanism; −1 when all errors were small. Held contacts follow the joints.
int MidpointPiece::worst_error() const {
  int worst = -1;
  double most = kSettledJoint;
  for (std::size_t r = 0; r < stage_.ev.Phi.size(); ++r) {
    const double error = std::abs(stage_.ev.Phi[r]);
    if (error <= most * stage_.info.row_scale(r)) continue;
    most = error / stage_.info.row_scale(r);
    worst = static_cast<int>(r);
  }
  return worst;
}

bool MidpointPiece::settle_again(State& E, StepReport& report) {
  std::fill(stage_.lambda.begin(), stage_.lambda.end(), 0.0);
  std::fill(corrected_.begin(), corrected_.end(), 0.0);
  return settle(E, report);
}

void MidpointPiece::commit_correction(Book& book) {
  book.works.add(pending_);
  pending_ = Works{};
  for (std::size_t r = 0; r < stage_.lambda.size(); ++r) book.joint_impulse[r] += stage_.lambda[r];
  for (std::size_t i = 0; i < book.contact_impulse.size(); ++i) book.contact_impulse[i] += corrected_[i];
  for (int i = stage_.contacts; i < stage_.elements; ++i)
    book_rubbing(book, stage_, i - stage_.contacts,
                 corrected_.data() + static_cast<std::ptrdiff_t>(stage_.d) * i);
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
