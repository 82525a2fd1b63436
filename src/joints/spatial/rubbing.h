// SPDX-License-Identifier: Apache-2.0
// Where ideal joints in space rub, and what presses there. F and M are the force and moment of the joint on
// its second body, e its axis, r the radius of pin or ball, L the length along the axis.
//
//   pin            slip r φ̇; pads: the pin with the part of F across the axis or, with a length, its two ends
//                  with F_⊥/2 ± (M × e)/L, the forces there that make up the moment; and a collar of the same
//                  radius with the part of F along the axis
//   sleeve         slip (ṡ, r φ̇), one vector; pads: the pin or its two ends
//   ball           slip r ω, the relative angular velocity in the axes of the first body; pad: F
//   slider         slip ṡ; pads: the faces across x and across y, P = F_x and F_y or, with a length, those at
//                  either end, F_x/2 ± M_y/L and F_y/2 ∓ M_x/L. A pad with P > 0 pushes the slider along its
//                  normal: in a guide around it it is the face on the other side, so that all four faces have
//                  their turn, and friction there has a lever of half the height (across x) or width (across
//                  y); the lever is the other way round in a guide inside the slider [Marques2015, Fig. 4.1]
// The moment about the axis of sliding presses nowhere.
#pragma once

#include <optional>
#include <span>

#include "freeplay/laws.h"
#include "freeplay/spatial_joint.h"

namespace freeplay {

class SpatialRubbing {
 public:
  /// For a joint whose entry says what rubs; what is missing goes to `problems` under `key`, and nothing is
  /// returned.
  static std::optional<SpatialRubbing> make(const Joint& joint, const std::string& key,
                                            Diagnostics& problems);

  int d() const;
  int pads() const;
  /// Lever of a pad: 0 or 1, −1: none.
  int lever(int pad) const;
  double radius() const { return radius_; }
  /// Rows of the slip (12 numbers each, d() of them).
  void slip_rows(const SpatialJoint& joint, const SpatialPose& a, const SpatialPose& b, double* rows) const;
  /// Rows of the two levers.
  void lever_rows(const SpatialJoint& joint, const SpatialPose& a, const SpatialPose& b, double* rows) const;
  void gamma(const SpatialJoint& joint, const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va,
             const SpatialTwist& vb, double* out) const;
  /// P of the pads; force and moment of the joint at its point, in world axes.
  void pressing(const SpatialJoint& joint, const SpatialPose& a, const SpatialPose& b, const Vec3& force,
                const Vec3& moment, std::span<Tangent> P) const;

 private:
  /// Axis and, of a slider, the directions across it.
  struct Frame {
    Vec3 x, y, e;
  };
  Frame frame(const SpatialJoint& joint, const SpatialPose& a, const SpatialPose& b) const;

  SpatialSurface kind_ = SpatialSurface::pin;
  double radius_ = 0, length_ = 0;
  double lever_x_ = 0, lever_y_ = 0;  ///< of the faces across x and across y
};

}  // namespace freeplay
