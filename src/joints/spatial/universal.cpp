// SPDX-License-Identifier: Apache-2.0
// Universal (Cardan, Hooke) joint: a cross whose one arm turns in body a and whose other arm turns in body b;
// the arms meet at right angles.
//   Φ = (d, e_aᵀ e_b) = 0                                                          [Marques2015, section 2.2]
// The free coordinates are the angle of the cross about e_a and the angle of b about e_b, zero as drawn:
// b is turned by R = R(e_a, φ1) R(e_b, φ2) against the drawing. Neither has a singular point.
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    kPointsParam, kPointParam,
    vector_param(
        "axes", "e', e''", "-",
        "directions of the cross's arms, the first in the first body's frame, the other in the second one's",
        ParamKind::vectors),
    vector_param("world_axes", "", "-", "directions of both arms in the world as drawn, instead of axes",
                 ParamKind::vectors)};

// Arms this close to parallel have no common perpendicular worth the name: the row's length is the sine.
constexpr double kLeastSine = 1e-3;

class Universal final : public SpatialJoint {
 public:
  /// e_a, e_b in the inner frames; x_a and x_b: e_b and e_a as drawn, across e_a and e_b, in a and b.
  Universal(const VectorPair& points, const VectorPair& e, const VectorPair& x)
      : s_(points), e_(e), x_(x), y_{cross(e.a, x.a), cross(e.b, x.b)} {}

  int rows() const override { return 4; }
  const char* row_name(int row) const override {
    static constexpr const char* kNames[] = {"x", "y", "z", "cross"};
    return kNames[row];
  }
  bool row_is_angle(int row) const override { return row == 3; }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const override {
    rows::coincidence({a, b, s_.a, s_.b}, a, b, s_.a, s_.b, Phi, D);
    const Vec3 e_a = a.turn(e_.a), e_b = b.turn(e_.b);
    Phi[3] = dot(e_a, e_b);
    rows::put_turn(D + 3 * kSpatialRow, a, b, cross(e_b, e_a));
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const override {
    rows::coincidence_gamma({a, b, s_.a, s_.b}, va, vb, out);
    out[3] = -dot(a.turn(e_.a), rows::seen_from_a(b.turn(e_.b), va, vb));
  }
  Vec3 point(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }

  // The first angle is that of e_b about e_a, counted from x_a. The second one is that of x_b about e_b,
  // counted from e_a: the angle of e_a counted from x_b, with the other sign.
  int coordinates() const override { return 2; }
  double coordinate(int i, const SpatialPose& a, const SpatialPose& b) const override {
    if (i == 0) return rows::angle(a.turn(x_.a), a.turn(y_.a), b.turn(e_.b));
    return std::atan2(-dot(b.turn(y_.b), a.turn(e_.a)), dot(b.turn(x_.b), a.turn(e_.a)));
  }
  void coordinate_row(int i, const SpatialPose& a, const SpatialPose& b, double* row) const override {
    rows::put_turn(row, a, b,
                   i == 0 ? rows::angle_row(a.turn(x_.a), a.turn(y_.a), b.turn(e_.b))
                          : rows::angle_row(b.turn(x_.b), b.turn(y_.b), a.turn(e_.a)));
  }
  double coordinate_gamma(int i, const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va,
                          const SpatialTwist& vb) const override {
    if (i == 0) return -rows::angle_second(a.turn(x_.a), a.turn(y_.a), b.turn(e_.b), va.omega, vb.omega);
    return rows::angle_second(b.turn(x_.b), b.turn(y_.b), a.turn(e_.a), vb.omega, va.omega);
  }

  SpatialPicture picture(const Joint&) const override {
    SpatialPicture out;
    out.points = {s_.a, s_.b};
    out.axes_a = columns(e_.a, x_.a, y_.a);
    out.axes_b = columns(x_.b, e_.b, cross(x_.b, e_.b));
    out.held_displacement = {true, true, true};
    out.drawing = CrossDrawing{};
    return out;
  }

 private:
  VectorPair s_, e_, x_, y_;
};

std::unique_ptr<SpatialJoint> make(const Parameters& given, const SpatialSide& a, const SpatialSide& b,
                                   const std::string& key, Diagnostics& problems) {
  const FrameReader reader(given, a, b, key, problems);
  const auto points = reader.points();
  if (!reader.exactly_one({"axes", "world_axes"}, "the two arms of the cross") || !points) return nullptr;
  const bool world = given.given("world_axes");
  const char* param = world ? "world_axes" : "axes";
  const auto& both = *given.vectors(param);
  const auto first = reader.direction(param, both[0]), second = reader.direction(param, both[1]);
  if (!first || !second) return nullptr;
  const VectorPair e{world ? a.direction_of_world(*first) : a.mount.direction(*first),
                     world ? b.direction_of_world(*second) : b.mount.direction(*second)};
  const Vec3 e_a = a.pose.turn(e.a), e_b = b.pose.turn(e.b);
  if (norm(cross(e_a, e_b)) < kLeastSine) {
    reader.error(param, "the two arms of the cross are parallel as drawn; they meet at right angles",
                 "give an arm in each body, at right angles to that body's shaft and to the other arm");
    return nullptr;
  }
  const double cosine = dot(e_a, e_b);
  const VectorPair x{a.direction_of_world(unit(e_b - cosine * e_a)),
                     b.direction_of_world(unit(e_a - cosine * e_b))};
  return std::make_unique<Universal>(*points, e, x);
}

constexpr FreeCoordinate kCoordinates[] = {{"angle_1", "rad"}, {"angle_2", "rad"}};

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_JOINT(universal) = {
    {"universal", "Marques2015", "cross with an arm in each body, at right angles", kParams},
    make,
    kCoordinates,
    SpatialSurface::none,
    "make it of a cross with two revolute joints that have clearance: docs/play_in_space.md"};
}  // namespace entry
}  // namespace freeplay
