// SPDX-License-Identifier: Apache-2.0
#include "stepping/impact.h"

#include <algorithm>
#include <cmath>

namespace freeplay {
namespace {

constexpr double kRest = 1e-12;  // velocity that is rounding, relative to the fastest before the impact

/// Fills b = γ⁻ + ε γ⁻ and a first guess of the modes: closed, sliding on.
void set_law(RigidStage& stage, const State& state, std::span<const Closing> closing) {
  for (std::size_t c = 0; c < stage.active_contacts(); ++c) {
    const auto k = static_cast<std::size_t>(stage.contact(c));
    const ContactData& contact = stage.data(stage.contact(c));
    const int row = static_cast<int>(2 * c);
    const double normal = stage.rate(row, state.u()), slip = stage.rate(row + 1, state.u());
    stage.gamma[2 * c] = normal;
    stage.gamma[2 * c + 1] = slip;
    const bool stays = closing[k] == Closing::plastic;
    stage.problem.b(row) = normal + (stays ? 0 : contact.restitutionN * std::min(normal, 0.0));
    stage.problem.b(row + 1) = slip + (stays ? 0 : contact.restitutionT * slip);
    const ContactMode mode = state.mode(stage.contact(c));
    stage.problem.mode(static_cast<int>(c)) = mode != ContactMode::open ? mode
                                              : slip < 0                ? ContactMode::slip_minus
                                                                        : ContactMode::slip_plus;
  }
}

}  // namespace

bool solve_impact(RigidStage& stage, State& state, std::span<Closing> closing, std::span<int> hits,
                  Book& book, StepReport& report) {
  stage.evaluate(state.t(), state.q());
  stage.clear_active();
  for (int i = 0; i < stage.contacts; ++i) {
    const bool takes_part =
        closing[static_cast<std::size_t>(i)] != Closing::none || state.mode(i) != ContactMode::open;
    if (takes_part) stage.activate(state.t(), state.q(), i);
  }
  stage.build();
  stage.pose();
  set_law(stage, state, closing);
  if (!stage.solve(report)) {
    // With more contacts than freedoms the law may have no solution; without restitution it has one.
    if (report.status != StepStatus::unsolved) return false;
    for (std::size_t c = 0; c < stage.active_contacts(); ++c) {
      closing[static_cast<std::size_t>(stage.contact(c))] = Closing::plastic;
    }
    stage.pose();
    set_law(stage, state, closing);
    if (!stage.solve(report)) return false;
    ++book.statistics.without_restitution;
  }
  double speed = 0;
  for (std::size_t i = 0; i < stage.active.size(); ++i) speed = std::max(speed, std::abs(stage.gamma[i]));
  std::fill(stage.lambda.begin(), stage.lambda.end(), 0.0);
  stage.apply_impulses(state.u());

  ++book.statistics.impacts;
  for (std::size_t r = 0; r < stage.lambda.size(); ++r) {
    book.joint_impulse[r] += stage.lambda[r];
    book.works.drivers -= stage.lambda[r] * stage.ev.Phi_t[r];
  }
  for (std::size_t c = 0; c < stage.active_contacts(); ++c) {
    const int contact = stage.contact(c);
    const auto k = static_cast<std::size_t>(contact);
    const int row = static_cast<int>(2 * c);
    const double P_N = stage.P[2 * c], P_T = stage.P[2 * c + 1];
    const double normal = stage.gamma[2 * c], slip = stage.gamma[2 * c + 1];
    const double normal_after = stage.rate(row, state.u()), slip_after = stage.rate(row + 1, state.u());
    book_impulse(book, stage, c, normal, normal_after, slip, slip_after);
    const bool hit = closing[k] != Closing::none && P_N > 0;
    if (hit && normal < 0 && book.impacts.size() < book.impacts.capacity()) {
      book.impacts.push_back({state.t(), contact, normal, normal_after, slip, slip_after, P_N, P_T,
                              0.5 * normal * normal / stage.rows.G(row, row)});
    }
    // closed from now on: no rebound, and an impulse that holds it
    const bool rebounds =
        hit && normal < 0 && closing[k] == Closing::elastic && stage.data(contact).restitutionN > 0;
    // a held contact that takes no impulse opens only if it really moves away
    const bool touches = state.mode(contact) != ContactMode::open && normal_after <= kRest * speed;
    const ContactMode mode = stage.problem.mode(static_cast<int>(c));
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
