// SPDX-License-Identifier: Apache-2.0
// Weld: two bodies move as one, turned against each other as drawn.
//   Φ = (d, 2 e_v) = 0,  e_v of the Euler parameters of the turn of b against its orientation as drawn, in
//   the axes of a's frame
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {kPointsParam, kPointParam};

class Weld final : public SpatialJoint {
 public:
  /// The columns of F are the axes of a's frame in its inner one; those of C the same in b's, as drawn.
  Weld(const VectorPair& points, const Mat3& F, const Mat3& C) : s_(points), F_(F), C_(C) {}

  int rows() const override { return 6; }
  const char* row_name(int row) const override {
    static constexpr const char* kNames[] = {"x", "y", "z", "turn_x", "turn_y", "turn_z"};
    return kNames[row];
  }
  bool row_is_angle(int row) const override { return row >= 3; }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const override {
    rows::coincidence({a, b, s_.a, s_.b}, a, b, s_.a, s_.b, Phi, D);
    rows::orientation(a.A * F_, b.A * C_, F_, C_, Phi + 3, D + 3 * kSpatialRow);
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const override {
    rows::coincidence_gamma({a, b, s_.a, s_.b}, va, vb, out);
    rows::orientation_gamma(a.A * F_, b.A * C_, va, vb, out + 3);
  }
  Vec3 point(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }

  SpatialPicture picture(const Joint&) const override {
    SpatialPicture out;
    out.points = {s_.a, s_.b};
    out.axes_a = F_, out.axes_b = C_;
    out.held_displacement = out.held_turn = {true, true, true};
    return out;
  }

 private:
  VectorPair s_;
  Mat3 F_, C_;
};

std::unique_ptr<SpatialJoint> make(const Parameters& given, const SpatialSide& a, const SpatialSide& b,
                                   const std::string& key, Diagnostics& problems) {
  const auto points = FrameReader(given, a, b, key, problems).points_or_drawn();
  if (!points) return nullptr;
  const Mat3 F = a.mount.axes.transpose();
  return std::make_unique<Weld>(*points, F, b.pose.A.transpose() * (a.pose.A * F));
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_JOINT(weld) = {{"weld", "", "two bodies joined as drawn", kParams}, make};
}  // namespace entry
}  // namespace freeplay
