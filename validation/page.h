// SPDX-License-Identifier: Apache-2.0
// A page of results: text, tables and the bounds that must hold, written as Markdown.
// Nothing on it depends on the machine or the clock, so pages are committed and compared.
#pragma once

#include <string>
#include <vector>

namespace freeplay::validation {

class Page {
 public:
  explicit Page(const std::string& title);

  void heading(const std::string& text);
  void paragraph(const std::string& text);
  void picture(const std::string& alternative_text, const std::string& file);
  void table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows);

  /// A bound that must hold; a value that is not a number never does. Missed ones go to standard error.
  void at_most(const std::string& what, double value, double bound);
  void at_least(const std::string& what, double value, double bound);
  int missed() const { return missed_; }

  /// Writes the page, closed by the table of its bounds; throws std::runtime_error when that fails.
  void write(const std::string& path);

 private:
  void bound(const std::string& what, double value, const char* relation, double limit, bool met);

  std::string text_;
  std::vector<std::vector<std::string>> bounds_;
  int missed_ = 0;
};

/// Short numbers for tables: 2 significant digits with exponent, "0" for zero.
std::string short_number(double value);
/// The same with a sign in front.
std::string signed_number(double value);

}  // namespace freeplay::validation
