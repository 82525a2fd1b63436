// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <vector>

#include "bench/spatial/freeplay_run.h"
#include "freeplay/assemble.h"

namespace freeplay::bench {
namespace {

constexpr int kSizes[] = {2, 5, 10, 20, 50, 100, 200, 500};

struct Kind {
  const char* title;
  ChainJoint joint;
  ChainOrder order;
};

constexpr Kind kKinds[] = {{"spherical joints", ChainJoint::spherical, ChainOrder::along},
                           {"revolute joints", ChainJoint::revolute, ChainOrder::along},
                           {"revolute, any order", ChainJoint::revolute, ChainOrder::shuffled},
                           {"spherical, closed loop", ChainJoint::spherical, ChainOrder::closed}};

/// Exponent of time ~ bodies^p by least squares, from `least` bodies on.
double exponent(const std::vector<double>& seconds, int least) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    if (kSizes[i] < least) continue;
    const double a = std::log(kSizes[i]), b = std::log(seconds[i]);
    n += 1, x += a, y += b, xx += a * a, xy += a * b;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

}  // namespace

std::string chain_model(int bodies, ChainJoint joint, ChainOrder order) {
  constexpr double kLength = 0.1;
  // a closed chain is a ring that hangs from one point, the others a line that starts level
  const bool closed = order == ChainOrder::closed;
  const double turn = closed ? 2 * std::numbers::pi / bodies : 0;
  std::string text =
      "freeplay = 1\nname = \"chain\"\ndimension = 3\ngravity = [0, 0, -9.81]\n"
      "[method]\nstepper = \"runge_kutta\"\n[run]\nend = 1\nrecord = { every = 1 }\n";
  std::vector<std::string> joints;
  double x = 0, z = 0;
  for (int i = 0; i < bodies; ++i) {
    const double angle = (i + 0.5) * turn;
    const double dx = kLength * std::cos(angle), dz = -kLength * std::sin(angle);
    text += fmt::format(
        "[[body]]\nname = \"b{}\"\nmass = 0.1\ninertia = [1e-6, 9e-5, 9e-5]\nposition = [{}, 0, {}]\n"
        "orientation = {{ axis = [0, 1, 0], angle = {} }}\n",
        i, x + 0.5 * dx, z + 0.5 * dz, angle);
    x += dx, z += dz;
    const std::string before = i == 0 ? "ground" : fmt::format("b{}", i - 1);
    const double at = i == 0 ? 0 : 0.5 * kLength;
    joints.push_back(
        fmt::format("[[joint]]\nname = \"j{0}\"\ntype = \"{1}\"\nbodies = [\"{2}\", \"b{0}\"]\n"
                    "points = [[{3}, 0, 0], [{4}, 0, 0]]\n{5}",
                    i, joint == ChainJoint::spherical ? "spherical" : "revolute", before, at, -0.5 * kLength,
                    joint == ChainJoint::spherical ? ""
                    : i % 2 == 0                   ? "axis = [0, 1, 0]\n"
                                                   : "axis = [0, 0, 1]\n"));
  }
  if (closed) {
    joints.push_back(
        fmt::format("[[joint]]\nname = \"last\"\ntype = \"spherical\"\nbodies = [\"b{}\", \"b0\"]\n"
                    "points = [[{}, 0, 0], [{}, 0, 0]]\n",
                    bodies - 1, 0.5 * kLength, -0.5 * kLength));
  }
  if (order == ChainOrder::shuffled) std::shuffle(joints.begin(), joints.end(), std::mt19937(1));
  return std::accumulate(joints.begin(), joints.end(), text);
}

void print_chains() {
  fmt::print(
      "Chains of 2 to 500 bodies: a right-hand side [µs], `baumgarte`, and the assembly of the model [s]\n");
  fmt::print("{:<24}", "bodies");
  for (const int bodies : kSizes) fmt::print("{:>9}", bodies);
  fmt::print("{:>12}{:>12}\n", "exponent", "from 50 on");
  for (const Kind& kind : kKinds) {
    std::vector<double> times, assembly;
    for (const int bodies : kSizes) {
      const Model model = read_model_text(chain_model(bodies, kind.joint, kind.order), "chain.toml");
      const double start = cpu_seconds();
      const std::unique_ptr<System> system = assemble(model).system;
      assembly.push_back(cpu_seconds() - start);
      times.push_back(right_side_seconds(*system, "baumgarte"));
    }
    fmt::print("{:<24}", kind.title);
    for (const double time : times) fmt::print("{:>9.2f}", 1e6 * time);
    fmt::print("{:>12.2f}{:>12.2f}\n", exponent(times, 2), exponent(times, 50));
    fmt::print("{:<24}", "  assembly");
    for (const double time : assembly) fmt::print("{:>9.4f}", time);
    fmt::print("{:>12.2f}{:>12.2f}\n", exponent(assembly, 2), exponent(assembly, 50));
  }
}

}  // namespace freeplay::bench
