// SPDX-License-Identifier: Apache-2.0
// What contacts and rubbing joints do, over time: open, stick, slip; and which of the contacts of a journal
// in space are closed.
#include <array>

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

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  FigureSpec figure{"modes", "Modes of contacts and joints", "Which contacts are open, stick or slip", 1};
  std::vector<std::string> names, paths;
  for (const auto& [head, tail, after] :
       {std::array{"/contact/", "/mode", ""}, std::array{"/joint/", "/mode", ""},
        std::array{"/joint/", "/scenario", ": contacts"}}) {
    for (const std::string& name : all_names(results, head, tail)) {
      const std::string path = std::string(head) + name + tail;
      if (!tells(results, path) || !is_meant(name, choice)) continue;
      names.push_back(name + after);
      paths.push_back(path);
    }
  }
  const std::size_t rows = kMostRows / results.size();
  std::size_t shown = 0;
  for (; shown < paths.size() && (shown < rows || !choice.only.empty()); ++shown) {
    for (std::size_t run = 0; run < results.size(); ++run) {
      if (!results[run].has(paths[shown])) continue;
      figure.timeline.push_back(
          {results.size() > 1 ? names[shown] + " · " + results[run].label : names[shown],
           static_cast<int>(run), paths[shown]});
    }
  }
  if (figure.timeline.empty()) return {};
  figure.timeline_note = Shown{std::vector<std::string>(shown), paths.size() - shown}.note("rows");
  return {figure};
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
