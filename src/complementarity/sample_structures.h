// SPDX-License-Identifier: Apache-2.0
// Contact problems with more contact points than freedoms, for tests and benchmarks: boxes on top of each
// other with four corners per face, brick walls, arches, wedges and shafts in bearings, in space. G has a low
// rank, and restitution of some of the points only puts b outside its range.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "base/index.h"
#include "complementarity/contact_problem.h"

namespace freeplay::samples {

using Vector = std::array<double, 3>;

inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Bodies with contact points between them, and one impact on all of them.
class Structure {
 public:
  explicit Structure(unsigned seed) : random_(seed) {}

  /// A box by its edges; its number.
  int add_box(const Vector& centre, const Vector& size, double mass) {
    Body body{centre, 1 / mass, {}};
    for (std::size_t k = 0; k < 3; ++k) {
      const double a = size[(k + 1) % 3], b = size[(k + 2) % 3];
      body.free_inertia[k] = 12 / (mass * (a * a + b * b));
    }
    bodies_.push_back(body);
    return int_size(bodies_) - 1;
  }
  /// A point where a (−1: the ground) touches b; the normal points from a to b.
  void add_point(int a, int b, const Vector& point, const Vector& normal) {
    points_.push_back({a, b, point, normal});
  }
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  /// b = γ + ε min(γ, 0) of bodies that fall for a step and move a little at random; `restitution` is that
  /// of each point with the given share, others have none.
  ContactProblem pose(double mu, double restitution, double share, double motion) {
    constexpr double kFall = 9.81e-3;
    std::normal_distribution<double> normal(0, motion * kFall);
    std::vector<Vector> linear, angular;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      linear.push_back({normal(random_), normal(random_), normal(random_) - kFall});
      angular.push_back({normal(random_) / 0.1, normal(random_) / 0.1, normal(random_) / 0.1});
    }
    const int n = int_size(points_);
    ContactProblem problem(n, 3);
    problem.resize(n);
    for (int i = 0; i < n; ++i) {
      fill_row(problem.matrix(), i);
      for (int a = 0; a < 3; ++a) {
        double rate = 0;
        for (const int body : {points_[idx(i)].a, points_[idx(i)].b}) {
          if (body < 0) continue;
          const Row row = row_of(points_[idx(i)], body, a);
          rate += dot(row.force, linear[idx(body)]) + dot(row.moment, angular[idx(body)]);
        }
        const bool rebounds = a == 0 && rate < 0 && uniform(0, 1) < share;
        problem.b(3 * i + a) = rate * (rebounds ? 1 + restitution : 1);
      }
      problem.mu(i) = mu;
      problem.mode(i) = ContactMode::slip_plus;
    }
    return problem;
  }

 private:
  struct Body {
    Vector centre;
    double free_mass;
    Vector free_inertia;  ///< inverse, about the axes
  };
  struct Point {
    int a, b;
    Vector point, normal;
  };
  struct Row {
    Vector force, moment;
  };

  Row row_of(const Point& point, int body, int which) const {
    Vector direction = point.normal;
    if (which > 0) {
      const Vector& n = point.normal;
      const Vector other = std::abs(n[0]) < 0.6 ? Vector{1, 0, 0} : Vector{0, 1, 0};
      Vector t = cross(n, other);
      const double length = std::sqrt(dot(t, t));
      for (double& x : t) x /= length;
      direction = which == 1 ? t : cross(n, t);
    }
    Vector arm = point.point;
    for (std::size_t k = 0; k < 3; ++k) {
      arm[k] -= bodies_[idx(body)].centre[k];
      if (body == point.a) direction[k] = -direction[k];
    }
    return {direction, cross(arm, direction)};
  }

  void fill_row(BlockMatrix& G, int i) const {
    const Point& one = points_[idx(i)];
    for (int j = 0; j < G.size(); ++j) {
      const Point& two = points_[idx(j)];
      std::array<double, 9> block{};
      bool shared = false;
      for (const int body : {one.a, one.b}) {
        if (body < 0 || (body != two.a && body != two.b)) continue;
        shared = true;
        const Body& of = bodies_[idx(body)];
        for (int r = 0; r < 3; ++r) {
          const Row left = row_of(one, body, r);
          for (int c = 0; c < 3; ++c) {
            const Row right = row_of(two, body, c);
            double sum = of.free_mass * dot(left.force, right.force);
            for (std::size_t k = 0; k < 3; ++k) sum += of.free_inertia[k] * left.moment[k] * right.moment[k];
            block[idx(3 * r + c)] += sum;
          }
        }
      }
      double* stored = G.dense() || !shared ? nullptr : G.append(j);
      for (int e = 0; e < 9; ++e) {
        if (G.dense()) {
          G.entry(3 * i + e / 3, 3 * j + e % 3) = block[idx(e)];
        } else if (stored != nullptr) {
          stored[e] = block[idx(e)];
        }
      }
    }
    if (!G.dense()) G.end_row();
  }

  std::mt19937_64 random_;
  std::vector<Body> bodies_;
  std::vector<Point> points_;
};

/// The corners of a rectangle across the normal n: middle ± u ± v.
inline void add_face(Structure& s, int a, int b, const Vector& middle, const Vector& u, const Vector& v,
                     const Vector& normal) {
  for (const double i : {-1.0, 1.0}) {
    for (const double j : {-1.0, 1.0}) {
      Vector point = middle;
      for (std::size_t k = 0; k < 3; ++k) point[k] += i * u[k] + j * v[k];
      s.add_point(a, b, point, normal);
    }
  }
}

/// `boxes` on top of each other, offset and tilted a little; every second one `ratio` times heavier.
inline void build_stack(Structure& s, int boxes, double ratio) {
  constexpr double kSize = 0.2;
  double x = 0, y = 0;
  for (int k = 0; k < boxes; ++k) {
    const double step_x = k == 0 ? 0 : s.uniform(-0.03, 0.03), step_y = k == 0 ? 0 : s.uniform(-0.03, 0.03);
    const int box = s.add_box({x + step_x, y + step_y, kSize * (k + 0.5)}, {kSize, kSize, kSize},
                              k % 2 == 1 ? 2 * ratio : 2);
    const double tilt = s.uniform(-0.05, 0.05);
    const Vector normal = {std::sin(tilt), 0, std::cos(tilt)};
    const Vector u = {0.5 * (kSize - std::abs(step_x)) * std::cos(tilt), 0,
                      -0.5 * (kSize - std::abs(step_x)) * std::sin(tilt)};
    const Vector v = {0, 0.5 * (kSize - std::abs(step_y)), 0};
    add_face(s, box - 1, box, {x + 0.5 * step_x, y + 0.5 * step_y, kSize * k}, u, v, normal);
    x += step_x;
    y += step_y;
  }
}

/// Rows of bricks, each on two halves of those below.
inline void build_wall(Structure& s, int layers, int bricks) {
  constexpr double kLength = 0.24, kWidth = 0.12, kHeight = 0.08;
  std::vector<int> below;
  for (int layer = 0; layer < layers; ++layer) {
    std::vector<int> now;
    const double shift = layer % 2 == 1 ? 0.5 * kLength : 0;
    for (int k = 0; k < bricks; ++k) {
      const double x = k * kLength + shift, z = kHeight * layer;
      const int brick = s.add_box({x, 0, z + 0.5 * kHeight}, {kLength, kWidth, kHeight}, 3);
      now.push_back(brick);
      const Vector u = {0.25 * kLength, 0, 0}, v = {0, 0.5 * kWidth, 0};
      for (const int side : {-1, 1}) {
        const int under = layer % 2 == 1 ? (side < 0 ? k : k + 1) : (side < 0 ? k - 1 : k);
        if (layer > 0 && (under < 0 || under >= bricks)) continue;
        add_face(s, layer == 0 ? -1 : below[idx(under)], brick, {x + side * 0.25 * kLength, 0, z}, u, v,
                 {0, 0, 1});
      }
    }
    below = now;
  }
}

/// Wedge-shaped stones between two abutments.
inline void build_arch(Structure& s, int stones) {
  constexpr double kRadius = 1, kThick = 0.2, kWidth = 0.3;
  const double angle = std::numbers::pi / stones;
  for (int k = 0; k < stones; ++k) {
    const double middle = std::numbers::pi - (k + 0.5) * angle;
    s.add_box({kRadius * std::cos(middle), 0, kRadius * std::sin(middle)}, {kRadius * angle, kWidth, kThick},
              5);
  }
  for (int joint = 0; joint <= stones; ++joint) {
    const double at = std::numbers::pi - joint * angle;
    const Vector out = {std::cos(at), 0, std::sin(at)}, along = {std::sin(at), 0, -std::cos(at)};
    const Vector u = {0.5 * kThick * out[0], 0, 0.5 * kThick * out[2]}, v = {0, 0.5 * kWidth, 0};
    const Vector place = {kRadius * out[0], 0, kRadius * out[2]};
    const bool last = joint == stones;
    const Vector normal = last ? Vector{-along[0], 0, -along[2]} : along;
    add_face(s, last ? -1 : joint - 1, last ? stones - 1 : joint, place, u, v, normal);
  }
}

/// A wedge between two plates of the ground, each face with four points; friction may hold it whatever
/// presses it, so that it cannot rebound.
inline void build_wedge(Structure& s) {
  const double half = s.uniform(0.1, 0.6);
  const int body = s.add_box({0, 0, 0.1}, {0.1, 0.1, 0.2}, 1);
  for (const double side : {-1.0, 1.0}) {
    const Vector normal = {-side * std::cos(half), 0, std::sin(half)};
    const Vector u = {side * 0.05 * std::sin(half), 0, 0.05 * std::cos(half)}, v = {0, 0.05, 0};
    add_face(s, -1, body, {side * 0.05, 0, 0.1}, u, v, normal);
  }
}

/// A shaft that touches the rims of a bearing at twelve points, six in each of two planes.
inline void build_bearing(Structure& s) {
  constexpr double kRadius = 0.02;
  const int shaft = s.add_box({0, 0, 0}, {0.03, 0.3, 0.03}, 2);
  const double turn = s.uniform(0, 1), arc = s.uniform(1, 2 * std::numbers::pi);
  for (const double plane : {-0.05, 0.05}) {
    for (int k = 0; k < 6; ++k) {
      const double at = turn + arc * k / 6;
      s.add_point(-1, shaft, {kRadius * std::cos(at), plane, kRadius * std::sin(at)},
                  {-std::cos(at), 0, -std::sin(at)});
    }
  }
}

inline const std::array<const char*, 5> kStructures = {"stack", "wall", "arch", "wedge", "bearing"};

/// One of the kinds above with sizes, friction, restitution and mass ratios drawn by the seed. A ratio of at
/// most 10^`most_decades`.
inline ContactProblem draw(const std::string& kind, unsigned seed, int most_decades = 4) {
  Structure s(seed);
  // one after the other: compilers evaluate arguments in any order
  if (kind == "stack") {
    const double ratio = std::pow(10.0, s.number(0, most_decades));
    build_stack(s, s.number(1, 10), ratio);
  }
  if (kind == "wall") {
    const int bricks = s.number(2, 3);
    build_wall(s, s.number(2, 4), bricks);
  }
  if (kind == "arch") build_arch(s, s.number(3, 9));
  if (kind == "wedge") build_wedge(s);
  if (kind == "bearing") build_bearing(s);
  constexpr std::array kMu = {0.0, 0.1, 0.3, 0.5, 0.8, 1.2, 1.5};
  const double mu = kMu[idx(s.number(0, 6))];
  const double motion = s.uniform(0, 0.5), share = kind == "wedge" ? 0 : s.uniform(0, 1);
  return s.pose(mu, s.uniform(0, 0.8), share, motion);
}

}  // namespace freeplay::samples
