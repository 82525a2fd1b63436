// SPDX-License-Identifier: Apache-2.0
// The system made of spatial bodies: per body the coordinates (x, y, z, e0, e1, e2, e3) of the centre of mass
// and the principal axes, and the velocities (v, ω') with ω' in those axes. M is constant and diagonal; the
// gyroscopic torque −ω' × J ω' is part of h.        [Marques2015, eqs. (2.3) to (2.8)]
#pragma once

#include <utility>

#include "system/body_system.h"

namespace freeplay {

/// Coordinates and velocities of a spatial body.
inline constexpr int kSpatialCoordinates = 7, kSpatialVelocities = 6;

using PlacedSpatialJoint = PlacedJointOf<SpatialBodies>;
using SpatialParts = PartsOf<SpatialBodies>;

class SpatialSystem final : public BodySystemOf<SpatialBodies> {
 public:
  explicit SpatialSystem(SpatialParts parts);

  void rubbing_rows(double t, std::span<const double> q, Evaluation& out) const override;
  void rubbing_gammas(double t, std::span<const double> q, std::span<const double> u,
                      Evaluation& out) const override;
  void pressing(int place, std::span<const double> lambda, const Evaluation& at,
                std::span<Tangent> P) const override;
  void gaps(double t, std::span<const double> q, Evaluation& out) const override;
  void contact_rows(double t, std::span<const double> q, int contact, Evaluation& out) const override;
  std::array<double, 3> contact_point(double t, int contact, const Evaluation& at) const override;
  void sample(double t, std::span<const double> q, std::span<const double> u, const Evaluation& at,
              std::span<double> out) const override;
  void reactions(std::span<const double> lambda, const Evaluation& at, std::span<double> out) const override;
  void motion(double t, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override;
  void accelerations(double t, std::span<const double> q, std::span<const double> u,
                     std::span<const double> u_dot, std::span<BodyMotion> out) const override;
  void rates(std::span<const double> q, std::span<const double> u, std::span<double> out) const override;
  void advance(std::span<const double> q, std::span<const double> u, double dt,
               std::span<double> out) const override;
  void difference(std::span<const double> from, std::span<const double> to,
                  std::span<double> out) const override;
  /// What is wrong with where joints with play start: index of the joint and words, for an error.
  std::vector<std::pair<int, std::string>> outside(std::span<const double> q, Evaluation& scratch) const;

 private:
  /// Force and moment of a joint on its second body, at the joint's point, in world axes.
  std::pair<Vec3, Vec3> wrench(const PlacedSpatialJoint& joint, std::span<const double> lambda,
                               const Evaluation& at) const;
};

/// Inner coordinates (7) and velocities (6) of a body that the user describes by its own frame.
void inner_state(const SpatialBody& body, const Mount& mount, double* q, double* u);

}  // namespace freeplay
