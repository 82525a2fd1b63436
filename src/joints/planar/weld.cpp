// SPDX-License-Identifier: Apache-2.0
// Weld: two bodies move as one, as drawn in the file.
//   Φ = ((r_b + A_b s_b) − (r_a + A_a s_a), θ_b − θ_a − α) = 0
#include "freeplay/planar_joint.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "points",
     .symbol = "s_a, s_b",
     .unit = "m",
     .help = "a common point, in each body's frame; by default the bodies are joined as drawn",
     .kind = ParamKind::points,
     .optional = true},
    FREEPLAY_WORLD_POINT("a common point")};

class Weld final : public PlanarJoint {
 public:
  Weld(const Parameters& given, const Pose& a, const Pose& b) : alpha_(b.angle - a.angle) {
    if (const auto points = given.points("points")) {
      sa_ = points->at(0), sb_ = points->at(1);
    } else {  // b's centre as seen from a
      const Vec2 d = b.centre() - a.centre();
      sa_ = {a.c * d[0] + a.s * d[1], -a.s * d[0] + a.c * d[1]};
    }
  }

  int rows() const override { return 3; }
  const char* row_name(int row) const override { return row == 0 ? "x" : row == 1 ? "y" : "angle"; }
  bool row_is_angle(int row) const override { return row == 2; }

  void evaluate(const Pose& a, const Pose& b, double* Phi, double* D) const override {
    const Vec2 ra = a.turn(sa_), rb = b.turn(sb_);
    Phi[0] = (b.x + rb[0]) - (a.x + ra[0]);
    Phi[1] = (b.y + rb[1]) - (a.y + ra[1]);
    Phi[2] = b.angle - a.angle - alpha_;
    double* x = D;
    double* y = D + kPlanarRow;
    double* turn = D + 2 * kPlanarRow;
    x[0] = -1, x[1] = 0, x[2] = ra[1], x[3] = 1, x[4] = 0, x[5] = -rb[1];
    y[0] = 0, y[1] = -1, y[2] = -ra[0], y[3] = 0, y[4] = 1, y[5] = rb[0];
    turn[0] = 0, turn[1] = 0, turn[2] = -1, turn[3] = 0, turn[4] = 0, turn[5] = 1;
  }

  void gamma(const Pose& a, const Pose& b, const Twist& va, const Twist& vb, double* out) const override {
    const Vec2 ra = a.turn(sa_), rb = b.turn(sb_);
    for (std::size_t i = 0; i < 2; ++i) out[i] = vb.omega * vb.omega * rb[i] - va.omega * va.omega * ra[i];
    out[2] = 0;
  }

  PlanarPicture picture(const Joint& joint) const override {
    PlanarPicture out;
    out.points = {sa_, sb_};
    const bool given = joint.values.count("points") > 0 || joint.values.count("point") > 0;
    out.on_body = {given, given};
    out.x[1] = {std::cos(alpha_), -std::sin(alpha_)};
    out.held_displacement = {true, true, false};
    out.held_turn[2] = true;
    return out;
  }

 private:
  Vec2 sa_{0, 0}, sb_{0, 0};
  double alpha_;
};

std::unique_ptr<PlanarJoint> make(const Parameters& given, const Pose& a, const Pose& b) {
  return std::make_unique<Weld>(given, a, b);
}

}  // namespace

namespace entry {
FREEPLAY_JOINT(weld) = {
    {"weld", "", "two bodies joined as drawn", kParams}, make, "", PlanarSurface::none, "points"};
}  // namespace entry
}  // namespace freeplay
