// SPDX-License-Identifier: Apache-2.0
#include "io/json_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "base/printable.h"

namespace freeplay {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

}  // namespace

void JsonWriter::hand_over(std::size_t least) {
  if (waiting_.size() < least) return;
  take_(waiting_);
  waiting_.clear();
}

void JsonWriter::end() { hand_over(1); }

void JsonWriter::separate() {
  hand_over(kPiece);
  if (comma_) waiting_ += ',';
}

void JsonWriter::open(char bracket) {
  separate();
  waiting_ += bracket;
  comma_ = false;
}

void JsonWriter::close(char bracket) {
  waiting_ += bracket;
  comma_ = true;
}

void JsonWriter::key(std::string_view name) {
  separate();
  add_quoted(name);
  waiting_ += ':';
  comma_ = false;
}

void JsonWriter::raw(std::string_view text) {
  separate();
  waiting_ += text;
  comma_ = true;
}

void JsonWriter::whole(long long value) { raw(fmt::format("{}", value)); }

void JsonWriter::number(double value) { raw(std::isfinite(value) ? fmt::format("{}", value) : "null"); }

void JsonWriter::text(std::string_view value) {
  separate();
  add_quoted(value);
  comma_ = true;
}

void JsonWriter::add_quoted(std::string_view value) {
  const auto escape = [this](unsigned unit) {
    fmt::format_to(std::back_inserter(waiting_), "\\u{:04x}", unit);
  };
  waiting_ += '"';
  while (!value.empty()) {
    const CodePoint c = first_code_point(value);
    value.remove_prefix(c.length == 0 ? 1 : c.length);
    if (c.length == 0) {
      escape(0xfffd);
    } else if (c.value >= 0x10000) {
      escape(0xd800 + ((static_cast<unsigned>(c.value) - 0x10000) >> 10));
      escape(0xdc00 + ((static_cast<unsigned>(c.value) - 0x10000) & 0x3ff));
    } else if (c.value < 0x20 || c.value >= 0x7f || c.value == '<') {
      escape(static_cast<unsigned>(c.value));
    } else {
      if (c.value == '"' || c.value == '\\') waiting_ += '\\';
      waiting_ += static_cast<char>(c.value);
    }
  }
  waiting_ += '"';
}

}  // namespace freeplay
