// SPDX-License-Identifier: Apache-2.0
#include "report/paper.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/lines.h"
#include "freeplay/version.h"
#include "io/loads.h"
#include "report/facts.h"
#include "report/figures/figure.h"
#include "report/findings.h"
#include "report/machine_picture.h"
#include "report/page.h"
#include "report/svg_text.h"

namespace freeplay {
namespace {

using plotting::text_element;
using plotting::text_width;
using plotting::wrap_text;

constexpr double kInch = 96;  // px
constexpr double kWidth = 210 / 25.4 * kInch, kHeight = 297 / 25.4 * kInch;
constexpr double kLeft = 57, kTop = 57, kBottom = kHeight - 62;  // 15 mm and a line for the foot
constexpr double kAcross = kWidth - 2 * kLeft;
constexpr double kText = 10.5, kLine = 15;  // px: 8 pt
constexpr std::size_t kMostRows = 200,
                      kMostLines = 400;  // of a table, of a model: the result file has them all

/// Cut to a width, with a sign that something was.
std::string cut_text(const std::string& text, double size, double width) {
  if (text_width(text, size) <= width) return text;
  std::string shorter = text;
  while (!shorter.empty() && text_width(shorter + "…", size) > width) {
    while (!shorter.empty() && (static_cast<unsigned char>(shorter.back()) & 0xC0U) == 0x80U)
      shorter.pop_back();
    if (!shorter.empty()) shorter.pop_back();
  }
  return shorter + "…";
}

/// Pages that fill from above.
class Paper {
 public:
  explicit Paper(std::string title) : title_(std::move(title)) { turn(); }

  /// A new page unless there is this much room.
  void need(double height) {
    if (y_ + height > kBottom && y_ > kTop) turn();
  }
  void skip(double height) { y_ += height; }
  void put(const std::string& svg) { bodies_.back() += svg; }
  double y() const { return y_; }

  void heading(const std::string& text, double size) {
    need(4 * kLine);
    y_ += 0.9 * size;
    for (const std::string& line : wrap_text(text, size, kAcross)) {
      put(text_element(kLeft, y_ + size, line, size, R"(font-weight="bold")"));
      y_ += 1.3 * size;
    }
    y_ += 0.35 * size;
  }

  void paragraph(const std::string& text, const char* traits = "", double x = kLeft) {
    for (const std::string& line : wrap_text(text, kText, kAcross - (x - kLeft))) {
      need(kLine);
      put(text_element(x, y_ + kText, cut_text(line, kText, kAcross), kText, traits));
      y_ += kLine;
    }
  }

  void picture(const DrawnFigure& drawn) {
    const double scale = std::min({1.0, kAcross / drawn.width, (kBottom - kTop) / drawn.height});
    need(scale * drawn.height);
    put(fmt::format("<g transform=\"translate({:.1f} {:.1f}) scale({:.4f})\">\n{}</g>\n",
                    kLeft + 0.5 * (kAcross - scale * drawn.width), y_, scale, drawn.body));
    y_ += scale * drawn.height + kLine;
  }

  std::vector<std::string> pages() const {
    std::vector<std::string> made;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      std::string svg = fmt::format(
          R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.2f}" height="{1:.2f}" viewBox="0 0 {0:.2f} {1:.2f}" )"
          R"(font-family="sans-serif" fill="#222222"><rect width="{0:.2f}" height="{1:.2f}" fill="#ffffff"/>)"
          "\n",
          kWidth, kHeight);
      svg += bodies_[i];
      const std::string foot = R"(fill="#666666")";
      svg += text_element(kLeft, kHeight - 36, cut_text(title_, 9, 0.7 * kAcross), 9, foot);
      svg += text_element(kWidth - kLeft, kHeight - 36,
                          fmt::format("Freeplay {} · {} of {}", kVersion, i + 1, bodies_.size()), 9,
                          foot + R"( text-anchor="end")");
      made.push_back(svg + "</svg>\n");
    }
    return made;
  }

 private:
  void turn() {
    bodies_.emplace_back();
    y_ = kTop;
  }

  std::string title_;
  std::vector<std::string> bodies_;
  double y_ = kTop;
};

const char* light_colour(Light light) {
  switch (light) {
    case Light::good: return "#1d6b34";
    case Light::doubtful: return "#8a5a00";
    case Light::bad: return "#a3160f";
  }
  return "#a3160f";
}

/// Three findings beside each other.
void add_items(Paper& paper, const std::vector<Finding>& items) {
  constexpr std::size_t kColumns = 3;
  constexpr double kColumn = kAcross / kColumns, kRoom = kColumn - 12;
  for (std::size_t first = 0; first < items.size(); first += kColumns) {
    const std::size_t end = std::min(first + kColumns, items.size());
    std::size_t lines = 0;
    for (std::size_t i = first; i < end; ++i)
      lines = std::max(lines, wrap_text(items[i].note, 9, kRoom).size());
    const double height = 32 + 12 * static_cast<double>(lines) + 8;
    paper.need(height);
    for (std::size_t i = first; i < end; ++i) {
      const double x = kLeft + kColumn * static_cast<double>(i - first);
      double y = paper.y() + 9;
      paper.put(text_element(x, y, cut_text(items[i].label, 9, kRoom), 9, R"(fill="#555555")"));
      paper.put(text_element(x, y += 18, cut_text(items[i].value, 15, kRoom), 15, R"(font-weight="bold")"));
      for (const std::string& line : wrap_text(items[i].note, 9, kRoom))
        paper.put(text_element(x, y += 12, cut_text(std::string(line), 9, kRoom), 9, R"(fill="#555555")"));
    }
    paper.skip(height);
  }
}

void add_findings(Paper& paper, const std::vector<Result>& results) {
  for (const Result& result : results) {
    const Findings found = findings_of(result, ideal_twin(results, result));
    if (results.size() > 1) paper.heading(result.label, 13);
    paper.paragraph(found.sentence);
    paper.skip(4);
    paper.need(kLine);
    paper.put(fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" fill=\"{}\"/>\n", kLeft + 5,
                          paper.y() + 7, light_colour(found.trust.light)));
    paper.put(text_element(kLeft + 15, paper.y() + 11, light_sentence(found.trust.light), 11.5,
                           fmt::format(R"(font-weight="bold" fill="{}")", light_colour(found.trust.light))));
    paper.skip(kLine + 3);
    for (const std::string& reason : found.trust.reasons) paper.paragraph("– " + reason, R"(fill="#444444")");
    paper.skip(8);
    add_items(paper, found.items);
  }
}

void add_machine(Paper& paper, const std::vector<Result>& results) {
  for (const Result& result : results) {
    const auto drawn = machine_picture(result, kAcross, 0.42 * kHeight);
    if (!drawn) continue;
    paper.skip(kLine);
    paper.picture(*drawn);
    const std::vector<double> time = result.values("/time");
    if (!time.empty())
      paper.paragraph(fmt::format("The machine at t = {:.6g} s.", time.front()), R"(fill="#555555")");
    return;
  }
}

using Row = std::vector<std::string>;

/// The first column is of words and takes what room the others leave.
void add_table(Paper& paper, const Row& heads, const std::vector<Row>& rows) {
  constexpr double kCell = 51;
  const double first = kAcross - kCell * static_cast<double>(heads.size() - 1);
  const auto line = [&](const Row& cells, const char* traits) {
    paper.put(text_element(kLeft, paper.y() + kText, cut_text(cells[0], 9.5, first - 6), 9.5, traits));
    for (std::size_t c = 1; c < cells.size(); ++c) {
      paper.put(text_element(kLeft + first + kCell * static_cast<double>(c), paper.y() + kText,
                             cut_text(cells[c], 9.5, kCell - 3), 9.5,
                             std::string(traits) + R"( text-anchor="end")"));
    }
    paper.skip(kLine);
  };
  const auto head = [&] {
    line(heads, R"(fill="#555555")");
    paper.put(fmt::format("<path d=\"M{:.1f} {:.1f}h{:.1f}\" stroke=\"#999999\" stroke-width=\"0.6\"/>\n",
                          kLeft, paper.y(), kAcross));
    paper.skip(3);
  };
  paper.need(4 * kLine);
  head();
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
    const double before = paper.y();
    paper.need(kLine);
    if (paper.y() < before) head();  // on the next page again
    line(rows[i], "");
  }
  if (rows.size() > kMostRows)
    paper.paragraph(fmt::format("and {} more", rows.size() - kMostRows), R"(fill="#555555")");
}

void add_loads(Paper& paper, const std::vector<Result>& results) {
  for (const Result& result : results) {
    std::vector<Row> rows;
    for (const Load& load : loads_of(result.record)) {
      Row cells = load_cells(load);
      cells[1] = cells[0] + " " + cells[1];
      cells.erase(cells.begin());
      rows.push_back(cells);
    }
    if (rows.empty()) continue;
    paper.heading(results.size() > 1 ? "Loads: " + result.label : "Loads", 13);
    paper.paragraph(loads_note(result.record), R"(fill="#555555")");
    paper.skip(4);
    add_table(paper,
              {"", "", "peak", "RMS", "95 %", "99 %", "impacts/s", "closed (%)", "impacts (%)", "work (J)"},
              rows);
  }
}

void add_figures(Paper& paper, const std::vector<Result>& results) {
  for (const FigureSpec& spec : all_figures(results)) {
    Figure figure = to_figure(spec, results);
    figure.width = kAcross;
    paper.picture(draw_figure(figure));
  }
}

void add_text(Paper& paper, const std::string& title, const std::string& text) {
  if (text.empty()) return;
  paper.heading(title, 13);
  std::string_view rest = text, line;
  std::size_t count = 0, left = 0;
  while (take_line(rest, line)) {
    if (++count > kMostLines) {
      ++left;
      continue;
    }
    paper.need(12);
    paper.put(text_element(kLeft, paper.y() + 9, cut_text(std::string(line), 9, kAcross), 9,
                           R"(font-family="monospace" xml:space="preserve")"));
    paper.skip(12);
  }
  if (left > 0)
    paper.paragraph(fmt::format("{} more lines are in the result file.", left), R"(fill="#555555")");
}

void add_what_was_run(Paper& paper, const std::vector<Result>& results) {
  for (const Result& result : results) {
    const std::string whose = results.size() > 1 ? ": " + result.label : "";
    paper.heading("What was run" + whose, 13);
    for (const std::string& warning : warnings_of(result))
      paper.paragraph("– " + warning, R"(fill="#8a5a00")");
    for (const Fact& fact : facts_of(result)) {
      paper.need(kLine);
      paper.put(text_element(kLeft, paper.y() + kText, cut_text(fact.label, kText, 0.42 * kAcross), kText,
                             R"(fill="#555555")"));
      paper.paragraph(fact.value, "", kLeft + 0.44 * kAcross);
    }
    add_text(paper, "Changed on the command line" + whose, result.attribute("options"));
    add_text(paper, "Model file" + whose, result.attribute("model"));
  }
}

}  // namespace

std::vector<std::string> paper_pages(const std::vector<Result>& results, const PageOptions& options) {
  const std::string title = page_title(results, options);
  Paper paper(title);
  paper.skip(-16);
  paper.heading(title, 20);
  std::vector<std::string> files;
  for (const Result& result : results) files.push_back(result.file);
  paper.paragraph(fmt::format("{}", fmt::join(files, ", ")), R"(fill="#555555")");
  paper.skip(8);
  add_findings(paper, results);
  add_machine(paper, results);
  add_loads(paper, results);
  add_figures(paper, results);
  add_what_was_run(paper, results);
  return paper.pages();
}

}  // namespace freeplay
