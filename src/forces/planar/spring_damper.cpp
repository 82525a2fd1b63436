// SPDX-License-Identifier: Apache-2.0
// Spring and damper between a point of body a and a point of body b, with preload.
//   F = k (l − l₀) + d l̇ + F₀   pulls the points together when positive
// The preload F₀ is a constant pull; its energy F₀ l is stored with the spring's ½ k (l − l₀)².
// At l = 0 the direction is undefined and the force is taken as zero.
#include "freeplay/planar_force.h"

#include "base/index.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "points",
     .symbol = "s_a, s_b",
     .unit = "m",
     .help = "its ends, in each body's frame",
     .kind = ParamKind::points},
    {.key = "stiffness", .symbol = "k", .unit = "N/m", .fallback = 0, .low = 0, .help = "of the spring"},
    {.key = "damping", .symbol = "d", .unit = "N*s/m", .fallback = 0, .low = 0, .help = "of the damper"},
    {.key = "free_length",
     .symbol = "l₀",
     .unit = "m",
     .fallback = 0,
     .low = 0,
     .help = "length without spring force; as drawn by default",
     .optional = true},
    {.key = "preload",
     .symbol = "F₀",
     .unit = "N",
     .fallback = 0,
     .help = "constant pull added to the spring; negative pushes"}};

class SpringDamper final : public PlanarForce {
 public:
  SpringDamper(const Parameters& given, std::array<int, 2> bodies, const Pose& a, const Pose& b)
      : a_(idx(bodies[0])),
        b_(idx(bodies[1])),
        sa_(given.points("points")->at(0)),
        sb_(given.points("points")->at(1)),
        k_(given.number("stiffness")),
        d_(given.number("damping")),
        preload_(given.number("preload")) {
    free_length_ =
        given.given("free_length") ? given.number("free_length") : norm(b.point(sb_) - a.point(sa_));
  }

  void apply(double, std::span<const Pose> poses, std::span<const Twist> twists,
             const ForceSums& out) const override {
    const Vec2 ra = poses[a_].turn(sa_), rb = poses[b_].turn(sb_);
    const Vec2 d = poses[b_].centre() + rb - poses[a_].centre() - ra;
    const double length = norm(d);
    if (length == 0) return;
    const Vec2 e = (1 / length) * d;
    const Twist& va = twists[a_];
    const Twist& vb = twists[b_];
    const Vec2 v = Vec2{vb.vx - va.vx, vb.vy - va.vy} + vb.omega * perp(rb) - va.omega * perp(ra);
    const double damping = d_ * dot(e, v);
    const double pull = k_ * (length - free_length_) + preload_ + damping;
    ForceSums::add(out.h, static_cast<int>(a_), pull * e, ra);
    ForceSums::add(out.h, static_cast<int>(b_), -pull * e, rb);
    if (d_ > 0) {
      ForceSums::add(out.damping, static_cast<int>(a_), damping * e, ra);
      ForceSums::add(out.damping, static_cast<int>(b_), -damping * e, rb);
    }
  }

  double energy(std::span<const Pose> poses) const override {
    const double length = norm(poses[b_].point(sb_) - poses[a_].point(sa_));
    const double stretch = length - free_length_;
    return 0.5 * k_ * stretch * stretch + preload_ * length;
  }

  bool depends_on_velocity() const override { return d_ > 0; }

 private:
  std::size_t a_, b_;
  Vec2 sa_, sb_;
  double k_, d_, preload_, free_length_;
};

std::unique_ptr<PlanarForce> make(const Parameters& given, std::array<int, 2> bodies, const Pose& a,
                                  const Pose& b) {
  return std::make_unique<SpringDamper>(given, bodies, a, b);
}

}  // namespace

namespace entry {
FREEPLAY_FORCE(spring_damper) = {
    {"spring_damper", "", "spring and damper between two points, with preload", kParams}, make, 2};
}  // namespace entry
}  // namespace freeplay
