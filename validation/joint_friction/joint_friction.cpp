// SPDX-License-Identifier: Apache-2.0
#include "validation/joint_friction/joint_friction.h"

#include <cstdio>

#include "report/plot.h"
#include "validation/joint_friction/runs.h"
#include "validation/page.h"

namespace freeplay::validation {
namespace {

constexpr double kAccuracy = 1e-12;
constexpr double kStiffness = 1e4;  // of the bristles, per unit of normal force [1/m]

std::string code(const std::string& name) { return name == "frictionless" ? name : "`" + name + "`"; }

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}
double largest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

struct Done {
  GuideFriction rubs;
  GuideRun run;
};

void motion(Page& page, const std::vector<Done>& all) {
  page.heading("Motion and energy");
  page.paragraph(fmt::format(
      "`bdf` with accuracy {:g}, `bearing = {}`. Position [m] and velocity [m/s] of the slider, mechanical "
      "energy at the end less that at the start, its largest rise within a sample of 1 ms [J], mean and "
      "largest force that presses the guide [N].",
      kAccuracy, kSlab));
  std::vector<std::string> header{"model"};
  for (int second = 1; second <= 5; ++second) {
    header.push_back(fmt::format("y({} s)", second));
    header.push_back(fmt::format("ẏ({} s)", second));
  }
  header.insert(header.end(), {"E(5 s) − E(0)", "largest rise", "pressed, mean", "largest"});
  std::vector<std::vector<std::string>> rows;
  for (const Done& one : all) {
    std::vector<std::string> row{code(one.rubs.name)};
    for (std::size_t i = 1000; i <= 5000; i += 1000) {
      row.push_back(fmt::format("{:.6f}", one.run.y.at(i)));
      row.push_back(fmt::format("{:.5f}", one.run.v.at(i)));
    }
    const double lost = one.run.energy.back() - one.run.energy.front(), rise = one.run.largest_rise();
    const bool rubs = !one.run.pressing.empty();
    row.push_back(rubs ? fmt::format("{:.4f}", lost) : signed_number(lost));
    row.push_back(rise < 0 ? "none" : short_number(rise));
    row.push_back(rubs ? fmt::format("{:.2f}", mean(one.run.pressing)) : "–");
    row.push_back(rubs ? fmt::format("{:.2f}", largest(one.run.pressing)) : "–");
    rows.push_back(row);
    const std::string what = std::string(one.rubs.name) + ": ";
    page.at_most(what + "run incomplete", one.run.summary.status == RunStatus::complete ? 0 : 1, 0);
    page.at_most(what + "ledger remainder / energy",
                 one.run.summary.worst_numerical / one.run.summary.energy_scale, 1e-8);
    if (!rubs) continue;
    page.at_most(what + "energy at the end less that at the start, less −0.6428 J", std::abs(lost + 0.6428),
                 1e-4);
    page.at_most(what + "mean force that presses the guide less 8.32 N",
                 std::abs(mean(one.run.pressing) - 8.32), 0.02);
    // Bristles give back what they have stored, ½ σ₀ z² F_N with σ₀ z ≤ μ_S.
    const double stored =
        one.rubs.bristles ? 0.5 * 0.2 * 0.2 / kStiffness * largest(one.run.pressing) : 1e-12;
    page.at_most(what + "largest rise of the energy [J]", rise, stored);
  }
  page.table(header, rows);
}

void schemes(Page& page, const std::vector<Done>& all) {
  page.heading("How reactions and friction are solved for");
  page.paragraph(
      "Largest difference of the slider's position to that of `implicit` over 5 s [m], all with `bdf` as "
      "above. "
      "`previous_signs`, the paper's, takes the directions of the pressing forces from the last step, so its "
      "difference is that of the step, not of the scheme; it is given for information. Two bearings: without "
      "`length` only the force presses; with a length of 10 mm, the paper's cube, the moment of the guide "
      "presses its ends, and friction at the faces adds to that moment.");
  std::vector<std::vector<std::string>> rows;
  for (const Done& one : all) {
    if (!*one.rubs.friction) continue;
    for (const char* bearing : {kSlab, kCube}) {
      const bool cube = bearing == kCube;
      const GuideRun implicit = cube ? run_guide(one.rubs, bearing, "implicit", bdf(kAccuracy)) : one.run;
      const double iterated = difference(implicit, run_guide(one.rubs, bearing, "iterated", bdf(kAccuracy)));
      const double previous =
          difference(implicit, run_guide(one.rubs, bearing, "previous_signs", bdf(kAccuracy)));
      rows.push_back({code(one.rubs.name), cube ? "cube" : "no length",
                      fmt::format("{:.2f}", mean(implicit.pressing)),
                      fmt::format("{:.4f}", implicit.energy.back() - implicit.energy.front()),
                      short_number(iterated), short_number(previous)});
      page.at_most(fmt::format("{}, {}: `implicit` against `iterated` [m]", one.rubs.name,
                               cube ? "cube" : "no length"),
                   iterated, 1e-9);
      page.at_most(fmt::format("{}, {}: `implicit` against `previous_signs` [m]", one.rubs.name,
                               cube ? "cube" : "no length"),
                   previous, 5e-7);
    }
  }
  page.table({"model", "bearing", "pressed, mean [N]", "E(5 s) − E(0) [J]", "`iterated`", "`previous_signs`"},
             rows);
}

void fixed_steps(Page& page, const std::vector<Done>& all) {
  page.heading("rk4");
  page.paragraph(
      "Largest difference of the slider's position between `rk4` and `bdf` over 5 s [m]. The paper steps "
      "with "
      "5e-5 s. A bristle in sliding follows the slip at the rate σ₀|ẏ|/μ; over the step that is more than "
      "2.785, "
      "the bound of stability of rk4, at the speeds that the slider reaches: there the deflection "
      "oscillates from step to step. With 1e-5 s it does not.");
  std::vector<std::vector<std::string>> rows;
  for (const Done& one : all) {
    std::vector<std::string> row{code(one.rubs.name)};
    for (const double step : {5e-5, 1e-5}) {
      if (step == 1e-5 && !one.rubs.bristles) {
        row.emplace_back("–");
        continue;
      }
      const GuideRun run =
          run_guide(one.rubs, kSlab, "implicit", fmt::format(R"({{ name = "rk4", step = {} }})", step));
      const double found = difference(one.run, run);
      row.push_back(short_number(found));
      const bool stable = !one.rubs.bristles || step == 1e-5;
      if (stable)
        page.at_most(fmt::format("{}: `rk4` at {:g} s against `bdf` [m]", one.rubs.name, step), found,
                     *one.rubs.friction ? 1e-9 : 5e-8);
      else
        page.at_least(fmt::format("{}: `rk4` at {:g} s against `bdf`, unstable [m]", one.rubs.name, step),
                      found, 1e-2);
    }
    double fastest = 0;
    for (const double v : one.run.v) fastest = std::max(fastest, std::abs(v));
    row.push_back(fmt::format("{:.2f}", fastest));
    const double per_step = 5e-5 * kStiffness * fastest / 0.1;
    row.push_back(one.rubs.bristles ? fmt::format("{:.1f}", per_step) : "–");
    if (one.rubs.bristles) {
      page.at_least(std::string(one.rubs.name) + ": σ₀ ẏ/μ over 5e-5 s; rk4 is stable up to 2.785", per_step,
                    3.5);
      page.at_most(std::string(one.rubs.name) + ": σ₀ ẏ/μ over 5e-5 s", per_step, 3.7);
    }
    rows.push_back(row);
  }
  page.table({"model", "5e-5 s", "1e-5 s", "fastest ẏ [m/s]", "5e-5 s · σ₀ ẏ/μ"}, rows);
}

/// Times at which the velocity of the slider changes its sign.
std::vector<double> reversals(const GuideRun& run) {
  std::vector<double> found;
  for (std::size_t i = 1; i < run.t.size(); ++i) {
    if (run.t[i - 1] > 0 && run.v[i - 1] * run.v[i] <= 0 && run.v[i - 1] != 0) found.push_back(run.t[i]);
  }
  return found;
}

/// Friction against `coulomb` up to the second reversal of the slider, sampled every 20 µs. Returns the runs.
std::vector<Done> differences(Page& page) {
  constexpr double kEnd = 0.6, kNear = 0.005;
  std::vector<Done> close;
  for (const GuideFriction& rubs : kGuideFrictions) {
    if (!*rubs.friction) continue;
    close.push_back({rubs, run_guide(rubs, kSlab, "implicit", bdf(kAccuracy),
                                     {{"run.end", fmt::format("{}", kEnd)}, {"run.record.every", "2e-5"}})});
  }
  const GuideRun& coulomb = close[0].run;
  const std::vector<double> turns = reversals(coulomb);
  page.at_least("reversals of the slider in 0.6 s", static_cast<double>(turns.size()), 2);
  page.at_most("first reversal of the slider less 0.3289 s", std::abs(turns.at(0) - 0.3289), 1e-4);
  page.at_most("second reversal of the slider less 0.5508 s", std::abs(turns.at(1) - 0.5508), 1e-4);
  page.paragraph(
      fmt::format("Difference of the slider's acceleration to that with `coulomb` [m/s²] in the first {:g} "
                  "s, before the motions "
                  "drift apart. The slider reverses at {:.4f} s and at {:.4f} s: first at a dead centre, y "
                  "being largest, where "
                  "the crank goes on and no force along the guide can change its acceleration, then with the "
                  "crank. Largest "
                  "difference within {:g} ms of either, and further away than that.",
                  kEnd, turns.at(0), turns.at(1), 1e3 * kNear));
  std::vector<std::vector<std::string>> rows;
  for (std::size_t m = 1; m < close.size(); ++m) {
    const GuideRun& run = close[m].run;
    double dead = 0, near = 0, away = 0;
    for (std::size_t i = 0; i < run.t.size(); ++i) {
      const double off = std::abs(run.a[i] - coulomb.a[i]), t = run.t[i];
      if (t < kNear) continue;  // the slider starts at rest
      double& largest = std::abs(t - turns[0]) < kNear ? dead : std::abs(t - turns[1]) < kNear ? near : away;
      largest = std::max(largest, off);
    }
    rows.push_back({code(close[m].rubs.name), short_number(dead), short_number(near), short_number(away),
                    fmt::format("{:.4f}", reversals(run).at(1))});
    page.at_least(std::string(close[m].rubs.name) +
                      " against coulomb: difference of acceleration at the second reversal / elsewhere",
                  near / std::max(dead, away), 5);
    page.at_most(std::string(close[m].rubs.name) +
                     " against coulomb: difference of acceleration at the dead centre [m/s²]",
                 dead, 0.02);
    page.at_least(std::string(close[m].rubs.name) +
                      " against coulomb: difference of acceleration at the second reversal [m/s²]",
                  near, 1);
  }
  page.table({"model", "dead centre", "second reversal", "elsewhere", "second reversal at [s]"}, rows);
  return close;
}

Series curve(const Done& one, const std::vector<double>& values, int colour,
             std::pair<double, double> range) {
  Series series;
  series.label = one.rubs.name;
  series.colour = colour;
  for (std::size_t i = 0; i < one.run.t.size(); ++i) {
    if (one.run.t[i] < range.first || one.run.t[i] > range.second) continue;
    series.x.push_back(one.run.t[i]);
    series.y.push_back(values[i]);
  }
  return series;
}

void figures(Page& page, const std::vector<Done>& all, const std::string& folder) {
  page.heading("Where the models differ");
  const std::vector<Done> close = differences(page);
  const double when = reversals(close[0].run).at(1);
  Figure figure;
  figure.title = "Motion of the slider for different friction models";
  figure.columns = 2;
  figure.width = 1000;
  figure.plot_height = 230;
  struct Panel {
    const char *title, *label;
    std::vector<double> GuideRun::*what;
  };
  constexpr Panel kPanels[] = {{"(a) position", "y (m)", &GuideRun::y},
                               {"(b) velocity", "ẏ (m/s)", &GuideRun::v},
                               {"(c) acceleration", "ÿ (m/s^{2})", &GuideRun::a}};
  for (const Panel& panel : kPanels) {
    Axes axes;
    axes.title = panel.title;
    axes.x_label = "t (s)";
    axes.y_label = panel.label;
    axes.x_range = {0, 5};
    for (std::size_t i = 0; i < all.size(); ++i)
      axes.series.push_back(curve(all[i], all[i].run.*panel.what, static_cast<int>(i), {0, 5}));
    figure.axes.push_back(axes);
  }
  Axes detail;
  detail.title = "(d) acceleration where the crank turns back";
  detail.x_label = "t (s)";
  detail.y_label = "ÿ (m/s^{2})";
  detail.x_range = {when - 0.003, when + 0.003};
  for (std::size_t i = 0; i < close.size(); ++i)
    detail.series.push_back(curve(close[i], close[i].run.a, static_cast<int>(i) + 1, *detail.x_range));
  figure.axes.push_back(detail);
  write_svg(figure, folder + "/fig4_3.svg");
  page.picture(figure.title, "fig4_3.svg");

  Figure energies;
  energies.title = "Mechanical energy";
  Axes axes;
  axes.x_label = "t (s)";
  axes.y_label = "E − E(0) (J)";
  for (std::size_t m = 0; m < all.size(); ++m) {
    std::vector<double> change = all[m].run.energy;
    for (double& energy : change) energy -= all[m].run.energy.front();
    axes.series.push_back(curve(all[m], change, static_cast<int>(m), {0, 5}));
  }
  energies.axes.push_back(axes);
  write_svg(energies, folder + "/energy.svg");
  page.picture(energies.title, "energy.svg");
}

}  // namespace

int validate_joint_friction(const std::string& folder) {
  Page page("Friction in the guide of the spatial slider-crank: results");
  page.paragraph("The case is described in [README.md](README.md).");
  std::vector<Done> all;
  for (const GuideFriction& rubs : kGuideFrictions) {
    all.push_back({rubs, run_guide(rubs, kSlab, "implicit", bdf(kAccuracy))});
    fmt::print("friction in a guide, {}: {:.2f} s\n", rubs.name, all.back().run.summary.wall_seconds);
  }
  motion(page, all);
  figures(page, all, folder);
  schemes(page, all);
  fixed_steps(page, all);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation
