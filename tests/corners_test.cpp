// SPDX-License-Identifier: Apache-2.0
// Bodies that pass over corners: facets of a finely divided curve, rounded corners, teeth of gears.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/kit/gears.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

using testing::Ran;
using testing::run;

std::string point_list(const std::vector<std::array<double, 2>>& points) {
  std::string text = "[";
  for (const auto& p : points) text += fmt::format("[{:.17g}, {:.17g}], ", p[0], p[1]);
  return text + "]";
}

/// A hill of radius 1 with its top at the origin, divided into `facets` per radian, from −0.8 to 0.8 rad.
std::string hill(int facets) {
  std::vector<std::array<double, 2>> points;
  const int n = static_cast<int>(0.8 * facets);
  for (int k = -n; k <= n; ++k) {
    const double angle = 0.8 * k / n;
    points.push_back({std::sin(angle), std::cos(angle) - 1});
  }
  points.push_back({0.6, -1.5}), points.push_back({-0.6, -1.5});
  return point_list(points);
}

/// Where something is that slides down a circle of radius 1 from its top with speed v, as the angle from the
/// top: φ̈ = g sin φ, by Runge and Kutta.
double slid(double v, double end) {
  double angle = 0, rate = v;
  constexpr int kSteps = 20000;
  const double h = end / kSteps;
  for (int k = 0; k < kSteps; ++k) {
    const auto f = [](double a) { return 9.81 * std::sin(a); };
    const double k1 = f(angle), k2 = f(angle + 0.5 * h * rate),
                 k3 = f(angle + 0.5 * h * rate + 0.25 * h * h * k1),
                 k4 = f(angle + h * rate + 0.5 * h * h * k2);
    angle += h * rate + h * h / 6 * (k1 + k2 + k3);
    rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return angle;
}

/// The body slides over a hill, without friction and with ε = 0.
Ran slide(const std::string& body_shape, const std::string& hill_shape, double end) {
  return run(fmt::format(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "bead"
mass = 1
inertia = 3.4e-3
velocity = [1.0, 0]
[[shape]]
body = "bead"
{}
[[shape]]
name = "hill"
body = "ground"
{}
[contact]
impact = {{ law = "newton", restitution = 0.0 }}
[method]
stepper = {{ name = "symmetric", step = "10 us" }}
[run]
end = {}
record = {{ every = "10 ms" }}
)",
                         body_shape, hill_shape, end));
}

/// At each corner a point flies off and lands again with v sin α across the next facet, α from facet to facet:
/// what it loses in all falls as 1/n, and so does its distance from where it would be on the curve.
TEST(Corners, APointOverFacetsMovesAsOverTheCurve) {
  const double exact = slid(1, 0.3);
  double last = 0, last_loss = 0;
  for (const int facets : {40, 80, 160}) {
    const Ran ran = slide("type = \"point\"", "type = \"polygon\"\npoints = " + hill(facets), 0.3);
    const double error =
        exact - std::atan2(ran.last("/body/bead/position", 0), ran.last("/body/bead/position", 1) + 1);
    const double loss = -(ran.summary.works.impact + ran.summary.works.stabilisation);
    EXPECT_GT(error, 0);  // it can only lose
    if (last > 0) {
      EXPECT_NEAR(last / error, 2, 0.5) << facets;
      EXPECT_NEAR(last_loss / loss, 2, 0.2) << facets;
    }
    EXPECT_LT(error, 0.05 / facets);
    last = error, last_loss = loss;
  }
}

/// The same for a brick, whose side slides over the corners of the facets, beside one on a circle: where it is
/// depends on where on a facet it is, too, and both are within a part of the length of a facet.
TEST(Corners, ABrickOverFacetsMovesAsOverTheCurve) {
  const std::string brick = "type = \"polygon\"\npoints = [[-0.1, 0], [0.1, 0], [0.1, 0.02], [-0.1, 0.02]]";
  const Ran round = slide(brick, "type = \"circle\"\npoint = [0, -1]\nradius = 1", 0.15);
  for (const int facets : {40, 80, 160, 320}) {
    const Ran ran = slide(brick, "type = \"polygon\"\npoints = " + hill(facets), 0.15);
    double error = 0;
    for (const int k : {0, 1})
      error = std::hypot(error, ran.last("/body/bead/position", k) - round.last("/body/bead/position", k));
    error = std::hypot(error, 0.1 * (ran.last("/body/bead/angle") - round.last("/body/bead/angle")));
    EXPECT_LT(error, 0.04 / facets) << facets;
  }
}

/// A square with rounded corners that rolls over one of them, without slip. The centre C of the arc moves on a
/// line at height r by r φ, and the energy is kept: ½ (m |G − ground|² + J) φ̇² + m g h.
TEST(Corners, ARoundedPolygonRollsAsItsArc) {
  constexpr double kRadius = 0.02, kHalf = 0.05, kMass = 1, kInertia = 1.5e-3, kStart = 0.1;
  const double inner = kHalf - kRadius, reach = std::numbers::sqrt2 * inner;  // from C to the middle
  const double diagonal = 0.25 * std::numbers::pi;
  // turned by π/4 it stands on its corner; φ from there
  const Ran ran = run(fmt::format(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "square"
mass = {}
inertia = {}
position = [{:.17g}, {:.17g}]
angle = {:.17g}
[[shape]]
body = "square"
type = "polygon"
radius = {}
points = [[-0.05, -0.05], [0.05, -0.05], [0.05, 0.05], [-0.05, 0.05]]
[[shape]]
name = "floor"
body = "ground"
type = "half_plane"
normal = [0, 1]
[contact]
impact = {{ law = "newton", restitution = 0.0 }}
friction = {{ law = "coulomb", mu = 10 }}
[method]
stepper = {{ step = "20 us" }}
[run]
end = 0.2
record = {{ every = "1 ms" }}
)",
                                  kMass, kInertia, -reach * std::sin(-kStart),
                                  kRadius + reach * std::cos(kStart), diagonal - kStart, kRadius));
  const std::vector<double> place = ran.record.values("/body/square/position"),
                            angle = ran.record.values("/body/square/angle"),
                            omega = ran.record.values("/body/square/angular_velocity");
  const auto height = [&](double phi) { return kRadius + reach * std::cos(phi); };
  double turned = 0;
  for (std::size_t k = 0; k < angle.size(); ++k) {
    const double phi = angle[k] - diagonal;
    const double along = place[2 * k], up = place[2 * k + 1];
    EXPECT_NEAR(up, height(phi), 1e-8);
    EXPECT_NEAR(along, -reach * std::sin(phi) - kRadius * (phi + kStart), 1e-8);
    const double arm = kRadius * kRadius + reach * reach + 2 * kRadius * reach * std::cos(phi);
    const double kinetic = 0.5 * (kMass * arm + kInertia) * omega[k] * omega[k];
    EXPECT_NEAR(kinetic, kMass * 9.81 * (height(-kStart) - height(phi)), 1e-6);
    turned = std::max(turned, std::abs(phi));
  }
  EXPECT_GT(turned, 0.2);                      // it really rolled,
  EXPECT_LT(turned, 0.25 * std::numbers::pi);  // and not yet onto its side
}

/// Involute gears keep their ratio: the pinion drives the wheel against a damper, and settles at the speed where
/// the torques balance but for friction. Corners of the teeth pass each other all the time.
TEST(Corners, GearsWithTeethAsPolygonsDoNotLoseEnergyAtCorners) {
  const Ran ran = run(testing::gears_text(false));
  const double supplied = std::abs(ran.summary.works.applied);
  EXPECT_GT(supplied, 8);
  EXPECT_LT(ran.summary.works.friction, 0);
  EXPECT_LT(std::abs(ran.summary.works.stabilisation), 2e-3 * supplied);
  // 2 N m · ω = 0.1 N m s (2 ω / 3)² without friction: 45 rad/s; with it a little less
  const double turned = ran.record.values("/body/pinion/angle").back();
  EXPECT_GT(turned, 0.97 * 4.5);
  EXPECT_LT(turned, 4.5);
}

}  // namespace
}  // namespace freeplay
