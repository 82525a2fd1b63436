// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "report/plot.h"
#include "validation/spatial_slider_crank/runs.h"
#include "validation/spatial_slider_crank/sections.h"

namespace freeplay::validation {
namespace {

struct Compared : Keeping {
  bool keeps;  ///< errors of the start fade, or are taken away
};
/// What the paper compares first, with the parameters of its Table 2.3, then what it only describes.
constexpr Compared kCompared[] = {
    {{"standard: `lagrange`", R"({ name = "lagrange" })"}, false},
    {{"`baumgarte`", R"({ name = "baumgarte", alpha = 5, beta = 5 })"}, true},
    {{"`penalty`", R"({ name = "penalty", alpha = 1e7, omega = 10, mu = 1 })"}, true},
    {{"`augmented_lagrangian`", R"({ name = "augmented_lagrangian", alpha = 1e7, omega = 10, mu = 1 })"},
     true},
    {{"`direct_correction`", R"({ name = "direct_correction", correction = "euclidean" })"}, true},
    {{"`direct_correction`, norm of M", R"({ name = "direct_correction" })"}, true},
    {{"`coordinate_partitioning`", R"({ name = "coordinate_partitioning" })"}, true},
    {{"`projection`", R"({ name = "projection" })"}, false},
    {{"`generalized_inverse`", R"({ name = "generalized_inverse", method = "gram_schmidt" })"}, false}};
constexpr std::size_t kOfThePaper = 5;

struct Panel {
  const char* file;
  const char* title;
  const char* label;
  std::vector<double> Violations::*what;
  bool logarithmic;
  std::pair<double, double> range;  ///< of the axis; of energies with the printed start alone
};
constexpr Panel kPanels[] = {
    {"fig2_7.svg", "Violation of positions", "Φ^{T}Φ", &Violations::position, true, {1e-36, 10}},
    {"fig2_8.svg", "Violation of velocities", "(dΦ/dt)^{T}(dΦ/dt)", &Violations::velocity, true, {1e-36, 10}},
    {"fig2_9.svg",
     "Variation of the mechanical energy",
     "ΔE (J)",
     &Violations::energy,
     false,
     {-1.6e-4, 1e-4}}};

constexpr Start kStarts[] = {Start::consistent, Start::rounded, Start::printed};
constexpr const char* kStartNames[] = {"consistent", "rounded", "printed"};

std::string plain(std::string name) {
  std::erase(name, '`');
  return name;
}

}  // namespace

void twenty_seconds(Page& page, const std::string& folder) {
  page.heading("Twenty seconds with rk4 at 1 ms");
  page.paragraph(
      "Parameters of Marques2015, Table 2.3. ΦᵀΦ and Φ̇ᵀΦ̇: the largest in 20 s, and at the end; energy: "
      "largest change, "
      "and that at the end. Rows are metres and, of directions, radians, as in the paper. Three starts: "
      "*consistent*, "
      "that of the reference; *rounded*, Table 2.2 with its four digits, but with the rod's ω of the "
      "reference, "
      "(0, −1.8678, −1.0980) rad/s; *printed*, Table 2.2 as it stands, with ω = (0, −1.5661, −1.6112) rad/s, "
      "of which "
      "0.595 rad/s are a spin about the rod that the universal joint forbids.");
  std::vector<Violations> runs[3];
  double fastest = 0;
  for (std::size_t s = 0; s < 3; ++s) {
    std::vector<std::vector<std::string>> rows;
    for (const Compared& one : kCompared) {
      runs[s].push_back(run_violations(one.choice, kStarts[s], 1e-3, 20, 10));
      const Violations& run = runs[s].back();
      if (fastest == 0) fastest = run.seconds;
      rows.push_back({one.name, short_number(run.largest(run.position)), short_number(run.position.back()),
                      short_number(run.largest(run.velocity)), short_number(run.velocity.back()),
                      short_number(run.largest(run.energy)), signed_number(run.energy.back()),
                      run.complete ? "" : fmt::format("ends at {:.2f} s", run.t.back())});
      const std::string what = fmt::format("{} start, {}", kStartNames[s], plain(one.name));
      if (one.keeps || kStarts[s] != Start::printed)
        page.at_least(what + ": reaches [s]", run.complete ? 20 : run.t.back(), 20);
      fmt::print("spatial slider-crank, {} start, {}: {:.2f} s for {:.0f} s, {:.2f} of lagrange\n",
                 kStartNames[s], plain(one.name), run.seconds, run.t.back(),
                 run.seconds / run.t.back() * 20 / fastest);
    }
    page.paragraph(fmt::format("Start {}:", kStartNames[s]));
    page.table({"formulation", "ΦᵀΦ, largest", "at the end", "Φ̇ᵀΦ̇, largest", "at the end", "ΔE, largest [J]",
                "at the end [J]", ""},
               rows);
  }
  const auto at_five = [](const std::vector<double>& of) { return of[of.size() / 4]; };
  for (const std::size_t s : {std::size_t{0}, std::size_t{1}}) {
    const Violations &standard = runs[s][0], &direct = runs[s][4];
    page.at_least(fmt::format("{} start, standard: ΦᵀΦ at 20 s over that at 5 s", kStartNames[s]),
                  standard.position.back() / at_five(standard.position), 4);
    page.at_most(fmt::format("{} start, direct correction: ΦᵀΦ at 20 s", kStartNames[s]),
                 direct.position.back(), 1e-20);
    for (std::size_t i = 1; i < 4; ++i) {
      page.at_most(fmt::format("{} start, {}: ΦᵀΦ at 20 s over that of the standard method", kStartNames[s],
                               plain(kCompared[i].name)),
                   runs[s][i].position.back() / standard.position.back(), 1e-3);
    }
  }

  for (const Panel& panel : kPanels) {
    Figure figure;
    figure.columns = 3;
    figure.width = 1200;
    figure.title = panel.title;
    for (std::size_t s = 0; s < 3; ++s) {
      Axes axes;
      axes.title = std::string("start ") + kStartNames[s];
      axes.x_label = "t (s)";
      axes.y_label = panel.label;
      axes.log_y = panel.logarithmic;
      axes.x_range = {0, 5};
      if (panel.logarithmic || kStarts[s] == Start::printed) axes.y_range = panel.range;
      for (std::size_t i = 0; i < kOfThePaper; ++i) {
        Series curve{plain(kCompared[i].name), {}, {}};
        const Violations& run = runs[s][i];
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
