// SPDX-License-Identifier: Apache-2.0
// Random scenes for the rigid world: heaps, towers, rows of dominoes and loops with play, in the plane and in
// space, with any restitution, friction up to 1.5 and mass ratios up to a million. A seed is a scene.
#pragma once

#include <cstdint>
#include <string>

namespace freeplay::testing {

struct Scene {
  std::string name;  ///< "tower in space, 7 bodies, e 0.3, mu 0.5, masses 1e+04"
  std::string text;  ///< a model file
  double size = 1;   ///< of a body [m]
  double unit = 1;   ///< √(size/g), what it takes to fall by half a size [s]; runs last a few of them
  /// What a step has to do with: bodies, joints without play, and contacts that can be closed at a time, about. A loop with
  /// one contact has three bodies and three joints too: work is counted per part, not per contact.
  int parts = 1;
  /// Whether potential energy is that above a floor: at the start it is then a size of all energies.
  bool above_floor = true;
};

/// Kinds take turns: eight of them, so that seeds 0 to 7 are one of each.
Scene random_scene(std::uint64_t seed);

}  // namespace freeplay::testing
