// SPDX-License-Identifier: Apache-2.0
// Every model of examples/ is read, assembled and run for a short time with every stepper.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "run/simulate.h"
#include "system/assemble.h"

namespace freeplay {
namespace {

constexpr double kEnd = 0.02;

std::vector<std::filesystem::path> example_models() {
  std::vector<std::filesystem::path> models;
  for (const auto& folder : std::filesystem::directory_iterator(FREEPLAY_SOURCE_DIR "/examples")) {
    if (!folder.is_directory()) continue;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      if (file.path().extension() == ".toml") models.push_back(file.path());
    }
  }
  std::sort(models.begin(), models.end());
  return models;
}

/// A method without restitution and friction refuses contacts that ask for them.
void remove_laws(Model& model) {
  const Choice inelastic{"newton", {{"restitution", {0.0, {}}}}, {}};
  model.contact.impact = inelastic;
  model.contact.friction.reset();
  for (Joint& joint : model.joints) joint.contact.reset();
  for (ShapePair& pair : model.pairs) pair.contact.reset();
}

TEST(Examples, RunWithEveryStepper) {
  const std::vector<std::filesystem::path> models = example_models();
  EXPECT_GE(models.size(), 5u);
  for (const std::filesystem::path& file : models) {
    for (const StepperEntry* stepper : entries_of<StepperEntry>()) {
      SCOPED_TRACE(file.string() + " with " + stepper->name);
      Diagnostics messages;
      Model model = read_model(file.string(), {}, &messages);
      model.method.stepper.name = stepper->name;
      std::erase_if(model.method.stepper.values, [&](const auto& given) {  // not a parameter of this stepper
        return std::none_of(stepper->params.begin(), stepper->params.end(),
                            [&](const Param& param) { return given.first == param.key; });
      });
      const bool crowd = std::any_of(model.shapes.begin(), model.shapes.end(),
                                     [](const Shape& shape) { return shape.type == "polygon"; });
      if (stepper->inelastic && crowd)
        continue;  // one optimisation problem of many contacts per step: minutes
      if (stepper->inelastic) remove_laws(model);
      model.run.end = std::min(model.run.end, kEnd);
      const bool chosen = model.method.stepper.values.count("accuracy") > 0;
      model.run.record.every = chosen ? kEnd / 50 : 0;
      const Assembly assembly = assemble(model, &messages);
      for (const Diagnostic& message : messages.all()) {
        if (message.severity != Severity::note) ADD_FAILURE() << to_string(message);
      }
      MemoryRecord record(record_layout(*assembly.system, model.run.record));
      const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
      EXPECT_EQ(summary.status, RunStatus::complete) << summary.message;
      EXPECT_NEAR(summary.t_end, model.run.end, 1e-12);
      EXPECT_GT(summary.samples, 10);
      for (const Channel& channel : record.layout().channels) {
        for (const double value : record.values(channel.path))
          ASSERT_TRUE(std::isfinite(value)) << channel.path;
      }
      EXPECT_EQ(summary.solver.failed, 0);
      if (std::string(stepper->name) != "symmetric") continue;
      // Joints and held contacts do no work and gravity is exact; springs are of second order, (ω Δt)²/8 with
      // ω² = k/m < 1600 here; applied forces do work over the drift that is removed, which the ledger lacks.
      const double moved = summary.start.kinetic + summary.end.kinetic + std::abs(summary.works.sum());
      const double step = chosen ? 1e-5 : summary.dt;
      const double springs = summary.start.elastic > 0 ? 200 * step * step * moved : 0;
      const double applied = summary.works.applied != 0 ? std::abs(summary.works.stabilisation) : 0;
      const double rounding = 1e-13 * std::abs(summary.start.total());  // what stands still has energy too
      EXPECT_LT(summary.worst_numerical, 1e-10 * moved + rounding + springs + applied);
      EXPECT_EQ(summary.gain.count, 0);
      // a contact that hits twice within a step stays closed where it is: ½ a Δt² at most, a < 5000 m/s² here
      EXPECT_LT(summary.steps.worst_penetration, 0.5 * 5000 * step * step);
    }
  }
}

}  // namespace
}  // namespace freeplay
