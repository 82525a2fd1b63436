// SPDX-License-Identifier: Apache-2.0
// The compliant world as a whole: it agrees with the rigid one, with itself at another size, from another
// integrator and on another day; its ledger closes for every law.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/contact_law.h"
#include "tests/kit/models.h"
#include "tests/kit/run.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::Ran;
using testing::run;
using testing::slider_crank;

Choice stepper(const std::string& name, double accuracy) {
  return {name, {{"accuracy", {accuracy, {}}}}, {}};
}

const char* const kChosenSteps[] = {"runge_kutta", "adams", "bdf"};

// ------------------------------------------------------------------------------------------- both worlds
/// Heights that a ball dropped from 1 m reaches after its first bounces.
std::vector<double> heights(const Model& model, std::size_t count) {
  const Ran outcome = run(model);
  const auto& impacts = outcome.record.rows("/impacts");
  EXPECT_GE(impacts.size(), count);
  std::vector<double> result;
  for (std::size_t i = 0; i < std::min(count, impacts.size()); ++i)
    result.push_back(impacts[i][3] * impacts[i][3] / (2 * 9.81));
  return result;
}

Model bouncing_ball(const std::vector<Assignment>& changes) {
  std::vector<Assignment> all = {{"run.end", "1.7"}, {"run.record.every", "0.05"}};
  all.insert(all.end(), changes.begin(), changes.end());
  return read_model(testing::source_path("examples/bouncing_ball/model.toml"), all);
}

/// What a law that is asked for a restitution of 0.5 really gives.
double delivered(const std::string& law) {
  const auto* entry = find_entry<ContactForceEntry>(law);
  Diagnostics problems;
  const Values values{{"stiffness", {1e9, {}}}, {"restitution", {0.5, {}}}};
  return entry->make(Parameters(*entry, values), {}, "c", "contact.force", problems)
      ->restitution()
      ->delivered;
}

TEST(CompliantWorld, ABallBouncesAsHighAsInTheRigidOne) {
  for (const char* law : {"exact", "lankarani_nikravesh", "flores"}) {
    const std::vector<double> rigid =
        heights(bouncing_ball({{"contact.impact.restitution", fmt::format("{}", delivered(law))}}), 3);
    std::vector<double> worst;
    for (const double stiffness : {1e9, 1e12}) {
      const std::vector<double> compliant = heights(
          bouncing_ball({{"contact.world", "compliant"},
                         {"contact.force",
                          fmt::format("{{ law = '{}', restitution = 0.5, stiffness = {} }}", law, stiffness)},
                         {"method.stepper", "{ name = 'runge_kutta', accuracy = 1e-10 }"}}),
          3);
      ASSERT_EQ(compliant.size(), 3u);
      ASSERT_EQ(rigid.size(), 3u);
      worst.push_back(0);
      for (std::size_t i = 0; i < 3; ++i)
        worst.back() = std::max(worst.back(), std::abs(compliant[i] / rigid[i] - 1));
    }
    SCOPED_TRACE(law);
    // the weight acts during the impact as well: an error of the order g T/v, and T goes like K^−0.4
    EXPECT_LT(worst[1], 1e-4);
    EXPECT_NEAR(std::log10(worst[0] / worst[1]) / 3, 0.4, 0.05);
  }
}

// ---------------------------------------------------------------------------------------------- scaling
/// The slider-crank in the compliant world, at another size: forces are s⁴ times as large, since mass × s³
/// and accelerations × s, hence K × s^(4 − n).
Model compliant_slider_crank(double s, const std::string& name, double accuracy) {
  Model model = slider_crank({{"contact.world", "compliant"},
                              {"contact.force", "{ law = 'exact', restitution = 0.4, stiffness = 1e10 }"}});
  model = testing::scaled(model, s);
  const auto times = [](Choice& choice, const char* key, double factor) {
    double& value = std::get<double>(choice.values.at(key).data);
    value *= factor;
  };
  times(*model.contact.force, "stiffness", s * s * std::sqrt(s));
  times(*model.contact.friction, "velocity", s);
  model.method.stepper = stepper(name, accuracy);
  return model;
}

struct Motion {
  std::vector<double> numbers;
  long long impacts = 0;
};

/// Angles, and positions in units of s, with their velocities, and how many steps and evaluations it took.
Motion motion(double s, const std::string& name, double end, double accuracy = 1e-8) {
  const Model model = compliant_slider_crank(s, name, accuracy);
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  EXPECT_EQ(simulation.advance_to(end).status, StepStatus::ok);
  Motion result;
  const State& state = simulation.state();
  for (std::size_t i = 0; i < state.q().size(); ++i) {
    const double unit = i % 3 == 2 ? 1 : s;
    result.numbers.push_back(state.q()[i] / unit);
    result.numbers.push_back(state.u()[i] / unit);
  }
  const Book& book = simulation.stepper().book();
  result.numbers.push_back(static_cast<double>(book.statistics.steps));
  result.numbers.push_back(static_cast<double>(book.compliant.evaluations));
  result.impacts = book.statistics.impacts;
  return result;
}

TEST(CompliantWorld, AnotherSizeByAPowerOfTwoIsBitIdentical) {
  for (const char* name : {"runge_kutta", "adams"}) {
    SCOPED_TRACE(name);
    const Motion one = motion(1, name, 0.01), small = motion(std::ldexp(1.0, -20), name, 0.01);
    EXPECT_GT(one.impacts, 4) << "the case must contain impacts";
    ASSERT_EQ(one.numbers.size(), small.numbers.size());
    for (std::size_t i = 0; i < one.numbers.size(); ++i) EXPECT_EQ(one.numbers[i], small.numbers[i]) << i;
  }
}

// Beyond the second impact friction and the light slider make rounding visible. The pivots of bdf depend on
// units, so that its two runs differ by as much as the method errs: it gets the accuracy for that.
TEST(CompliantWorld, MicrometresLikeMetres) {
  for (const char* name : kChosenSteps) {
    SCOPED_TRACE(name);
    const double accuracy = std::string(name) == "bdf" ? 1e-10 : 1e-8;
    const Motion one = motion(1, name, 0.005, accuracy), small = motion(1e-6, name, 0.005, accuracy);
    EXPECT_GE(one.impacts, 2);
    EXPECT_EQ(one.impacts, small.impacts);
    for (std::size_t i = 0; i + 2 < one.numbers.size(); ++i) {
      const double fastest = i % 2 == 0 ? 1 : 150;  // errors of speeds are relative to the crank's
      EXPECT_NEAR(one.numbers[i], small.numbers[i], 1e-6 * fastest) << i;
    }
  }
}

TEST(CompliantWorld, RerunsAreBitIdentical) {
  for (const char* name : kChosenSteps) {
    SCOPED_TRACE(name);
    EXPECT_EQ(motion(1, name, 0.01).numbers, motion(1, name, 0.01).numbers);
  }
}

// --------------------------------------------------------------------------------------------- the ledger
/// A steel disc in a wide steel bore that is fixed, dropped and thrown sideways: every law has its geometry.
Model disc_in_a_bore(const ContactForceEntry& law, const Choice& method) {
  Model model = read_model_text(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "disc"
mass = 0.1
inertia = 5e-6
velocity = [0.05, 0]
[[joint]]
name = "bore"
type = "revolute"
bodies = ["ground", "disc"]
points = [[0, 0], [0, 0]]
radius = "10 mm"
clearance = "0.5 mm"
[contact]
world = "compliant"
force = { law = "hertz", stiffness = 1e9 }
friction = { law = "tanh", mu = 0.1, velocity = "10 mm/s" }
[run]
end = 0.03
)",
                                "bore.toml");
  Choice force{law.name, {}, {}};
  for (const Param& param : law.params) {
    const std::string key = param.key, unit = param.unit;
    if (key == "young") force.values[key] = {207e9, {}};
    if (key == "length") force.values[key] = {0.015, {}};
    if (key == "restitution") force.values[key] = {0.6, {}};
    if (key == "work_of_adhesion") force.values[key] = {param.sample, {}};
    if (key == "length_exponent") force.values[key] = {3.0, {}};
    if (key == "stiffness" && unit == "N/m") force.values[key] = {4e7, {}};
    if (key == "stiffness" && unit == "-") force.values[key] = {6e9, {}};
  }
  model.contact.force = force;
  model.method.stepper = method;
  return model;
}

TEST(CompliantWorld, TheLedgerClosesForEveryLawAndStepper) {
  Choice fixed{"rk4", {{"step", {1e-4, {}}}, {"contact_steps", {400.0, {}}}}, {}};
  const Choice steppers[] = {stepper("runge_kutta", 1e-10), stepper("adams", 1e-10), stepper("bdf", 1e-10),
                             fixed};
  for (const ContactForceEntry* law : entries_of<ContactForceEntry>()) {
    for (const Choice& method : steppers) {
      SCOPED_TRACE(std::string(law->name) + " with " + method.name);
      const Ran outcome = run(disc_in_a_bore(*law, method));
      const RunSummary& summary = outcome.summary;
      EXPECT_GE(summary.steps.impacts, 1);
      EXPECT_LT(summary.worst_numerical, 1e-6 * summary.energy_scale);
      EXPECT_LE(summary.works.impact, 1e-9 * summary.energy_scale);
      EXPECT_LT(summary.works.friction, 0);
    }
  }
}

// --------------------------------------------------------------------------------------------- integrators
TEST(CompliantWorld, Rk4IsOfOrderFourInContact) {
  // δ^2 has no singularity where the contact begins, at t = 0; the mass is seen on its way back, still inside
  const auto velocity = [](const std::string& stepper) {
    const Model model =
        read_model_text("freeplay = 1\n" + testing::point_on_floor_text(2, "velocity = [0, -1]\n") +
                            R"([contact]
world = "compliant"
force = { law = "general", stiffness = 1e6, exponent = 2, damping = 1e5 }
[method]
stepper = { )" + stepper + R"( }
[run]
end = 0.032
)",
                        "spring.toml");
    const Ran outcome = run(model);
    EXPECT_LT(outcome.record.values("/body/mass/position").back(), 0);
    return outcome.record.values("/body/mass/velocity").back();
  };
  const double exact = velocity("name = 'runge_kutta', order = 8, accuracy = 1e-14");
  EXPECT_GT(exact, 0.5);
  std::vector<double> errors;
  for (const double step : {5e-4, 2.5e-4, 1.25e-4, 6.25e-5})
    errors.push_back(
        std::abs(velocity(fmt::format("name = 'rk4', step = {}, detection = 'none'", step)) - exact));
  for (std::size_t i = 1; i < errors.size(); ++i)
    EXPECT_NEAR(std::log2(errors[i - 1] / errors[i]), 4, 0.2) << errors[i];
}

TEST(CompliantWorld, IntegratorsAgreeOnASequenceOfImpacts) {
  std::vector<std::vector<std::vector<double>>> rows;
  for (const char* name : kChosenSteps) {
    Model model = slider_crank({{"contact.world", "compliant"},
                                {"contact.friction", "none"},
                                {"contact.force", "{ law = 'exact', restitution = 0.4, stiffness = 1e12 }"},
                                {"run.end", "0.0086"}});
    model.method.stepper = stepper(name, 1e-12);
    rows.push_back(run(model).record.rows("/impacts"));
  }
  ASSERT_EQ(rows[0].size(), 8u);  // four impacts of two corners
  for (std::size_t other = 1; other < rows.size(); ++other) {
    SCOPED_TRACE(kChosenSteps[other]);
    ASSERT_EQ(rows[other].size(), rows[0].size());
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
      EXPECT_NEAR(rows[other][i][0], rows[0][i][0], 1e-7 * 0.0086) << i;  // when
      EXPECT_NEAR(rows[other][i][2], rows[0][i][2], 1e-6) << i;           // approach, of 0.8 m/s at first
      EXPECT_NEAR(rows[other][i][3], rows[0][i][3], 1e-6) << i;           // and what comes back
    }
  }
}

// ------------------------------------------------------------------------------------------------ a pool
TEST(CompliantWorld, ManyDiscsSettleAndTheEnergyOnlyFalls) {
  const Model model =
      read_model_text("gravity = [0, -9.81]\n" + testing::discs_text("[8, 9]", "[0.05, 1]") +
                          testing::floor_in_plane("[1, 0]", "left") +
                          testing::floor_in_plane("[-1, 0]", "right") + R"(point = ["180 mm", 0]
[contact]
world = "compliant"
force = { law = "exact", restitution = 0.3, stiffness = 1e8 }
friction = { law = "tanh", mu = 0.2, velocity = "10 mm/s" }
[method]
stepper = { name = "runge_kutta", accuracy = 1e-7 }
[run]
end = 0.07
record = { every = 1e-3 }
)",
                      "discs.toml");
  const Ran outcome = run(model);
  const RunSummary& summary = outcome.summary;
  EXPECT_GT(summary.compliant.started, 100);
  EXPECT_EQ(summary.compliant.forced, 0);
  EXPECT_LE(summary.compliant.deepest_start, 1);
  const std::vector<double> energy = outcome.record.values("/energy/total");
  const double slack = 1e-5 * summary.energy_scale;
  for (std::size_t i = 1; i < energy.size(); ++i) {
    ASSERT_TRUE(std::isfinite(energy[i]));
    EXPECT_LE(energy[i], energy[i - 1] + slack) << i;
  }
  EXPECT_LT(energy.back(), 0.9 * energy.front());
  EXPECT_LT(summary.worst_numerical, slack);
}

}  // namespace
}  // namespace freeplay
