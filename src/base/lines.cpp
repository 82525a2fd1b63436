// SPDX-License-Identifier: Apache-2.0
#include "base/lines.h"

#include <algorithm>
#include <cstddef>

namespace freeplay {

bool take_line(std::string_view& text, std::string_view& line) {
  if (text.empty()) return false;
  const std::size_t end = std::min(text.find('\n'), text.size());
  line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return true;
}

bool take_word(std::string_view& line, std::string_view& word) {
  constexpr std::string_view kBlanks = " \t\r\v\f\n";
  const std::size_t begin = std::min(line.find_first_not_of(kBlanks), line.size());
  const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
  word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return !word.empty();
}

}  // namespace freeplay
