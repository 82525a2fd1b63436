// SPDX-License-Identifier: Apache-2.0
// Bushing: body b hangs at a point of body a by springs and dampers in all six directions.
//   y = (d, θ),  F_y = −K y − C ẏ,  V = ½ yᵀ K y
// d is the way from the point of a to the point of b and θ the rotation vector of b against its orientation
// as drawn, both in the axes of the bushing, which are fixed in a. With the relative angular velocity ω in
// these axes
//   θ̇ = B(θ) ω,  B = I − ½ θ̃ + c θ̃²,  c = (1 − ½φ cot ½φ)/φ²,  φ = |θ|
// (B is the inverse of the tangent map of the rotation vector): the torque on b is Bᵀ F_θ and the energy is
// exact at finite rotations. θ is not longer than half a turn; it jumps there.
#include "base/index.h"
#include "forces/spatial/stiffness_matrix.h"
#include "freeplay/spatial_force.h"
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    kPointsParam,
    kPointParam,
    {.key = "stiffness",
     .symbol = "K",
     .help = "three along the axes [N/m] and three about them [N m/rad], or all 36 of the matrix row by row",
     .kind = ParamKind::numbers},
    {.key = "damping",
     .symbol = "C",
     .help = "likewise [N s/m, N m s/rad]; none by default",
     .kind = ParamKind::numbers,
     .optional = true},
    {.key = "orientation",
     .help = "how the bushing's axes stand in the first body's frame; its own axes by default",
     .kind = ParamKind::orientation,
     .optional = true}};

class Bushing final : public SpatialForce {
 public:
  /// The columns of F are the bushing's axes in a's inner frame; those of C the same in b's, as drawn.
  Bushing(std::array<int, 2> bodies, const VectorPair& points, const Mat3& F, const Mat3& C,
          const StiffnessMatrix& stiffness, const StiffnessMatrix& damping)
      : a_(bodies[0]), b_(bodies[1]), s_(points), F_(F), C_(C), K_(stiffness), damping_(damping) {}

  void apply(double, std::span<const SpatialPose> poses, std::span<const SpatialTwist> twists,
             const SpatialForceSums& out) const override {
    const SpatialPose &a = poses[idx(a_)], &b = poses[idx(b_)];
    const rows::Arms arms(a, b, s_.a, s_.b);
    const Mat3 P = a.A * F_;
    const Vec3 theta = turn(P, b);
    const Six elastic = K_ * Six{P.transposed(arms.d), theta};
    act(out, out.h, arms, P, theta, elastic);
    if (damping_.zero()) return;
    const SpatialTwist &va = twists[idx(a_)], &vb = twists[idx(b_)];
    const Six viscous = damping_ * Six{P.transposed(vb.at(arms.rb) - va.at(arms.ra + arms.d)),
                                       rate(theta, P.transposed(vb.omega - va.omega))};
    act(out, out.h, arms, P, theta, viscous);
    act(out, out.damping, arms, P, theta, viscous);
  }

  double energy(std::span<const SpatialPose> poses) const override {
    const SpatialPose &a = poses[idx(a_)], &b = poses[idx(b_)];
    const Mat3 P = a.A * F_;
    const Six y{P.transposed(rows::Arms(a, b, s_.a, s_.b).d), turn(P, b)};
    const Six f = K_ * y;
    return 0.5 * (dot(y.along, f.along) + dot(y.about, f.about));
  }

  bool depends_on_velocity() const override { return !damping_.zero(); }

 private:
  Vec3 turn(const Mat3& P, const SpatialPose& b) const {
    return rotation_vector(rows::relative(P, b.A * C_));
  }
  static double factor(double phi) {
    if (phi > 0.1) return (1 - 0.5 * phi / std::tan(0.5 * phi)) / (phi * phi);
    const double s = phi * phi;
    return 1.0 / 12 + s * (1.0 / 720 + s * (1.0 / 30240 + s / 1209600));
  }
  /// θ̇ = B ω.
  static Vec3 rate(const Vec3& theta, const Vec3& omega) {
    const Vec3 c = cross(theta, omega);
    return omega - 0.5 * c + factor(norm(theta)) * cross(theta, c);
  }
  /// −y-force on b and the opposite on a, at the point of b. Bᵀ(θ) = B(−θ).
  void act(const SpatialForceSums& out, double* to, const rows::Arms& arms, const Mat3& P, const Vec3& theta,
           const Six& f) const {
    const Vec3 force = P * f.along, torque = P * rate(-theta, f.about);
    out.add(to, a_, force, arms.ra + arms.d, torque);
    out.add(to, b_, -force, arms.rb, -torque);
  }

  int a_, b_;
  VectorPair s_;
  Mat3 F_, C_;
  StiffnessMatrix K_, damping_;
};

std::unique_ptr<SpatialForce> make(const Parameters& given, std::array<int, 2> bodies, const SpatialSide& a,
                                   const SpatialSide& b, const std::string& key, Diagnostics& problems) {
  const FrameReader reader(given, a, b, key, problems);
  const auto points = reader.points();
  const auto stiffness = read_stiffness(reader, "stiffness", given.numbers("stiffness"));
  const auto damping = given.given("damping") ? read_stiffness(reader, "damping", given.numbers("damping"))
                                              : StiffnessMatrix();
  if (!points || !stiffness || !damping) return nullptr;
  const Mat3 F =
      a.mount.axes.transpose() * rotation(given.orientation("orientation").value_or(Quat{1, 0, 0, 0}));
  return std::make_unique<Bushing>(bodies, *points, F, b.pose.A.transpose() * (a.pose.A * F), *stiffness,
                                   *damping);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_FORCE(bushing) = {
    {"bushing", "", "springs and dampers in all six directions between two bodies", kParams}, make, 2};
}  // namespace entry
}  // namespace freeplay
