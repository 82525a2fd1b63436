// SPDX-License-Identifier: Apache-2.0
// A model that includes two files, which are the two halves of the input and may include each other: read, written, read
// again (the same).
#include <algorithm>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "fuzz/input.h"
#include "fuzz/target.h"
#include "tests/kit/files.h"

namespace {

constexpr const char* kIncludeHalf = "# half\n";

constexpr const char* kIncludingModel = R"(freeplay = 1
[[include]]
file = "first.toml"
prefix = "a_"
position = [1, 2]
angle = 3
[[include]]
file = "first.toml"
[[repeat]]
count = 2
[[repeat.include]]
file = "second.toml"
prefix = "b{i}_"
[contact]
impact = { law = "newton", restitution = 0.5 }
[run]
end = 1
)";

}  // namespace

FREEPLAY_FUZZ_TARGET(include) {
  using freeplay::ModelError, freeplay::read_model_text, freeplay::write_model;
  namespace testing = freeplay::testing;
  namespace fuzzing = freeplay::fuzzing;
  static const testing::TempFolder folder;
  const std::string text = fuzzing::text_of(data, size);
  const std::size_t half = std::min(text.find(kIncludeHalf), text.size());
  testing::spill(folder / "first.toml", text.substr(0, half));
  testing::spill(folder / "second.toml", text.substr(half));
  const std::vector<std::string> nothing_else;
  try {
    const std::string written =
        write_model(read_model_text(kIncludingModel, folder / "model.toml", {}, nullptr, &nothing_else));
    if (write_model(read_model_text(written, "written.toml")) != written)
      fuzzing::found("a model that is written and read again is another one");
  } catch (const ModelError&) {
  }
  return 0;
}
