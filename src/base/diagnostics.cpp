// SPDX-License-Identifier: Apache-2.0
#include "freeplay/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace freeplay {
namespace {

// A broken generator can produce a million mistakes; the text of the exception stays readable.
constexpr std::size_t kMostShown = 100;
constexpr std::size_t kLongestWord = 64;

const char* word_of(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "error";
}

std::string all_to_text(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (std::size_t i = 0; i < std::min(diagnostics.size(), kMostShown); ++i) {
    if (i > 0) text += '\n';
    text += to_string(diagnostics[i]);
  }
  if (diagnostics.size() > kMostShown) {
    text += fmt::format("\n... and {} more", diagnostics.size() - kMostShown);
  }
  return text;
}

std::vector<Diagnostic> by_position(std::vector<Diagnostic> diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    const Where &first = outermost(a.where), &second = outermost(b.where);
    return std::tie(first.line, first.column, a.where.line, a.where.column) <
           std::tie(second.line, second.column, b.where.line, b.where.column);
  });
  return diagnostics;
}

std::string lower_case(const std::string& text) {
  std::string lower = text;
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || c == ' ') c = '_';
  }
  return lower;
}

// Edit distance in which swapping two neighbours counts once (optimal string alignment).
std::size_t edit_distance(const std::string& a, const std::string& b) {
  const std::size_t n = b.size();
  std::vector<std::size_t> before(n + 1), previous(n + 1), current(n + 1);
  for (std::size_t j = 0; j <= n; ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= n; ++j) {
      const std::size_t change = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[n];
}

}  // namespace

std::string to_string(const Where& where) {
  std::string text = where.file;
  if (where.line > 0) text += fmt::format(":{}", where.line);
  if (where.line > 0 && where.column > 0) text += fmt::format(":{}", where.column);
  return text;
}

const Where& outermost(const Where& where) {
  const Where* at = &where;
  while (at->included) at = at->included.get();
  return *at;
}

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = to_string(diagnostic.where);
  if (!text.empty()) text += ": ";
  text += fmt::format("{}: ", word_of(diagnostic.severity));
  if (!diagnostic.key.empty()) text += diagnostic.key + ": ";
  text += diagnostic.message;
  if (!diagnostic.hint.empty()) text += "\n    " + diagnostic.hint;
  for (const Where* at = diagnostic.where.included.get(); at != nullptr; at = at->included.get())
    text += "\n    included at " + to_string(*at);
  return text;
}

void Diagnostics::error(Where where, std::string key, std::string message, std::string hint) {
  add({Severity::error, std::move(where), std::move(key), std::move(message), std::move(hint)});
}

void Diagnostics::warning(Where where, std::string key, std::string message, std::string hint) {
  add({Severity::warning, std::move(where), std::move(key), std::move(message), std::move(hint)});
}

void Diagnostics::note(Where where, std::string key, std::string message, std::string hint) {
  add({Severity::note, std::move(where), std::move(key), std::move(message), std::move(hint)});
}

void Diagnostics::add(Diagnostic diagnostic) { all_.push_back(std::move(diagnostic)); }

bool Diagnostics::has_errors() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
}

void Diagnostics::throw_if_errors() const {
  if (has_errors()) throw ModelError(all_);
}

ModelError::ModelError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(all_to_text(by_position(diagnostics))),
      diagnostics_(by_position(std::move(diagnostics))) {}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  const std::string wanted = lower_case(word);
  const std::size_t allowed = wanted.size() <= 2 ? 1 : 1 + wanted.size() / 4;
  std::string best;
  std::size_t best_distance = allowed + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > kLongestWord) continue;
    const std::string other = lower_case(candidate);
    std::size_t distance = edit_distance(wanted, other);
    // A word cut short ("coeff", "angular_vel") or with something added is a likely slip too.
    const bool shares_start = other.compare(0, wanted.size(), wanted) == 0 ||
                              (other.size() >= 3 && wanted.compare(0, other.size(), other) == 0);
    if (wanted.size() >= 3 && shares_start) distance = std::min(distance, allowed);
    // A word replaced as a whole is no slip: "mu" is not a slip for "x".
    if (distance >= std::max(wanted.size(), other.size())) continue;
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace freeplay
