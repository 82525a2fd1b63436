// SPDX-License-Identifier: Apache-2.0
// Random mechanisms: up to five bodies in trees and loops of every joint, ideal or with play, in the plane and in space, in
// both worlds, with drivers, springs, forces, cams, stops, every friction law, every stepper, and masses over six decades.
// A seed is a mechanism; four seeds in a row are one of each of plane, space × rigid, compliant.
#pragma once

#include <cstdint>
#include <string>

namespace freeplay::testing {

struct Mechanism {
  std::string name;  ///< "space, rigid, 3 bodies: revolute, spherical with play; driven; moreau"
  std::string text;  ///< a model file
};

Mechanism random_mechanism(std::uint64_t seed);

}  // namespace freeplay::testing
