// SPDX-License-Identifier: Apache-2.0
// Changes of a model by `--set`: a line of the input is one PATH=VALUE.
#include <sstream>
#include <stdexcept>

#include "apps/freeplay/command.h"
#include "freeplay/model.h"
#include "fuzz/input.h"
#include "fuzz/target.h"
#include "model/sample_model.h"

FREEPLAY_FUZZ_TARGET(assignment) {
  using namespace freeplay;
  std::vector<std::string> lines;
  std::istringstream in(fuzzing::text_of(data, size));
  for (std::string line; lines.size() < 8 && std::getline(in, line);) lines.push_back(line);
  try {
    read_model_text(kSampleModel, "model.toml", parse_assignments(lines));
  } catch (const ModelError&) {
  } catch (const std::invalid_argument&) {  // what is no assignment
  }
  return 0;
}
