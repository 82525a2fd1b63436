// SPDX-License-Identifier: Apache-2.0
// Cams in motion: the case of Flores2012 against its reference (the full tables are in
// validation/cam_follower), and followers that stay in touch, whose motion and force are known from the lift
// diagram.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "io/schema.h"
#include "tests/kit/places.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"
#include "validation/cam_follower/runs.h"

namespace freeplay {
namespace {

using namespace validation;
using std::numbers::pi;

TEST(CamFollower, ImpactsAreThoseOfTheReference) {
  for (const char* form : {"own", "point", "flat", "driven"}) {
    SCOPED_TRACE(form);
    CamSetup setup;
    setup.form = form;
    setup.every = 0;
    setup.end = 0.12;  // two drops
    const CamRun run = run_cam(setup);
    ASSERT_EQ(run.summary.status, RunStatus::complete) << run.summary.message;
    int found = 0;
    for (const cam_reference::Impact& exact : cam_reference::impacts) {
      if (exact.t > setup.end || std::abs(exact.approach) < 0.5) continue;
      for (const std::vector<double>& row : run.record.rows("/impacts")) {
        // (ω Δt)²/24 = 1e-4 of the time of flight, with ω² = K_s/m
        if (std::abs(row[0] - exact.t) < 0.02 * setup.step) ++found;
      }
    }
    EXPECT_EQ(found, 12);  // four hits of each of three lobes are faster than 0.5 m/s
  }
}

TEST(CamFollower, IsOfSecondOrderThroughDropsAndImpacts) {
  for (const char* form : {"own", "point"}) {
    CamSetup setup;
    setup.form = form;
    setup.step = 1e-4;
    const CamErrors coarse = worst_of_samples(run_cam(setup));
    setup.step = 2e-5;
    const CamErrors fine = worst_of_samples(run_cam(setup));
    EXPECT_NEAR(std::log(coarse.y / fine.y) / std::log(5), 2, 0.1) << form;
    EXPECT_LT(coarse.y, 2e-6) << form;
  }
}

TEST(CamFollower, StaysInTouchFromTheLastImpactToTheDrop) {
  CamSetup setup;
  setup.form = "own";
  setup.every = 0;
  EXPECT_EQ(closed_share(run_cam(setup), setup), 1);
}

// The papers' algorithm in a dozen lines: the follower's y after every step must be the same.
TEST(CamFollower, MoreauIsThePapersAlgorithm) {
  const CamFollowerData data;
  const double dt = 1e-4, beta = 2 * pi / data.lobes;
  CamSetup setup;
  setup.form = "own";
  setup.stepper = "moreau";
  setup.every = 0;
  const std::vector<double> ours = heights(run_cam(setup));
  double y = data.y_0, u = data.v_0;
  for (std::size_t i = 0; i + 1 < ours.size(); ++i) {
    const double t_M = (static_cast<double>(i) + 0.5) * dt, y_M = y + 0.5 * dt * u;
    const double x = data.omega * t_M / beta - std::floor(data.omega * t_M / beta);
    const double s = data.h * (x - std::sin(2 * pi * x) / (2 * pi));
    const double rate = data.h / beta * (1 - std::cos(2 * pi * x)) * data.omega;
    double u_E = u + dt * (-data.g - data.K_s * y_M / data.m);
    if (y_M - data.R_b - s <= 0) u_E += std::max(0.0, -(u_E - rate) - data.restitutionN * (u - rate));
    y = y_M + 0.5 * dt * u_E;
    u = u_E;
    ASSERT_NEAR(ours[i + 1], y, 1e-12) << i;
  }
}

// A follower that is pressed onto its cam follows the lift, whatever its form, and the contact carries
//   N = F + m (g + s̈),  s̈ = s'' ω²,
// along the lift. Its guide takes the rest.
struct Ridden {
  std::string text;
  explicit Ridden(const std::string& cam) {
    text = R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "follower"
mass = 0.4
inertia = 1e-4
position = [0, 0.04]
velocity = [0, 0]
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "follower"]
axis = [0, 1]
[[force]]
name = "load"
type = "point_force"
body = "follower"
force = [0, -50]
[[joint]]
name = "cam"
type = "cam"
bodies = ["ground", "follower"]
points = [[0, 0], [0, 0]]
direction = [0, 1]
speed = 12
segments = [{ lift = "polynomial_345", angle = 2, to = 0.01 }, { lift = "dwell", angle = 0.5 },
            { lift = "cycloidal", angle = 2.5, to = 0 }, { lift = "dwell", angle = 1.2831853071795865 }]
)" + cam + R"(
[contact]
impact = { law = "newton", restitution = 0 }
[method]
stepper = { name = "symmetric", step = 1e-4 }
[run]
end = 0.6
)";
  }
  CamRun run(std::vector<Assignment> changes = {}) const {
    const Model model = read_model_text(text, "test.toml", changes);
    const Assembly assembly = assemble(model);
    MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
    RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
    return {std::move(summary), std::move(record)};
  }
};

TEST(CamFollower, FollowsTheLiftWhenPressedOn) {
  const std::pair<const char*, const char*> followers[] = {
      {"follower = \"flat\"\nbase_radius = 0.04", "face"},
      {"follower = \"point\"\nbase_radius = 0.04", "tip"},
      {"follower = \"roller\"\nroller_radius = 0.005\nbase_radius = 0.035", "roller"}};
  for (const auto& [follower, contact] : followers) {
    SCOPED_TRACE(contact);
    const CamRun run = Ridden(follower).run();
    ASSERT_EQ(run.summary.status, RunStatus::complete) << run.summary.message;
    const std::vector<double> y = heights(run), v = heights(run, "velocity");
    const std::vector<double> lift = run.record.values("/joint/cam/lift");
    const std::vector<double> angle = run.record.values("/joint/cam/cam_angle");
    const std::vector<double> gap = run.record.values(std::string("/contact/cam.") + contact + "/gap");
    for (std::size_t i = 0; i < y.size(); ++i) {
      ASSERT_NEAR(y[i], 0.04 + lift[i], 1e-9) << i;
      ASSERT_NEAR(gap[i], 0, 1e-9) << i;
      if (angle[i] < 2) {  // s' of the 3-4-5 polynomial
        const double x = angle[i] / 2;
        ASSERT_NEAR(v[i], 12 * 0.01 / 2 * 30 * x * x * (1 - x) * (1 - x), 1e-4) << i;
      }
    }
    // the cam gives what the load takes: no impact, no loss
    EXPECT_EQ(run.record.rows("/impacts").size(), 0u);
    EXPECT_NEAR(run.summary.works.impact, 0, 1e-15);
  }
}

TEST(CamFollower, ContactForceIsThatOfTheLift) {
  const CamRun run = Ridden("follower = \"flat\"\nbase_radius = 0.04").run();
  const std::vector<double> t = run.record.values("/time");
  const std::vector<double> impulse = run.record.values("/contact/cam.face/normal");
  for (std::size_t i = 1; i < t.size(); ++i) {
    const double psi = std::fmod(12 * (t[i] - 0.5e-4), 2 * pi), x = psi / 2;
    if (x <= 0.01 || x >= 0.99) continue;
    const double dds = 0.01 / 4 * 60 * x * (1 - x) * (1 - 2 * x);
    EXPECT_NEAR(impulse[i] / 1e-4, 50 + 0.4 * (9.81 + 144 * dds), 0.02) << psi;
  }
}

// Cam, follower and guide mirrored: the same lift.
TEST(CamFollower, ClockwiseCamsFollowTheSameDiagram) {
  const Ridden ridden("follower = \"roller\"\nroller_radius = 0.005\nbase_radius = 0.035");
  const CamRun forward = ridden.run();
  const CamRun mirrored = ridden.run({{"joint.cam.rotation", "clockwise"}, {"joint.cam.speed", "-12"}});
  EXPECT_EQ(heights(forward).size(), heights(mirrored).size());
  for (std::size_t i = 0; i < heights(forward).size(); i += 100) {
    EXPECT_NEAR(heights(forward)[i], heights(mirrored)[i], 1e-12);
  }
}

// Too fast for its spring, the follower leaves the cam where N would have to pull.
TEST(CamFollower, LeavesTheCamWhenTheForceEnds) {
  const Ridden ridden("follower = \"flat\"\nbase_radius = 0.04");
  // N = 0: F + m g = m s'' ω² with s'' = −(h/β²) 60 x (1 − x)(2x − 1), largest 5.77 h/β² in the second half
  const double needed = std::sqrt((50 / 0.4 + 9.81) / (5.7735 * 0.01 / 4));
  for (const double factor : {0.98, 1.05}) {
    const CamRun run =
        ridden.run({{"joint.cam.speed", fmt::format("{}", factor * needed)}, {"run.end", "0.06"}});
    const std::vector<double> mode = run.record.values("/contact/cam.face/mode");
    const bool left = std::any_of(mode.begin() + 1, mode.end(), [](double m) { return m == 0; });
    EXPECT_EQ(left, factor > 1) << factor;
  }
}

TEST(CamFollower, FrictionOnTheFaceWorksAgainstTheCam) {
  // the face slips with −ω H against the cam: the cam drags it along, and the guide holds it
  const CamRun run =
      Ridden(
          "follower = \"flat\"\nbase_radius = 0.04\ncontact = { friction = { law = \"coulomb\", mu = 0.2 } }")
          .run({{"run.end", "0.1"}});
  const std::vector<double> slip = run.record.values("/contact/cam.face/slip");
  const std::vector<double> normal = run.record.values("/contact/cam.face/normal");
  const std::vector<double> tangential = run.record.values("/contact/cam.face/tangential");
  const std::vector<double> lift = run.record.values("/joint/cam/lift");
  for (std::size_t i = 1; i < slip.size(); ++i) {
    // the follower's t is −x, along which the surface of a cam turning counter-clockwise moves with ω H
    EXPECT_NEAR(slip[i], -12 * (0.04 + lift[i]), 1e-9);
    EXPECT_NEAR(tangential[i], 0.2 * normal[i], 1e-3 * normal[i]);
  }
  EXPECT_LT(run.summary.works.friction, -0.01);
  EXPECT_LT(run.summary.worst_numerical, 1e-9);
}

// Segments survive being written out, and can be assigned from the command line.
TEST(CamFollower, SegmentsAreWrittenAndRead) {
  const Model model = cam_model("flat");
  const Model again = read_model_text(write_model(model), "again.toml");
  const auto segments = [](const Model& of) {
    return std::get<Choices>(of.joints.at(1).values.at("segments").data);
  };
  EXPECT_EQ(segments(model), segments(again));
  ASSERT_EQ(segments(again).all().size(), 2u);
  EXPECT_EQ(std::get<double>(segments(again).all()[0].values.at("to").data), 0.017);
  const Model assigned = read_model_text(
      write_model(model), "again.toml",
      {{"joint.cam.segments", "[{ lift = \"harmonic\", angle = \"60 deg\", to = \"5 mm\" }, \"drop\"]"}});
  EXPECT_EQ(segments(assigned).all()[0].name, "harmonic");
  EXPECT_EQ(segments(assigned).all()[1].name, "drop");
  const std::string schema = model_schema();
  EXPECT_CONTAINS(schema, "\"const\": \"cam\"");
  EXPECT_CONTAINS(schema, "\"#/$defs/lift\"");
  EXPECT_CONTAINS(schema, "\"const\": \"polynomial_4567\"");
}

// A stop for the follower: it falls onto the file, stays there, and the next lobe takes it up.
TEST(CamFollower, FileCuttingMachinePassesThroughItsFourPhases) {
  const Model model = read_model(source_folder() + "/examples/file_cutting_machine/model.toml",
                                 {{"run.end", "0.16"}, {"run.record.every", "0"}});
  const MemoryRecord record = testing::run(model).record;
  const std::vector<double> t = record.values("/time"), cam = record.values("/contact/cam.roller/gap");
  const std::vector<double> both = record.values("/body/cylinder/position");
  double lowest_gap = 1, highest = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double phase = std::fmod(t[i], 0.05);  // of a lobe at 200 rpm
    const double chisel = both[2 * i + 1] - 0.08;
    EXPECT_GT(chisel, -1e-6);
    highest = std::max(highest, chisel);
    if (phase > 0.001 && phase < 0.01) lowest_gap = std::min(lowest_gap, cam[i]);  // A to D
    if (phase > 0.02 && phase < 0.049 && t[i] > 0.02) {
      EXPECT_NEAR(cam[i], 0, 1e-6) << t[i];  // D to A
    }
  }
  EXPECT_GT(lowest_gap, 1e-4);  // the roller does not hit the wheel on its way down
  EXPECT_NEAR(highest, 0.015, 1e-4);
}

}  // namespace
}  // namespace freeplay
