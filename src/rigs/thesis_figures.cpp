// SPDX-License-Identifier: Apache-2.0
#include "rigs/thesis_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/index.h"
#include "rigs/friction_plots.h"
#include "rigs/friction_samples.h"

namespace freeplay {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

struct Row {
  const char *number, *title, *equation, *law;
  Pairs assignments;  ///< beyond the samples, which are those of the tables
  double velocity;    ///< range of the slip [m/s]
};

std::vector<Row> rows() {
  constexpr double kSlow = 5e-3, kFast = 5;
  return {{"3.4", "Coulomb friction", "(3.1)", "coulomb", {}, kSlow},
          {"3.5", "Coulomb with stiction", "(3.4)", "coulomb_stiction", {}, kSlow},
          {"3.6",
           "Coulomb with viscous friction",
           "(3.6)",
           "coulomb_viscous",
           {{"coefficients", "absolute"}, {"viscous", "0.1"}},
           kFast},
          {"3.7", "Stribeck curve without viscous friction", "(3.10)", "stribeck", {{"viscous", "0"}}, kSlow},
          {"3.8", "Karnopp", "(3.11)", "karnopp", {}, kSlow},
          {"3.9", "linear", "(3.13)", "linear", {}, kSlow},
          {"3.10", "Threlfall", "(3.15)", "threlfall", {{"form", "printed"}}, kSlow},
          {"3.11",
           "linear with stiction",
           "(3.16)",
           "linear_stiction",
           {{"v0", "1 mm/s"}, {"v1", "3 mm/s"}},
           kSlow},
          {"3.12", "Bengisu and Akay", "(3.17)", "bengisu_akay", {}, 0.1},
          {"3.13", "Ambrósio", "(3.18)", "ambrosio", {}, kSlow},
          {"3.14", "Awrejcewicz et al.", "(3.22)", "awrejcewicz", {}, kSlow}};
}

/// Friction along the slip of a law without states, while something pulls b against it with F_e.
SteadyForce under_pull(const FrictionLaw& law, double normal, double v, double pull) {
  std::vector<double> m(idx(law.memory(1)), 0);
  FrictionInput in;
  in.slip = {v, 0, 0};
  in.normal = normal;
  law.start(in, nullptr, m.data());
  in.m = m.data();
  in.hold = {-pull, 0, 0};
  const double force = -law.force(in)[0];
  return {v, force, force, force};
}

}  // namespace

std::string ThesisFigure::stem() const {
  std::string name = "figure_" + number;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

std::vector<ThesisFigure> thesis_figures() {
  std::vector<ThesisFigure> figures;
  for (const Row& row : rows()) {
    Diagnostics problems;
    const std::vector<FrictionSpecimen> laws = friction_specimens({row.law}, row.assignments, problems);
    FREEPLAY_ASSERT(laws.size() == 1 && !problems.has_errors());
    ThesisFigure figure;
    figure.number = row.number;
    figure.title = row.title;
    figure.equation = row.equation;
    figure.law = laws.front();
    figure.at.velocity = row.velocity;
    figure.at.presliding = figure.at.lag = figure.at.breakaway = false;
    complete(figure.at, laws);
    figure.curves = measure_friction(figure.law, figure.at);
    if (figure.number == "3.14") {
      constexpr int kPoints = 100;  // to either side
      figure.pull = 0.5 * figure.law.law->mu_static() * figure.at.normal;
      for (int i = -kPoints; i <= kPoints; ++i)
        figure.pulled.push_back(
            under_pull(*figure.law.law, figure.at.normal, figure.at.velocity * i / kPoints, figure.pull));
    }
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::string thesis_csv(const ThesisFigure& figure) {
  std::string out =
      fmt::format("# Marques2015, Fig. {}: {}, eq. {}\n", figure.number, figure.title, figure.equation);
  out += "slip [m/s],force [N],lowest [N],highest [N]\n";
  for (const SteadyForce& p : figure.curves.steady)
    out += fmt::format("{},{},{},{}\n", p.v, p.force, p.low, p.high);
  if (figure.pulled.empty()) return out;
  out += fmt::format("# under a pull of {} N\n", figure.pull);
  for (const SteadyForce& p : figure.pulled) out += fmt::format("{},{},{},{}\n", p.v, p.force, p.low, p.high);
  return out;
}

Figure thesis_page(const std::vector<ThesisFigure>& figures) {
  Figure page;
  page.title = figures.size() == 1 ? "" : "Static friction models: Figs. 3.4 to 3.14 of Marques (2015)";
  page.columns = figures.size() == 1 ? 1 : 3;
  page.width = figures.size() == 1 ? 480 : 960;
  for (const ThesisFigure& one : figures) {
    const Figure measured = friction_figure(FrictionQuantity::velocity, {one.law}, {one.curves}, one.at);
    FREEPLAY_ASSERT(measured.axes.size() == 1);
    Axes axes = measured.axes.front();
    axes.title = fmt::format("{} {} {}", one.number, one.title, one.equation);
    for (Series& series : axes.series) series.label = one.pulled.empty() ? "" : "any pull";
    if (!one.pulled.empty()) {
      Series series;
      series.label = fmt::format("F_{{e}} = {:.3g} N", one.pull);
      series.colour = 1;
      const double factor = shown_velocity(one.at.velocity).factor;
      for (const SteadyForce& p : one.pulled) {
        series.x.push_back(factor * p.v);
        series.y.push_back(p.force);
      }
      axes.series.push_back(std::move(series));
    }
    page.axes.push_back(std::move(axes));
  }
  return page;
}

}  // namespace freeplay
