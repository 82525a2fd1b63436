// SPDX-License-Identifier: Apache-2.0
// Force at a point of a body, with its direction fixed in the world or in the body; constant unless it is set
// as an input.
#include "freeplay/planar_force.h"

#include "base/index.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "force", .symbol = "F", .unit = "N", .help = "components of the force", .kind = ParamKind::point},
    {.key = "point",
     .symbol = "s",
     .unit = "m",
     .fallback = 0,
     .help = "where it acts, in the body's frame; the centre by default",
     .kind = ParamKind::point,
     .optional = true},
    {.key = "frame",
     .help = "axes in which the components are given",
     .kind = ParamKind::choice,
     .optional = true,
     .choices = {"world", "body"}}};
constexpr const char* kInputs[] = {"force"};

class PointForce final : public PlanarForce {
 public:
  PointForce(const Parameters& given, int body)
      : body_(body),
        force_(*given.point("force")),
        point_(given.point("point").value_or(Point{0, 0})),
        follows_(given.word("frame") == "body") {}

  void apply(double, std::span<const Pose> poses, std::span<const Twist>,
             const ForceSums& out) const override {
    const Pose& pose = poses[idx(body_)];
    const Vec2 force = out.inputs ? Vec2{out.inputs[0], out.inputs[1]} : force_;
    const Vec2 f = follows_ ? pose.turn(force) : force;
    const Vec2 r = pose.turn(point_);
    ForceSums::add(out.h, body_, f, r);
    ForceSums::add(out.applied, body_, f, r);
  }

 private:
  int body_;
  Vec2 force_, point_;
  bool follows_;
};

std::unique_ptr<PlanarForce> make(const Parameters& given, std::array<int, 2> bodies, const Pose&,
                                  const Pose&) {
  return std::make_unique<PointForce>(given, bodies[0]);
}

}  // namespace

namespace entry {
FREEPLAY_FORCE(point_force) = {
    {"point_force", "", "constant force at a point of a body", kParams}, make, 1, kInputs};
}  // namespace entry
}  // namespace freeplay
