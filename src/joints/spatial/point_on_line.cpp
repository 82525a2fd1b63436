// SPDX-License-Identifier: Apache-2.0
// Point on a line: a point of body b stays on a line of body a; b may turn as it likes.
//   Φ = (xᵀ d, yᵀ d) = 0,  x and y across the line
// The free coordinate is the displacement eᵀ d along the line.
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    kPointsParam, kPointParam,
    vector_param("axis", "e'", "-", "direction of the line in the first body's frame"),
    vector_param("world_axis", "", "-", "direction of the line in the world as drawn, instead of axis")};

class PointOnLine final : public SpatialJoint {
 public:
  PointOnLine(const VectorPair& points, const Vec3& e, const std::array<Vec3, 2>& across)
      : s_(points), e_(e), across_(across) {}

  int rows() const override { return 2; }
  const char* row_name(int row) const override { return row == 0 ? "normal_1" : "normal_2"; }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const override {
    const rows::Arms arms(a, b, s_.a, s_.b);
    for (std::size_t k = 0; k < 2; ++k) {
      const Vec3 across = a.turn(across_[k]);
      Phi[k] = dot(across, arms.d);
      rows::translation(arms, a, b, across, D + kSpatialRow * k);
    }
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const override {
    const Vec3 second = a.turn_back(rows::seen_from_a(rows::Arms(a, b, s_.a, s_.b), va, vb));
    for (std::size_t k = 0; k < 2; ++k) out[k] = -dot(across_[k], second);
  }
  Vec3 point(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }

  int coordinates() const override { return 1; }
  double coordinate(int, const SpatialPose& a, const SpatialPose& b) const override {
    return dot(a.turn(e_), rows::Arms(a, b, s_.a, s_.b).d);
  }
  void coordinate_row(int, const SpatialPose& a, const SpatialPose& b, double* row) const override {
    rows::translation({a, b, s_.a, s_.b}, a, b, a.turn(e_), row);
  }
  double coordinate_gamma(int, const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va,
                          const SpatialTwist& vb) const override {
    return rows::translation_gamma({a, b, s_.a, s_.b}, a.turn(e_), va, vb);
  }

  SpatialPicture picture(const Joint&) const override {
    SpatialPicture out;
    out.points = {s_.a, s_.b};
    out.axes_a = columns(across_[0], across_[1], e_);
    out.held_displacement = {true, true, false};
    out.drawing = BarDrawing{};
    return out;
  }

 private:
  VectorPair s_;
  Vec3 e_;
  std::array<Vec3, 2> across_;
};

std::unique_ptr<SpatialJoint> make(const Parameters& given, const SpatialSide& a, const SpatialSide& b,
                                   const std::string& key, Diagnostics& problems) {
  const FrameReader reader(given, a, b, key, problems);
  const auto points = reader.points();
  const auto e = reader.direction_of_a("the direction of the line");
  if (!points || !e) return nullptr;
  return std::make_unique<PointOnLine>(*points, *e, reader.across(*e));
}

constexpr FreeCoordinate kCoordinates[] = {{"displacement", "m"}};

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_JOINT(point_on_line) = {
    {"point_on_line", "", "a point of the second body on a line of the first", kParams}, make, kCoordinates};
}  // namespace entry
}  // namespace freeplay
