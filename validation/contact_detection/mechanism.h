// SPDX-License-Identifier: Apache-2.0
// The quick-return mechanism of examples/quick_return: closed-form kinematics, and how far play lets the
// slider stray.
#pragma once

#include <array>
#include <cmath>

namespace freeplay::validation {

/// Where journals are in their bearings: pivot, crank_pin, rocker_pin, slider_pin; from the bearing's centre
/// to the journal's [m].
using Eccentricities = std::array<std::array<double, 2>, 4>;

struct QuickReturn {
  double shaft = 0.2, crank = 0.1, rocker = 0.5, coupler = 0.12, guide = 0.45;  ///< [m]

  /// x of the slider at a crank angle. The rocker's journal is off the pivot by e₁; the rocker points at the
  /// block, which is off the crank pin by −e₂; the coupler begins off the rocker's end by −e₃, and the slider
  /// is off its end by e₄.
  double slider(double theta, const Eccentricities& e = {}) const {
    const double ax = e[0][0], ay = e[0][1];
    const double bx = crank * std::cos(theta) - e[1][0] - ax,
                 by = shaft + crank * std::sin(theta) - e[1][1] - ay;
    const double reach = std::hypot(bx, by);
    const double px = ax + rocker * bx / reach - e[2][0], py = ay + rocker * by / reach - e[2][1];
    const double rise = guide - e[3][1] - py;
    return px + std::sqrt(coupler * coupler - rise * rise) + e[3][0];
  }

  /// dx/dθ without play, by a central difference of high order.
  double slider_rate(double theta) const {
    const double h = 1e-3;
    const auto f = [&](int k) { return slider(theta + k * h); };
    return (45 * (f(1) - f(-1)) - 9 * (f(2) - f(-2)) + (f(3) - f(-3))) / (60 * h);
  }

  /// The farthest that the slider can be to one side (sign ±1) when every journal is within `play` of its
  /// bearing's centre. There each eccentricity points along the gradient of x by it: iterated.
  double farthest(double theta, double play, double sign) const {
    Eccentricities e{};
    for (int turn = 0; turn < 20; ++turn) {
      Eccentricities next{};
      for (std::size_t joint = 0; joint < 4; ++joint) {
        std::array<double, 2> gradient{};
        const double h = 1e-3 * play;
        for (std::size_t k = 0; k < 2; ++k) {
          Eccentricities ahead = e, behind = e;
          ahead[joint][k] += h;
          behind[joint][k] -= h;
          gradient[k] = slider(theta, ahead) - slider(theta, behind);
        }
        const double length = std::hypot(gradient[0], gradient[1]);
        for (std::size_t k = 0; k < 2; ++k) next[joint][k] = sign * play * gradient[k] / length;
      }
      e = next;
    }
    return slider(theta, e);
  }
};

}  // namespace freeplay::validation
