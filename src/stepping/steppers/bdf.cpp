// SPDX-License-Identifier: Apache-2.0
// Backward differentiation of order 1 to 5 with variable step, corrected by Newton's method: for stiff
// motion, as friction that is regularised over a small slip velocity or contacts that stay closed.
#include "stepping/compliant/smooth_stepper.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SMOOTH_ACCURACY, FREEPLAY_SMOOTH_DETECTION};

std::unique_ptr<Integrator> make_integrator(Equations& equations, const Parameters&) {
  return make_bdf(equations);
}

std::unique_ptr<Stepper> make(const System& system, const StepperOptions& options) {
  return make_smooth_stepper("bdf", system, options, make_integrator);
}

}  // namespace

namespace entry {
FREEPLAY_STEPPER(bdf) = {
    {.name = "bdf",
     .citation = "HindmarshEtAl2005",
     .help = "backward differentiation of variable order and step, by CVODE: stiff motion",
     .params = kParams},
    make,
    {.smooth = true}};
}  // namespace entry
}  // namespace freeplay
