// SPDX-License-Identifier: Apache-2.0
// Text and numbers for SVG: escaping, super- and subscripts, and widths guessed without a font.
#pragma once

#include <string>
#include <vector>

namespace freeplay::plotting {

/// Escapes & < > " and drops control characters, which XML 1.0 forbids.
std::string xml_escape(const std::string& text);

/// A coordinate in px to a tenth, as short as possible: "12", "3.5".
std::string coordinate(double value);

/// Width of text with ^{…} and _{…} in px for a wide sans-serif font; a little more than most need.
double text_width(const std::string& text, double font_size);

/// The text without ^{…} and _{…} marks.
std::string plain_text(const std::string& text);

/// Breaks text at spaces into lines no wider than `width` where possible; "" gives no line.
std::vector<std::string> wrap_text(const std::string& text, double font_size, double width);

/// A <text> element; `attributes` is raw XML such as R"(text-anchor="end")".
std::string text_element(double x, double y, const std::string& text, double font_size,
                         const std::string& attributes);

}  // namespace freeplay::plotting
