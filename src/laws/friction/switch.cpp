// SPDX-License-Identifier: Apache-2.0
// The switch model of Leine et al.: as Karnopp's, but in the band the slip dies out.
//   stick   γ̇_T = −r γ_T                                               [Marques2015, eq. (3.12)]
// Formulas and the way between them: velocity_band.h. Differs from [Marques2015]: r = √(k/m) of one spring
// and one mass has no meaning in a machine, so the rate is a parameter; and whether the contact breaks is
// judged by the force that it needs, with what lets the slip die out, m r |γ_T| at most, in it.
#include "laws/friction/velocity_band.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FRICTION_BAND,
                             {.key = "rate",
                              .symbol = "r",
                              .unit = "1/s",
                              .low = 0,
                              .help = "at which a slip dies out in stick: √(k/m) of the paper",
                              .open_low = true,
                              .sample = 1.4142135623730951}};

class Switch final : public VelocityBand {
 public:
  explicit Switch(const Parameters& given) : VelocityBand(given), rate_(given.number("rate")) {}
  double hold_rate() const override { return rate_; }

 private:
  double rate_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Switch>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(switch) = {{.name = "switch",
                              .citation = "Marques2015",
                              .help = "a slip below `velocity` dies out at `rate` (Leine)",
                              .params = kParams},
                             make,
                             {.phenomena = {.stiction = true, .stribeck = true, .viscous = true}},
                             check_band};
}  // namespace entry
}  // namespace freeplay
