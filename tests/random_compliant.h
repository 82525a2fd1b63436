// SPDX-License-Identifier: Apache-2.0
// Random scenes for the compliant world: the heaps, towers, rows and loops with play of random_scenes.h, with any contact force law,
// any friction law in contacts and ideal joints, and any smooth stepper. A seed is a scene.
#pragma once

#include "tests/random_scenes.h"

namespace freeplay::testing {

Scene random_compliant_scene(std::uint64_t seed);

}  // namespace freeplay::testing
