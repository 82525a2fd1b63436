// SPDX-License-Identifier: Apache-2.0
// Contact force laws of the compliant world, and the geometry of a contact from which a stiffness follows.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "freeplay/given_parameters.h"
#include "freeplay/laws.h"

namespace freeplay {

/// Radii of curvature of the two surfaces where they touch: positive when convex, negative when concave (a
/// bearing, a socket), infinite when flat, zero for a sharp corner.
struct ContactGeometry {
  double radius_a = 0, radius_b = 0;  ///< [m]

  /// 1/R_a + 1/R_b; infinite at a sharp corner.
  double curvature() const { return 1 / radius_a + 1 / radius_b; }
  /// R_a R_b / (R_a + R_b), with the signs above: R_i R_j / (R_i − R_j) for a journal in its bearing.
  double effective_radius() const { return 1 / curvature(); }
  /// False for corners and for two flat faces: then no stiffness follows from the materials alone.
  bool curved() const { return std::isfinite(curvature()) && curvature() > 0; }
};

inline constexpr double kFlat = std::numeric_limits<double>::infinity();

struct ContactForceEntry : EntryInfo {
  /// Reports what is wrong with the values for this geometry to `problems`, under `key` (that of the force
  /// block) and naming `contact`, and returns nothing then.
  std::unique_ptr<ContactLaw> (*make)(const Parameters& given, const ContactGeometry& geometry,
                                      const std::string& contact, const std::string& key,
                                      Diagnostics& problems);
};

}  // namespace freeplay

#define FREEPLAY_CONTACT_FORCE(stem)                   \
  extern const ContactForceEntry contact_force_##stem; \
  const ContactForceEntry contact_force_##stem
