// SPDX-License-Identifier: Apache-2.0
#include "clearances/spatial/journal.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kAligned = 1e-12;  // sine of the tilt up to which alignment = "paper" sees none
constexpr double kTouching = 1e-6;  // of the clearance
constexpr double kTransition = 0.1;
constexpr double kGuardCosine = 0.5;  // of 60°

// cos and sin of 0°, 120° and 240°
constexpr double kSixty = 0.86602540378443864676;
constexpr std::array<std::array<double, 2>, 3> kThirds{{{1, 0}, {-0.5, kSixty}, {-0.5, -kSixty}}};

constexpr const char* kScenarios[] = {"none",
                                      "radial_line",
                                      "axial_face",
                                      "radial_line_axial_face",
                                      "one_wall",
                                      "one_end",
                                      "two_walls",
                                      "two_ends",
                                      "wall_end_same",
                                      "wall_end_opposite",
                                      "two_walls_one_end",
                                      "two_ends_one_wall",
                                      "two_walls_two_ends"};

constexpr ClearanceChannel kChannels[] = {
    {"orbit_a_x", "m", "centre of the journal's end A across the bearing's axis"},
    {"orbit_a_y", "m", "centre of the journal's end A across the bearing's axis"},
    {"orbit_b_x", "m", "centre of the journal's end B across the bearing's axis"},
    {"orbit_b_y", "m", "centre of the journal's end B across the bearing's axis"},
    {"axial", "m", "middle of the journal along the bearing's axis, from its middle"},
    {"tilt", "rad", "angle between the two axes"},
    {"eccentricity_a", "",
     "distance of the journal's end A from the bearing's axis over the radial clearance"},
    {"eccentricity_b", "",
     "distance of the journal's end B from the bearing's axis over the radial clearance"},
    {"scenario", "", "which of the thirteen contact scenarios of Marques2015, Fig. 4.7", kScenarios}};

enum Scenario {  // places of the words
  none,
  radial_line,
  axial_face,
  radial_line_axial_face,
  one_wall,
  one_end,
  two_walls,
  two_ends,
  wall_end_same,
  wall_end_opposite,
  two_walls_one_end,
  two_ends_one_wall,
  two_walls_two_ends
};

/// S(x), x ≥ 0; its slope is 6 x (1 − x).
double smooth_step(double x) { return x < 1 ? x * x * (3 - 2 * x) : 1; }

}  // namespace

JournalInBearing::JournalInBearing(const VectorPair& points, const AxisFrame& axes, const JournalSizes& sizes)
    : s_(points), axes_(axes), y_b_(cross(axes.e_b, axes.z)), size_(sizes) {
  const double end = 0.5 * size_.bearing_length;
  bore_ = {size_.bearing_radius,
           size_.journal_radius,
           0.5 * size_.journal_length,
           size_.closed_b && !size_.flanges ? -kInfinity : -end,
           size_.closed_a && !size_.flanges ? kInfinity : end,
           size_.paper_rim};
  wall_rate_ = std::min(size_.journal_length, size_.bearing_length) / size_.wall_transition;
  end_rate_ = 0;
  if (size_.closed_a || size_.closed_b) {
    end_rate_ = 2 * (size_.flanges ? size_.flange_radius : size_.journal_radius) / size_.end_transition;
  }
  const auto add = [&](Kind kind, int side, int point) { slots_[idx(contacts_++)] = {kind, side, point}; };
  add(Kind::wall, 1, 0), add(Kind::wall, -1, 0);
  for (const int side : {1, -1}) {
    if (!(side > 0 ? size_.closed_a : size_.closed_b)) continue;
    add(Kind::deepest, side, 0);
    for (int point = 1; point <= 3; ++point) add(Kind::fixed, side, point);
  }
}

const char* JournalInBearing::contact_name(int contact) const {
  static constexpr const char* kEndA[] = {"end_a", "end_a_1", "end_a_2", "end_a_3"};
  static constexpr const char* kEndB[] = {"end_b", "end_b_1", "end_b_2", "end_b_3"};
  const Slot& at = slot(contact);
  if (at.kind == Kind::wall) return at.end > 0 ? "wall_a" : "wall_b";
  return (at.end > 0 ? kEndA : kEndB)[at.point];
}

/// A rim on a plane bears on a sharp edge, from which no stiffness follows: it counts as a ball of its
/// radius.
ContactGeometry JournalInBearing::geometry(int contact) const {
  if (!at_end(contact)) return {-size_.bearing_radius, size_.journal_radius};
  if (size_.flanges) return {size_.flange_radius, kFlat};
  return {kFlat, size_.journal_radius};
}

JournalInBearing::View JournalInBearing::view(const SpatialPose& a, const SpatialPose& b) const {
  const Vec3 x = a.turn(axes_.x), y = a.turn(axes_.y), e = a.turn(axes_.e), origin = a.point(s_.a);
  const Vec3 d = b.point(s_.b) - origin, u = b.turn(axes_.e_b);
  const JournalPlace at{{dot(x, d), dot(y, d), dot(e, d)}, {dot(x, u), dot(y, u), dot(e, u)}};
  return {x, y, e, origin, at, Lean(at.u)};
}

PlayContact JournalInBearing::wall_contact(int end, const View& view) const {
  const WallPoint found = wall_point(bore_, view.at, end);
  const Vec3 r = view.turn(found.radial);
  if (found.rho == 0) {  // it has left the bearing
    return {size_.bearing_radius, -r, view.e, cross(view.e, r), view.point(view.at.d)};
  }
  const double k = 1 / std::sqrt(1 + found.edge * found.edge);
  return {size_.bearing_radius - found.rho, found.edge * view.e - r, k * (view.e + found.edge * r),
          cross(view.e, r), view.point(found.point)};
}

JournalInBearing::EndPoint JournalInBearing::end_point(const Slot& slot, const View& view,
                                                       const SpatialPose& b) const {
  const Vec3 &d = view.at.d, &u = view.at.u;
  const double side = slot.end;
  const Lean& lean = view.lean;
  if (size_.flanges) {  // the bearing's end circle against the plane of the flange
    const auto& on = slot.kind == Kind::deepest ? lean.h : kThirds[idx(slot.point - 1)];
    const double reach = slot.kind == Kind::deepest ? side * size_.flange_radius : size_.flange_radius;
    const Vec3 x{reach * on[0], reach * on[1], side * 0.5 * size_.bearing_length};
    const double gap = 0.5 * (size_.bearing_length + size_.axial) - side * dot(u, x - d);
    return {gap, x + (side * gap) * u, side * u};
  }
  const double R = size_.journal_radius;
  Vec3 x = d + (side * 0.5 * size_.journal_length) * u;  // the rim's centre
  if (slot.kind == Kind::deepest) {
    x = x + (side * R) * Vec3{-u[2] * lean.h[0], -u[2] * lean.h[1], lean.sine};
  } else {
    const auto& on = kThirds[idx(slot.point - 1)];
    const Vec3 arm = b.turn(on[0] * axes_.z + on[1] * y_b_);
    x = x + R * Vec3{dot(view.x, arm), dot(view.y, arm), dot(view.e, arm)};
  }
  return {0.5 * size_.bearing_length - side * x[2], x, {0, 0, -side}};
}

void JournalInBearing::gaps(const SpatialPose& a, const SpatialPose& b, double* out) const {
  const View seen = view(a, b);
  for (int i = 0; i < contacts_; ++i) {
    const Slot& at = slot(i);
    out[i] = at.kind == Kind::wall ? size_.bearing_radius - wall_point(bore_, seen.at, at.end).rho
                                   : end_point(at, seen, b).gap;
  }
}

PlayContact JournalInBearing::contact(int contact, const SpatialPose& a, const SpatialPose& b) const {
  const View seen = view(a, b);
  const Slot& at = slot(contact);
  if (at.kind == Kind::wall) return wall_contact(at.end, seen);
  const EndPoint found = end_point(at, seen, b);
  const Vec3 n = seen.turn(found.n);
  if (!size_.flanges) return {found.gap, n, seen.x, seen.y, seen.point(found.point)};
  // Tangents that follow the bearing as far as the flange allows.
  const Vec3 t1 = unit(seen.x - dot(seen.x, n) * n);
  return {found.gap, n, t1, cross(n, t1), seen.point(found.point)};
}

double JournalInBearing::misalignment(Kind kind, double sine) const {
  if (size_.paper_alignment) return sine > kAligned ? 1 : 0;
  return sine * (kind == Kind::wall ? wall_rate_ : end_rate_);
}

ContactShare JournalInBearing::share(int contact, const SpatialPose& a, const SpatialPose& b) const {
  const Slot& at = slot(contact);
  // Of S in the weight, and the weight at S = 0.
  const double part = at.kind == Kind::wall ? 0.5 : at.kind == Kind::deepest ? 1.0 : -1.0 / 3;
  const double line = at.kind == Kind::wall ? 0.5 : at.kind == Kind::deepest ? 0.0 : 1.0 / 3;
  const Vec3 e = a.turn(axes_.e), u = b.turn(axes_.e_b);
  const Vec3 across = cross(e, u);
  const double sine = norm(across);
  const double x = misalignment(at.kind, sine);
  ContactShare out{line + part * smooth_step(x), {0, 0, 0}};
  if (x < 1 &&
      !size_.paper_alignment) {  // ẇ = part 6 x (1 − x) ẋ with x ẋ = (x/σ)² σ σ̇ and σ σ̇ = cos θ (e × u)ᵀ ω
    const double rate = at.kind == Kind::wall ? wall_rate_ : end_rate_;
    out.turn = (part * 6 * (1 - x) * rate * rate * dot(e, u)) * across;
  }
  return out;
}

std::span<const ClearanceChannel> JournalInBearing::channels() const { return kChannels; }

void JournalInBearing::sample(const SpatialPose& a, const SpatialPose& b, double* out) const {
  const View seen = view(a, b);
  const Vec3 &d = seen.at.d, &u = seen.at.u;
  for (const int side : {1, -1}) {
    // A journal without ends is seen where it passes the bearing's.
    const double along = std::isinf(size_.journal_length)
                             ? (side * 0.5 * size_.bearing_length - d[2]) / std::max(u[2], kGuardCosine)
                             : side * 0.5 * size_.journal_length;
    const Vec3 end = d + along * u;
    const int first = side > 0 ? 0 : 2;
    out[first] = end[0], out[first + 1] = end[1];
    out[side > 0 ? 6 : 7] = std::hypot(end[0], end[1]) / size_.radial;
  }
  out[4] = d[2];
  out[5] = std::atan2(seen.lean.sine, u[2]);
  out[8] = scenario(seen, b);
}

int JournalInBearing::scenario(const View& view, const SpatialPose& b) const {
  bool wall[2] = {false, false}, end[2] = {false, false};  // A, B
  for (int i = 0; i < contacts_; ++i) {
    const Slot& at = slot(i);
    const int side = at.end > 0 ? 0 : 1;
    if (at.kind == Kind::wall) {
      wall[side] = size_.bearing_radius - wall_point(bore_, view.at, at.end).rho <= kTouching * size_.radial;
    } else if (at.kind == Kind::deepest) {
      end[side] = end_point(at, view, b).gap <= kTouching * size_.axial;
    }
  }
  const int walls = wall[0] + wall[1], ends = end[0] + end[1];
  const double sine = view.lean.sine;
  const bool line = walls > 0 && misalignment(Kind::wall, sine) < 1;
  const bool face = ends > 0 && misalignment(Kind::deepest, sine) < 1;
  if (walls + ends == 0) return none;
  if (line && face) return radial_line_axial_face;
  if (line && ends == 0) return radial_line;
  if (face && walls == 0) return axial_face;
  if (ends == 0) return walls == 1 ? one_wall : two_walls;
  if (walls == 0) return ends == 1 ? one_end : two_ends;
  if (walls == 2) return ends == 1 ? two_walls_one_end : two_walls_two_ends;
  if (ends == 2) return two_ends_one_wall;
  return wall[0] == end[0] ? wall_end_same : wall_end_opposite;
}

std::string JournalInBearing::outside(const SpatialPose& a, const SpatialPose& b) const {
  const View seen = view(a, b);
  const Vec3 &d = seen.at.d, &u = seen.at.u;
  if (u[2] <= kGuardCosine) {
    return fmt::format(
        "the journal's axis is tilted by {:.4g}° against the bearing's; less than 60° is expected",
        std::atan2(seen.lean.sine, u[2]) * 180 / std::numbers::pi);
  }
  // Where the journal's axis comes nearest to the middle of the bearing.
  const double half = 0.5 * size_.journal_length;
  const Vec3 middle = d + std::clamp(-d[2] / u[2], -half, half) * u;
  const double radial = std::hypot(middle[0], middle[1]);
  if (radial > size_.bearing_radius) {
    return fmt::format("the journal's axis passes {:g} m from the bearing's, whose radius is {:g} m", radial,
                       size_.bearing_radius);
  }
  const double end = 0.5 * size_.bearing_length;
  const bool ends = size_.closed_a || size_.closed_b;
  if (ends && std::abs(d[2]) > end) {
    return fmt::format(
        "the journal's centre is {:g} m from the bearing's along the axis, and the bearing ends at "
        "{:g} m",
        std::abs(d[2]), end);
  }
  const double left = std::abs(d[2]) - end - half * u[2];
  if (left > 0) return fmt::format("the journal is outside of the bearing, by {:g} m along its axis", left);
  return {};
}

void JournalInBearing::redraw(SpatialPicture& picture) const {
  bool& axial = picture.held_displacement[2];
  axial = axial && (size_.closed_a || size_.closed_b);
  picture.clearance = std::max(size_.radial, axial ? 0.5 * size_.axial : 0);
  auto* pin = std::get_if<PinDrawing>(&picture.drawing);
  if (pin == nullptr) return;
  pin->radial = size_.radial, pin->axial = size_.axial;
  if (size_.flanges) pin->flange_radius = size_.flange_radius;
  if (size_.flanges) pin->pin_length = size_.bearing_length + size_.axial;  // from flange to flange
  if (std::isfinite(size_.journal_length)) pin->pin_length = size_.journal_length;
}

bool read_radii(const PlayParts& parts, JournalSizes& sizes) {
  constexpr double kRounding = 1e-9;  // of radii given in decimal units
  const Parameters& play = parts.play;
  const auto key = [&](const char* word) { return parts.key + ".clearance." + word; };
  if (!parts.bearing.radius || !parts.bearing.length) {
    parts.problems.error(play.where("radial"),
                         parts.key + (parts.bearing.radius ? ".bearing.length" : ".bearing.radius"),
                         "play needs the radius and the length of the bearing",
                         "add bearing = { radius = \"10 mm\", length = \"20 mm\" }");
    return false;
  }
  const double bearing = *parts.bearing.radius;
  sizes.bearing_radius = bearing, sizes.bearing_length = *parts.bearing.length;
  const bool by_play = play.given("radial"), by_radius = play.given("journal_radius");
  if (!by_play && !by_radius) {
    parts.problems.error(play.where("radial"), key("radial"), "play across the axis is not given",
                         "give radial, or journal_radius");
    return false;
  }
  sizes.radial = by_play ? play.number("radial") : bearing - play.number("journal_radius");
  sizes.journal_radius = by_radius ? play.number("journal_radius") : bearing - sizes.radial;
  if (sizes.journal_radius >= bearing) {
    parts.problems.error(play.where(by_radius ? "journal_radius" : "radial"),
                         key(by_radius ? "journal_radius" : "radial"),
                         fmt::format("the journal, {:g} m, is not thinner than the bearing, {:g} m",
                                     sizes.journal_radius, bearing),
                         "the bearing belongs to the first of `bodies`, the journal to the second");
    return false;
  }
  if (sizes.journal_radius <= 0) {
    parts.problems.error(
        play.where("radial"), key("radial"),
        fmt::format("must be smaller than the bearing's radius, {:g} m; found {:g} m", bearing, sizes.radial),
        "it is the radius of the bearing minus that of the journal");
    return false;
  }
  if (by_play && std::abs(bearing - sizes.radial - sizes.journal_radius) > kRounding * bearing) {
    parts.problems.error(
        play.where("journal_radius"), key("journal_radius"),
        fmt::format("bearing radius − radial is {:g} m, but the journal's radius is given as {:g} m",
                    bearing - sizes.radial, sizes.journal_radius),
        "leave journal_radius out, or make the three agree");
    return false;
  }
  return true;
}

void read_transitions(const Parameters& play, JournalSizes& sizes) {
  const bool given = play.given("transition");
  sizes.wall_transition = given ? play.number("transition") : kTransition * sizes.radial;
  sizes.end_transition = given ? play.number("transition") : kTransition * sizes.axial;
  sizes.paper_alignment = play.word("alignment") == "paper";
}

}  // namespace freeplay
