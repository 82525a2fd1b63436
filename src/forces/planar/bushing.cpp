// SPDX-License-Identifier: Apache-2.0
// Bushing: body b hangs at a point of body a by springs and dampers in all three directions.
//   y = (d, θ),  F_y = −K y − C ẏ,  V = ½ yᵀ K y,  K and C diagonal
// d is the way from the point of a to the point of b in the axes of the bushing, which are fixed in a, and θ the angle
// of b against a as drawn, over any number of turns. ḋ is the velocity that an observer on a sees.
#include "base/index.h"
#include "freeplay/planar_force.h"
#include "joints/planar/arms.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "points",
                              .symbol = "s_a, s_b",
                              .unit = "m",
                              .help = "where it is, in each body's frame",
                              .kind = ParamKind::points},
                             {.key = "stiffness",
                              .symbol = "k_x, k_y",
                              .unit = "N/m",
                              .low = 0,
                              .help = "along the bushing's axes",
                              .kind = ParamKind::point},
                             {.key = "torsion",
                              .symbol = "k_θ",
                              .unit = "N*m/rad",
                              .fallback = 0,
                              .low = 0,
                              .help = "stiffness of the angle"},
                             {.key = "damping",
                              .symbol = "c_x, c_y",
                              .unit = "N*s/m",
                              .low = 0,
                              .help = "along the bushing's axes; none by default",
                              .kind = ParamKind::point,
                              .optional = true},
                             {.key = "torsion_damping",
                              .symbol = "c_θ",
                              .unit = "N*m*s/rad",
                              .fallback = 0,
                              .low = 0,
                              .help = "damping of the angle"},
                             {.key = "angle",
                              .symbol = "α",
                              .unit = "rad",
                              .fallback = 0,
                              .help = "of the bushing's x axis in the first body's frame"}};

class Bushing final : public PlanarForce {
 public:
  Bushing(const Parameters& given, std::array<int, 2> bodies, const Pose& a, const Pose& b)
      : a_(bodies[0]),
        b_(bodies[1]),
        sa_(given.points("points")->at(0)),
        sb_(given.points("points")->at(1)),
        e_{std::cos(given.number("angle")), std::sin(given.number("angle"))},
        k_(*given.point("stiffness")),
        c_(given.point("damping").value_or(Point{0, 0})),
        torsion_(given.number("torsion")),
        torsion_damping_(given.number("torsion_damping")),
        drawn_(b.angle - a.angle) {}

  void apply(double, std::span<const Pose> poses, std::span<const Twist> twists,
             const ForceSums& out) const override {
    const Pose &a = poses[idx(a_)], &b = poses[idx(b_)];
    const Twist &va = twists[idx(a_)], &vb = twists[idx(b_)];
    const PlanarArms arms(a, b, sa_, sb_);
    const Vec2 ex = a.turn(e_), ey = perp(ex);
    const Vec2 elastic = k_[0] * dot(ex, arms.d) * ex + k_[1] * dot(ey, arms.d) * ey;
    act(out.h, arms, elastic, torsion_ * (b.angle - a.angle - drawn_));
    if (!depends_on_velocity()) return;
    const Vec2 seen = arms.rate(va, vb) - va.omega * perp(arms.d);
    const Vec2 viscous = c_[0] * dot(ex, seen) * ex + c_[1] * dot(ey, seen) * ey;
    const double torque = torsion_damping_ * (vb.omega - va.omega);
    act(out.h, arms, viscous, torque);
    act(out.damping, arms, viscous, torque);
  }

  double energy(std::span<const Pose> poses) const override {
    const Pose &a = poses[idx(a_)], &b = poses[idx(b_)];
    const PlanarArms arms(a, b, sa_, sb_);
    const Vec2 ex = a.turn(e_);
    const double x = dot(ex, arms.d), y = dot(perp(ex), arms.d), theta = b.angle - a.angle - drawn_;
    return 0.5 * (k_[0] * x * x + k_[1] * y * y + torsion_ * theta * theta);
  }

  bool depends_on_velocity() const override { return c_[0] > 0 || c_[1] > 0 || torsion_damping_ > 0; }

 private:
  /// −f on b at its point and f on a there too: the axes are a's, so the couple d × f is a's.
  void act(double* to, const PlanarArms& arms, const Vec2& f, double torque) const {
    ForceSums::add(to, a_, f, arms.ra + arms.d, torque);
    ForceSums::add(to, b_, -1.0 * f, arms.rb, -torque);
  }

  int a_, b_;
  Vec2 sa_, sb_, e_;
  Point k_, c_;
  double torsion_, torsion_damping_, drawn_;
};

std::unique_ptr<PlanarForce> make(const Parameters& given, std::array<int, 2> bodies, const Pose& a,
                                  const Pose& b) {
  return std::make_unique<Bushing>(given, bodies, a, b);
}

}  // namespace

namespace entry {
FREEPLAY_FORCE(bushing) = {
    {"bushing", "", "springs and dampers along two axes and about the third between two bodies", kParams},
    make,
    2};
}  // namespace entry
}  // namespace freeplay
