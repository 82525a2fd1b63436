// SPDX-License-Identifier: Apache-2.0
#include "report/svg_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace freeplay::plotting {
namespace {

constexpr double kScriptSize = 0.72;   // of the font size
constexpr double kScriptRaise = 0.36;  // of the font size
constexpr double kScriptDrop = 0.20;

struct Run {
  std::string text;
  char kind = ' ';  // ' ', '^' or '_'
};

std::vector<Run> runs_of(const std::string& text) {
  std::vector<Run> runs(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool mark = (text[i] == '^' || text[i] == '_') && i + 1 < text.size() && text[i + 1] == '{';
    const std::size_t close = mark ? text.find('}', i) : std::string::npos;
    if (close == std::string::npos) {
      runs.back().text += text[i];
      continue;
    }
    runs.push_back({text.substr(i + 2, close - i - 2), text[i]});
    runs.push_back({});
    i = close;
  }
  return runs;
}

/// Advance in em; ASCII classes after DejaVu Sans, any other character as a digit.
double advance(char c) {
  if ((static_cast<unsigned char>(c) & 0xC0) == 0x80) return 0;  // UTF-8 continuation
  if (std::strchr("ijl.,:;'|! ", c)) return 0.32;
  if (std::strchr("frtI()[]/-", c)) return 0.39;
  if (std::strchr("mwMW@%+=<>", c)) return 0.88;
  if (c >= 'A' && c <= 'Z') return 0.68;
  return 0.62;
}

}  // namespace

std::string xml_escape(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\n':
      case '\t': escaped += ' '; break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) escaped += c;
    }
  }
  return escaped;
}

std::string coordinate(double value) {
  const long long tenths = std::llround(value * 10);
  const char* sign = tenths < 0 ? "-" : "";
  const long long size = std::llabs(tenths);
  return size % 10 == 0 ? fmt::format("{}{}", sign, size / 10)
                        : fmt::format("{}{}.{}", sign, size / 10, size % 10);
}

double text_width(const std::string& text, double font_size) {
  double width = 0;
  for (const Run& run : runs_of(text)) {
    for (const char c : run.text) width += advance(c) * (run.kind == ' ' ? 1 : kScriptSize);
  }
  return width * font_size;
}

std::string plain_text(const std::string& text) {
  std::string plain;
  for (const Run& run : runs_of(text)) plain += run.text;
  return plain;
}

std::vector<std::string> wrap_text(const std::string& text, double font_size, double width) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string word = text.substr(start, end - start);
    start = end + 1;
    if (word.empty()) continue;
    const std::string longer = lines.empty() ? word : lines.back() + " " + word;
    if (!lines.empty() && text_width(longer, font_size) <= width) {
      lines.back() = longer;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

std::string text_element(double x, double y, const std::string& text, double font_size,
                         const std::string& attributes) {
  std::string out = fmt::format(R"(<text x="{}" y="{}" font-size="{}")", coordinate(x), coordinate(y),
                                coordinate(font_size));
  if (!attributes.empty()) out += " " + attributes;
  out += ">";
  double level = 0;  // px below the baseline
  double space = 0;  // px; some renderers drop spaces at the edges of a <tspan>, so they become dx
  for (const Run& run : runs_of(text)) {
    const double size = font_size * (run.kind == ' ' ? 1 : kScriptSize);
    const std::size_t first = run.text.find_first_not_of(' ');
    if (first == std::string::npos) {
      space += advance(' ') * size * static_cast<double>(run.text.size());
      continue;
    }
    const std::size_t last = run.text.find_last_not_of(' ');
    const std::string content = xml_escape(run.text.substr(first, last - first + 1));
    space += advance(' ') * size * static_cast<double>(first);
    const double wanted = run.kind == '^'   ? -kScriptRaise * font_size
                          : run.kind == '_' ? kScriptDrop * font_size
                                            : 0.0;
    if (run.kind == ' ' && level == 0) {
      out += (space > 0 ? " " : "") + content;
    } else {
      out += fmt::format(R"(<tspan dy="{}")", coordinate(wanted - level));
      if (space > 0) out += fmt::format(R"( dx="{}")", coordinate(space));
      if (run.kind != ' ') out += fmt::format(R"( font-size="{}")", coordinate(size));
      out += ">" + content + "</tspan>";
    }
    level = wanted;
    space = advance(' ') * size * static_cast<double>(run.text.size() - 1 - last);
  }
  return out + "</text>\n";
}

}  // namespace freeplay::plotting
