// SPDX-License-Identifier: Apache-2.0
// Ideal joints in space. A joint between bodies a and b yields constraint rows in the velocities of both,
//   u_ab = (v_a, ω'_a, v_b, ω'_b):   Φ(q) = 0,   D u_ab = Φ̇,   D u̇_ab = γ = −Ḋ u_ab
// v in world axes, ω' in the body's inner frame (principal axes), so that rows need no Euler parameters.
// Where the joint leaves relative motions free, it offers them as coordinates to drivers and records. It also
// says what it looks like, and its entry which of its surfaces rub: nobody else knows it by its word.
#pragma once

#include <memory>
#include <span>

#include "freeplay/given_parameters.h"
#include "freeplay/joint_picture.h"
#include "freeplay/recycled.h"
#include "freeplay/spatial.h"

namespace freeplay {

/// Twelve numbers per row: v_a, ω'_a, v_b, ω'_b.
inline constexpr int kSpatialRow = 12;
/// Most rows of a joint: it cannot take away more than six freedoms.
inline constexpr int kMostSpatialRows = 6;
/// Most free coordinates of a joint.
inline constexpr int kMostSpatialCoordinates = 6;

class SpatialJoint : public Recycled {
 public:
  virtual ~SpatialJoint() = default;
  virtual int rows() const = 0;
  /// Word for row i in messages: "x", "y", "z", "tilt_1", "distance", …; unique within the joint.
  virtual const char* row_name(int row) const = 0;
  /// True when row i is an angle or a product of directions, false when it is a length.
  virtual bool row_is_angle(int) const { return false; }
  /// False for a row at velocity level only (rolling): its Φ is zero.
  virtual bool row_is_holonomic(int) const { return true; }
  /// Φ (rows) and D (rows × 12).
  virtual void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const = 0;
  /// γ (rows).
  virtual void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va,
                     const SpatialTwist& vb, double* out) const = 0;
  /// Where reactions are given, in the world.
  virtual Vec3 point(const SpatialPose& a, const SpatialPose& b) const = 0;

  /// Free relative coordinates: value, row (12) and γ of each, in the sense of a row of its own. An angle is
  /// in (−π, π]; who compares it counts the turns.
  virtual int coordinates() const { return 0; }
  virtual double coordinate(int, const SpatialPose&, const SpatialPose&) const { return 0; }
  virtual void coordinate_row(int, const SpatialPose&, const SpatialPose&, double*) const {}
  virtual double coordinate_gamma(int, const SpatialPose&, const SpatialPose&, const SpatialTwist&,
                                  const SpatialTwist&) const {
    return 0;
  }

  /// How it is drawn; `joint` is what it was made from. The rows that remain of a joint with play are not.
  virtual SpatialPicture picture(const Joint&) const { return {}; }
};

/// Surfaces of an ideal joint that can rub: rubbing.h says how.
enum class SpatialSurface { none, pin, sleeve, ball, slider };

/// A free coordinate of a joint, which a driver may prescribe.
struct FreeCoordinate {
  const char* name;
  const char* unit;  ///< SI unit
};

struct SpatialJointEntry : EntryInfo {
  /// What is wrong with the values (a zero axis) goes to `problems`, under `key`; nullptr then.
  std::unique_ptr<SpatialJoint> (*make)(const Parameters&, const SpatialSide& a, const SpatialSide& b,
                                        const std::string& key, Diagnostics& problems);
  std::span<const FreeCoordinate> coordinates{};
  SpatialSurface rubs = SpatialSurface::none;
  const char* instead_of_play = nullptr;  ///< what to do where clearance is asked for, which it has not
};

}  // namespace freeplay

#define FREEPLAY_SPATIAL_JOINT(stem)                   \
  extern const SpatialJointEntry spatial_joint_##stem; \
  const SpatialJointEntry spatial_joint_##stem
