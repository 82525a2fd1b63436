// SPDX-License-Identifier: Apache-2.0
// `freeplay schema`: for editors that check model files.
#include <fmt/format.h>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "io/schema.h"

namespace freeplay {
namespace {

int run() {
  say("{}\n", model_schema());
  return kOk;
}

}  // namespace

FREEPLAY_COMMAND(schema) = {"schema", "print the JSON Schema of the model file", 80,
                            [](Options&) -> std::function<int()> { return run; }};

}  // namespace freeplay
