// SPDX-License-Identifier: Apache-2.0
// The Leuven model as modified by Lampaert et al.: the bristles slide by the whole hysteresis force, not by
// the part since the last reversal, and nothing jumps (leuven_bristles.h).
//   ż = γ_T − |γ_T| (|F_h(z)|/g(γ_T))^n F_h/|F_h|                       [Marques2015, eq. (3.59)]
//   g(v) = μ + (μ_S − μ) e^(−(v/v_S)^δ)                                 [Marques2015, eq. (3.57)]
// g and f(v) are those of sliding.h; all coefficients per unit of normal force, the paper's are F_N times
// ours (or as printed: coefficients.h). Reading: the exponent in (3.57) is −(|v|/v_S)^δ. Along a line F_h and ż are continuous at reversals
// and where loops close; in steady slip F_h = g(v). Before sliding loops lie inside each other and take up
// energy (Masing's rules).
#include "laws/friction/leuven_bristles.h"
#include "laws/friction/leuven_jenkin.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_FRICTION_LEUVEN,
    {.key = "elements",
     .symbol = "N",
     .low = 1,
     .high = LeuvenJenkin::kMost,
     .help = "Jenkin elements for the hysteresis, in place of a smooth curve and its reversals",
     .optional = true}};

class LeuvenModified final : public LeuvenBristles {
 public:
  using LeuvenBristles::LeuvenBristles;

 private:
  Tangent rate(const FrictionInput& in) const override {
    const Tangent bent = hysteresis(in);
    const double size = norm(bent), v = norm(in.slip);
    if (!(size > 0)) return in.slip;
    return in.slip - (v * power(size / sliding_.dry(v)) / size) * bent;
  }
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) {
  if (given.given("elements")) return std::make_unique<LeuvenJenkin>(given);
  return std::make_unique<LeuvenModified>(given);
}

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_sliding(given, key, false, problems);
  if (given.given("elements")) check_count(given, "elements", key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(leuven_modified) = {
    {.name = "leuven_modified",
     .citation = "Marques2015",
     .help = "the Leuven model without its jumps",
     .params = kParams},
    make,
    {.states = "z: deflection of the bristles", .phenomena = with_hysteresis(kDampedBristles)},
    check};
}  // namespace entry
}  // namespace freeplay
