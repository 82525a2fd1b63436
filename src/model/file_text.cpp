// SPDX-License-Identifier: Apache-2.0
#include "model/file_text.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "base/files.h"
#include "freeplay/diagnostics.h"

namespace freeplay {
namespace {

// Names of the files that lie where a missing one was expected.
std::string similar_file(const std::filesystem::path& path) {
  constexpr int kMostLookedAt = 1000;
  std::error_code ignored;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::vector<std::string> names;
  std::filesystem::directory_iterator files(folder, ignored);
  for (int i = 0; !ignored && i < kMostLookedAt && files != std::filesystem::directory_iterator(); ++i) {
    const std::filesystem::path kind = files->path().extension();
    if (kind == ".toml" || kind == path.extension()) names.push_back(files->path().filename().string());
    files.increment(ignored);
  }
  const std::string guess = did_you_mean(path.filename().string(), names);
  return guess.empty() ? guess : fmt::format("did you mean \"{}\"?", guess);
}

[[noreturn]] void refuse_file(const std::string& path, const std::string& message,
                              const std::string& hint = {}) {
  Diagnostics diagnostics;
  diagnostics.error({path, 0, 0}, "", message, hint);
  throw ModelError(diagnostics.all());
}

}  // namespace

std::string text_of_file(const std::string& path, const std::string& what) {
  std::error_code failed;
  const std::filesystem::file_status status = std::filesystem::status(path, failed);
  if (!std::filesystem::exists(status)) refuse_file(path, "the file does not exist", similar_file(path));
  if (std::filesystem::is_directory(status)) refuse_file(path, "this is a directory; " + what + " is a file");
  std::string text;
  const std::string wrong = read_plain_file(path, kLargestFile, text);
  if (!wrong.empty())
    refuse_file(path, "the file " + wrong, what + " is a file that can be read, of at most 64 MiB");
  return text;
}

}  // namespace freeplay
