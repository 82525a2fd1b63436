// SPDX-License-Identifier: Apache-2.0
// Translational joint: body b slides along a line of body a without turning.
//   Φ = (xᵀ d, yᵀ d, 2 e_v) = 0,  x and y across the axis of a, e_v of the Euler parameters of the turn of b
//   against its orientation as drawn, in axes x, y and e of a                     [Marques2015, section 2.2]
// Where `axes` says that the two directions do not agree as drawn, b is first turned the shortest way.
// The free coordinate is the displacement eᵀ d.
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
                 "of the slider's height, in the first body's frame; across the axis by default")};

class Translational final : public SpatialJoint {
 public:
  /// The columns of F are x, y, e in a's inner frame; those of C are the same directions in b's, as drawn.
  Translational(const VectorPair& points, const Mat3& F, const Mat3& C) : s_(points), F_(F), C_(C) {}

  int rows() const override { return 5; }
  const char* row_name(int row) const override {
    static constexpr const char* kNames[] = {"normal_1", "normal_2", "turn_1", "turn_2", "turn_axis"};
    return kNames[row];
  }
  bool row_is_angle(int row) const override { return row >= 2; }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const override {
    const Mat3 P = a.A * F_;
    const rows::Arms arms(a, b, s_.a, s_.b);
    for (int k = 0; k < 2; ++k) {
      const Vec3 across = P.column(k);
      Phi[k] = dot(across, arms.d);
      rows::translation(arms, a, b, across, D + kSpatialRow * k);
    }
    rows::orientation(P, b.A * C_, F_, C_, Phi + 2, D + 2 * kSpatialRow);
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const override {
    const Mat3 P = a.A * F_;
    const Vec3 second = rows::seen_from_a(rows::Arms(a, b, s_.a, s_.b), va, vb);
    for (int k = 0; k < 2; ++k) out[k] = -dot(P.column(k), second);
    rows::orientation_gamma(P, b.A * C_, va, vb, out + 2);
  }
  Vec3 point(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }

  int coordinates() const override { return 1; }
  double coordinate(int, const SpatialPose& a, const SpatialPose& b) const override {
    return dot(a.turn(F_.column(2)), rows::Arms(a, b, s_.a, s_.b).d);
  }
  void coordinate_row(int, const SpatialPose& a, const SpatialPose& b, double* row) const override {
    rows::translation({a, b, s_.a, s_.b}, a, b, a.turn(F_.column(2)), row);
  }
  double coordinate_gamma(int, const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va,
                          const SpatialTwist& vb) const override {
    return rows::translation_gamma({a, b, s_.a, s_.b}, a.turn(F_.column(2)), va, vb);
  }

  SpatialPicture picture(const Joint& joint) const override {
    const auto along_x = [](const Mat3& A) { return columns(A.column(2), A.column(0), A.column(1)); };
    const Bearing bearing = joint.bearing.value_or(Bearing{});
    SpatialPicture out;
    out.points = {s_.a, s_.b};
    out.axes_a = along_x(F_), out.axes_b = along_x(C_);
    out.held_displacement = {false, true, true};
    out.held_turn = {true, true, true};
    SliderDrawing slider{.length = bearing.length, .height = bearing.height, .width = bearing.width};
    if (bearing.guide) slider.on_rod = *bearing.guide == "inside";
    out.drawing = slider;
    return out;
  }

 private:
  VectorPair s_;
  Mat3 F_, C_;
};

std::unique_ptr<SpatialJoint> make(const Parameters& given, const SpatialSide& a, const SpatialSide& b,
                                   const std::string& key, Diagnostics& problems) {
  const FrameReader reader(given, a, b, key, problems);
  const auto points = reader.points_or_drawn();
  const auto axes = reader.axes("direction");
  if (!points || !axes) return nullptr;
  const Mat3 F = columns(axes->x, axes->y, axes->e);
  const Mat3 C = FrameReader::aligned(a, b, axes->e, axes->e_b).transpose() * (a.pose.A * F);
  return std::make_unique<Translational>(*points, F, C);
}

constexpr FreeCoordinate kCoordinates[] = {{"displacement", "m"}};

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_JOINT(translational) = {
    {"translational", "Marques2015", "slider in a guide: one direction of sliding, no rotation", kParams},
    make,
    kCoordinates,
    SpatialSurface::slider};
}  // namespace entry
}  // namespace freeplay
