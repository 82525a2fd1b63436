// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/rigid_stage.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/index.h"
#include "stepping/rigid/rigid_refusals.h"

namespace freeplay {
namespace {

constexpr int kMostSolves = 400;  // of one problem whose friction depends on slip or on the joints

/// What rigid stepping cannot do is refused before anything is built.
const System& accepted(const System& system, const Choice& solver) {
  refuse_in_space(system.info(), solver);
  if (!system.info().rubbing.empty()) refuse_with_rubbing(system);
  return system;
}

}  // namespace

RigidStage::RigidStage(const System& system, const Choice& solver)
    : ActiveContacts(accepted(system, solver)),
      problem_(elements() + ImpactSolvers::auxiliaries(info()), d()),
      chain_(solver, elements() + ImpactSolvers::auxiliaries(info()), d()),
      estimate_(elements(), d()),
      friction_(elements(), d()),
      impact_(info()) {
  laws_ = rubs() || info().first_slot >= 0 ||
          std::any_of(info().contacts.begin(), info().contacts.end(),
                      [](const ContactInfo& contact) { return contact.friction != nullptr; });
  const auto n = idx(elements());
  P_.assign(idx(d()) * n, 0);
  b_.assign(idx(d()) * n, 0);
  mu_.assign(n, 0);
  slip_part_.assign(n, 1);
  modes_.assign(n, ContactMode::open);
  if (d() == 3) ratio_.assign(2 * n, 0);
  lambda_.assign(info().constraints.size(), 0);
  P_T_.assign(info().rubbing.size(), 0);
  v_.assign(rubs() ? idx(info().nu) : 0, 0);
  reaction_.assign(rubs() ? lambda_.size() : 0, 0);
}

void RigidStage::visit(Archive& a, const State& state) {
  ActiveContacts::visit(a);
  a(chain_.statistics());
  if (a.reading()) load(state);
}

void RigidStage::pose() {
  problem_.pose(matrix());
  for (std::size_t c = 0; c < active_contacts(); ++c) {
    problem_.mu(static_cast<int>(c)) = data(contact(c)).mu;
    slip_part_[c] = 1;
  }
  if (!laws_) return;
  friction_.clear();
  for (std::size_t c = 0; c < active_contacts(); ++c) friction_.add(data(contact(c)).friction);
}

void RigidStage::guess_mode(std::size_t c, ContactMode last) {
  const bool minus = d() == 2 && gamma()[2 * c + 1] < 0;
  set_mode(c, last != ContactMode::open ? last : minus ? ContactMode::slip_minus : ContactMode::slip_plus);
}

void RigidStage::guess_impulse(std::size_t c, const State& state) {
  const double* from = state.impulses().data() + static_cast<std::ptrdiff_t>(d()) * contact(c);
  for (int a = 0; a < d(); ++a) problem_.P(d() * static_cast<int>(c) + a) = from[a];
}

void RigidStage::guess_last_impulses() {
  for (std::size_t i = 0; i < active_rows(); ++i) problem_.P(to_int(i)) = P_[i];
}

void RigidStage::keep_impulse(std::size_t c, State& state) const {
  double* to = state.impulses().data() + static_cast<std::ptrdiff_t>(d()) * contact(c);
  for (int a = 0; a < d(); ++a) to[a] = P_[idx(d()) * c + idx(a)];
}

double RigidStage::mu_before(std::size_t c) const {
  const ContactData& laws = data(contact(c));
  if (laws.friction == nullptr) return laws.mu;
  const double* slip = gamma() + idx(d()) * c + 1;
  return mu_of(*laws.friction, d() == 2 ? std::abs(slip[0]) : std::hypot(slip[0], slip[1]));
}

bool RigidStage::slide_on() {
  const std::size_t n = active_contacts();
  bool sticks = false;
  for (std::size_t c = 0; c < n; ++c) {
    modes_[c] = mode(c);
    sticks = sticks || modes_[c] == ContactMode::stick;
  }
  if (sticks || rubs() || (d() == 3 && !slip_ratios())) return false;
  estimate_.solve(problem_, {modes_.data(), n}, ratio_);
  bool pulled = false;
  for (std::size_t i = 0, a = 0; i < active_rows(); ++i, a = a + 1 < idx(d()) ? a + 1 : 0) {
    P_[i] = problem_.P(to_int(i));
    pulled = pulled || (a == 0 && P_[i] < 0);
  }
  return !pulled;
}

/// Friction against the slip before, in space; false where slip has no direction, and with a pyramid, whose
/// friction is not against the slip.
bool RigidStage::slip_ratios() {
  if (chain_.facets() > 0) return false;
  for (std::size_t c = 0; c < active_contacts(); ++c) {
    const double* slip = gamma() + 3 * c + 1;
    const double speed = std::hypot(slip[0], slip[1]), mu = problem_.mu(static_cast<int>(c));
    if (mu > 0 && !(speed > 0)) return false;
    for (std::size_t a = 0; a < 2; ++a) ratio_[2 * c + a] = mu > 0 ? -mu * slip[a] / speed : 0;
  }
  return true;
}

bool RigidStage::solve_law(const ImpactEntry& law, SolveReport& report, bool& gave_up) {
  ImpactProblem& problem = impact_.problem();
  const bool solved = impact_.of(law).solve(problem, problem_, chain_, report, gave_up);
  std::copy_n(problem.P.begin(), static_cast<std::ptrdiff_t>(active_rows()), P_.begin());
  return solved;
}

bool RigidStage::solve(StepReport& report) {
  for (int i = 0; i < rows().size(); ++i) {
    if (std::isfinite(problem_.b(i))) continue;
    report = {StepStatus::not_finite, -1, 0};
    return false;
  }
  // velocities of a machine that hardly moves are known to rounding only: no solution is better than that
  const double noise = d() == 3 ? std::numeric_limits<double>::epsilon() * take_largest_term() : 0;
  guess_friction();
  const bool rubbed = first_joint() < active_contacts();
  if (rubbed) rubbing().begin(ev(), lambda_);
  if (friction_.varies() || rubbed) {
    for (int i = 0; i < rows().size(); ++i) b_[idx(i)] = problem_.b(i);
  }
  if (rubbed) press();
  for (int pass = 1;; ++pass) {
    if (problem_.stopped()) return fail(StepStatus::interrupted, -1, 0, report);
    if (!solve_once(noise, report)) return false;
    for (std::size_t c = 0; c < active_contacts(); ++c) mu_[c] = problem_.mu(static_cast<int>(c));
    const bool presses = rubbed && press_again();
    if (!presses && (!friction_.varies() || !friction_.again(matrix(), b_.data(), P_.data(), gamma(),
                                                             slip_part_.data(), problem_))) {
      if (rubbed) close_joints();
      return true;
    }
    if (pass == kMostSolves) {
      if (presses) return fail(StepStatus::jammed, contacts() + rubbing().worst(), 0, report);
      const int culprit = friction_.worst();
      return fail(StepStatus::friction_unsettled, culprit < 0 ? -1 : contact(idx(culprit)), friction_.error(),
                  report);
    }
    problem_.pose(matrix());  // solvers scale it
    if (rubbed) press();
    for (int i = 0; i < rows().size(); ++i) {
      problem_.b(i) = b_[idx(i)];
      problem_.P(i) = P_[idx(i)];
    }
  }
}

bool RigidStage::solve_once(double noise, StepReport& report) {
  if (d() == 3) problem_.set_noise(noise);
  const SolveReport solved = chain_.solve(problem_);
  if (solved.painleve >= 0 && chain_.statistics().painleve_contact < 0) {
    chain_.statistics().painleve_contact = contact(idx(solved.painleve));
  }
  if (!solved.solved) {
    if (problem_.stopped()) return fail(StepStatus::interrupted, -1, 0, report);
    const int culprit = solved.painleve >= 0 ? solved.painleve : solved.worst;
    return fail(StepStatus::unsolved, culprit < 0 ? -1 : contact(idx(culprit)), solved.residual, report);
  }
  for (int i = 0; i < rows().size(); ++i) P_[idx(i)] = problem_.P(i);
  return true;
}

/// A joint that rubs is named by its place, and friction that finds no solution in it jams it.
bool RigidStage::fail(StepStatus status, int culprit, double residual, StepReport& report) const {
  report = culprit < contacts() ? StepReport{status, culprit, residual}
                                : StepReport{StepStatus::jammed, culprit - contacts(), residual};
  return false;
}

/// The normal impulses of joints that rub, as right-hand sides of rows that are tied to nothing.
void RigidStage::press() {
  for (std::size_t c = first_joint(); c < active_contacts(); ++c) {
    const int row = d() * static_cast<int>(c);
    b_[idx(row)] = -rows().diagonal(row) * rubbing().pressing(contact(c) - contacts());
    problem_.b(row) = b_[idx(row)];
  }
}

void RigidStage::read_friction() {
  for (std::size_t c = first_joint(); c < active_contacts(); ++c) {
    P_T_[idx(contact(c) - contacts())] = P_[idx(d()) * c + 1];
  }
}

/// Whether the solution presses joints that rub otherwise than they were taken to be.
bool RigidStage::press_again() {
  std::fill(v_.begin(), v_.end(), 0.0);
  std::copy(lambda_.begin(), lambda_.end(), reaction_.begin());
  add_impulse(P_.data(), v_, reaction_);
  read_friction();
  rubbing().add_levers(joints(), P_T_, v_, reaction_);
  double scale = 0;
  for (std::size_t i = 0; i < active_rows(); ++i) scale = std::max(scale, std::abs(P_[i]));
  return rubbing().again(ev(), reaction_, P_T_, scale);
}

/// A joint that nothing presses is not open: it slips, or it is at rest.
void RigidStage::close_joints() {
  for (std::size_t c = first_joint(); c < active_contacts(); ++c) {
    ContactMode& mode = problem_.mode(static_cast<int>(c));
    if (mode != ContactMode::open) continue;
    double xi[3] = {0, 0, 0};
    matrix().add_row_times(static_cast<int>(c), P_.data(), xi);
    for (int a = 1; a < d(); ++a) xi[a] += b_[idx(d()) * c + idx(a)];
    mode = mode_of_slip(xi + 1, d(), 0);
  }
}

void RigidStage::apply_impulses(std::span<double> u) {
  add_impulse(P_.data(), u, lambda_);
  if (first_joint() == active_contacts()) return;
  read_friction();
  rubbing().add_levers(joints(), P_T_, u, lambda_);
}

void RigidStage::hold_joints(std::span<const double> v, double part, std::span<double> u) {
  joints().apply_D(ev(), v, lambda_);
  for (std::size_t r = 0; r < lambda_.size(); ++r) lambda_[r] = -(lambda_[r] + part * ev().Phi_t[r]);
  joints().forward(lambda_);
  joints().backward(lambda_);
  joints().add_impulse(lambda_, u);
}

Impact RigidStage::impact_of(std::size_t c, double t, const double* before, const double* after) const {
  const int row = d() * static_cast<int>(c);
  Impact one;
  one.t = t;
  one.contact = contact(c);
  one.normal_before = before[0];
  one.normal_after = after[0];
  one.P_N = P_[idx(row)];
  for (std::size_t a = 1; a < idx(d()); ++a) {
    one.slip_before[a - 1] = before[a];
    one.slip_after[a - 1] = after[a];
    one.P_T[a - 1] = P_[idx(row) + a];
  }
  one.approach_energy = 0.5 * before[0] * before[0] / rows().diagonal(row);
  return one;
}

ContactMode mode_of_slip(const double* slip, int d, double rest) {
  if (d == 3) return std::hypot(slip[0], slip[1]) <= rest ? ContactMode::stick : ContactMode::slip_plus;
  if (std::abs(slip[0]) <= rest) return ContactMode::stick;
  return slip[0] > 0 ? ContactMode::slip_plus : ContactMode::slip_minus;
}

void book_impulse(Book& book, const RigidStage& stage, std::size_t c, const double* before,
                  const double* after) {
  const int contact = stage.contact(c), row = stage.d() * static_cast<int>(c);
  const auto d = idx(stage.d()), own = d * c;
  const double* P = stage.P() + own;
  if (contact >= stage.contacts()) {
    for (std::size_t a = 1; a < d; ++a) book.works.friction += 0.5 * P[a] * (before[a] + after[a]);
    return book_rubbing(book, stage, contact - stage.contacts(), P);
  }
  double* booked = book.contact_impulse.data() + d * idx(contact);
  const double* moves = stage.surface() + own;
  double scale = 0, tangential = 0, surface = 0;
  for (std::size_t a = 0; a < d; ++a) {
    const double impulse = P[a];
    booked[a] += impulse;
    scale += std::abs(impulse) * (std::abs(before[a]) + std::abs(after[a]));
    if (a > 0) tangential += 0.5 * impulse * (before[a] + after[a]);
    surface += impulse * moves[a];
  }
  // P² G: velocities carry the rounding of what the impulse changed, also when they end at zero
  for (int a = 0; a < stage.d(); ++a) scale += P[a] * P[a] * stage.rows().diagonal(row + a);
  book.contact_work(contact, 0.5 * P[0] * (before[0] + after[0]), tangential, scale);
  // γ counts the motion of the surfaces themselves: what they do to the system is work of drivers
  book.works.drivers -= surface;
  if (P[0] > book.statistics.peak_P_N) {
    book.statistics.peak_P_N = P[0];
    book.statistics.peak_contact = contact;
  }
}

void book_rubbing(Book& book, const RigidStage& stage, int place, const double* P) {
  const auto k = idx(place);
  book.rubbing_pressing[k] += P[0];
  const auto d = idx(std::min(stage.info().rubbing[k].d, stage.d() - 1));
  for (std::size_t a = 0; a < d; ++a) book.rubbing_impulse[k][a] += P[1 + a];
}

StepReport finish_step(Book& book, const RigidStage& stage, const State& state) {
  ++book.statistics.steps;
  const double* gaps = stage.ev().gap.data();
  for (int i = 0; i < stage.contacts(); ++i) {
    if (gaps[i] >= 0) continue;
    const double depth = -stage.gap(i), relative = depth / stage.length(i);
    if (depth > book.statistics.worst_penetration) {
      book.statistics.worst_penetration = depth;
      book.statistics.worst_contact = i;
    }
    if (relative > book.statistics.worst_penetration_relative) {
      book.statistics.worst_penetration_relative = relative;
      book.statistics.worst_relative_contact = i;
    }
  }
  for (int i = stage.contacts(); i < stage.elements(); ++i)
    book.rubbing_mode[idx(i - stage.contacts())] = state.mode(i);
  for (const double u : state.u()) {
    if (!std::isfinite(u)) return {StepStatus::not_finite, -1, 0};
  }
  return {};
}

}  // namespace freeplay
