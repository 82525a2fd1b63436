// SPDX-License-Identifier: Apache-2.0
// Distance joint: a massless rod with ball joints between a point of body a and a point of body b.
//   Φ = (dᵀd − L²) / (2 L) = 0
// Divided by 2L so that the row is a length and its multiplier the force in the rod.
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "points",
                              .symbol = "s_a, s_b",
                              .unit = "m",
                              .help = "the rod's ends, in each body's frame",
                              .kind = ParamKind::vectors},
                             {.key = "length",
                              .symbol = "L",
                              .unit = "m",
                              .fallback = 0,
                              .low = 0,
                              .help = "of the rod; as drawn by default",
                              .optional = true,
                              .open_low = true}};

class Distance final : public SpatialJoint {
 public:
  Distance(const VectorPair& points, double length) : s_(points), length_(length) {}

  int rows() const override { return 1; }
  const char* row_name(int) const override { return "distance"; }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const override {
    const rows::Arms arms(a, b, s_.a, s_.b);
    const Vec3 e = (1 / length_) * arms.d;
    Phi[0] = 0.5 * (dot(arms.d, e) - length_);
    rows::put(D, a, b, e, cross(e, arms.ra), cross(arms.rb, e));
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const override {
    const rows::Arms arms(a, b, s_.a, s_.b);
    const Vec3 v = arms.rate(va, vb);
    out[0] = -(dot(arms.d, arms.second(va, vb)) + dot(v, v)) / length_;
  }
  Vec3 point(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }

  SpatialPicture picture(const Joint&) const override {
    SpatialPicture out;
    out.points = {s_.a, s_.b};
    out.holds_distance = true;
    out.drawing = RodDrawing{};
    return out;
  }

 private:
  VectorPair s_;
  double length_;
};

std::unique_ptr<SpatialJoint> make(const Parameters& given, const SpatialSide& a, const SpatialSide& b,
                                   const std::string& key, Diagnostics& problems) {
  const auto& points = *given.vectors("points");
  const VectorPair s{a.mount.point(points[0]), b.mount.point(points[1])};
  const double drawn = norm(b.pose.point(s.b) - a.pose.point(s.a));
  if (drawn == 0) {
    FrameReader(given, a, b, key, problems)
        .error("points", "the rod's ends coincide as drawn: it has no direction",
               "draw the bodies apart; two points that coincide are a spherical joint");
    return nullptr;
  }
  return std::make_unique<Distance>(s, given.given("length") ? given.number("length") : drawn);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_JOINT(distance) = {{"distance", "", "massless rod between two points", kParams}, make};
}  // namespace entry
}  // namespace freeplay
