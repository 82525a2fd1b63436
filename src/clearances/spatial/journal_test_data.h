// SPDX-License-Identifier: Apache-2.0
// A bearing and a journal for tests: models of both, poses seen from the bearing, and a brute-force search of
// the points nearest to the wall and to the ends.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "base/index.h"
#include "clearances/spatial/play_test_data.h"
#include "joints/spatial/joint_frame.h"

namespace freeplay::play_tests {

/// Geometry of simulation 1 of [Marques2015], Table 4.2.
struct JournalCase {
  double R_i = 10e-3, R_j = 9.5e-3, L_i = 20e-3, L_j = 19e-3;
  std::string ends = "closed";
  double flange = 15e-3;
  Values more{};
  std::string type = "revolute";

  double c_r() const { return R_i - R_j; }
  double c_a() const { return std::abs(L_i - L_j); }
  double half() const {
    return type == "cylindrical" && !more.count("journal_length") ? kInfinity : 0.5 * L_j;
  }
  double above() const { return ends == "closed" || ends == "open_b" ? kInfinity : 0.5 * L_i; }
  double below() const { return ends == "closed" || ends == "open_a" ? -kInfinity : -0.5 * L_i; }
};
inline JournalCase simulation_2() {
  JournalCase out;
  out.L_j = 19.5e-3;
  return out;
}
inline JournalCase simulation_3() {
  JournalCase out;
  out.R_j = 9.75e-3;
  return out;
}
inline JournalCase with_ends(const std::string& ends) {
  JournalCase out;
  out.ends = ends;
  if (ends == "flanges") out.L_j = 21e-3;
  return out;
}
inline JournalCase shaft() {
  JournalCase out;
  out.type = "cylindrical", out.ends = "open";
  return out;
}

// Where the joint is in the two bodies.
inline constexpr Vec3 kPointA{0.01, 0.02, -0.015}, kPointB{-0.03, 0.005, 0.01};
inline const Vec3 kAxisA = unit({1, 2, 2}), kAxisB = unit({-2, 1, 3});

inline PlayCase play_case(const JournalCase& given) {
  PlayCase out;
  out.type = given.type;
  out.play = given.more;
  out.play.try_emplace("radial", number(given.c_r()));
  if (given.type == "revolute") {
    out.play.try_emplace("ends", text(given.ends));
    if (given.ends == "flanges") out.play.try_emplace("flange_radius", number(given.flange));
    if (given.ends != "open") out.play.try_emplace("axial", number(given.c_a()));
    if (given.ends == "open") out.play.try_emplace("journal_length", number(given.L_j));
  }
  out.ideal = {{"points", vectors(kPointA, kPointB)}, {"axes", vectors(kAxisA, kAxisB)}};
  out.bearing.radius = given.R_i, out.bearing.length = given.L_i;
  return out;
}
inline std::unique_ptr<SpatialClearance> make_journal(const JournalCase& given) {
  return make_play(play_case(given));
}

/// Some axes of the bearing, its own axis the last; not those of the joint.
inline Mat3 bearing_axes() {
  const auto across = tangents(kAxisA);
  return columns(across[0], across[1], kAxisA);
}
inline Vec3 to_world(const SpatialPose& a, const Vec3& v) { return a.turn(bearing_axes() * v); }
inline Vec3 seen(const SpatialPose& a, const Vec3& point) {
  return bearing_axes().transposed(a.turn_back(point - a.point(kPointA)));
}

/// Pose of body b with the journal's centre at d and its axis along u, seen from the bearing, turned by spin.
inline SpatialPose journal_at(const SpatialPose& a, const Vec3& d, const Vec3& u, double spin = 0.3) {
  // The smallest turn of the bearing's axis onto u: a smooth function of u.
  const Vec3 e{0, 0, 1}, axis = cross(e, u);
  const double k = 1 / (1 + u[2]);
  Mat3 swing;
  for (int i = 0; i < 3; ++i) {
    Vec3 unit_vector{0, 0, 0};
    unit_vector[idx(i)] = 1;
    const Vec3 column = u[2] * unit_vector + cross(axis, unit_vector) + (k * dot(axis, unit_vector)) * axis;
    for (int row = 0; row < 3; ++row) swing(row, i) = column[idx(row)];
  }
  const auto across = tangents(kAxisB);
  const Mat3 own = columns(across[0], across[1], kAxisB);
  const Mat3 A = a.A * bearing_axes() * swing * rotation(turn_by({0, 0, spin})) * own.transpose();
  const SpatialPose turned{{0, 0, 0}, A};
  return {a.point(kPointA) + to_world(a, d) - turned.turn(kPointB), A};
}
inline Vec3 tilted(double angle, double direction) {
  return {std::sin(angle) * std::cos(direction), std::sin(angle) * std::sin(direction), std::cos(angle)};
}

/// A point found by brute force, with the value that was made as great as possible.
struct Found {
  double value = -kInfinity;
  Vec3 point{0, 0, 0};
};

/// The greatest value over a closed curve, by dense sampling and golden section about the best samples;
/// `slope`, where given, is then brought to zero by bisection.
inline Found greatest(const std::function<Found(double)>& curve,
                      const std::function<double(double)>& slope = nullptr, int samples = 720) {
  const double step = 2 * spatial_tests::kPi / samples;
  std::vector<double> values;
  for (int i = 0; i < samples; ++i) values.push_back(curve(i * step).value);
  Found best;
  for (int i = 0; i < samples; ++i) {
    const double here = values[idx(i)];
    const double before = values[static_cast<std::size_t>((i + samples - 1) % samples)];
    const double after = values[static_cast<std::size_t>((i + 1) % samples)];
    if (!(here >= before && here >= after)) continue;
    double low = (i - 1) * step, high = (i + 1) * step;
    const double golden = 0.5 * (std::sqrt(5.0) - 1);
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = curve(left).value, at_right = curve(right).value;
    for (int k = 0; k < 90; ++k) {
      if (at_left >= at_right) {
        high = right, right = left, at_right = at_left;
        left = high - golden * (high - low), at_left = curve(left).value;
      } else {
        low = left, left = right, at_left = at_right;
        right = low + golden * (high - low), at_right = curve(right).value;
      }
    }
    double angle = at_left >= at_right ? left : right;
    if (slope) {
      double rising = angle - 0.1 * step, falling = angle + 0.1 * step;
      for (int k = 0; k < 60; ++k)
        (slope(0.5 * (rising + falling)) > 0 ? rising : falling) = 0.5 * (rising + falling);
      angle = 0.5 * (rising + falling);
    }
    const Found found = curve(angle);
    if (found.value > best.value) best = found;
  }
  return best;
}

/// The farthest end of all generators of the journal, at end A (+1) or B (−1): distance from the axis.
inline Found brute_wall(const JournalCase& given, const Vec3& d, const Vec3& u, int end, int samples = 720) {
  const auto across = tangents(u);
  const auto foot = [&](double angle) {
    return d + given.R_j * (std::cos(angle) * across[0] + std::sin(angle) * across[1]);
  };
  const auto curve = [&](double angle) -> Found {
    const Vec3 start = foot(angle);
    const double high = std::min(given.half(), (given.above() - start[2]) / u[2]);
    const double low = std::max(-given.half(), (given.below() - start[2]) / u[2]);
    if (low > high) return {};
    const Vec3 x = start + (end > 0 ? high : low) * u;
    return {std::hypot(x[0], x[1]), x};
  };
  if (given.ends != "closed") return greatest(curve, nullptr, samples);
  return greatest(
      curve,
      [&](double angle) {
        const Vec3 x = curve(angle).point, t = cross(u, foot(angle) - d);
        return x[0] * t[0] + x[1] * t[1];
      },
      samples);
}
/// The point of the rim farthest along the axis.
inline Found brute_end(const JournalCase& given, const Vec3& d, const Vec3& u, int end) {
  const auto across = tangents(u);
  const auto arm = [&](double angle) {
    return given.R_j * (std::cos(angle) * across[0] + std::sin(angle) * across[1]);
  };
  return greatest(
      [&](double angle) -> Found {
        const Vec3 x = d + (0.5 * end * given.L_j) * u + arm(angle);
        return {end * x[2], x};
      },
      [&](double angle) { return end * cross(u, arm(angle))[2]; });
}

inline int contact_index(const SpatialClearance& play, const std::string& name) {
  for (int i = 0; i < play.contacts(); ++i) {
    if (name == play.contact_name(i)) return i;
  }
  ADD_FAILURE() << "no contact " << name;
  return 0;
}

/// Force, moment about the bearing's centre and elastic energy of F = K δ^1.5 in every contact, on body b.
struct Load {
  Vec3 force{0, 0, 0}, moment{0, 0, 0};
  double energy = 0;
};
inline Load load_on_b(const SpatialClearance& play, const SpatialPose& a, const SpatialPose& b, double K) {
  Load out;
  double gaps[10];
  play.gaps(a, b, gaps);
  for (int i = 0; i < play.contacts(); ++i) {
    if (gaps[i] >= 0) continue;
    const PlayContact contact = play.contact(i, a, b);
    const ContactShare share = play.share(i, a, b);
    const double depth = -gaps[i], F = K * depth * std::sqrt(depth), U = 0.4 * F * depth;
    const Vec3 f = (share.weight * F) * contact.n;
    out.force = out.force + f;
    out.moment = out.moment + cross(contact.point - a.point(kPointA), f) - U * share.turn;
    out.energy += share.weight * U;
  }
  return out;
}

}  // namespace freeplay::play_tests
