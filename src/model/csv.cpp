// SPDX-License-Identifier: Apache-2.0
#include "model/csv.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.h"
#include "freeplay/diagnostics.h"

namespace freeplay::csv {
namespace {

constexpr std::size_t kMostMistakes = 10;
constexpr std::size_t kLongestShown = 40;
constexpr std::string_view kBlanks = " \t";

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// A cell can hold anything.
std::string shown(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  if (text.empty()) return "nothing";
  if (!plain) return "a text";
  return fmt::format("\"{}\"{}", text.substr(0, kLongestShown), text.size() > kLongestShown ? "…" : "");
}

char separator_of(std::string_view line) {
  for (const char candidate : {'\t', ';', ','}) {
    if (line.find(candidate) != std::string_view::npos) return candidate;
  }
  return ' ';
}

std::string without_quotes(std::string_view cell) {
  if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return std::string(cell);
  std::string text;
  for (std::size_t i = 1; i + 1 < cell.size(); ++i) {
    text += cell[i];
    if (cell[i] == '"' && cell[i + 1] == '"') ++i;  // "" within quotes is "
  }
  return text;
}

/// Where the cell that begins at `from` ends.
std::size_t end_of_cell(std::string_view line, std::size_t from, char separator) {
  bool quoted = false;
  for (std::size_t i = from; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (!quoted && (separator == ' ' ? is_blank(line[i]) : line[i] == separator)) return i;
  }
  return line.size();
}

std::vector<Cell> cells_of(std::string_view line, int number, char separator) {
  std::vector<Cell> cells;
  std::size_t at = 0;
  while (true) {
    if (separator == ' ') at = std::min(line.find_first_not_of(kBlanks, at), line.size());
    if (separator == ' ' && at == line.size()) break;
    const std::size_t end = end_of_cell(line, at, separator);
    std::size_t first = at, last = end;
    while (first < last && is_blank(line[first])) ++first;
    while (last > first && is_blank(line[last - 1])) --last;
    cells.push_back({without_quotes(line.substr(first, last - first)), number, static_cast<int>(first) + 1});
    if (end == line.size()) break;
    at = end + 1;
  }
  return cells;
}

bool make_number(Cell& cell, char separator) {
  std::string text = cell.text;
  if (separator != ',' && std::count(text.begin(), text.end(), ',') == 1)
    std::replace(text.begin(), text.end(), ',', '.');
  double value = 0;
  if (!parse_number(text, value)) return false;
  cell.text = std::move(text);
  return true;
}

class File {
 public:
  explicit File(const std::vector<Column>& which) : which_(which) { out_.cells.resize(which.size()); }

  Columns read(std::string_view text) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);  // of UTF-8
    int number = 0;
    for (std::size_t at = 0; at < text.size() && go_on_;) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string_view line = text.substr(at, end - at);
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      at = end + 1;
      ++number;
      const std::size_t first = line.find_first_not_of(kBlanks);
      if (first != std::string_view::npos && line[first] != '#') read_line(line, number);
    }
    if (out_.mistakes.empty() && out_.cells.front().empty())
      wrong({0, 0, "the file has no line of numbers", {}});
    return std::move(out_);
  }

 private:
  void wrong(Mistake mistake) {
    out_.mistakes.push_back(std::move(mistake));
    if (out_.mistakes.size() >= kMostMistakes) go_on_ = false;
  }

  void read_line(std::string_view line, int number) {
    const bool first = separator_ == 0;
    if (first) separator_ = separator_of(line);
    std::vector<Cell> cells = cells_of(line, number, separator_);
    if (first) {
      const bool header =
          std::any_of(cells.begin(), cells.end(), [&](Cell cell) { return !make_number(cell, separator_); });
      if (!find_columns(cells, header, number)) go_on_ = false;
      if (header || !go_on_) return;
    }
    if (++rows_ > kMostRows) {
      wrong({number, 1, fmt::format("more than {} lines of numbers", kMostRows), "take fewer points"});
      go_on_ = false;
      return;
    }
    for (std::size_t k = 0; k < places_.size(); ++k) {
      if (places_[k] >= cells.size()) {
        wrong({number,
               static_cast<int>(line.size()) + 1,
               fmt::format("column {} is missing; the line has {}", places_[k] + 1, cells.size()),
               {}});
        return;
      }
      Cell& cell = cells[places_[k]];
      if (!make_number(cell, separator_)) {
        wrong({number, cell.column, fmt::format("expected a number; found {}", shown(cell.text)), {}});
        return;
      }
      out_.cells[k].push_back(cell);
    }
  }

  /// False after an error.
  bool find_columns(const std::vector<Cell>& cells, bool header, int number) {
    for (const Column& column : which_) {
      if (const int* place = std::get_if<int>(&column)) {
        if (*place > static_cast<int>(cells.size())) {
          wrong({number, 1, fmt::format("there is no column {}; the line has {}", *place, cells.size()), {}});
          return false;
        }
        places_.push_back(static_cast<std::size_t>(*place) - 1);
        continue;
      }
      const auto& name = std::get<std::string>(column);
      const auto found =
          std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) { return cell.text == name; });
      if (!header || found == cells.end()) {
        std::vector<std::string> names;
        for (const Cell& cell : cells) names.push_back(cell.text);
        const std::string guess = header ? did_you_mean(name, names) : "";
        wrong({number, 1,
               header ? fmt::format("no column is named {}", shown(name))
                      : fmt::format("the file has no names of columns, and {} is asked for", shown(name)),
               header ? (guess.empty() ? "the first line has the names"
                                       : fmt::format("did you mean \"{}\"?", guess))
                      : "ask for columns by their numbers, from 1"});
        return false;
      }
      places_.push_back(static_cast<std::size_t>(found - cells.begin()));
    }
    return true;
  }

  const std::vector<Column>& which_;
  Columns out_;
  std::vector<std::size_t> places_;
  char separator_ = 0;
  std::size_t rows_ = 0;
  bool go_on_ = true;
};

}  // namespace

Columns read_columns(std::string_view text, const std::vector<Column>& which) {
  return File(which).read(text);
}

}  // namespace freeplay::csv
