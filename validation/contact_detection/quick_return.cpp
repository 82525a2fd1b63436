// SPDX-License-Identifier: Apache-2.0
// The quick-return mechanism with play in four joints.
#include <numbers>

#include "validation/contact_detection/contact_detection.h"
#include "validation/contact_detection/mechanism.h"
#include "validation/contact_detection/mechanism_runs.h"

namespace freeplay::validation {
namespace {

/// How far the slider is from that of the mechanism without play, and over what play allows at that moment.
struct Stray {
  double way = 0, share = 0;
};

Stray stray(const ExampleRun& run) {
  const QuickReturn mechanism;
  const std::vector<double> t = run.record.values("/time"), x = along_x(run, "position");
  const double play = kClearance + run.summary.steps.worst_penetration;
  Stray worst;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double ideal = mechanism.slider(kSpeed * t[i]), off = x[i] - ideal;
    if (std::abs(off) <= worst.way && i % 16 != 0) continue;  // the bound costs more than the run
    const double most = mechanism.farthest(kSpeed * t[i], play, off < 0 ? -1 : 1) - ideal;
    worst.way = std::max(worst.way, std::abs(off));
    worst.share = std::max(worst.share, off / most);
  }
  return worst;
}

/// How far play lets the slider stray, over a turn of the crank [m].
struct Allowed {
  double least = HUGE_VAL, most = 0;
};

Allowed allowed_in_a_turn() {
  const QuickReturn mechanism;
  Allowed out;
  for (int degree = 0; degree < 360; ++degree) {
    const double theta = degree * std::numbers::pi / 180;
    for (const double side : {-1., 1.}) {
      const double way = std::abs(mechanism.farthest(theta, kClearance, side) - mechanism.slider(theta));
      out.least = std::min(out.least, way);
      out.most = std::max(out.most, way);
    }
  }
  return out;
}

/// Free flight of the slider: between samples at which its journal touches nothing its velocity is constant.
struct Flight {
  double share = 0;    ///< of the time
  double change = 0;   ///< largest change of velocity within one flight [m/s]
  int plateaus = 0;    ///< flights longer than 1 ms
  double longest = 0;  ///< [s]
};

Flight flight(const ExampleRun& run) {
  const std::vector<double> t = run.record.values("/time"), v = along_x(run, "velocity"),
                            mode = contact_values(run, "slider_pin", "mode");
  Flight result;
  std::size_t begin = 0;
  for (std::size_t i = 1; i < t.size(); ++i) {
    if (mode[i - 1] != 0) begin = i;
    if (mode[i] != 0 && i > begin) {  // the contact began at the end of this step
      const double length = t[i] - t[begin];
      result.plateaus += length > 1e-3;
      result.longest = std::max(result.longest, length);
    }
    if (begin == i) continue;
    result.share += t[i] - t[i - 1];
    result.change = std::max(result.change, std::abs(v[i] - v[begin]));
  }
  result.share /= t.back();
  return result;
}

/// Samples of orbits outside the clearance circle.
struct Outside {
  double most = 0;  ///< [m]
  double open = 0;  ///< the same of contacts that have not begun [m]
  long long samples = 0;
};

Outside outside(const ExampleRun& run) {
  Outside result;
  for (const char* joint : kJoints) {
    const std::vector<double> eccentricity =
        run.record.values(std::string("/joint/") + joint + "/eccentricity");
    const std::vector<double> mode = contact_values(run, joint, "mode");
    for (std::size_t i = 0; i < mode.size(); ++i) {
      const double by = (eccentricity[i] - 1) * kClearance;
      if (by <= 0) continue;
      ++result.samples;
      result.most = std::max(result.most, by);
      if (mode[i] == 0) result.open = std::max(result.open, by);
    }
  }
  return result;
}

}  // namespace

void ideal_mechanism(Page& page) {
  page.heading("Quick-return mechanism without play");
  const QuickReturn mechanism;
  const double turn = 2 * std::numbers::pi / kSpeed;
  std::vector<std::vector<std::string>> rows;
  for (const char* stepper : {"runge_kutta", "adams", "bdf"}) {
    const ExampleRun run = run_mechanism(stepper_text(stepper, "event"), false, turn);
    const std::vector<double> t = run.record.values("/time"), x = along_x(run, "position"),
                              v = along_x(run, "velocity");
    double position = 0, velocity = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      position = std::max(position, std::abs(x[i] - mechanism.slider(kSpeed * t[i])));
      velocity = std::max(velocity, std::abs(v[i] - kSpeed * mechanism.slider_rate(kSpeed * t[i])));
    }
    rows.push_back({fmt::format("`{}`", stepper), fmt::format("{}", run.summary.steps.steps),
                    short_number(position), short_number(velocity)});
    page.at_least(fmt::format("without play, {}: end of the run over a turn", stepper),
                  run.summary.t_end / turn, 1);
    page.at_most(fmt::format("without play, {}: position [m]", stepper), position, 1e-7);
    page.at_most(fmt::format("without play, {}: velocity [m/s]", stepper), velocity, 1e-6);
  }
  page.paragraph(
      "One turn of the crank, accuracy 1e-8: largest differences of the slider from the closed form of its "
      "kinematics.");
  page.table({"stepper", "steps", "position [m]", "velocity [m/s]"}, rows);
}

void mechanism_with_play(Page& page) {
  page.heading("Quick-return mechanism with play in four joints");
  page.paragraph(
      "2 s. How contacts began; how far the slider strays from the mechanism without play, and the largest "
      "share of what play allows "
      "at that moment; its free flight; how far journals are outside the clearance circle, "
      "where `open` is of contacts that have not begun (with `reject` one may begin up to δ_max = 5 nm "
      "deep).");
  struct Kind {
    const char* stepper;
    const char* detection;
    double step;
  };
  std::vector<std::vector<std::string>> starts, motion;
  for (const Kind& kind :
       {Kind{"runge_kutta", "reject", 0}, Kind{"runge_kutta", "event", 0}, Kind{"adams", "reject", 0},
        Kind{"adams", "event", 0}, Kind{"bdf", "reject", 0}, Kind{"bdf", "event", 0},
        Kind{"rk4", "reject", 1e-4}, Kind{"rk4", "event", 1e-4}}) {
    const ExampleRun run = run_mechanism(stepper_text(kind.stepper, kind.detection, kind.step));
    const CompliantStatistics& compliant = run.summary.compliant;
    const Stray off = stray(run);
    const Flight free = flight(run);
    const Outside out = outside(run);
    const double ledger = run.summary.worst_numerical / run.summary.energy_scale;
    const std::string name = fmt::format("`{}`, `{}`", kind.stepper, kind.detection);
    starts.push_back({name, fmt::format("{}", run.summary.steps.steps), fmt::format("{}", compliant.started),
                      short_number(compliant.deepest_start), fmt::format("{}", compliant.forced),
                      fmt::format("{:.0f}", compliant.peak_force), short_number(ledger)});
    motion.push_back({name, fmt::format("{:.2f}", 1e3 * off.way), fmt::format("{:.2f}", off.share),
                      fmt::format("{:.0f} %", 100 * free.share), fmt::format("{}", free.plateaus),
                      short_number(free.change), fmt::format("{:.1f}", 1e6 * out.most),
                      short_number(out.open)});
    const std::string what = fmt::format("{}, {}: ", kind.stepper, kind.detection);
    page.at_least(what + "end of the run [s]", run.summary.t_end, 2);
    page.at_most(what + "deepest start over penetration_max", compliant.deepest_start, 1);
    page.at_most(what + "starts at step_min", static_cast<double>(compliant.forced), 0);
    page.at_most(what + "slider over what play allows", off.share, 1);
    page.at_least(what + "most of what play allows that was used", off.share, 0.9);
    // a multistep method remembers the last contact, and a force begins within a step that is not cut
    const bool exact = kind.detection == std::string("event") &&
                       (kind.stepper == std::string("rk4") || kind.stepper == std::string("runge_kutta"));
    page.at_most(what + "change of velocity in free flight [m/s]", free.change, exact ? 1e-12 : 1e-5);
    page.at_least(what + "plateaus longer than 1 ms", free.plateaus, 20);
    page.at_most(what + "outside the clearance circle over the deepest penetration",
                 out.most / run.summary.steps.worst_penetration, 1 + 1e-9);
    page.at_most(what + "outside the clearance circle before the contact began [m]", out.open, 5e-9);
    page.at_most(what + "numerical error of the ledger", ledger, 1e-4);
  }
  const Allowed allowed = allowed_in_a_turn();
  page.at_least("what play allows the slider, least over a turn [mm]", 1e3 * allowed.least, 2.2);
  page.at_most("what play allows the slider, most over a turn [mm]", 1e3 * allowed.most, 6);
  page.table({"stepper, detection", "steps", "contacts", "deepest start / δ_max", "at step_min",
              "peak force [N]", "ledger"},
             starts);
  page.table({"stepper, detection", "slider off by [mm]", "of what play allows", "in flight",
              "plateaus > 1 ms", "change of velocity [m/s]", "outside [µm]", "open [m]"},
             motion);
}

void mechanism_without_control(Page& page) {
  page.heading("Quick-return mechanism without control");
  page.paragraph(
      "`rk4`, `detection = \"none\"`. Every run ends early with exit code 3: the paper reports 1.2 mm and "
      "3 MN for the first impact, and that the simulation aborts. 1e-4 s is the step of its Table II.");
  std::vector<std::vector<std::string>> rows;
  for (const double step : {5e-3, 1e-3, 1e-4}) {
    const ExampleRun run = run_mechanism(stepper_text("rk4", "none", step));
    double depth = 0, force = 0;
    std::string joint = "–";
    std::size_t first = run.record.values("/time").size();
    for (const char* one : kJoints) {
      const std::vector<double> penetration = contact_values(run, one, "penetration");
      for (std::size_t i = 0; i < first; ++i) {
        if (!(penetration[i] > 0)) continue;
        first = i;
        depth = penetration[i];
        force = contact_values(run, one, "normal")[i];
        joint = one;
      }
    }
    rows.push_back({fmt::format("{:.0e}", step), joint, short_number(depth), short_number(force),
                    fmt::format("{:.4f}", run.summary.t_end),
                    run.summary.message.substr(0, run.summary.message.find(';'))});
    page.at_most(fmt::format("without control, Δt = {:.0e} s: end of the run [s]", step), run.summary.t_end,
                 1);
    page.at_least(fmt::format("without control, Δt = {:.0e} s: failed", step),
                  run.summary.status == RunStatus::failed, 1);
  }
  page.table({"Δt [s]", "first contact", "deep by [m]", "force [N]", "ended at [s]", "message"}, rows);
}

}  // namespace freeplay::validation
