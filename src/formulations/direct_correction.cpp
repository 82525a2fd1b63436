// SPDX-License-Identifier: Apache-2.0
// Lagrange multipliers, and positions and velocities put back onto the constraints after every step: what
// [Marques2015, section 2.4] compares as "direct correction". The correction itself is in correction.h; any
// other formulation is followed by it with the key `correction`.
#include "formulations/formulation.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FORMULATION_CORRECTION("mass", "euclidean")};

std::unique_ptr<Formulation> make(const System& system, const Parameters&, double time_scale) {
  return make_formulation({"lagrange", {}, {}}, system, time_scale);
}

}  // namespace

namespace entry {
FREEPLAY_FORMULATION(direct_correction) = {
    {.name = "direct_correction",
     .citation = "Marques2015",
     .help = "Lagrange multipliers, with positions and velocities corrected after every step",
     .params = kParams},
    make,
    {.redundant = {.holds = true}}};
}  // namespace entry
}  // namespace freeplay
