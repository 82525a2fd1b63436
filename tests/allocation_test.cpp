// SPDX-License-Identifier: Apache-2.0
// A step allocates nothing, in flight, through impacts and with closed contacts: counted, not promised.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "examples/own_system/slider_crank.h"
#include "freeplay/assemble.h"
#include "freeplay/registry.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/allocations.h"
#include "tests/kit/places.h"
#include "tests/own_body.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::allocations;

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
  const long before = allocations();
  for (int i = 0; i < kSteps; ++i) {
    if (stepper->step(state, kStep).status != StepStatus::ok) ++counts.failed;
    int closed = 0;
    for (int c = 0; c < state.sizes().contacts; ++c) closed += state.mode(c) != ContactMode::open;
    ++(closed == 0 ? counts.flights : counts.closed);
  }
  counts.allocations = allocations() - before;
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
  ASSERT_TRUE(testing::counts_allocations()) << "the sanitizer took no hook";
  const volatile std::size_t size = 100;
  void* volatile kept = nullptr;  // or a compiler may leave the allocation out
  const long start = allocations();
  const std::vector<double> numbers(size);
  const long after_new = allocations();
  kept = std::malloc(size);
  const long after_malloc = allocations();
  std::free(kept);
  kept = std::aligned_alloc(64, 64 * size);
  const long after_aligned = allocations();
  std::free(kept);
  EXPECT_EQ(after_new - start, 1) << numbers[0];
  EXPECT_EQ(after_malloc - after_new, 1);
  EXPECT_EQ(after_aligned - after_malloc, 1);
}

TEST(Allocation, StepsOfTheAssembledMechanismAllocateNothing) {
  const Model model = read_model(source_folder() + "/examples/slider_crank/model.toml");
  expect_none(*assemble(model).system);
  expect_none_with_chosen_steps(*assemble(model).system);
}

/// Impacts, play and rubbing pins together.
TEST(Allocation, FrictionThatDependsOnSlipAndOnJointsAllocatesNothing) {
  Model model = read_model(source_folder() + "/examples/slider_crank/model.toml");
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
      Model model = read_model(source_folder() + "/examples/slider_crank/model.toml");
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
  const Model model = read_model(source_folder() + "/examples/hopper/model.toml",
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
    const long before = allocations();
    for (int i = 0; i < 400; ++i) {
      const double first = state.features()[0];
      failed += stepper->step(state, 5e-4).status != StepStatus::ok;
      changed += state.features()[0] != first;
      stepper->book().impacts.clear();
    }
    EXPECT_EQ(allocations() - before, 0) << name;
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
        const long before = allocations();
        for (int i = 0; i < 400; ++i) {
          failed += stepper->step(state, 1e-3).status != StepStatus::ok;
          stepper->book().impacts.clear();
          for (int c = 0; c < 8; ++c) closed += state.mode(c) != ContactMode::open;
        }
        EXPECT_EQ(allocations() - before, 0) << which;
        EXPECT_EQ(failed, 0) << which;
        EXPECT_GT(closed, 100) << which;
        EXPECT_GT(stepper->book().statistics.impacts, 3) << which;
      }
    }
  }
}

}  // namespace
}  // namespace freeplay
