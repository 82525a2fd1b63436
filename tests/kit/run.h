// SPDX-License-Identifier: Apache-2.0
// A run from start to end, with everything it recorded.
#pragma once

#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "freeplay/spatial.h"
#include "run/simulate.h"

namespace freeplay::testing {

struct Ran {
  Assembly assembly;
  RunSummary summary;
  MemoryRecord record;

  std::vector<double> values(const std::string& path) const { return record.values(path); }
  std::vector<double> times() const { return values("/time"); }
  /// Of the last sample.
  double last(const std::string& path, int component = 0) const;
  /// The first three numbers of a channel in one sample, zero where there are fewer.
  Vec3 point(const std::string& path, std::size_t sample) const;
  Vec3 last_point(const std::string& path) const;
};

/// Expects the run to be complete.
Ran run(const Model& model);
Ran run(const std::string& text);
/// With that step, up to that time.
Ran run(const std::string& text, double step, double end, std::vector<Assignment> changes = {});

/// However it ends.
Ran try_run(const Model& model);
Ran try_run(const std::string& text);

/// However it ends, and without a record.
RunSummary try_unrecorded(const Model& model);

/// A shipped example with changes.
Model example(const std::string& name, const std::vector<Assignment>& changes = {});

/// What is wrong with the model, as the user reads it; empty if nothing is.
std::string wrong_with_model(const std::string& text, const std::vector<Assignment>& changes = {});

}  // namespace freeplay::testing
