// SPDX-License-Identifier: Apache-2.0
#include "validation/spatial_revolute_play/runs.h"
#include "validation/spatial_revolute_play/spatial_revolute_play.h"

namespace freeplay::validation {
namespace {

/// Largest difference of the slider's motion up to the end, at samples.
double apart(const PlayRun& run, const PlayRun& other, const std::string& channel) {
  const std::vector<double> a = run.part(channel, 1), b = other.part(channel, 1);
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace

void vanishing_clearance(Page& page) {
  page.heading("A clearance that vanishes");
  page.paragraph(
      "Simulation 1 rigid with plastic impacts (`symmetric`, 2 µs), all clearances scaled down; the slider "
      "against that of the ideal joint up to 0.2 s. Positions err in proportion to c, velocities by what a "
      "part gains as it falls through the clearance, √(2 a c).");
  constexpr const char* kShort = "0.2";
  const PlayRun ideal = run_play({{"joint.shaft.clearance", "none"},
                                  {"contact", "none"},
                                  {"run.end", kShort},
                                  {"method.stepper", R"({ name = "runge_kutta", accuracy = 1e-12 })"}});
  std::vector<std::vector<std::string>> rows;
  std::vector<double> y, v;
  const auto order = [](const std::vector<double>& errors, std::size_t from) {
    const double halvings = static_cast<double>(errors.size() - 1 - from);
    return std::log2(errors[from] / errors.back()) / halvings;
  };
  for (const double c : {0.5e-3, 0.25e-3, 0.125e-3, 0.0625e-3, 0.03125e-3}) {
    const PlayRun run =
        run_play({{"joint.shaft.clearance", fmt::format("{{ radial = {}, axial = {} }}", c, 2 * c)},
                  {"contact.world", "rigid"},
                  {"contact.impact.restitution", "0"},
                  {"run.end", kShort},
                  {"method.stepper", R"({ name = "symmetric", step = 2e-6 })"}});
    y.push_back(apart(run, ideal, "/body/slider/position"));
    v.push_back(apart(run, ideal, "/body/slider/velocity"));
    const bool first = y.size() == 1;
    rows.push_back({short_number(c), short_number(y.back()),
                    first ? "" : fmt::format("{:.2f}", order(y, y.size() - 2)),
                    fmt::format("{:.1f}", y.back() / c), short_number(v.back()),
                    first ? "" : fmt::format("{:.2f}", order(v, v.size() - 2))});
  }
  page.at_most("order of the error of y in c, over four halvings: distance from 1", std::abs(order(y, 0) - 1),
               0.1);
  page.at_most("order of the error of ẏ in c, over four halvings: distance from 1/2",
               std::abs(order(v, 0) - 0.5), 0.05);
  page.table({"c [m]", "error of y [m]", "order", "over c", "error of ẏ [m/s]", "order"}, rows);
}

void growing_stiffness_in_space(Page& page) {
  page.heading("A stiffness that grows");
  page.paragraph(
      "Simulation 1 without friction: how much later than in the rigid run (`symmetric`, accuracy 1e-10) the "
      "first contacts begin in the compliant one (law `exact`, `runge_kutta`, accuracy 1e-11, `event`) [s]. "
      "Contacts last in proportion to K^−0.4, and so delay what follows.");
  constexpr const char* kShort = "0.03";
  constexpr std::size_t kCompared = 4;
  const auto times = [](const PlayRun& run) {
    std::vector<double> first;  // of bursts: contacts that begin within 0.1 ms of each other are one
    for (const Touch& touch : touches_of(run)) {
      if (first.empty() || touch.t - first.back() > 1e-4) first.push_back(touch.t);
    }
    return first;
  };
  const std::vector<double> rigid =
      times(run_play({{"contact.world", "rigid"},
                      {"run.end", kShort},
                      {"run.record.impact_threshold", "0"},
                      {"method.stepper", R"({ name = "symmetric", accuracy = 1e-10 })"}}));
  std::vector<std::vector<std::string>> rows;
  std::vector<double> before(kCompared, 0);
  double off = 0, last = 0;
  for (const double K : {1e10, 1e12, 1e14, 1e16}) {
    const std::vector<double> soft = times(run_play(
        {{"contact.force", fmt::format("{{ law = \"exact\", restitution = 0.9, stiffness = {} }}", K)},
         {"run.end", kShort},
         {"run.record.impact_threshold", "0"},
         {"method.stepper", R"({ name = "runge_kutta", accuracy = 1e-11, detection = "event" })"}}));
    std::vector<std::string> row{short_number(K)};
    for (std::size_t n = 0; n < kCompared; ++n) {
      const double late = n < soft.size() && n < rigid.size() ? soft[n] - rigid[n] : std::nan("");
      row.push_back(signed_number(late));
      if (n == 0) {  // nothing has touched before it
        page.at_most(fmt::format("K = {:.0e}: time of the first contact [s]", K), std::abs(late), 1e-13);
        continue;
      }
      const double p = 0.5 * std::log10(before[n] / late);
      row.push_back(before[n] == 0 ? "" : fmt::format("{:.3f}", p));
      if (before[n] != 0 && K > 1e13) off = std::max(off, std::isnan(p) ? p : std::abs(p - 0.4));
      before[n] = late;
      last = std::max(last, std::abs(late));
      if (std::isnan(late)) last = late;
    }
    rows.push_back(row);
    if (K < 1e16) last = 0;
  }
  page.table({"K [N/m^1.5]", "first", "second", "p", "third", "p", "fourth", "p"}, rows);
  page.at_most("exponent p of K^−p from K = 1e12 on: distance from 0.4", off, 0.005);
  page.at_most("K = 1e16: contacts begin later by [s]", last, 1e-6);
}

}  // namespace freeplay::validation
