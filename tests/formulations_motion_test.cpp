// SPDX-License-Identifier: Apache-2.0
// Every formulation in motion, with every integrator: the slider-crank goes where it should, joints are kept
// as promised, and the ledger closes.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "formulations/dependent_joints.h"
#include "formulations/formulation_test_data.h"
#include "model/words.h"
#include "run/simulate.h"
#include "tests/kit/places.h"

namespace freeplay {
namespace {

struct Way {
  Choice formulation;
  std::string stepper;

  std::string name() const {
    std::string text = stepper + "_" + formulation.name;
    for (const auto& [key, value] : formulation.values) text += "_" + std::get<std::string>(value.data);
    return text;
  }
  bool is(const char* word) const { return formulation.name == word; }
  /// Positions and velocities are on the constraints after every step.
  bool holds() const {
    return is("coordinate_partitioning") || is("direct_correction") ||
           formulation.values.count("correction") > 0;
  }
  bool stabilises() const { return is("baumgarte") || is("penalty") || is("augmented_lagrangian"); }
};

void PrintTo(const Way& way, std::ostream* out) { *out << way.name(); }

/// All formulations, in each of their ways, with and without correction.
std::vector<Way> all_ways() {
  std::vector<Choice> choices;
  for (const FormulationEntry* entry : entries_of<FormulationEntry>()) {
    std::vector<Choice> some{{entry->name, {}, {}}};
    for (const Param& param : entry->params) {
      if (param.kind != ParamKind::choice) continue;
      const std::vector<std::string> words = words_of(param.choices);
      for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == "euclidean" && std::string(entry->name) != "direct_correction") continue;
        some.push_back({entry->name, {{param.key, {words[i], {}}}}, {}});
      }
    }
    choices.insert(choices.end(), some.begin(), some.end());
  }
  std::vector<Way> ways;
  for (const char* stepper : {"runge_kutta", "adams", "bdf", "rk4"}) {
    for (const Choice& choice : choices) ways.push_back({choice, stepper});
  }
  return ways;
}

Method method_of(const Way& way, double accuracy, double step) {
  Method method;
  method.formulation = way.formulation;
  method.stepper = {way.stepper, {}, {}};
  if (way.stepper == "rk4") {
    method.stepper.values["step"].data = step;
  } else {
    method.stepper.values["accuracy"].data = accuracy;
  }
  return method;
}

struct Course {
  Course(const System& system, const Method& method, double end) {
    Simulation simulation(system, method);
    Evaluation ev(system.info());
    const auto energy = [&] {
      const State& state = simulation.state();
      system.place(state.t(), state.q(), ev);
      system.mass(state.q(), ev);
      return system.energies(state.t(), state.q(), state.u(), ev).total();
    };
    const double start = energy();
    while (status == StepStatus::ok && simulation.t() < end - 1e-12) {
      status = (simulation.dt() > 0 ? simulation.step() : simulation.step_to(end)).status;
      const State& state = simulation.state();
      system.place(state.t(), state.q(), ev);
      system.constraints(state.t(), state.q(), ev);
      for (std::size_t i = 0; i < ev.Phi.size(); ++i) {
        const RowShape& shape = system.info().constraints[i].shape;
        const double rate = dot_row(shape, ev.row_D(static_cast<int>(i)), state.u().data()) + ev.Phi_t[i];
        position = std::max(position, std::abs(ev.Phi[i]));
        velocity = std::max(velocity, std::abs(rate));
      }
    }
    const Works& works = simulation.stepper().book().works;
    numerical = energy() - start - works.sum();
    stabilisation = works.stabilisation;
    q.assign(simulation.state().q().begin(), simulation.state().q().end());
  }
  StepStatus status = StepStatus::ok;
  double position = 0, velocity = 0, numerical = 0, stabilisation = 0;
  std::vector<double> q;
};

class FormulationMotion : public ::testing::TestWithParam<Way> {};

/// Five turns of the crank at 150 rad/s. Steps err by 1e-9 of the machine's size and speed, or by what RK4
/// leaves of 10 µs; some thousand of them must not make more of it than their sum.
TEST_P(FormulationMotion, TurnsTheSliderCrank) {
  static const Assembly mechanism = assembled(kSliderCrank);
  static const std::vector<double> exact =
      Course(*mechanism.system, method_of({{"coordinate_partitioning", {}, {}}, "runge_kutta"}, 1e-13, 0),
             0.2)
          .q;
  const Course run(*mechanism.system, method_of(GetParam(), 1e-9, 1e-5), 0.2);
  ASSERT_EQ(run.status, StepStatus::ok);
  // a penalty of 1e7 slows the crank by that part of its 30 rad, times the ratio of masses, 10 or so
  const double near = GetParam().is("penalty") ? 1e-4 : 3e-5;
  for (std::size_t i = 0; i < exact.size(); ++i) EXPECT_NEAR(run.q[i], exact[i], near) << i;
  if (GetParam().holds()) {
    EXPECT_LT(run.position, 1e-15);
    EXPECT_LT(run.velocity, 1e-13);
  } else {
    EXPECT_LT(run.position, GetParam().stabilises() ? 3e-7 : 3e-6);
    EXPECT_LT(run.velocity, 2e-5);
  }
  // of 2.3 J: joints that drift do work, which is booked
  EXPECT_NEAR(run.numerical, 0, 1e-4);
}

/// Redundant joints, for those that claim to bear them: the same motion.
TEST_P(FormulationMotion, BearsRedundantJoints) {
  const Way& way = GetParam();
  const auto& entry = *find_entry<FormulationEntry>(way.formulation.name);
  if (!entry.traits.redundant.with(way.formulation.values)) GTEST_SKIP() << "it does not claim it";
  static const Assembly one = assembled(kSliderCrank);
  static const Assembly two = assembled(kSliderCrank + kSecondGuide);
  const Method method = method_of(way, 1e-9, 2e-5);
  const Course single(*one.system, method, 0.05), run(*two.system, method, 0.05);
  ASSERT_EQ(run.status, StepStatus::ok);
  for (std::size_t i = 0; i < run.q.size(); ++i) EXPECT_NEAR(run.q[i], single.q[i], 2e-5) << i;
}

/// More coordinates than velocities, as in space.
TEST_P(FormulationMotion, SwingsAPendulumOnACircle) {
  const CirclePendulum system;
  static const std::vector<double> exact =
      Course(system, method_of({{"coordinate_partitioning", {}, {}}, "runge_kutta"}, 1e-13, 0), 1).q;
  const Course run(system, method_of(GetParam(), 1e-9, 1e-3), 1);
  ASSERT_EQ(run.status, StepStatus::ok);
  const double near = GetParam().is("penalty") ? 1e-5 : 1e-6;
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(run.q[i], exact[i], near) << i;
  const double size = std::hypot(run.q[2], run.q[3]);
  EXPECT_NEAR(run.q[2] / size, exact[2], 2 * near);
  if (GetParam().holds()) {
    EXPECT_LT(run.position, 1e-15);
  }
}

/// A guide with play, met and left several times: the ledger closes as well as with the default.
TEST_P(FormulationMotion, BearsCompliantContacts) {
  const Way& way = GetParam();
  if (way.stepper == "rk4") GTEST_SKIP() << "it has no error control";
  static const Model model =
      read_model(source_folder() + "/examples/slider_crank/model.toml", {{"contact.world", "compliant"}});
  static const Assembly mechanism = assemble(model);
  const System& system = *mechanism.system;
  Simulation simulation(system, method_of(way, 1e-8, 0));
  Evaluation ev(system.info());
  const auto energy = [&] {
    const State& state = simulation.state();
    system.place(state.t(), state.q(), ev);
    system.mass(state.q(), ev);
    return system.energies(state.t(), state.q(), state.u(), ev).total() +
           simulation.stepper().sample(state)->contact_energy;
  };
  const double start = energy();
  ASSERT_EQ(simulation.advance_to(0.02).status, StepStatus::ok);
  const Book& book = simulation.stepper().book();
  EXPECT_GE(book.compliant.started, 2);
  EXPECT_NEAR(energy() - start - book.works.sum(), 0, 1e-5 * start);
}

INSTANTIATE_TEST_SUITE_P(Registry, FormulationMotion, ::testing::ValuesIn(all_ways()),
                         [](const auto& way) { return way.param.name(); });

/// Crank and rod of one length, driven so that at t = 1 s the slider stands on the shaft, where it could go
/// on to the other side or stay: its row is lost there.
const std::string kEqualLengths =
    testing::slider_crank_text({
        .crank = 0.2,
        .rod = 0.2,
        .of_crank =
            "mass = 1\ninertia = 0.01\nposition = [0.08660254037844386, 0.05]\nangle = 0.5235987755982988\n",
        .of_rod =
            "mass = 1\ninertia = 0.01\nposition = [0.25980762113533157, 0.05]\nangle = -0.5235987755982988\n",
        .of_slider = "mass = 1\ninertia = 0.01\nposition = [0.34641016151377546, 0]\n",
    }) +
    testing::motor_text("shaft", 1.0471975511965976);

/// A step that ends in the singular position: those that claim it go on to the other side, the others stop
/// just before and the joints are named.
TEST(FormulationSingular, StopsOrPassesAsClaimed) {
  const Assembly mechanism = assembled(kEqualLengths);
  const System& system = *mechanism.system;
  for (const Way& way : all_ways()) {
    if (way.stepper != "runge_kutta" && way.stepper != "adams") continue;
    const auto& entry = *find_entry<FormulationEntry>(way.formulation.name);
    Simulation simulation(system, method_of(way, 1e-8, 1e-2));
    const StepReport first = simulation.advance_to(1);
    if (entry.traits.singular.with(way.formulation.values)) {
      ASSERT_EQ(first.status, StepStatus::ok) << way.name();
      ASSERT_EQ(simulation.advance_to(1.5).status, StepStatus::ok) << way.name();
      const double angle = 0.5235987755982988 + 1.5 * 1.0471975511965976;
      EXPECT_NEAR(simulation.state().q()[2], angle, 1e-6) << way.name();
      EXPECT_NEAR(simulation.state().q()[6], 0.4 * std::cos(angle), 1e-6) << way.name();
    } else {
      EXPECT_NE(first.status, StepStatus::ok) << way.name();
      EXPECT_NEAR(simulation.t(), 1, 1e-5) << way.name();
      const std::vector<std::string> names = dependent_joints(system, simulation.t(), simulation.state().q());
      // all move along y there, whatever the motor does: it is not among them
      EXPECT_EQ(names, (std::vector<std::string>{"shaft", "pin", "wrist", "guide"})) << way.name();
    }
  }
}

/// Where no step ends in it, all of them pass.
TEST(FormulationSingular, IsPassedWithinAStep) {
  const Assembly mechanism = assembled(kEqualLengths);
  for (const Way& way : all_ways()) {
    if (way.stepper != "rk4") continue;
    const Course run(*mechanism.system, method_of(way, 1e-8, 0.0117), 1.5);
    EXPECT_EQ(run.status, StepStatus::ok) << way.name();
  }
}

}  // namespace
}  // namespace freeplay
