// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
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

/// Of every start, in the order of kStarts and kCompared.
using Runs = std::array<std::vector<Violations>, 3>;
constexpr std::size_t kStandard = 0, kPenalty = 2, kAugmented = 3, kDirect = 4, kDirectMass = 5,
                      kPartitioning = 6, kProjection = 7, kInverse = 8;

constexpr std::size_t kFiveSeconds = 500;  // samples are 10 ms apart

double largest_within(const std::vector<double>& of, std::size_t from, std::size_t to) {
  double worst = 0;
  for (std::size_t i = from; i < std::min(to, of.size()); ++i) worst = std::max(worst, std::abs(of[i]));
  return worst;
}

void violations(Page& page, const Runs& runs) {
  for (const std::size_t s : {std::size_t{0}, std::size_t{1}}) {
    const Violations &standard = runs[s][kStandard], &direct = runs[s][kDirect];
    const std::string start = std::string(kStartNames[s]) + " start, ";
    page.at_least(start + "standard: ΦᵀΦ at 20 s over that at 5 s",
                  standard.position.back() / standard.position[kFiveSeconds], 10);
    page.at_most(start + "direct correction: ΦᵀΦ at 20 s", direct.position.back(), 1e-30);
    page.at_most(start + "direct correction: Φ̇ᵀΦ̇ at 20 s", direct.velocity.back(), 1e-29);
    for (std::size_t i = 1; i < kDirect; ++i) {
      const std::vector<double>& position = runs[s][i].position;
      const std::string what = start + plain(kCompared[i].name);
      page.at_most(what + ": ΦᵀΦ at 20 s over that of the standard method",
                   position.back() / standard.position.back(), 1e-4);
      page.at_most(
          what + ": largest ΦᵀΦ of the last 5 s over that of the fourth second",
          largest_within(position, 3 * kFiveSeconds, position.size()) / largest_within(position, 300, 400),
          2);
    }
    for (const std::size_t i : {kProjection, kInverse}) {
      page.at_most(
          start + plain(kCompared[i].name) + ": ΦᵀΦ at 20 s over that of the standard method, less 1",
          std::abs(runs[s][i].position.back() / standard.position.back() - 1), 1e-4);
    }
  }
  page.at_most("rounded start, standard: ΦᵀΦ at 20 s", runs[1][kStandard].position.back(), 2.5e-6);
}

/// Signs and sizes of the changes of energy, to about a fifth of what is found.
void energies(Page& page, const Runs& runs) {
  struct Claim {
    std::size_t start, run;
    double least, most;  ///< after 20 s [J]
  };
  for (const Claim& claim : {Claim{0, kStandard, 6e-6, 9e-6}, Claim{0, 1, 3.6e-7, 5.4e-7},
                             Claim{0, kAugmented, 3e-7, 4.6e-7}, Claim{0, kPenalty, -2.9e-5, -1.9e-5},
                             Claim{0, kDirect, -2.2e-8, -1.4e-8}, Claim{1, kAugmented, -4e-6, -2.6e-6},
                             Claim{2, kAugmented, -7.3e-5, -4.9e-5}, Claim{1, kDirect, -9.4e-6, -6.2e-6},
                             Claim{1, kDirectMass, -3.2e-8, -2e-8}, Claim{2, kDirect, -9.5e-5, -6.3e-5}}) {
    const std::string what = fmt::format("{} start, {}: change of the energy in 20 s [J]",
                                         kStartNames[claim.start], plain(kCompared[claim.run].name));
    const double found = runs[claim.start][claim.run].energy.back();
    page.at_least(what, found, claim.least);
    page.at_most(what, found, claim.most);
  }
  for (std::size_t s = 0; s < 3; ++s) {
    const std::vector<double>& energy = runs[s][kDirect].energy;
    double later = 0;
    for (const double value : energy)
      later = value == 0 ? later : std::max(later, std::abs(value - energy[1]));
    page.at_most(fmt::format("{} start, direct correction: change of the energy after the first 10 ms [J]",
                             kStartNames[s]),
                 later, 3e-8);
  }
  for (std::size_t i = 0; i < kDirect; ++i) {
    page.at_least(
        fmt::format("consistent start, {}: largest change of the energy over that of direct correction",
                    plain(kCompared[i].name)),
        runs[0][i].largest(runs[0][i].energy) / runs[0][kDirect].largest(runs[0][kDirect].energy), 10);
  }
  page.at_most("rounded start, standard: largest change of the energy [J]",
               runs[1][kStandard].largest(runs[1][kStandard].energy), 5e-5);
}

void printed_start(Page& page, const std::vector<Violations>& runs) {
  // along the rod, (0, 0.147, −0.25)/0.29
  const double spin = (-1.5661 * 0.1470 + 1.6112 * 0.25) / 0.29,
               of_the_reference = (-1.8678 * 0.1470 + 1.0980 * 0.25) / 0.29;
  page.at_most("spin about the rod in Table 2.2, less 0.595 rad/s", std::abs(spin - 0.595), 5e-4);
  page.at_most("spin about the rod of the reference [rad/s]", std::abs(of_the_reference), 5e-4);
  for (const std::size_t i : {kStandard, kProjection, kInverse}) {
    page.at_most(fmt::format("printed start, {}: spin times the time at which it ends, less 1",
                             plain(kCompared[i].name)),
                 std::abs(spin * runs[i].t.back() - 1), 0.01);
  }
  page.at_most(
      "printed start, direct correction, norm of M: change of the energy over −½ J_η ω² of the spin, less 1",
      std::abs(runs[kDirectMass].energy.back() / (-0.5 * 4e-4 * spin * spin) - 1), 0.01);
  double most = 0;  // of those that run for 5 s
  for (std::size_t i = 1; i < kDirect; ++i) most = std::max(most, std::abs(runs[i].energy[kFiveSeconds]));
  page.at_least(
      "printed start, direct correction: change of the energy at 5 s over the largest of the other three",
      std::abs(runs[kDirect].energy[kFiveSeconds]) / most, 1);
}

/// The paper's Fig. 2.10. Times are no part of a page; their order is, in which neighbours differ by a fifth and more.
void times(Page& page, const Runs& runs) {
  constexpr std::size_t kOrder[] = {kStandard,   kDirect,       kPenalty, kAugmented,
                                    kProjection, kPartitioning, kInverse};
  const auto seconds = [&](std::size_t i) { return std::min(runs[0][i].seconds, runs[1][i].seconds); };
  std::vector<std::string> names;
  int held = 0;
  for (std::size_t k = 0; k < std::size(kOrder); ++k) {
    names.push_back(plain(kCompared[kOrder[k]].name));
    if (k > 0 && seconds(kOrder[k]) > seconds(kOrder[k - 1])) ++held;
  }
  page.at_least(fmt::format("CPU time: {}: neighbours in this order", fmt::join(names, " < ")), held,
                static_cast<double>(std::size(kOrder) - 1));
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
  Runs runs;
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
  violations(page, runs);
  energies(page, runs);
  printed_start(page, runs[2]);
  times(page, runs);

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
