// SPDX-License-Identifier: Apache-2.0
#include "model/templates.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "model/scope.h"

namespace freeplay {
namespace {

std::optional<std::string> piece_of(Reader& reader, const std::string& text, std::size_t start,
                                    std::size_t end, tree::Position at, const std::string& path) {
  const std::string name = text.substr(start, end - start);
  if (const Local* local = reader.frames().find(at.frame, name)) {
    if (const auto* word = std::get_if<std::string>(local)) return *word;
  }
  const auto amount = reader.scope()->part(text, start, end, at, path);
  if (!amount) return {};
  if (amount->bare && std::trunc(amount->value) == amount->value && std::abs(amount->value) < 1e15)
    return fmt::format("{}", static_cast<long long>(amount->value));
  reader.error(inside(at, text, start), path,
               amount->bare ? fmt::format("a text takes whole numbers; {} is {}", name, amount->value)
                            : fmt::format("a text takes whole numbers; {} has a unit", name));
  return {};
}

}  // namespace

std::string fill_template(Reader& reader, const std::string& text, tree::Position at,
                          const std::string& path) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const bool brace = c == '{' || c == '}';
    if (brace && text.compare(i + 1, 1, std::string(1, c)) == 0) {
      out += c;
      i += 2;
    } else if (brace) {
      const std::size_t end = c == '{' ? text.find('}', i) : std::string::npos;
      if (end == std::string::npos) {
        reader.error(inside(at, text, i), path, fmt::format("\"{}\" has no partner in the text", c),
                     "an index stands in braces, \"link{i}\"; a brace itself is doubled, \"{{\"");
        return text;
      }
      const auto piece = piece_of(reader, text, i + 1, end, at, path);
      if (!piece) return text;
      out += *piece;
      i = end + 1;
    } else {
      out += c;
      ++i;
    }
  }
  return out;
}

}  // namespace freeplay
