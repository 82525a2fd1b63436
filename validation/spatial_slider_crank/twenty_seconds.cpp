// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "report/plot.h"
#include "validation/spatial_slider_crank/runs.h"
#include "validation/spatial_slider_crank/sections.h"

namespace freeplay::validation {
namespace {

/// What the paper compares first, with the parameters of its Table 2.3, then what it only describes.
constexpr Keeping kCompared[] = {
    {"standard: `lagrange`", R"({ name = "lagrange" })"},
    {"`baumgarte`", R"({ name = "baumgarte", alpha = 5, beta = 5 })"},
    {"`penalty`", R"({ name = "penalty", alpha = 1e7, omega = 10, mu = 1 })"},
    {"`augmented_lagrangian`", R"({ name = "augmented_lagrangian", alpha = 1e7, omega = 10, mu = 1 })"},
    {"`direct_correction`", R"({ name = "direct_correction", correction = "euclidean" })"},
    {"`direct_correction`, norm of M", R"({ name = "direct_correction" })"},
    {"`coordinate_partitioning`", R"({ name = "coordinate_partitioning" })"},
    {"`projection`", R"({ name = "projection" })"},
    {"`generalized_inverse`", R"({ name = "generalized_inverse", method = "gram_schmidt" })"}};
constexpr std::size_t kOfThePaper = 5;

struct Panel {
  const char* file;
  const char* title;
  const char* label;
  std::vector<double> Violations::*what;
  bool logarithmic;
};
constexpr Panel kPanels[] = {
    {"fig2_7.svg", "Violation of positions", "Φ^{T}Φ", &Violations::position, true},
    {"fig2_8.svg", "Violation of velocities", "Φ̇^{T}Φ̇", &Violations::velocity, true},
    {"fig2_9.svg", "Variation of the mechanical energy", "ΔE (J)", &Violations::energy, false}};

double value_at(const Violations& run, const std::vector<double>& of, double t) {
  for (std::size_t i = 0; i < run.t.size(); ++i) {
    if (run.t[i] >= t - 1e-6) return of[i];
  }
  return std::nan("");
}

std::string plain(std::string name) {
  std::erase(name, '`');
  return name;
}

}  // namespace

void twenty_seconds(Page& page, const std::string& folder) {
  page.heading("Twenty seconds with rk4 at 1 ms");
  page.paragraph(
      "Parameters of Marques2015, Table 2.3. *Consistent*: the start of the reference. *Printed*: Table 2.2 "
      "as it "
      "stands, positions to four digits and the rod with a spin that the universal joint forbids. ΦᵀΦ and "
      "Φ̇ᵀΦ̇: the "
      "largest in 20 s, and at the end; energy: largest change, and that at the end. Rows are metres and, of "
      "directions, radians, as in the paper.");
  std::vector<Violations> runs[2];
  double fastest[2] = {0, 0};
  for (const bool printed : {false, true}) {
    std::vector<std::vector<std::string>> rows;
    for (const Keeping& one : kCompared) {
      runs[printed].push_back(run_violations(one.choice, printed, 1e-3, 20, 10));
      const Violations& run = runs[printed].back();
      if (runs[printed].size() == 1) fastest[printed] = run.seconds;
      rows.push_back({one.name, short_number(run.largest(run.position)), short_number(run.position.back()),
                      short_number(run.largest(run.velocity)), short_number(run.velocity.back()),
                      short_number(run.largest(run.energy)), signed_number(run.energy.back())});
      const std::string what =
          fmt::format("{} start, {}", printed ? "printed" : "consistent", plain(one.name));
      page.at_least(what + ": reaches 20 s", run.complete ? 1 : 0, 1);
      fmt::print("spatial slider-crank, 20 s of rk4, {} start, {}: {:.2f} s, ratio {:.2f}\n",
                 printed ? "printed" : "consistent", plain(one.name), run.seconds,
                 run.seconds / fastest[printed]);
    }
    page.paragraph(printed ? "Printed start:" : "Consistent start:");
    page.table({"formulation", "ΦᵀΦ, largest", "at 20 s", "Φ̇ᵀΦ̇, largest", "at 20 s", "|ΔE|, largest [J]",
                "ΔE at 20 s [J]"},
               rows);
  }
  const Violations& direct = runs[0][4];
  page.at_most("consistent start, direct correction: ΦᵀΦ", direct.largest(direct.position), 1e-20);
  page.at_most("consistent start, direct correction: Φ̇ᵀΦ̇", direct.largest(direct.velocity), 1e-20);
  const Violations& standard = runs[0][0];
  page.at_least("consistent start, lagrange: ΦᵀΦ at 20 s over that at 5 s",
                standard.position.back() / value_at(standard, standard.position, 5), 4);

  for (const Panel& panel : kPanels) {
    Figure figure;
    figure.columns = 2;
    figure.width = 960;
    figure.title = panel.title;
    for (const bool printed : {false, true}) {
      Axes axes;
      axes.title = printed ? "printed start" : "consistent start";
      axes.x_label = "t (s)";
      axes.y_label = panel.label;
      axes.log_y = panel.logarithmic;
      axes.x_range = {0, 5};
      for (std::size_t i = 0; i < kOfThePaper; ++i) {
        Series curve{plain(kCompared[i].name), {}, {}};
        const Violations& run = runs[printed][i];
        for (std::size_t k = 0; k < run.t.size() && run.t[k] <= 5; ++k) {
          curve.x.push_back(run.t[k]);
          curve.y.push_back((run.*panel.what)[k]);
        }
        axes.series.push_back(curve);
      }
      figure.axes.push_back(axes);
    }
    write_svg(figure, folder + "/" + panel.file);
    page.picture(panel.title, panel.file);
  }
}

}  // namespace freeplay::validation
