// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid_stage.h"

#include <algorithm>
#include <cmath>

namespace freeplay {
namespace {

/// Room for impacts of a law at or after `kind`: none when no contact has such a law.
int room_for(const SystemInfo& info, ImpactKind kind) {
  const bool any = std::any_of(info.contacts.begin(), info.contacts.end(),
                               [&](const ContactInfo& contact) { return contact.impact >= kind; });
  return any ? static_cast<int>(info.contacts.size()) : 0;
}

}  // namespace

RigidStage::RigidStage(const System& the_system, const Choice& solver)
    : system(the_system),
      info(the_system.info()),
      contacts(static_cast<int>(info.contacts.size())),
      dense(info.mass == MassKind::dense),
      ev(info),
      joints(info),
      rows(info, 2 * contacts),
      problem(contacts + poisson_auxiliaries(info.contacts)),
      chain(solver, contacts + poisson_auxiliaries(info.contacts)),
      impact(room_for(info, ImpactKind::poisson)),
      energetic(room_for(info, ImpactKind::stronge)) {
  const auto n = static_cast<std::size_t>(contacts);
  active.reserve(2 * n);
  P.assign(2 * n, 0);
  gamma.assign(2 * n, 0);
  surface.assign(2 * n, 0);
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

void RigidStage::evaluate(double t, std::span<const double> q) {
  system.place(t, q, ev);
  if (joints.rows() > 0) system.constraints(t, q, ev);
  if (dense) system.mass(q, ev);
  joints.factorise(ev, dense);
  if (contacts > 0) system.gaps(t, q, ev);
}

void RigidStage::activate(double t, std::span<const double> q, int i) {
  system.contact_rows(t, q, i, ev);
  active.push_back(2 * i);
  active.push_back(2 * i + 1);
}

void RigidStage::pose() {
  problem.pose(rows.matrix());
  for (std::size_t c = 0; c < active_contacts(); ++c) {
    problem.mu(static_cast<int>(c)) = data(contact(c)).mu;
  }
  for (std::size_t i = 0; i < active.size(); ++i) {
    surface[i] = ev.w_tilde[static_cast<std::size_t>(active[i])];
  }
}

bool RigidStage::solve(StepReport& report) {
  for (int i = 0; i < rows.size(); ++i) {
    if (std::isfinite(problem.b(i))) continue;
    report = {StepStatus::not_finite, -1, 0};
    return false;
  }
  const SolveReport solved = chain.solve(problem);
  if (solved.painleve >= 0 && chain.statistics().painleve_contact < 0) {
    chain.statistics().painleve_contact = contact(static_cast<std::size_t>(solved.painleve));
  }
  if (!solved.solved) {
    const int culprit = solved.painleve >= 0 ? solved.painleve : problem.worst_contact();
    report = {StepStatus::unsolved, culprit < 0 ? -1 : contact(static_cast<std::size_t>(culprit)),
              solved.residual};
    return false;
  }
  for (int i = 0; i < rows.size(); ++i) P[static_cast<std::size_t>(i)] = problem.P(i);
  return true;
}

void RigidStage::apply_impulses(std::span<double> u) {
  rows.add_impulse(joints, {P.data(), active.size()}, u, lambda);
}

void RigidStage::apply_joints(std::span<double> u) {
  joints.forward(lambda);
  joints.backward(lambda);
  joints.add_impulse(lambda, u);
}

void book_impulse(Book& book, const RigidStage& stage, std::size_t c, double normal_before,
                  double normal_after, double slip_before, double slip_after) {
  const int contact = stage.contact(c), row = static_cast<int>(2 * c);
  const auto k = static_cast<std::size_t>(contact);
  const double P_N = stage.P[2 * c], P_T = stage.P[2 * c + 1];
  book.contact_impulse[2 * k] += P_N;
  book.contact_impulse[2 * k + 1] += P_T;
  // P² G: velocities carry the rounding of what the impulse changed, also when they end at zero
  const double scale = P_N * (std::abs(normal_before) + std::abs(normal_after)) +
                       std::abs(P_T) * (std::abs(slip_before) + std::abs(slip_after)) +
                       P_N * P_N * stage.rows.G(row, row) + P_T * P_T * stage.rows.G(row + 1, row + 1);
  book.contact_work(contact, 0.5 * P_N * (normal_before + normal_after),
                    0.5 * P_T * (slip_before + slip_after), scale);
  // γ counts the motion of the surfaces themselves: what they do to the system is work of drivers
  book.works.drivers -= P_N * stage.surface[2 * c] + P_T * stage.surface[2 * c + 1];
  if (P_N > book.statistics.peak_P_N) {
    book.statistics.peak_P_N = P_N;
    book.statistics.peak_contact = contact;
  }
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
  for (const double u : state.u()) {
    if (!std::isfinite(u)) return {StepStatus::not_finite, -1, 0};
  }
  return {};
}

}  // namespace freeplay
