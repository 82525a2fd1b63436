// SPDX-License-Identifier: Apache-2.0
// What contacts and rubbing joints do, over time: open, stick, slip; and which of the contacts of a journal
// in space are closed.
#include <algorithm>

#include "base/index.h"
#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostRows = 20;

/// A channel of words that says something: at least two of them, or one that is not "open".
bool tells(const std::vector<Result>& results, const std::string& path) {
  const Extent extent = extent_of(results, path, 0);
  if (extent.empty) return false;
  if (extent.range() > 0) return true;
  for (const Result& result : results) {
    const Channel* channel = result.channel(path);
    if (channel && !channel->words.empty()) return channel->words.front() != "open" || extent.low != 0;
  }
  return false;
}

/// A channel of words, and what its row is called.
struct Row {
  std::string label, path;
};

std::vector<Row> rows_of(const std::vector<Result>& results, const FigureChoice& choice,
                         const std::string& head, const std::string& tail) {
  std::vector<Row> rows;
  for (const std::string& name : all_names(results, head, tail)) {
    if (tells(results, head + name + tail) && is_meant(name, choice))
      rows.push_back({name, head + name + tail});
  }
  return rows;
}

void add_figure(std::vector<FigureSpec>& figures, FigureSpec figure, const std::vector<Result>& results,
                const FigureChoice& choice, const std::vector<Row>& rows) {
  const std::size_t most = std::max<std::size_t>(1, kMostRows / results.size());
  const std::size_t shown = choice.only.empty() ? std::min(most, rows.size()) : rows.size();
  for (std::size_t i = 0; i < shown; ++i) {
    for (std::size_t run = 0; run < results.size(); ++run) {
      if (!results[run].has(rows[i].path)) continue;
      figure.timeline.push_back(
          {results.size() > 1 ? rows[i].label + " · " + results[run].label : rows[i].label, to_int(run),
           rows[i].path});
    }
  }
  if (figure.timeline.empty()) return;
  figure.timeline_note = Shown{std::vector<std::string>(shown), rows.size() - shown}.note("rows");
  figures.push_back(figure);
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  if (results.empty()) return {};
  std::vector<FigureSpec> figures;
  std::vector<Row> rows = rows_of(results, choice, "/contact/", "/mode");
  for (const Row& row : rows_of(results, choice, "/joint/", "/mode")) rows.push_back(row);
  add_figure(figures, {"modes", "Modes of contacts and joints", "Which contacts are open, stick or slip"},
             results, choice, rows);
  add_figure(figures, {"modes", "Contacts of journals", "Which contacts of a journal in space are closed"},
             results, choice, rows_of(results, choice, "/joint/", "/scenario"));
  return figures;
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(modes) = {
    {"modes", "", "timeline of contacts and rubbing joints: open, stick, slip", {}},
    70,
    "/contact/NAME/mode of a contact that closes, or /joint/NAME/mode of a joint with friction",
    make};
}  // namespace entry
}  // namespace freeplay
