// SPDX-License-Identifier: Apache-2.0
// Scales of an impact that begins: how fast, how deep, how long.
#pragma once

#include "freeplay/laws.h"

namespace freeplay {

struct ImpactScales {
  double pressed = 0;   ///< v_s below [m/s]
  double depth = 0;     ///< deepest penetration if nothing were lost [m]
  double duration = 0;  ///< of that elastic impact [s]; infinite when nothing moves or nothing yields
};

/// `speed` ≥ 0 is the velocity of approach, `pressing` the closing acceleration a = −d²g/dt² just before. A
/// contact that begins without speed but is pressed together compresses all the same; if nothing were lost
/// its largest speed would be v_s, at the depth δ_s where the force balances the pressing one:
///   v_s² = 2 (a δ_s − V(δ_s)/m),  V'(δ_s) = m a
/// Laws that divide by the approach velocity take v_s for that of a contact that begins without
/// (laws/contact/hysteresis.h). Depth and duration are those of an impact with the larger of both speeds. Of an
/// infinite mass, whose motion is prescribed, there is neither: no force stops it, and none gives it speed.
ImpactScales impact_scales(const ContactLaw& law, const double* memory, double mass, double speed,
                           double pressing);

}  // namespace freeplay
