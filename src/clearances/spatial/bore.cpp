// SPDX-License-Identifier: Apache-2.0
#include "clearances/spatial/bore.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/bracket.h"
#include "clearances/spatial/ellipse.h"

namespace freeplay {
namespace {

constexpr double kSteepest = 0.05;  // cosine of the tilt below which only the rim is looked at

/// Of the part across the bearing's axis; far from where squares under- or overflow.
double length(const Vec3& x) { return std::sqrt(x[0] * x[0] + x[1] * x[1]); }

/// Rim of end A of the journal and what an open bore leaves of it, in axes in which that end is up.
class UpperEnd {
 public:
  UpperEnd(const Bore& bore, const JournalPlace& place)
      : bore_(bore), d_(place.d), u_(place.u), lean_(place.u), k_(perp(lean_.h)) {}

  WallPoint find() {
    const bool long_journal = std::isinf(bore_.half);
    const bool cut = u_[2] >= kSteepest || long_journal;
    if (long_journal) {
      add_cut();
      return best_;
    }
    const Vec3 c = rim_centre(1);
    const double swing = bore_.journal * lean_.sine;
    const Ellipse rim = rim_at(c);
    if (!cut || (c[2] + swing <= bore_.above && c[2] - swing >= bore_.below)) {
      add(rim_point(c, farthest(rim)), 0);
      if (bore_.paper && best_.rho > bore_.radius) take_middle(c, rim);
      return best_;
    }
    add_rim(c, farthest(rim));
    if (const auto z = second_farthest(rim)) add_rim(c, *z);
    if (c[2] + swing > bore_.above) add_cut();
    add_corners(c, bore_.above, Corner::meeting);
    add_corners(c, bore_.below, Corner::lower_tip);
    add_corners(rim_centre(-1), bore_.above, Corner::upper_tip);
    return best_;
  }

 private:
  enum class Corner { meeting, lower_tip, upper_tip };

  Vec3 rim_centre(double end) const { return d_ + (end * bore_.half) * u_; }
  Ellipse rim_at(const Vec3& c) const {
    return {{c[0], c[1]}, k_, lean_.h, bore_.journal, u_[2], lean_.sine * lean_.sine};
  }
  /// z is (z_k, z_h): the major axis of the rim seen along the bearing's axis is that along k.
  Vec3 rim_point(const Vec3& c, const Vec2& z) const {
    const Vec2 flat = rim_at(c).at(z);
    return {flat[0], flat[1], c[2] - bore_.journal * lean_.sine * z[1]};
  }
  Vec2 radial(const Vec3& x) const {
    const double rho = length(x);
    return rho > 0 ? Vec2{x[0] / rho, x[1] / rho} : Vec2{1, 0};
  }
  /// z component of the velocity with which a point moves along the journal's axis, over its radial one.
  double slope(const Vec3& x) const {
    return dot(radial(x), lean_.h) * lean_.sine / std::max(u_[2], kSteepest);
  }

  void add(const Vec3& x, double edge) {
    const double rho = length(x);
    if (rho <= best_.rho) return;
    best_ = {rho, x, {x[0] / rho, x[1] / rho, 0}, edge};
  }
  void add_rim(const Vec3& c, const Vec2& z) {
    const Vec3 x = rim_point(c, z);
    if (x[2] >= bore_.below && x[2] <= bore_.above) add(x, 0);
  }
  void add_cut() {
    const double height = bore_.above, cosine = std::max(u_[2], kSteepest);
    const double along = (height - d_[2]) / cosine;
    const Ellipse cut{{d_[0] + along * u_[0], d_[1] + along * u_[1]},
                      lean_.h,
                      k_,
                      bore_.journal / cosine,
                      cosine,
                      lean_.sine * lean_.sine};
    const auto add_at = [&](const Vec2& z) {
      const Vec2 flat = cut.at(z);
      const Vec3 x{flat[0], flat[1], height};
      if (std::abs(dot(x - d_, u_)) <= bore_.half) add(x, slope(x));
    };
    add_at(farthest(cut));
    if (std::isinf(bore_.half)) return;  // all of the cut counts
    if (const auto z = second_farthest(cut)) add_at(*z);
  }
  /// Where a rim passes through the plane of an edge. If it is the greatest of all, the gradient is between
  /// those of rim and edge; at the tips that remain of a journal nearly out it is not bounded.
  void add_corners(const Vec3& c, double height, Corner corner) {
    const double swing = bore_.journal * lean_.sine;
    const double rise = c[2] - height;
    if (!(std::abs(rise) < swing)) return;
    const double z_h = rise / swing;
    for (const double side : {1.0, -1.0}) {
      const double z_k = side * std::sqrt((1 - z_h) * (1 + z_h));
      Vec3 x = rim_point(c, {z_k, z_h});
      x[2] = height;
      const Vec2 r = radial(x);
      const double up = z_k * lean_.sine;  // τ_z, along the rim
      const double out = z_h * dot(r, k_) - z_k * u_[2] * dot(r, lean_.h);
      const double ratio = up != 0 ? out / up : 0;
      switch (corner) {
        case Corner::meeting: add(x, std::clamp(ratio, 0.0, std::max(0.0, slope(x)))); break;
        case Corner::lower_tip: add(x, std::min(ratio, 0.0)); break;
        case Corner::upper_tip: add(x, ratio); break;
      }
    }
  }

  /// The point of the rim half-way between the two crossings of the wall on either side of the deepest.
  void take_middle(const Vec3& c, const Ellipse& rim) {
    const Vec2 deepest = farthest(rim);
    const auto excess = [&](double angle) {
      const double cosine = std::cos(angle), sine = std::sin(angle);
      const Vec2 x =
          rim.at({cosine * deepest[0] - sine * deepest[1], sine * deepest[0] + cosine * deepest[1]});
      return norm(x) - bore_.radius;
    };
    if (excess(std::numbers::pi) >= 0) return;  // no crossing between: eq. (4.26) has no meaning
    double middle = 0;
    for (const double side : {1.0, -1.0}) {
      const auto inside = [&](double angle) { return excess(angle) >= 0; };
      middle += 0.5 * halve(0, side * std::numbers::pi, 60, inside).middle();
    }
    const double cosine = std::cos(middle), sine = std::sin(middle);
    best_ = {};
    add(rim_point(c, {cosine * deepest[0] - sine * deepest[1], sine * deepest[0] + cosine * deepest[1]}), 0);
  }

  Bore bore_;
  Vec3 d_, u_;
  Lean lean_;
  Vec2 k_;
  WallPoint best_;
};

}  // namespace

Lean::Lean(const Vec3& u) : sine(length(u)), h{1, 0} {
  if (sine > 0) h = {u[0] / sine, u[1] / sine};
}

WallPoint wall_point(const Bore& bore, const JournalPlace& place, int end) {
  if (end > 0) return UpperEnd(bore, place).find();
  Bore mirrored = bore;
  mirrored.above = -bore.below, mirrored.below = -bore.above;
  const auto& [d, u] = place;
  WallPoint found = UpperEnd(mirrored, {{d[0], d[1], -d[2]}, {-u[0], -u[1], u[2]}}).find();
  found.point[2] = -found.point[2];
  found.edge = -found.edge;
  return found;
}

}  // namespace freeplay
