// SPDX-License-Identifier: Apache-2.0
// What keeps the energy of an impact: the procedure that finds where the contact begins, or short steps within it?
// And what do methods that choose their steps do without any procedure?
#include "validation/contact_detection/contact_detection.h"
#include "validation/contact_detection/mechanism_runs.h"
#include "validation/contact_detection/runs.h"

namespace freeplay::validation {
namespace {

constexpr int kReleases = 8;
constexpr double kStepOfReleases = 0.02;  // releases meet the surface at eight parts of such steps [s]

const char* word_of(const Impactor& body) { return &body == &kBall ? "ball" : "pendulum"; }

/// An elastic impact after Hertz, F = K δ^1.5, with all energy from the fall: ½ m v² = 2/5 K δ^2.5, while the
/// ball's weight goes on working. K as in the models.
struct ElasticImpact {
  double stiffness = 0, force = 0, duration = 0;  ///< [N/m^1.5], [N], [s]
};

ElasticImpact elastic_impact(const Impactor& body, double energy) {
  const bool ball = &body == &kBall;
  const double modulus = 207e9 / (2 * (1 - 0.3 * 0.3));
  ElasticImpact out;
  out.stiffness = ball ? 4. / 3 * modulus * std::sqrt(0.1) : 3.39e10;
  double depth = 0;
  for (int i = 0; i < 20; ++i)
    depth = std::pow(2.5 * (energy + (ball ? kGravity * depth : 0)) / out.stiffness, 0.4);
  out.force = out.stiffness * std::pow(depth, 1.5);
  const double mass = ball ? 1 : kSwingInertia / (kArm * kArm);  // of the pendulum: at the sphere's centre
  out.duration = 2.9432 * depth / std::sqrt(2 * energy / mass);  // [Johnson1985, eq. (11.24)]
  return out;
}

/// Over the releases.
struct Outcome {
  double lowest = 1e300, highest = -1e300;  ///< rises to
  double force = 0;                         ///< |peak force/exact − 1|, the largest
  double deepest = 0;                       ///< penetration [m]
  long long steps = 0;
  int failed = 0;  ///< ended early, or off by more than 1 %

  double off() const { return std::max(std::abs(lowest - 1), std::abs(highest - 1)); }
  void take(const ImpactorRun& run, const Impactor& body) {
    const bool ended = run.summary.status == RunStatus::complete;
    const double to = ended && std::isfinite(run.rises_to()) ? run.rises_to() : HUGE_VAL;
    lowest = std::min(lowest, to);
    highest = std::max(highest, to);
    failed += std::abs(to - 1) > 0.01;
    const double exact = elastic_impact(body, run.released).force;
    force = std::max(force, std::abs(run.summary.compliant.peak_force / exact - 1));
    deepest = std::max(deepest, run.summary.steps.worst_penetration);
    steps += run.summary.steps.steps;
  }
};

Outcome over_releases(ImpactorSetup setup) {
  Outcome all;
  setup.every_step = false;
  for (const double phase : phases(kReleases)) {
    setup.phase = phase;
    all.take(run_impactor(setup), *setup.body);
  }
  return all;
}

std::string part_text(double value) {
  if (!std::isfinite(value)) return "infinite";
  return std::abs(value) < 100 ? fmt::format("{:.5f}", value) : fmt::format("{:.1e}", value);
}

}  // namespace

void steps_apart(Page& page) {
  page.heading("The procedures alone, short steps alone, both");
  page.paragraph(
      "`rk4`, eight releases. Except with `none` it passes through a contact in `contact_steps` steps, 100 "
      "unless told otherwise; with `contact_steps = 1` the procedure is alone: the contact begins where it "
      "should, and goes on with the step of the flight. Short steps alone are "
      "`none` with steps of a hundredth of the impact throughout. Rises to: lowest and highest over the "
      "releases, 1 is right. Peak force: as the motion had it within steps, against the closed form. Where a "
      "procedure alone comes near 1 (the ball with 1e-4 s) its force is not that of the impact: two wrong "
      "steps happen to throw it back as the whole impact would.");
  std::vector<std::vector<std::string>> rows;
  for (const Impactor* body : {&kBall, &kPendulum}) {
    const double energy = body == &kBall ? 0.5 * kGravity : 0.5 * kArm * kGravity;
    const double hundredth = 0.01 * elastic_impact(*body, energy).duration;
    struct Kind {
      const char* what;
      const char* detection;
      std::vector<double> steps;
      int contact_steps;
    };
    const std::vector<double> flight{1e-4, 5e-5};
    for (const Kind& kind :
         {Kind{"neither", "none", flight, 0}, Kind{"the procedure", "restart", flight, 1},
          Kind{"the procedure", "reject", flight, 1}, Kind{"the procedure", "event", flight, 1},
          Kind{"short steps", "none", {hundredth}, 0}, Kind{"both", "restart", {1e-4, 5e-5}, 100},
          Kind{"both", "reject", {1e-4, 5e-5}, 100}, Kind{"both", "event", {1e-4, 5e-5}, 100}}) {
      double off = 0, force = 0, least_force = HUGE_VAL;
      for (const double step : kind.steps) {
        ImpactorSetup setup{body, "rk4", kind.detection, step};
        setup.contact_steps = kind.contact_steps;
        const Outcome out = over_releases(setup);
        rows.push_back({word_of(*body), kind.what, fmt::format("`{}`", kind.detection), short_number(step),
                        kind.contact_steps > 0 ? fmt::format("{}", kind.contact_steps) : "–",
                        fmt::format("{}", out.steps), part_text(out.lowest), part_text(out.highest),
                        out.failed < kReleases || std::isfinite(out.highest) ? short_number(out.force) : ""});
        off = std::max(off, out.off());
        force = std::max(force, out.force);
        least_force = std::min(least_force, out.force);
      }
      const std::string what = fmt::format("{}, {}, {}: ", word_of(*body), kind.what, kind.detection);
      if (kind.what == std::string("both") || kind.what == std::string("short steps")) {
        page.at_most(what + "energy", off, 1e-4);
        page.at_most(what + "peak force", force, 1e-5);
      } else {
        page.at_least(what + "energy, worst step", off, 0.1);
        page.at_least(what + "peak force, best step", least_force, 0.01);
      }
    }
  }
  page.table({"", "what it has", "detection", "Δt [s]", "contact_steps", "steps", "rises to: lowest",
              "highest", "peak force off by"},
             rows);
}

void chosen_steps_blind(Page& page) {
  page.heading("Steps that are chosen and do not look at contacts");
  page.paragraph(
      "The paper's claim is about methods that choose their steps. `detection = \"none\"`, steps as long as "
      "the error estimate allows, eight releases, and the same with `event`. Off: releases that rise to less "
      "than 0.99 or more than 1.01 of where they came from, or do not end.");
  std::vector<std::vector<std::string>> rows;
  int blind_middle = 0, watched_middle = 0, blind_fine = 0;  // releases that are off
  double blind_finest = 0;
  for (const Impactor* body : {&kBall, &kPendulum}) {
    for (const char* stepper : {"runge_kutta", "adams", "bdf"}) {
      for (const double accuracy : {1e-2, 1e-3, 1e-4, 1e-6, 1e-8}) {
        ImpactorSetup setup{body, stepper, "none", kStepOfReleases};
        setup.accuracy = accuracy;
        const Outcome blind = over_releases(setup);
        setup.detection = "event";
        const Outcome watched = over_releases(setup);
        rows.push_back({word_of(*body), fmt::format("`{}`", stepper), fmt::format("{:.0e}", accuracy),
                        fmt::format("{} of {}", blind.failed, kReleases), part_text(blind.lowest),
                        part_text(blind.highest), short_number(1e3 * blind.deepest),
                        fmt::format("{} of {}", watched.failed, kReleases), short_number(watched.off()),
                        short_number(1e3 * watched.deepest)});
        const std::string what = fmt::format("{}, {}, accuracy {:.0e}, ", word_of(*body), stepper, accuracy);
        if (accuracy == 1e-2) {
          page.at_least(what + "none: releases off", blind.failed, 6);
          page.at_least(what + "event: releases off", watched.failed, 5);
        } else if (accuracy < 1e-5) {
          blind_fine += blind.failed;
          if (accuracy == 1e-8) blind_finest = std::max(blind_finest, blind.off());
        } else if (stepper != std::string("bdf")) {
          blind_middle += blind.failed;
          watched_middle += watched.failed;
        }
      }
    }
  }
  page.at_least("runge_kutta and adams, accuracy 1e-3 and 1e-4, none: releases of 64 that are off",
                blind_middle, 5);
  page.at_most("runge_kutta and adams, accuracy 1e-3 and 1e-4, event: releases of 64 that are off",
               watched_middle, 0);
  page.at_most("accuracy 1e-6 and 1e-8, none: releases off", blind_fine, 0);
  page.at_most("accuracy 1e-8, none: energy", blind_finest, 1e-4);
  page.table({"", "stepper", "accuracy", "off", "rises to: lowest", "highest", "deepest [mm]",
              "off with `event`", "largest error", "deepest [mm]"},
             rows);
}

void mechanism_chosen_steps(Page& page) {
  page.heading("Quick-return mechanism, chosen steps that do not look at contacts");
  page.paragraph(
      "The first 0.5 s. Error: the largest numerical error of the ledger, and the same over the energy of "
      "the "
      "machine.");
  std::vector<std::vector<std::string>> rows;
  for (const char* stepper : {"runge_kutta", "adams", "bdf"}) {
    for (const double accuracy : {1e-2, 1e-3, 1e-4, 1e-6}) {
      std::vector<std::string> row{fmt::format("`{}`", stepper), fmt::format("{:.0e}", accuracy)};
      double blind = 0;  // its error [J]
      for (const char* detection : {"none", "event"}) {
        const std::string text = fmt::format(R"({{ name = "{}", detection = "{}", accuracy = {:g} }})",
                                             stepper, detection, accuracy);
        const ExampleRun run = run_example(
            "quick_return", {{"method.stepper", text}, {"run.end", "0.5"}, {"run.record.every", "0.5"}});
        const double error = run.summary.worst_numerical / run.summary.energy_scale,
                     deep = run.summary.steps.worst_penetration / kClearance;
        row.insert(row.end(), {fmt::format("{}", run.summary.steps.steps), fmt::format("{:.3f}", deep),
                               short_number(run.summary.worst_numerical), short_number(error)});
        const std::string what =
            fmt::format("quick-return, {}, accuracy {:.0e}, {}: ", stepper, accuracy, detection);
        const bool watched = detection == std::string("event");
        if (accuracy == 1e-6) page.at_most(what + "error over energy", error, 1e-3);
        if (accuracy == 1e-2 && !watched) page.at_least(what + "error over energy", error, 0.5);
        if (accuracy == 1e-2 && watched)
          page.at_most(what + "error over that with none", run.summary.worst_numerical / blind, 0.1);
        if (!watched) blind = run.summary.worst_numerical;
      }
      rows.push_back(row);
    }
  }
  page.table({"stepper", "accuracy", "`none`: steps", "deepest / c", "error [J]", "over energy",
              "`event`: steps", "deepest / c", "error [J]", "over energy"},
             rows);
}

}  // namespace freeplay::validation
