// SPDX-License-Identifier: Apache-2.0
// The paper's Figs. 1, 5, 6, 9, 10 and 11 as Freeplay has them.
#include "report/plot.h"
#include "validation/contact_detection/contact_detection.h"
#include "validation/contact_detection/mechanism.h"
#include "validation/contact_detection/mechanism_runs.h"
#include "validation/contact_detection/runs.h"

namespace freeplay::validation {
namespace {

/// One of two columns.
std::vector<double> component(const MemoryRecord& record, const std::string& channel, std::size_t which) {
  const std::vector<double> both = record.values(channel);
  std::vector<double> one;
  for (std::size_t i = which; i < both.size(); i += 2) one.push_back(both[i]);
  return one;
}

std::vector<double> scaled(std::vector<double> values, double factor, double from = 0) {
  for (double& value : values) value = (value - from) * factor;
  return values;
}

ImpactorSetup at_tenth_of_a_millisecond(const Impactor& body, const char* detection, double phase, double end,
                                        int contact_steps = 0) {
  ImpactorSetup setup;
  setup.body = &body;
  setup.detection = detection;
  setup.step = 1e-4;
  setup.phase = phase;
  setup.end = end;
  setup.contact_steps = contact_steps;
  return setup;
}

void figure_1(const std::string& folder) {
  Figure figure;
  figure.title = "Falling ball: trajectory of its centre, rk4 with steps of 0.1 ms";
  figure.width = 960;
  figure.plot_height = 260;
  Axes axes;
  axes.x_label = "x (m)";
  axes.y_label = "y (m)";
  axes.h_lines = {0.1};
  const struct {
    const char* label;
    const char* detection;
    double phase;
    int contact_steps;
    Series::Style style;
  } all[] = {{"reject and 100 steps in a contact", "reject", 0.3125, 100, Series::Style::line},
             {"reject alone", "reject", 0.3125, 1, Series::Style::dashed},
             {"neither, floor met at 0.31 of a step", "none", 0.3125, 0, Series::Style::line},
             {"neither, floor met at 0.06 of a step", "none", 0.0625, 0, Series::Style::line}};
  for (const auto& one : all) {
    const ImpactorRun run =
        run_impactor(at_tenth_of_a_millisecond(kBall, one.detection, one.phase, 1.2, one.contact_steps));
    axes.series.push_back({one.label, component(run.record, "/body/ball/position", 0),
                           component(run.record, "/body/ball/position", 1), one.style});
  }
  figure.axes = {axes};
  write_svg(figure, folder + "/fig01.svg");
}

void figure_5(const std::string& folder) {
  Figure figure;
  figure.title = "Pendulum against a wall: kinematics of the sphere, rk4 with steps of 0.1 ms";
  figure.columns = 2;
  figure.width = 960;
  Axes height, speed;
  height.title = "(a) Position in y";
  speed.title = "(b) Velocity in x";
  height.x_label = speed.x_label = "t (s)";
  height.y_label = "y (m)";
  speed.y_label = "v_{x} (m/s)";
  const struct {
    const char* label;
    const char* detection;
    int contact_steps;
    Series::Style style;
  } all[] = {{"reject and 100 steps in a contact", "reject", 100, Series::Style::line},
             {"reject alone", "reject", 1, Series::Style::dashed},
             {"neither", "none", 0, Series::Style::line}};
  for (const auto& one : all) {
    const ImpactorRun run =
        run_impactor(at_tenth_of_a_millisecond(kPendulum, one.detection, 0.4375, 1.2, one.contact_steps));
    const std::vector<double> t = run.record.values("/time");
    height.series.push_back({one.label, t, component(run.record, "/body/sphere/position", 1), one.style});
    speed.series.push_back({one.label, t, component(run.record, "/body/sphere/velocity", 0), one.style});
  }
  figure.axes = {height, speed};
  write_svg(figure, folder + "/fig05.svg");
}

void figure_6(const std::string& folder) {
  Figure figure;
  figure.title = "Pendulum against a wall: the first impact, rk4 with steps of 0.1 ms";
  figure.columns = 2;
  figure.width = 960;
  for (const char* detection : {"reject", "event"}) {
    const ImpactorRun run = run_impactor(at_tenth_of_a_millisecond(kPendulum, detection, 0.4375, 0));
    const double begin = run.record.rows("/impacts").at(0).at(0);
    const std::vector<double> t = scaled(run.record.values("/time"), 1e3, begin);
    Axes steps, depth;
    steps.title = detection == std::string("reject") ? "Step, reject" : "Step, event";
    depth.title = detection == std::string("reject") ? "Penetration, reject" : "Penetration, event";
    steps.x_label = depth.x_label = "t − t_{c} (ms)";
    steps.y_label = "Δt (s)";
    depth.y_label = "δ (µm)";
    steps.log_y = true;
    steps.x_range = depth.x_range = {-0.4, 0.6};
    steps.y_range = {1e-8, 3e-4};
    steps.series.push_back({"", t, run.record.values("/steps/step"), Series::Style::points});
    depth.series.push_back(
        {"", t, scaled(run.record.values("/contact/sphere/wall/penetration"), 1e6), Series::Style::points});
    figure.axes.push_back(steps);
    figure.axes.push_back(depth);
  }
  write_svg(figure, folder + "/fig06.svg");
}

void figure_9(const ExampleRun& run, const std::string& folder) {
  const QuickReturn mechanism;
  std::vector<double> t, x, v;
  for (int i = 0; i <= 2000; ++i) {
    t.push_back(1e-3 * i);
    x.push_back(mechanism.slider(kSpeed * t.back()));
    v.push_back(kSpeed * mechanism.slider_rate(kSpeed * t.back()));
  }
  const std::vector<double> time = run.record.values("/time");
  Axes position, velocity, detail;
  position.title = "(a) Position of the slider";
  velocity.title = "(b) Velocity of the slider";
  detail.title = "(c) Velocity while the slider is braked";
  position.x_label = velocity.x_label = detail.x_label = "t (s)";
  position.y_label = "x (m)";
  velocity.y_label = detail.y_label = "v_{x} (m/s)";
  position.series = {{"with play", time, along_x(run, "position")},
                     {"without", t, x, Series::Style::dashed, 1}};
  velocity.series = {{"with play", time, along_x(run, "velocity")},
                     {"without", t, v, Series::Style::dashed, 1}};
  detail.series = velocity.series;
  detail.x_range = {1.62, 1.8};
  Figure figure;
  figure.title = "Quick-return mechanism, runge_kutta with reject";
  figure.width = 960;
  figure.plot_height = 220;
  figure.axes = {position, velocity, detail};
  write_svg(figure, folder + "/fig09.svg");
}

/// Of the impacts of the crank pin that are over within 0.3 ms, the fastest.
double chosen_impact(const ExampleRun& run) {
  const std::vector<double> time = run.record.values("/time"),
                            mode = contact_values(run, "crank_pin", "mode");
  const auto over = [&](double begin) {
    for (std::size_t i = 0; i < time.size(); ++i) {
      if (time[i] > begin && mode[i] == 0) return time[i] < begin + 0.3e-3;
    }
    return false;
  };
  double t = 0, fastest = 0;
  for (const Table& table : run.record.layout().tables) {
    if (table.path != "/impacts") continue;
    for (const std::vector<double>& row : run.record.rows("/impacts")) {
      if (table.columns[1].words[static_cast<std::size_t>(row[1])] != "crank_pin.journal") continue;
      if (-row[2] < fastest || !over(row[0])) continue;
      fastest = -row[2];
      t = row[0];
    }
  }
  return t;
}

void figure_10(const ExampleRun& run, const std::string& folder) {
  const double begin = chosen_impact(run);
  const std::vector<double> t = scaled(run.record.values("/time"), 1e3, begin);
  Axes steps, depth, force;
  steps.title = "Step";
  depth.title = "(a) Penetration";
  force.title = "(b) Contact force";
  steps.x_label = depth.x_label = force.x_label = "t − t_{c} (ms)";
  steps.y_label = "Δt (s)";
  depth.y_label = "δ (µm)";
  force.y_label = "F_{N} (N)";
  steps.log_y = true;
  steps.x_range = depth.x_range = force.x_range = {-0.15, 0.35};
  steps.y_range = {1e-8, 1e-3};
  steps.series.push_back({"", t, run.record.values("/steps/step"), Series::Style::points});
  depth.series.push_back(
      {"", t, scaled(contact_values(run, "crank_pin", "penetration"), 1e6), Series::Style::points});
  force.series.push_back({"", t, contact_values(run, "crank_pin", "normal"), Series::Style::points});
  Figure figure;
  figure.title = fmt::format("Quick-return mechanism: an impact of the crank pin at t = {:.4f} s", begin);
  figure.columns = 3;
  figure.width = 1200;
  figure.axes = {steps, depth, force};
  write_svg(figure, folder + "/fig10.svg");
}

void figure_11(const ExampleRun& run, const std::string& folder) {
  Figure figure;
  figure.title = "Orbit of the journal in its bearing, a point for each step";
  figure.columns = 2;
  figure.width = 960;
  std::vector<double> circle_x, circle_y;
  for (int i = 0; i <= 360; ++i) {
    circle_x.push_back(1e3 * kClearance * std::cos(i * std::numbers::pi / 180));
    circle_y.push_back(1e3 * kClearance * std::sin(i * std::numbers::pi / 180));
  }
  for (const char* joint : {"crank_pin", "slider_pin"}) {
    Axes axes;
    axes.title = joint;
    axes.x_label = "e_{x} (mm)";
    axes.y_label = "e_{y} (mm)";
    axes.equal_aspect = true;
    const std::string at = std::string("/joint/") + joint + "/";
    axes.series = {{"", scaled(run.record.values(at + "orbit_x"), 1e3),
                    scaled(run.record.values(at + "orbit_y"), 1e3), Series::Style::points, 0},
                   {"clearance circle", circle_x, circle_y, Series::Style::line, 1}};
    figure.axes.push_back(axes);
  }
  write_svg(figure, folder + "/fig11.svg");
}

}  // namespace

void impact_figures(Page& page, const std::string& folder) {
  figure_1(folder);
  figure_5(folder);
  figure_6(folder);
  page.heading("The paper's Figs. 1, 5 and 6");
  page.picture("Trajectories of the ball with and without control", "fig01.svg");
  page.picture("Height and velocity of the pendulum with and without control", "fig05.svg");
  page.picture("Step and penetration around one impact of the pendulum", "fig06.svg");
}

void mechanism_figures(Page& page, const std::string& folder) {
  const ExampleRun run = run_mechanism(stepper_text("runge_kutta", "reject"));
  figure_9(run, folder);
  figure_10(run, folder);
  figure_11(run, folder);
  page.heading("The paper's Figs. 9, 10 and 11");
  page.picture("Position and velocity of the slider with and without play", "fig09.svg");
  page.picture("Step, penetration and force during one impact of the crank pin", "fig10.svg");
  page.picture("Orbits of two journals in their bearings", "fig11.svg");
}

}  // namespace freeplay::validation
