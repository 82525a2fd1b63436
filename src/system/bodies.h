// SPDX-License-Identifier: Apache-2.0
// What a system of bodies needs to know of the plane and of space, besides what shapes need: everything else
// is the same in both.
#pragma once

#include "base/assert.h"
#include "base/index.h"
#include "clearances/planar/clearance.h"
#include "clearances/spatial/clearance.h"
#include "freeplay/planar_force.h"
#include "freeplay/planar_joint.h"
#include "freeplay/spatial_force.h"
#include "freeplay/spatial_joint.h"
#include "joints/planar/rubbing.h"
#include "joints/spatial/rubbing.h"
#include "shapes/free/worlds.h"

namespace freeplay {

class PlanarSystem;
class SpatialSystem;

struct PlanarBodies : PlanarWorld {
  using Shapes = PlanarWorld;
  using Twist = freeplay::Twist;
  using Side = Pose;  ///< what joints and forces are placed on
  using System = PlanarSystem;
  using Joint = PlanarJoint;
  using JointEntry = freeplay::JointEntry;
  using ForceEntry = freeplay::ForceEntry;
  using Rubbing = PlanarRubbing;
  using Clearance = PlanarClearance;
  using Force = PlanarForce;
  static constexpr int kMostRows = 3;  ///< of a joint: it cannot take away more freedoms

  static Twist twist(const Pose&, const double* u) { return {u[0], u[1], u[2]}; }
  static void add_gyration(const double*, const double*, double*) {}
  static bool gyrates(const double*) { return false; }
  static ForceSums sums(std::span<const Pose>, Evaluation& out) {
    return {out.h.data(), out.h_applied.data(), out.h_damping.data(), nullptr};
  }
  static std::array<double, 3> in_space(const Vec2& point) { return {point[0], point[1], 0}; }

  static double length(const PlanarClearance& play, int) { return play.length(); }
  static bool at_end(const PlanarClearance&, int) { return false; }
  static void describe(const PlanarRubbing& rubbing, RubbingInfo& info) {
    info.pads = rubbing.pads();
    if (rubbing.has_lever()) info.lever.fill(0);
    info.radius = rubbing.radius();
  }

  // The only free coordinate of a joint.
  static double coordinate(const PlanarJoint& joint, int, const Pose& a, const Pose& b) {
    return joint.coordinate(a, b);
  }
  static void coordinate_row(const PlanarJoint& joint, int, const Pose& a, const Pose& b, double* row) {
    joint.coordinate_row(a, b, row);
  }
  static double coordinate_gamma(const PlanarJoint& joint, int, const Pose& a, const Pose& b, const Twist& va,
                                 const Twist& vb) {
    return joint.coordinate_gamma(a, b, va, vb);
  }
};

struct SpatialBodies : SpatialWorld {
  using Shapes = SpatialWorld;
  using Twist = SpatialTwist;
  using Side = SpatialSide;
  using System = SpatialSystem;
  using Joint = SpatialJoint;
  using JointEntry = SpatialJointEntry;
  using ForceEntry = SpatialForceEntry;
  using Rubbing = SpatialRubbing;
  using Clearance = SpatialClearance;
  using Force = SpatialForce;
  static constexpr int kMostRows = kMostSpatialRows;

  /// Integrators let the length of e wander within their accuracy; the rotation is that of its direction.
  static SpatialPose place(const double* q) {
    return {{q[0], q[1], q[2]}, rotation(normalised({q[3], q[4], q[5], q[6]}))};
  }
  static SpatialTwist twist(const SpatialPose& pose, const double* u) {
    return {{u[0], u[1], u[2]}, pose.turn({u[3], u[4], u[5]})};
  }
  /// −ω' × J ω'        [Marques2015, eq. (2.19)]
  static void add_gyration(const double* M, const double* u, double* h) {
    const double *J = M + 3, *w = u + 3;
    h[3] = (J[1] - J[2]) * w[1] * w[2];
    h[4] = (J[2] - J[0]) * w[2] * w[0];
    h[5] = (J[0] - J[1]) * w[0] * w[1];
  }
  static bool gyrates(const double* M) { return M[3] != M[4] || M[4] != M[5]; }
  static SpatialForceSums sums(std::span<const SpatialPose> poses, Evaluation& out) {
    return {poses, out.h.data(), out.h_applied.data(), out.h_damping.data(), nullptr};
  }
  static std::array<double, 3> in_space(const Vec3& point) { return point; }
  static double length(const SpatialClearance& play, int contact) { return play.length(contact); }
  static bool at_end(const SpatialClearance& play, int contact) { return play.at_end(contact); }
  static void describe(const SpatialRubbing& rubbing, RubbingInfo& info) {
    info.d = rubbing.d();
    info.pads = rubbing.pads();
    for (int pad = 0; pad < info.pads; ++pad) info.lever[idx(pad)] = rubbing.lever(pad);
    info.radius = rubbing.radius();
  }

  static double coordinate(const SpatialJoint& joint, int k, const SpatialPose& a, const SpatialPose& b) {
    return joint.coordinate(k, a, b);
  }
  static void coordinate_row(const SpatialJoint& joint, int k, const SpatialPose& a, const SpatialPose& b,
                             double* row) {
    joint.coordinate_row(k, a, b, row);
  }
  static double coordinate_gamma(const SpatialJoint& joint, int k, const SpatialPose& a, const SpatialPose& b,
                                 const SpatialTwist& va, const SpatialTwist& vb) {
    return joint.coordinate_gamma(k, a, b, va, vb);
  }
};

}  // namespace freeplay
