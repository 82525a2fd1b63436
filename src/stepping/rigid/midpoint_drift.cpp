// SPDX-License-Identifier: Apache-2.0
// Drift at the end of a piece: positions and velocities of joints and held contacts are put right, and what that did is
// booked.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "stepping/rigid/midpoint_piece.h"

namespace freeplay {
namespace {

constexpr double kTurned = 0.01;   // of slip in the direction of the normal: 1e-4 of its energy lost; trial
constexpr double kSlidOff = 0.05;  // of the way of surfaces that touch; turning allows a fifth of it; trial
constexpr double kRestingPart = 1e-4;     // of the fastest γ, and of what impulses give: not at rest; trial
constexpr double kRounding = 1e-9;        // of what pressing impulses could do: no work that anybody did
constexpr int kTogether = 10;             // corrections of joints and contacts together
constexpr int kMostCorrections = 20;      // a mechanism that needs more cannot be assembled any more
constexpr double kSettledContact = 0.01;  // of the clearance; Newton's method leaves the square of it; trial

}  // namespace

/// Removes the drift of E, whose held contacts are those of the run, and leaves the stage there.
bool MidpointPiece::settle(State& E, StepReport& report) {
  struck_.clear();
  turned_ = false;
  hold(E);
  const Evaluation& ev = stage_.ev();
  if (!project_ || (stage_.joints().rows() == 0 && held_.empty())) {
    if (stage_.contacts() == 0) return true;
    stage_.place(E.t(), E.q());
    stage_.gaps(E.t(), E.q());
    return true;
  }
  const bool nonholonomic = stage_.joints().has_nonholonomic();
  bool alone = false;  // joints go before contacts that contradict them
  for (int iteration = 0;; ++iteration) {
    stage_.evaluate(E.t(), E.q());
    for (const HeldContact& one : held_) {
      if (one.contact < stage_.contacts()) stage_.contact_rows(E.t(), E.q(), one.contact);
    }
    if (iteration == 0) {
      let_go_slid(E);
      if (corners_) pass_corners(E);
    }
    if (nonholonomic) stage_.factorise(true);
    alone = iteration >= kTogether;
    projection_.build(ev, stage_.joints(), alone ? std::span<const HeldContact>{} : held_);
    projection_.positions(ev, stage_.joints(), change_);
    move_positions(E);
    book_displacement();
    const int worst = worst_error();
    // Newton's method squares small errors: once is enough unless the step was long
    if (worst < 0 && (alone || contacts_settled() || iteration + 1 == kTogether)) break;
    if (iteration == kMostCorrections) {
      report = {StepStatus::not_assembled, worst, ev.Phi[idx(worst)]};
      return false;
    }
  }
  if (nonholonomic || alone) {
    if (nonholonomic) stage_.factorise(false);
    projection_.build(ev, stage_.joints(), held_);
  }
  settle_velocities(E);
  const double landing = landing_work(), rolling = rolling_work();
  pending_.drivers += projection_.driver_work();
  note_culprit(pending_.stabilisation);
  pending_.impact += landing;
  pending_.stabilisation += projection_.joint_work() + projection_.normal_work() + rolling - landing;
  pending_.friction += projection_.tangential_work() - rolling;
  stage_.add_lambda(projection_.joint_impulses());
  const double* P = projection_.contact_impulses().data();
  for (const HeldContact& one : held_) {
    for (int a = 0; a < stage_.d(); ++a) corrected_[idx(stage_.d() * one.contact + a)] = *P++;
    if (one.contact >= stage_.contacts()) continue;
    const auto k = idx(one.contact);  // what the correction left, to first order
    stage_.move_gap(one.contact,
                    dot_row(ev.contacts[k].shape, ev.row_W(stage_.d() * one.contact), change_.data()));
  }
  return true;
}

/// A held contact that came to another face is no longer at rest in the direction of its normal: it moves away from that
/// face, as over a convex corner, and is let go, or into it, and hits there. So it does where the normal turns too fast
/// for the piece: turned_ asks for a shorter one. A contact that rolls is at rest in the rows of the middle; if it is not
/// so in those of E, beside the speed of what rolls, they have turned too far too. Rows are those of E.
void MidpointPiece::pass_corners(State& E) {
  bool any = false;
  for (const HeldContact& one : held_) {
    const int contact = one.contact;
    if (contact >= stage_.contacts() || one.landed) continue;
    if (one.sticks) {  // what rolls keeps to its face
      const double slow = std::max(kTurned * one.rolling, resting_speed_);
      for (int a = 0; a < stage_.d(); ++a)
        turned_ = turned_ || std::abs(stage_.slip_rate(contact, a, E.u())) > slow;
      continue;
    }
    const double normal = stage_.slip_rate(contact, 0, E.u());
    if (!(std::abs(normal) > resting_speed_)) continue;  // most of them
    double slip = slip_A_.size(contact);
    for (int a = 1; a < stage_.d(); ++a) slip = std::max(slip, std::abs(stage_.slip_rate(contact, a, E.u())));
    if (!(std::abs(normal) > kTurned * slip)) continue;
    turned_ = true;
    // what is pressed on faster than it leaves is back within the piece
    if (!(std::abs(normal) > one.pressed)) continue;
    any = true;
    E.set_mode(contact, ContactMode::open);
    if (normal < 0) struck_.push_back(contact);
  }
  if (any) hold(E);
}

/// A held contact whose gap opened by a part of the way that its surfaces moved has passed the end of what it slid on, as
/// the point of a rim at the end of a face: it is let go. Along any surface gaps grow with the square of the way. Rows are
/// those of E.
void MidpointPiece::let_go_slid(State& E) {
  bool any = false;
  for (const HeldContact& one : held_) {
    if (one.contact >= stage_.contacts() || one.landed) continue;
    const double gap = stage_.gap(one.contact);
    if (!(gap > kSimultaneous * stage_.length(one.contact))) continue;  // most of them
    double fastest = 0;
    for (int a = 1; a < stage_.d(); ++a) fastest = std::max(fastest, stage_.rows().terms(one.row + a, E.u()));
    if (!(gap > kSlidOff * length_ * fastest)) continue;
    any = true;
    slid_ = std::max(slid_, gap);
    E.set_mode(one.contact, ContactMode::open);
  }
  if (any) hold(E);
}

/// Held contacts whose flight would have ended within the piece: bringing them to rest is an impact without
/// restitution, not removal of drift.
double MidpointPiece::landing_work() const {
  double work = 0;
  if (flights_ == nullptr || flights_->empty()) return work;
  for (std::size_t i = 0; i < held_.size(); ++i) {
    if (held_[i].landed) work += projection_.normal_work(to_int(i));
  }
  return work;
}

/// Tangential work where contacts stick from A to E: friction does none there, so that this is removal of drift.
double MidpointPiece::rolling_work() const {
  double work = 0;
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const HeldContact& one = held_[i];
    if (one.sticks && !one.landed && one.contact < stage_.contacts())
      work += projection_.tangential_work(to_int(i));
  }
  return work;
}

/// Lists the contacts that are closed at E.
void MidpointPiece::hold(const State& E) {
  held_.clear();
  pressing_energy_ = 0;
  const std::size_t active = stage_.active_contacts();
  if (active == 0) return;
  const std::size_t d = idx(stage_.d());
  double fastest = 0;
  for (std::size_t i = 0; i < d * active; ++i)
    fastest = std::max(fastest, kRestingPart * std::abs(stage_.gamma()[i]));
  for (std::size_t c = 0; c < active; ++c) {
    const int contact = stage_.contact(c), row = stage_.d() * static_cast<int>(c);
    const ContactMode mode = E.mode(contact);
    if (mode == ContactMode::open) continue;
    const double* P = stage_.P() + row;
    HeldContact& one = held_.emplace_back();
    one.contact = contact;
    one.row = row;
    one.mode = mode;
    one.mu = stage_.mu(c);
    one.sticks = modes_[c] == ContactMode::stick && mode == ContactMode::stick;
    one.landed = flights_ != nullptr && !flights_->empty() &&
                 std::find(flights_->begin(), flights_->end(), contact) != flights_->end();
    one.pressed = P[0] * stage_.rows().diagonal(row);
    fastest = std::max(fastest, kRestingPart * one.pressed);
    pressing_energy_ += 0.5 * one.pressed * P[0];
    for (int a = 0; one.sticks && a < stage_.d(); ++a)
      one.rolling = std::max(one.rolling, stage_.rows().terms(row + a, E.u()));
    for (std::size_t a = 1; a < 3 && d == 3; ++a) one.ratio[a - 1] = P[0] > 0 ? P[a] / P[0] : 0;
  }
  resting_speed_ = fastest;
}

/// What friction took in the piece [J].
double MidpointPiece::friction_taken() const {
  double taken = 0;
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const int contact = stage_.contact(c);
    for (int a = 1; a < stage_.d(); ++a) {
      const double slip = slip_A_.of(contact)[a - 1] + slip_E_.of(contact)[a - 1];
      taken -= 0.5 * stage_.P()[idx(stage_.d()) * c + idx(a)] * slip;
    }
  }
  return taken;
}

/// Velocities of the joints and of held contacts are corrected. The impulses of that press joints that rub a
/// little more, which then rub a little more, and so on: the correction is repeated until both agree.
void MidpointPiece::settle_velocities(State& E) {
  if (stage_.elements() == stage_.contacts()) {
    std::copy(E.u().begin(), E.u().end(), u_.begin());
    projection_.velocities(stage_.ev(), stage_.joints(), E.u());
    // friction takes less where a contact is pressed less, but gives nothing: contacts turned too far for their piece
    const double given = projection_.tangential_work() - rolling_work() - friction_taken();
    if (!(given > kRounding * pressing_energy_)) return;
    std::copy(u_.begin(), u_.end(), E.u().begin());
    projection_.without_friction();
    return projection_.velocities(stage_.ev(), stage_.joints(), E.u());
  }
  constexpr int kMostRepeats = 50;
  constexpr double kAgree = 1e-10;  // of what presses: the correction itself is of second order
  stage_.rubbing().build(stage_.ev(), stage_.joints());
  std::fill(more_pressing_.begin(), more_pressing_.end(), 0.0);
  std::copy(E.u().begin(), E.u().end(), u_.begin());
  for (int repeat = 0; repeat < kMostRepeats; ++repeat) {
    std::copy(u_.begin(), u_.end(), E.u().begin());
    projection_.velocities(stage_.ev(), stage_.joints(), E.u(), more_pressing_);
    for (std::size_t i = 0; i < held_.size(); ++i) {
      const int place = held_[i].contact - stage_.contacts();
      if (place >= 0) more_friction_[idx(place)] = projection_.contact_impulses()[idx(stage_.d()) * i + 1];
    }
    std::copy(projection_.joint_impulses().begin(), projection_.joint_impulses().end(), more_lambda_.begin());
    stage_.rubbing().add_levers(stage_.joints(), more_friction_, E.u(), more_lambda_);
    bool agree = true;
    for (int i = 0; i < stage_.rubbing().places(); ++i) {
      double& more = more_pressing_[idx(i)];
      const double now = stage_.rubbing().change(i, stage_.ev(), more_lambda_);
      agree = agree && std::abs(now - more) <= kAgree * (std::abs(now) + stage_.rubbing().pressing(i));
      more = now;
    }
    if (agree) break;
  }
  // what the levers added to the reactions is not among those of the projection
  for (std::size_t r = 0; r < more_lambda_.size(); ++r) more_lambda_[r] -= projection_.joint_impulses()[r];
  stage_.add_lambda(more_lambda_);
}

/// q moved by the correction, which is a displacement in the coordinates of velocities.
void MidpointPiece::move_positions(State& E) {
  stage_.system().advance(E.q(), change_, 1, q_M_);
  double* q = E.q().data();
  for (std::size_t i = 0; i < q_M_.size(); ++i) q[i] = q_M_[i];
}

/// Potential energy that the correction of positions adds; applied and damping forces have none.
void MidpointPiece::book_displacement() {
  const Evaluation& ev = stage_.ev();
  for (std::size_t i = 0; i < change_.size(); ++i) pending_.stabilisation -= ev.h[i] * change_[i];
  if (!stage_.info().books_forces) return;
  for (std::size_t i = 0; i < change_.size(); ++i) {
    pending_.stabilisation += (ev.h_applied[i] + ev.h_damping[i]) * change_[i];
  }
}

/// Who the removal of drift is due to, for the record: what did the most work on velocities, or, where moving
/// positions did more, what was moved most.
void MidpointPiece::note_culprit(double displacement) {
  const int held = projection_.worst_contact();
  drift_contact_ = held < 0 ? -1 : held_[idx(held)].contact;
  drift_row_ = projection_.worst_row();
  if (std::abs(displacement) <= std::abs(projection_.joint_work() + projection_.normal_work())) return;
  double most = 0;
  for (const HeldContact& one : held_) {
    if (one.contact >= stage_.contacts() || !(std::abs(stage_.gap(one.contact)) > most)) continue;
    most = std::abs(stage_.gap(one.contact));
    drift_contact_ = one.contact;
    drift_row_ = -1;
  }
  for (std::size_t r = 0; r < stage_.ev().Phi.size(); ++r) {
    if (stage_.info().constraints[r].angle || !(std::abs(stage_.ev().Phi[r]) > most)) continue;
    most = std::abs(stage_.ev().Phi[r]);
    drift_contact_ = -1;
    drift_row_ = to_int(r);
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
  for (std::size_t r = 0; r < stage_.ev().Phi.size(); ++r) {
    const double error = std::abs(stage_.ev().Phi[r]);
    if (error <= most * stage_.info().row_scale(r)) continue;
    most = error / stage_.info().row_scale(r);
    worst = to_int(r);
  }
  return worst;
}

/// Whether held contacts were near their surfaces before the correction.
bool MidpointPiece::contacts_settled() const {
  return std::none_of(held_.begin(), held_.end(), [&](const HeldContact& one) {
    return one.contact < stage_.contacts() &&
           std::abs(stage_.gap(one.contact)) > kSettledContact * stage_.length(one.contact);
  });
}

bool MidpointPiece::settle_again(State& E, StepReport& report) {
  stage_.clear_lambda();
  std::fill(corrected_.begin(), corrected_.end(), 0.0);
  return settle(E, report);
}

void MidpointPiece::commit_correction(Book& book) {
  book.works.add(pending_);
  pending_ = Works{};
  for (std::size_t r = 0; r < stage_.lambda().size(); ++r) book.joint_impulse[r] += stage_.lambda()[r];
  for (std::size_t i = 0; i < book.contact_impulse.size(); ++i) book.contact_impulse[i] += corrected_[i];
  for (int i = stage_.contacts(); i < stage_.elements(); ++i)
    book_rubbing(book, stage_, i - stage_.contacts(),
                 corrected_.data() + static_cast<std::ptrdiff_t>(stage_.d()) * i);
}

}  // namespace freeplay
