// SPDX-License-Identifier: Apache-2.0
// Planar joint: a plane of body b lies in a plane of body a; it slides in it and turns about its normal.
//   Φ = (nᵀ d, xᵀ n_b, yᵀ n_b) = 0,  x and y in the plane of a, n = x × y its normal
// The free coordinates are the displacements xᵀ d and yᵀ d, and the angle about the normal.
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    kPointsParam,
    kPointParam,
    kAxisParam,
    kAxesParam,
    kWorldAxisParam,
    vector_param("direction", "x'", "-",
                 "of the first displacement, in the first body's frame; across the normal by default")};

class Planar final : public SpatialJoint {
 public:
  Planar(const VectorPair& points, const AxisFrame& axes) : s_(points), axes_(axes) {}

  int rows() const override { return 3; }
  const char* row_name(int row) const override {
    static constexpr const char* kNames[] = {"normal", "tilt_1", "tilt_2"};
    return kNames[row];
  }
  bool row_is_angle(int row) const override { return row >= 1; }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const override {
    const Vec3 x = a.turn(axes_.x), y = a.turn(axes_.y), n = cross(x, y);
    const rows::Arms arms(a, b, s_.a, s_.b);
    Phi[0] = dot(n, arms.d);
    rows::translation(arms, a, b, n, D);
    rows::tilt(x, y, b.turn(axes_.e_b), a, b, Phi + 1, D + kSpatialRow);
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const override {
    const Vec3 x = a.turn(axes_.x), y = a.turn(axes_.y);
    out[0] = rows::translation_gamma({a, b, s_.a, s_.b}, cross(x, y), va, vb);
    rows::tilt_gamma(x, y, b.turn(axes_.e_b), va, vb, out + 1);
  }
  Vec3 point(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }

  int coordinates() const override { return 3; }
  double coordinate(int i, const SpatialPose& a, const SpatialPose& b) const override {
    if (i == 2) return rows::angle(a.turn(axes_.x), a.turn(axes_.y), b.turn(axes_.z));
    return dot(direction(i, a), rows::Arms(a, b, s_.a, s_.b).d);
  }
  void coordinate_row(int i, const SpatialPose& a, const SpatialPose& b, double* row) const override {
    if (i == 2) {
      rows::put_turn(row, a, b, rows::angle_row(a.turn(axes_.x), a.turn(axes_.y), b.turn(axes_.z)));
    } else {
      rows::translation({a, b, s_.a, s_.b}, a, b, direction(i, a), row);
    }
  }
  double coordinate_gamma(int i, const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va,
                          const SpatialTwist& vb) const override {
    if (i == 2)
      return -rows::angle_second(a.turn(axes_.x), a.turn(axes_.y), b.turn(axes_.z), va.omega, vb.omega);
    return rows::translation_gamma({a, b, s_.a, s_.b}, direction(i, a), va, vb);
  }

  SpatialPicture picture(const Joint&) const override {
    SpatialPicture out = picture_about(s_, axes_);
    out.held_displacement = {false, false, true};
    out.held_turn = {true, true, false};
    out.drawing = PlateDrawing{};
    return out;
  }

 private:
  Vec3 direction(int i, const SpatialPose& a) const { return a.turn(i == 0 ? axes_.x : axes_.y); }

  VectorPair s_;
  AxisFrame axes_;
};

std::unique_ptr<SpatialJoint> make(const Parameters& given, const SpatialSide& a, const SpatialSide& b,
                                   const std::string& key, Diagnostics& problems) {
  const FrameReader reader(given, a, b, key, problems);
  const auto points = reader.points();
  const auto axes = reader.axes("direction");
  if (!points || !axes) return nullptr;
  return std::make_unique<Planar>(*points, *axes);
}

constexpr FreeCoordinate kCoordinates[] = {
    {"displacement_1", "m"}, {"displacement_2", "m"}, {"angle", "rad"}};

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_JOINT(planar) = {
    {"planar", "", "a plane of each body coincide; the axis is its normal", kParams}, make, kCoordinates};
}  // namespace entry
}  // namespace freeplay
