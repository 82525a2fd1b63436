// SPDX-License-Identifier: Apache-2.0
// Distance joint: a massless rod between a point of body a and a point of body b.
//   d = (r_b + A_b s_b) − (r_a + A_a s_a),   Φ = (dᵀd − L²) / (2 L) = 0
// Divided by 2L so that the row is a length and its multiplier the force in the rod.
#include "freeplay/planar_joint.h"

#include "joints/planar/arms.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "points",
                              .symbol = "s_a, s_b",
                              .unit = "m",
                              .help = "the rod's ends, in each body's frame",
                              .kind = ParamKind::points},
                             {.key = "length",
                              .symbol = "L",
                              .unit = "m",
                              .fallback = 0,
                              .low = 0,
                              .help = "of the rod; as drawn by default",
                              .optional = true,
                              .open_low = true}};

class Distance final : public PlanarJoint {
 public:
  Distance(const Parameters& given, const Pose& a, const Pose& b)
      : sa_(given.points("points")->at(0)), sb_(given.points("points")->at(1)) {
    length_ = given.given("length") ? given.number("length") : norm(b.point(sb_) - a.point(sa_));
  }

  int rows() const override { return 1; }
  const char* row_name(int) const override { return "distance"; }

  void evaluate(const Pose& a, const Pose& b, double* Phi, double* D) const override {
    const PlanarArms arms(a, b, sa_, sb_);
    const Vec2 e = (1 / length_) * arms.d;
    Phi[0] = 0.5 * (dot(arms.d, e) - length_);
    D[0] = -e[0], D[1] = -e[1], D[2] = -cross(arms.ra, e);
    D[3] = e[0], D[4] = e[1], D[5] = cross(arms.rb, e);
  }

  void gamma(const Pose& a, const Pose& b, const Twist& va, const Twist& vb, double* out) const override {
    const PlanarArms arms(a, b, sa_, sb_);
    const Vec2 v = arms.rate(va, vb);
    const Vec2 centripetal = vb.omega * vb.omega * arms.rb - va.omega * va.omega * arms.ra;
    out[0] = (dot(arms.d, centripetal) - dot(v, v)) / length_;
  }

  PlanarPicture picture(const Joint&) const override {
    PlanarPicture out;
    out.points = {sa_, sb_};
    out.holds_distance = true;
    out.drawing = RodDrawing{};
    return out;
  }

 private:
  Vec2 sa_, sb_;
  double length_;
};

std::unique_ptr<PlanarJoint> make(const Parameters& given, const Pose& a, const Pose& b) {
  return std::make_unique<Distance>(given, a, b);
}

void check_drawn(const Parameters& given, const Pose& a, const Pose& b, const std::string& key,
                 Diagnostics& problems) {
  const auto& points = *given.points("points");
  if (norm(b.point(points[1]) - a.point(points[0])) != 0) return;
  problems.error(given.where("length"), key, "its two points coincide as drawn, so its length would be zero",
                 "give `length`, or use a revolute joint");
}

}  // namespace

namespace entry {
FREEPLAY_JOINT(distance) = {{"distance", "", "massless rod between two points", kParams},
                            make,
                            "",
                            PlanarSurface::none,
                            "length",
                            check_drawn};
}  // namespace entry
}  // namespace freeplay
