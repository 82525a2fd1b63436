// SPDX-License-Identifier: Apache-2.0
// A system of one's own with compliant contacts and a law of its own: a mass on a floor that may rise.
#include "stepping/compliant/smooth_stepper.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/index.h"

namespace freeplay {
namespace {

/// A linear spring: half an oscillation per impact, π √(m/k).
class LinearSpring final : public ContactLaw {
 public:
  explicit LinearSpring(double k) : k_(k) {}
  double force(const ContactInput& in) const override { return k_ * in.delta; }
  double energy(double delta, const double*) const override { return 0.5 * k_ * delta * delta; }
  double elastic(double delta, const double*) const override { return k_ * delta; }

 private:
  double k_;
};

class Mass final : public System {
 public:
  Mass(const ContactLaw& law, double gravity, double lift) : gravity_(gravity), lift_(lift) {
    info_.nq = info_.nu = 1;
    info_.bodies = {{"mass", {}}};
    ContactInfo floor;
    floor.name = "mass.floor";
    floor.length = 0.01;
    floor.shape = {{0, 0}, {1, 0}};
    floor.force = &law;
    info_.contacts = {floor};
    info_.compliant = true;
    info_.contact_memory = ContactMemory::kStart;
  }
  State start{StateSizes{1, 1, 0, ContactMemory::kStart, 1}};

  const SystemInfo& info() const override { return info_; }
  void place(double, std::span<const double>, Evaluation&) const override {}
  void mass(std::span<const double>, Evaluation& out) const override { out.M.assign(1, kMass); }
  void forces(double, std::span<const double>, std::span<const double>, Evaluation& out) const override {
    out.h[0] = -kMass * gravity_;
  }
  void constraints(double, std::span<const double>, Evaluation&) const override {}
  void constraint_gamma(double, std::span<const double>, std::span<const double>,
                        Evaluation&) const override {}
  void gaps(double t, std::span<const double> q, Evaluation& out) const override {
    out.gap[0] = q[0] - lift_ * t;
  }
  void contact_rows(double, std::span<const double>, int, Evaluation& out) const override {
    out.row_W(0)[0] = 1;
    out.row_W(1)[0] = 0;
    out.w_tilde[0] = -lift_;
  }
  Energies energies(double, std::span<const double> q, std::span<const double> u,
                    const Evaluation&) const override {
    return {0.5 * kMass * u[0] * u[0], kMass * gravity_ * q[0], 0};
  }
  void motion(double, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override {
    out[0] = {0, q[0], 0, 0, u[0], 0};
  }
  State initial_state() const override { return start; }

  static constexpr double kMass = 2;

 private:
  SystemInfo info_;
  double gravity_, lift_;
};

std::unique_ptr<Stepper> make_stepper(const System& system, const char* name, const char* detection,
                                      double accuracy) {
  StepperOptions options;
  options.stepper = {name, {{"detection", {std::string(detection), {}}}, {"accuracy", {accuracy, {}}}}, {}};
  return find_entry<StepperEntry>(name)->make(system, options);
}

void advance(Stepper& stepper, State& state, double end) {
  while (state.t() < end - 1e-12) ASSERT_EQ(stepper.step(state, end - state.t()).status, StepStatus::ok);
}

TEST(SmoothStepper, ALinearSpringReturnsTheMassAfterHalfAnOscillation) {
  const double k = 1e6, half = M_PI * std::sqrt(Mass::kMass / k);
  const LinearSpring law(k);
  for (const char* name : {"runge_kutta", "adams", "bdf"}) {
    SCOPED_TRACE(name);
    Mass mass(law, 0, 0);
    mass.start.q()[0] = 0.5;
    mass.start.u()[0] = -1;
    const auto stepper = make_stepper(mass, name, "event", 1e-10);
    State state = mass.start;
    stepper->begin(state);
    advance(*stepper, state, 1);
    ASSERT_EQ(stepper->book().impacts.size(), 1u);
    const Impact& impact = stepper->book().impacts[0];
    EXPECT_NEAR(impact.t, 0.5, 1e-12);
    EXPECT_NEAR(impact.normal_before, -1, 1e-12);
    EXPECT_NEAR(impact.normal_after, 1, 1e-7);
    EXPECT_NEAR(impact.P_N, 2 * Mass::kMass, 1e-5);
    EXPECT_NEAR(state.q()[0], 1 - (0.5 + half), 1e-8);
    EXPECT_NEAR(stepper->book().compliant.peak_force, std::sqrt(k * Mass::kMass), 2);
  }
}

TEST(SmoothStepper, ARisingFloorDoesTheWorkOfADriver) {
  const LinearSpring law(1e6);
  Mass mass(law, 9.81, 0.3);
  mass.start.q()[0] = 0.05;
  const auto stepper = make_stepper(mass, "runge_kutta", "event", 1e-10);
  State state = mass.start;
  stepper->begin(state);
  Evaluation ev(mass.info());
  const auto energy = [&] {
    return mass.energies(state.t(), state.q(), state.u(), ev).total() +
           stepper->sample(state)->contact_energy;
  };
  const double at_start = energy();
  advance(*stepper, state, 0.3);
  const Works& works = stepper->book().works;
  EXPECT_GT(works.drivers, 0.5);
  EXPECT_EQ(works.impact, 0);
  EXPECT_NEAR(energy() - at_start, works.sum(), 1e-7 * at_start);
  EXPECT_GT(stepper->book().compliant.started, 1);
}

TEST(SmoothStepper, GoesOnFromARestoredState) {
  const LinearSpring law(1e6);
  Mass mass(law, 9.81, 0);
  mass.start.q()[0] = 0.05;
  State whole = mass.start;
  const auto one = make_stepper(mass, "runge_kutta", "event", 1e-10);
  one->begin(whole);
  advance(*one, whole, 0.10095);  // in the middle of the first contact, or near it
  State saved = whole;
  advance(*one, whole, 0.3);
  const auto other = make_stepper(mass, "runge_kutta", "event", 1e-10);
  other->begin(saved);
  advance(*other, saved, 0.3);
  EXPECT_NEAR(saved.q()[0], whole.q()[0], 1e-8);
  EXPECT_NEAR(saved.u()[0], whole.u()[0], 1e-7);
}

/// A mass that falls on two springs which share it: sin² φ of the one and cos² φ of the other, so that a turn
/// by φ costs energy while it is pressed in, and nothing otherwise.
class Sharing final : public System {
 public:
  explicit Sharing(std::array<const ContactLaw*, 2> laws, const FrictionLaw* friction = nullptr) {
    info_.nq = info_.nu = 2;
    info_.bodies = {{"mass", {}}};
    for (const ContactLaw* law : laws) {
      ContactInfo contact;
      contact.name = "mass.floor";
      contact.length = 0.01;
      contact.shape = {{0, 0}, {2, 0}};
      contact.force = law;
      contact.friction = friction;
      info_.contacts.push_back(contact);
    }
    info_.compliant = info_.contacts_share = true;
    info_.contact_memory = kMemory;
  }
  State start{StateSizes{2, 2, 0, 2 * kMemory, 2}};

  const SystemInfo& info() const override { return info_; }
  void place(double, std::span<const double>, Evaluation&) const override {}
  void mass(std::span<const double>, Evaluation& out) const override { out.M = {kMass, kInertia}; }
  void forces(double, std::span<const double>, std::span<const double>, Evaluation& out) const override {
    out.h = {-kMass * 9.81, 0};
  }
  void constraints(double, std::span<const double>, Evaluation&) const override {}
  void constraint_gamma(double, std::span<const double>, std::span<const double>,
                        Evaluation&) const override {}
  void gaps(double, std::span<const double> q, Evaluation& out) const override {
    out.gap[0] = out.gap[1] = q[0];
  }
  void contact_rows(double, std::span<const double> q, int i, Evaluation& out) const override {
    const double sign = i == 0 ? 1 : -1;
    out.row_W(2 * i)[0] = 1, out.row_W(2 * i)[1] = 0;
    out.row_W(2 * i + 1)[0] = 0, out.row_W(2 * i + 1)[1] = kArm;
    out.share[idx(i)] = 0.5 * (1 - sign * std::cos(2 * q[1]));
    out.row_share(i)[0] = 0, out.row_share(i)[1] = sign * std::sin(2 * q[1]);
  }
  Energies energies(double, std::span<const double> q, std::span<const double> u,
                    const Evaluation&) const override {
    return {0.5 * kMass * u[0] * u[0] + 0.5 * kInertia * u[1] * u[1], kMass * 9.81 * q[0], 0};
  }
  void motion(double, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override {
    out[0] = {0, q[0], q[1], 0, u[0], u[1]};
  }
  State initial_state() const override { return start; }

  static constexpr double kMass = 2, kInertia = 0.001, kArm = 0.02;
  static constexpr int kMemory = ContactMemory::kStart + 4;

 private:
  SystemInfo info_;
};

double total(const System& system, Stepper& stepper, const State& state) {
  const Evaluation ev(system.info());
  return system.energies(state.t(), state.q(), state.u(), ev).total() + stepper.sample(state)->contact_energy;
}

TEST(SmoothStepper, ContactsThatShareKeepTheirEnergy) {
  const LinearSpring soft(2e4), hard(1e5);
  for (const char* name : {"runge_kutta", "adams", "bdf"}) {
    SCOPED_TRACE(name);
    Sharing system({&soft, &hard});
    system.start.q()[0] = 0.05;
    system.start.u()[1] = 3;
    const auto stepper = make_stepper(system, name, "event", 1e-12);
    State state = system.start;
    stepper->begin(state);
    const double before = total(system, *stepper, state);
    double fastest = 0, slowest = 3;
    while (state.t() < 1) {
      ASSERT_EQ(stepper->step(state, 1 - state.t()).status, StepStatus::ok);
      fastest = std::max(fastest, state.u()[1]);
      slowest = std::min(slowest, state.u()[1]);
      EXPECT_NEAR(total(system, *stepper, state), before, 1e-7 * before);
    }
    EXPECT_GT(fastest - slowest, 0.1) << "the share must turn the mass";
    EXPECT_GT(stepper->book().compliant.started, 4);
    EXPECT_NEAR(stepper->book().works.impact, 0, 1e-9 * before);
  }
}

TEST(SmoothStepper, AContactWithoutAShareHasNoForce) {
  const LinearSpring soft(2e4), hard(1e5);
  Sharing system({&soft, &hard});
  system.start.q()[0] = -Sharing::kMass * 9.81 / 1e5;  // at rest on the second
  State state = system.start;
  const auto stepper = make_stepper(system, "runge_kutta", "event", 1e-10);
  stepper->begin(state);
  const SmoothSample& sample = *stepper->sample(state);
  EXPECT_EQ(sample.F[0], 0);
  EXPECT_NEAR(sample.F[2], Sharing::kMass * 9.81, 1e-12);
  EXPECT_NEAR(sample.u_dot[0], 0, 1e-12);
  EXPECT_NEAR(sample.contact_energy, 0.5 * std::pow(Sharing::kMass * 9.81, 2) / 1e5, 1e-14);
}

TEST(SmoothStepper, SamplesAreForcesAtTheInstant) {
  const LinearSpring law(1e6);
  Mass mass(law, 9.81, 0);
  mass.start.q()[0] = -Mass::kMass * 9.81 / 1e6;  // at rest on the spring
  State state = mass.start;
  const auto stepper = make_stepper(mass, "runge_kutta", "event", 1e-8);
  stepper->begin(state);
  EXPECT_NE(state.mode(0), ContactMode::open);
  const SmoothSample& sample = *stepper->sample(state);
  EXPECT_NEAR(sample.F[0], Mass::kMass * 9.81, 1e-12);
  EXPECT_NEAR(sample.u_dot[0], 0, 1e-12);
  EXPECT_NEAR(sample.contact_energy, 0.5 * std::pow(Mass::kMass * 9.81, 2) / 1e6, 1e-15);
}

}  // namespace
}  // namespace freeplay
