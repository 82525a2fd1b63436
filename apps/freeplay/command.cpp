// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/command.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/files.h"

namespace freeplay {

void add_common(Options& options, CommonOptions& given) {
  options.flag("-q,--quiet", given.quiet, "say only what went wrong");
  options.flag("--json", given.json, "print JSON for programs");
}

void add_model(Options& options, ModelOptions& given, bool required) {
  options.text("model", given.file, "model file (TOML)");
  if (required) options.required();
  options.repeated("--set", given.assignments, "change one value: joint.guide.clearance=0.2mm", "KEY=VALUE");
}

std::vector<std::pair<std::string, std::string>> parse_assignments(const std::vector<std::string>& texts,
                                                                   const char* example) {
  std::vector<std::pair<std::string, std::string>> assignments;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw std::invalid_argument(
          fmt::format("--set expects KEY=VALUE, such as {}; got '{}'", example, text));
    }
    assignments.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return assignments;
}

void write_text(const std::string& path, const std::string& text) { write_new_file(path, text); }

}  // namespace freeplay
