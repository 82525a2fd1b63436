// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/impact.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {
namespace {

/// How a contact takes part; joints that rub come after all contacts and do not close.
Closing closing_of(std::span<const Closing> closing, int contact) {
  return contact < int_size(closing) ? closing[idx(contact)] : Closing::none;
}

/// γ⁻, and a first guess of the modes: closed, sliding on.
void begin(RigidStage& stage, const State& state) {
  stage.take_before(state.u());
  for (std::size_t c = 0; c < stage.active_contacts(); ++c) stage.guess_mode(c, state.mode(stage.contact(c)));
}

/// The largest |γ⁻|.
double fastest(const RigidStage& stage) {
  double speed = 0;
  for (std::size_t i = 0; i < stage.active_rows(); ++i) speed = std::max(speed, std::abs(stage.gamma()[i]));
  return speed;
}

/// The law that the contacts of an impact follow, held ones included; `elastic` unless nothing has
/// restitution or all that closes is to stay closed.
const ImpactEntry* law_of(const RigidStage& stage, std::span<const Closing> closing, bool& elastic) {
  const ImpactEntry* law = nullptr;
  bool rebounds = false, restitution = false;
  for (std::size_t c = 0; c < stage.active_contacts(); ++c) {
    const Closing closes = closing_of(closing, stage.contact(c));
    const ContactData& contact = stage.data(stage.contact(c));
    law = higher(law, contact.impact);
    rebounds = rebounds || closes == Closing::elastic;
    restitution = restitution || (closes != Closing::plastic && contact.restitutionN > 0);
  }
  elastic = rebounds && restitution;
  return law;
}

/// b = γ⁻ + ε γ⁻ of Newton's law; without restitution, of every law.
bool solve_newton(RigidStage& stage, std::span<const Closing> closing, bool restitution, StepReport& report) {
  stage.pose();
  for (std::size_t c = 0; c < stage.active_contacts(); ++c) {
    const ContactData& contact = stage.data(stage.contact(c));
    const int row = stage.d() * static_cast<int>(c);
    const double* before = stage.gamma() + row;
    const bool stays = !restitution || closing_of(closing, stage.contact(c)) == Closing::plastic;
    stage.b()[row] = before[0] + (stays ? 0 : contact.restitutionN * std::min(before[0], 0.0));
    for (int a = 1; a < stage.d(); ++a)
      stage.b()[row + a] = before[a] + (stays ? 0 : contact.restitutionT * before[a]);
    stage.set_slip_part(c, stays ? 1 : 1 / (1 + contact.restitutionT));
  }
  return stage.solve(report);
}

/// Fills the impact problem for the other laws.
void pose(RigidStage& stage, std::span<const Closing> closing) {
  ImpactProblem& impact = stage.impact();
  impact.matrix.copy(stage.matrix());
  std::copy_n(stage.gamma(), static_cast<std::ptrdiff_t>(stage.active_rows()), impact.gamma.begin());
  for (std::size_t c = 0; c < stage.active_contacts(); ++c) {
    const auto k = idx(stage.contact(c));
    const ContactData& contact = stage.data(stage.contact(c));
    const bool stays = closing[k] == Closing::plastic;
    impact.mu[c] = stage.mu_before(c);
    impact.restitutionN[c] = stays ? 0 : contact.restitutionN;
    impact.restitutionT[c] = stays ? 0 : contact.restitutionT;
  }
}

/// Impulses by the law; false, with the reason in `report`, when it has no solution.
bool solve_law(RigidStage& stage, std::span<const Closing> closing, const ImpactEntry* law, bool elastic,
               Book& book, StepReport& report) {
  if (is_newton(law) || !elastic) return solve_newton(stage, closing, is_newton(law), report);
  pose(stage, closing);
  for (std::size_t i = 0; i < stage.active_rows(); ++i) {
    if (std::isfinite(stage.gamma()[i])) continue;
    report = {StepStatus::not_finite, -1, 0};
    return false;
  }
  SolveReport solved;
  bool gave_up = false;
  const bool ok = stage.solve_law(*law, solved, gave_up);
  if (gave_up) ++book.statistics.without_restitution;
  if (!ok) report = {StepStatus::unsolved, stage.contact(0), solved.residual};
  return ok;
}

/// What a contact does after an impact whose law speaks of impulses or works: read from its velocities.
ContactMode mode_after(double P_N, const double* after, int d, double rest) {
  if (!(P_N > 0) || after[0] > rest) return ContactMode::open;
  return mode_of_slip(after + 1, d, rest);
}

}  // namespace

bool solve_impact(RigidStage& stage, State& state, std::span<Closing> closing, std::span<int> hits,
                  Book& book, StepReport& report) {
  stage.evaluate(state.t(), state.q());
  stage.clear_active();
  for (int i = 0; i < stage.contacts(); ++i) {
    const bool takes_part = closing[idx(i)] != Closing::none || state.mode(i) != ContactMode::open;
    if (takes_part) stage.activate(state.t(), state.q(), i);
  }
  stage.activate_rubbing();
  stage.build();
  begin(stage, state);
  stage.clear_lambda();
  bool elastic = false;
  const ImpactEntry* law = law_of(stage, closing, elastic);
  bool posed = is_newton(law) || !elastic;  // modes are those of the contact problem
  if (!solve_law(stage, closing, law, elastic, book, report)) {
    // With more contacts than freedoms the law may have no solution; without restitution it has one.
    if (report.status != StepStatus::unsolved) return false;
    for (std::size_t c = 0; c < stage.active_contacts(); ++c) {
      if (stage.contact(c) < stage.contacts()) closing[idx(stage.contact(c))] = Closing::plastic;
    }
    begin(stage, state);
    if (!solve_newton(stage, closing, false, report)) return false;
    posed = true;
    ++book.statistics.without_restitution;
  }
  const double rest = kImpactRest * fastest(stage);
  stage.apply_impulses(state.u());

  ++book.statistics.impacts;
  for (std::size_t r = 0; r < stage.lambda().size(); ++r) {
    book.joint_impulse[r] += stage.lambda()[r];
    book.works.drivers -= stage.lambda()[r] * stage.ev().Phi_t[r];
  }
  for (std::size_t c = 0; c < stage.active_contacts(); ++c) {
    const int contact = stage.contact(c);
    const auto k = idx(contact);
    const int row = stage.d() * static_cast<int>(c);
    const double P_N = stage.P()[idx(row)];
    const double* before = stage.gamma() + row;
    const double normal = before[0];
    double after[3] = {0, 0, 0};
    for (int a = 0; a < stage.d(); ++a) after[a] = stage.rate(row + a, state.u());
    const double normal_after = after[0];
    book_impulse(book, stage, c, before, after);
    if (contact >= stage.contacts()) {
      state.set_mode(contact, stage.mode(c));
      continue;
    }
    book.contact_impacts[k] += P_N;
    const bool hit = closing[k] != Closing::none && P_N > 0;
    if (hit && normal < 0 && book.impacts.size() < book.impacts.capacity())
      book.impacts.push_back(stage.impact_of(c, state.t(), before, after));
    // closed from now on: no rebound, and an impulse that holds it
    const bool rebounds = hit && normal < 0 && closing[k] == Closing::elastic &&
                          stage.data(contact).restitutionN > 0 && (posed || normal_after > rest);
    // a held contact that takes no impulse opens only if it really moves away
    const bool touches = state.mode(contact) != ContactMode::open && normal_after <= rest;
    const ContactMode mode = posed ? stage.mode(c) : mode_after(P_N, after, stage.d(), rest);
    if (rebounds) {
      state.set_mode(contact, ContactMode::open);
    } else if (mode != ContactMode::open || !touches) {
      state.set_mode(contact, mode);
    }
    if (hit) ++hits[k];
    closing[k] = Closing::none;
  }
  book.end_solve(state.t());
  return true;
}

}  // namespace freeplay
