// SPDX-License-Identifier: Apache-2.0
// Ideal joints in the plane. A joint between bodies a and b yields constraint rows
//   Φ(q) = 0,  D = ∂Φ/∂(x_a, y_a, θ_a, x_b, y_b, θ_b),  D u̇ = γ = −Ḋ u
// and, where the joint leaves one relative motion free, that coordinate for a driver. It also says what it
// looks like, and its entry which of its surfaces rub: nobody else knows it by its word.
#pragma once

#include <memory>

#include "freeplay/given_parameters.h"
#include "freeplay/joint_picture.h"
#include "freeplay/planar.h"
#include "freeplay/recycled.h"

namespace freeplay {

/// Six numbers per row: three for body a, three for body b.
inline constexpr int kPlanarRow = 6;

class PlanarJoint : public Recycled {
 public:
  virtual ~PlanarJoint() = default;
  virtual int rows() const = 0;
  /// Word for row i in messages: "x", "y", "angle", "normal", "distance".
  virtual const char* row_name(int row) const = 0;
  /// True when row i is an angle, false when it is a length.
  virtual bool row_is_angle(int) const { return false; }
  /// Φ (rows) and D (rows × 6).
  virtual void evaluate(const Pose& a, const Pose& b, double* Phi, double* D) const = 0;
  /// γ (rows).
  virtual void gamma(const Pose& a, const Pose& b, const Twist& va, const Twist& vb, double* out) const = 0;

  /// The free relative coordinate: its value, row (6) and γ, in the sense of a row of its own.
  virtual bool has_coordinate() const { return false; }
  virtual double coordinate(const Pose&, const Pose&) const { return 0; }
  virtual void coordinate_row(const Pose&, const Pose&, double*) const {}
  virtual double coordinate_gamma(const Pose&, const Pose&, const Twist&, const Twist&) const { return 0; }

  /// How it is drawn; `joint` is what it was made from.
  virtual PlanarPicture picture(const Joint& joint) const = 0;
};

/// The key `point` of a joint that has `points`: whoever makes it has put it into the frames of the bodies.
#define FREEPLAY_WORLD_POINT(what)                                                                       \
  {                                                                                                      \
    .key = "point", .symbol = "r", .unit = "m",                                                          \
    .help = what " in the world, as the bodies are drawn, in place of points", .kind = ParamKind::point, \
    .optional = true                                                                                     \
  }

/// Surfaces of an ideal joint that can rub: rubbing.h says how.
enum class PlanarSurface { none, pin, slider };

struct JointEntry : EntryInfo {
  /// The poses are those of the file: "as drawn" is the default of lengths and relative angles.
  std::unique_ptr<PlanarJoint> (*make)(const Parameters&, const Pose& a, const Pose& b);
  const char* coordinate = "";  ///< SI unit of the free coordinate that a driver may prescribe; "": none
  PlanarSurface rubs = PlanarSurface::none;
  /// Key without which the joint is taken as drawn, so that the bodies' positions must be given; nullptr: none.
  const char* unless_drawn = nullptr;
  /// Reports what is wrong with a joint that is taken as drawn.
  void (*check_drawn)(const Parameters&, const Pose& a, const Pose& b, const std::string& key,
                      Diagnostics& problems) = nullptr;
};

}  // namespace freeplay

#define FREEPLAY_JOINT(stem)            \
  extern const JointEntry joint_##stem; \
  const JointEntry joint_##stem
