// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "bench/cpu_clock.h"
#include "bench/scenes/scene.h"
#include "freeplay/assemble.h"
#include "freeplay/readings.h"
#include "freeplay/simulation.h"
#include "stepping/steppers/stepper.h"

namespace freeplay::bench {
namespace {

std::string list(double x, double y) { return fmt::format("[{}, {}]", x, y); }
std::string list(const std::array<double, 3>& x) { return fmt::format("[{}, {}, {}]", x[0], x[1], x[2]); }

/// In the plane x stays x, z becomes y, and a turn about y, from z to x, becomes a negative angle.
std::string planar_shape(const Piece& piece) {
  if (piece.ball) return fmt::format("type = \"circle\"\nradius = {}\n", piece.half[0]);
  std::string points;
  const double c = std::cos(piece.tilt), s = std::sin(piece.tilt);
  const bool fixed = piece.mass == 0;
  for (const auto& [i, j] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    const double x = i * piece.half[0], z = j * piece.half[2];
    points +=
        (points.empty() ? "" : ", ") +
        (fixed ? list(piece.position[0] + c * x + s * z, piece.position[2] - s * x + c * z) : list(x, z));
  }
  return fmt::format("type = \"polygon\"\npoints = [{}]\n", points);
}

std::string spatial_shape(const Piece& piece) {
  if (piece.ball) return fmt::format("type = \"sphere\"\nradius = {}\n", piece.half[0]);
  const std::string size = list({2 * piece.half[0], 2 * piece.half[1], 2 * piece.half[2]});
  return fmt::format("type = \"box\"\nsize = {}\n", size) +
         (piece.mass == 0 ? fmt::format("position = {}\n", list(piece.position)) : "");
}

std::string model_text(const Scene& scene, const std::string& stepper, double step, double tolerance) {
  std::string text = fmt::format("freeplay = 1\nname = \"{}\"\ndimension = {}\ngravity = {}\n", scene.name,
                                 scene.planar ? 2 : 3,
                                 scene.planar ? list(0, -scene.gravity) : list({0, 0, -scene.gravity}));
  auto out = std::back_inserter(text);
  for (std::size_t k = 0; k < scene.pieces.size(); ++k) {
    const Piece& piece = scene.pieces[k];
    const auto& x = piece.position;
    const auto& v = piece.velocity;
    const std::string name = piece.mass > 0 ? fmt::format("b{}", k) : "ground";
    if (piece.mass > 0) {
      const auto inertia = scene.inertia(piece);
      fmt::format_to(out, "[[body]]\nname = \"{}\"\nmass = {}\n", name, piece.mass);
      if (scene.planar) {
        fmt::format_to(out, "inertia = {}\nposition = {}\nvelocity = {}\n", inertia[1], list(x[0], x[2]),
                       list(v[0], v[2]));
      } else {
        fmt::format_to(out, "inertia = {}\nposition = {}\nvelocity = {}\n", list(inertia), list(x), list(v));
      }
    }
    fmt::format_to(out, "[[shape]]\nname = \"s{}\"\nbody = \"{}\"\n{}", k, name,
                   scene.planar ? planar_shape(piece) : spatial_shape(piece));
  }
  fmt::format_to(
      out, "[[shape]]\nname = \"floor\"\nbody = \"ground\"\n{}\n",
      scene.planar
          ? fmt::format("type = \"half_plane\"\nnormal = [0, 1]\npoint = [0, {}]", scene.floor)
          : fmt::format("type = \"half_space\"\nnormal = [0, 0, 1]\npoint = [0, 0, {}]", scene.floor));
  fmt::format_to(out,
                 "[contact]\nimpact = {{ law = \"newton\", restitution = {} }}\n"
                 "friction = {{ law = \"coulomb\", mu = {} }}\n[method]\n"
                 "stepper = {{ name = \"{}\", step = {} }}\nsolver = {{ name = \"auto\", tolerance = {} }}\n"
                 "[run]\nend = {}\n",
                 scene.restitution, scene.mu, stepper, step, tolerance, scene.end);
  return text;
}

}  // namespace

Seen run_freeplay(const Scene& scene, const std::string& stepper, double step, double tolerance,
                  double patience) {
  const Model model = read_model_text(model_text(scene, stepper, step, tolerance), scene.name);
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  Readings readings(simulation);
  Watch watch(scene);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < scene.pieces.size(); ++k)
    if (scene.pieces[k].mass > 0) names.push_back(fmt::format("/body/b{}/", k));
  std::vector<Pose> poses(names.size());
  const auto look = [&] {
    readings.read(simulation);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto x = readings.values(names[i] + "position");
      if (scene.planar) {
        poses[i] = {{x[0], 0, x[1]}, std::cos(readings.value(names[i] + "angle"))};
      } else {
        const auto p = readings.values(names[i] + "orientation");
        poses[i] = {{x[0], x[1], x[2]}, 1 - 2 * (p[1] * p[1] + p[2] * p[2])};
      }
    }
    watch.look(simulation.t(), poses, readings.value("/energy/kinetic") + readings.value("/energy/potential"),
               simulation.stepper().book().statistics.worst_penetration);
  };
  look();
  const long samples = std::lround(scene.end / Watch::kEvery);
  for (long i = 1; i <= samples && watch.seen.failed.empty(); ++i) {
    const double until = static_cast<double>(i) * Watch::kEvery;
    while (simulation.t() < until - 0.5 * step && watch.seen.failed.empty()) {
      const double before = cpu_seconds();
      const StepReport report = simulation.step();
      watch.seen.cpu += cpu_seconds() - before;
      if (report.status != StepStatus::ok)
        watch.seen.failed = fmt::format("stops, residual {:.1e}", report.residual);
      if (watch.seen.cpu > patience) watch.seen.failed = "time limit";
    }
    look();
  }
  return watch.seen;
}

}  // namespace freeplay::bench
