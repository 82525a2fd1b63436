// SPDX-License-Identifier: Apache-2.0
#include "validation/page.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace freeplay::validation {

Page::Page(const std::string& title)
    : text_("<!-- Written by freeplay_validate (make validate); do not edit. -->\n# " + title + "\n") {}

void Page::heading(const std::string& text) { text_ += "\n## " + text + "\n"; }

void Page::paragraph(const std::string& text) { text_ += "\n" + text + "\n"; }

void Page::picture(const std::string& alternative_text, const std::string& file) {
  text_ += fmt::format("\n![{}]({})\n", alternative_text, file);
}

void Page::table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows) {
  const auto line = [&](const std::vector<std::string>& cells) {
    text_ += "|";
    for (const std::string& cell : cells) text_ += " " + cell + " |";
    text_ += "\n";
  };
  text_ += "\n";
  line(header);
  line(std::vector<std::string>(header.size(), "---"));
  for (const std::vector<std::string>& row : rows) line(row);
}

void Page::at_most(const std::string& what, double value, double bound) {
  this->bound(what, value, "≤", bound, value <= bound);
}

void Page::at_least(const std::string& what, double value, double bound) {
  this->bound(what, value, "≥", bound, value >= bound);
}

void Page::bound(const std::string& what, double value, const char* relation, double limit, bool met) {
  bounds_.push_back(
      {what, fmt::format("{:.2g}", value), fmt::format("{} {:g}", relation, limit), met ? "yes" : "**no**"});
  if (met) return;
  ++missed_;
  fmt::print(stderr, "missed: {}: {:.3g}, required {} {:g}\n", what, value, relation, limit);
}

void Page::write(const std::string& path) {
  heading("Bounds that must hold");
  table({"what", "found", "required", "met"}, bounds_);
  std::ofstream file(path);
  file << text_;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

std::string short_number(double value) { return value == 0 ? "0" : fmt::format("{:.1e}", value); }

std::string signed_number(double value) { return value == 0 ? "0" : fmt::format("{:+.1e}", value); }

}  // namespace freeplay::validation
