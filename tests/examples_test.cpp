// SPDX-License-Identifier: Apache-2.0
// Every model of examples/ is read, assembled and run for a short time with every stepper.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "freeplay/assemble.h"
#include "freeplay/friction_law.h"
#include "model/words.h"
#include "run/simulate.h"
#include "tests/kit/places.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

constexpr double kEnd = 0.02;

std::vector<std::filesystem::path> example_models() {
  std::vector<std::filesystem::path> models;
  for (const auto& folder : std::filesystem::directory_iterator(source_folder() + "/examples")) {
    if (!folder.is_directory() || folder.path().filename() == "studies") continue;  // of those, studies_test
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
  for (Joint& joint : model.joints) {
    joint.contact.reset();
    joint.friction.reset();
  }
  for (ShapePair& pair : model.pairs) pair.contact.reset();
}

bool has_contacts(const Model& model) {
  return !model.shapes.empty() || !model.couplings.empty() ||
         std::any_of(model.joints.begin(), model.joints.end(),
                     [](const Joint& joint) { return has_play(joint) || joint.limits; });
}

/// A friction law of an ideal joint that rigid stepping does not have.
bool rubs_smoothly(const Model& model) {
  return std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) {
    if (!joint.friction) return false;
    return !find_entry<FrictionEntry>(joint.friction->name)->traits.set_valued;
  });
}

/// Shows what one stepper makes of an error or a jump, which others refuse.
bool needs_its_stepper(const Model& model) {
  if (model.run.initial == "as_given") return true;
  return std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) {
    return joint.friction && joint.friction->values.count("stick") != 0;
  });
}

double number_of(const Values& values, const char* key) {
  const auto found = values.find(key);
  const auto* number = found == values.end() ? nullptr : std::get_if<double>(&found->second.data);
  return number == nullptr ? 0 : *number;
}

/// Of the stiffest spring k (1/m_a + 1/m_b) at most, where the lightest body is at both ends; for springs that turn with J.
double stiffest(const Model& model) {
  double largest = 0, m = kInfinity, J = kInfinity;
  for (const Body& body : model.bodies) {
    m = std::min(m, body.mass);
    if (model.dimension == 2) J = std::min(J, body.inertia);
  }
  for (const Force& force : model.forces) {
    const bool both =
        force.bodies.size() == 2 && std::count(force.bodies.begin(), force.bodies.end(), "ground") == 0;
    const double ends = both ? 2 : 1;
    largest = std::max(largest, ends * number_of(force.values, "stiffness") /
                                    (force.type.starts_with("torsion") ? std::min(m, J) : m));
  }
  for (const Coupling& coupling : model.couplings) {
    Point radii{number_of(coupling.values, "radius"), 0};
    if (const auto both = coupling.values.find("radii"); both != coupling.values.end())
      radii = std::get<Point>(both->second.data);
    const double k = number_of(coupling.values, "stiffness");
    largest = std::max(largest, k * (radii[0] * radii[0] + radii[1] * radii[1]) / J);
  }
  return largest;
}

/// Of what drivers turn [rad/s].
double fastest(const Model& model) {
  double most = 0;
  for (const Driver& driver : model.drivers)
    most = std::max(most, std::abs(number_of(driver.motion.values, "speed")));
  return most;
}

/// The optimisation problem of a step has no good answer where a shaft turns by more than a few degrees in it.
void shorten_steps(Model& model) {
  constexpr double kFast = 100, kTurn = 0.03;  // [rad/s], [rad]
  const double speed = fastest(model);
  if (speed < kFast) return;
  model.method.stepper.values["step_max"] = {kTurn / speed, {}};
  model.method.stepper.values["step_min"] = {0.1 * kTurn / speed, {}};
  model.run.end = std::min(model.run.end, 20 * kTurn / speed);
}

TEST(Examples, RunWithEveryStepper) {
  const std::vector<std::filesystem::path> models = example_models();
  EXPECT_GE(models.size(), 5u);
  for (const std::filesystem::path& file : models) {
    for (const StepperEntry* stepper : entries_of<StepperEntry>()) {
      SCOPED_TRACE(file.string() + " with " + stepper->name);
      Diagnostics messages;
      Model model = read_model(file.string(), {}, &messages);
      if (!is_dynamic(model.run) || needs_its_stepper(model)) continue;  // see below
      model.method.stepper.name = stepper->name;
      std::erase_if(model.method.stepper.values, [&](const auto& given) {  // not a parameter of this stepper
        return std::none_of(stepper->params.begin(), stepper->params.end(),
                            [&](const Param& param) { return given.first == param.key; });
      });
      if (is_smooth(*stepper) && (has_contacts(model) || is_compliant(model))) continue;  // see below
      if (!is_smooth(*stepper) && (is_compliant(model) || rubs_smoothly(model))) continue;
      if (stepper->traits.inelastic && model.dimension == 3)
        continue;  // an optimisation problem in the plane
      if (stepper->traits.inelastic) remove_laws(model);
      model.run.end = std::min(model.run.end, kEnd);
      if (stepper->traits.inelastic) shorten_steps(model);
      model.run.record.every = 0;
      const Assembly assembly = assemble(model, &messages);
      for (const Diagnostic& message : messages.all()) {
        // the planar mechanism built in space is there to show redundant joints
        const bool meant = file.string().find("four_bar_spatial") != std::string::npos &&
                           message.message.find("is redundant") != std::string::npos;
        if (message.severity != Severity::note && !meant) ADD_FAILURE() << to_string(message);
      }
      const bool pool = assembly.system->info().first_slot >= 0;
      if (pool && stepper->traits.inelastic)
        continue;  // an optimisation problem of hundreds of contacts in every step
      if (pool)
        model.run.end =
            std::min(model.run.end, 20 * std::get<double>(model.method.stepper.values["step"].data));
      MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
      const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
      EXPECT_EQ(summary.status, RunStatus::complete) << summary.message;
      EXPECT_NEAR(summary.t_end, model.run.end, 1e-12);
      EXPECT_GT(summary.samples, summary.dt > 0 ? 10 : 3);
      for (const Channel& channel : record.layout().channels) {
        for (const double value : record.values(channel.path))
          ASSERT_TRUE(std::isfinite(value)) << channel.path;
      }
      EXPECT_EQ(summary.solver.failed, 0);
      if (std::string(stepper->name) != "symmetric") continue;
      // Joints and held contacts do no work and gravity is exact; springs are of second order, (ω Δt)²/8 with
      // ω² = k (1/m_a + 1/m_b); applied forces do work over the drift that is removed, which the ledger lacks.
      const double moved = summary.start.kinetic + summary.end.kinetic + std::abs(summary.works.sum());
      const double step = summary.dt;
      const double springs = summary.start.elastic + summary.end.elastic != 0
                                 ? stiffest(model) / 8 * step * step * std::max(moved, summary.energy_scale)
                                 : 0;
      const double applied = summary.works.applied != 0 ? std::abs(summary.works.stabilisation) : 0;
      const double rounding = 1e-12 * std::abs(summary.start.total());
      EXPECT_LT(summary.worst_numerical, 1e-10 * moved + springs + applied + rounding);
      EXPECT_EQ(summary.gain.count, 0);
      // a contact that hits twice within a step stays closed where it is: ½ a Δt² at most, a < 5000 m/s² here
      const double chosen = step == 0 ? 1e-9 * assembly.system->info().length : 0;
      EXPECT_LE(summary.steps.worst_penetration, 0.5 * 5000 * step * step + chosen);
    }
  }
}

/// Examples that integrate nothing, to their end.
TEST(Examples, AnalysesRunToTheirEnd) {
  int examples = 0;
  for (const std::filesystem::path& file : example_models()) {
    const Model model = read_model(file.string());
    if (is_dynamic(model.run)) continue;
    SCOPED_TRACE(file);
    ++examples;
    const auto [assembly, summary, record] = testing::run(model);
    EXPECT_EQ(summary.t_end, model.run.end);
    EXPECT_EQ(summary.analysis.mode, model.run.mode);
    if (model.run.mode == "statics") {
      EXPECT_EQ(summary.analysis.stability, "stable");
    }
    for (const Channel& channel : record.layout().channels) {
      for (const double value : record.values(channel.path))
        ASSERT_TRUE(std::isfinite(value)) << channel.path;
    }
  }
  EXPECT_GE(examples, 3);
}

/// As written, for a second.
TEST(Examples, ThoseForOneStepperRun) {
  int examples = 0;
  for (const std::filesystem::path& file : example_models()) {
    SCOPED_TRACE(file);
    Model model = read_model(file.string());
    if (!needs_its_stepper(model)) continue;
    ++examples;
    model.run.end = std::min(model.run.end, 1.0);
    const RunSummary summary = testing::run(model).summary;
    EXPECT_NEAR(summary.t_end, model.run.end, 1e-12);
    EXPECT_LT(summary.worst_numerical, 1e-5 * summary.energy_scale);
  }
  EXPECT_GE(examples, 2);
}

/// One word takes a model from the rigid world to the compliant one.
TEST(Examples, RunInTheCompliantWorld) {
  for (const std::filesystem::path& file : example_models()) {
    SCOPED_TRACE(file);
    Model model = read_model(file.string());
    if (!has_contacts(model) || !is_dynamic(model.run)) continue;
    if (!is_compliant(model)) model = read_model(file.string(), {{"contact.world", "compliant"}});
    model.run.end = std::min(model.run.end, 0.01);
    model.run.record.every = 0;
    const Assembly assembly = assemble(model);
    if (assembly.system->info().first_slot >= 0) model.run.end = std::min(model.run.end, 0.001);
    MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
    const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
    EXPECT_EQ(summary.status, RunStatus::complete) << summary.message;
    for (const Channel& channel : record.layout().channels) {
      for (const double value : record.values(channel.path))
        ASSERT_TRUE(std::isfinite(value)) << channel.path;
    }
    EXPECT_EQ(summary.compliant.forced, 0);
    EXPECT_LE(summary.compliant.deepest_start, 1);
    EXPECT_LE(summary.works.impact, 0);
    EXPECT_LE(summary.works.friction, 0);
    EXPECT_LT(summary.worst_numerical, 1e-5 * summary.energy_scale);
  }
}

/// Examples of the compliant world, to their end: no contact begins too deep, and the ledger closes.
TEST(Examples, CompliantOnesRunToTheirEnd) {
  int examples = 0;
  for (const std::filesystem::path& file : example_models()) {
    const Model written = read_model(file.string());
    if (!is_compliant(written) || !is_dynamic(written.run)) continue;
    ++examples;
    for (const char* detection : {"event", "reject"}) {
      SCOPED_TRACE(file.string() + " with " + detection);
      Model model = read_model(file.string());
      Choice& stepper = model.method.stepper;  // a file for both worlds names none
      if (!is_smooth(*find_entry<StepperEntry>(stepper.name))) stepper = {"runge_kutta", {}, {}};
      stepper.values["detection"] = {std::string(detection), {}};
      const RunSummary summary = testing::run(model).summary;
      EXPECT_NEAR(summary.t_end, model.run.end, 1e-12);
      EXPECT_GT(summary.compliant.started, 0);
      EXPECT_LE(summary.compliant.deepest_start, 1) << summary.deepest_start_contact;
      EXPECT_EQ(summary.compliant.forced, 0) << summary.forced_contact;
      EXPECT_LE(summary.works.impact, 0);
      EXPECT_LT(summary.worst_numerical, 1e-4 * summary.energy_scale);
    }
  }
  EXPECT_GE(examples, 3);
}

}  // namespace
}  // namespace freeplay
