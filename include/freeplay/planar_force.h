// SPDX-License-Identifier: Apache-2.0
// Force elements in the plane: what acts on bodies besides joints and contacts.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "freeplay/given_parameters.h"
#include "freeplay/planar.h"
#include "freeplay/recycled.h"

namespace freeplay {

/// Where force elements add up. Bodies count from 1; body 0 is the ground and takes everything.
struct ForceSums {
  double* h = nullptr;             ///< generalized forces (3 per body)
  double* applied = nullptr;       ///< the part whose work is booked as applied
  double* damping = nullptr;       ///< the part whose work is booked as damping
  const double* inputs = nullptr;  ///< what ForceEntry::inputs are now; nullptr: as the file has them

  /// Adds force f at the arm r from the centre of the body, and a torque.
  static void add(double* to, int body, const Vec2& f, const Vec2& r, double torque = 0) {
    if (body == kGround) return;
    double* g = to + 3 * (body - 1);
    g[0] += f[0];
    g[1] += f[1];
    g[2] += cross(r, f) + torque;
  }
};

class PlanarForce : public Recycled {
 public:
  virtual ~PlanarForce() = default;
  /// (t, poses, twists) => adds to h and to the booked parts.
  virtual void apply(double t, std::span<const Pose> poses, std::span<const Twist> twists,
                     const ForceSums& out) const = 0;
  /// Stored energy, for elastic elements.
  virtual double energy(std::span<const Pose>) const { return 0; }
  virtual bool depends_on_velocity() const { return false; }
};

struct ForceEntry : EntryInfo {
  /// bodies: indices, the second one is used by elements between two bodies. Poses are those of the file.
  std::unique_ptr<PlanarForce> (*make)(const Parameters&, std::array<int, 2> bodies, const Pose& a,
                                       const Pose& b);
  int bodies = 1;  ///< how many it acts on, 1 or 2
  /// Keys of numbers and points that may change as the system moves: Simulation::set_input. `apply` finds
  /// their values in ForceSums::inputs, one after the other.
  std::span<const char* const> inputs{};
};

}  // namespace freeplay

#define FREEPLAY_FORCE(stem)            \
  extern const ForceEntry force_##stem; \
  const ForceEntry force_##stem
