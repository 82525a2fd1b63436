// SPDX-License-Identifier: Apache-2.0
// What the rows of spatial joints are made of. World axes throughout; ω̇ = A ω̇', so that u̇ = 0 means constant
// v and ω, and −γ is the second derivative of a row at constant v and ω.
//
//   r_a = A_a s_a, r_b = A_b s_b, d = (R_b + r_b) − (R_a + r_a)         arms and distance of two points
//   coincidence   Φ = d,        rows e_k
//   translation   Φ = kᵀ d,     k fixed in a: the force k acts on b and −k on a, at the point of b
//   product       Φ = pᵀ e,     p fixed in a, e fixed in b: Φ̇ = (e × p)ᵀ (ω_b − ω_a)
//   angle         φ = atan2(yᵀ z, xᵀ z),  x, y fixed in one body, z in the other
//   orientation   Φ = 2 (e1, e2, e3) of the Euler parameters of b's frame in a's frame: the rotation vector
//                 but for its third order, without another zero, regular up to half a turn
#pragma once

#include "base/index.h"
#include "freeplay/spatial_joint.h"

namespace freeplay::rows {

/// kᵀ (v_b − v_a) + w_aᵀ ω_a + w_bᵀ ω_b as twelve numbers.
inline void put(double* row, const SpatialPose& a, const SpatialPose& b, const Vec3& k, const Vec3& w_a,
                const Vec3& w_b) {
  const Vec3 inner_a = a.turn_back(w_a), inner_b = b.turn_back(w_b);
  for (std::size_t i = 0; i < 3; ++i) {
    row[i] = -k[i], row[3 + i] = inner_a[i];
    row[6 + i] = k[i], row[9 + i] = inner_b[i];
  }
}

/// wᵀ (ω_b − ω_a) as twelve numbers.
inline void put_turn(double* row, const SpatialPose& a, const SpatialPose& b, const Vec3& w) {
  const Vec3 inner_a = a.turn_back(w), inner_b = b.turn_back(w);
  for (std::size_t i = 0; i < 3; ++i) {
    row[i] = 0, row[3 + i] = -inner_a[i];
    row[6 + i] = 0, row[9 + i] = inner_b[i];
  }
}

/// A point of each body.
struct Arms {
  Vec3 ra, rb;  ///< from the centres, in world axes
  Vec3 d;       ///< from the point of a to that of b

  Arms(const SpatialPose& a, const SpatialPose& b, const Vec3& sa, const Vec3& sb)
      : ra(a.turn(sa)), rb(b.turn(sb)), d((b.r + rb) - (a.r + ra)) {}

  /// d̈ at constant v and ω.
  Vec3 second(const SpatialTwist& va, const SpatialTwist& vb) const {
    return cross(vb.omega, cross(vb.omega, rb)) - cross(va.omega, cross(va.omega, ra));
  }
  /// ḋ.
  Vec3 rate(const SpatialTwist& va, const SpatialTwist& vb) const { return vb.at(rb) - va.at(ra); }
};

/// e_k × r_a and r_b × e_k in inner axes: Aᵀ e_k, the k-th row of A, takes the place of e_k and s that of r.
inline void coincidence(const Arms& arms, const SpatialPose& a, const SpatialPose& b, const Vec3& sa,
                        const Vec3& sb, double* Phi, double* D) {
  for (std::size_t k = 0; k < 3; ++k) {
    Phi[k] = arms.d[k];
    const double *row_a = a.A.a.data() + 3 * k, *row_b = b.A.a.data() + 3 * k;
    const Vec3 inner_a = cross({row_a[0], row_a[1], row_a[2]}, sa);
    const Vec3 inner_b = cross(sb, {row_b[0], row_b[1], row_b[2]});
    double* row = D + kSpatialRow * k;
    for (std::size_t i = 0; i < 3; ++i) {
      row[i] = i == k ? -1 : 0, row[3 + i] = inner_a[i];
      row[6 + i] = i == k ? 1 : 0, row[9 + i] = inner_b[i];
    }
  }
}
inline void coincidence_gamma(const Arms& arms, const SpatialTwist& va, const SpatialTwist& vb, double* out) {
  const Vec3 second = arms.second(va, vb);
  for (std::size_t k = 0; k < 3; ++k) out[k] = -second[k];
}

/// Row of kᵀ d.
inline void translation(const Arms& arms, const SpatialPose& a, const SpatialPose& b, const Vec3& k,
                        double* row) {
  put(row, a, b, k, cross(k, arms.ra + arms.d), cross(arms.rb, k));
}
/// γ of kᵀ d is −kᵀ of this: the acceleration of b's point as seen from a, at constant v and ω.
inline Vec3 seen_from_a(const Arms& arms, const SpatialTwist& va, const SpatialTwist& vb) {
  const Vec3& omega = va.omega;
  return arms.second(va, vb) + cross(omega, cross(omega, arms.d) - 2 * arms.rate(va, vb));
}
inline double translation_gamma(const Arms& arms, const Vec3& k, const SpatialTwist& va,
                                const SpatialTwist& vb) {
  return -dot(k, seen_from_a(arms, va, vb));
}

/// pᵀ e for the directions x and y across the axis of a: e stands along that axis.
inline void tilt(const Vec3& x, const Vec3& y, const Vec3& e, const SpatialPose& a, const SpatialPose& b,
                 double* Phi, double* D) {
  Phi[0] = dot(x, e), Phi[1] = dot(y, e);
  put_turn(D, a, b, cross(e, x));
  put_turn(D + kSpatialRow, a, b, cross(e, y));
}
/// γ of pᵀ e is −pᵀ of this: the second derivative of e as seen from a.
inline Vec3 seen_from_a(const Vec3& e, const SpatialTwist& va, const SpatialTwist& vb) {
  const Vec3 rel = vb.omega - va.omega;
  return cross(rel, cross(vb.omega, e)) + cross(cross(rel, e), va.omega);
}
inline void tilt_gamma(const Vec3& x, const Vec3& y, const Vec3& e, const SpatialTwist& va,
                       const SpatialTwist& vb, double* out) {
  const Vec3 second = seen_from_a(e, va, vb);
  out[0] = -dot(x, second), out[1] = -dot(y, second);
}

inline double angle(const Vec3& x, const Vec3& y, const Vec3& z) { return std::atan2(dot(y, z), dot(x, z)); }
/// w of φ̇ = wᵀ (ω_z − ω_xy); the axis itself when z is at right angles to it.
inline Vec3 angle_row(const Vec3& x, const Vec3& y, const Vec3& z) {
  const double c = dot(x, z), s = dot(y, z);
  return (1 / (c * c + s * s)) * cross(z, c * y - s * x);
}
/// φ̈ at constant ω.
inline double angle_second(const Vec3& x, const Vec3& y, const Vec3& z, const Vec3& omega_xy,
                           const Vec3& omega_z) {
  const Vec3 dx = cross(omega_xy, x), dy = cross(omega_xy, y), dz = cross(omega_z, z);
  const Vec3 ddx = cross(omega_xy, dx), ddy = cross(omega_xy, dy), ddz = cross(omega_z, dz);
  const double c = dot(x, z), s = dot(y, z);
  const double dc = dot(dx, z) + dot(x, dz), ds = dot(dy, z) + dot(y, dz);
  const double ddc = dot(ddx, z) + 2 * dot(dx, dz) + dot(x, ddz);
  const double dds = dot(ddy, z) + 2 * dot(dy, dz) + dot(y, ddz);
  const double rho = c * c + s * s;
  return (c * dds - s * ddc - 2 * (c * ds - s * dc) * (c * dc + s * ds) / rho) / rho;
}

/// Euler parameters of b's frame (columns B) in a's frame (columns P), w ≥ 0.
inline Quat relative(const Mat3& P, const Mat3& B) {
  const Mat3 E = P.transpose() * B;
  const double trace = E(0, 0) + E(1, 1) + E(2, 2);
  if (trace <= 0) return quaternion(E);
  const double w = 0.5 * std::sqrt(1 + trace), k = 0.25 / w;
  return {w, k * (E(2, 1) - E(1, 2)), k * (E(0, 2) - E(2, 0)), k * (E(1, 0) - E(0, 1))};
}
/// 2 ė_v = e0 ω + ω × e_v with the relative angular velocity ω in axes P, and e0 ω − ω × e_v with ω in axes
/// B. The columns of F and C are those of P and B in the inner frames.
inline void orientation(const Mat3& P, const Mat3& B, const Mat3& F, const Mat3& C, double* Phi, double* D) {
  const Quat e = relative(P, B);
  const Vec3 v{e[1], e[2], e[3]}, in_a = F * v, in_b = C * v;
  for (int k = 0; k < 3; ++k) {
    Phi[k] = 2 * e[idx(k) + 1];
    const Vec3 axis_a = F.column(k), axis_b = C.column(k);
    const Vec3 w_a = e[0] * axis_a + cross(in_a, axis_a), w_b = e[0] * axis_b - cross(in_b, axis_b);
    double* row = D + kSpatialRow * k;
    for (std::size_t i = 0; i < 3; ++i) {
      row[i] = 0, row[3 + i] = -w_a[i];
      row[6 + i] = 0, row[9 + i] = w_b[i];
    }
  }
}
inline void orientation_gamma(const Mat3& P, const Mat3& B, const SpatialTwist& va, const SpatialTwist& vb,
                              double* out) {
  const Quat e = relative(P, B);
  const Vec3 v{e[1], e[2], e[3]}, rel = vb.omega - va.omega;
  const Vec3 omega = P.transposed(rel), turn = P.transposed(cross(rel, va.omega));  // ω and ω̇ in axes P
  const Vec3 second = e[0] * turn + cross(turn, v) - 0.5 * dot(omega, v) * omega +
                      0.5 * cross(omega, e[0] * omega + cross(omega, v));
  for (std::size_t k = 0; k < 3; ++k) out[k] = -second[k];
}

}  // namespace freeplay::rows
