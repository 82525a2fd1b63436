// SPDX-License-Identifier: Apache-2.0
// The system made of spatial bodies: per body the coordinates (x, y, z, e0, e1, e2, e3) of the centre of mass
// and the principal axes, and the velocities (v, ω') with ω' in those axes. M is constant and diagonal; the
// gyroscopic torque −ω' × J ω' is part of h.        [Marques2015, eqs. (2.3) to (2.8)]
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "clearances/spatial/clearance.h"
#include "drivers/driver.h"
#include "forces/spatial/force.h"
#include "freeplay/system.h"
#include "joints/spatial/joint.h"
#include "joints/spatial/rubbing.h"
#include "system/contact_laws.h"
#include "system/free_slots.h"

namespace freeplay {

/// Coordinates and velocities of a spatial body.
inline constexpr int kSpatialCoordinates = 7, kSpatialVelocities = 6;

/// In which axes the reactions of a joint are recorded.
enum class ReactionFrame { world, first, second };

struct PlacedSpatialJoint {
  std::unique_ptr<SpatialJoint> ideal;
  int a = kGround, b = kGround;  ///< body indices
  int first_row = 0;             ///< of its constraint rows
  int first_extra = 0;  ///< of its coordinates among the extra channels: value, rate, value, rate, …
  ReactionFrame frame = ReactionFrame::world;
  std::optional<SpatialRubbing> rubbing;        ///< friction of the joint
  std::unique_ptr<SpatialClearance> clearance;  ///< its play; `ideal` then has the rows that remain
  int first_contact = 0;
};

struct PlacedSpatialDriver {
  std::unique_ptr<Motion> motion;
  int joint = 0;
  int coordinate = 0;
  int row = 0;
  bool angle = false;
  bool absolute = false;
  double start = 0;  ///< coordinate − s at t = 0
};

/// What the assembly puts together.
struct SpatialParts {
  SystemInfo info;
  std::vector<double> M;  ///< diagonal
  Vec3 gravity{0, 0, 0};
  std::vector<Mount> mounts;  ///< of ground and bodies
  std::vector<PlacedSpatialJoint> joints;
  std::vector<PlacedSpatialDriver> drivers;
  std::vector<std::unique_ptr<SpatialForce>> forces;
  SpatialFreeSlots free;  ///< shapes that touch
  OwnedLaws laws;         ///< that contacts point to
  State initial;
};

class SpatialSystem final : public System {
 public:
  explicit SpatialSystem(SpatialParts parts);

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
  void sample(double t, std::span<const double> q, std::span<const double> u, const Evaluation& at,
              std::span<double> out) const override;
  void reactions(std::span<const double> lambda, const Evaluation& at, std::span<double> out) const override;
  Energies energies(double t, std::span<const double> q, std::span<const double> u,
                    const Evaluation& at) const override;
  void motion(double t, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override;
  void accelerations(double t, std::span<const double> q, std::span<const double> u,
                     std::span<const double> u_dot, std::span<BodyMotion> out) const override;
  void rates(std::span<const double> q, std::span<const double> u, std::span<double> out) const override;
  void advance(std::span<const double> q, std::span<const double> u, double dt,
               std::span<double> out) const override;
  void difference(std::span<const double> from, std::span<const double> to,
                  std::span<double> out) const override;
  State initial_state() const override { return parts_.initial; }

  /// For assembly: where drivers start, and the consistent initial state.
  void set_initial(const State& state) { parts_.initial = state; }
  void start_drivers(std::span<const double> q);
  void set_forces(std::vector<std::unique_ptr<SpatialForce>> forces);
  /// What is wrong with where joints with play start: index of the joint and words, for an error.
  std::vector<std::pair<int, std::string>> outside(std::span<const double> q) const;
  const SpatialParts& parts() const { return parts_; }
  /// Poses of the ground and all bodies, as placed.
  std::span<const SpatialPose> poses(const Evaluation& at) const;

 private:
  /// Force and moment of a joint on its second body, at the joint's point, in world axes.
  std::pair<Vec3, Vec3> wrench(const PlacedSpatialJoint& joint, std::span<const double> lambda,
                               const Evaluation& at) const;
  std::span<const SpatialTwist> set_twists(std::span<const double> u, Evaluation& out) const;
  const PlacedSpatialJoint& joint_of(int contact) const;
  PlayContact play_contact(int contact, const Evaluation& at) const;

  SpatialParts parts_;
  std::vector<int> playing_;    ///< joints with play, in the order of their contacts
  std::vector<double> weight_;  ///< generalized gravity force
};

/// Inner coordinates (7) and velocities (6) of a body that the user describes by its own frame.
void inner_state(const SpatialBody& body, const Mount& mount, double* q, double* u);

}  // namespace freeplay
