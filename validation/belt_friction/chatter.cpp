// SPDX-License-Identifier: Apache-2.0
// Fig. 3.21 as the paper has it: stick left to the steps of rk4.
#include "validation/belt_friction/belt_friction.h"
#include "validation/belt_friction/runs.h"

namespace freeplay::validation {
namespace {

constexpr double kMu = 0.1, kGravityOfBlock = 9.81, kSpringOfBlock = 2, kBeltSpeed = 0.1;

}  // namespace

void chatter(Page& page) {
  page.heading("Chatter");
  page.paragraph(
      "`coulomb_stiction` with `stick = \"none\"` ([chatter.toml](../../examples/belt_block/chatter.toml)) "
      "and with exact "
      "stick, both with `rk4`. Between the second stick of the exact law, at t₂, and the time at which the "
      "spring pulls by "
      "μ m g, friction should hold the block. Without stick it creeps: the largest |w| there, which is "
      "bounded by what "
      "friction of either sign makes of a step, 2 μ g Δt; the largest part of it that changes from one step "
      "to the next; and "
      "the drift of the block on the belt. Slides again: the second time that w grows through 0.05 m/s.");
  const BeltModel exact{"coulomb_stiction", "mu = 0.1, mu_static = 0.15", BeltGroup::stiction, true};
  BeltModel off = exact;
  off.parameters += ", stick = \"none\"";
  std::vector<std::vector<std::string>> rows;
  for (const double step : {1e-4, 5e-5}) {
    const std::string stepper = fmt::format("{{ name = \"rk4\", step = {} }}", step);
    const BeltRun held = run_belt(exact, stepper, 0.01, {{"run.end", "17"}}),
                  creeps = run_belt(off, stepper, 0, {{"run.end", "14"}});
    double second = std::nan("");
    for (const belt_reference::Turn& turn : held.turns) {
      if (turn.what == belt_reference::Event::sticks && turn.t > 8) {
        second = turn.t;
        break;
      }
    }
    // the spring pulls by μ m g where the block, carried along by the belt, is at μ m g/k
    const std::size_t at = held.at(second);
    const double pulled = second + (kMu * kGravityOfBlock / kSpringOfBlock - held.x[at]) / kBeltSpeed;
    double most = 0, noise = 0, drift = 0, force = 0;
    int sticks = 0;
    for (std::size_t i = 1; i < creeps.t.size(); ++i) {
      if (creeps.t[i] > 8) force = std::max(force, std::abs(creeps.F[i]));
      if (creeps.t[i] < second + 0.01 || creeps.t[i] > pulled - 0.01) continue;
      most = std::max(most, std::abs(creeps.w[i]));
      noise = std::max(noise, std::abs(creeps.w[i] - creeps.w[i - 1]));
      drift += creeps.w[i] * (creeps.t[i] - creeps.t[i - 1]);
    }
    for (const belt_reference::Turn& turn : creeps.turns)
      sticks += turn.what == belt_reference::Event::sticks;
    const auto rise = [](const BeltRun& run) {
      int count = 0;
      for (const belt_reference::Turn& turn : run.turns) {
        if (turn.what == belt_reference::Event::rises && ++count == 2) return turn.t;
      }
      return std::nan("");
    };
    const double bound = 2 * kMu * kGravityOfBlock * step;
    rows.push_back({short_number(step), fmt::format("{:.4f}", second), fmt::format("{:.4f}", pulled),
                    short_number(most), short_number(noise), short_number(drift),
                    fmt::format("{:.4f}", rise(creeps)), fmt::format("{:.4f}", rise(held))});
    const std::string what = fmt::format("stick = none, rk4, Δt = {:g} s: ", step);
    page.at_most(what + "break-away from the first stick, off by [s]",
                 std::abs(creeps.next_to(belt_reference::Event::slips, 7.3575) - 7.3575), 1e-9);
    page.at_most(what + "sticks after that", sticks, 0);
    page.at_most(what + "largest force after that over μ F_N", force / (kMu * kGravityOfBlock), 1 + 1e-9);
    page.at_most(what + "largest creep over 2 μ g Δt", most / bound, 1);
    page.at_least(what + "noise over 2 μ g Δt", noise / bound, 0.3);
    page.at_least(what + "slides again earlier by [s]", rise(held) - rise(creeps), 0.1);
  }
  page.table({"Δt [s]", "t₂ [s]", "spring pulls by μ m g at [s]", "largest creep [m/s]", "noise [m/s]",
              "drift [m]", "slides again [s]", "with exact stick [s]"},
             rows);
}

}  // namespace freeplay::validation
