// SPDX-License-Identifier: Apache-2.0
#include "validation/textbook/textbook.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "validation/page.h"
#include "validation/textbook/runs.h"

namespace freeplay::validation {
namespace {

constexpr double kGravity = 9.81;
const std::vector<double> kAccuracies = {1e-4, 1e-6, 1e-8};

Assignment accuracy_of(double accuracy) {
  return {"method.stepper", fmt::format("{{ name = \"symmetric\", accuracy = {} }}", accuracy)};
}

/// √(2h/g)(1 + ε)/(1 − ε): after infinitely many impacts the ball rests.
void bouncing_ball(Page& page) {
  page.heading("Bouncing ball");
  page.paragraph(
      "Dropped from h = 1 m, ε = 0.5: impacts at √(2h/g) (1 + 2ε + 2ε² + …), at rest after 1.354571 s. "
      "Errors "
      "of the "
      "first six impact times and of the time from which the contact stays closed.");
  const double first = std::sqrt(2 / kGravity), rest = 3 * first;
  std::vector<std::vector<std::string>> rows;
  for (const double accuracy : kAccuracies) {
    const ExampleRun run = run_example("bouncing_ball", {accuracy_of(accuracy)});
    double worst = 0, expected = first, flight = first;
    for (std::size_t i = 0; i < 6; ++i) {
      worst = std::max(worst, std::abs(run.record.rows("/impacts").at(i).at(0) - expected));
      expected += flight;  // 2 ε^(i+1) √(2h/g)
      flight *= 0.5;
    }
    const std::vector<double> closed = times_of_rest(run);
    const double zeno = closed.empty() ? std::nan("") : std::abs(closed.front() - rest);
    rows.push_back({fmt::format("{:.0e}", accuracy), fmt::format("{}", run.summary.steps.steps),
                    fmt::format("{}", run.summary.steps.impacts), short_number(worst), short_number(zeno)});
    if (accuracy <= 1e-6) {
      page.at_most(fmt::format("ball, accuracy {:.0e}: impact times [s]", accuracy), worst, 2e-12);
      page.at_most(fmt::format("ball, accuracy {:.0e}: time of rest [s]", accuracy), zeno, 1e-6);
    }
  }
  page.table({"accuracy", "steps", "impacts", "impact times [s]", "time of rest [s]"}, rows);
}

void sliding_brick(Page& page) {
  page.heading("Brick sliding to rest");
  page.paragraph("v₀ = 2 m/s, μ = 0.3: at rest after v₀/(μ g) = 0.679579 s and v₀²/(2 μ g) = 0.679579 m.");
  const double stop = 2 / (0.3 * kGravity);
  std::vector<std::vector<std::string>> rows;
  for (const double accuracy : kAccuracies) {
    const ExampleRun run = run_example("brick_sliding", {accuracy_of(accuracy)});
    const std::vector<double> stuck = times_of_rest(run);
    const double time = stuck.empty() ? std::nan("") : std::abs(stuck.front() - stop);
    const double way = std::abs(last_of(run, "/body/brick/position", 0, 2) - stop);
    rows.push_back({fmt::format("{:.0e}", accuracy), fmt::format("{}", run.summary.steps.steps),
                    short_number(time), short_number(way)});
    page.at_most(fmt::format("brick, accuracy {:.0e}: time of rest [s]", accuracy), time, 2e-13);
    page.at_most(fmt::format("brick, accuracy {:.0e}: way [m]", accuracy), way, 2e-13);
  }
  page.table({"accuracy", "steps", "time of rest [s]", "way [m]"}, rows);
}

void incline(Page& page) {
  page.heading("Brick on an incline of 30°");
  page.paragraph(
      "Started at rest, 10 s. It slides down by ½ g (sin α − μ cos α) t² when μ < tan α and stays otherwise, "
      "also a hair above.");
  const double slope = std::sqrt(3.0) / 3;
  std::vector<std::vector<std::string>> rows;
  for (const double factor : {0.4 / slope, 0.9999, 1.0001}) {
    for (const bool chosen : {true, false}) {
      const double mu = factor * slope;
      std::vector<Assignment> changes = {{"contact.friction.mu", fmt::format("{:.17g}", mu)},
                                         {"run.end", "10"}};
      if (chosen) changes.push_back(accuracy_of(1e-8));
      const ExampleRun run = run_example("brick_on_incline", changes);
      const double dx = last_of(run, "/body/brick/position", 0, 2) + 0.025;
      const double dy = last_of(run, "/body/brick/position", 1, 2) - 0.043301270189221933;
      const double expected = mu < slope ? 50 * kGravity * (0.5 - mu * std::sqrt(0.75)) : 0;
      const double error = std::abs(std::hypot(dx, dy) - expected);
      const std::string how = chosen ? "accuracy 1e-8" : "step 1e-3";
      rows.push_back(
          {fmt::format("{:.4f}", factor), how, fmt::format("{:.9f}", expected), short_number(error)});
      page.at_most(fmt::format("incline, μ = {:.4f} tan α, {}: way [m]", factor, how), error, 3e-11);
    }
  }
  page.table({"μ / tan α", "stepper", "way [m]", "error [m]"}, rows);
}

void impacts(Page& page) {
  page.heading("Impacts");
  std::vector<std::vector<std::string>> rows;
  const auto row = [&](const std::string& what, double expected, double found, double bound) {
    rows.push_back({what, fmt::format("{:.9g}", expected), short_number(std::abs(found - expected))});
    page.at_most(what, std::abs(found - expected), bound);
  };
  {  // slip s = v is reversed by P_T = −2 s/(1/m + r²/J): v' = v − 2 s/(1 + m r²/J), J = 2/5 m r²
    const ExampleRun run = run_example("super_ball", {accuracy_of(1e-9), {"run.end", "0.13"}});
    row("super ball: speed along the floor after it [m/s]", 3 - 6 / 3.5,
        last_of(run, "/body/ball/velocity", 0, 2), 1e-14);
    row("super ball: energy [J]", run.summary.start.total(), run.summary.end.total(), 1e-14);
  }
  {  // one after the other, equal masses, ε = 1: the last ball leaves with the speed of the first
    const ExampleRun run = run_example("newtons_cradle", {{"run.end", "0.6"}});
    double highest = -1;
    const std::vector<double> angle = run.record.values("/body/ball_5/angle");
    for (const double value : angle) highest = std::max(highest, value);
    // the record has a sample every 5 ms: at the turning point less than ½ · ω² · 20° · (2.5 ms)² is missed
    row("cradle: angle to which the last ball swings [deg]", 20, highest * 180 / std::acos(-1.0), 3e-3);
  }
  {  // Housner 1963: ω' = ω (1 − 3/2 sin²α); kinetic energy m g Δh before
    const ExampleRun run = run_example("rocking_block", {accuracy_of(1e-9), {"run.end", "0.6"}});
    const std::vector<double> lost = run.record.values("/energy/impact");
    double first = 0;
    for (const double value : lost) {
      if (first == 0) first = value;
    }
    const double ratio = 1 - 1.5 * 0.04 / 1.04;
    row("rocking block: energy lost in the first impact [J]",
        -100 * kGravity * (0.5068129233206385 - 0.5) * (1 - ratio * ratio), first, 2e-10);
  }
  page.table({"", "closed form", "error"}, rows);
}

/// The largest way of a body between the first and the last sample.
double largest_way(const ExampleRun& run) {
  double worst = 0;
  for (const Channel& channel : run.record.layout().channels) {
    if (!channel.path.ends_with("/position")) continue;
    const std::vector<double> values = run.record.values(channel.path);
    worst = std::max(worst, std::hypot(values[values.size() - 2] - values[0], values.back() - values[1]));
  }
  return worst;
}

void piles(Page& page) {
  page.heading("Piles of blocks");
  page.paragraph("What stands stays: the largest way of a block in 1 s.");
  const double arch = largest_way(run_example("arch"));
  page.table({"", "way [m]"}, {{"arch of voussoirs, symmetric, 1 ms", short_number(arch)}});
  page.at_most("arch: largest way of a block [m]", arch, 1e-13);
}

}  // namespace

int validate_textbook(const std::string& folder) {
  Page page("Cases with closed forms: results");
  page.paragraph(
      "Shipped examples, run with steps chosen by accuracy where a column says so. The numbers of ball and "
      "brick "
      "are those of the reference values for closed-form checks.");
  bouncing_ball(page);
  sliding_brick(page);
  incline(page);
  impacts(page);
  piles(page);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation
