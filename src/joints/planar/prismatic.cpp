// SPDX-License-Identifier: Apache-2.0
// Prismatic (translational) joint: a point of body b stays on a line of body a, without relative rotation.
//   d = (r_b + A_b s_b) − (r_a + A_a s_a),  n = A_a n'
//   Φ = (nᵀ d, θ_b + α_b − θ_a − α_a) = 0, up to the whole turns that are drawn
// The free coordinate is the displacement eᵀ d along the axis e = A_a e'.
#include <numbers>

#include "freeplay/planar_joint.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "points",
     .symbol = "s_a, s_b",
     .unit = "m",
     .help = "a point of the guide's centre line and the slider's centre, in each body's frame",
     .kind = ParamKind::points,
     .optional = true},
    FREEPLAY_WORLD_POINT("the slider's centre, on the guide's centre line"),
    {.key = "axis",
     .symbol = "e'",
     .help = "direction of sliding in the first body's frame",
     .kind = ParamKind::point,
     .optional = true},
    {.key = "world_axis",
     .symbol = "e",
     .help = "in place of axis and slider_axis: in the world, as the bodies are drawn",
     .kind = ParamKind::point,
     .optional = true},
    {.key = "slider_axis",
     .symbol = "e''",
     .help = "the same direction in the second body's frame; equal to axis by default",
     .kind = ParamKind::point,
     .optional = true}};

double direction(const Point& axis) { return std::atan2(axis[1], axis[0]); }

class Prismatic final : public PlanarJoint {
 public:
  Prismatic(const Parameters& given, const Pose& a, const Pose& b) {
    if (const auto points = given.points("points")) sa_ = points->at(0), sb_ = points->at(1);
    const Point axis = *given.point("axis");
    axes_ = {axis, given.point("slider_axis").value_or(axis)};
    e_ = (1 / norm(axis)) * axis;
    alpha_ = direction(axis) - direction(axes_[1]);
    const double turn = 2 * std::numbers::pi;
    alpha_ += turn * std::round((b.angle - a.angle - alpha_) / turn);
  }

  int rows() const override { return 2; }
  const char* row_name(int row) const override { return row == 0 ? "normal" : "angle"; }
  bool row_is_angle(int row) const override { return row == 1; }

  void evaluate(const Pose& a, const Pose& b, double* Phi, double* D) const override {
    const Vec2 n = a.turn(perp(e_)), rb = b.turn(sb_);
    const Vec2 from_a = b.centre() + rb - a.centre();  // the point of b seen from a's centre
    Phi[0] = dot(n, from_a - a.turn(sa_));
    Phi[1] = b.angle - a.angle - alpha_;
    translation_row(n, from_a, rb, D);
    double* turn = D + kPlanarRow;
    turn[0] = 0, turn[1] = 0, turn[2] = -1, turn[3] = 0, turn[4] = 0, turn[5] = 1;
  }

  void gamma(const Pose& a, const Pose& b, const Twist& va, const Twist& vb, double* out) const override {
    out[0] = translation_gamma(a.turn(perp(e_)), a, b, va, vb);
    out[1] = 0;
  }

  bool has_coordinate() const override { return true; }
  double coordinate(const Pose& a, const Pose& b) const override {
    return dot(a.turn(e_), b.point(sb_) - a.point(sa_));
  }
  void coordinate_row(const Pose& a, const Pose& b, double* row) const override {
    const Vec2 rb = b.turn(sb_);
    translation_row(a.turn(e_), b.centre() + rb - a.centre(), rb, row);
  }
  double coordinate_gamma(const Pose& a, const Pose& b, const Twist& va, const Twist& vb) const override {
    return translation_gamma(a.turn(e_), a, b, va, vb);
  }

  /// Dimensions of its play may be given although it has none.
  PlanarPicture picture(const Joint& joint) const override {
    const auto given = [&](const char* key) {
      const auto found = joint.values.find(key);
      return found == joint.values.end() ? nullptr : &found->second.data;
    };
    const Bearing bearing = joint.bearing.value_or(Bearing{});
    SliderDrawing slider{.length = bearing.length, .height = bearing.height};
    if (const auto* length = given("length")) slider.length = std::get<double>(*length);
    if (const auto* width = given("width")) slider.height = std::get<double>(*width), slider.fits = true;
    const auto* guide = given("guide");
    if (guide || bearing.guide)
      slider.on_rod = (guide ? std::get<std::string>(*guide) : *bearing.guide) == "inside";
    PlanarPicture out;
    out.points = {sa_, sb_};
    out.x = axes_;
    out.held_displacement[1] = out.held_turn[2] = true;
    // the origin of the guide's frame says nothing about where the guide is
    out.on_body[0] = given("points") != nullptr || given("point") != nullptr;
    out.drawing = slider;
    return out;
  }

 private:
  /// Row of kᵀ d for a direction k fixed in a: relative velocity of the point of b as seen from a.
  static void translation_row(const Vec2& k, const Vec2& from_a, const Vec2& rb, double* row) {
    row[0] = -k[0], row[1] = -k[1], row[2] = -cross(from_a, k);
    row[3] = k[0], row[4] = k[1], row[5] = cross(rb, k);
  }
  /// −Ḋ u of that row: kᵀ(ω_b² r_b) − 2 ω_a k̇-terms, from d²/dt² of kᵀ d at constant u.
  double translation_gamma(const Vec2& k, const Pose& a, const Pose& b, const Twist& va,
                           const Twist& vb) const {
    const Vec2 rb = b.turn(sb_);
    const Vec2 from_a = b.centre() + rb - a.centre();
    const Vec2 v = Vec2{vb.vx - va.vx, vb.vy - va.vy} + vb.omega * perp(rb);  // rate of from_a
    // d/dt (kᵀ d) = kᵀ v + ω_a perp(k)ᵀ from_a; once more at u̇ = 0:
    return vb.omega * vb.omega * dot(k, rb) - 2 * va.omega * dot(perp(k), v) +
           va.omega * va.omega * dot(k, from_a);
  }

  Vec2 sa_{0, 0}, sb_{0, 0}, e_{1, 0};
  std::array<Point, 2> axes_;  ///< of guide and slider, as given
  double alpha_ = 0;
};

std::unique_ptr<PlanarJoint> make(const Parameters& given, const Pose& a, const Pose& b) {
  return std::make_unique<Prismatic>(given, a, b);
}

}  // namespace

namespace entry {
FREEPLAY_JOINT(prismatic) = {
    {"prismatic", "", "slider in a guide: no rotation, one direction of sliding", kParams},
    make,
    "m",
    PlanarSurface::slider};
}  // namespace entry
}  // namespace freeplay
