// SPDX-License-Identifier: Apache-2.0
// Model files: what is read is written and read again, the same; small ones are assembled.
#include "freeplay/model.h"

#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "fuzz/input.h"
#include "fuzz/target.h"

namespace {

/// Beyond this assembling takes so long that little else is tried; how its effort grows is tested elsewhere.
constexpr std::size_t kMostParts = 40;

}  // namespace

FREEPLAY_FUZZ_TARGET(model) {
  using namespace freeplay;
  const std::string text = fuzzing::text_of(data, size);
  try {
    const std::vector<std::string> nothing;
    const Model model = read_model_text(text, "/no/such/folder/model.toml", {}, nullptr, &nothing);
    const std::string written = write_model(model);
    if (write_model(read_model_text(written, "written.toml")) != written)
      fuzzing::found("a model that is written and read again is another one");
    if (model.bodies.size() + model.joints.size() + model.shapes.size() > kMostParts) return 0;
    assemble(model);
  } catch (const ModelError&) {
  }
  return 0;
}
