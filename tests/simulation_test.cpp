// SPDX-License-Identifier: Apache-2.0
// A Simulation as a value: copied, saved, loaded, observed, stopped; misuse is an exception with a message.
#include "freeplay/simulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "run/channels.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

bool same(const State& a, const State& b) {
  return std::equal(a.block().begin(), a.block().end(), b.block().begin(), b.block().end());
}

/// The message of the exception that is thrown; "": none is.
template <class Call>
std::string complaint(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

using Changes = std::vector<Assignment>;

struct Crank {
  explicit Crank(const Changes& changes = {})
      : model(testing::slider_crank(changes)), assembly(assemble(model)) {}
  Simulation simulation() const { return {*assembly.system, model.method}; }
  Model model;
  Assembly assembly;
};

TEST(Simulation, CopiesGoOnAlikeAndApart) {
  for (const char* accuracy : {"", "1e-8"}) {
    std::vector<Assignment> changes;
    if (*accuracy != 0) changes.emplace_back("method.stepper.accuracy", accuracy);
    const Crank crank(changes);
    Simulation first = crank.simulation();
    first.advance_to(0.0213);
    Simulation copy = first, loaded = crank.simulation();
    loaded.load(first.save());
    first.advance_to(0.05);
    EXPECT_LT(copy.t(), 0.0214);
    copy.advance_to(0.05);
    loaded.advance_to(0.05);
    EXPECT_TRUE(same(first.state(), copy.state()));
    EXPECT_TRUE(same(first.state(), loaded.state()));
    EXPECT_EQ(first.save(), loaded.save());
    EXPECT_EQ(first.stepper().book().works.impact, copy.stepper().book().works.impact);
    copy = loaded;
    EXPECT_EQ(copy.save(), first.save());
  }
}

TEST(Simulation, IsObservedAfterEachStep) {
  const Crank crank;
  Simulation simulation = crank.simulation();
  std::vector<double> times;
  simulation.observe([&](const Simulation& at) { times.push_back(at.t()); });
  simulation.step();
  simulation.step();
  EXPECT_EQ(times, (std::vector<double>{simulation.dt(), 2 * simulation.dt()}));
}

TEST(Simulation, MisuseIsAnExceptionWithAMessage) {
  const Crank crank, chosen(Changes{{"method.stepper.accuracy", "1e-6"}});
  Simulation simulation = crank.simulation();
  Method wrong = crank.model.method;
  wrong.stepper.name = "euler";
  EXPECT_CONTAINS(complaint([&] { Simulation(*crank.assembly.system, wrong); }), "no stepper 'euler'");
  wrong = crank.model.method;
  wrong.solver.name = "guess";
  EXPECT_CONTAINS(complaint([&] { Simulation(*crank.assembly.system, wrong); }), "no solver 'guess'");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double t : {nan, -1.0, std::numeric_limits<double>::infinity()}) {
    EXPECT_CONTAINS(complaint([&] { simulation.step_to(t); }), "does not lie ahead") << t;
    EXPECT_CONTAINS(complaint([&] { simulation.advance_to(t); }), "does not lie ahead") << t;
  }
  EXPECT_CONTAINS(complaint([&] { chosen.simulation().step(); }), "chooses its steps");
  EXPECT_CONTAINS(complaint([&] { simulation.restore(State({.q = 1, .u = 1})); }), "sizes do not fit");
}

TEST(Simulation, RefusesNumbersThatAreNotItsOwn) {
  const Crank crank;
  Simulation simulation = crank.simulation();
  simulation.advance_to(0.01);
  const State before = simulation.state();
  std::vector<double> saved = simulation.save();
  EXPECT_NE(complaint([&] { simulation.load({}); }), "");
  EXPECT_NE(complaint([&] { simulation.load(std::span(saved).first(saved.size() - 1)); }), "");
  saved.push_back(0);
  EXPECT_NE(complaint([&] { simulation.load(saved); }), "");
  saved.pop_back();
  saved[0] += 1;
  EXPECT_CONTAINS(complaint([&] { simulation.load(saved); }), "another version of Freeplay gave them");
  Simulation other = Crank(Changes{{"method.stepper.name", "moreau"}}).simulation();
  EXPECT_CONTAINS(complaint([&] { simulation.load(other.save()); }), "stepper moreau");
  EXPECT_TRUE(same(before, simulation.state()));
  EXPECT_EQ(simulation.step().status, StepStatus::ok);
}

TEST(Simulation, StopsWithinAStepAndStandsWhereItBegan) {
  const std::vector<std::vector<Assignment>> methods = {
      {},
      {{"method.stepper.accuracy", "1e-8"}},
      {{"method.stepper.name", "moreau"}},
      {{"contact.world", "compliant"}, {"method.stepper", "bdf"}}};
  for (const std::vector<Assignment>& changes : methods) {
    const Crank crank(changes);
    Simulation simulation = crank.simulation(), undisturbed = crank.simulation();
    std::atomic<bool> stop{false};
    simulation.stop_when(&stop);
    const auto reach = [](Simulation& any, double t) {
      const StepReport report = any.advance_to(t);
      return report.status;
    };
    ASSERT_EQ(reach(simulation, 0.0201), StepStatus::ok);
    ASSERT_EQ(reach(undisturbed, 0.0201), StepStatus::ok);
    const State before = simulation.state();
    const Works works = simulation.stepper().book().works;
    stop = true;
    EXPECT_EQ(simulation.step_to(0.0202).status, StepStatus::interrupted);
    EXPECT_TRUE(same(before, simulation.state()));
    EXPECT_EQ(works.sum(), simulation.stepper().book().works.sum());
    stop = false;
    EXPECT_EQ(reach(simulation, 0.03), StepStatus::ok);
    if (simulation.dt() == 0) continue;
    ASSERT_EQ(reach(undisturbed, 0.03), StepStatus::ok);
    EXPECT_TRUE(same(undisturbed.state(), simulation.state()));
  }
}

/// A ball that an applied force throws on a floor whose restitution is no number: the impact fails.
class BrokenFloor final : public System {
 public:
  BrokenFloor() {
    info_.nq = info_.nu = 1;
    info_.bodies = {{"ball", {}}};
    info_.books_forces = true;
    ContactInfo floor;
    floor.name = "floor";
    floor.restitutionN = std::numeric_limits<double>::quiet_NaN();
    floor.length = 0.01;
    floor.shape = {{0, 0}, {1, 0}};
    info_.contacts = {floor};
  }
  const SystemInfo& info() const override { return info_; }
  void place(double, std::span<const double>, Evaluation&) const override {}
  void mass(std::span<const double>, Evaluation& out) const override { out.M[0] = 1; }
  void forces(double, std::span<const double>, std::span<const double>, Evaluation& out) const override {
    out.h[0] = out.h_applied[0] = -10;
  }
  void constraints(double, std::span<const double>, Evaluation&) const override {}
  void constraint_gamma(double, std::span<const double>, std::span<const double>,
                        Evaluation&) const override {}
  void gaps(double, std::span<const double> q, Evaluation& out) const override { out.gap[0] = q[0]; }
  void contact_rows(double, std::span<const double>, int, Evaluation& out) const override {
    out.row_W(0)[0] = 1;
    out.row_W(1)[0] = 0;
  }
  Energies energies(double, std::span<const double>, std::span<const double> u,
                    const Evaluation&) const override {
    return {.kinetic = 0.5 * u[0] * u[0], .gravity = 0, .elastic = 0};
  }
  void motion(double, std::span<const double>, std::span<const double>,
              std::span<BodyMotion>) const override {}
  State initial_state() const override {
    State state({.q = 1, .u = 1, .z = 0, .m = 0, .contacts = 1});
    state.q()[0] = 1;
    return state;
  }

 private:
  SystemInfo info_;
};

TEST(Simulation, AFailedImpactTakesTheWorksOfItsStepBack) {
  const BrokenFloor floor;
  for (const bool chosen : {false, true}) {
    Method method;
    method.stepper = {"symmetric", {{"step", {1e-2, {}}}}, {}};
    if (chosen) method.stepper.values["accuracy"] = {1e-6, {}};
    Simulation simulation(floor, method);
    EXPECT_NE(simulation.advance_to(1).status, StepStatus::ok);
    const double u = simulation.state().u()[0];
    EXPECT_GT(simulation.t(), 0.1);
    EXPECT_NEAR(simulation.stepper().book().works.sum(), 0.5 * u * u, 1e-9) << (chosen ? "chosen" : "fixed");
  }
}

TEST(Channels, AStepperOfAnotherKindIsRefused) {
  const Crank rigid, compliant({{"contact.world", "compliant"}, {"method.stepper", "bdf"}});
  Simulation simulation = rigid.simulation();
  Channels channels(*compliant.assembly.system, true, {});
  EXPECT_CONTAINS(complaint([&] {
                    channels.sample(compliant.assembly.system->initial_state(), simulation.stepper(), 0);
                  }),
                  "smooth stepper");
}

}  // namespace
}  // namespace freeplay
