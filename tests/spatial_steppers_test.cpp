// SPDX-License-Identifier: Apache-2.0
// Rigid steppers in space: impacts, free and jointed bodies, the friction pyramid, what is refused, the
// record.
#include <numbers>

#include "freeplay/diagnostics.h"
#include "laws/impact/impact_law.h"
#include "run/simulate.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"
#include "tests/spatial_runs.h"

namespace freeplay {
namespace {

using namespace spatial_runs;

// One impact of a ball: normal restitution, and along the tangents friction at its limit, stick, or ε_T.
TEST(SpatialSteppers, ImpactLaws) {
  for (const char* law : {"newton", "poisson"}) {
    for (const double tangential : {0.0, 0.4}) {
      if (std::string(law) == "poisson" && tangential > 0) continue;
      for (const double mu : {0.05, 0.9}) {
        const double inertia = 0.4 * kMass * kRadius * kRadius;
        OwnBody body(kMass, {inertia, inertia, inertia}, {0, 0, 0});
        PlaneContact floor;
        floor.radius = kRadius;
        ContactData data = laws(mu, 0.6, tangential);
        data.impact = find_entry<ImpactEntry>(law);
        body.add_contact(floor, data, kRadius);
        body.position = {0, 0, kRadius + 0.01};
        body.velocity = {0.3, -0.4, -2};
        const Outcome out = run(body, "symmetric", 1e-3, 0.02, options_for("auto"));
        const Vec3 v = vector(out.state.u());
        EXPECT_NEAR(v[2], 1.2, 1e-12);
        const double stick = 2.0 / 7 * 0.5 * (1 + tangential), most = mu * 3.2;  // P_T / m
        const double change = std::min(stick, most);
        EXPECT_NEAR(v[0], 0.6 * (0.5 - change), 1e-10) << mu << ' ' << tangential;
        EXPECT_NEAR(v[1], -0.8 * (0.5 - change), 1e-10) << mu << ' ' << tangential;
        EXPECT_EQ(out.statistics.impacts, 1);
      }
    }
  }
}

TEST(SpatialSteppers, BouncingBallEndsAsInThePlane) {
  OwnBody body = ball(0.3, 0.5);
  body.position[2] += 0.1;
  body.velocity = {0.2, 0.1, 0};
  for (const double accuracy : {0.0, 1e-6}) {
    const Outcome out = run(body, "symmetric", 1e-3, 1.5, options_for("auto", accuracy));
    EXPECT_NEAR(out.state.q()[2], kRadius, 1e-9);
    EXPECT_EQ(out.state.mode(0), ContactMode::stick);
    EXPECT_NEAR(out.state.u()[0], 0.2 * 5 / 7, 1e-6);
    EXPECT_NEAR(out.state.u()[1], 0.1 * 5 / 7, 1e-6);
  }
}

/// A free body without a plane of symmetry: energy and angular momentum are conserved.
TEST(SpatialSteppers, FreeBodyIsSecondOrder) {
  OwnBody body(1.3, {0.2, 0.35, 0.5}, {0, 0, 0});
  body.omega = {3, 0.2, -1};
  body.orientation = turn_by({0.4, 1.1, -0.3});
  const double end = 2;
  const Outcome fine = run(body, "symmetric", 1e-5, end, options_for("auto"));
  const Vec3 momentum = body.angular_momentum(body.initial_state());
  const auto energy = [&](const State& state) {
    return body.energies(0, state.q(), state.u(), Evaluation(body.info())).kinetic;
  };
  double last = 0, last_energy = 0, last_momentum = 0;
  for (const double dt : {8e-3, 4e-3, 2e-3}) {
    const Outcome out = run(body, "symmetric", dt, end, options_for("auto"));
    double error = 0;
    for (std::size_t k = 3; k < 7; ++k)
      error = std::max(error, std::abs(out.state.q()[k] - fine.state.q()[k]));
    const double energy_error = std::abs(energy(out.state) - energy(body.initial_state()));
    const double momentum_error = norm(body.angular_momentum(out.state) - momentum);
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / error), 2, 0.2);
      EXPECT_GT(std::log2(last_energy / energy_error), 1.8);
      EXPECT_GT(std::log2(last_momentum / momentum_error), 1.8);
    }
    last = error, last_energy = energy_error, last_momentum = momentum_error;
  }
  EXPECT_LT(last_energy, 1e-5);
  const Outcome chosen = run(body, "symmetric", 1e-3, end, options_for("auto", 1e-8));
  for (std::size_t k = 3; k < 7; ++k) EXPECT_NEAR(chosen.state.q()[k], fine.state.q()[k], 1e-7);
  const double length = std::hypot(std::hypot(chosen.state.q()[3], chosen.state.q()[4]),
                                   std::hypot(chosen.state.q()[5], chosen.state.q()[6]));
  EXPECT_NEAR(length, 1, 1e-14);
}

// A body on a pin: joint drift is removed in the coordinates of velocities.
TEST(SpatialSteppers, PinnedBodyKeepsItsPin) {
  OwnBody body(1.3, {0.02, 0.035, 0.05}, kDown);
  body.omega = {1, 0.2, -4};
  body.orientation = turn_by({0.4, 1.1, -0.3});
  const Vec3 pin{0.1, -0.2, 0.3};
  const Vec3 spin = rotation(body.orientation) * body.omega;
  body.velocity = -cross(spin, rotation(body.orientation) * pin);
  body.add_pin(pin);
  const Outcome fine = run(body, "symmetric", 2e-5, 1, options_for("auto"));
  double last = 0;
  for (const double dt : {4e-3, 2e-3, 1e-3}) {
    const Outcome out = run(body, "symmetric", dt, 1, options_for("auto"));
    Evaluation ev(body.info());
    body.constraints(0, out.state.q(), ev);
    for (const double phi : ev.Phi) EXPECT_NEAR(phi, 0, 1e-12);
    double error = 0;
    for (std::size_t k = 0; k < 7; ++k)
      error = std::max(error, std::abs(out.state.q()[k] - fine.state.q()[k]));
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / error), 2, 0.3);
    }
    last = error;
    const Energies now = body.energies(0, out.state.q(), out.state.u(), ev);
    const State start = body.initial_state();
    const Energies then = body.energies(0, start.q(), start.u(), ev);
    EXPECT_NEAR(now.total() - out.works.sum(), then.total(), 2e-2 * dt);
  }
  StepperOptions project = options_for("auto");
  project.project = true;
  const Outcome moreau = run(body, "moreau", 1e-3, 1, project);
  Evaluation ev(body.info());
  body.constraints(0, moreau.state.q(), ev);
  for (const double phi : ev.Phi) EXPECT_NEAR(phi, 0, 1e-8);
}

// A ball that rolls by rows of velocities, on a floor that it starts a little above: the correction of its
// height is not tied to its rolling, and it keeps its speed.
TEST(SpatialSteppers, RollingRowsDoNotRestrictPositions) {
  const double inertia = 0.4 * kMass * kRadius * kRadius;
  OwnBody body(kMass, {inertia, inertia, inertia}, {0.5, 0, -kGravity});
  body.position = {0, 0, kRadius + 1e-4};
  body.velocity = {0.3, -0.2, 0};
  body.omega = {0.2 / kRadius, 0.3 / kRadius, 2};
  body.add_rolling(kRadius);
  const Outcome out = run(body, "symmetric", 1e-3, 1, options_for("auto"));
  EXPECT_NEAR(out.state.q()[2], kRadius, 1e-12);
  EXPECT_NEAR(out.state.u()[0], 0.3 + 0.5 * 5 / 7, 1e-3);  // along a slope: 5/7 of the acceleration
  EXPECT_NEAR(out.state.u()[1], -0.2, 1e-6);
  const Vec3 spin = rotation({out.state.q()[3], out.state.q()[4], out.state.q()[5], out.state.q()[6]}) *
                    vector(out.state.u(), 3);
  EXPECT_NEAR(norm(vector(out.state.u()) + cross(spin, {0, 0, -kRadius})), 0, 1e-12);
}

/// How far a point slides from v at an angle, with a pyramid or the cone.
Vec3 slide(double angle, int facets) {
  OwnBody body(kMass, {1, 1, 1}, kDown);
  body.add_contact({}, laws(kMu));
  body.velocity = {std::cos(angle), std::sin(angle), 0};
  StepperOptions options = options_for(facets > 0 ? "lemke" : "auto");
  if (facets > 0) options.solver.values["facets"] = {static_cast<double>(facets), {}};
  const Outcome out = run(body, "symmetric", 1e-3, 1, options);
  EXPECT_EQ(out.state.mode(0), ContactMode::stick);
  EXPECT_LT(norm(vector(out.state.u())), 1e-9);
  EXPECT_EQ(out.solver.handed_over, 0);
  return vector(out.state.q());
}

// A pyramid inside the cone brakes less: by cos(π/f) between two of its edges. The way to rest is longer by a
// part that falls with 1/f²; the direction errs by 1/f, since friction points along an edge.
TEST(SpatialSteppers, PyramidErrsWithTheSquareOfItsFacets) {
  const double way = 1 / (2 * kMu * kGravity);
  double last = 0, last_side = 0;
  for (const int facets : {4, 8, 16}) {
    double worst = 0, side = 0;
    for (int k = 0; k <= 8; ++k) {
      const double angle = 0.3 + 2 * std::numbers::pi / facets * k / 8;
      const Vec3 there = slide(angle, facets);
      worst = std::max(worst, std::abs(norm(there) / way - 1));
      side = std::max(side, std::abs(there[1] * std::cos(angle) - there[0] * std::sin(angle)) / way);
    }
    const double bound = 1 / std::cos(std::numbers::pi / facets) - 1;
    EXPECT_LE(worst, bound * (1 + 1e-6)) << facets;
    EXPECT_GT(worst, 0.5 * bound) << facets;
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / worst), 2, 0.5) << facets;
      EXPECT_NEAR(std::log2(last_side / side), 1, 0.5) << facets;
    }
    last = worst, last_side = side;
  }
  for (const double angle : {0.3, 1.1}) {  // the cone has no preferred direction
    const Vec3 there = slide(angle, 0);
    EXPECT_NEAR(there[0], way * std::cos(angle), 1e-9);
    EXPECT_NEAR(there[1], way * std::sin(angle), 1e-9);
  }
}

TEST(SpatialSteppers, WhatIsForThePlaneIsRefused) {
  const auto message = [](const System& system, const std::string& stepper, const StepperOptions& options) {
    return testing::refusal_of([&] { find_entry<StepperEntry>(stepper)->make(system, options); });
  };
  const OwnBody body = ball(0.3);
  EXPECT_CONTAINS(message(body, "symmetric", options_for("enumeration")), "augmented_lagrangian");
  OwnBody energetic(kMass, {1, 1, 1}, kDown);
  ContactData data = laws(0.3, 0.5);
  data.impact = find_entry<ImpactEntry>("stronge");
  energetic.add_contact({}, data);
  EXPECT_CONTAINS(message(energetic, "gauss_optimisation", options_for("auto")), "has no restitution");
  EXPECT_CONTAINS(message(energetic, "symmetric", options_for("auto")), "newton or poisson");
}

// The record of a run in space: tangential quantities have two components, slip has no sign.
TEST(SpatialSteppers, Record) {
  OwnBody body = ball(kMu, 0.5);
  body.position[2] += 0.01;
  body.velocity = {0.5, 0.2, 0};
  Method method;
  method.stepper = {"symmetric", {{"step", {1e-3, {}}}}, {}};
  freeplay::Run options;
  options.end = 0.1;
  options.record.every = 1e-3;
  MemoryRecord record(record_layout(body, method, options.record));
  const RunSummary summary = simulate(body, method, options, record);
  ASSERT_EQ(summary.status, RunStatus::complete) << summary.message;
  const auto samples = static_cast<std::size_t>(record.samples());
  EXPECT_EQ(record.values("/contact/plane.0/slip").size(), 2 * samples);
  const std::vector<double> tangential = record.values("/contact/plane.0/tangential");
  ASSERT_EQ(tangential.size(), 2 * samples);
  double sum[2] = {0, 0};
  for (std::size_t i = 0; i < tangential.size(); ++i) sum[i % 2] += tangential[i];
  const std::vector<double> velocity = record.values("/body/body/velocity");
  EXPECT_NEAR(sum[0], kMass * (velocity[velocity.size() - 3] - 0.5), 1e-12);
  EXPECT_NEAR(sum[1], kMass * (velocity[velocity.size() - 2] - 0.2), 1e-12);
  for (const Channel& channel : record.layout().channels) {
    if (channel.path != "/contact/plane.0/mode") continue;
    EXPECT_EQ(channel.words, (std::vector<std::string>{"open", "stick", "slip"}));
  }
  const auto& impacts = record.rows("/impacts");
  ASSERT_GT(impacts.size(), 0u);
  ASSERT_EQ(impacts[0].size(), 11u);
  EXPECT_NEAR(impacts[0][4], 0.5, 1e-12);  // slip before, along t1 and t2
  EXPECT_NEAR(impacts[0][5], 0.2, 1e-12);
  EXPECT_NEAR(impacts[0][9] / impacts[0][10], 2.5, 1e-9);
}

}  // namespace
}  // namespace freeplay
