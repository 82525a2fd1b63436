// SPDX-License-Identifier: Apache-2.0
// The N-four-bar linkage: N + 1 links of 1 m and 1 kg on the ground, tied by N bars. Whenever it lies down all bars are in
// one line, and the motion could go on folded. For validation/ and tests/, hence everything inline.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace freeplay::validation {

/// Links at an angle, turning with `rate` [rad/s]; `end` [s].
inline std::string n_four_bars(int N, double angle = 1.5707963267948966, double rate = -1, double end = 10) {
  const double c = std::cos(angle), s = std::sin(angle);
  std::string text = "freeplay = 1\ndimension = 2\ngravity = [0, -9.81]\n";
  const auto body = [&](const std::string& name, double x, double y, double turned, double vx, double vy,
                        double omega) {
    text += fmt::format(
        "[[body]]\nname = \"{}\"\nmass = 1\ninertia = 0.08333333333333333\nposition = [{:.17g}, {:.17g}]\n"
        "angle = {:.17g}\nvelocity = [{:.17g}, {:.17g}]\nangular_velocity = {:.17g}\n",
        name, x, y, turned, vx, vy, omega);
  };
  const auto joint = [&](const std::string& name, const std::string& bodies, const std::string& points) {
    text += fmt::format("[[joint]]\nname = \"{}\"\ntype = \"revolute\"\nbodies = [{}]\npoints = [{}]\n", name,
                        bodies, points);
  };
  for (int i = 0; i <= N; ++i) {
    body(fmt::format("link{}", i), i + 0.5 * c, 0.5 * s, angle, -0.5 * rate * s, 0.5 * rate * c, rate);
    joint(fmt::format("a{}", i), fmt::format("\"ground\", \"link{}\"", i),
          fmt::format("[{}, 0], [-0.5, 0]", i));
    if (i == N) break;
    body(fmt::format("bar{}", i), i + 0.5 + c, s, 0, -rate * s, rate * c, 0);
    joint(fmt::format("b{}", i), fmt::format("\"link{}\", \"bar{}\"", i, i), "[0.5, 0], [-0.5, 0]");
    joint(fmt::format("c{}", i), fmt::format("\"link{}\", \"bar{}\"", i + 1, i), "[0.5, 0], [0.5, 0]");
  }
  return text +
         fmt::format(
             "[method]\nstepper = {{ name = \"runge_kutta\" }}\n[run]\nend = {}\nrecord = {{ every = 0.01 "
             "}}\n",
             end);
}

/// Every formulation of `freeplay list formulation`, with what decides how it solves the equations.
inline constexpr const char* kFormulations[] = {
    R"({ name = "baumgarte" })",
    R"({ name = "lagrange" })",
    R"({ name = "lagrange", solution = "pivoted" })",
    R"({ name = "lagrange", solution = "closed_form" })",
    R"({ name = "lagrange", correction = "mass" })",
    R"({ name = "penalty" })",
    R"({ name = "augmented_lagrangian" })",
    R"({ name = "coordinate_partitioning" })",
    R"({ name = "projection" })",
    R"({ name = "projection", correction = "mass" })",
    R"({ name = "generalized_inverse" })",
    R"({ name = "generalized_inverse", method = "gram_schmidt" })",
    R"({ name = "direct_correction" })"};

}  // namespace freeplay::validation
