// SPDX-License-Identifier: Apache-2.0
// Cylindrical joint: a line of body b lies on a line of body a; it slides along it and turns about it.
//   Φ = (xᵀ d, yᵀ d, xᵀ e_b, yᵀ e_b) = 0,  x and y across the axis of a
// The free coordinates are the angle about the axis and the displacement eᵀ d along it.
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {kPointsParam, kPointParam, kAxisParam, kAxesParam, kWorldAxisParam};

class Cylindrical final : public SpatialJoint {
 public:
  Cylindrical(const VectorPair& points, const AxisFrame& axes) : s_(points), axes_(axes) {}

  int rows() const override { return 4; }
  const char* row_name(int row) const override {
    static constexpr const char* kNames[] = {"normal_1", "normal_2", "tilt_1", "tilt_2"};
    return kNames[row];
  }
  bool row_is_angle(int row) const override { return row >= 2; }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const override {
    const Vec3 x = a.turn(axes_.x), y = a.turn(axes_.y);
    const rows::Arms arms(a, b, s_.a, s_.b);
    Phi[0] = dot(x, arms.d), Phi[1] = dot(y, arms.d);
    rows::translation(arms, a, b, x, D);
    rows::translation(arms, a, b, y, D + kSpatialRow);
    rows::tilt(x, y, b.turn(axes_.e_b), a, b, Phi + 2, D + 2 * kSpatialRow);
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const override {
    const Vec3 x = a.turn(axes_.x), y = a.turn(axes_.y);
    const rows::Arms arms(a, b, s_.a, s_.b);
    const Vec3 second = rows::seen_from_a(arms, va, vb);
    out[0] = -dot(x, second), out[1] = -dot(y, second);
    rows::tilt_gamma(x, y, b.turn(axes_.e_b), va, vb, out + 2);
  }
  Vec3 point(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }

  int coordinates() const override { return 2; }
  double coordinate(int i, const SpatialPose& a, const SpatialPose& b) const override {
    if (i == 0) return rows::angle(a.turn(axes_.x), a.turn(axes_.y), b.turn(axes_.z));
    return dot(a.turn(axes_.e), rows::Arms(a, b, s_.a, s_.b).d);
  }
  void coordinate_row(int i, const SpatialPose& a, const SpatialPose& b, double* row) const override {
    if (i == 0) {
      rows::put_turn(row, a, b, rows::angle_row(a.turn(axes_.x), a.turn(axes_.y), b.turn(axes_.z)));
    } else {
      rows::translation({a, b, s_.a, s_.b}, a, b, a.turn(axes_.e), row);
    }
  }
  double coordinate_gamma(int i, const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va,
                          const SpatialTwist& vb) const override {
    if (i == 0)
      return -rows::angle_second(a.turn(axes_.x), a.turn(axes_.y), b.turn(axes_.z), va.omega, vb.omega);
    return rows::translation_gamma({a, b, s_.a, s_.b}, a.turn(axes_.e), va, vb);
  }

  SpatialPicture picture(const Joint& joint) const override {
    SpatialPicture out = picture_about(s_, axes_);
    out.held_displacement = {true, true, false};
    out.held_turn = {true, true, false};
    const Bearing bearing = joint.bearing.value_or(Bearing{});
    out.drawing = PinDrawing{.radius = bearing.radius, .length = bearing.length, .slides = true};
    return out;
  }

 private:
  VectorPair s_;
  AxisFrame axes_;
};

constexpr FreeCoordinate kCoordinates[] = {{"angle", "rad"}, {"displacement", "m"}};

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_JOINT(cylindrical) = {
    {"cylindrical", "", "a shaft that turns in a sleeve and slides along it", kParams},
    make_about_axis<Cylindrical>,
    kCoordinates,
    SpatialSurface::sleeve};
}  // namespace entry
}  // namespace freeplay
