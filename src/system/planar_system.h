// SPDX-License-Identifier: Apache-2.0
// The system made of planar bodies: coordinates (x, y, θ) of each centre of mass, M constant and diagonal.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "clearances/planar/clearance.h"
#include "drivers/driver.h"
#include "forces/planar/force.h"
#include "freeplay/system.h"
#include "joints/planar/joint.h"
#include "joints/planar/rubbing.h"
#include "system/contact_laws.h"
#include "system/free_slots.h"

namespace freeplay {

/// A joint at its place: ideal (rows) or with play (contacts), never both.
struct PlacedJoint {
  std::unique_ptr<PlanarJoint> ideal;
  std::unique_ptr<PlanarClearance> clearance;
  int a = kGround, b = kGround;          ///< body indices
  int first_row = 0;                     ///< of its constraint rows
  int first_contact = 0;                 ///< of its contacts
  int feature = -1;                      ///< the branch its gaps are on, −1: they have only one
  int first_extra = 0;                   ///< of its further channels
  std::optional<PlanarRubbing> rubbing;  ///< friction of the ideal joint
};

struct PlacedDriver {
  std::unique_ptr<Motion> motion;
  int joint = 0;
  int row = 0;
  bool absolute = false;
  double start = 0;  ///< coordinate − s at t = 0
};

/// What assemble() puts together.
struct PlanarParts {
  SystemInfo info;
  std::vector<double> M;  ///< diagonal
  Vec2 gravity{0, 0};
  std::vector<PlacedJoint> joints;
  std::vector<PlacedDriver> drivers;
  std::vector<std::unique_ptr<PlanarForce>> forces;
  FreeSlots free;  ///< their contacts follow those of the joints
  OwnedLaws laws;  ///< that contacts point to
  State initial;
};

class PlanarSystem final : public System {
 public:
  explicit PlanarSystem(PlanarParts parts);

  const SystemInfo& info() const override { return parts_.info; }
  void place(double t, std::span<const double> q, Evaluation& out) const override;
  void mass(std::span<const double> q, Evaluation& out) const override;
  void forces(double t, std::span<const double> q, std::span<const double> u, Evaluation& out) const override;
  void constraints(double t, std::span<const double> q, Evaluation& out) const override;
  void constraint_gamma(double t, std::span<const double> q, std::span<const double> u,
                        Evaluation& out) const override;
  void rubbing_rows(double t, std::span<const double> q, Evaluation& out) const override;
  void rubbing_gammas(double t, std::span<const double> q, std::span<const double> u,
                      Evaluation& out) const override;
  void pressing(int place, std::span<const double> lambda, const Evaluation& at,
                std::span<Tangent> P) const override;
  void gaps(double t, std::span<const double> q, Evaluation& out) const override;
  void contact_rows(double t, std::span<const double> q, int contact, Evaluation& out) const override;
  void load(std::span<const double> features, Evaluation& out) const override;
  bool choose_contacts(State& state, double dt) const override;
  std::string contact_name(int contact, std::span<const double> features) const override;
  PairFeature slot(int contact, std::span<const double> features) const override;
  std::array<double, 3> contact_point(double t, int contact, const Evaluation& at) const override;
  std::array<double, 3> contact_force(int contact, std::span<const double> along,
                                      const Evaluation& at) const override;
  void switches(double t, std::span<const double> q, Evaluation& out) const override;
  void pass_switch(int which, State& state) const override;
  void sample(double t, std::span<const double> q, std::span<const double> u, const Evaluation& at,
              std::span<double> out) const override;
  Energies energies(double t, std::span<const double> q, std::span<const double> u,
                    const Evaluation& at) const override;
  void motion(double t, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override;
  void accelerations(double t, std::span<const double> q, std::span<const double> u,
                     std::span<const double> u_dot, std::span<BodyMotion> out) const override;
  State initial_state() const override { return parts_.initial; }

  /// For assembly: where drivers start, and the consistent initial state.
  void set_initial(const State& state) { parts_.initial = state; }
  void start_drivers(std::span<const double> q);
  /// Gaps that jump are put on the branch that their pose is on.
  void choose_branches(State& state) const;
  void set_forces(std::vector<std::unique_ptr<PlanarForce>> forces);
  const PlanarParts& parts() const { return parts_; }
  /// Poses of the ground and all bodies, as placed.
  std::span<const Pose> poses(const Evaluation& at) const;

 private:
  PairPlace place_of(const PlacedJoint& joint, double t, const Evaluation& ev) const;
  Twist twist(int body, std::span<const double> u) const;

  PlanarParts parts_;
  std::vector<double> weight_;  ///< generalized gravity force
  std::vector<int> contact_joint_;
  std::vector<int> branched_;  ///< joints whose gaps jump, one per switch
};

}  // namespace freeplay
