// SPDX-License-Identifier: Apache-2.0
// Falling ball and pendulum: steps that do not look at contacts, and steps that do.
#include "validation/contact_detection/contact_detection.h"
#include "validation/contact_detection/runs.h"

namespace freeplay::validation {
namespace {

constexpr double kSteps[] = {0.0200, 0.0175, 0.0150};  // those of the paper's Fig. 7 [s]
constexpr int kPhases = 8;

const char* name_of(const Impactor& body) { return &body == &kBall ? "ball" : "pendulum"; }

/// 3.2e+08, or 1.000012.
std::string ratio_text(double ratio) {
  if (!std::isfinite(ratio)) return "no number";
  return std::abs(ratio) < 100 ? fmt::format("{:.4f}", ratio) : fmt::format("{:.1e}", ratio);
}

}  // namespace

namespace {

/// Rows over phases, columns over steps; returns by column how many releases gained energy.
std::vector<int> blind_table(Page& page, const Impactor& body, const std::vector<double>& steps) {
  std::vector<std::string> header{fmt::format("{}: phase of the impact", name_of(body))};
  std::vector<std::vector<std::string>> rows;
  for (const double phase : phases(kPhases)) rows.push_back({fmt::format("{:.3f}", phase)});
  std::vector<int> gained;
  for (const double step : steps) {
    header.push_back(fmt::format("Δt = {:g} s: rises to", step));
    header.emplace_back("deep by [mm]");
    gained.push_back(0);
    std::size_t row = 0;
    for (const double phase : phases(kPhases)) {
      const ImpactorRun run = run_impactor({&body, "rk4", "none", step, phase});
      const bool failed = run.summary.status != RunStatus::complete;
      const std::vector<double> t = run.record.values("/time"),
                                depth = run.record.values(std::string("/contact/") + body.contact +
                                                          "/penetration");
      std::size_t met = 0;
      while (met + 1 < t.size() && t[met] < run.fall) ++met;
      gained.back() += failed || run.rises_to() > 1.01;
      rows[row].push_back(failed ? "infinite" : ratio_text(run.rises_to()));
      const bool inside = depth[met] > 0 && depth[met] < run.fall;  // else it was thrown far already
      rows[row++].push_back(inside ? fmt::format("{:.3g}", 1e3 * depth[met]) : "–");
    }
  }
  page.table(header, rows);
  return gained;
}

}  // namespace

void blind_steps(Page& page) {
  page.heading("Fixed steps that do not look at contacts");
  page.paragraph(
      "`rk4`, `detection = \"none\"`. The height to which ball and pendulum rise after the first impact, "
      "over "
      "the height of their release, for releases that meet the surface at different parts of a step, and how "
      "deep inside they are at the end of the step that met it (–: already thrown back by what the stages of "
      "the step saw). 1 would be right. What comes out depends on where the step falls. With the paper's "
      "three "
      "steps there is no good place: an impact lasts 0.2 ms. The ball is thrown out with up to 10¹² times "
      "its "
      "energy; velocities of the pendulum become infinite, and the run ends with exit code 3.");
  const std::vector<double> steps(std::begin(kSteps), std::end(kSteps));
  for (const Impactor* body : {&kBall, &kPendulum}) {
    const std::vector<int> gained = blind_table(page, *body, steps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      page.at_least(fmt::format("{}, Δt = {:.4f} s, none: releases of {} that gain energy", name_of(*body),
                                steps[i], kPhases),
                    gained[i], kPhases);
    }
  }
  page.paragraph(
      "With steps as long as the impact or shorter it is chance: some releases come back to where they came "
      "from, some lower, some higher.");
  const std::vector<double> short_steps{2e-4, 1e-4, 5e-5};
  for (const Impactor* body : {&kBall, &kPendulum}) {
    const std::vector<int> gained = blind_table(page, *body, short_steps);
    page.at_least(fmt::format("{}, Δt = {:g} s, none: releases of {} that gain energy", name_of(*body),
                              short_steps[1], kPhases),
                  gained[1], 1);
  }
}

void watched_steps(Page& page) {
  page.heading("Steps that look at contacts");
  page.paragraph(
      "The same releases, each for 2 s as the examples: the largest of |rises to − 1| over steps and "
      "releases, "
      "and how contacts began. The steppers that choose their steps have the default accuracy of 1e-8 and "
      "steps up to Δt. `rk4` has no error control: what the pendulum loses by it without any wall "
      "stands in the column before the last and is allowed on top of 1e-4.");
  std::vector<std::vector<std::string>> rows;
  for (const Impactor* body : {&kBall, &kPendulum}) {
    for (const char* stepper : {"rk4", "runge_kutta", "adams", "bdf"}) {
      for (const char* detection : {"reject", "event"}) {
        double worst = 0, above = 0, without = 0, deepest = 0;
        long long started = 0, forced = 0;
        for (const double step : kSteps) {
          for (const double phase : phases(kPhases)) {
            const ImpactorRun run = run_impactor({body, stepper, detection, step, phase, true, 2});
            const double error = std::abs(run.rises_to() - 1);
            double swing = 0;
            if (body == &kPendulum && std::string(stepper) == "rk4")
              swing =
                  std::abs(run_impactor({body, stepper, detection, step, phase, false, 2}).rises_to() - 1);
            without = std::max(without, swing);
            if (!(error <= worst)) worst = error;
            if (!(error - swing <= above)) above = error - swing;
            deepest = std::max(deepest, run.summary.compliant.deepest_start);
            started += run.summary.compliant.started;
            forced += run.summary.compliant.forced;
          }
        }
        rows.push_back({name_of(*body), fmt::format("`{}`, `{}`", stepper, detection),
                        fmt::format("{}", started), short_number(deepest), fmt::format("{}", forced),
                        without > 0 ? short_number(without) : "", short_number(worst)});
        const std::string what = fmt::format("{}, {}, {}: ", name_of(*body), stepper, detection);
        page.at_most(what + "energy", above, 1e-4);
        page.at_most(what + "deepest start over penetration_max", deepest, 1);
        page.at_most(what + "starts at step_min", static_cast<double>(forced), 0);
        page.at_least(what + "contacts", static_cast<double>(started), 2.0 * kPhases * 3);
      }
    }
  }
  page.table({"", "stepper, detection", "contacts", "deepest start / δ_max", "at step_min", "without a wall",
              "energy"},
             rows);
}

void restarted_steps(Page& page) {
  page.heading("Procedure 1");
  page.paragraph(
      "`detection = \"restart\"` cuts the step where the gap, taken as linear, is zero, and goes on from the "
      "linearly interpolated state. In free fall velocities are linear in time and heights are not: a ball "
      "that "
      "meets the floor at the part s of the step is put too low by ½ g Δt² s(1 − s) and loses m g times "
      "that, "
      "at most m g²Δt²/8. The table has the largest loss of the eight releases over that bound, and the "
      "order "
      "between a row and the one above it. Steps that are chosen are often shorter than Δt: their loss is "
      "less "
      "and has no clean order.");
  page.paragraph(
      "The pendulum is put on the chord of its arc, with the mean of its velocities. With a = v²/L at the "
      "wall "
      "that makes ½ Δt² s(1 − s) times + g a for the height, − a² for the turn of the velocity and − g a for "
      "the speed, which is largest at the lowest point: together at most m a²Δt²/8 is lost, which is g²Δt²/8 "
      "for a release at 60°. But then the pivot is off by ½ a Δt² s(1 − s), and the removal of this drift "
      "works "
      "against the pull of the arm, m (g + a), later on: (2a² + g a)Δt²/8 in all (last column).");
  std::vector<std::vector<std::string>> rows;
  struct Kind {
    const Impactor* body;
    const char* stepper;
  };
  for (const Kind& kind : {Kind{&kBall, "rk4"}, Kind{&kBall, "runge_kutta"}, Kind{&kPendulum, "rk4"}}) {
    double before = 0;
    for (const double step : {0.02, 0.01, 0.005, 0.0025}) {
      double worst = 0, later = 0;  // over their bounds
      for (const double phase : phases(kPhases)) {
        const ImpactorRun run = run_impactor({kind.body, kind.stepper, "restart", step, phase});
        const double a = kind.body == &kBall ? kGravity : run.centripetal();
        const double at_once = a * a * step * step / 8,
                     at_last = kind.body == &kBall ? at_once : (2 * a + kGravity) * a * step * step / 8;
        const std::vector<double> energy = run.record.values("/energy/total"),
                                  mode = run.record.values(std::string("/contact/") + kind.body->contact +
                                                           "/mode");
        std::size_t before_it = 0, after = 0;
        for (std::size_t i = 1; i < mode.size(); ++i) {
          if (mode[i] != 0 && mode[i - 1] == 0) before_it = i - 1;
          if (mode[i] == 0 && mode[i - 1] != 0) after = i;
        }
        const double loss = after > 0 ? std::abs(energy[after] - energy[before_it]) / at_once : std::nan("");
        if (!(loss <= worst)) worst = loss;
        later = std::max(later, std::abs(energy.back() - energy[0]) / at_last);
      }
      const double order = before > 0 ? 2 + std::log2(before / worst) : 0;
      rows.push_back({step == 0.02 ? fmt::format("{}, `{}`", name_of(*kind.body), kind.stepper) : "",
                      fmt::format("{:.4f}", step), short_number(kGravity * kGravity * step * step / 8),
                      fmt::format("{:.3f}", worst), order == 0 ? "" : fmt::format("{:.2f}", order),
                      kind.body == &kBall ? "" : fmt::format("{:.3f}", later)});
      const std::string what =
          fmt::format("{}, {}, restart, Δt = {:.4f} s: ", name_of(*kind.body), kind.stepper, step);
      page.at_most(what + "loss of an impact over its bound", worst, 1);
      page.at_most(what + "the same after drift is removed", later, 1);
      if (order != 0) page.at_least(what + "order", order, 1.9);
      before = worst;
    }
  }
  page.table({"", "Δt [s]", "g²Δt²/8 [J]", "loss / bound", "order", "loss / bound, in the end"}, rows);
}

}  // namespace freeplay::validation
