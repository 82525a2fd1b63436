// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <string>

#include "bench/compliant/drop.h"
#include "freeplay/assemble.h"
#include "freeplay/registry.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/places.h"

namespace freeplay::bench {

Outcome drop_freeplay(const Drop& drop, const char* stepper_name, double accuracy) {
  const std::string force = fmt::format(
      "{{ law = \"general\", stiffness = {}, exponent = 1.5, damping = {}, damping_exponent = 1.5 }}", drop.K,
      1.5 * drop.c * drop.K);
  const std::string method = fmt::format("{{ name = \"{}\", accuracy = {} }}", stepper_name, accuracy);
  const Model model = read_model(source_folder() + "/bench/compliant/model.toml",
                                 {{"contact.force", force},
                                  {"method.stepper", method},
                                  {"body.ball.position", fmt::format("[0, {}]", drop.height + drop.radius)}});
  const std::unique_ptr<System> system = assemble(model).system;
  StepperOptions options;
  options.stepper = model.method.stepper;
  const StepperEntry* entry = find_entry<StepperEntry>(stepper_name);
  std::unique_ptr<Stepper> stepper;
  State state = system->initial_state();
  return measure(
      [&] {
        stepper = entry->make(*system, options);
        state = system->initial_state();
      },
      [&] {
        Outcome out;
        while (state.t() < drop.end) {
          if (stepper->step(state, drop.end - state.t()).status != StepStatus::ok) return out;
          ++out.steps;
        }
        out.gap = state.q()[1] - drop.radius;
        out.velocity = state.u()[1];
        out.ok = std::isfinite(out.gap);
        return out;
      });
}

}  // namespace freeplay::bench
