// SPDX-License-Identifier: Apache-2.0
// Plane geometry shared by joints, clearances and forces.
#pragma once

#include <array>
#include <cmath>

namespace freeplay {

using Vec2 = std::array<double, 2>;

inline Vec2 operator+(const Vec2& a, const Vec2& b) { return {a[0] + b[0], a[1] + b[1]}; }
inline Vec2 operator-(const Vec2& a, const Vec2& b) { return {a[0] - b[0], a[1] - b[1]}; }
inline Vec2 operator*(double k, const Vec2& a) { return {k * a[0], k * a[1]}; }
inline double dot(const Vec2& a, const Vec2& b) { return a[0] * b[0] + a[1] * b[1]; }
inline double cross(const Vec2& a, const Vec2& b) { return a[0] * b[1] - a[1] * b[0]; }
/// a turned by +90°; the velocity of a point at r on a body turning with ω is ω perp(r).
inline Vec2 perp(const Vec2& a) { return {-a[1], a[0]}; }
inline double norm(const Vec2& a) { return std::hypot(a[0], a[1]); }

/// Pose of a body: centre of mass, angle and its cosine and sine.
struct Pose {
  double x = 0, y = 0, angle = 0, c = 1, s = 0;

  /// A vector fixed in the body, turned into world axes.
  Vec2 turn(const Vec2& v) const { return {c * v[0] - s * v[1], s * v[0] + c * v[1]}; }
  /// A point fixed in the body, in world coordinates.
  Vec2 point(const Vec2& p) const { return {x + c * p[0] - s * p[1], y + s * p[0] + c * p[1]}; }
  Vec2 centre() const { return {x, y}; }
};

/// Velocity of a body's centre and its angular velocity.
struct Twist {
  double vx = 0, vy = 0, omega = 0;
};

/// Smallest body index is 0, the ground; its pose is the identity and its twist is zero.
inline constexpr int kGround = 0;

}  // namespace freeplay
