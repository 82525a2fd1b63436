// SPDX-License-Identifier: Apache-2.0
// Revolute joint: a point and an axis of body a coincide with those of body b.
//   Φ = (d, xᵀ e_b, yᵀ e_b) = 0,  d between the two points, x and y across the axis of a   [Marques2015]
// The free coordinate is the angle about the axis.
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {kPointsParam, kPointParam, kAxisParam, kAxesParam, kWorldAxisParam};

class Revolute final : public SpatialJoint {
 public:
  Revolute(const VectorPair& points, const AxisFrame& axes) : s_(points), axes_(axes) {}

  int rows() const override { return 5; }
  const char* row_name(int row) const override {
    static constexpr const char* kNames[] = {"x", "y", "z", "tilt_1", "tilt_2"};
    return kNames[row];
  }
  bool row_is_angle(int row) const override { return row >= 3; }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const override {
    rows::coincidence({a, b, s_.a, s_.b}, a, b, s_.a, s_.b, Phi, D);
    rows::tilt(a.turn(axes_.x), a.turn(axes_.y), b.turn(axes_.e_b), a, b, Phi + 3, D + 3 * kSpatialRow);
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const override {
    rows::coincidence_gamma({a, b, s_.a, s_.b}, va, vb, out);
    rows::tilt_gamma(a.turn(axes_.x), a.turn(axes_.y), b.turn(axes_.e_b), va, vb, out + 3);
  }
  Vec3 point(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }

  int coordinates() const override { return 1; }
  double coordinate(int, const SpatialPose& a, const SpatialPose& b) const override {
    return rows::angle(a.turn(axes_.x), a.turn(axes_.y), b.turn(axes_.z));
  }
  void coordinate_row(int, const SpatialPose& a, const SpatialPose& b, double* row) const override {
    rows::put_turn(row, a, b, rows::angle_row(a.turn(axes_.x), a.turn(axes_.y), b.turn(axes_.z)));
  }
  double coordinate_gamma(int, const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va,
                          const SpatialTwist& vb) const override {
    return -rows::angle_second(a.turn(axes_.x), a.turn(axes_.y), b.turn(axes_.z), va.omega, vb.omega);
  }

  SpatialPicture picture(const Joint& joint) const override {
    SpatialPicture out = picture_about(s_, axes_);
    out.held_displacement = {true, true, true};
    out.held_turn = {true, true, false};
    const Bearing bearing = joint.bearing.value_or(Bearing{});
    out.drawing = PinDrawing{.radius = bearing.radius, .length = bearing.length};
    return out;
  }

 private:
  VectorPair s_;
  AxisFrame axes_;
};

constexpr FreeCoordinate kCoordinates[] = {{"angle", "rad"}};

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_JOINT(revolute) = {
    {"revolute", "Marques2015", "hinge: a point and an axis coincide", kParams},
    make_about_axis<Revolute>,
    kCoordinates,
    SpatialSurface::pin};
}  // namespace entry
}  // namespace freeplay
