// SPDX-License-Identifier: Apache-2.0
// Friction laws in motion: the creep of regularised laws under load, laws with states that hold it, and how
// states and memory of a law are carried from contact to contact.
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/assemble.h"
#include "freeplay/contact_law.h"
#include "freeplay/simulation.h"
#include "run/simulate.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/places.h"
#include "tests/remembering_friction.h"

namespace freeplay {
namespace {

constexpr double kMu = 0.1, kLoad = 0.5;  // the load, as a share of μ F_N
// Errors of velocities are judged against the speed of the machine, here that of a fall by its size: √(g r).
const double kAccuracy = 1e-10, kError = 10 * kAccuracy * std::sqrt(10 * 0.05);

/// A heavy disc that cannot turn, on a floor, pushed along it with half of what friction can hold.
Model pushed(const std::string& friction, const std::string& stepper) {
  return read_model_text(R"(
freeplay = 1
gravity = [0.5, -10]
[[body]]
name = "block"
mass = 1
inertia = 1e15
position = [0, 0.05]
[[shape]]
body = "block"
type = "circle"
radius = 0.05
[[shape]]
body = "ground"
type = "half_plane"
point = [0, 0]
normal = [0, 1]
[contact]
world = "compliant"
force = { law = "exact", restitution = 0.1, stiffness = 1e8 }
friction = { )" + friction + R"( }
[method]
stepper = { name = ")" + stepper +
                             R"(", accuracy = 1e-10 }
[run]
end = 1
)",
                         "pushed.toml");
}

TEST(CompliantFriction, RegularisedLawsCreepAtTheirVelocity) {
  const struct {
    const char* law;
    double creep;  ///< [m/s]
  } rows[] = {
      {R"(law = "coulomb", mu = 0.1, velocity = "1 mm/s")", 1e-3 * kLoad},
      {R"(law = "linear", mu = 0.1, velocity = "1 mm/s")", 1e-3 * kLoad},
      {R"(law = "tanh", mu = 0.1, velocity = "1 mm/s")", 1e-3 * std::atanh(kLoad)},
      {R"(law = "threlfall", mu = 0.1, velocity = "1 mm/s")",
       -1e-3 / 3 * std::log(1 - (1 - std::exp(-3)) * kLoad)},
      {R"(law = "threlfall", mu = 0.1, velocity = "1 mm/s", form = "printed")",
       -1e-3 / 3 * std::log(1 - kLoad)},
      {R"(law = "ambrosio", mu = 0.1, v0 = "0.1 mm/s", v1 = "1 mm/s")", 1e-4 + 9e-4 * kLoad},
  };
  for (const char* stepper : {"bdf", "runge_kutta"}) {
    for (const auto& row : rows) {
      SCOPED_TRACE(std::string(stepper) + ", " + row.law);
      const Model model = pushed(row.law, stepper);
      const Assembly assembly = assemble(model);
      Simulation simulation(*assembly.system, model.method);
      ASSERT_EQ(simulation.advance_to(1).status, StepStatus::ok);
      EXPECT_NEAR(simulation.state().u()[0], row.creep, kError);
      EXPECT_EQ(simulation.state().mode(0), ContactMode::stick) << "slip below the law's velocity";
    }
  }
}

/// F = σ₀ F_N z holds the load at rest with z = kLoad μ/σ₀, a few micrometres from the start.
TEST(CompliantFriction, BristlesHoldTheLoadAtRest) {
  const double sigma0 = 1e4;
  const Model model = pushed(R"(law = "lugre", mu = 0.1, sigma0 = 1e4, sigma1 = 30)", "bdf");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  ASSERT_EQ(simulation.advance_to(1).status, StepStatus::ok);
  EXPECT_NEAR(simulation.state().u()[0], 0, 1e-8);
  EXPECT_NEAR(simulation.state().z()[0], kLoad * kMu / sigma0, 1e-4 * kMu / sigma0);
  const double x = simulation.state().q()[0];
  ASSERT_EQ(simulation.advance_to(2).status, StepStatus::ok);
  EXPECT_NEAR(simulation.state().q()[0], x, kError) << "no creep in a second";
}

/// A puck with two coordinates, thrown onto a floor at y = 0 with one contact, an elastic one.
class Puck final : public System {
 public:
  explicit Puck(const FrictionLaw& friction) {
    const ContactForceEntry& entry = *find_entry<ContactForceEntry>("hertz");
    Values values;
    values["stiffness"].data = 1e6;
    Diagnostics problems;
    force_ = entry.make(Parameters(entry, values), {0.1, kFlat}, "floor", "contact.force", problems);
    info_.nq = info_.nu = 2;
    info_.compliant = true;
    info_.contacts.resize(1);
    ContactInfo& contact = info_.contacts[0];
    contact.name = "floor";
    contact.length = 0.1;
    contact.shape = {{0, 0}, {2, 0}};
    contact.force = force_.get();
    contact.friction = &friction;
    info_.contact_states = friction.states(1);
    info_.contact_memory = ContactMemory::friction(contact) + friction.memory(1);
  }
  const SystemInfo& info() const override { return info_; }
  void place(double, std::span<const double>, Evaluation&) const override {}
  void mass(std::span<const double>, Evaluation& out) const override { out.M = {1, 1}; }
  void forces(double, std::span<const double>, std::span<const double>, Evaluation& out) const override {
    out.h[0] = 0;
    out.h[1] = -10;
  }
  void constraints(double, std::span<const double>, Evaluation&) const override {}
  void constraint_gamma(double, std::span<const double>, std::span<const double>,
                        Evaluation&) const override {}
  void gaps(double, std::span<const double> q, Evaluation& out) const override { out.gap[0] = q[1]; }
  void contact_rows(double, std::span<const double>, int, Evaluation& out) const override {
    out.row_W(0)[0] = out.row_W(1)[1] = 0;
    out.row_W(0)[1] = out.row_W(1)[0] = 1;
    out.w_tilde[0] = out.w_tilde[1] = 0;
  }
  Energies energies(double, std::span<const double> q, std::span<const double> u,
                    const Evaluation&) const override {
    return {0.5 * (u[0] * u[0] + u[1] * u[1]), 10 * q[1], 0, 0};
  }
  void motion(double, std::span<const double>, std::span<const double>,
              std::span<BodyMotion>) const override {}
  State initial_state() const override {
    State state({2, 2, info_.contact_states, info_.contact_memory, 1, 0});
    state.q()[1] = 0.2;  // it falls for 0.2 s
    state.u()[0] = 3;
    return state;
  }

 private:
  std::unique_ptr<ContactLaw> force_;
  SystemInfo info_;
};

/// A law whose formula ends all the time: no step leads anywhere.
class EndlessFriction final : public FrictionLaw {
 public:
  bool set_valued() const override { return false; }
  double mu() const override { return 0.1; }
  Tangent force(const FrictionInput&) const override { return {}; }
  int memory(int) const override { return 1; }
  void start(const FrictionInput& in, double*, double* m) const override { m[0] = in.t + kLife; }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override { return (in.m[0] - in.t) / kLife; }
  void pass(const FrictionInput& in, double*, double* m) const override { m[0] = in.t + kLife; }

 private:
  static constexpr double kLife = 1e-13;
};

// The guard of last resort, the same for all smooth steppers: run/headway.h.
TEST(CompliantFriction, AFormulaThatEndsAllTheTimeEndsTheRunByCountedWork) {
  const EndlessFriction law;
  const Puck puck(law);
  for (const char* stepper : {"runge_kutta", "adams", "bdf", "rk4"}) {
    SCOPED_TRACE(stepper);
    Method method;
    method.stepper = {stepper, {}, {}};
    freeplay::Run run;
    run.end = 1;
    run.record.every = 0.1;
    MemoryRecord record(record_layout(puck, method, run.record));
    const RunSummary summary = simulate(puck, method, run, record);
    EXPECT_EQ(summary.status, RunStatus::failed);
    EXPECT_NE(summary.message.find("no headway"), std::string::npos) << summary.message;
    EXPECT_NE(summary.message.find("'floor'"), std::string::npos) << summary.message;
    EXPECT_LT(summary.compliant.evaluations, 1'100'000);
  }
}

TEST(CompliantFriction, StatesAndMemoryBeginWithEachContact) {
  const RememberingFriction law(0.2, 1e-2);
  const Puck puck(law);
  Method method;
  method.stepper = {"runge_kutta", {}, {}};
  Simulation simulation(puck, method);
  const State& state = simulation.state();
  const double* memory = state.m().data() + ContactMemory::friction(puck.info().contacts[0]);
  int contacts = 0, steps = 0;
  double x = 0, slip = 0;
  ContactMode before = ContactMode::open;
  while (state.t() < 1) {
    ASSERT_EQ(simulation.step_to(1).status, StepStatus::ok);
    const ContactMode now = state.mode(0);
    if (now != ContactMode::open && before == ContactMode::open) {  // it has just closed
      ++contacts;
      steps = 0;
      x = state.q()[0];
      slip = state.u()[0];
      EXPECT_EQ(memory[RememberingFriction::kStarted], state.t());
      EXPECT_EQ(memory[RememberingFriction::kAccepted], 0);
      EXPECT_EQ(memory[RememberingFriction::kLargest], 0);
      EXPECT_EQ(state.z()[0], 0);
      if (contacts == 1) {
        EXPECT_NEAR(state.t(), 0.2, 1e-12);
      }
    } else if (now != ContactMode::open) {
      ++steps;
      EXPECT_EQ(memory[RememberingFriction::kAccepted], steps) << "accepted steps only";
      EXPECT_NEAR(state.z()[0], state.q()[0] - x, 1e-9) << "the way slid is what was integrated";
      EXPECT_LT(memory[RememberingFriction::kLargest], slip) << "it is slowed down from the first step on";
      EXPECT_GE(memory[RememberingFriction::kLargest], state.u()[0]);
    }
    before = now;
  }
  EXPECT_EQ(contacts, 2);  // at 0.2 s, and 0.4 s later
  EXPECT_GT(steps, 5);
}

// At an accuracy of 1e-12 a tenth of it, which backward differentiation is asked for otherwise, is rounding: the steps became short for
// nothing (165 000 evaluations). Where it goes is what the explicit method finds by itself.
TEST(CompliantFriction, StiffMotionIsNotFollowedBelowRounding) {
  double x[2] = {0, 0};
  for (const bool alone : {false, true}) {
    const Model model =
        read_model(source_folder() + "/examples/belt_block/model.toml",
                   {{"joint.surface.friction",
                     R"({ law = "linear_stiction", mu = 0.1, mu_static = 0.15, v0 = 0.0005, v1 = 0.001 })"},
                    {"method.stepper", std::string(R"({ name = "runge_kutta", accuracy = 1e-12, stiff = ")") +
                                           (alone ? "same" : "bdf") + "\" }"}});
    const Assembly assembly = assemble(model);
    Simulation run(*assembly.system, model.method);
    ASSERT_EQ(run.advance_to(20).status, StepStatus::ok);
    if (!alone) {
      EXPECT_LT(run.stepper().book().compliant.evaluations, 30'000);
    }
    x[alone] = run.state().q()[3];
  }
  EXPECT_NEAR(x[0], x[1], 3e-7);
}

}  // namespace
}  // namespace freeplay
