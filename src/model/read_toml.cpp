// SPDX-License-Identifier: Apache-2.0
// Model files: the text, its tree, the assignments, the checks; then everything wrong at once.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "freeplay/model.h"
#include "model/assignments.h"
#include "model/expand.h"
#include "model/file_access.h"
#include "model/file_text.h"
#include "model/read_blocks.h"
#include "model/reader.h"
#include "model/scope.h"
#include "model/tree.h"

namespace freeplay {
Model read_model(const std::string& path, const std::vector<Assignment>& assignments, Diagnostics* messages) {
  return read_model_text(text_of_file(path, "a model"), path, assignments, messages);
}

Model read_model_text(const std::string& text, const std::string& file_name,
                      const std::vector<Assignment>& assignments, Diagnostics* messages,
                      const std::vector<std::string>* trusted) {
  Diagnostics diagnostics;
  if (text.size() > kLargestFile) {
    diagnostics.error({file_name, 0, 0}, "",
                      fmt::format("the text is larger than {} MiB", kLargestFile >> 20));
    diagnostics.throw_if_errors();
  }
  tree::Node root = tree::parse_toml(text, file_name, diagnostics);
  diagnostics.throw_if_errors();
  Reader reader(file_name, diagnostics);
  apply_parameters(root, assignments, reader);
  Scope scope(reader, *root.as<tree::Table>());
  reader.use(&scope);
  FileAccess access(file_name, trusted);
  reader.use(&access);
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
  model.included = access.all();
  return model;
}

}  // namespace freeplay
