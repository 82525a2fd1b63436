// SPDX-License-Identifier: Apache-2.0
// Laws with hysteresis damping: one form, which differ in the hysteresis factor c only.
//   F = F_e(δ) (1 + c δ̇/δ̇⁽⁻⁾),   F_e = K δ^n, c = χ δ̇⁽⁻⁾/K  [HuntCrossley1975; FloresAmbrosio2010, (6)]
// δ̇⁽⁻⁾ is the velocity of approach at the beginning of the contact.
//
// Two bodies that meet by this law part with the restitution e that solves
//   ln((1 + c)/(1 − c e)) = c (1 + e)                                [GonthierMcPheeLangePiedboeuf2004]
// whatever K, n, mass, velocity and even the form of F_e are: with m the effective mass, m δ̈ = −F gives
// m δ̇ dδ̇/(1 + c δ̇/δ̇⁽⁻⁾) = −F_e dδ, and the left side from δ̇⁽⁻⁾ to 0 is that from 0 to −e δ̇⁽⁻⁾.
// Most published factors deliver another restitution than they are asked for (docs/contact_laws.md).
//
// A contact that begins without speed, such as that of a block put on a floor, would have damping without
// bound. What begins slower than the part s (`slow_start`) of the speed v_s that what presses the contact
// would give it from rest (stepping/compliant/contact_scales.h) has
//   F = F_e(δ) (1 + c clamp(δ̇/v_s, −1, 1)),   δ̇⁽⁻⁾ < s v_s
// instead. Every other contact has the law as printed; with s = 0 all have, but for those with δ̇⁽⁻⁾ = 0, which
// have no damping.
#pragma once

#include "laws/contact/materials.h"

namespace freeplay {

/// (x − ln(1 + x))/(x²/2) for x > −1, accurate near 0, where it is 1.
double log_remainder(double x);
/// e of the equation above for a factor c ≥ 0, to rounding.
double delivered_restitution(double c);
/// c for 0 < e ≤ 1, to rounding.
double exact_factor(double e);
/// The factor of F_e.
struct Hysteresis {
  double c = 0, slow = 0;  ///< c and s

  double factor(const ContactInput& in) const;
};

/// Reads the restitution and the parameters of FREEPLAY_POWER_LAW; `factor` is c as a function of the
/// restitution asked for.
std::unique_ptr<ContactLaw> make_hysteresis(double (*factor)(double restitution), const Parameters& given,
                                            const ContactGeometry& geometry, const std::string& contact,
                                            const std::string& key, Diagnostics& problems);

}  // namespace freeplay

/// c_e from 0 to 1, and from 0 without 0 for laws that divide by it.
#define FREEPLAY_RESTITUTION                                    \
  {                                                             \
    .key = "restitution", .symbol = "c_e", .low = 0, .high = 1, \
    .help = "coefficient of restitution that is asked for"      \
  }
#define FREEPLAY_POSITIVE_RESTITUTION                                               \
  {                                                                                 \
    .key = "restitution", .symbol = "c_e", .low = 0, .high = 1,                     \
    .help = "coefficient of restitution that is asked for, not 0", .open_low = true \
  }
/// s of a contact that begins without speed.
#define FREEPLAY_SLOW_START                                                                               \
  {                                                                                                       \
    .key = "slow_start", .symbol = "s", .fallback = 0.01, .low = 0, .high = 1,                            \
    .help =                                                                                               \
        "contacts that begin slower than this part of the speed v_s, which what presses them would give " \
        "them, have v_s for their approach and bounded damping; 0: the printed law everywhere"            \
  }
