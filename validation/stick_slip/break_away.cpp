// SPDX-License-Identifier: Apache-2.0
#include "freeplay/friction_law.h"
#include "report/plot.h"
#include "tests/kit/places.h"
#include "validation/belt_friction/models.h"
#include "validation/belt_friction/runs.h"
#include "validation/stick_slip/stick_slip.h"

namespace freeplay::validation {
namespace {

constexpr double kSpring = 100;  // [N/m]
constexpr double kStatic = 0.15 * kWeight, kKinetic = 0.1 * kWeight;

struct Push {
  RunSummary summary;
  std::vector<double> t, friction, slip;  ///< friction against the motion [N]
  std::vector<double> sticks, slips;      ///< times at which stick begins and ends, as listed
};

/// examples/break_away with a hand so fast that its spring pulls harder by `rate` [N/s] while the block
/// rests.
Push push(const BeltModel& law, const std::string& stepper, double rate, double end, double every = 0) {
  const double speed = rate / kSpring;
  const Model model = read_model(source_folder() + "/examples/break_away/model.toml",
                                 {{"joint.surface.friction", friction_table(law)},
                                  {"method.stepper", stepper},
                                  {"force.spring.stiffness", fmt::format("{}", kSpring)},
                                  {"body.hand.velocity", fmt::format("[{}, 0]", speed)},
                                  {"driver.walk.motion.speed", fmt::format("{}", speed)},
                                  {"run.end", fmt::format("{}", end)},
                                  {"run.record.channels", R"(["joint/surface/*"])"},
                                  {"run.record.every", fmt::format("{}", every)}});
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  Push out;
  out.summary = simulate(*assembly.system, model.method, model.run, record);
  out.t = record.values("/time");
  out.friction = record.values("/joint/surface/friction");
  for (double& force : out.friction) force = -force;
  out.slip = record.values("/joint/surface/slip");
  const auto& words = record.layout().tables.back().columns[2].words;
  for (const std::vector<double>& row : record.rows("/joint_events")) {
    if (words[static_cast<std::size_t>(row[2])] == "stick") out.slips.push_back(row[0]);
    if (words[static_cast<std::size_t>(row[3])] == "stick") out.sticks.push_back(row[0]);
  }
  return out;
}

BeltModel of(const std::string& name) {
  for (const BeltModel& model : belt_models()) {
    if (name == model.law) return model;
  }
  return {};
}

void closed_form(Page& page) {
  page.heading("A block drawn to break-away");
  page.paragraph(
      "Laws with exact stick let go where the pull reaches μ_S m g, at t = μ_S m g/rate. Time of the first "
      "slip "
      "with `runge_kutta`, accuracy 1e-12, less that [s], and the largest slip before it [m/s].");
  std::vector<std::vector<std::string>> rows;
  for (const char* name : {"coulomb", "coulomb_stiction", "stribeck"}) {
    for (const double rate : {0.2, 2.0, 20.0}) {
      const double limit = std::string(name) == "coulomb" ? kKinetic : kStatic, exact = limit / rate;
      const Push run = push(of(name), R"({ name = "runge_kutta", accuracy = 1e-12 })", rate, 1.05 * exact);
      const double found = run.slips.empty() ? std::numeric_limits<double>::quiet_NaN() : run.slips.front();
      double creep = 0;
      for (std::size_t i = 0; i < run.t.size() && run.t[i] < exact - 1e-9; ++i)
        creep = std::max(creep, std::abs(run.slip[i]));
      rows.push_back({std::string("`") + name + "`", fmt::format("{:g}", rate), fmt::format("{:.6f}", exact),
                      signed_number(found - exact), short_number(creep)});
      const std::string what = fmt::format("{}, {:g} N/s: ", name, rate);
      page.at_most(what + "break-away against the closed form, relative", std::abs(found / exact - 1), 5e-12);
      page.at_most(what + "slip before break-away [m/s]", creep, 5e-14);
    }
  }
  page.table({"law", "rate [N/s]", "μ_S m g/rate", "found less that", "slip before"}, rows);
}

/// The largest friction from a time on until the block slides, at ten times v_S: friction is viscous later.
double peak(const Push& run, double from) {
  double largest = 0;
  for (std::size_t i = 0; i < run.t.size(); ++i) {
    if (run.t[i] < from) continue;
    if (run.slip[i] > 0.01) break;
    largest = std::max(largest, run.friction[i]);
  }
  return largest;
}

/// `sign` is that of the change of the break-away force with the rate, `least` the smallest one between rates.
void bound_change(Page& page, const std::string& label, int sign, double least, double change) {
  if (sign == 0) {
    page.at_most(label + ": change of the break-away force with the rate [N]", std::abs(change),
                 1e-6 * kStatic);
  } else {
    page.at_least(
        label + ": smallest change of the break-away force between rates up to 30 N/s, in its direction [N]",
        least, 0);
    page.at_least(label + ": change of the break-away force over all rates, in its direction [N]",
                  sign * change, 0.1);
  }
}

}  // namespace

void break_away(Page& page, const std::string& folder) {
  closed_form(page);
  page.heading("Break-away force over the rate");
  page.paragraph(fmt::format(
      "The largest friction on the way to sliding [N] over the rate at which the pull grows, `bdf` with "
      "accuracy 1e-11; "
      "between μ m g = {:.4f} N and μ_S m g = {:.4f} N. `armstrong` takes a new contact as one that has "
      "rested for "
      "long; for it, and for `gonthier` a second time, the break-away is the one after the first stop, as "
      "far as the block "
      "stops. `reset_integrator` lets go at a deflection, and its damping adds to the force there; with "
      "`lugre` the damping of the bristles shows at 100 N/s.",
      kKinetic, kStatic));
  struct Row {
    const char* law;
    bool second;
    int sign;  ///< of the change of the break-away force with the rate
  };
  constexpr Row kRows[] = {{"coulomb_stiction", false, 0}, {"reset_integrator", false, 1},
                           {"lugre", false, -1},           {"elasto_plastic", false, -1},
                           {"gonthier", false, -1},        {"armstrong", true, -1},
                           {"gonthier", true, -1}};
  const std::vector<double> rates{0.1, 0.3, 1, 3, 10, 30, 100};
  std::vector<std::string> header{"law"};
  for (const double rate : rates) header.push_back(fmt::format("{:g} N/s", rate));
  Figure figure;
  figure.title = "Break-away force over the rate of the pull";
  Axes axes;
  axes.x_label = "rate (N/s)";
  axes.y_label = "break-away force (N)";
  axes.log_x = true;
  axes.h_lines = {kKinetic, kStatic};
  std::vector<std::vector<std::string>> rows;
  int colour = 0;
  for (const Row& one : kRows) {
    const std::string label = std::string(one.law) + (one.second ? ", second time" : "");
    std::vector<std::string> row{std::string("`") + one.law + "`" + (one.second ? ", second time" : "")};
    Series series;
    series.label = label;
    series.colour = colour++;
    double least = std::numeric_limits<double>::infinity();
    for (const double rate : rates) {
      const double first = kStatic / rate;
      // stick lasts 2 (F_S − F_C)/rate, slip half of a swing of the spring at least
      const double end = one.second ? 2.2 * first + 1 : 1.2 * first + 0.05;
      const Push run = push(of(one.law), R"({ name = "bdf", accuracy = 1e-11 })", rate, end,
                            std::max(5e-5 * first, 2e-5 * end));
      page.at_most(fmt::format("{} at {:g} N/s: run incomplete", label, rate),
                   run.summary.status == RunStatus::complete ? 0 : 1, 0);
      double force = std::numeric_limits<double>::quiet_NaN();
      if (!one.second) {
        force = peak(run, 0);
      } else if (run.slips.size() >= 2 && !run.sticks.empty()) {
        force = peak(run, run.sticks[0]);
      }
      row.push_back(std::isnan(force) ? "–" : fmt::format("{:.4f}", force));
      if (std::isnan(force)) continue;
      if (!series.y.empty() && rate <= 30) least = std::min(least, one.sign * (force - series.y.back()));
      series.x.push_back(rate);
      series.y.push_back(force);
    }
    rows.push_back(row);
    axes.series.push_back(series);
    Series points = series;
    points.style = Series::Style::points;
    axes.series.push_back(points);
    bound_change(page, label, one.sign, least, series.y.back() - series.y.front());
  }
  page.table(header, rows);
  figure.axes.push_back(axes);
  write_svg(figure, folder + "/rate.svg");
  page.picture(figure.title, "rate.svg");
}

}  // namespace freeplay::validation
