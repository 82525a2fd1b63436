// SPDX-License-Identifier: Apache-2.0
// Runs of the shipped examples with changes, kept in memory. For validation/ and tests/, hence everything
// inline.
#pragma once

#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"

namespace freeplay::validation {

struct ExampleRun {
  RunSummary summary;
  MemoryRecord record;
};

inline ExampleRun run_example(const std::string& name, const std::vector<Assignment>& changes = {}) {
  const Model model = read_model(source_folder() + "/examples/" + name + "/model.toml", changes);
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
  return {std::move(summary), std::move(record)};
}

/// Times at which contacts began to stick, in the table of events.
inline std::vector<double> times_of_rest(const ExampleRun& run) {
  std::vector<double> times;
  for (const std::vector<double>& row : run.record.rows("/events")) {
    if (row[3] == static_cast<double>(static_cast<int>(ContactMode::stick))) times.push_back(row[0]);
  }
  return times;
}

inline double last_of(const ExampleRun& run, const std::string& channel, std::size_t column = 0,
                      std::size_t width = 1) {
  const std::vector<double> values = run.record.values(channel);
  return values[values.size() - width + column];
}

}  // namespace freeplay::validation
