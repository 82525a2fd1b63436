// SPDX-License-Identifier: Apache-2.0
#include "model/names.h"

#include <fmt/format.h>

namespace freeplay {
namespace {

constexpr std::size_t kLongestName = 200;

}  // namespace

std::string name_error(const std::string& name) {
  if (name.empty()) return "the name is empty";
  if (name.size() > kLongestName) return fmt::format("the name is longer than {} bytes", kLongestName);
  if (name.front() == ' ' || name.back() == ' ') return "the name begins or ends with a blank";
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) return "the name contains a control character";
    if (c == '/' || c == '.' || c == '*' || c == '=' || c == '"') {
      return fmt::format("the name contains '{}', which is not possible: names are parts of paths", c);
    }
  }
  return {};
}

void Names::add(Reader& reader, Block& block, const std::string& what, const std::string& name) {
  const tree::Node* node = block.take("name");
  if (node == nullptr || node->as<std::string>() == nullptr) {
    incomplete_ = true;
    return;
  }
  const std::string path = block.path_of("name");
  const auto [first, added] = first_.emplace(name, node->position);
  if (const std::string wrong = name_error(name); !wrong.empty()) {
    reader.error(node->position, path, wrong);
  } else if (name == kGroundName) {
    reader.error(node->position, path, "\"ground\" is reserved for the frame of the world",
                 "choose another name");
  } else if (added) {
    names_.push_back(name);
  } else {
    const std::string place =
        first->second.line > 0 ? fmt::format("; the first is in line {}", first->second.line) : "";
    reader.error(node->position, path, fmt::format("a second {} is named \"{}\"{}", what, name, place),
                 node->position.frame > 0 ? "in a [[repeat]] names differ by its index: \"NAME{i}\"" : "");
  }
}

void Names::put(const std::string& name) {
  if (first_.emplace(name, tree::Position{}).second) names_.push_back(name);
}

bool Names::check(Reader& reader, tree::Position position, const std::string& path, const std::string& what,
                  const std::string& name) const {
  if (first_.count(name) != 0) return true;
  if (incomplete_) return false;
  reader.error(position, path, fmt::format("no {} is named \"{}\"", what, name),
               reader.suggest_from(name, names_, "named: "));
  return false;
}

}  // namespace freeplay
