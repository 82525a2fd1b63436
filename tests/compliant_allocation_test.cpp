// SPDX-License-Identifier: Apache-2.0
// Steps of integrators and of the compliant world, of the optimisation step and of every formulation, and numbers that
// are set: none of them allocates anything.
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formulations/formulation_test_data.h"
#include "freeplay/assemble.h"
#include "freeplay/registry.h"
#include "model/words.h"
#include "stepping/integrators/integrator_problems.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/allocations.h"
#include "tests/kit/places.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::allocations;

// Methods that hand stiff motion to another one: what SUNDIALS allocates at the first step of that is its own.
constexpr long kFirstStiffStep = 8;
bool hands_over(std::string_view method) {
  return method.starts_with("runge_kutta") || method.starts_with("adams");
}

// Steps of the integrators, restarts, remade steps and looks into steps; the first run may fill what SUNDIALS
// allocates at the first step.
TEST(Allocation, IntegratorsAllocateNothing) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations equations(4, 1e-8, kepler);
    const std::unique_ptr<Integrator> integrator = method.make(equations);
    const std::vector<double> start = kepler_start();
    std::vector<double> y(4);
    int failed = 0;
    long before = 0;
    for (int run = 0; run < 3; ++run) {
      if (run == (std::string(method.name) == "rk4" ? 0 : 1)) before = allocations();
      integrator->start(0, start, 0);
      for (int i = 0; i < 200; ++i) {
        failed += integrator->step(1e9) != IntegrationStatus::ok;
        const double middle = 0.5 * (integrator->t_old() + integrator->t());
        integrator->interpolate(middle, y);
        if (i % 10 == 0 && integrator->remakes())
          failed += integrator->remake(middle) != IntegrationStatus::ok;
      }
    }
    EXPECT_LE(allocations() - before, hands_over(method.name) ? kFirstStiffStep : 0) << method.name;
    EXPECT_EQ(failed, 0) << method.name;
  }
}

// What SUNDIALS allocates at the first step of a method is its own; motion that becomes stiff is handed to a second one.
TEST(Allocation, CompliantStepsAllocateNothing) {
  for (const char* file :
       {"/examples/slider_crank/model.toml", "/examples/file_cutting_machine/model.toml"}) {
    const Model model = read_model(source_folder() + file, {{"contact.world", "compliant"}});
    const std::unique_ptr<System> system = assemble(model).system;
    for (const char* name : {"runge_kutta", "adams", "bdf", "rk4"}) {
      for (const char* detection : {"event", "reject", "restart"}) {
        const std::string which = std::string(file) + " " + name + " " + detection;
        StepperOptions options;
        options.stepper = {name, {{"detection", {std::string(detection), {}}}}, {}};
        const std::unique_ptr<Stepper> stepper = find_entry<StepperEntry>(name)->make(*system, options);
        State state = system->initial_state();
        int failed = 0;
        long before = 0;
        for (int i = 0; i < 2020; ++i) {
          if (i == 20) before = allocations();
          failed += stepper->step(state, 1e-4).status != StepStatus::ok;
          stepper->book().impacts.clear();
        }
        EXPECT_LE(allocations() - before, hands_over(name) ? kFirstStiffStep : 0) << which;
        EXPECT_EQ(failed, 0) << which;
        EXPECT_GE(stepper->book().compliant.started, 2) << which;
      }
    }
  }
}

/// A ball and a box on a plane in space, which stick or have bristles.
TEST(Allocation, CompliantStepsInSpaceAllocateNothing) {
  for (const char* law :
       {"law = \"coulomb\", mu = 0.3", "law = \"lugre\", mu = 0.3, sigma0 = 1e3, sigma1 = 10"}) {
    for (const char* file : {"/examples/slip_to_roll/model.toml", "/examples/box_on_incline_3d/model.toml"}) {
      const Model model =
          read_model(source_folder() + file,
                     {{"contact.world", "compliant"}, {"contact.friction", std::string("{ ") + law + " }"}});
      const std::unique_ptr<System> system = assemble(model).system;
      for (const char* name : {"runge_kutta", "adams", "bdf", "rk4"}) {
        for (const char* detection : {"event", "reject"}) {
          const std::string which = std::string(file) + " " + name + " " + detection + " " + law;
          StepperOptions options;
          options.stepper = {name, {{"detection", {std::string(detection), {}}}}, {}};
          const std::unique_ptr<Stepper> stepper = find_entry<StepperEntry>(name)->make(*system, options);
          State state = system->initial_state();
          int failed = 0;
          for (int i = 0; i < 20; ++i) failed += stepper->step(state, 1e-4).status != StepStatus::ok;
          const long before = allocations();
          for (int i = 0; i < 400; ++i) {
            failed += stepper->step(state, 1e-4).status != StepStatus::ok;
            stepper->book().impacts.clear();
          }
          EXPECT_EQ(allocations() - before, 0) << which;
          EXPECT_EQ(failed, 0) << which;
        }
      }
    }
  }
}

/// A journal that hits wall and ends of its bearing, in both worlds.
TEST(Allocation, PlayInSpaceAllocatesNothing) {
  const auto steps = [](const std::vector<Assignment>& changes, const char* name, double dt) {
    std::vector<Assignment> all = changes;
    all.push_back({"contact.friction", "{ law = \"coulomb\", mu = 0.1 }"});
    all.push_back({"method.stepper", std::string("{ name = \"") + name + "\" }"});
    const Model model = read_model(source_folder() + "/examples/spatial_slider_crank_play/model.toml", all);
    const std::unique_ptr<System> system = assemble(model).system;
    StepperOptions options;
    options.stepper = {name, {}, {}};
    const std::unique_ptr<Stepper> stepper = find_entry<StepperEntry>(name)->make(*system, options);
    State state = system->initial_state();
    int failed = 0, closed = 0;
    for (int i = 0; i < 20; ++i) failed += stepper->step(state, dt).status != StepStatus::ok;
    const long before = allocations();
    while (state.t() < 0.04 && failed == 0) {
      failed += stepper->step(state, dt).status != StepStatus::ok;
      stepper->book().impacts.clear();
      for (int c = 0; c < 10; ++c) closed += state.mode(c) != ContactMode::open;
    }
    EXPECT_EQ(allocations() - before, 0) << name;
    EXPECT_EQ(failed, 0) << name;
    EXPECT_GT(closed + stepper->book().statistics.impacts, 3) << name;
  };
  for (const char* name : {"symmetric", "moreau"}) steps({{"contact.world", "rigid"}}, name, 1e-4);
  for (const char* name : {"runge_kutta", "adams", "rk4"}) steps({}, name, 1e-4);
}

// The optimisation step chooses its steps; what Ipopt allocates is its own, so this is the SQP.
TEST(Allocation, OptimisationStepsAllocateNothing) {
  for (const char* file :
       {"/examples/prismatic_clearance/case2.toml", "/examples/prismatic_clearance/case3.toml",
        "/examples/prismatic_clearance/friction.toml", "/examples/prismatic_clearance/space.toml"}) {
    const Model model = read_model(source_folder() + file);
    const std::unique_ptr<System> system = assemble(model).system;
    StepperOptions options;
    options.stepper = {
        "gauss_optimisation",
        {{"algorithm", {std::string("sqp"), {}}}, {"step_min", {1e-5, {}}}, {"step_max", {1e-4, {}}}},
        {}};
    const std::unique_ptr<Stepper> stepper =
        find_entry<StepperEntry>("gauss_optimisation")->make(*system, options);
    State state = system->initial_state();
    int failed = 0;
    const long before = allocations();
    for (int i = 0; i < 200; ++i) failed += stepper->step(state, 1).status != StepStatus::ok;
    EXPECT_EQ(allocations() - before, 0) << file;
    EXPECT_EQ(failed, 0) << file;
    EXPECT_GE(stepper->book().statistics.impacts, 2) << file;
  }
}

/// An entry with each word of its own choices.
std::vector<Choice> ways_of(const FormulationEntry& entry) {
  std::vector<Choice> ways{{entry.name, {}, {}}};
  for (const Param& param : entry.params) {
    if (param.kind != ParamKind::choice) continue;
    const std::vector<std::string> words = words_of(param.choices);
    for (std::size_t i = 1; i < words.size(); ++i)
      ways.push_back({entry.name, {{param.key, {words[i], {}}}}, {}});
  }
  return ways;
}

TEST(Allocation, FormulationsTakeNone) {
  const Assembly mechanism = assembled(kSliderCrank);
  const System& system = *mechanism.system;
  const State state = system.initial_state();
  Evaluation ev = evaluated(system, 0, state.q(), state.u());
  const RowShape slider{{6, 0}, {3, 0}};
  const double w[] = {1, 0, 0};
  for (const FormulationEntry* entry : entries_of<FormulationEntry>()) {
    for (const Choice& way : ways_of(*entry)) {
      const auto formulation = make_formulation(way, system, 1);
      Accelerations room(system, *formulation, ev, state.u());
      const long before = allocations();
      for (int i = 0; i < 10; ++i) {
        ev.D[0] += 1e-6;  // a new configuration
        formulation->accelerations(ev, state.u(), room.u_dot, room.lambda);
        room.lambda[0] = formulation->inverse_inertia(slider, w, ev);
      }
      EXPECT_EQ(allocations() - before, 0) << entry->name;
    }
  }
}

/// Whole steps, with what is done about joints after them.
TEST(Allocation, StepsOfEveryFormulationAllocateNothing) {
  const Assembly mechanism = assembled(kSliderCrank);
  const System& system = *mechanism.system;
  for (const FormulationEntry* entry : entries_of<FormulationEntry>()) {
    for (const Choice& way : ways_of(*entry)) {
      for (const char* name : {"runge_kutta", "adams", "rk4"}) {
        StepperOptions options;
        options.stepper = {name, {}, {}};
        options.formulation = way;
        const std::unique_ptr<Stepper> stepper = find_entry<StepperEntry>(name)->make(system, options);
        State state = system.initial_state();
        int failed = 0;
        for (int i = 0; i < 5; ++i) failed += stepper->step(state, 1e-4).status != StepStatus::ok;
        const long before = allocations();
        for (int i = 0; i < 200; ++i) failed += stepper->step(state, 1e-4).status != StepStatus::ok;
        EXPECT_EQ(allocations() - before, 0) << entry->name << " " << name;
        EXPECT_EQ(failed, 0) << entry->name << " " << name;
      }
    }
  }
}

/// Joints that rub: a slider-crank in space, with laws that stick and laws with states.
TEST(Allocation, NoneWithFrictionInJoints) {
  for (const char* law :
       {"law = \"coulomb\", mu = 0.1", "law = \"lugre\", mu = 0.1, sigma0 = 1e4, sigma1 = 30",
        "law = \"karnopp\", mu = 0.1, mu_static = 0.2, velocity = 0.01"}) {
    const Model model = read_model(testing::source_path("examples/spatial_slider_crank/model.toml"),
                                   {{"joint.guide.friction", std::string("{ ") + law + " }"},
                                    {"joint.guide.bearing", "{ height = 0.01, length = 0.01 }"}});
    const Assembly assembly = assemble(model);
    StepperOptions options;
    options.stepper = {"rk4", {{"step", {1e-4, {}}}}, {}};
    const auto stepper = find_entry<StepperEntry>("rk4")->make(*assembly.system, options);
    State state = assembly.system->initial_state();
    stepper->begin(state);
    ASSERT_EQ(stepper->step(state, 1e-4).status, StepStatus::ok);
    const long before = allocations();
    int failed = 0;
    for (int i = 0; i < 10000; ++i) failed += stepper->step(state, 1e-4).status != StepStatus::ok;
    EXPECT_EQ(allocations() - before, 0) << law;
    EXPECT_EQ(failed, 0) << law;
  }
}

/// Every number of a model is set, the start made again, and both undone.
void expect_none_in_numbers(const std::string& model, const std::vector<Assignment>& changes = {}) {
  const Assembly assembly = assemble(read_model(testing::source_path(model), changes));
  Numbers& numbers = *assembly.numbers;
  ASSERT_FALSE(numbers.all().empty());
  numbers.reset();  // the first one may take memory that later ones use again
  for (int i = 0; i < static_cast<int>(numbers.all().size()); ++i) {
    const double value = numbers.get(i);
    const long before = allocations();
    try {
      numbers.set(i, value == 0 ? 1e-6 : value * (1 + 1e-6));
      numbers.reset();
    } catch (const ModelError&) {  // two numbers that belong together
      continue;
    }
    numbers.set(i, value);
    numbers.reset();
    EXPECT_EQ(allocations() - before, 0) << model << ": " << numbers.all()[static_cast<std::size_t>(i)].path;
  }
}

TEST(Allocation, NoneInSettingNumbersAndStartingAgain) {
  for (const char* model : {"slider_crank",     "slider_crank_pin",
                            "four_bar",         "four_bar_play",
                            "spring_linkage",   "quick_return",
                            "pendulum",         "spatial_slider_crank",
                            "four_bar_spatial", "spatial_slider_crank_friction",
                            "heavy_top",        "door_hinge",
                            "ball_joint_play",  "rolling_disc",
                            "universal_play",   "bouncing_ball",
                            "newtons_cradle",   "box_on_incline_3d",
                            "walking_pin",      "free_body",
                            "super_ball",       "file_cutting_machine",
                            "guide_play",       "wall_pendulum"})
    expect_none_in_numbers("examples/" + std::string(model) + "/model.toml");
  expect_none_in_numbers("validation/cam_follower/model.toml");
  expect_none_in_numbers("examples/bouncing_ball/model.toml",
                         {{"contact.world", "compliant"}, {"method.stepper", "runge_kutta"}});
  expect_none_in_numbers("examples/slider_crank/model.toml",
                         {{"contact.world", "compliant"}, {"method.stepper", "runge_kutta"}});
}

}  // namespace
}  // namespace freeplay
