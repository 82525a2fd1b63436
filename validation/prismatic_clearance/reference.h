// SPDX-License-Identifier: Apache-2.0
// Numbers that the slider on a rod is measured against; Freeplay computed none of them.
//
// Case: Chaturvedi2023, section 3, restitution 0, the slider starts centred and at rest. Closed forms, linear
// in the tilt but for case 3, where it is largest:
//   case 1: both ends fall by c,   t = √(2 c/g),   N = ½ m g each
//   case 2: the left end falls by ½ (g + α l_s/2) t² = c with α = F s/J,   N = ½ m g ± F s/l_s
//   case 3: the tilt, θ̈ = α cos θ, reaches atan(2 c/l_s):   t = ∫ dθ/√(2 α sin θ),   N = F s/l_s each
// Source: the project's reference file prismatic_clearance.json. The force of case 3 is given here with its
// tilt: with θ = atan(2 c/l_s) the forces act l_s cos θ + 2 c sin θ apart and the pull s cos θ below the
// centre, hence N = (F s/l_s)/(1 + 4 c²/l_s²).
#pragma once

#include <array>

namespace freeplay::validation::prismatic {

struct Reference {
  double contact;      // time of the first contact [s]
  double left, right;  // steady normal forces at the ends [N]
  bool gravity;
  const char* right_contact;  // the edge of the bore that carries the right end
};

inline constexpr std::array<Reference, 3> kReference{{
    {0.0014278431229270646, 24.525, 24.525, true, "upper_front"},
    {0.0014056302831688087, 25.775, 23.275, true, "upper_front"},
    {0.0017888541136718064, 25.0 / (1 + 1e-6), 25.0 / (1 + 1e-6), false, "lower_front"},
}};

inline constexpr double kClearance = 1e-5, kLength = 0.02, kAcceleration = 10;  // c, l_s, F/m
inline constexpr double kRattle = 0.23076923076923078;  // approach of one hit over that of the last, case 2

}  // namespace freeplay::validation::prismatic
