// SPDX-License-Identifier: Apache-2.0
// The numbers of a model that an assembled system can take without being assembled again: a study over many
// designs sets numbers and starts again, which costs microseconds where reading and assembling costs a
// thousand times that.
//
//   Assembly assembly = assemble(model);
//   Numbers& numbers = *assembly.numbers;
//   const int clearance = numbers.find("joint.guide.clearance");
//   numbers.set(clearance, 2e-4);
//   numbers.reset();                        // the system, and its initial_state(), are now those of the file
//                                           // with that clearance, bit by bit
//
// Numbers of `method` and `run` are not of the system: method() and run() have them, for a Simulation.
//
//   Simulation simulation(*assembly.system, numbers.method());
//   numbers.set(numbers.find("method.stepper.step"), 1e-5);
//   numbers.reset();
//   simulation.restart(numbers.method());   // at the new start, with the new step
//   simulation.advance_to(numbers.run().end);
//
// Steppers and Evaluations that were made before hold copies of numbers: make them again after reset(), as
// Simulation::restart() does. Numbers must not outlive the system.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "freeplay/diagnostics.h"
#include "freeplay/model.h"

namespace freeplay {

class Numbers {
 public:
  /// What a number belongs to, and who takes it.
  enum class Owner {
    system,  ///< the system itself, by reset()
    method,  ///< a Simulation, by method()
    run,     ///< whoever runs it, by run()
  };
  struct Address {
    std::string path;  ///< as `--set` writes it: "body.crank.mass", "joint.pin.points[1][0]", "gravity[1]"
    std::string unit;  ///< SI unit: "kg"; "-" for a plain number
    Owner owner = Owner::system;
  };

  virtual ~Numbers() = default;
  /// Every number that has an address, in the order of the model.
  virtual std::span<const Address> all() const = 0;
  /// Index of a path; −1 when it has no address.
  int find(std::string_view path) const;
  virtual double get(int index) const = 0;
  /// Takes effect with reset(). Throws ModelError, and changes nothing, if the value is outside the range
  /// that a file is held to.
  virtual void set(int index, double value) = 0;
  /// Makes the system and its consistent start anew. Throws ModelError if the numbers do not fit each other,
  /// the mechanism cannot be assembled, or what the system is made of would change; all numbers are then
  /// those of the last reset() that succeeded, and so is the system. A system of up to 36 velocities and
  /// constraint rows, without long tables or changed polygons, allocates nothing from the second reset() on.
  virtual void reset() = 0;
  /// As in the file with these numbers.
  virtual const Method& method() const = 0;
  virtual const Run& run() const = 0;
  /// The parts of this model whose numbers have no address, with the reason.
  virtual const std::vector<std::string>& left_out() const = 0;
};

}  // namespace freeplay
