// SPDX-License-Identifier: Apache-2.0
#include "model/reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace freeplay {
namespace {

constexpr std::size_t kMostSuggestions = 200;
constexpr std::size_t kMostWords = 20;
constexpr std::size_t kLongestShown = 60;

// A key can be any text, so it is shortened before it goes into a message.
std::string shown(const std::string& key) {
  if (key.size() <= kLongestShown) return key;
  std::size_t cut = kLongestShown;
  while (cut > 0 && (static_cast<unsigned char>(key[cut]) & 0xC0u) == 0x80u) --cut;
  return key.substr(0, cut) + "…";
}

}  // namespace

Where Reader::where(tree::Position position) const {
  if (position.line <= 0) return {"--set", 0, 0};
  const SourceFile& file = file_of(position);
  return {file.name, position.line, position.column, file.included};
}

void Reader::error(tree::Position position, const std::string& key, std::string message, std::string hint) {
  if (position.frame > 0) {
    const std::string last = key.substr(key.rfind('.') + 1);
    if (!repeated_.emplace(file_of(position).name, position.line, position.column, last).second) {
      ++untold_;
      return;
    }
  }
  diagnostics_.error(where(position), key, std::move(message), std::move(hint));
}

std::string Reader::suggest(const std::string& word, const std::vector<std::string>& candidates) const {
  if (diagnostics_.all().size() > kMostSuggestions) return {};
  const std::string guess = did_you_mean(word, candidates);
  return guess.empty() ? guess : fmt::format("did you mean \"{}\"?", guess);
}

std::string Reader::suggest_from(const std::string& word, const std::vector<std::string>& candidates,
                                 const std::string& intro) const {
  const std::string guess = suggest(word, candidates);
  if (candidates.empty() || diagnostics_.all().size() > kMostSuggestions) return guess;
  return guess + (guess.empty() ? "" : " ") + intro + list_words(candidates);
}

const tree::Node* Block::take(const std::string& key) {
  const tree::Node* node = take_even_removed(key);
  return node == nullptr || node->as<tree::Removed>() != nullptr ? nullptr : node;
}

const tree::Node* Block::take_even_removed(const std::string& key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  const tree::Member* member = tree::find_member(table_, key);
  return member == nullptr ? nullptr : &member->value;
}

bool Block::has(const std::string& key) const {
  const tree::Member* member = tree::find_member(table_, key);
  return member != nullptr && member->value.as<tree::Removed>() == nullptr;
}

void Block::missing(const std::string& key, const std::string& expected, std::string hint) {
  reader_.error(position_, path_of(key), fmt::format("missing; expected {}", expected), std::move(hint));
}

void Block::finish() {
  for (const tree::Member& member : table_) {
    if (std::find(known_.begin(), known_.end(), member.key) != known_.end()) continue;
    // Taken away by an assignment, perhaps because another one asks for a type that does not know it.
    if (member.value.as<tree::Removed>() != nullptr && member.position.line > 0) continue;
    reader_.error(member.position, path_of(shown(member.key)),
                  fmt::format("unknown key \"{}\"", shown(member.key)),
                  reader_.suggest_from(member.key, known_));
  }
}

std::string list_words(const std::vector<std::string>& words) {
  std::string text;
  const std::size_t count = std::min(words.size(), kMostWords);
  for (std::size_t i = 0; i < count; ++i) {
    const bool last = i + 1 == words.size();
    text += fmt::format("{}\"{}\"", i == 0 ? "" : last ? " and " : ", ", shown(words[i]));
  }
  if (words.size() > kMostWords) text += fmt::format(" and {} more", words.size() - kMostWords);
  return text;
}

}  // namespace freeplay
