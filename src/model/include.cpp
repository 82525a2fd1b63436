// SPDX-License-Identifier: Apache-2.0
#include "model/include.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "model/block_text.h"
#include "model/file_access.h"
#include "model/file_text.h"
#include "model/names.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDeepest = 8;  ///< files on the way, the model file among them
constexpr int kMostIncludes = 1000;

/// Of the file, as its path has it.
std::string folder_of(const std::string& file) { return fs::path(file).parent_path().string(); }

/// Which keys of a block hold names of blocks.
struct NameKeys {
  const char* kind;
  std::vector<const char*> keys;
};
const std::vector<NameKeys>& name_keys() {
  static const std::vector<NameKeys> keys{
      {"body", {"name", "relative_to"}},     {"joint", {"name", "bodies"}}, {"driver", {"name", "joint"}},
      {"coupling", {"name", "joints"}},      {"table", {"name"}},           {"actuator", {"name", "joint"}},
      {"force", {"name", "body", "bodies"}}, {"shape", {"name", "body"}},   {"pair", {"shapes"}}};
  return keys;
}

/// Before the text, or before each of a list.
void put_before(tree::Node& node, const std::string& prefix) {
  if (auto* text = node.as<std::string>()) {
    if (*text != kGroundName) *text = prefix + *text;
  } else if (auto* items = node.as<tree::List>()) {
    for (tree::Node& item : *items) {
      if (item.as<std::string>() != nullptr) put_before(item, prefix);
    }
  }
}

}  // namespace

IncludedFiles::IncludedFiles(Reader& reader) : reader_(reader) {
  const std::string& model = reader.file_of({}).name;
  way_.push_back({FileAccess::real_path(model), model});
}

std::string IncludedFiles::shown(const std::string& file, tree::Position at) const {
  return (fs::path(folder_of(reader_.file_of(at).name)) / file).lexically_normal().string();
}

const tree::Node* IncludedFiles::enter(const std::string& file, tree::Position at, const std::string& path) {
  const auto refuse = [&](const std::string& message, const std::string& hint = {}) {
    reader_.error(at, path, message, hint);
    return nullptr;
  };
  const std::string name = shown(file, at), real = FileAccess::real_path(name);
  if (!reader_.access()->may_open(real))
    return refuse(fmt::format("\"{}\" is outside of the model's folder", file),
                  "a text may include files beside the model file and in folders below");
  const auto first =
      std::find_if(way_.begin(), way_.end(), [&](const Step& step) { return step.real == real; });
  if (first != way_.end()) {
    std::string chain;
    for (auto step = first; step != way_.end(); ++step) chain += step->shown + " → ";
    return refuse(fmt::format("the file includes itself: {}{}", chain, name));
  }
  if (way_.size() >= kDeepest)
    return refuse(fmt::format("more than {} files include one another in a chain", kDeepest));
  if (++entered_ > kMostIncludes)
    return refuse(fmt::format("more than {} files are included in all", kMostIncludes));
  auto known = trees_.find(real);
  if (known == trees_.end()) {
    known = trees_.emplace(real, std::nullopt).first;
    reader_.access()->opened(real);
    std::string text;
    try {
      text = text_of_file(name, "a model");
    } catch (const ModelError& error) {
      const Diagnostic& why = error.diagnostics().front();
      return refuse(fmt::format("\"{}\": {}", name, why.message), why.hint);
    }
    Diagnostics said;
    tree::Node tree = tree::parse_toml(text, name, said);
    for (Diagnostic diagnostic : said.all()) {
      diagnostic.where.included = std::make_shared<const Where>(reader_.where(at));
      reader_.diagnostics().add(std::move(diagnostic));
    }
    if (!said.has_errors()) known->second = std::move(tree);
  }
  if (!known->second) return nullptr;  // reported where it was first included
  way_.push_back({real, name});
  return &*known->second;
}

void add_prefix(const std::string& kind, tree::Node& block, const std::string& prefix) {
  auto* table = block.as<tree::Table>();
  if (table == nullptr) return;  // the reader says what is wrong with it
  for (const NameKeys& names : name_keys()) {
    if (kind != names.kind) continue;
    for (const char* key : names.keys) {
      if (tree::Member* member = tree::find_member(*table, key)) put_before(member->value, prefix);
    }
  }
}

void name_all_shapes(std::vector<tree::Node*>& shapes) {
  tree::List copies;
  for (const tree::Node* shape : shapes) copies.push_back(*shape);
  const std::vector<std::string> names = shape_names(copies);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    auto* table = shapes[i]->as<tree::Table>();
    if (table == nullptr || names[i].empty() || tree::find_member(*table, "name") != nullptr) continue;
    const tree::Position at = shapes[i]->position;
    table->push_back({"name", at, {names[i], at}});
  }
}

void put_beside(tree::Node& shape, const std::string& file) {
  auto* table = shape.as<tree::Table>();
  tree::Member* member = table == nullptr ? nullptr : tree::find_member(*table, "file");
  auto* mesh = member == nullptr ? nullptr : member->value.as<std::string>();
  if (mesh != nullptr) *mesh = (fs::path(folder_of(file)) / *mesh).lexically_normal().string();
}

}  // namespace freeplay
