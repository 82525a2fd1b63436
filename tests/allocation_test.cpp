// SPDX-License-Identifier: Apache-2.0
// A step allocates nothing, in flight, through impacts and with closed contacts: counted, not promised.
// Everything that asks for memory is counted: operator new, Eigen and the C library all end in malloc, which
// this file puts itself in front of; under AddressSanitizer, which does the same, by its hook.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "examples/own_system/slider_crank.h"
#include "formulations/formulation_test_data.h"
#include "freeplay/assemble.h"
#include "freeplay/registry.h"
#include "model/words.h"
#include "stepping/integrators/integrator_problems.h"
#include "stepping/steppers/stepper.h"
#include "tests/own_body.h"
#include "tests/test_models.h"

namespace {
std::atomic<long> allocations{0};
}

#ifdef FREEPLAY_SANITIZED

// As in sanitizer/allocator_interface.h, a header that g++ does not bring.
extern "C" int __sanitizer_install_malloc_and_free_hooks(  // NOLINT
    void (*malloc_hook)(const volatile void*, std::size_t), void (*free_hook)(const volatile void*));

namespace {
void on_malloc(const volatile void*, std::size_t) { ++allocations; }
void on_free(const volatile void*) {}
const int hook_installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}  // namespace

#else

extern "C" {

// glibc's own, under the names that stay when a program defines the usual ones.
void* __libc_malloc(std::size_t size);                           // NOLINT
void* __libc_calloc(std::size_t count, std::size_t size);        // NOLINT
void* __libc_realloc(void* old, std::size_t size);               // NOLINT
void* __libc_memalign(std::size_t alignment, std::size_t size);  // NOLINT

void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  ++allocations;
  return __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  ++allocations;
  return __libc_realloc(old, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}

}  // extern "C"

#endif

namespace freeplay {
namespace {

constexpr double kStep = 1e-5;
constexpr int kSteps = 2000;

struct Counts {
  long allocations = 0;
  int failed = 0, flights = 0, closed = 0;
  long long impacts = 0;
};

Counts count_steps(const System& system, const std::string& stepper_name, const char* solver, bool project,
                   bool chosen = false) {
  StepperOptions options;
  if (chosen) options.stepper.values["accuracy"] = {1e-7, {}};
  options.solver.name = solver;
  options.project = project;
  const std::unique_ptr<Stepper> stepper = find_entry<StepperEntry>(stepper_name)->make(system, options);
  State state = system.initial_state();
  Counts counts;
  const long before = allocations;
  for (int i = 0; i < kSteps; ++i) {
    if (stepper->step(state, kStep).status != StepStatus::ok) ++counts.failed;
    int closed = 0;
    for (int c = 0; c < state.sizes().contacts; ++c) closed += state.mode(c) != ContactMode::open;
    ++(closed == 0 ? counts.flights : counts.closed);
  }
  counts.allocations = allocations - before;
  counts.impacts = stepper->book().statistics.impacts;
  return counts;
}

void expect_none(const System& system) {
  for (const char* stepper : {"symmetric", "moreau"}) {
    for (const SolverEntry* solver : entries_of<SolverEntry>()) {
      for (const bool project : {true, false}) {
        const Counts counts = count_steps(system, stepper, solver->name, project);
        const std::string which =
            std::string(stepper) + ", " + solver->name + (project ? ", project" : ", no projection");
        EXPECT_EQ(counts.allocations, 0) << which;
        EXPECT_EQ(counts.failed, 0) << which;
        EXPECT_GT(counts.flights, 100) << which;  // the steps were of every kind
        EXPECT_GT(counts.closed, 20) << which;
        EXPECT_GT(counts.impacts, 3) << which;
      }
    }
  }
}

void expect_none_with_chosen_steps(const System& system) {
  const Counts counts = count_steps(system, "symmetric", "lemke", true, true);
  EXPECT_EQ(counts.allocations, 0);
  EXPECT_EQ(counts.failed, 0);
  EXPECT_GT(counts.flights, 100);
  EXPECT_GT(counts.closed, 20);
  EXPECT_GT(counts.impacts, 3);
}

TEST(Allocation, TheCounterCounts) {
#ifdef FREEPLAY_SANITIZED
  ASSERT_GT(hook_installed, 0) << "the sanitizer took no hook";
#endif
  const volatile std::size_t size = 100;
  void* volatile kept = nullptr;  // or a compiler may leave the allocation out
  const long start = allocations;
  const std::vector<double> numbers(size);
  const long after_new = allocations;
  kept = std::malloc(size);
  const long after_malloc = allocations;
  std::free(kept);
  kept = std::aligned_alloc(64, 64 * size);
  const long after_aligned = allocations;
  std::free(kept);
  EXPECT_EQ(after_new - start, 1) << numbers[0];
  EXPECT_EQ(after_malloc - after_new, 1);
  EXPECT_EQ(after_aligned - after_malloc, 1);
}

TEST(Allocation, StepsOfTheAssembledMechanismAllocateNothing) {
  const Model model = read_model(FREEPLAY_SOURCE_DIR "/examples/slider_crank/model.toml");
  expect_none(*assemble(model).system);
  expect_none_with_chosen_steps(*assemble(model).system);
}

/// Impacts, play and rubbing pins together.
TEST(Allocation, FrictionThatDependsOnSlipAndOnJointsAllocatesNothing) {
  Model model = read_model(FREEPLAY_SOURCE_DIR "/examples/slider_crank/model.toml");
  model.contact.friction = Choice{
      "stribeck", {{"mu", {0.01, {}}}, {"mu_static", {0.02, {}}}, {"stribeck_velocity", {0.1, {}}}}, {}};
  for (Joint& joint : model.joints) {
    if (joint.type != "revolute") continue;
    joint.friction = Choice{"coulomb", {{"mu", {0.1, {}}}}, {}};
    joint.bearing = Bearing{};
    joint.bearing->radius = 0.005;
  }
  const std::unique_ptr<System> system = assemble(model).system;
  ASSERT_EQ(system->info().rubbing.size(), 3U);
  for (const bool chosen : {false, true}) {
    const Counts counts = count_steps(*system, "symmetric", "lemke", true, chosen);
    EXPECT_EQ(counts.allocations, 0);
    EXPECT_EQ(counts.failed, 0);
    EXPECT_GT(counts.impacts, 3);
  }
  const Counts moreau = count_steps(*system, "moreau", "lemke", false);
  EXPECT_EQ(moreau.allocations, 0);
  EXPECT_EQ(moreau.failed, 0);
}

TEST(Allocation, ImpactsOfEveryLawAllocateNothing) {
  for (const char* law : {"poisson", "stronge"}) {
    for (const double tangential : {0.0, 0.3}) {
      Model model = read_model(FREEPLAY_SOURCE_DIR "/examples/slider_crank/model.toml");
      model.contact.impact = Choice{law, {{"restitution", {0.4, {}}}}, {}};
      if (std::string(law) == "poisson") model.contact.impact->values["tangential"] = {tangential, {}};
      const Counts counts = count_steps(*assemble(model).system, "symmetric", "lemke", true);
      EXPECT_EQ(counts.allocations, 0) << law;
      EXPECT_EQ(counts.failed, 0) << law;
      EXPECT_GT(counts.impacts, 3) << law;
    }
  }
}

TEST(Allocation, FreeContactsInAPoolAllocateNothing) {
  const Model model = read_model(FREEPLAY_SOURCE_DIR "/examples/hopper/model.toml",
                                 {{"body.disc.grid", "{ count = [5, 5], spacing = [0.0105, 0.0105] }"},
                                  {"body.disc.position", "[-0.02, 0.05]"}});
  const std::unique_ptr<System> system = assemble(model).system;
  ASSERT_EQ(system->info().first_slot, 0);
  for (const char* name : {"moreau", "symmetric"}) {
    StepperOptions options;
    options.solver.name = "gauss_seidel";
    options.solver.values["tolerance"] = {1e-6, {}};
    const std::unique_ptr<Stepper> stepper = find_entry<StepperEntry>(name)->make(*system, options);
    State state = system->initial_state();
    int failed = 0, changed = 0;
    const long before = allocations;
    for (int i = 0; i < 400; ++i) {
      const double first = state.features()[0];
      failed += stepper->step(state, 5e-4).status != StepStatus::ok;
      changed += state.features()[0] != first;
      stepper->book().impacts.clear();
    }
    EXPECT_EQ(allocations - before, 0) << name;
    EXPECT_EQ(failed, 0) << name;
    EXPECT_GT(changed, 0) << name;  // slots were given and taken
    EXPECT_GT(stepper->book().statistics.impacts, 20) << name;
  }
}

TEST(Allocation, StepsInOwnCoordinatesAllocateNothing) { expect_none(OwnSliderCrank()); }

// A box that falls on its corners, slides and spins to rest, with every solver that space has.
TEST(Allocation, StepsInSpaceAllocateNothing) {
  OwnBody box(0.7, {0.006, 0.003, 0.008}, {0, 0, -9.81});
  for (int corner = 0; corner < 8; ++corner) {
    PlaneContact contact;
    const double half[3] = {0.1, 0.15, 0.05};
    for (std::size_t k = 0; k < 3; ++k) contact.point[k] = (corner >> k & 1) != 0 ? half[k] : -half[k];
    ContactData laws;
    laws.mu = 0.3;
    laws.restitutionN = 0.4;
    box.add_contact(contact, laws, 0.1);
  }
  box.position = {0, 0, 0.08};
  box.orientation = turn_by({0.05, 0.1, 0});
  box.velocity = {0.4, 0.2, 0};
  box.omega = {0, 0, 3};
  for (const char* name : {"symmetric", "moreau"}) {
    for (const SolverEntry* solver : entries_of<SolverEntry>()) {
      if (solver->planar) continue;
      for (const bool chosen : {false, true}) {
        if (chosen && std::string(name) == "moreau") continue;
        const std::string which = std::string(name) + ", " + solver->name;
        StepperOptions options;
        if (chosen) options.stepper.values["accuracy"] = {1e-4, {}};
        options.solver.name = solver->name;
        options.solver.values["tolerance"] = {1e-8, {}};
        const std::unique_ptr<Stepper> stepper = find_entry<StepperEntry>(name)->make(box, options);
        State state = box.initial_state();
        int failed = 0, closed = 0;
        const long before = allocations;
        for (int i = 0; i < 400; ++i) {
          failed += stepper->step(state, 1e-3).status != StepStatus::ok;
          stepper->book().impacts.clear();
          for (int c = 0; c < 8; ++c) closed += state.mode(c) != ContactMode::open;
        }
        EXPECT_EQ(allocations - before, 0) << which;
        EXPECT_EQ(failed, 0) << which;
        EXPECT_GT(closed, 100) << which;
        EXPECT_GT(stepper->book().statistics.impacts, 3) << which;
      }
    }
  }
}

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
      if (run == (std::string(method.name) == "rk4" ? 0 : 1)) before = allocations;
      integrator->start(0, start, 0);
      for (int i = 0; i < 200; ++i) {
        failed += integrator->step(1e9) != IntegrationStatus::ok;
        const double middle = 0.5 * (integrator->t_old() + integrator->t());
        integrator->interpolate(middle, y);
        if (i % 10 == 0 && integrator->remakes())
          failed += integrator->remake(middle) != IntegrationStatus::ok;
      }
    }
    EXPECT_LE(allocations - before, hands_over(method.name) ? kFirstStiffStep : 0) << method.name;
    EXPECT_EQ(failed, 0) << method.name;
  }
}

// What SUNDIALS allocates at the first step of a method is its own; motion that becomes stiff is handed to a second one.
TEST(Allocation, CompliantStepsAllocateNothing) {
  for (const char* file :
       {"/examples/slider_crank/model.toml", "/examples/file_cutting_machine/model.toml"}) {
    const Model model = read_model(std::string(FREEPLAY_SOURCE_DIR) + file, {{"contact.world", "compliant"}});
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
          if (i == 20) before = allocations;
          failed += stepper->step(state, 1e-4).status != StepStatus::ok;
          stepper->book().impacts.clear();
        }
        EXPECT_LE(allocations - before, hands_over(name) ? kFirstStiffStep : 0) << which;
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
          read_model(std::string(FREEPLAY_SOURCE_DIR) + file,
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
          const long before = allocations;
          for (int i = 0; i < 400; ++i) {
            failed += stepper->step(state, 1e-4).status != StepStatus::ok;
            stepper->book().impacts.clear();
          }
          EXPECT_EQ(allocations - before, 0) << which;
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
    const Model model =
        read_model(std::string(FREEPLAY_SOURCE_DIR) + "/examples/spatial_slider_crank_play/model.toml", all);
    const std::unique_ptr<System> system = assemble(model).system;
    StepperOptions options;
    options.stepper = {name, {}, {}};
    const std::unique_ptr<Stepper> stepper = find_entry<StepperEntry>(name)->make(*system, options);
    State state = system->initial_state();
    int failed = 0, closed = 0;
    for (int i = 0; i < 20; ++i) failed += stepper->step(state, dt).status != StepStatus::ok;
    const long before = allocations;
    while (state.t() < 0.04 && failed == 0) {
      failed += stepper->step(state, dt).status != StepStatus::ok;
      stepper->book().impacts.clear();
      for (int c = 0; c < 10; ++c) closed += state.mode(c) != ContactMode::open;
    }
    EXPECT_EQ(allocations - before, 0) << name;
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
    const Model model = read_model(std::string(FREEPLAY_SOURCE_DIR) + file);
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
    const long before = allocations;
    for (int i = 0; i < 200; ++i) failed += stepper->step(state, 1).status != StepStatus::ok;
    EXPECT_EQ(allocations - before, 0) << file;
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
      const long before = allocations;
      for (int i = 0; i < 10; ++i) {
        ev.D[0] += 1e-6;  // a new configuration
        formulation->accelerations(ev, state.u(), room.u_dot, room.lambda);
        room.lambda[0] = formulation->inverse_inertia(slider, w, ev);
      }
      EXPECT_EQ(allocations - before, 0) << entry->name;
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
        const long before = allocations;
        for (int i = 0; i < 200; ++i) failed += stepper->step(state, 1e-4).status != StepStatus::ok;
        EXPECT_EQ(allocations - before, 0) << entry->name << " " << name;
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
    const long before = allocations;
    int failed = 0;
    for (int i = 0; i < 10000; ++i) failed += stepper->step(state, 1e-4).status != StepStatus::ok;
    EXPECT_EQ(allocations - before, 0) << law;
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
    const long before = allocations;
    try {
      numbers.set(i, value == 0 ? 1e-6 : value * (1 + 1e-6));
      numbers.reset();
    } catch (const ModelError&) {  // two numbers that belong together
      continue;
    }
    numbers.set(i, value);
    numbers.reset();
    EXPECT_EQ(allocations - before, 0) << model << ": " << numbers.all()[static_cast<std::size_t>(i)].path;
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
