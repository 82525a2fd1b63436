// SPDX-License-Identifier: Apache-2.0
// Model files: the text, its tree, the assignments, the checks; then everything wrong at once.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/index.h"
#include "freeplay/model.h"
#include "model/assignments.h"
#include "model/expand.h"
#include "model/read_blocks.h"
#include "model/reader.h"
#include "model/scope.h"
#include "model/tree.h"

namespace freeplay {
namespace {

constexpr std::size_t kLargestFile = std::size_t{64} << 20;

// Names of the models that lie where a missing file was expected.
std::string similar_file(const std::filesystem::path& path) {
  constexpr int kMostLookedAt = 1000;
  std::error_code ignored;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::vector<std::string> names;
  std::filesystem::directory_iterator files(folder, ignored);
  for (int i = 0; !ignored && i < kMostLookedAt && files != std::filesystem::directory_iterator(); ++i) {
    if (files->path().extension() == ".toml") names.push_back(files->path().filename().string());
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

std::string text_of(const std::string& path) {
  std::error_code failed;
  const std::filesystem::file_status status = std::filesystem::status(path, failed);
  if (!std::filesystem::exists(status)) refuse_file(path, "the file does not exist", similar_file(path));
  if (std::filesystem::is_directory(status)) refuse_file(path, "this is a directory; a model is a file");
  std::string text;
  const std::string wrong = read_plain_file(path, kLargestFile, text);
  if (!wrong.empty())
    refuse_file(path, "the file " + wrong, "a model is a file that can be read, of at most 64 MiB");
  return text;
}

}  // namespace

Model read_model(const std::string& path, const std::vector<Assignment>& assignments, Diagnostics* messages) {
  return read_model_text(text_of(path), path, assignments, messages);
}

Model read_model_text(const std::string& text, const std::string& file_name,
                      const std::vector<Assignment>& assignments, Diagnostics* messages) {
  Diagnostics diagnostics;
  if (text.size() > kLargestFile) {
    refuse_file(file_name, fmt::format("the text is larger than {} MiB", kLargestFile >> 20));
  }
  tree::Node root = tree::parse_toml(text, file_name, diagnostics);
  diagnostics.throw_if_errors();
  Reader reader(file_name, diagnostics);
  apply_parameters(root, assignments, reader);
  Scope scope(reader, *root.as<tree::Table>());
  reader.use(&scope);
  expand(root, reader);
  diagnostics.throw_if_errors();  // what follows would speak of names that are not what was meant
  apply_assignments(root, assignments, reader);
  Model model = read_tree(root, reader);
  if (!diagnostics.has_errors()) scope.finish();
  diagnostics.throw_if_errors();
  if (messages != nullptr) {
    for (const Diagnostic& diagnostic : diagnostics.all()) messages->add(diagnostic);
  }
  model.file = file_name;
  model.text = text;
  return model;
}

}  // namespace freeplay
