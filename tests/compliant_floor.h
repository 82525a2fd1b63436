// SPDX-License-Identifier: Apache-2.0
// A floor and a ball of the compliant world in space.
#pragma once

#include <fmt/format.h>

#include <string>

#include "freeplay/spatial.h"

namespace freeplay::testing {

struct CompliantFloor {
  std::string force = "{ law = \"hertz\", stiffness = 3.39e10 }";
  std::string friction;
  std::string stepper = "{ name = \"runge_kutta\", accuracy = 1e-10 }";
  std::string gravity = "[0, 0, -9.81]";
  std::string normal = "[0, 0, 1]";
  double end = 1;
  double every = 0.01;
  std::string formulation;
};

/// A floor through the origin, and the laws of the compliant world.
inline std::string floor_text(const CompliantFloor& of) {
  return fmt::format(
      "freeplay = 1\ndimension = 3\ngravity = {}\n"
      "[[shape]]\nname = \"floor\"\nbody = \"ground\"\ntype = \"half_space\"\nnormal = {}\n"
      "[contact]\nworld = \"compliant\"\nforce = {}\n{}"
      "[method]\nstepper = {}\n{}[run]\nend = {}\nrecord = {{ every = {} }}\n",
      of.gravity, of.normal, of.force, of.friction.empty() ? "" : "friction = " + of.friction + "\n",
      of.stepper, of.formulation.empty() ? "" : "formulation = \"" + of.formulation + "\"\n", of.end,
      of.every);
}

/// A sphere of 1 kg and 50 mm.
inline std::string ball_text(const Vec3& r, const Vec3& v, const Vec3& omega = {},
                             const char* name = "ball") {
  return fmt::format(
      "[[body]]\nname = \"{}\"\nmass = 1\ninertia = [1e-3, 1e-3, 1e-3]\nposition = [{}, {}, {}]\n"
      "velocity = [{}, {}, {}]\nangular_velocity = [{}, {}, {}]\n"
      "[[shape]]\nname = \"{}\"\nbody = \"{}\"\ntype = \"sphere\"\nradius = 0.05\n",
      name, r[0], r[1], r[2], v[0], v[1], v[2], omega[0], omega[1], omega[2], name, name);
}

}  // namespace freeplay::testing
