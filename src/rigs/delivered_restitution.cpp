// SPDX-License-Identifier: Apache-2.0
#include "rigs/delivered_restitution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "freeplay/assemble.h"
#include "freeplay/contact_law.h"
#include "run/simulate.h"

namespace freeplay {
namespace {

constexpr double kMass = 1, kRadius = 0.05;  // [kg], [m]
constexpr double kSpeed = 0.03;              // [m/s], slow enough for steel
constexpr double kGap = 1e-5;                // [m], before the impact
constexpr double kAccuracy = 1e-12;
constexpr double kPatience = 1e5;  // of the time that the ball takes to cross the gap

Value number(double value) { return {value, {}}; }

bool has(const EntryInfo& entry, const std::string& key) {
  return std::any_of(entry.params.begin(), entry.params.end(),
                     [&](const Param& param) { return key == param.key; });
}

/// Steel; what a law needs beyond that is named in `missing`.
Values parameters(const EntryInfo& entry, std::optional<double> restitution, std::string& missing) {
  Values values;
  if (restitution) values["restitution"] = number(*restitution);
  for (const Param& param : entry.params) {
    const std::string key = param.key;
    const bool required = std::isnan(param.fallback) && !param.optional;
    if (!std::isnan(param.sample)) {
      values[key] = number(param.sample);
    } else if (required && key != "restitution") {
      missing = key;
    }
  }
  return values;
}

/// The ball comes down on a plane, a roller on another roller: laws of line contact need two radii.
Model drop_model(const EntryInfo& entry, Values values) {
  Model model;
  model.name = "drop test";
  Body ball;
  ball.name = "ball";
  ball.mass = kMass;
  ball.inertia = 0.4 * kMass * kRadius * kRadius;
  ball.position = {0, kRadius + kGap};
  ball.velocity = {0, -kSpeed};
  ball.position_given = ball.velocity_given = true;
  model.bodies = {ball};
  Shape surface{"ball", "ball", "circle", {{"radius", number(kRadius)}}, {}};
  Shape anvil{"anvil", "ground", "half_plane", {{"normal", {Point{0, 1}, {}}}}, {}};
  if (has(entry, "length")) {
    anvil.type = "circle";
    anvil.values = {{"radius", number(kRadius)}, {"point", {Point{0, -kRadius}, {}}}};
  }
  model.shapes = {anvil, surface};
  model.contact.world = "compliant";
  model.contact.force = Choice{entry.name, std::move(values), {}};
  model.method.stepper = {
      "runge_kutta", {{"accuracy", number(kAccuracy)}, {"detection", {std::string("event"), {}}}}, {}};
  model.run.end = kPatience * kGap / kSpeed;
  return model;
}

DropTest drop(const EntryInfo& entry, std::optional<double> restitution) {
  DropTest test;
  test.asked = restitution.value_or(1);
  std::string missing;
  const Model model = drop_model(entry, parameters(entry, restitution, missing));
  if (!missing.empty()) {
    test.failure = fmt::format("it needs \"{}\", of which the test knows nothing", missing);
    return test;
  }
  try {
    const std::unique_ptr<System> system = assemble(model).system;
    if (const auto promised = system->info().contacts.front().force->restitution())
      test.closed_form = promised->delivered;
    Simulation simulation(*system, model.method);
    const std::vector<Impact>& impacts = simulation.stepper().book().impacts;
    while (impacts.empty() && simulation.t() < model.run.end) {
      if (simulation.step_to(model.run.end).status != StepStatus::ok) {
        test.failure = fmt::format("the run ends at t = {:.3g} s", simulation.t());
        return test;
      }
    }
    if (impacts.empty()) {
      test.failure = "the contact does not end";
      return test;
    }
    test.delivered = -impacts.front().normal_after / impacts.front().normal_before;
  } catch (const ModelError& error) {
    test.failure = error.what();
    return test;
  }
  return test;
}

}  // namespace

std::optional<double> LawRestitution::largest_difference() const {
  std::optional<double> largest;
  for (const DropTest& test : tests) {
    if (!test.failure.empty() || !test.closed_form) continue;
    largest = std::max(largest.value_or(0), std::abs(test.delivered - *test.closed_form));
  }
  return largest;
}

std::vector<double> restitutions_asked() {
  constexpr int kSteps = 20;
  std::vector<double> asked;
  for (int i = 1; i <= kSteps; ++i) asked.push_back(static_cast<double>(i) / kSteps);
  return asked;
}

LawRestitution delivered_restitution(const std::string& law, const std::vector<double>& asked) {
  const ContactForceEntry* entry = find_entry<ContactForceEntry>(law);
  FREEPLAY_ASSERT(entry != nullptr);
  LawRestitution result{law, has(*entry, "restitution"), {}};
  if (!result.given) {
    result.tests = {drop(*entry, std::nullopt)};
    return result;
  }
  for (const double restitution : asked) result.tests.push_back(drop(*entry, restitution));
  return result;
}

}  // namespace freeplay
