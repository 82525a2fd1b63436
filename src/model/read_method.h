// SPDX-License-Identifier: Apache-2.0
// [method] and [run], and whether they go together with the rest of the model.
#pragma once

#include "freeplay/model.h"
#include "model/reader.h"

namespace freeplay {

/// Whether the numbers of the stepper and of the run go together; `end` and `every` are where these stand.
void check_steps(const Model& model, const Where& end, const Where& every, Diagnostics& problems);

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
  void note_unused();

  Reader& reader_;
  Model& model_;
  tree::Position end_position_{1, 1}, every_position_{1, 1};
  bool stepper_named_ = false, solver_named_ = false;
};

}  // namespace freeplay
