// SPDX-License-Identifier: Apache-2.0
// The system made of planar bodies: coordinates (x, y, θ) of each centre of mass. Velocities are the rates of
// the coordinates; gaps of joints may depend on time and may jump (cams).
#pragma once

#include "system/body_system.h"

namespace freeplay {

using PlacedJoint = PlacedJointOf<PlanarBodies>;
using PlanarParts = PartsOf<PlanarBodies>;

class PlanarSystem final : public BodySystemOf<PlanarBodies> {
 public:
  explicit PlanarSystem(PlanarParts parts);

  void rubbing_rows(double t, std::span<const double> q, Evaluation& out) const override;
  void rubbing_gammas(double t, std::span<const double> q, std::span<const double> u,
                      Evaluation& out) const override;
  void pressing(int place, std::span<const double> lambda, const Evaluation& at,
                std::span<Tangent> P) const override;
  void gaps(double t, std::span<const double> q, Evaluation& out) const override;
  void contact_rows(double t, std::span<const double> q, int contact, Evaluation& out) const override;
  std::array<double, 3> contact_point(double t, int contact, const Evaluation& at) const override;
  void switches(double t, std::span<const double> q, Evaluation& out) const override;
  void pass_switch(int which, State& state) const override;
  void sample(double t, std::span<const double> q, std::span<const double> u, const Evaluation& at,
              std::span<double> out) const override;
  void motion(double t, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override;
  void accelerations(double t, std::span<const double> q, std::span<const double> u,
                     std::span<const double> u_dot, std::span<BodyMotion> out) const override;

  /// Gaps that jump are put on the branch that their pose is on.
  void choose_branches(State& state, Evaluation& scratch) const;

 private:
  PairPlace place_of(const PlacedJoint& joint, double t, const Evaluation& ev) const;

  std::vector<int> branched_;  ///< joints whose gaps jump, one per switch
};

}  // namespace freeplay
