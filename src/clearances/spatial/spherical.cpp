// SPDX-License-Identifier: Apache-2.0
// Ball in a socket with radial play c: the socket belongs to body a, the ball to body b.
//   e = ball's centre − socket's centre,  g_N = c − |e|,  n = −e/|e|
// The ball touches at its own point in the direction of e. At e = 0 every direction is as good as another.
#include <cmath>

#include <fmt/format.h>

#include "clearances/spatial/clearance.h"
#include "joints/spatial/joint_frame.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "radial",
                              .symbol = "c",
                              .unit = "m",
                              .low = 0,
                              .help = "play: radius of the socket minus radius of the ball",
                              .open_low = true}};

constexpr ClearanceChannel kChannels[] = {
    {"orbit_x", "m", "ball's centre in the first body's frame, from the socket's centre"},
    {"orbit_y", "m", "ball's centre in the first body's frame, from the socket's centre"},
    {"orbit_z", "m", "ball's centre in the first body's frame, from the socket's centre"},
    {"eccentricity", "", "distance of the centres over the clearance: 1 is contact"}};

class BallInSocket final : public SpatialClearance {
 public:
  BallInSocket(const VectorPair& points, const Mat3& axes, double clearance, double socket)
      : s_(points), axes_(axes), c_(clearance), socket_(socket) {}

  int contacts() const override { return 1; }
  const char* contact_name(int) const override { return "ball"; }
  double length(int) const override { return c_; }
  ContactGeometry geometry(int) const override { return {-socket_, socket_ - c_}; }

  void gaps(const SpatialPose& a, const SpatialPose& b, double* out) const override {
    out[0] = c_ - norm(offset(a, b));
  }

  PlayContact contact(int, const SpatialPose& a, const SpatialPose& b) const override {
    const Vec3 e = offset(a, b);
    const double distance = norm(e);
    const Vec3 out = distance > 0 ? (1 / distance) * e : a.turn({1, 0, 0});
    // The smallest turn of the socket's z axis onto the normal carries its x and y axes along: smooth but at
    // the bottom.
    const Vec3 inner = a.turn_back(out);
    const double k = 1 / (1 + std::max(inner[2], -1 + 1e-12));
    const Vec3 t1 = a.turn({1 - k * inner[0] * inner[0], -k * inner[0] * inner[1], -inner[0]});
    return {c_ - distance, -out, t1, cross(out, t1), b.point(s_.b) + (socket_ - c_) * out};
  }

  Vec3 centre(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }

  std::span<const ClearanceChannel> channels() const override { return kChannels; }
  void sample(const SpatialPose& a, const SpatialPose& b, double* out) const override {
    const Vec3 e = axes_ * a.turn_back(offset(a, b));
    for (std::size_t k = 0; k < 3; ++k) out[k] = e[k];
    out[3] = norm(e) / c_;
  }
  std::string outside(const SpatialPose& a, const SpatialPose& b) const override {
    const double distance = norm(offset(a, b));
    if (distance <= socket_) return {};
    return fmt::format("the ball's centre is {:g} m from the socket's, whose radius is {:g} m", distance,
                       socket_);
  }

  void redraw(SpatialPicture& picture) const override {
    picture.clearance = c_;
    picture.drawing = BallDrawing{socket_, c_};
  }

 private:
  Vec3 offset(const SpatialPose& a, const SpatialPose& b) const { return b.point(s_.b) - a.point(s_.a); }

  VectorPair s_;
  Mat3 axes_;  ///< of the first body's own frame
  double c_, socket_;
};

std::unique_ptr<SpatialClearance> make(const PlayParts& parts) {
  const FrameReader reader(parts.ideal, parts.a, parts.b, parts.key, parts.problems);
  const auto points = reader.points();
  const double c = parts.play.number("radial");
  if (!parts.bearing.radius) {
    parts.problems.error(parts.play.where("radial"), parts.key + ".bearing.radius",
                         "play needs the radius of the socket", "add bearing = { radius = \"10 mm\" }");
    return nullptr;
  }
  if (c >= *parts.bearing.radius) {
    parts.problems.error(parts.play.where("radial"), parts.key + ".clearance.radial",
                         fmt::format("must be smaller than the socket's radius, {:g} m; found {:g} m",
                                     *parts.bearing.radius, c),
                         "it is the radius of the socket minus that of the ball");
    return nullptr;
  }
  if (!points) return nullptr;
  return std::make_unique<BallInSocket>(*points, parts.a.mount.axes, c, *parts.bearing.radius);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_CLEARANCE(spherical) = {{"spherical", "", "ball in a socket with radial play", kParams},
                                         make};
}  // namespace entry
}  // namespace freeplay
