// SPDX-License-Identifier: Apache-2.0
// Spring and damper between a point of body a and a point of body b, with preload.
//   F = k (l − l₀) + d l̇ + F₀   pulls the points together when positive
// The preload F₀ is a constant pull; its energy F₀ l is stored with the spring's ½ k (l − l₀)².
// At l = 0 the direction is undefined and the force is taken as zero.
#include "base/index.h"
#include "freeplay/spatial_force.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "points",
     .symbol = "s_a, s_b",
     .unit = "m",
     .help = "its ends, in each body's frame",
     .kind = ParamKind::vectors},
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

class SpringDamper final : public SpatialForce {
 public:
  SpringDamper(const Parameters& given, std::array<int, 2> bodies, const SpatialSide& a, const SpatialSide& b)
      : a_(idx(bodies[0])),
        b_(idx(bodies[1])),
        sa_(a.mount.point(given.vectors("points")->at(0))),
        sb_(b.mount.point(given.vectors("points")->at(1))),
        k_(given.number("stiffness")),
        d_(given.number("damping")),
        preload_(given.number("preload")),
        free_length_(given.given("free_length") ? given.number("free_length")
                                                : norm(b.pose.point(sb_) - a.pose.point(sa_))) {}

  void apply(double, std::span<const SpatialPose> poses, std::span<const SpatialTwist> twists,
             const SpatialForceSums& out) const override {
    const rows::Arms arms(poses[a_], poses[b_], sa_, sb_);
    const double length = norm(arms.d);
    if (length == 0) return;
    const Vec3 e = (1 / length) * arms.d;
    const double damping = d_ * dot(e, arms.rate(twists[a_], twists[b_]));
    const double pull = k_ * (length - free_length_) + preload_ + damping;
    out.add(out.h, static_cast<int>(a_), pull * e, arms.ra);
    out.add(out.h, static_cast<int>(b_), -pull * e, arms.rb);
    if (d_ > 0) {
      out.add(out.damping, static_cast<int>(a_), damping * e, arms.ra);
      out.add(out.damping, static_cast<int>(b_), -damping * e, arms.rb);
    }
  }

  double energy(std::span<const SpatialPose> poses) const override {
    const double length = norm(poses[b_].point(sb_) - poses[a_].point(sa_));
    const double stretch = length - free_length_;
    return 0.5 * k_ * stretch * stretch + preload_ * length;
  }

  bool depends_on_velocity() const override { return d_ > 0; }

 private:
  std::size_t a_, b_;
  Vec3 sa_, sb_;
  double k_, d_, preload_, free_length_;
};

std::unique_ptr<SpatialForce> make(const Parameters& given, std::array<int, 2> bodies, const SpatialSide& a,
                                   const SpatialSide& b, const std::string&, Diagnostics&) {
  return std::make_unique<SpringDamper>(given, bodies, a, b);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_FORCE(spring_damper) = {
    {"spring_damper", "", "spring and damper between two points, with preload", kParams}, make, 2};
}  // namespace entry
}  // namespace freeplay
