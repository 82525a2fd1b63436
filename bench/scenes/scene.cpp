// SPDX-License-Identifier: Apache-2.0
#include "bench/scenes/scene.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace freeplay::bench {

std::array<double, 3> Scene::inertia(const Piece& piece) const {
  const double m = piece.mass, a = piece.half[0], b = piece.half[1], c = piece.half[2];
  if (piece.ball) {
    const double all = (planar ? 0.5 : 0.4) * m * a * a;
    return {all, all, all};
  }
  return {m * (b * b + c * c) / 3, m * (a * a + c * c) / 3, m * (a * a + b * b) / 3};
}

double Scene::size() const {
  double size = std::numeric_limits<double>::infinity();
  for (const Piece& piece : pieces) {
    if (piece.mass == 0) continue;
    size = std::min(size, piece.half[0]);
    if (!piece.ball) size = std::min({size, piece.half[2], planar ? size : piece.half[1]});
  }
  return size;
}

Scene dominoes(int count) {
  Scene scene{.name = "dominoes " + std::to_string(count), .planar = true};
  const double distance = 0.028, half = 0.025;
  for (int i = 0; i < count; ++i) {
    scene.pieces.push_back({.half = {0.004, 0.012, half}, .mass = 0.01, .position = {i * distance, 0, half}});
  }
  scene.pieces.front().velocity = {0.2, 0, 0};
  scene.end = 0.5 + 0.05 * count;
  scene.mu = 0.3;
  return scene;
}

Scene tower(int count) {
  Scene scene{.name = "tower " + std::to_string(count)};
  for (int i = 0; i < count; ++i) {
    scene.pieces.push_back({.half = {0.1, 0.1, 0.1}, .mass = 2, .position = {0, 0, 0.1 + 0.2 * i}});
  }
  return scene;
}

Scene crates() {
  Scene scene = tower(4);
  scene.name = "crates";
  scene.pieces[1].position[0] = scene.pieces[3].position[0] = 0.005;
  scene.pieces.push_back(
      {.ball = true, .half = {0.05}, .mass = 1, .position = {-0.5, 0.03, 0.65}, .velocity = {4, 0, 0}});
  return scene;
}

namespace {

/// Walls around the floor: the inner faces at ±width.
void add_walls(Scene& scene, double width, double height) {
  const double thick = 0.2 * width;
  for (int side = 0; side < (scene.planar ? 2 : 4); ++side) {
    const int axis = side / 2;
    Piece wall{.half = {width + 2 * thick, width + 2 * thick, height}};
    wall.half[static_cast<std::size_t>(axis)] = thick;
    wall.position[static_cast<std::size_t>(axis)] = (side % 2 == 0 ? -1 : 1) * (width + thick);
    wall.position[2] = scene.floor + height;
    scene.pieces.push_back(wall);
  }
}

}  // namespace

Scene heap(int count, bool planar) {
  Scene scene{.name = (planar ? "discs " : "balls ") + std::to_string(count), .planar = planar, .end = 0.5};
  const double radius = 0.005, distance = 2.2 * radius;
  const double layers = planar ? 1.5 : 1.2;
  const int wide = std::max(
      2, static_cast<int>(std::lround(planar ? std::sqrt(count / layers) : std::cbrt(count / layers))));
  const int deep = planar ? 1 : wide;
  for (int i = 0; i < count; ++i) {
    const int x = i % wide, y = i / wide % deep, layer = i / (wide * deep);
    const double shift = layer % 2 == 0 ? 0.0 : 0.2 * radius;  // lest balls stand on each other's tops
    scene.pieces.push_back({.ball = true,
                            .half = {radius},
                            .mass = 8e-4,
                            .position = {(x - 0.5 * (wide - 1)) * distance + shift,
                                         planar ? 0.0 : (y - 0.5 * (deep - 1)) * distance + shift,
                                         radius + layer * distance + 1e-4}});
  }
  add_walls(scene, 0.5 * wide * distance + radius, 0.5 * distance * (count / (wide * deep) + 3));
  return scene;
}

Scene hopper() {
  Scene scene{.name = "hopper", .planar = true, .mu = 0.3, .floor = -0.1, .end = 0.5};
  const double radius = 0.005, distance = 0.012;
  for (int i = 0; i < 500; ++i) {
    scene.pieces.push_back({.ball = true,
                            .half = {radius},
                            .mass = 8e-4,
                            .position = {-0.114 + (i % 20) * distance, 0, 0.2 + i / 20 * distance},
                            .velocity = {0.05, 0, 0}});
  }
  add_walls(scene, 0.13, 0.5);
  // Two slopes from (±0.13, 0.14) to (±0.025, 0), as thick boxes whose inner faces these are.
  const double run = 0.105, rise = 0.14, length = std::hypot(run, rise), thick = 0.01;
  for (const double side : {-1.0, 1.0}) {
    const double nx = -side * rise / length, nz = run / length;  // the normal points inwards
    Piece slope{.half = {thick, 0.012, 0.5 * length}};
    slope.position = {side * (0.025 + 0.5 * run) - nx * thick, 0, 0.5 * rise - nz * thick};
    slope.tilt = side * std::atan2(run, rise);
    scene.pieces.push_back(slope);
  }
  return scene;
}

void Watch::look(double t, const std::vector<Pose>& poses, double energy, double overlap) {
  if (start_.empty()) {
    start_ = poses;
    down_.assign(poses.size(), 0);
    energy_ = energy;
    seen.energy = energy;
    for (const Piece& piece : scene_.pieces) seen.energy -= piece.mass * scene_.gravity * scene_.floor;
  }
  seen.reached = t;
  seen.overlap = std::max(seen.overlap, overlap);
  seen.gained = std::max(seen.gained, energy - energy_);
  std::size_t i = 0;
  for (const Piece& piece : scene_.pieces) {
    if (piece.mass == 0) continue;
    const double fallen = start_[i].position[2] - poses[i].position[2];
    const bool lies = !piece.ball && poses[i].upright < std::numbers::sqrt2 / 2;
    if (down_[i] == 0 && (lies || fallen > (piece.ball ? piece.half[0] : piece.half[2]))) {
      down_[i] = 1;
      ++seen.down;
      seen.last_down = t;
    }
    ++i;
  }
}

}  // namespace freeplay::bench
