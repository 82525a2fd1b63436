// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/extrapolated_piece.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/spatial.h"

namespace freeplay {
namespace {

constexpr double kWeights[] = {1.0 / 12, -4.0 / 3, 2.25};
// n = 2, 3: Σ w = 1, Σ w/n² = 0
constexpr double kLower[] = {0, -0.8, 1.8};

constexpr double kMostFall = 0.5;  // of a slip, due to friction that falls along it

void clear(Book& book) {
  book.works = Works{};
  book.drift = DriftRemoval{};
  book.clear_impulses();
}

void add_scaled(const Works& from, double weight, Works& to) {
  to.drivers += weight * from.drivers;
  to.applied += weight * from.applied;
  to.damping += weight * from.damping;
  to.impact += weight * from.impact;
  to.friction += weight * from.friction;
  to.stabilisation += weight * from.stabilisation;
}

}  // namespace

ExtrapolatedPiece::ExtrapolatedPiece(RigidStage& stage, bool project)
    : stage_(stage),
      piece_(stage, project),
      books_{Book(stage.info()), Book(stage.info()), Book(stage.info())},
      end_{stage.system().initial_state(), stage.system().initial_state(), stage.system().initial_state()},
      from_(end_[0]),
      to_(end_[0]),
      slip_A_(stage.elements(), stage.d()),
      slip_E_(stage.elements(), stage.d()) {
  const auto n = idx(stage.contacts());
  resting_.reserve(idx(stage.elements()));
  acceleration_.assign(idx(stage.info().nu), 0);
  gap_M_.assign(n, 0);
  force_A_.assign(n, 0);
  force_E_.assign(n, 0);
  force_bend_.assign(n, 0);
  for (std::vector<double>& third : thirds_) third.assign(idx(stage.d()) * n, 0);
  let_go_.assign(n, false);
}

bool ExtrapolatedPiece::run(const State& A, State& E, double delta, StepReport& report) {
  moved_ = true;
  runs_away_ = false;
  slid_ = 0;
  std::fill(gap_M_.begin(), gap_M_.end(), kInfinity);
  for (int n = 1; n <= static_cast<int>(kRows); ++n) {
    if (!repeat(A, n, delta, report)) return false;
  }
  combine(A, E);
  find_forces(A);
  find_reserve(A);
  for (const int contact : resting_) {
    if (E.mode(contact) != ContactMode::open) E.set_mode(contact, ContactMode::stick);
  }
  resting_.clear();
  if (!piece_.settle_again(E, report)) return false;
  estimate(A, E);
  for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
    const int contact = stage_.contact(c);
    if (E.mode(contact) == ContactMode::open) continue;
    // slip that ended before E: the whole piece still tells that it passed its end
    const bool ended = A.mode(contact) != ContactMode::stick && E.mode(contact) == ContactMode::stick;
    if (ended) continue;
    for (int a = 1; a < stage_.d(); ++a) {
      slip_E_.of(contact)[a - 1] = stage_.slip_rate(contact, a, E.u());
    }
  }
  return true;
}

/// n pieces of δ/n; impulses and works go to the book of that row.
bool ExtrapolatedPiece::repeat(const State& A, int n, double delta, StepReport& report) {
  Book& book = books_[idx(n - 1)];
  clear(book);
  from_.restore(A);
  to_.restore(A);
  for (int i = 0; i < n; ++i) {
    if (!piece_.run(from_, to_, delta / n, report)) return false;
    slid_ = std::max(slid_, piece_.slid());
    runs_away_ = runs_away_ || (stage_.active_contacts() > 0 && stage_.friction().fall() > kMostFall);
    piece_.commit(to_.t(), book);
    if (n == static_cast<int>(kRows)) note_third(idx(i));
    if (n == 1) {
      slip_A_ = piece_.slips_A();
      slip_E_ = piece_.slips_E();
    } else if (i < n - 1) {
      for (std::size_t c = 0; c < gap_M_.size(); ++c) gap_M_[c] = std::min(gap_M_[c], stage_.ev().gap[c]);
    }
    from_.restore(to_);
  }
  end_[idx(n - 1)].restore(to_);
  return true;
}

/// The impulses of the third just run, from what the book has grown by.
void ExtrapolatedPiece::note_third(std::size_t third) {
  const Book& book = books_[kRows - 1];
  for (std::size_t i = 0; i < thirds_[third].size(); ++i) {
    double before = 0;
    for (std::size_t k = 0; k < third; ++k) before += thirds_[k][i];
    thirds_[third][i] = book.contact_impulse[i] - before;
  }
  if (third == 0) slipped_ = false;
  for (std::size_t c = 0; c < gap_M_.size(); ++c) {
    const ContactMode mode = to_.mode(static_cast<int>(c));
    if (third == 0) let_go_[c] = false;
    if (mode == ContactMode::open) let_go_[c] = true;
    const bool stuck = from_.mode(static_cast<int>(c)) == ContactMode::stick;
    if (stuck && mode != ContactMode::stick && mode != ContactMode::open) slipped_ = true;
  }
}

/// What friction has left at the end of the piece: a parabola through its means over the thirds, whose loads are
/// counted together because contacts may share them in many ways. Where it does not fall along a smooth curve, the
/// contacts are taken to stick.
void ExtrapolatedPiece::find_reserve(const State& A) {
  reserve_E_ = 1;
  const auto d = idx(stage_.d());
  std::array<double, kRows> part{};
  for (std::size_t third = 0; third < kRows; ++third) {
    double left = 0, bounds = 0;
    for (int i = 0; i < stage_.contacts(); ++i) {
      const ContactData& laws = stage_.data(i);
      if (A.mode(i) != ContactMode::stick || laws.friction != nullptr || let_go_[idx(i)]) continue;
      const double* P = thirds_[third].data() + d * idx(i);
      const double bound = laws.mu * std::max(P[0], 0.0);
      bounds += bound;
      left += bound - (d == 2 ? std::abs(P[1]) : std::hypot(P[1], P[2]));
    }
    if (!(bounds > 0)) return;
    part[third] = left / bounds;
  }
  const double slope = 0.5 * (part[2] - part[0]), bend = 0.5 * (part[2] - 2 * part[1] + part[0]);
  if (slipped_) {  // friction at its bound says nothing of what would be needed
    reserve_E_ = -1;
  } else if (part[0] > part[1] && part[1] > part[2] && std::abs(bend) <= 0.25 * std::abs(slope)) {
    reserve_E_ = part[1] - bend / 12 + 1.5 * slope + 2.25 * bend;  // of the parabola with these means
  }
}

/// Forces at the ends of the piece: a parabola through the mean forces of its thirds. Where they do not lie
/// on a smooth curve, as among contacts that share a load in no unique way, the contact is taken to hold.
void ExtrapolatedPiece::find_forces(const State& A) {
  for (std::size_t c = 0; c < gap_M_.size(); ++c) {
    force_A_[c] = force_E_[c] = 0;
    if (A.mode(static_cast<int>(c)) == ContactMode::open) continue;
    const std::size_t row = idx(stage_.d()) * c;
    const double first = thirds_[0][row], second = thirds_[1][row], last = thirds_[2][row];
    const double slope = 0.5 * (last - first), bend = 0.5 * (last - 2 * second + first);
    force_A_[c] = second - 1.5 * slope + 2.25 * bend;
    force_bend_[c] = slope != 0 ? std::abs(bend / slope) : 0;
    if (let_go_[c]) {
      force_A_[c] = first;  // the parabola would go through impulses that were cut off
      force_E_[c] = -first;
    } else if (first > second && second > last && std::abs(bend) <= 0.25 * std::abs(slope)) {
      force_E_[c] = second + 1.5 * slope + 2.25 * bend;
    }
  }
}

void ExtrapolatedPiece::combine(const State& A, State& E) {
  E.restore(end_[kRows - 1]);
  E.set_t(end_[0].t());
  for (std::size_t i = 0; i < E.q().size(); ++i) {
    double change = 0;  // of the change, not of q: angles may be large
    for (std::size_t n = 0; n < kRows; ++n) change += kWeights[n] * (end_[n].q()[i] - A.q()[i]);
    E.q()[i] = A.q()[i] + change;
  }
  for (std::size_t i = 0; i < E.u().size(); ++i) {
    double sum = 0;
    for (std::size_t n = 0; n < kRows; ++n) sum += kWeights[n] * end_[n].u()[i];
    E.u()[i] = sum;
  }
  if (stage_.info().nq == stage_.info().nu) return;
  // a move of no length leaves only what moves do to positions: Euler parameters have length 1 again
  std::fill(acceleration_.begin(), acceleration_.end(), 0.0);
  std::copy(E.q().begin(), E.q().end(), from_.q().begin());
  stage_.system().advance(from_.q(), acceleration_, 1, E.q());
}

double ExtrapolatedPiece::size(std::size_t coordinate) const {
  return stage_.info().sizes.empty() ? 1 : stage_.info().sizes[coordinate];
}

void ExtrapolatedPiece::estimate(const State& A, const State& E) {
  error_ = position_error_ = 0;
  for (std::size_t i = 0; i < E.q().size(); ++i) {
    double lower = A.q()[i];
    for (std::size_t n = 0; n < kRows; ++n) lower += kLower[n] * (end_[n].q()[i] - A.q()[i]);
    position_error_ = std::max(position_error_, std::abs(E.q()[i] - lower) / size(i));
  }
  // the velocity that the forces give over a size: what counts when the machine is at rest
  stage_.joints().inverse_mass(stage_.ev().h, acceleration_);
  double worst = 0;
  for (std::size_t i = 0; i < E.u().size(); ++i) {
    double lower = 0;
    for (std::size_t n = 0; n < kRows; ++n) lower += kLower[n] * end_[n].u()[i];
    const double of = stage_.info().u_size(i);
    fastest_ = std::max({fastest_, std::abs(A.u()[i]) / of, std::abs(E.u()[i]) / of});
    fastest_ = std::max(fastest_, std::sqrt(std::abs(acceleration_[i]) / of));
    worst = std::max(worst, std::abs(E.u()[i] - lower) / of);
  }
  position_error_ = std::max(position_error_, slid_ / stage_.info().length);
  error_ = std::max(position_error_, fastest_ > 0 ? worst / fastest_ : 0);
  if (runs_away_) error_ = kInfinity;  // all three may agree to have passed over the same thing
}

void ExtrapolatedPiece::rest(const State& A) {
  moved_ = false;
  piece_.rest(A);
  error_ = position_error_ = 0;
}

void ExtrapolatedPiece::commit(double t, Book& book) {
  if (!moved_) {
    piece_.commit(t, book);
    return;
  }
  const double before = book.works.stabilisation;
  for (std::size_t n = 0; n < kRows; ++n) {
    add_scaled(books_[n].works, kWeights[n], book.works);
    for (std::size_t i = 0; i < book.contact_impulse.size(); ++i)
      book.contact_impulse[i] += kWeights[n] * books_[n].contact_impulse[i];
    for (std::size_t i = 0; i < book.joint_impulse.size(); ++i)
      book.joint_impulse[i] += kWeights[n] * books_[n].joint_impulse[i];
    for (std::size_t i = 0; i < book.rubbing_impulse.size(); ++i) {
      book.rubbing_pressing[i] += kWeights[n] * books_[n].rubbing_pressing[i];
      book.rubbing_impulse[i] = book.rubbing_impulse[i] + kWeights[n] * books_[n].rubbing_impulse[i];
    }
    book.statistics.substeps += static_cast<long long>(n) + 1;
  }
  piece_.commit_correction(book);
  const DriftRemoval& last = books_[kRows - 1].drift;
  book.drift.add(t, book.works.stabilisation - before, last.worst_contact, last.worst_row);
}

}  // namespace freeplay
