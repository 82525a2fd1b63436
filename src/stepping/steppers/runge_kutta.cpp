// SPDX-License-Identifier: Apache-2.0
// Explicit Runge–Kutta pairs with error control. A step needs nothing of the past: it can be taken back and
// made again, so that it ends at a contact to rounding and goes on from there at full order.
#include "stepping/compliant/smooth_stepper.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "order", .fallback = 5, .low = 2, .high = 8, .help = "of the method"},
                             FREEPLAY_SMOOTH_ACCURACY,
                             FREEPLAY_SMOOTH_STIFF,
                             FREEPLAY_SMOOTH_DETECTION};

std::unique_ptr<Integrator> make_integrator(Equations& equations, const Parameters& given) {
  return make_with_stiff(equations, given,
                         make_runge_kutta(equations, static_cast<int>(given.number("order"))));
}

std::unique_ptr<Stepper> make(const System& system, const StepperOptions& options) {
  return make_smooth_stepper("runge_kutta", system, options, make_integrator);
}

}  // namespace

namespace entry {
FREEPLAY_STEPPER(runge_kutta) = {
    {.name = "runge_kutta",
     .citation = "ReynoldsEtAl2023",
     .help = "explicit Runge–Kutta with error control, by ARKODE: the default of the compliant world",
     .params = kParams},
    make,
    {.smooth = true}};
}  // namespace entry
}  // namespace freeplay
