// SPDX-License-Identifier: Apache-2.0
// Spherical joint: a point of body a and a point of body b coincide.
//   Φ = (R_b + A_b s_b) − (R_a + A_a s_a) = 0                                                [Marques2015]
// The free coordinates are Cardan angles of b's frame in a's: turned about x, then about the new y, then
// about the new z,  R = Rx(φ1) Ry(φ2) Rz(φ3). They are singular at φ2 = ±90°, where the axes of φ1 and φ3
// coincide: a driver cannot lead through. The constraint rows have no such point.
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {kPointsParam, kPointParam};

class Spherical final : public SpatialJoint {
 public:
  Spherical(const VectorPair& points, const Mat3& user_a, const Mat3& user_b)
      : s_(points), user_a_(user_a.transpose()), user_b_(user_b.transpose()) {}

  int rows() const override { return 3; }
  const char* row_name(int row) const override { return row == 0 ? "x" : row == 1 ? "y" : "z"; }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const override {
    rows::coincidence({a, b, s_.a, s_.b}, a, b, s_.a, s_.b, Phi, D);
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const override {
    rows::coincidence_gamma({a, b, s_.a, s_.b}, va, vb, out);
  }
  Vec3 point(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }

  int coordinates() const override { return 3; }
  double coordinate(int i, const SpatialPose& a, const SpatialPose& b) const override {
    const Mat3 R = (a.A * user_a_).transpose() * (b.A * user_b_);
    if (i == 0) return std::atan2(-R(1, 2), R(2, 2));
    if (i == 1) return std::atan2(R(0, 2), std::hypot(R(1, 2), R(2, 2)));
    return std::atan2(-R(0, 1), R(0, 0));
  }
  void coordinate_row(int i, const SpatialPose& a, const SpatialPose& b, double* row) const override {
    const Mat3 P = a.A * user_a_;
    rows::put_turn(row, a, b, P * Cardan(P, b.turn(user_b_.column(2))).axis(i));
  }
  double coordinate_gamma(int i, const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va,
                          const SpatialTwist& vb) const override {
    const Mat3 P = a.A * user_a_;
    const Cardan cardan(P, b.turn(user_b_.column(2)));
    const Vec3 rel = vb.omega - va.omega;
    const Vec3 omega = P.transposed(rel), turn = P.transposed(cross(rel, va.omega));  // ω and ω̇ in axes P
    return -dot(cardan.axis_rate(i, dot(cardan.axis(0), omega), dot(cardan.axis(1), omega)), omega) -
           dot(cardan.axis(i), turn);
  }

  SpatialPicture picture(const Joint& joint) const override {
    SpatialPicture out;
    out.points = {s_.a, s_.b};
    out.held_displacement = {true, true, true};
    out.drawing = BallDrawing{.radius = joint.bearing ? joint.bearing->radius : std::nullopt};
    return out;
  }

 private:
  /// φ̇_i = axis(i)ᵀ ω with the relative angular velocity ω in a's frame.
  struct Cardan {
    double s1, c1, s2, c2;

    /// z_b = (sin φ2, −sin φ1 cos φ2, cos φ1 cos φ2) in a's frame.
    Cardan(const Mat3& P, const Vec3& z_b) {
      const Vec3 z = P.transposed(z_b);
      s2 = z[0], c2 = std::hypot(z[1], z[2]);
      s1 = -z[1] / c2, c1 = z[2] / c2;
    }
    Vec3 axis(int i) const {
      if (i == 0) return {1, s1 * s2 / c2, -c1 * s2 / c2};
      if (i == 1) return {0, c1, s1};
      return {0, -s1 / c2, c1 / c2};
    }
    Vec3 axis_rate(int i, double rate1, double rate2) const {
      const double tan = s2 / c2, squared = 1 / (c2 * c2);
      if (i == 0)
        return {0, c1 * tan * rate1 + s1 * squared * rate2, s1 * tan * rate1 - c1 * squared * rate2};
      if (i == 1) return {0, -s1 * rate1, c1 * rate1};
      return {0, -c1 / c2 * rate1 - s1 * s2 * squared * rate2, -s1 / c2 * rate1 + c1 * s2 * squared * rate2};
    }
  };

  VectorPair s_;
  Mat3 user_a_, user_b_;  ///< axes of the users' frames in the inner ones
};

std::unique_ptr<SpatialJoint> make(const Parameters& given, const SpatialSide& a, const SpatialSide& b,
                                   const std::string& key, Diagnostics& problems) {
  const auto points = FrameReader(given, a, b, key, problems).points();
  if (!points) return nullptr;
  return std::make_unique<Spherical>(*points, a.mount.axes, b.mount.axes);
}

constexpr FreeCoordinate kCoordinates[] = {{"angle_1", "rad"}, {"angle_2", "rad"}, {"angle_3", "rad"}};

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_JOINT(spherical) = {{"spherical", "Marques2015", "ball joint: two points coincide", kParams},
                                     make,
                                     kCoordinates,
                                     SpatialSurface::ball};
}  // namespace entry
}  // namespace freeplay
