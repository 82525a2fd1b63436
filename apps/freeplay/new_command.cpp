// SPDX-License-Identifier: Apache-2.0
// `freeplay new`: a commented starting model of a chosen kind.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "apps/freeplay/command.h"
#include "apps/freeplay/new_models.h"
#include "apps/freeplay/say.h"
#include "io/json_text.h"
#include "model/words.h"

namespace freeplay {
namespace {

struct NewOptions {
  std::string name, kind = new_models().front().kind;
  CommonOptions common;
};

std::string kinds_text() {
  std::string out;
  for (const NewModel& model : new_models()) out += fmt::format("  {:<12}{}\n", model.kind, model.help);
  return out;
}

/// nullptr: there is no such kind, and that was said.
const NewModel* find_kind(const std::string& word) {
  for (const NewModel& model : new_models()) {
    if (word == model.kind) return &model;
  }
  const std::string near = did_you_mean(word, new_kinds());
  say_error(fmt::format("--kind: there is no kind '{}'{}; there are\n{}", word,
                        near.empty() ? "" : fmt::format("; did you mean '{}'?", near), kinds_text()));
  return nullptr;
}

bool fits_a_name(char c) {
  return c != '"' && c != '\\' && !(static_cast<unsigned char>(c) < ' ') && c != '\x7f';
}

int run(const NewOptions& given) {
  namespace fs = std::filesystem;
  const NewModel* model = find_kind(given.kind);
  if (model == nullptr) return kUsage;
  fs::path file = given.name;
  if (file.extension() != ".toml") file += ".toml";
  const std::string name = file.stem().string();
  if (given.name.empty() || given.name.back() == '/' || name == ".toml" ||
      !std::all_of(name.begin(), name.end(), fits_a_name)) {
    say_error(
        fmt::format("'{}' cannot name a model: write a name such as press or machines/press", given.name));
    return kUsage;
  }
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(file, ignored))) {
    say_error(fmt::format("{} exists already, and stays as it is; give another name", file.string()));
    return kUsage;
  }
  try {
    write_text(file.string(), new_model_text(*model, name));
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
  if (given.common.json) {
    say("{}\n", json_text({{"file", file.string()}, {"kind", model->kind}}));
  } else if (!given.common.quiet) {
    say("{}: {}\n  freeplay run {} simulates it\n", file.string(), model->help, file.string());
  }
  return kOk;
}

void add(Options& options, NewOptions& given) {
  options.text("name", given.name, "of the model: NAME.toml is written, and nothing is overwritten");
  options.required();
  static const std::string help = fmt::format("what to begin with: {}", fmt::join(new_kinds(), ", "));
  options.text("--kind", given.kind, help.c_str());
  options.show_default();
  add_common(options, given.common);
}

}  // namespace

FREEPLAY_COMMAND(new) = {"new", "write a commented model to begin with", 5, declare<NewOptions, add, run>};

}  // namespace freeplay
