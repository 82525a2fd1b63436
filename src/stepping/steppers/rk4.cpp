// SPDX-License-Identifier: Apache-2.0
// The classical Runge–Kutta method with a fixed step, as the papers use it. With a detection other than
// `none`, steps are shortened where contacts begin, and a contact is passed in steps of at most
// 1/contact_steps of its own duration; in free flight the step is the given one.
#include "stepping/compliant/smooth_stepper.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_STEPPER_STEP,
    FREEPLAY_SMOOTH_DETECTION,
    {.key = "contact_steps",
     .fallback = 100,
     .low = 1,
     .high = 1e6,
     .help = "steps within one contact, when its start is detected: of the duration of an elastic impact"}};

std::unique_ptr<Integrator> make_integrator(Equations& equations, const Parameters& given) {
  return make_rk4(equations, given.number("step"));
}

std::unique_ptr<Stepper> make(const System& system, const StepperOptions& options) {
  return make_smooth_stepper("rk4", system, options, make_integrator);
}

}  // namespace

namespace entry {
FREEPLAY_STEPPER(rk4) = {{.name = "rk4",
                          .citation = "HairerNorsettWanner1993",
                          .help = "the classical Runge–Kutta method of order 4 with a fixed step",
                          .params = kParams},
                         make,
                         {.smooth = true}};
}  // namespace entry
}  // namespace freeplay
