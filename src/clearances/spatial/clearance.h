// SPDX-License-Identifier: Apache-2.0
// Joints with play in space: instead of some or all of their constraint rows they yield contact points. The
// bearing, socket or guide belongs to body a; the journal, ball or slider to body b.
//   g_N ≥ 0 the gap, n the direction of b against a in which it opens: γ_N = nᵀ (v_b − v_a) at the contact
//
// In the compliant world points of one line or face share its force: a contact bears `weight` times the force
// of its law, and the weights of the points of an aligned line or face add up to 1. A weight depends on the
// pose (how far the axes are from alignment), so the elastic energy w U(δ) also turns the bodies:
//   generalized force = w F n-row − U ∂w/∂q       which does exactly the work that w U(δ) loses
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "clearances/planar/clearance.h"
#include "freeplay/contact_law.h"
#include "freeplay/given_parameters.h"
#include "freeplay/recycled.h"
#include "freeplay/spatial.h"
#include "freeplay/spatial_joint.h"

namespace freeplay {

/// A contact of a joint with play, at a pose. World axes.
struct PlayContact {
  double gap = 0;
  Vec3 n{1, 0, 0};  ///< γ_N = nᵀ (v_b − v_a); of unit length where surfaces meet face to face
  Vec3 t1{0, 1, 0}, t2{0, 0, 1};  ///< of the slip of b against a; they move with the contact without jumps
  Vec3 point{0, 0, 0};            ///< where it acts: on the surface of b
};

/// Part of a contact in the force of the line or face it belongs to.
struct ContactShare {
  double weight = 1;
  Vec3 turn{0, 0, 0};  ///< ẇ = turnᵀ (ω_b − ω_a), world axes
};

class SpatialClearance : public Recycled {
 public:
  virtual ~SpatialClearance() = default;
  virtual int contacts() const = 0;
  /// Word for contact i: the second half of its id.
  virtual const char* contact_name(int contact) const = 0;
  /// The clearance at contact i: what its gap is judged against.
  virtual double length(int contact) const = 0;
  /// Whether the contact is at an end of the bearing: it then follows `end_contact` where that is given.
  virtual bool at_end(int) const { return false; }
  /// Curvature of the two surfaces where they touch; by default a corner on a flat face.
  virtual ContactGeometry geometry(int) const { return {kFlat, 0}; }
  /// g_N of every contact.
  virtual void gaps(const SpatialPose& a, const SpatialPose& b, double* out) const = 0;
  virtual PlayContact contact(int contact, const SpatialPose& a, const SpatialPose& b) const = 0;
  /// Whether share() is ever anything but 1.
  virtual bool shares() const { return false; }
  virtual ContactShare share(int, const SpatialPose&, const SpatialPose&) const { return {}; }

  /// The constraint rows that remain; nullptr: none.
  virtual const SpatialJoint* rest() const { return nullptr; }
  /// The joint's point on body b, in the world.
  virtual Vec3 centre(const SpatialPose& a, const SpatialPose& b) const = 0;

  /// Further channels, and their values.
  virtual std::span<const ClearanceChannel> channels() const { return {}; }
  virtual void sample(const SpatialPose&, const SpatialPose&, double*) const {}
  /// What is wrong with the pose that the motion would start from, for an error: "the journal is outside the
  /// bearing by 2 mm"; empty: nothing.
  virtual std::string outside(const SpatialPose&, const SpatialPose&) const { return {}; }

  /// What play changes in the picture of the ideal joint.
  virtual void redraw(SpatialPicture& picture) const = 0;
};

/// What a joint with play is made from.
struct PlayParts {
  const Parameters& play;   ///< the keys of `clearance = { … }`; a bare length is its first key
  const Parameters& ideal;  ///< the keys of the ideal joint
  const Values& values;     ///< the same, as given
  const Bearing& bearing;   ///< the keys of `bearing = { … }`
  const SpatialSide &a, &b;
  const std::string& key;  ///< "joint.shaft"
  Diagnostics& problems;
};

struct SpatialClearanceEntry : EntryInfo {
  /// Reports what is wrong with the values to `problems`, under `key`, and returns nothing then.
  std::unique_ptr<SpatialClearance> (*make)(const PlayParts& parts);
};

}  // namespace freeplay

#define FREEPLAY_SPATIAL_CLEARANCE(stem)                       \
  extern const SpatialClearanceEntry spatial_clearance_##stem; \
  const SpatialClearanceEntry spatial_clearance_##stem
