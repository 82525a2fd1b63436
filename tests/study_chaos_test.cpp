// SPDX-License-Identifier: Apache-2.0
// Order and chaos of a ball that bounces on a shaking table [Tufillaro1986], by `freeplay study`, against what is known
// of it: the first doubling of its period and its exponents in closed form, and the exponent of its chaos from the exact
// motion between impacts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "freeplay/results.h"
#include "tests/kit/command_line.h"

namespace freeplay {
namespace {

constexpr double kGravity = 9.81, kPeriod = 0.05;  // [m/s²], of the table [s]
constexpr double kOmega = 2 * std::numbers::pi / kPeriod;

constexpr const char* kTable = R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "table"
mass = 1
inertia = 0.01
position = [0, 0]
[[body]]
name = "ball"
mass = 0.1
inertia = 1e-5
position = [0, 0.01]
velocity = [0, 0.24525]
[[joint]]
name = "slide"
type = "prismatic"
bodies = ["ground", "table"]
axis = [0, 1]
[[joint]]
name = "rail"
type = "prismatic"
bodies = ["ground", "ball"]
axis = [0, 1]
[[driver]]
name = "shaker"
joint = "slide"
motion = { law = "sine", amplitude = 1e-3, frequency = "20 Hz", phase = 0.5 }
[[shape]]
name = "top"
body = "table"
type = "polygon"
points = [[-0.1, -0.02], [0.1, -0.02], [0.1, 0], [-0.1, 0]]
[[shape]]
body = "ball"
type = "circle"
radius = "10 mm"
[contact]
impact = { law = "newton", restitution = 0.5 }
[method]
stepper = { name = "symmetric", step = 1e-4 }
[run]
end = 60
record = { every = "10 ms" }
)";

/// The motion that hits the table once in each of its periods: A ω² = Γ g, and phase φ of the table at the hits
/// [Tufillaro1986].
struct Bounce {
  double restitution, strength;  ///< ε, Γ
  double amplitude() const { return strength * kGravity / (kOmega * kOmega); }
  double phase() const {
    return std::acos(std::numbers::pi * (1 - restitution) / (1 + restitution) / strength);
  }
  /// |λ| of the larger eigenvalue of the map from hit to hit, linearised: determinant ε², trace 1 + ε² − (1 + ε)² Γ sin φ.
  double multiplier() const {
    const double e = restitution, half = 0.5 * (1 + e * e - (1 + e) * (1 + e) * strength * std::sin(phase()));
    const double root = half * half - e * e;
    return root < 0 ? e : std::abs(half) + std::sqrt(root);
  }
};

/// Where the period doubles: an eigenvalue of −1.
double first_doubling(double e) {
  return std::hypot(std::numbers::pi * (1 - e) / (1 + e), 2 * (1 + e * e) / ((1 + e) * (1 + e)));
}

class StudyOfChaos : public testing::CommandLine {
 protected:
  StudyOfChaos() { write("table.toml", kTable); }

  RecordFile study(const std::vector<Bounce>& bounces, const std::string& rest) const {
    std::string amplitudes, phases;
    for (const Bounce& bounce : bounces) {
      amplitudes += fmt::format("{}, ", bounce.amplitude());
      phases += fmt::format("{}, ", bounce.phase());
    }
    write(
        "study.toml",
        "study = 1\nmodel = \"table.toml\"\n[[vary]]\npath = \"driver.shaker.motion.amplitude\"\nvalues = [" +
            amplitudes + "]\n[[vary]]\npath = \"driver.shaker.motion.phase\"\nvalues = [" + phases +
            "]\n[plan]\nname = \"list\"\n" + rest);
    const testing::Called called = call("study study.toml -q --overwrite -o s.h5");
    EXPECT_EQ(called.code, 0) << called.err;
    return read_record((folder_ / "s.h5").string());
  }
};

TEST_F(StudyOfChaos, ThePeriodDoublesWhereItMust) {
  const double doubling = first_doubling(0.5);
  const RecordFile record = study({{0.5, 0.99 * doubling}, {0.5, 1.01 * doubling}}, R"([[measure]]
name = "returns"
channel = "body/ball/velocity"
component = "y"
what = { name = "period", every = "50 ms" }
window = [30.02, 60]
[[measure]]
name = "hits"
table = "impacts"
column = "normal_impulse"
what = "period"
window = [30, 60]
)");
  EXPECT_EQ(record.values("/measure/returns"), (std::vector<double>{1, 2}));
  EXPECT_EQ(record.values("/measure/hits"), (std::vector<double>{1, 2}));
}

TEST_F(StudyOfChaos, SectionsShowTheTwoBranches) {
  const double doubling = first_doubling(0.5);
  const std::vector<Bounce> bounces{{0.5, 0.95 * doubling}, {0.5, 1.02 * doubling}};
  const RecordFile record = study(bounces, R"([[section]]
name = "returns"
channels = ["body/ball/velocity.y", "body/table/position.y"]
every = "50 ms"
window = [28.02, 30]
[[section]]
name = "hits"
table = "impacts"
columns = ["normal_impulse", "normal_before"]
window = [28, 30]
[set]
"run.end" = 30
)");
  // forty returns of each run, one or two values among them
  EXPECT_EQ(record.rows("/section/returns"), 2 * 40);
  const std::vector<double> rows = record.column("/section/returns", "row");
  const std::vector<double> times = record.column("/section/returns", "time");
  const std::vector<double> speeds = record.column("/section/returns", "body/ball/velocity.y");
  for (std::size_t i = 0; i < 80; ++i) {
    EXPECT_EQ(rows[i], i < 40 ? 0 : 1);
    EXPECT_NEAR(times[i], 28.02 + 0.05 * static_cast<double>(i % 40), 1e-9);
    if (i % 40 < 2) continue;
    EXPECT_NEAR(speeds[i], speeds[i - 2], 1e-4) << i;
    const double change = std::abs(speeds[i] - speeds[i - 1]);
    EXPECT_TRUE(i < 40 ? change < 1e-4 : change > 1e-2) << i << " " << change;
  }
  // steady bouncing hits with m (1 + ε) (g T / 2 + ṡ), where ṡ = (g T / 2) (1 − ε) / (1 + ε)
  const std::vector<double> impulses = record.column("/section/hits", "normal_impulse");
  const double half = 0.5 * kGravity * kPeriod;
  EXPECT_NEAR(impulses.front(), 0.1 * 1.5 * (half + half * 0.5 / 1.5), 1e-5);
  EXPECT_EQ(call("plot s.h5 -o s.svg").code, 0);
  EXPECT_NE(read(folder_ / "s.svg").find("Section returns"), std::string::npos);
}

TEST_F(StudyOfChaos, ExponentsOfSteadyBouncingAreThoseOfItsMap) {
  const double doubling = first_doubling(0.5);
  const std::vector<Bounce> bounces{
      {0.5, 0.85 * doubling}, {0.5, 0.9 * doubling}, {0.5, 0.95 * doubling}, {0.5, 0.99 * doubling}};
  const RecordFile record = study(bounces, R"([[measure]]
lyapunov = { every = "50 ms", distance = 1e-5 }
window = [0.02, 6]
[set]
"run.end" = 6
)");
  for (std::size_t i = 0; i < bounces.size(); ++i) {
    const double exact = std::log(bounces[i].multiplier()) / kPeriod;
    const double error = record.values("/measure/lyapunov_error")[i];
    EXPECT_NEAR(record.values("/measure/lyapunov")[i], exact, 3 * error + 2e-3 * std::abs(exact)) << i;
    EXPECT_LT(error, 0.01 * std::abs(exact)) << i;
  }
}

/// The ball between two impacts is known exactly, and so is how a small difference grows.
double exponent_of_exact_motion(double restitution, double strength, double v, int impacts) {
  const double amplitude = Bounce{restitution, strength}.amplitude();
  const auto height = [&](double t) { return amplitude * std::sin(kOmega * t); };
  const auto speed = [&](double t) { return amplitude * kOmega * std::cos(kOmega * t); };
  const auto acceleration = [&](double t) { return -kOmega * kOmega * height(t); };
  double t = 0.0123, dt = 1, dv = 0, growth = 0, start = 0;
  const int settling = impacts / 10;
  for (int k = 0; k < impacts; ++k) {
    const auto gap = [&](double after) {
      return height(t) + (v - 0.5 * kGravity * after) * after - height(t + after);
    };
    constexpr double kStep = 2e-4;  // [s]
    double high = kStep;
    while (gap(high) > 0) high += kStep;
    double low = high - kStep;
    for (int i = 0; i < 60; ++i) (gap(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
    const double flight = 0.5 * (low + high), end = t + flight, before = v - kGravity * flight;
    const double d_end = (before * dt - speed(t) * dt - flight * dv) / (before - speed(end));
    const double d_before = dv - kGravity * (d_end - dt);
    dv = -restitution * d_before + (1 + restitution) * acceleration(end) * d_end;
    v = -restitution * before + (1 + restitution) * speed(end);
    dt = d_end;
    t = end;
    const double size = std::hypot(10 * dt, dv);  // [m/s]
    growth += std::log(size);
    dt /= size;
    dv /= size;
    if (k != settling) continue;
    growth = 0;
    start = t;
  }
  return growth / (t - start);
}

TEST_F(StudyOfChaos, TheExponentOfChaosIsThatOfTheExactMotion) {
  const RecordFile record = study({{0.9, 3}}, R"([[measure]]
lyapunov = { every = "50 ms" }
window = [5.02, 400]
[[measure]]
name = "chaos"
channel = "body/ball/velocity"
component = "y"
what = { name = "chaos", every = "50 ms" }
window = [5.02, 400]
[[measure]]
name = "period"
channel = "body/ball/velocity"
component = "y"
what = { name = "period", every = "50 ms" }
[set]
"contact.impact.restitution" = 0.9
"method.stepper.step" = 1e-3
"run.end" = 400
)");
  // exponents of several long motions: how high the ball bounces changes slowly
  constexpr int kMotions = 8;
  double exact = 0, squares = 0;
  for (int i = 0; i < kMotions; ++i) {
    const double one = exponent_of_exact_motion(0.9, 3, 0.35 + 0.01 * i, 6000);
    exact += one / kMotions;
    squares += one * one / kMotions;
  }
  const double exact_error = std::sqrt((squares - exact * exact) / (kMotions - 1));
  const double error = record.values("/measure/lyapunov_error")[0];
  EXPECT_LT(exact_error, 0.03 * exact);
  EXPECT_LT(error, 0.08 * exact);
  EXPECT_NEAR(record.values("/measure/lyapunov")[0], exact, 3 * std::hypot(error, exact_error));
  EXPECT_GT(record.values("/measure/chaos")[0], 0.9);
  EXPECT_TRUE(std::isnan(record.values("/measure/period")[0]));
}

}  // namespace
}  // namespace freeplay
