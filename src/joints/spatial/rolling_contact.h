// SPDX-License-Identifier: Apache-2.0
// Rolling without slip on a plane of body a, what a disc and a sphere have in common. With the contact at x,
//   Φ_1 = nᵀ (x − p) = 0,   kᵀ (v_b(x) − v_a(x)) = 0 for k = t1, t2 in the plane     [Marques2015, Fig. 2.3]
// the second and third at velocity level only: they have no Φ. x is where the surface of b is lowest over the
// plane, so that it moves along the surface at right angles to n, and Φ̇_1 is the same expression with k = n.
#pragma once

#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {

inline constexpr Param kRollingCentre =
    vector_param("centre", "s_b", "m", "its centre in the second body's frame; the origin by default");
inline constexpr Param kRollingRadius{.key = "radius",
                                      .symbol = "R",
                                      .unit = "m",
                                      .fallback = kRequired,
                                      .low = 0,
                                      .high = kInfinity,
                                      .help = "of the rolling surface",
                                      .open_low = true};
inline constexpr Param kRollingPlane =
    vector_param("plane", "p", "m", "a point of the plane in the first body's frame; the origin by default");
inline constexpr Param kRollingAxis =
    vector_param("axis", "n'", "-", "normal of the plane in the first body's frame, towards the second body",
                 ParamKind::vector, false);

class RollingContact : public SpatialJoint {
 public:
  /// In inner frames: p and n of the plane, t1 and t2 in it, s the centre.
  struct Place {
    Vec3 p, n, t1, t2, s;
    double radius;
  };
  explicit RollingContact(const Place& place) : place_(place) {}

  int rows() const final { return 3; }
  const char* row_name(int row) const final {
    static constexpr const char* kNames[] = {"normal", "roll_1", "roll_2"};
    return kNames[row];
  }
  bool row_is_holonomic(int row) const final { return row == 0; }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const final {
    const Vec3 n = a.turn(place_.n);
    const Vec3 rb = b.turn(place_.s) + lowest(n, b), ra = b.r + rb - a.r;
    Phi[0] = dot(n, ra - a.turn(place_.p)), Phi[1] = 0, Phi[2] = 0;
    const Vec3 k[3] = {n, a.turn(place_.t1), a.turn(place_.t2)};
    for (std::size_t i = 0; i < 3; ++i)
      rows::put(D + kSpatialRow * i, a, b, k[i], cross(k[i], ra), cross(rb, k[i]));
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const final {
    const Vec3 n = a.turn(place_.n), arm = b.turn(place_.s);
    const Vec3 rb = arm + lowest(n, b), ra = b.r + rb - a.r;
    const Vec3 drb = cross(vb.omega, arm) + lowest_rate(n, b, va.omega, vb.omega);
    const Vec3 slip = vb.at(rb) - va.at(ra);
    const Vec3 dslip = cross(vb.omega, drb) - cross(va.omega, vb.v + drb - va.v);
    const Vec3 k[3] = {n, a.turn(place_.t1), a.turn(place_.t2)};
    for (std::size_t i = 0; i < 3; ++i) out[i] = -dot(cross(va.omega, k[i]), slip) - dot(k[i], dslip);
  }
  Vec3 point(const SpatialPose& a, const SpatialPose& b) const final {
    return b.point(place_.s) + lowest(a.turn(place_.n), b);
  }

  /// Where the centre is over the plane.
  int coordinates() const final { return 2; }
  double coordinate(int i, const SpatialPose& a, const SpatialPose& b) const final {
    return dot(direction(i, a), rows::Arms(a, b, place_.p, place_.s).d);
  }
  void coordinate_row(int i, const SpatialPose& a, const SpatialPose& b, double* row) const final {
    rows::translation({a, b, place_.p, place_.s}, a, b, direction(i, a), row);
  }
  double coordinate_gamma(int i, const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va,
                          const SpatialTwist& vb) const final {
    return rows::translation_gamma({a, b, place_.p, place_.s}, direction(i, a), va, vb);
  }

  SpatialPicture picture(const Joint&) const final {
    SpatialPicture out;
    out.points = {place_.p, place_.s};
    out.on_body = {false, true};
    out.axes_a = columns(place_.t1, place_.t2, place_.n);
    out.drawing = WheelDrawing{place_.radius, axle()};
    return out;
  }

 protected:
  double radius() const { return place_.radius; }

 private:
  /// From the centre to the lowest point of the surface over a plane with normal n, world axes.
  virtual Vec3 lowest(const Vec3& n, const SpatialPose& b) const = 0;
  /// Its rate when a and b turn.
  virtual Vec3 lowest_rate(const Vec3& n, const SpatialPose& b, const Vec3& omega_a,
                           const Vec3& omega_b) const = 0;
  /// Of a disc, in body b.
  virtual std::optional<Vec3> axle() const { return std::nullopt; }
  Vec3 direction(int i, const SpatialPose& a) const { return a.turn(i == 0 ? place_.t1 : place_.t2); }

  Place place_;
};

/// Those four; nothing after an error.
std::optional<RollingContact::Place> read_rolling(const FrameReader& reader, const Parameters& given,
                                                  const SpatialSide& a, const SpatialSide& b);

}  // namespace freeplay
