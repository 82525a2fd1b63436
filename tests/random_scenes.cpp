// SPDX-License-Identifier: Apache-2.0
#include "tests/random_scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/random_laws.h"

namespace freeplay::testing {
namespace {

constexpr double kGravity = 9.81;
constexpr std::uint64_t kSalt = 0x9e3779b97f4a7c15ULL;

using Vec = std::array<double, 3>;

/// What all scenes share: laws, masses, method, and the text as it grows.
class Maker {
 public:
  Maker(std::uint64_t seed, bool space) : dice(seed, kSalt), space_(space) {
    scene.size = std::pow(10, dice.uniform(-3, 0));
    scene.unit = std::sqrt(scene.size / kGravity);
    e_ = dice.one_in(4) ? 0 : dice.one_in(8) ? 1 : dice.uniform(0, 1);
    mu_ = dice.one_in(6) ? 0 : dice.one_in(8) ? 1.5 : dice.uniform(0, 1.5);
    ratio_ = dice.one_in(3) ? 0 : dice.uniform(0, 6);  // powers of ten
  }

  Dice dice;
  Scene scene;

  /// A mass between that of water of this size and 10^ratio times it.
  double mass() {
    return 1000 * scene.size * scene.size * scene.size * std::pow(10, dice.uniform(0, ratio_));
  }

  void body(const std::string& name, double mass, const Vec& half, const Vec& at,
            const std::string& more = "") {
    ++bodies_;
    const auto square = [](double x) { return x * x; };
    const Vec inertia{mass / 3 * (square(half[1]) + square(half[2])),
                      mass / 3 * (square(half[0]) + square(half[2])),
                      mass / 3 * (square(half[0]) + square(half[1]))};
    scene.text += fmt::format("[[body]]\nname = \"{}\"\nmass = {}\n", name, mass);
    if (space_) {
      scene.text +=
          fmt::format("inertia = [{}]\nposition = [{}]\n", fmt::join(inertia, ", "), fmt::join(at, ", "));
    } else {
      scene.text += fmt::format("inertia = {}\nposition = [{}, {}]\n", inertia[2], at[0], at[1]);
    }
    scene.text += more;
  }

  void brick(const std::string& body, const Vec& half) {
    scene.text += fmt::format("[[shape]]\nbody = \"{}\"\n", body);
    if (space_) {
      scene.text +=
          fmt::format("type = \"box\"\nsize = [{}, {}, {}]\n", 2 * half[0], 2 * half[1], 2 * half[2]);
    } else {
      scene.text +=
          fmt::format("type = \"polygon\"\npoints = [[{0}, {1}], [{2}, {1}], [{2}, {3}], [{0}, {3}]]\n",
                      -half[0], -half[1], half[0], half[1]);
    }
  }

  void ball(const std::string& body, double radius) {
    scene.text += fmt::format("[[shape]]\nbody = \"{}\"\ntype = \"{}\"\nradius = {}\n", body,
                              space_ ? "sphere" : "circle", radius);
  }

  void floor(double slope = 0) {
    scene.text += fmt::format("[[shape]]\nname = \"floor\"\nbody = \"ground\"\ntype = \"{}\"\nnormal = {}\n",
                              space_ ? "half_space" : "half_plane",
                              space_ ? fmt::format("[{}, 0, 1]", slope) : fmt::format("[{}, 1]", slope));
  }

  /// Turned by `angle`, in space about a horizontal or vertical axis.
  std::string turned(double angle, const Vec& axis = {0, 1, 0}) const {
    return space_ ? fmt::format("orientation = {{ axis = [{}], angle = {} }}\n", fmt::join(axis, ", "), angle)
                  : fmt::format("angle = {}\n", angle);
  }
  std::string spinning(double rate) const {
    return space_ ? fmt::format("angular_velocity = [0, {}, 0]\n", rate)
                  : fmt::format("angular_velocity = {}\n", -rate);
  }
  /// x along the row, then up; in space y is the depth.
  Vec place(double x, double up, double depth = 0) const {
    return space_ ? Vec{x, depth, up} : Vec{x, up, 0};
  }

  Scene finish(const char* kind, double units, const char* more = "") {
    const char* law = dice.one_in(4) ? "poisson" : "newton";
    scene.name = fmt::format("{} in {}, {} bodies, {} {:.2f}, mu {:.2f}, masses 1e{:.0f}", kind,
                             space_ ? "space" : "the plane", bodies_, law, e_, mu_, ratio_);
    scene.text = fmt::format("freeplay = 1\nname = \"{}\"\ndimension = {}\ngravity = {}\n", scene.name,
                             space_ ? 3 : 2, space_ ? "[0, 0, -9.81]" : "[0, -9.81]") +
                 scene.text;
    scene.text += fmt::format("[contact]\nimpact = {{ law = \"{}\", restitution = {} }}\n", law, e_);
    if (mu_ > 0) scene.text += fmt::format("friction = {{ law = \"coulomb\", mu = {} }}\n", mu_);
    scene.text += fmt::format(
        "[method]\nstepper = {{ name = \"symmetric\", step = {} }}\n[run]\nend = {}\nrecord = {{ every = {} "
        "}}\n{}",
        1e-3 * scene.unit, units * scene.unit, 0.1 * units * scene.unit, more);
    return scene;
  }

 private:
  bool space_;
  double e_ = 0, mu_ = 0, ratio_ = 0;
  int bodies_ = 0;
};

/// Balls and bricks in columns, thrown onto a floor and each other.
Scene heap(std::uint64_t seed, bool space) {
  Maker make(seed, space);
  Dice& dice = make.dice;
  const double size = make.scene.size;
  const int columns = dice.whole(1, 3), depths = space ? dice.whole(1, 2) : 1, rows = dice.whole(1, 4);
  for (int column = 0; column < columns; ++column) {
    for (int depth = 0; depth < depths; ++depth) {
      for (int row = 0; row < rows; ++row) {
        const std::string name = fmt::format("b{}_{}_{}", column, depth, row);
        const bool ball = !dice.one_in(3);
        const double radius = size * dice.uniform(0.6, 1);
        const Vec half = ball ? Vec{0.63 * radius, 0.63 * radius, 0.63 * radius}
                              : Vec{0.57 * radius, 0.57 * radius * dice.uniform(0.3, 1),
                                    0.57 * radius * dice.uniform(0.3, 1)};
        const double up = dice.uniform(0, 0.02), aside = dice.uniform(-0.02, 0.02);
        const Vec at =
            make.place((2.05 * column + aside) * size, (1.05 + 2.05 * row + up) * size, 2.05 * depth * size);
        const double speed = size / make.scene.unit, deep = space ? dice.uniform(-0.5, 0.5) : 0,
                     along = dice.uniform(-0.5, 0.5);
        const std::string motion =
            space ? fmt::format("velocity = [{}, {}, {}]\n", along * size / make.scene.unit,
                                deep * size / make.scene.unit, -speed)
                  : fmt::format("velocity = [{}, {}]\n", along * size / make.scene.unit, -speed);
        const Vec axis{1, dice.uniform(-1, 1), dice.uniform(-1, 1)};
        const double angle = dice.uniform(0, 3), mass = make.mass();
        make.body(name, mass, half, at, make.turned(angle, axis) + motion);
        ball ? make.ball(name, radius) : make.brick(name, half);
      }
    }
  }
  make.floor(dice.one_in(2) ? 0 : dice.uniform(0, 0.3));  // falls away from the first column
  make.scene.parts = columns * depths * rows * (1 + (space ? 3 : 2));
  return make.finish("heap", dice.uniform(3, 6));
}

/// Bricks on each other, at rest or a little apart, straight or askew.
Scene tower(std::uint64_t seed, bool space) {
  Maker make(seed, space);
  Dice& dice = make.dice;
  const double size = make.scene.size;
  const int floors = dice.whole(2, 8);
  const double apart = dice.one_in(2) ? 0 : dice.uniform(0, 0.02) * size,
               askew = dice.one_in(3) ? 0 : dice.uniform(0, 0.4) * size;
  double top = 0;
  for (int k = 0; k < floors; ++k) {
    const Vec half =
        space ? Vec{size * dice.uniform(0.7, 1), size * dice.uniform(0.7, 1), size * dice.uniform(0.2, 0.6)}
              : Vec{size * dice.uniform(0.7, 1), size * dice.uniform(0.2, 0.6), size};
    const double height = space ? half[2] : half[1];
    top += apart + height;
    const std::string name = fmt::format("brick{}", k);
    const std::string turn =
        space && dice.one_in(2) ? make.turned(dice.uniform(0, 1.5), {0, 0, 1}) : make.turned(0);
    const double deep = space ? askew * dice.uniform(-1, 1) : 0, along = askew * dice.uniform(-1, 1),
                 mass = make.mass();
    make.body(name, mass, half, make.place(along, top, deep), turn);
    make.brick(name, half);
    top += height;
  }
  make.floor();
  make.scene.parts = floors * (1 + (space ? 4 : 2));
  return make.finish("tower", dice.uniform(2, 5));
}

/// Dominoes, the first of them falling.
Scene row(std::uint64_t seed, bool space) {
  Maker make(seed, space);
  Dice& dice = make.dice;
  const double size = make.scene.size;
  const int pieces = dice.whole(2, 8);
  const double thick = dice.uniform(0.08, 0.25), gap = dice.uniform(0.3, 1.2);
  for (int k = 0; k < pieces; ++k) {
    const Vec half = space ? Vec{thick * size, 0.5 * size, size} : Vec{thick * size, size, 0.5 * size};
    const std::string name = fmt::format("piece{}", k);
    const std::string spin = k == 0 ? make.spinning(dice.uniform(0.5, 2) / make.scene.unit) : "";
    make.body(name, make.mass(), half, make.place(k * (2 * thick + gap) * size, size), spin);
    make.brick(name, half);
  }
  make.floor();
  make.scene.parts = pieces * (1 + (space ? 4 : 2));
  return make.finish("row", dice.uniform(3, 3.0 + pieces));
}

/// A bar of a loop: its x axis leads from one end to the other.
void bar(Maker& make, bool space, const std::string& name, const Vec& from, const Vec& to, double& length) {
  Vec d{};
  for (std::size_t k = 0; k < 3; ++k) d[k] = to[k] - from[k];
  length = std::hypot(d[0], d[1], d[2]);
  const Vec half{0.5 * length, 0.05 * make.scene.size, 0.05 * make.scene.size};
  const Vec middle{from[0] + 0.5 * d[0], from[1] + 0.5 * d[1], from[2] + 0.5 * d[2]};
  const double side = std::hypot(d[1], d[2]);
  make.body(name, make.mass(), half, middle,
            space ? make.turned(std::atan2(side, d[0]), {0, -d[2] / side, d[1] / side})
                  : make.turned(std::atan2(d[1], d[0])));
}

/// Three bars between two points of the ground, each joint with play or without; they fall and swing.
Scene loop(std::uint64_t seed, bool space) {
  Maker make(seed, space);
  Dice& dice = make.dice;
  const double size = make.scene.size;
  const auto point = [&](double x, double up) {
    const double deep = space ? dice.uniform(-0.3, 0.3) * size : 0, higher = dice.uniform(-0.2, 0.2),
                 aside = dice.uniform(-0.2, 0.2);
    return make.place((x + aside) * size, (up + higher) * size, deep);
  };
  const Vec corners[4] = {{0, 0, 0}, point(0.3, 1), point(2.5, 1.8), make.place(2.8 * size, 0.3 * size)};
  double lengths[3];
  for (int k = 0; k < 3; ++k)
    bar(make, space, fmt::format("bar{}", k), corners[k], corners[k + 1], lengths[k]);
  const auto end = [&](double x) { return space ? fmt::format("[{}, 0, 0]", x) : fmt::format("[{}, 0]", x); };
  const auto on_ground = [&](const Vec& x) {
    return space ? fmt::format("[{}]", fmt::join(x, ", ")) : fmt::format("[{}, {}]", x[0], x[1]);
  };
  for (int k = 0; k < 4; ++k) {
    const std::string first = k == 0 || k == 3 ? "ground" : fmt::format("bar{}", k - 1);
    const std::string second = k == 3 ? "bar2" : fmt::format("bar{}", k);
    const std::string a = k == 0 || k == 3 ? on_ground(corners[k]) : end(0.5 * lengths[k - 1]);
    const std::string b = k == 3 ? end(0.5 * lengths[2]) : end(-0.5 * lengths[k]);
    make.scene.text += fmt::format(
        "[[joint]]\nname = \"joint{}\"\ntype = \"{}\"\nbodies = [\"{}\", \"{}\"]\npoints = [{}, {}]\n", k,
        space ? "spherical" : "revolute", first, second, a, b);
    if (k < 3 && !dice.one_in(2)) continue;
    const double radius = 0.1 * size, clearance = radius * std::pow(10, dice.uniform(-4, -1));
    make.scene.text += space ? fmt::format("bearing = {{ radius = {} }}\nclearance = {}\n", radius, clearance)
                             : fmt::format("radius = {}\nclearance = {}\n", radius, clearance);
  }
  make.scene.parts = 3 + 4;  // each joint is one, or a contact
  make.scene.above_floor = false;
  return make.finish("loop with play", dice.uniform(2, 5), "initial = \"ideal\"\n");
}

}  // namespace

Scene random_scene(std::uint64_t seed) {
  const bool space = seed % 2 == 1;
  switch (seed / 2 % 4) {
    case 0: return heap(seed, space);
    case 1: return tower(seed, space);
    case 2: return row(seed, space);
    default: return loop(seed, space);
  }
}

}  // namespace freeplay::testing
