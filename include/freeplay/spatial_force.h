// SPDX-License-Identifier: Apache-2.0
// Force elements in space: what acts on bodies besides joints and contacts.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "freeplay/given_parameters.h"
#include "freeplay/planar.h"
#include "freeplay/recycled.h"
#include "freeplay/spatial.h"

namespace freeplay {

/// Where force elements add up. Bodies count from 1; body 0 is the ground and takes everything.
struct SpatialForceSums {
  std::span<const SpatialPose> poses;
  double* h = nullptr;        ///< generalized forces: force in world axes, torque in inner axes, per body
  double* applied = nullptr;  ///< the part whose work is booked as applied
  double* damping = nullptr;  ///< the part whose work is booked as damping
  const double* inputs = nullptr;  ///< what SpatialForceEntry::inputs are now; nullptr: as the file has them

  /// Adds force f at the arm s from the centre of the body, and a torque, all in world axes.
  void add(double* to, int body, const Vec3& f, const Vec3& s, const Vec3& torque = {0, 0, 0}) const {
    if (body == kGround) return;
    double* g = to + static_cast<std::ptrdiff_t>(6) * (body - 1);
    const Vec3 inner = poses[static_cast<std::size_t>(body)].turn_back(cross(s, f) + torque);
    for (std::size_t k = 0; k < 3; ++k) g[k] += f[k], g[3 + k] += inner[k];
  }
};

class SpatialForce : public Recycled {
 public:
  virtual ~SpatialForce() = default;
  /// (t, poses, twists) => adds to h and to the booked parts.
  virtual void apply(double t, std::span<const SpatialPose> poses, std::span<const SpatialTwist> twists,
                     const SpatialForceSums& out) const = 0;
  /// Stored energy, for elastic elements.
  virtual double energy(std::span<const SpatialPose>) const { return 0; }
  virtual bool depends_on_velocity() const { return false; }
};

struct SpatialForceEntry : EntryInfo {
  /// bodies: indices, the second one is used by elements between two bodies. What is wrong with the values
  /// goes to `problems`, under `key`; nullptr then.
  std::unique_ptr<SpatialForce> (*make)(const Parameters&, std::array<int, 2> bodies, const SpatialSide& a,
                                        const SpatialSide& b, const std::string& key, Diagnostics& problems);
  int bodies = 1;  ///< how many it acts on, 1 or 2
  /// Keys of numbers and vectors that may change as the system moves: Simulation::set_input. `apply` finds
  /// their values in SpatialForceSums::inputs, one after the other.
  std::span<const char* const> inputs{};
};

}  // namespace freeplay

#define FREEPLAY_SPATIAL_FORCE(stem)                   \
  extern const SpatialForceEntry spatial_force_##stem; \
  const SpatialForceEntry spatial_force_##stem
