// SPDX-License-Identifier: Apache-2.0
// Scales of an impact that begins: how fast, how deep, how long.
#pragma once

#include "freeplay/laws.h"

namespace freeplay {

struct ImpactScales {
  double approach = 0;  ///< δ̇⁽⁻⁾ for the law [m/s]
  double depth = 0;     ///< deepest penetration if nothing were lost [m]
  double duration = 0;  ///< of that elastic impact [s]; infinite when nothing moves
};

/// `speed` ≥ 0 is the velocity of approach, `pressing` the closing acceleration just before. A contact that
/// begins without speed but is pressed together compresses all the same: its approach velocity is then the
/// largest it will have, at the depth δ_s where the force balances the pressing one,
///   v_s² = 2 (a δ_s − V(δ_s)/m),  V'(δ_s) = m a.
/// Laws divide by the approach velocity; without this a block put on a floor would have infinite damping.
ImpactScales impact_scales(const ContactLaw& law, const double* memory, double mass, double speed,
                           double pressing);

}  // namespace freeplay
