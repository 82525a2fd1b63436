// SPDX-License-Identifier: Apache-2.0
#include "validation/spatial_revolute_play/runs.h"
#include "validation/spatial_revolute_play/spatial_revolute_play.h"

namespace freeplay::validation {
namespace {

constexpr std::size_t kFirst = 10;  // contacts that are compared

std::vector<double> first_times(const PlayRun& run) {
  std::vector<double> times;
  for (const Touch& touch : touches_of(run)) {
    if (times.size() < kFirst) times.push_back(touch.t);
  }
  return times;
}

double worst(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() < kFirst || b.size() < kFirst) return std::nan("");
  double most = 0;
  for (std::size_t i = 0; i < kFirst; ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace

void right_hand_sides(Page& page) {
  page.heading("Effort: error control against a fixed step");
  page.paragraph(
      "Simulation 1, 1 s. Error is that of the beginnings of the first ten contacts [s] against "
      "`runge_kutta` with "
      "accuracy 1e-12 and `event`.");
  struct Setup {
    const char *name, *stepper;
  };
  const auto run = [](const char* stepper, const char* end) {
    return run_play({{"method.stepper", stepper}, {"run.end", end}, {"run.record.impact_threshold", "0"}});
  };
  const std::vector<double> exact =
      first_times(run(R"({ name = "runge_kutta", accuracy = 1e-12, detection = "event" })", "0.1"));
  std::vector<std::vector<std::string>> rows;
  double fixed_calls = 0, fixed_error = 0, best = 0;
  for (const Setup& one :
       {Setup{"`rk4`, 1e-6 s, `none`", R"({ name = "rk4", step = 1e-6, detection = "none" })"},
        Setup{"`rk4`, 5e-7 s, `none`", R"({ name = "rk4", step = 5e-7, detection = "none" })"},
        Setup{"`rk4`, 2.5e-7 s, `none`", R"({ name = "rk4", step = 2.5e-7, detection = "none" })"},
        Setup{"`runge_kutta`, 1e-6, `event`",
              R"({ name = "runge_kutta", accuracy = 1e-6, detection = "event" })"},
        Setup{"`runge_kutta`, 1e-8, `event`",
              R"({ name = "runge_kutta", accuracy = 1e-8, detection = "event" })"},
        Setup{"`runge_kutta`, 1e-8, `reject`",
              R"({ name = "runge_kutta", accuracy = 1e-8, detection = "reject" })"},
        Setup{"`runge_kutta`, 1e-10, `event`",
              R"({ name = "runge_kutta", accuracy = 1e-10, detection = "event" })"},
        Setup{"`adams`, 1e-8, `event`", R"({ name = "adams", accuracy = 1e-8, detection = "event" })"}}) {
    const double error = worst(first_times(run(one.stepper, "0.1")), exact);
    const PlayRun whole = run(one.stepper, "1");
    const auto calls = static_cast<double>(whole.summary.compliant.evaluations);
    if (std::string(one.name).find("5e-7") != std::string::npos &&
        std::string(one.name).find("2.5e-7") == std::string::npos) {
      fixed_calls = calls;
      fixed_error = error;
    }
    if (std::string(one.name).find("1e-10") != std::string::npos)
      page.at_most("`runge_kutta`, 1e-10, `event`: error of the first ten contacts [s]", error, 3e-9);
    const bool controlled = std::string(one.name).find("rk4") == std::string::npos;
    if (controlled && error <= fixed_error) best = std::max(best, fixed_calls / calls);
    rows.push_back({one.name, short_number(error), fmt::format("{:.3g}", calls),
                    fixed_calls > 0 ? fmt::format("{:.1f}", fixed_calls / calls) : ""});
  }
  page.table({"", "error [s]", "right-hand sides for 1 s", "times fewer than `rk4` at 5e-7 s"}, rows);
  page.at_least("times fewer right-hand sides than `rk4` at 5e-7 s, at no larger error", best, 40);
}

}  // namespace freeplay::validation
