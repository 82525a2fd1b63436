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
#include "validation/dead_points/linkage.h"

namespace freeplay {
namespace {

using validation::n_four_bars;

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
        read_model_text(n_four_bars(one.N), "bars.toml",
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

struct Passage {
  RunSummary summary;
  double turned = 0;  ///< of a bar, which stays level on its branch
  double energy = 0;  ///< largest change over that of the start
};

Passage pass(const std::string& text, const std::string& formulation, const std::string& stepper = "") {
  std::vector<Assignment> changes{{"method.formulation", formulation}};
  if (!stepper.empty()) changes.emplace_back("method.stepper", stepper);
  const Model model = read_model_text(text, "bars.toml", changes);
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  Passage out;
  out.summary = simulate(*assembly.system, model.method, model.run, record);
  for (const double angle : record.values("/body/bar0/angle"))
    out.turned = std::max(out.turned, std::abs(angle));
  const std::vector<double> energy = record.values("/energy/total");
  for (const double E : energy) out.energy = std::max(out.energy, std::abs(E / energy[0] - 1));
  return out;
}

// Either the machine goes on as it did, or the run says why it does not and names the joints.
TEST(DeadPoints, NoFormulationChangesBranchOrEnergySilently) {
  int ended = 0;
  for (const int N : {1, 2}) {
    for (const char* formulation : validation::kFormulations) {
      SCOPED_TRACE(std::to_string(N) + " " + formulation);
      const Passage run = pass(n_four_bars(N, std::acos(0.0), -1, 4), formulation);
      if (run.summary.status == RunStatus::complete) {
        EXPECT_LT(run.turned, 1e-4);
        EXPECT_LT(run.energy, 1e-4);
        continue;
      }
      ++ended;
      EXPECT_EQ(run.summary.status, RunStatus::failed);
      EXPECT_NE(run.summary.message.find("left its branch in a singular position"), std::string::npos)
          << run.summary.message;
      EXPECT_NE(run.summary.message.find("'a0'"), std::string::npos);
      EXPECT_LT(run.energy, 1e-2);  // it is seen before it has done harm
    }
  }
  EXPECT_GT(ended, 0);
  EXPECT_LT(ended, 20);  // those that keep the joints go on
}

TEST(DeadPoints, ManyBarsStayLevel) {
  for (const char* formulation : {R"({ name = "baumgarte" })", R"({ name = "lagrange" })",
                                  R"({ name = "projection" })", R"({ name = "direct_correction" })"}) {
    SCOPED_TRACE(formulation);
    const Passage run = pass(n_four_bars(40, 0.1, -3, 0.1), formulation);
    ASSERT_EQ(run.summary.status, RunStatus::complete) << run.summary.message;
    EXPECT_LT(run.turned, 1e-6);
    EXPECT_LT(run.energy, 1e-6);
  }
}

// Velocities that change fast where the joints are independent are no branch: a stiff spring under a linkage.
TEST(DeadPoints, StiffSpringsLeaveNoBranch) {
  std::string text = n_four_bars(1, 1.0, -1, 0.5);
  text.insert(text.find("[method]"),
              "[[force]]\nname = \"spring\"\ntype = \"spring_damper\"\nbodies = [\"ground\", "
              "\"link0\"]\npoints = [[-1, "
              "1], [0.5, 0]]\nstiffness = 1e6\n");
  const Passage run = pass(text, R"({ name = "baumgarte" })");
  EXPECT_EQ(run.summary.status, RunStatus::complete) << run.summary.message;
}

}  // namespace
}  // namespace freeplay
