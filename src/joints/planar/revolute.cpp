// SPDX-License-Identifier: Apache-2.0
// Revolute joint: a point of body a and a point of body b coincide.
//   Φ = (r_b + A_b s_b) − (r_a + A_a s_a) = 0,   γ = ω_b² A_b s_b − ω_a² A_a s_a
#include "freeplay/planar_joint.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "points",
                              .symbol = "s_a, s_b",
                              .unit = "m",
                              .help = "the common point, in each body's frame",
                              .kind = ParamKind::points,
                              .optional = true},
                             FREEPLAY_WORLD_POINT("the common point")};

class Revolute final : public PlanarJoint {
 public:
  explicit Revolute(const Parameters& given)
      : sa_(given.points("points")->at(0)), sb_(given.points("points")->at(1)) {}

  int rows() const override { return 2; }
  const char* row_name(int row) const override { return row == 0 ? "x" : "y"; }

  void evaluate(const Pose& a, const Pose& b, double* Phi, double* D) const override {
    const Vec2 ra = a.turn(sa_), rb = b.turn(sb_);
    Phi[0] = (b.x + rb[0]) - (a.x + ra[0]);
    Phi[1] = (b.y + rb[1]) - (a.y + ra[1]);
    double* x = D;
    double* y = D + kPlanarRow;
    x[0] = -1, x[1] = 0, x[2] = ra[1], x[3] = 1, x[4] = 0, x[5] = -rb[1];
    y[0] = 0, y[1] = -1, y[2] = -ra[0], y[3] = 0, y[4] = 1, y[5] = rb[0];
  }

  void gamma(const Pose& a, const Pose& b, const Twist& va, const Twist& vb, double* out) const override {
    const Vec2 ra = a.turn(sa_), rb = b.turn(sb_);
    for (std::size_t i = 0; i < 2; ++i) out[i] = vb.omega * vb.omega * rb[i] - va.omega * va.omega * ra[i];
  }

  bool has_coordinate() const override { return true; }
  double coordinate(const Pose& a, const Pose& b) const override { return b.angle - a.angle; }
  void coordinate_row(const Pose&, const Pose&, double* row) const override {
    row[0] = 0, row[1] = 0, row[2] = -1, row[3] = 0, row[4] = 0, row[5] = 1;
  }

  PlanarPicture picture(const Joint& joint) const override {
    PlanarPicture out;
    out.points = {sa_, sb_};
    out.held_displacement = {true, true, false};
    out.drawing = PinDrawing{.radius = joint.bearing ? joint.bearing->radius : std::nullopt};
    return out;
  }

 private:
  Vec2 sa_, sb_;
};

std::unique_ptr<PlanarJoint> make(const Parameters& given, const Pose&, const Pose&) {
  return std::make_unique<Revolute>(given);
}

}  // namespace

namespace entry {
FREEPLAY_JOINT(revolute) = {
    {"revolute", "", "pin: two points coincide", kParams}, make, "rad", PlanarSurface::pin};
}  // namespace entry
}  // namespace freeplay
