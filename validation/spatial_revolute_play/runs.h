// SPDX-License-Identifier: Apache-2.0
// Runs of examples/spatial_slider_crank_play.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "report/plot.h"
#include "run/simulate.h"
#include "tests/kit/places.h"

namespace freeplay::validation {

inline const std::string kPlayFile = source_folder() + "/examples/spatial_slider_crank_play/model.toml";

struct PlayRun {
  RunSummary summary;
  MemoryRecord record;

  bool complete() const { return summary.status == RunStatus::complete; }
  std::vector<double> part(const std::string& channel, std::size_t k, std::size_t width = 3) const {
    const std::vector<double> all = record.values(channel);
    std::vector<double> out;
    for (std::size_t i = k; i < all.size(); i += width) out.push_back(all[i]);
    return out;
  }
  std::vector<double> time() const { return record.values("/time"); }
  /// Mechanical energy less that of the start [J].
  std::vector<double> energy() const {
    std::vector<double> all = record.values("/energy/total");
    const double first = all.empty() ? 0 : all.front();
    for (double& one : all) one -= first;
    return all;
  }
};

/// By `runge_kutta` with accuracy 1e-8 and `event` unless the changes say otherwise.
inline PlayRun run_play(std::vector<Assignment> changes) {
  const auto of_stepper = [](const Assignment& change) { return change.first == "method.stepper"; };
  if (std::none_of(changes.begin(), changes.end(), of_stepper)) {
    changes.push_back(
        {"method.stepper", R"({ name = "runge_kutta", accuracy = 1e-8, detection = "event" })"});
  }
  const Model model = read_model(kPlayFile, changes);
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
  return {std::move(summary), std::move(record)};
}

/// Simulations 1 to 3 of Table 4.2: what differs from the shipped model.
struct ClearanceCase {
  const char* name;
  std::vector<Assignment> changes;
};
inline std::vector<ClearanceCase> clearance_cases() {
  return {{"simulation 1", {}},
          {"simulation 2", {{"joint.shaft.clearance.axial", "0.5mm"}}},
          {"simulation 3", {{"joint.shaft.clearance.radial", "0.25mm"}}}};
}

/// The mechanism without play.
inline PlayRun run_ideal() {
  return run_play({{"joint.shaft.clearance", "none"},
                   {"contact", "none"},
                   {"method.stepper", R"({ name = "runge_kutta", accuracy = 1e-10 })"}});
}

/// How often the crank has come round at most, forwards or backwards, from the angle of its centre about the shaft's axis.
inline double most_turns(const PlayRun& run) {
  const std::vector<double> x = run.part("/body/crank/position", 0), z = run.part("/body/crank/position", 2);
  double turned = 0, most = 0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    turned += std::atan2(x[i] * z[i - 1] - z[i] * x[i - 1], x[i] * x[i - 1] + z[i] * z[i - 1]);
    most = std::max(most, std::abs(turned));
  }
  return most / (2 * std::numbers::pi);
}

/// Of runs whose cranks start with angular velocities that differ by multiples of 1e-6: the motion is chaotic, and a
/// single run ranks nothing.
struct Spread {
  std::vector<double> values;
  double mean = 0, deviation = 0;
  double error() const { return deviation / std::sqrt(static_cast<double>(values.size())); }
};

inline Spread spread_of(std::vector<double> values) {
  Spread out;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) out.mean += value / count;
  for (const double value : values) out.deviation += (value - out.mean) * (value - out.mean) / (count - 1);
  out.deviation = std::sqrt(out.deviation);
  out.values = std::move(values);
  return out;
}

/// By how many standard errors of the difference the mean of a is above that of b.
inline double apart(const Spread& a, const Spread& b) {
  return (a.mean - b.mean) / std::hypot(a.error(), b.error());
}

inline std::vector<PlayRun> perturbed_runs(const std::vector<Assignment>& given, int members) {
  std::vector<PlayRun> runs;
  for (int k = 0; k < members; ++k) {
    std::vector<Assignment> changes = given;
    changes.push_back(
        {"body.crank.angular_velocity", fmt::format("[0, {:.9f}, 0]", -6.2832 * (1 + 1e-6 * k))});
    changes.push_back({"run.record.every", "0.01"});
    runs.push_back(run_play(changes));
  }
  return runs;
}

/// A row of /impacts: when a contact began, and which.
struct Touch {
  double t;
  int contact;
};
/// The touches in order of time.
inline std::vector<Touch> touches_of(const PlayRun& run) {
  std::vector<Touch> all;
  for (const std::vector<double>& row : run.record.rows("/impacts"))
    all.push_back({row[0], static_cast<int>(row[1])});
  std::stable_sort(all.begin(), all.end(), [](const Touch& a, const Touch& b) { return a.t < b.t; });
  return all;
}

inline Series series_of(const std::string& label, std::vector<double> x, std::vector<double> y,
                        int colour = -1, Series::Style style = Series::Style::line) {
  Series series;
  series.label = label;
  series.x = std::move(x);
  series.y = std::move(y);
  series.colour = colour;
  series.style = style;
  return series;
}

/// Position, velocity and acceleration of the slider against the ideal joint, and the two phase portraits.
inline void slider_figures(const PlayRun& run, const PlayRun& ideal, const std::string& title,
                           const std::string& path) {
  Figure figure;
  figure.title = title;
  figure.columns = 2;
  figure.width = 960;
  figure.plot_height = 190;
  struct Panel {
    const char *channel, *label;
  };
  for (const Panel& panel :
       {Panel{"/body/slider/position", "y (m)"}, Panel{"/body/slider/velocity", "ẏ (m/s)"},
        Panel{"/body/slider/acceleration", "ÿ (m/s^{2})"}}) {
    Axes axes;
    axes.x_label = "t (s)";
    axes.y_label = panel.label;
    axes.series.push_back(
        series_of("ideal joint", ideal.time(), ideal.part(panel.channel, 1), 6, Series::Style::dashed));
    axes.series.push_back(series_of("with play", run.time(), run.part(panel.channel, 1), 0));
    figure.axes.push_back(axes);
  }
  Axes first, second;
  first.x_label = "y (m)";
  first.y_label = "ẏ (m/s)";
  second.x_label = "ẏ (m/s)";
  second.y_label = "ÿ (m/s^{2})";
  first.series.push_back(
      series_of("", run.part("/body/slider/position", 1), run.part("/body/slider/velocity", 1), 0));
  second.series.push_back(
      series_of("", run.part("/body/slider/velocity", 1), run.part("/body/slider/acceleration", 1), 0));
  figure.axes.push_back(first);
  figure.axes.push_back(second);
  Axes orbit;
  orbit.x_label = "x (mm)";
  orbit.y_label = "z (mm)";
  orbit.equal_aspect = true;
  const auto millimetres = [](std::vector<double> all) {
    for (double& one : all) one *= 1e3;
    return all;
  };
  orbit.series.push_back(series_of("end A", millimetres(run.record.values("/joint/shaft/orbit_a_x")),
                                   millimetres(run.record.values("/joint/shaft/orbit_a_y")), 0));
  orbit.series.push_back(series_of("end B", millimetres(run.record.values("/joint/shaft/orbit_b_x")),
                                   millimetres(run.record.values("/joint/shaft/orbit_b_y")), 1));
  figure.axes.push_back(orbit);
  write_svg(figure, path);
}

}  // namespace freeplay::validation
