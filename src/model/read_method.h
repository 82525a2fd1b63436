// SPDX-License-Identifier: Apache-2.0
// [method] and [run], and whether they go together with the rest of the model.
#pragma once

#include "freeplay/model.h"
#include "model/reader.h"

namespace freeplay {

/// The step of a stepper; 0 where steps are chosen as it goes.
double fixed_step(const Choice& stepper);

/// Whether the numbers of the stepper and of the run go together; `at_end` is where the end stands.
void check_steps(const Model& model, const Where& at_end, Diagnostics& problems);

class MethodReader {
 public:
  /// Both are kept by reference.
  MethodReader(Reader& reader, Model& model) : reader_(reader), model_(model) {}

  void read_method(Block& block);
  void read_run(Block& block);
  /// After everything else has been read: the stepper follows the world; steps must fit the run.
  void check();

 private:
  void fit_stepper();
  void check_recording();
  void note_unused();

  Reader& reader_;
  Model& model_;
  tree::Position end_position_{1, 1}, every_position_{1, 1};
  bool stepper_named_ = false, solver_named_ = false;
};

}  // namespace freeplay
