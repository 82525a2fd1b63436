// SPDX-License-Identifier: Apache-2.0
// Adams–Moulton methods of order 1 to 12 with variable step, corrected by fixed-point iteration: for smooth
// motion at high accuracy. After every contact it begins anew at order 1: with many impacts runge_kutta is
// faster.
#include "stepping/compliant/smooth_stepper.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SMOOTH_ACCURACY, FREEPLAY_SMOOTH_STIFF, FREEPLAY_SMOOTH_DETECTION};

std::unique_ptr<Integrator> make_integrator(Equations& equations, const Parameters& given) {
  return make_with_stiff(equations, given, make_adams(equations));
}

std::unique_ptr<Stepper> make(const System& system, const StepperOptions& options) {
  return make_smooth_stepper("adams", system, options, make_integrator);
}

}  // namespace

namespace entry {
FREEPLAY_STEPPER(adams) = {
    {.name = "adams",
     .citation = "HindmarshEtAl2005",
     .help = "Adams–Moulton of variable order and step, by CVODE: smooth motion that is not stiff",
     .params = kParams},
    make,
    {.smooth = true}};
}  // namespace entry
}  // namespace freeplay
