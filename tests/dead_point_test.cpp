// SPDX-License-Identifier: Apache-2.0
// The N-four-bar linkage: N + 1 links of 1 m and 1 kg on the ground, tied by N bars, begun upright with 1 m/s. Whenever it lies down all
// bars are in one line, and the motion could go on folded.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "run/warnings.h"

namespace freeplay {
namespace {

std::string four_bars(int N) {
  std::string text = "freeplay = 1\ndimension = 2\ngravity = [0, -9.81]\n";
  const auto body = [&](const std::string& name, double x, double y, const char* rest) {
    text += "[[body]]\nname = \"" + name + "\"\nmass = 1\ninertia = 0.08333333333333333\nposition = [" +
            std::to_string(x) + ", " + std::to_string(y) + "]\n" + rest;
  };
  const auto joint = [&](const std::string& name, const std::string& bodies, const std::string& points) {
    text += "[[joint]]\nname = \"" + name + "\"\ntype = \"revolute\"\nbodies = [" + bodies + "]\npoints = [" +
            points + "]\n";
  };
  for (int i = 0; i <= N; ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    body("link" + n, i, 0.5, "angle = \"90 deg\"\nvelocity = [0.5, 0]\nangular_velocity = -1\n");
    joint("a" + n, "\"ground\", \"link" + n + "\"", "[" + n + ", 0], [-0.5, 0]");
    if (i == N) break;
    body("bar" + n, i + 0.5, 1, "angle = 0\nvelocity = [1, 0]\nangular_velocity = 0\n");
    joint("b" + n, "\"link" + n + "\", \"bar" + n + "\"", "[0.5, 0], [-0.5, 0]");
    joint("c" + n, "\"link" + next + "\", \"bar" + n + "\"", "[0.5, 0], [0.5, 0]");
  }
  return text +
         "[method]\nstepper = { name = \"runge_kutta\" }\n[run]\nend = 10\nrecord = { every = 0.01 }\n";
}

TEST(DeadPoints, ArePassedOnTheBranchThatTheMotionIsOn) {
  struct Case {
    int N;
    const char *accuracy, *every;
  };
  for (const Case& one : {Case{1, "1e-8", "0.01"},
                          {1, "1e-8", "0.001"},
                          {1, "1e-10", "0.01"},
                          {2, "1e-8", "0.01"},
                          {2, "1e-8", "0.001"},
                          {2, "1e-9", "0.001"},
                          {40, "1e-8", "0.01"}}) {
    SCOPED_TRACE(std::to_string(one.N) + " " + one.accuracy + " " + one.every);
    const Model model =
        read_model_text(four_bars(one.N), "bars.toml",
                        {{"method.stepper.accuracy", one.accuracy}, {"run.record.every", one.every}});
    const Assembly assembly = assemble(model);
    MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
    const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
    ASSERT_EQ(summary.status, RunStatus::complete) << summary.message;
    EXPECT_LT(std::abs(summary.end.total() - summary.start.total()), 1e-6 * summary.start.total());
    const std::vector<double> angle = record.values("/body/bar0/angle"),
                              x = record.values("/body/link0/angle");
    double turned = 0;
    for (const double value : angle) turned = std::max(turned, std::abs(value));
    EXPECT_LT(turned, 1e-6);  // a bar that folds turns
    // it swings through below and comes back up: links turn all the time
    EXPECT_LT(*std::min_element(x.begin(), x.end()), -6);
  }
}

// Formulations that lose the energy at dead points say so.
TEST(DeadPoints, WorkOfStabilisationWarns) {
  for (const char* formulation : {"penalty", "generalized_inverse", "direct_correction"}) {
    SCOPED_TRACE(formulation);
    const Model model =
        read_model_text(four_bars(2), "bars.toml",
                        {{"method.formulation", std::string("{ name = \"") + formulation + "\" }"}});
    const Assembly assembly = assemble(model);
    MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
    const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
    const std::vector<std::string> warnings = summary_warnings(summary);
    const bool said = std::any_of(warnings.begin(), warnings.end(), [](const std::string& text) {
      return text.find("keeping the joints together did") != std::string::npos;
    });
    const bool kept = std::abs(summary.end.total() - summary.start.total()) < 1e-2 * summary.energy_scale;
    EXPECT_TRUE(kept || said || summary.status != RunStatus::complete);
    EXPECT_EQ(std::string(formulation) == "direct_correction", !said);
  }
}

}  // namespace
}  // namespace freeplay
