// SPDX-License-Identifier: Apache-2.0
// Geometry of space shared by joints, clearances and forces: vectors, rotations by Euler parameters, poses.
//
// The frame of a spatial body inside Freeplay is its centre of mass with its principal axes: the mass matrix
// is then constant and diagonal. What the user calls the body's frame is another one; a Mount leads from it
// to the inner frame, once, when the model is assembled.
#pragma once

#include <array>
#include <cmath>

namespace freeplay {

using Vec3 = std::array<double, 3>;

inline Vec3 operator+(const Vec3& a, const Vec3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vec3 operator-(const Vec3& a, const Vec3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vec3 operator-(const Vec3& a) { return {-a[0], -a[1], -a[2]}; }
inline Vec3 operator*(double k, const Vec3& a) { return {k * a[0], k * a[1], k * a[2]}; }
inline double dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double norm(const Vec3& a) { return std::hypot(a[0], a[1], a[2]); }
inline Vec3 unit(const Vec3& a) { return (1 / norm(a)) * a; }

/// Two unit vectors that make a right-handed frame (n, t1, t2) with the unit vector n. They jump only where n
/// changes the axis that it is farthest from.
inline std::array<Vec3, 2> tangents(const Vec3& n) {
  const double x = std::abs(n[0]), y = std::abs(n[1]), z = std::abs(n[2]);
  const Vec3 far = x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const Vec3 t1 = unit(far - dot(far, n) * n);
  return {t1, cross(n, t1)};
}

/// A 3 × 3 matrix, row by row.
struct Mat3 {
  std::array<double, 9> a{1, 0, 0, 0, 1, 0, 0, 0, 1};

  double operator()(int row, int column) const { return a[static_cast<std::size_t>(3 * row + column)]; }
  double& operator()(int row, int column) { return a[static_cast<std::size_t>(3 * row + column)]; }
  Vec3 operator*(const Vec3& v) const {
    return {a[0] * v[0] + a[1] * v[1] + a[2] * v[2], a[3] * v[0] + a[4] * v[1] + a[5] * v[2],
            a[6] * v[0] + a[7] * v[1] + a[8] * v[2]};
  }
  /// The transposed matrix times v.
  Vec3 transposed(const Vec3& v) const {
    return {a[0] * v[0] + a[3] * v[1] + a[6] * v[2], a[1] * v[0] + a[4] * v[1] + a[7] * v[2],
            a[2] * v[0] + a[5] * v[1] + a[8] * v[2]};
  }
  Vec3 column(int k) const { return {(*this)(0, k), (*this)(1, k), (*this)(2, k)}; }
  Mat3 transpose() const { return {{a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]}}; }
};

inline Mat3 operator*(const Mat3& p, const Mat3& q) {
  const std::array<double, 9>&a = p.a, &b = q.a;  // written out: it stands in every right-hand side
  return {{a[0] * b[0] + a[1] * b[3] + a[2] * b[6], a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
           a[0] * b[2] + a[1] * b[5] + a[2] * b[8], a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
           a[3] * b[1] + a[4] * b[4] + a[5] * b[7], a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
           a[6] * b[0] + a[7] * b[3] + a[8] * b[6], a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
           a[6] * b[2] + a[7] * b[5] + a[8] * b[8]}};
}

/// Euler parameters (w, x, y, z): the turn by φ about the unit vector k is (cos φ/2, k sin φ/2).
using Quat = std::array<double, 4>;

/// p after q: the rotation matrix is A(p) A(q).
inline Quat operator*(const Quat& p, const Quat& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
          p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}
inline Quat conjugate(const Quat& q) { return {q[0], -q[1], -q[2], -q[3]}; }
inline Quat normalised(const Quat& q) {
  const double k = 1 / std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return {k * q[0], k * q[1], k * q[2], k * q[3]};
}
/// The turn by the rotation vector φ k.
inline Quat turn_by(const Vec3& rotation) {
  const double half = 0.5 * norm(rotation);
  const double k =
      half < 1e-4 ? 0.5 * (1 - half * half / 6 * (1 - half * half / 20)) : 0.5 * std::sin(half) / half;
  return {std::cos(half), k * rotation[0], k * rotation[1], k * rotation[2]};
}
/// The rotation vector of a turn, of length at most π.
Vec3 rotation_vector(const Quat& q);

/// A(e): a vector of the body into world axes. `e` has unit length.
inline Mat3 rotation(const Quat& e) {
  const double w = e[0], x = e[1], y = e[2], z = e[3];
  return {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z),
           1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x),
           1 - 2 * (x * x + y * y)}};
}
/// Euler parameters of a rotation matrix, w ≥ 0.
Quat quaternion(const Mat3& A);

/// Pose of a body: centre of mass and rotation of the inner frame.
struct SpatialPose {
  Vec3 r{0, 0, 0};
  Mat3 A;

  /// A vector fixed in the body, turned into world axes.
  Vec3 turn(const Vec3& v) const { return A * v; }
  /// A world vector in body axes.
  Vec3 turn_back(const Vec3& v) const { return A.transposed(v); }
  /// A point fixed in the body, in world coordinates.
  Vec3 point(const Vec3& p) const { return r + A * p; }
};

/// Velocity of a body: of its centre in world axes, and the angular velocity in world axes.
struct SpatialTwist {
  Vec3 v{0, 0, 0};
  Vec3 omega{0, 0, 0};

  /// Velocity of a point of the body at the arm `s` (world axes) from its centre.
  Vec3 at(const Vec3& s) const { return v + cross(omega, s); }
};

/// How the user's frame of a body stands in the inner frame (centre of mass, principal axes).
struct Mount {
  Vec3 centre{0, 0, 0};  ///< centre of mass in the user's frame
  Mat3 axes;             ///< its columns are the principal axes in the user's frame

  /// A point and a direction of the user's frame, in the inner frame.
  Vec3 point(const Vec3& p) const { return axes.transposed(p - centre); }
  Vec3 direction(const Vec3& d) const { return axes.transposed(d); }
};

/// A body as a joint or force meets it when it is made: how the user's frame stands in the inner one, and
/// where the inner one is drawn.
struct SpatialSide {
  Mount mount;
  SpatialPose pose;

  /// A point or direction of the world as drawn, in the inner frame.
  Vec3 point_of_world(const Vec3& p) const { return pose.turn_back(p - pose.r); }
  Vec3 direction_of_world(const Vec3& d) const { return pose.turn_back(d); }
};

}  // namespace freeplay
