// SPDX-License-Identifier: Apache-2.0
// Double pendulums: one in a plane that stands askew in space against the planar model, and two points out of
// any plane against their reduced equations. For validation/ and tests/, hence everything inline.
#pragma once

#include "validation/spatial_bodies/runs.h"

namespace freeplay::validation {

inline constexpr const char* kPlanarDoublePendulum = R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "upper"
mass = 1
inertia = 7.5e-3
position = [0.15, 0]
angle = 0
angular_velocity = 1
[[body]]
name = "lower"
mass = 0.5
inertia = 1.7e-3
position = [0.3, 0.1]
angle = 1.5707963267948966
[[joint]]
name = "shoulder"
type = "revolute"
bodies = ["ground", "upper"]
points = [[0, 0], [-0.15, 0]]
[[joint]]
name = "elbow"
type = "revolute"
bodies = ["upper", "lower"]
points = [[0.15, 0], [-0.1, 0]]
[run]
end = 1
record = { every = 0.01 }
)";

// The same with the plane turned by 30° about the vertical: x of the plane is (cos 30°, sin 30°, 0), y is up.
inline constexpr const char* kSpatialDoublePendulum = R"(
freeplay = 1
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
name = "upper"
mass = 1
inertia = [6e-4, 8e-3, 7.5e-3]
position = [0.12990381056766580, 0.075, 0]
orientation = { sequence = "zxz", angles = ["30 deg", "90 deg", 0] }
angular_velocity = [0.5, -0.86602540378443865, 0]
[[body]]
name = "lower"
mass = 0.5
inertia = [2e-4, 1.8e-3, 1.7e-3]
position = [0.25980762113533160, 0.15, 0.1]
orientation = { sequence = "zxz", angles = ["30 deg", "90 deg", "90 deg"] }
[[joint]]
name = "shoulder"
type = "revolute"
bodies = ["ground", "upper"]
points = [[0, 0, 0], [-0.15, 0, 0]]
axes = [[0.5, -0.86602540378443865, 0], [0, 0, 1]]
[[joint]]
name = "elbow"
type = "revolute"
bodies = ["upper", "lower"]
points = [[0.15, 0, 0], [-0.1, 0, 0]]
axes = [[0, 0, 1], [0, 0, 1]]
[run]
end = 1
record = { every = 0.01 }
)";

struct PlaneComparison {
  double position = 0, velocity = 0;  ///< largest differences of both bodies over all samples [m], [m/s]
  double reaction = 0;                ///< of both joints [N]
  double across = 0;  ///< largest force and moment across the plane, which must vanish [N], [N m]
};

inline PlaneComparison compare_double_pendulums(const std::vector<Assignment>& changes) {
  const ExampleRun plane = run_text(kPlanarDoublePendulum, changes),
                   space = run_text(kSpatialDoublePendulum, changes);
  PlaneComparison out;
  const Vector along{std::cos(std::numbers::pi / 6), 0.5, 0}, normal{0.5, -std::cos(std::numbers::pi / 6), 0};
  const auto compare = [&](const std::string& what, double& worst) {
    const std::vector<double> p = plane.record.values(what), s = space.record.values(what);
    for (std::size_t i = 0; 2 * i < p.size(); ++i) {
      const Vector v = vector_at(s, i);
      worst = std::max({worst, std::abs(space_reference::dot(v, along) - p[2 * i]),
                        std::abs(v[2] - p[2 * i + 1]), std::abs(space_reference::dot(v, normal))});
    }
  };
  for (const std::string body : {"upper", "lower"}) {
    compare("/body/" + body + "/position", out.position);
    compare("/body/" + body + "/velocity", out.velocity);
  }
  for (const std::string joint : {"shoulder", "elbow"}) {
    const std::vector<double> x = plane.record.values("/joint/" + joint + "/reaction_x"),
                              y = plane.record.values("/joint/" + joint + "/reaction_y"),
                              force = space.record.values("/joint/" + joint + "/force"),
                              moment = space.record.values("/joint/" + joint + "/moment");
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Vector f = vector_at(force, i), m = vector_at(moment, i);
      out.reaction =
          std::max({out.reaction, std::abs(space_reference::dot(f, along) - x[i]), std::abs(f[2] - y[i])});
      out.across = std::max(
          {out.across, std::abs(space_reference::dot(f, normal)), std::sqrt(space_reference::dot(m, m))});
    }
  }
  return out;
}

inline constexpr const char* kPointPendulum = R"(
freeplay = 1
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
name = "one"
mass = 1
inertia = [1e-3, 1e-3, 1e-3]
position = [0.3, 0, 0]
velocity = [0, 0.6, 0]
[[body]]
name = "two"
mass = 0.5
inertia = [1e-3, 1e-3, 1e-3]
position = [0.3, 0, -0.2]
velocity = [0.5, 0.6, 0]
[[joint]]
name = "first"
type = "distance"
bodies = ["ground", "one"]
points = [[0, 0, 0], [0, 0, 0]]
[[joint]]
name = "second"
type = "distance"
bodies = ["one", "two"]
points = [[0, 0, 0], [0, 0, 0]]
[run]
end = 2
record = { every = 0.05 }
)";

struct PointMotion {
  ExampleRun run;
  double position = 0;  ///< of both points at the end [m]
  double energy = 0;    ///< largest change [J]
  double momentum = 0;  ///< largest change of the angular momentum about the vertical [N m s]
};

inline PointMotion run_point_pendulum(double end, const std::vector<Assignment>& changes) {
  using space_reference::PointPendulum;
  std::vector<Assignment> all = changes;
  all.push_back(until(end));
  PointMotion out{run_text(kPointPendulum, all)};
  const PointPendulum reduced{1, 0.5};
  const PointPendulum::Motion exact = space_reference::integrate<12>(
      [&](const PointPendulum::Motion& y) { return reduced.rate(y); },
      {0.3, 0, 0, 0.3, 0, -0.2, 0, 0.6, 0, 0.5, 0.6, 0}, end, static_cast<int>(end * 50000));
  out.position =
      std::max(distance(last_vector(out.run, "/body/one/position"), {exact[0], exact[1], exact[2]}),
               distance(last_vector(out.run, "/body/two/position"), {exact[3], exact[4], exact[5]}));
  const std::vector<double> energy = out.run.record.values("/energy/total");
  const auto about_vertical = [&](const std::string& body, std::size_t i) {
    const std::vector<double> x = out.run.record.values("/body/" + body + "/position"),
                              v = out.run.record.values("/body/" + body + "/velocity");
    return x[3 * i] * v[3 * i + 1] - x[3 * i + 1] * v[3 * i];
  };
  const double start = about_vertical("one", 0) + 0.5 * about_vertical("two", 0);
  for (std::size_t i = 0; i < energy.size(); ++i) {
    out.energy = std::max(out.energy, std::abs(energy[i] - energy[0]));
    out.momentum =
        std::max(out.momentum, std::abs(about_vertical("one", i) + 0.5 * about_vertical("two", i) - start));
  }
  return out;
}

}  // namespace freeplay::validation
