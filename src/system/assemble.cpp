// SPDX-License-Identifier: Apache-2.0
#include "freeplay/assemble.h"

#include "system/assembly_checks.h"
#include "system/mode_checks.h"
#include "system/numbers.h"

namespace freeplay {

Assembly assemble(const Model& given, Diagnostics* messages) {
  Assembly assembly;
  Diagnostics problems;
  WrittenOut written = write_out(given);
  prepare_mode(written.model, problems);
  for (WrittenGrid& grid : written.grids) {  // what the mode has taken from the copies
    const Body& copy = written.model.bodies[grid.first];
    grid.body.velocity = copy.velocity, grid.body.velocity_given = copy.velocity_given;
    grid.body.angular_velocity = copy.angular_velocity;
    grid.body.angular_velocity_given = copy.angular_velocity_given;
  }
  std::unique_ptr<Assembled> assembled = assemble_written(std::move(written), assembly, problems);
  const Model& model = assembled->written().model;
  if (assembly.system && !assembly.initial.failed)
    check_driven(model, *assembly.system, assembly.system->initial_state(), problems);
  const Diagnostics located = with_places(model, problems);
  if (messages) {
    for (const Diagnostic& diagnostic : located.all()) {
      if (diagnostic.severity != Severity::error) messages->add(diagnostic);
    }
  }
  located.throw_if_errors();
  assembly.numbers = make_numbers(std::move(assembled), given);
  return assembly;
}

}  // namespace freeplay
