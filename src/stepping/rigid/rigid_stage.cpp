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

/// Every law that a contact has, or that a free contact may come with: its slot has the highest.
std::vector<const ImpactEntry*> laws_of(const SystemInfo& info) {
  std::vector<const ImpactEntry*> laws;
  const ImpactEntry* highest = nullptr;
  for (const ContactInfo& contact : info.contacts) {
    highest = higher(highest, contact.impact);
    if (!is_newton(contact.impact) && std::find(laws.begin(), laws.end(), contact.impact) == laws.end())
      laws.push_back(contact.impact);
  }
  for (const ImpactEntry* law : entries_of<ImpactEntry>()) {
    const bool may_come = highest != nullptr && info.first_slot >= 0 && law->rank < highest->rank;
    if (may_come && !is_newton(law) && std::find(laws.begin(), laws.end(), law) == laws.end())
      laws.push_back(law);
  }
  return laws;
}

/// Room for impacts by laws other than Newton's: none when no contact has such a law.
int impact_room(const SystemInfo& info) {
  const bool any = std::any_of(info.contacts.begin(), info.contacts.end(),
                               [](const ContactInfo& contact) { return !is_newton(contact.impact); });
  return any ? static_cast<int>(info.contacts.size()) : 0;
}

/// Contacts that laws add to the contact problem.
int auxiliaries(const SystemInfo& info) {
  int most = 0;
  for (const ImpactEntry* law : laws_of(info)) {
    const bool there = std::any_of(info.contacts.begin(), info.contacts.end(),
                                   [&](const ContactInfo& contact) { return contact.impact == law; });
    if (there && law->auxiliaries) most = std::max(most, law->auxiliaries(info.contacts));
  }
  return most;
}

}  // namespace

RigidStage::RigidStage(const System& the_system, const Choice& solver)
    : system(the_system),
      info(the_system.info()),
      contacts(static_cast<int>(info.contacts.size())),
      elements(info.rubbing_elements()),
      d(info.dimension),
      dense(info.mass == MassKind::dense),
      ev(info),
      joints(info),
      rows(info, d * elements, d),
      problem(elements + auxiliaries(info), d),
      chain(solver, elements + auxiliaries(info), d),
      friction(elements, d),
      rubbing(the_system),
      impact(impact_room(info), d) {
  refuse_in_space(info, solver);
  if (!info.rubbing.empty()) refuse_with_rubbing(system);
  for (const ImpactEntry* law : laws_of(info)) impact_solvers_.push_back({law, law->solver(contacts)});
  const auto n = idx(d * elements);
  active.reserve(n);
  active_contact.reserve(idx(elements));
  P.assign(n, 0);
  b_.assign(n, 0);
  mu.assign(idx(elements), 0);
  slip_part.assign(idx(elements), 1);
  P_T_.assign(info.rubbing.size(), 0);
  v_.assign(info.rubbing.empty() ? 0 : idx(info.nu), 0);
  lambda_.assign(info.rubbing.empty() ? 0 : info.constraints.size(), 0);
  for (const RubbingInfo& joint : info.rubbing) {
    ContactData& own = rubbing_data_.emplace_back();
    own.mu = joint.friction->mu_static();
    own.friction = joint.friction;
    own.shape = joint.shape;
  }
  gamma.assign(n, 0);
  surface.assign(n, 0);
  lambda.assign(info.constraints.size(), 0);
  const State start = system.initial_state();
  load(start);
  system.place(start.t(), start.q(), ev);
  system.mass(start.q(), ev);
  joints.factorise(ev, true);
}

void RigidStage::load(const State& state) {
  if (info.features == 0) return;
  system.load(state.features(), ev);
}

void RigidStage::visit(Archive& a, const State& state) {
  a(ev.gap, ev.switches, largest_term, chain.statistics());
  if (a.reading()) load(state);
}

void RigidStage::evaluate(double t, std::span<const double> q) {
  system.place(t, q, ev);
  if (joints.rows() > 0) system.constraints(t, q, ev);
  if (dense) system.mass(q, ev);
  joints.factorise(ev, dense);
  if (elements > contacts) system.rubbing_rows(t, q, ev);
  if (contacts > 0) system.gaps(t, q, ev);
}

void RigidStage::activate(double t, std::span<const double> q, int i) {
  system.contact_rows(t, q, i, ev);
  active_contact.push_back(i);
  for (int row = d * i; row < d * i + d; ++row) active.push_back(row);
}

void RigidStage::activate_rubbing() {
  joints_active_ = info.rubbing.size();
  for (int i = contacts; i < elements; ++i) {
    active_contact.push_back(i);
    for (int row = d * i; row < d * i + d; ++row) active.push_back(row);
  }
}

void RigidStage::pose() {
  problem.pose(rows.matrix());
  friction.clear();
  for (std::size_t c = 0; c < active_contacts(); ++c) {
    problem.mu(static_cast<int>(c)) = data(contact(c)).mu;
    friction.add(data(contact(c)).friction);
    slip_part[c] = 1;
  }
  for (std::size_t i = 0; i < active.size(); ++i) {
    surface[i] = surface_rate(active[i]);
  }
}

void RigidStage::note_terms(int i, std::span<const double> u) {
  largest_term = std::max(largest_term, rows.terms(i, u));
}

void RigidStage::rates(std::span<const double> u, double* out) {
  const int n = rows.size();
  for (int i = 0; i < n && d == 3; ++i) note_terms(i, u);
  for (int i = 0; i < n; ++i) out[i] = rows.dot(i, u) + surface_rate(active[idx(i)]);
}

double RigidStage::mu_before(std::size_t c) const {
  const ContactData& laws = data(contact(c));
  if (laws.friction == nullptr) return laws.mu;
  const double* slip = gamma.data() + idx(d) * c + 1;
  return mu_of(*laws.friction, d == 2 ? std::abs(slip[0]) : std::hypot(slip[0], slip[1]));
}

bool RigidStage::solve(StepReport& report) {
  for (int i = 0; i < rows.size(); ++i) {
    if (std::isfinite(problem.b(i))) continue;
    report = {StepStatus::not_finite, -1, 0};
    return false;
  }
  // velocities of a machine that hardly moves are known to rounding only: no solution is better than that
  const double noise = d == 3 ? std::numeric_limits<double>::epsilon() * largest_term : 0;
  largest_term = 0;
  guess_friction();
  const bool rubs = joints_active_ > 0;
  if (rubs) rubbing.begin(ev, lambda);
  if (friction.varies() || rubs) {
    for (int i = 0; i < rows.size(); ++i) b_[idx(i)] = problem.b(i);
  }
  if (rubs) press();
  for (int pass = 1;; ++pass) {
    if (problem.stopped()) return fail(StepStatus::interrupted, -1, 0, report);
    if (!solve_once(noise, report)) return false;
    for (std::size_t c = 0; c < active_contacts(); ++c) mu[c] = problem.mu(static_cast<int>(c));
    const bool presses = rubs && press_again();
    if (!presses && (!friction.varies() || !friction.again(rows.matrix(), b_.data(), P.data(), gamma.data(),
                                                           slip_part.data(), problem))) {
      if (rubs) close_joints();
      return true;
    }
    if (pass == kMostSolves) {
      if (presses) return fail(StepStatus::jammed, contacts + rubbing.worst(), 0, report);
      const int culprit = friction.worst();
      return fail(StepStatus::friction_unsettled, culprit < 0 ? -1 : contact(idx(culprit)), friction.error(),
                  report);
    }
    problem.pose(rows.matrix());  // solvers scale it
    if (rubs) press();
    for (int i = 0; i < rows.size(); ++i) {
      problem.b(i) = b_[idx(i)];
      problem.P(i) = P[idx(i)];
    }
  }
}

bool RigidStage::solve_once(double noise, StepReport& report) {
  if (d == 3) problem.set_noise(noise);
  const SolveReport solved = chain.solve(problem);
  if (solved.painleve >= 0 && chain.statistics().painleve_contact < 0) {
    chain.statistics().painleve_contact = contact(idx(solved.painleve));
  }
  if (!solved.solved) {
    if (problem.stopped()) return fail(StepStatus::interrupted, -1, 0, report);
    const int culprit = solved.painleve >= 0 ? solved.painleve : solved.worst;
    return fail(StepStatus::unsolved, culprit < 0 ? -1 : contact(idx(culprit)), solved.residual, report);
  }
  for (int i = 0; i < rows.size(); ++i) P[idx(i)] = problem.P(i);
  return true;
}

/// A joint that rubs is named by its place, and friction that finds no solution in it jams it.
bool RigidStage::fail(StepStatus status, int culprit, double residual, StepReport& report) const {
  report = culprit < contacts ? StepReport{status, culprit, residual}
                              : StepReport{StepStatus::jammed, culprit - contacts, residual};
  return false;
}

/// The normal impulses of joints that rub, as right-hand sides of rows that are tied to nothing.
void RigidStage::press() {
  for (std::size_t c = first_joint(); c < active_contacts(); ++c) {
    const int row = d * static_cast<int>(c);
    b_[idx(row)] = -rows.G(row, row) * rubbing.pressing(contact(c) - contacts);
    problem.b(row) = b_[idx(row)];
  }
}

void RigidStage::read_friction() {
  for (std::size_t c = first_joint(); c < active_contacts(); ++c) {
    P_T_[idx(contact(c) - contacts)] = P[idx(d) * c + 1];
  }
}

/// Whether the solution presses joints that rub otherwise than they were taken to be.
bool RigidStage::press_again() {
  std::fill(v_.begin(), v_.end(), 0.0);
  std::copy(lambda.begin(), lambda.end(), lambda_.begin());
  rows.add_impulse(joints, {P.data(), active.size()}, v_, lambda_);
  read_friction();
  rubbing.add_levers(joints, P_T_, v_, lambda_);
  double scale = 0;
  for (std::size_t i = 0; i < active.size(); ++i) scale = std::max(scale, std::abs(P[i]));
  return rubbing.again(ev, lambda_, P_T_, scale);
}

/// A joint that nothing presses is not open: it slips, or it is at rest.
void RigidStage::close_joints() {
  for (std::size_t c = first_joint(); c < active_contacts(); ++c) {
    ContactMode& mode = problem.mode(static_cast<int>(c));
    if (mode != ContactMode::open) continue;
    double xi[3] = {0, 0, 0};
    rows.matrix().add_row_times(static_cast<int>(c), P.data(), xi);
    for (int a = 1; a < d; ++a) xi[a] += b_[idx(d) * c + idx(a)];
    mode = mode_of_slip(xi + 1, d, 0);
  }
}

void RigidStage::apply_impulses(std::span<double> u) {
  rows.add_impulse(joints, {P.data(), active.size()}, u, lambda);
  if (joints_active_ == 0) return;
  read_friction();
  rubbing.add_levers(joints, P_T_, u, lambda);
}

void RigidStage::apply_joints(std::span<double> u) {
  joints.forward(lambda);
  joints.backward(lambda);
  joints.add_impulse(lambda, u);
}

ImpactSolver& RigidStage::impact_solver(const ImpactEntry& law) const {
  for (const LawSolver& known : impact_solvers_) {
    if (known.law == &law) return *known.solver;
  }
  FREEPLAY_ASSERT(false);
  return *impact_solvers_.front().solver;
}

Impact RigidStage::impact_of(std::size_t c, double t, const double* before, const double* after) const {
  const int row = d * static_cast<int>(c);
  Impact one;
  one.t = t;
  one.contact = contact(c);
  one.normal_before = before[0];
  one.normal_after = after[0];
  one.P_N = P[idx(row)];
  for (std::size_t a = 1; a < idx(d); ++a) {
    one.slip_before[a - 1] = before[a];
    one.slip_after[a - 1] = after[a];
    one.P_T[a - 1] = P[idx(row) + a];
  }
  one.approach_energy = 0.5 * before[0] * before[0] / rows.G(row, row);
  return one;
}

ContactMode mode_of_slip(const double* slip, int d, double rest) {
  if (d == 3) return std::hypot(slip[0], slip[1]) <= rest ? ContactMode::stick : ContactMode::slip_plus;
  if (std::abs(slip[0]) <= rest) return ContactMode::stick;
  return slip[0] > 0 ? ContactMode::slip_plus : ContactMode::slip_minus;
}

void book_impulse(Book& book, const RigidStage& stage, std::size_t c, const double* before,
                  const double* after) {
  const int contact = stage.contact(c), row = stage.d * static_cast<int>(c);
  const auto d = idx(stage.d), own = d * c;
  const double* P = stage.P.data() + own;
  if (contact >= stage.contacts) {
    for (std::size_t a = 1; a < d; ++a) book.works.friction += 0.5 * P[a] * (before[a] + after[a]);
    return book_rubbing(book, stage, contact - stage.contacts, P);
  }
  double* booked = book.contact_impulse.data() + d * idx(contact);
  double scale = 0, tangential = 0, surface = 0;
  for (std::size_t a = 0; a < d; ++a) {
    booked[a] += P[a];
    scale += std::abs(P[a]) * (std::abs(before[a]) + std::abs(after[a]));
    if (a > 0) tangential += 0.5 * P[a] * (before[a] + after[a]);
    surface += P[a] * stage.surface[own + a];
  }
  // P² G: velocities carry the rounding of what the impulse changed, also when they end at zero
  for (int a = 0; a < stage.d; ++a) scale += P[a] * P[a] * stage.rows.G(row + a, row + a);
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
  const auto d = idx(std::min(stage.info.rubbing[k].d, stage.d - 1));
  for (std::size_t a = 0; a < d; ++a) book.rubbing_impulse[k][a] += P[1 + a];
}

StepReport finish_step(Book& book, const RigidStage& stage, const State& state) {
  ++book.statistics.steps;
  for (int i = 0; i < stage.contacts; ++i) {
    if (stage.gap(i) >= 0) continue;
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
  for (int i = stage.contacts; i < stage.elements; ++i)
    book.rubbing_mode[idx(i - stage.contacts)] = state.mode(i);
  for (const double u : state.u()) {
    if (!std::isfinite(u)) return {StepStatus::not_finite, -1, 0};
  }
  return {};
}

}  // namespace freeplay
