// SPDX-License-Identifier: Apache-2.0
// Journal in a bearing with radial play c in the plane across the axis; the rows of a planar joint keep the
// axial position and the two tilts. As in the plane:
//   d from the bearing's centre to the journal's, d' its part across the axis e of the bearing
//   g_N = c − |d'|,  n = −d'/|d'|                                  [FloresAmbrosio2010, eq. (18)]
// At d' = 0 every direction is as good as another.
#include <cmath>

#include <fmt/format.h>

#include "clearances/spatial/in_plane.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "radial",
                              .symbol = "c",
                              .unit = "m",
                              .low = 0,
                              .help = "play: radius of the bearing minus radius of the journal",
                              .open_low = true}};

constexpr ClearanceChannel kChannels[] = {
    {"orbit_x", "m", "journal centre across the bearing's axis, from the bearing's centre"},
    {"orbit_y", "m", "journal centre across the bearing's axis, from the bearing's centre"},
    {"contact_angle", "rad", "direction of the journal centre across the bearing's axis"},
    {"eccentricity", "", "distance of the centres over the clearance: 1 is contact"}};

class RevoluteInPlane final : public SpatialClearance {
 public:
  RevoluteInPlane(const VectorPair& points, const AxisFrame& axes, double clearance, double bearing,
                  std::unique_ptr<SpatialJoint> rest)
      : s_(points), axes_(axes), c_(clearance), bearing_(bearing), rest_(std::move(rest)) {}

  int contacts() const override { return 1; }
  const char* contact_name(int) const override { return "journal"; }
  double length(int) const override { return c_; }
  ContactGeometry geometry(int) const override { return {-bearing_, bearing_ - c_}; }

  void gaps(const SpatialPose& a, const SpatialPose& b, double* out) const override {
    double x, y;
    offset(a, b, x, y);
    out[0] = c_ - std::hypot(x, y);
  }

  PlayContact contact(int, const SpatialPose& a, const SpatialPose& b) const override {
    double x, y;
    offset(a, b, x, y);
    const double distance = std::hypot(x, y);
    if (distance > 0) {
      x /= distance, y /= distance;
    } else {
      x = 1, y = 0;
    }
    const Vec3 out = a.turn(x * axes_.x + y * axes_.y), e = a.turn(axes_.e);
    return {c_ - distance, -out, cross(e, out), e, b.point(s_.b) + (bearing_ - c_) * out};
  }

  const SpatialJoint* rest() const override { return rest_.get(); }
  Vec3 centre(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }

  std::span<const ClearanceChannel> channels() const override { return kChannels; }
  void sample(const SpatialPose& a, const SpatialPose& b, double* out) const override {
    offset(a, b, out[0], out[1]);
    out[2] = std::atan2(out[1], out[0]);
    out[3] = std::hypot(out[0], out[1]) / c_;
  }
  std::string outside(const SpatialPose& a, const SpatialPose& b) const override {
    double x, y;
    offset(a, b, x, y);
    const double distance = std::hypot(x, y);
    if (distance <= bearing_) return {};
    return fmt::format("the journal's centre is {:g} m from the bearing's, whose radius is {:g} m", distance,
                       bearing_);
  }

  void redraw(SpatialPicture& picture) const override {
    picture.held_displacement = {true, true, false};
    picture.held_turn = {};
    picture.clearance = c_;
    if (auto* pin = std::get_if<PinDrawing>(&picture.drawing)) pin->radial = c_;
  }

 private:
  /// d' in the directions x and y across the axis.
  void offset(const SpatialPose& a, const SpatialPose& b, double& x, double& y) const {
    const Vec3 d = a.turn_back(b.point(s_.b) - a.point(s_.a));
    x = dot(axes_.x, d), y = dot(axes_.y, d);
  }

  VectorPair s_;
  AxisFrame axes_;
  double c_, bearing_;
  std::unique_ptr<SpatialJoint> rest_;
};

std::unique_ptr<SpatialClearance> make(const PlayParts& parts) {
  const FrameReader reader(parts.ideal, parts.a, parts.b, parts.key, parts.problems);
  const auto points = reader.points();
  const auto axes = reader.axes();
  const double c = parts.play.number("radial");
  if (!parts.bearing.radius) {
    parts.problems.error(parts.play.where("radial"), parts.key + ".bearing.radius",
                         "missing: play in a revolute joint needs the radius of the bearing",
                         "add bearing = { radius = \"10 mm\" }");
    return nullptr;
  }
  if (c >= *parts.bearing.radius) {
    parts.problems.error(parts.play.where("radial"), parts.key + ".clearance",
                         fmt::format("must be smaller than the bearing's radius, {:g} m; found {:g} m",
                                     *parts.bearing.radius, c),
                         "clearance is radial: radius of the bearing minus radius of the journal");
    return nullptr;
  }
  if (!points || !axes) return nullptr;
  auto plane = make_plane(*points, {axes->e, axes->e_b}, axes->x, parts);
  if (!plane) return nullptr;
  return std::make_unique<RevoluteInPlane>(*points, *axes, c, *parts.bearing.radius, std::move(plane));
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_CLEARANCE(revolute_in_plane) = {
    {"revolute_in_plane", "FloresAmbrosio2010",
     "journal in a bearing with radial play; ideal along and about the other axes", kParams},
    make};
}  // namespace entry
}  // namespace freeplay
