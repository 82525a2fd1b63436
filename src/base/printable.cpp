// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"

#include <fmt/format.h>

#include <iterator>

namespace freeplay {
namespace {

bool acts_on_terminal(char32_t c) {
  if (c == '\n' || c == '\t') return false;
  return c < 0x20 || (c >= 0x7f && c <= 0x9f) ||                        // C0, delete, C1
         (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);  // direction of writing
}

template <class Escape>
std::string escaped(std::string_view text, Escape escape) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint c = first_code_point(text);
    const std::size_t length = c.length == 0 ? 1 : c.length;
    if (c.length == 0 || (escape(c.value) && c.value < 0x80)) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else if (escape(c.value)) {
      fmt::format_to(std::back_inserter(out), "\\u{{{:04x}}}", static_cast<unsigned>(c.value));
    } else {
      out.append(text.substr(0, length));
    }
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xc2 && lead <= 0xdf   ? 2
                             : lead >= 0xe0 && lead <= 0xef ? 3
                             : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                            : 0;
  if (length == 0 || length > text.size()) return {};
  char32_t value = lead & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3fu);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kLeast[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return {};
  return {value, length};
}

std::string printable(std::string_view text) { return escaped(text, acts_on_terminal); }

std::string valid_utf8(std::string_view text) {
  return escaped(text, [](char32_t) { return false; });
}

}  // namespace freeplay
