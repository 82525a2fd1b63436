// SPDX-License-Identifier: Apache-2.0
// Springs and dampers with preload, between points or about an axis, in the plane and in space.
//   F = k (l − l₀) + d l̇ + F₀   pulls together, or turns back, when positive
// The preload F₀ is constant; its energy F₀ l is stored with the spring's ½ k (l − l₀)².
#pragma once

#include <array>
#include <span>

#include "base/index.h"
#include "freeplay/given_parameters.h"
#include "freeplay/planar.h"
#include "freeplay/spatial.h"

namespace freeplay {

struct SpringNumbers {
  explicit SpringNumbers(const Parameters& given)
      : k(given.number("stiffness")), d(given.number("damping")), preload(given.number("preload")) {}

  /// `damping` is d times the rate of the stretch.
  double force(double stretch, double damping) const { return k * stretch + preload + damping; }
  double energy(double stretch, double length) const {
    return 0.5 * k * stretch * stretch + preload * length;
  }

  double k, d, preload;
};

/// Between a point of body a and a point of body b; at l = 0 the direction is undefined and the force is taken as zero.
/// World: that of a force, with its poses, twists and sums, and with the arms of two points.
template <class World>
class SpringDamperOf final : public World::Force {
 public:
  using Vec = typename World::Vec;
  using Place = typename World::Place;

  SpringDamperOf(const Parameters& given, std::array<int, 2> bodies, const Vec& sa, const Vec& sb,
                 const Place& a, const Place& b)
      : a_(bodies[0]),
        b_(bodies[1]),
        sa_(sa),
        sb_(sb),
        spring_(given),
        free_length_(given.given("free_length") ? given.number("free_length")
                                                : norm(b.point(sb) - a.point(sa))) {}

  void apply(double, std::span<const Place> poses, std::span<const typename World::Motion> twists,
             const typename World::Sums& out) const override {
    const typename World::Arms arms(poses[idx(a_)], poses[idx(b_)], sa_, sb_);
    const double length = norm(arms.d);
    if (length == 0) return;
    const Vec e = (1 / length) * arms.d;
    const double damping = spring_.d * dot(e, arms.rate(twists[idx(a_)], twists[idx(b_)]));
    const auto pull = [&](double* to, double force) {
      out.add(to, a_, force * e, arms.ra);
      out.add(to, b_, -force * e, arms.rb);
    };
    pull(out.h, spring_.force(length - free_length_, damping));
    if (spring_.d > 0) pull(out.damping, damping);
  }

  double energy(std::span<const Place> poses) const override {
    const double length = norm(poses[idx(b_)].point(sb_) - poses[idx(a_)].point(sa_));
    return spring_.energy(length - free_length_, length);
  }

  bool depends_on_velocity() const override { return spring_.d > 0; }

 private:
  int a_, b_;
  Vec sa_, sb_;
  SpringNumbers spring_;
  double free_length_;
};

}  // namespace freeplay

/// Parameters of SpringDamperOf; `points_kind` is how a pair of points is written.
#define FREEPLAY_SPRING_DAMPER(points_kind)                                                                 \
  {.key = "points",                                                                                         \
   .symbol = "s_a, s_b",                                                                                    \
   .unit = "m",                                                                                             \
   .help = "its ends, in each body's frame",                                                                \
   .kind = points_kind},                                                                                    \
      {.key = "stiffness", .symbol = "k", .unit = "N/m", .fallback = 0, .low = 0, .help = "of the spring"}, \
      {.key = "damping", .symbol = "d", .unit = "N*s/m", .fallback = 0, .low = 0, .help = "of the damper"}, \
      {.key = "free_length",                                                                                \
       .symbol = "l₀",                                                                                      \
       .unit = "m",                                                                                         \
       .fallback = 0,                                                                                       \
       .low = 0,                                                                                            \
       .help = "length without spring force; as drawn by default",                                          \
       .optional = true},                                                                                   \
  {                                                                                                         \
    .key = "preload", .symbol = "F₀", .unit = "N", .fallback = 0,                                           \
    .help = "constant pull added to the spring; negative pushes"                                            \
  }

/// Those of a spring that is wound up.
#define FREEPLAY_TORSION_SPRING_DAMPER                                                                      \
  {.key = "stiffness", .symbol = "k", .unit = "N*m/rad", .fallback = 0, .low = 0, .help = "of the spring"}, \
      {.key = "damping",                                                                                    \
       .symbol = "d",                                                                                       \
       .unit = "N*m*s/rad",                                                                                 \
       .fallback = 0,                                                                                       \
       .low = 0,                                                                                            \
       .help = "of the damper"},                                                                            \
      {.key = "free_angle",                                                                                 \
       .symbol = "φ₀",                                                                                      \
       .unit = "rad",                                                                                       \
       .fallback = 0,                                                                                       \
       .help = "relative angle without spring torque; as drawn by default",                                 \
       .optional = true},                                                                                   \
  {                                                                                                         \
    .key = "preload", .symbol = "T₀", .unit = "N*m", .fallback = 0,                                         \
    .help = "constant torque added to the spring"                                                           \
  }
