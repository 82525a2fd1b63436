// SPDX-License-Identifier: Apache-2.0
// What a panel draws besides lines and points: areas, stems, circles, and the bars of a timeline.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "report/panel.h"
#include "report/svg_text.h"

namespace freeplay::plotting {
namespace {

constexpr const char* kPale = "#dcdcdc";
constexpr const char* kOutline = "#555555";
constexpr double kLeastBar = 0.5;  // px; a contact of one sample is seen

/// Where in a row of unit height a word stands: its top and its height. So words are told apart without
/// colour as well.
struct Band {
  double top = 0.14, height = 0.72;
};

Band band_of(const std::string& word, int slot) {
  if (slot < 0) return {0.42, 0.16};
  if (slot >= 8) return {0.32, 0.36};  // a colour that is there already
  if (word == "slip+") return {0.14, 0.36};
  if (word == "slip-") return {0.50, 0.36};
  return {};
}

std::string box(double left, double top, double width, double height) {
  return fmt::format("M{} {}h{}v{}h-{}z", coordinate(left), coordinate(top), coordinate(width),
                     coordinate(height), coordinate(width));
}

std::string bar_path(const std::string& data, int slot, const std::string& word) {
  return fmt::format(R"(<path class="bar" d="{}" fill="{}"><title>{}</title></path>)"
                     "\n",
                     data, slot < 0 ? kPale : colour_of(slot), xml_escape(word));
}

}  // namespace

std::string stem(Pixel head, double foot) {
  return fmt::format("M{0} {1}V{2}M{3} {2}a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z", coordinate(head.x),
                     coordinate(foot), coordinate(head.y), coordinate(head.x - 1.6));
}

void Panel::draw_filled(std::string& svg, std::size_t index) const {
  const Curve& curve = curves_[index];
  std::string data;
  if (axes_.series[index].style == Series::Style::stems) {
    for (const Pixel head : curve.points) data += stem(head, stem_foot(y_, frame_));
  } else {
    // The area goes along its sum and back along the one below it.
    Stroke around;
    for (const Stroke& stroke : curve.strokes) around.insert(around.end(), stroke.begin(), stroke.end());
    if (around.empty()) return;
    std::size_t below = index;
    while (below > 0 && axes_.series[below - 1].style != Series::Style::area) --below;
    if (below > 0) {
      const std::vector<Stroke>& strokes = curves_[below - 1].strokes;
      for (auto stroke = strokes.rbegin(); stroke != strokes.rend(); ++stroke)
        around.insert(around.end(), stroke->rbegin(), stroke->rend());
    } else {
      const double foot = stem_foot(y_, frame_), last = around.back().x, first = around.front().x;
      around.push_back({last, foot});
      around.push_back({first, foot});
    }
    data = path_data({around}) + "z";
  }
  svg += fmt::format(R"(<path class="series" d="{}" {}>)", data, path_attributes(index));
  const std::string& label = axes_.series[index].label;
  if (!label.empty()) svg += "<title>" + xml_escape(plain_text(label)) + "</title>";
  svg += "</path>\n";
}

void Panel::draw_circles(std::string& svg) const {
  for (const Circle& circle : axes_.circles) {
    svg += fmt::format(R"(<ellipse class="circle" cx="{}" cy="{}" rx="{}" ry="{}" fill="none" stroke="{}" )"
                       R"(stroke-width="0.9"/>)"
                       "\n",
                       coordinate(x_(circle.x)), coordinate(y_(circle.y)),
                       coordinate(std::abs(x_(circle.x + circle.r) - x_(circle.x))),
                       coordinate(std::abs(y_(circle.y + circle.r) - y_(circle.y))), kOutline);
  }
}

void Panel::draw_rows(std::string& svg) const {
  double top = frame_.top;
  for (const WordRow& row : axes_.rows) {
    std::vector<std::string> data(words_.size());
    const std::size_t size = std::min(row.x.size(), row.word.size());
    for (std::size_t i = 0; i < size;) {
      std::size_t end = i + 1;
      while (end < size && row.word[end] == row.word[i]) ++end;
      const double value = row.word[i];
      const double from = std::clamp(x_(row.x[i]), frame_.left, frame_.right);
      const double to = std::clamp(x_(row.x[std::min(end, size - 1)]), frame_.left, frame_.right);
      i = end;
      if (!(value >= 0 && value < static_cast<double>(row.words.size()))) continue;
      const auto word = static_cast<std::size_t>(
          std::find(words_.begin(), words_.end(), row.words[static_cast<std::size_t>(value)]) -
          words_.begin());
      const Band band = band_of(words_[word], word_slots_[word]);
      data[word] +=
          box(from, top + band.top * kRowHeight, std::max(kLeastBar, to - from), band.height * kRowHeight);
    }
    for (std::size_t word = 0; word < words_.size(); ++word) {
      if (!data[word].empty()) svg += bar_path(data[word], word_slots_[word], words_[word]);
    }
    top += kRowHeight;
  }
}

void Panel::draw_key(std::string& svg, const Entry& entry, double x, Pixel centre) const {
  if (entry.word >= 0) {
    const auto word = idx(entry.word);
    const Band band = band_of(entry.label, word_slots_[word]);
    constexpr double kSize = 11;
    svg += bar_path(box(x, centre.y + (band.top - 0.5) * kSize, kKeyLength, band.height * kSize),
                    word_slots_[word], entry.label);
    return;
  }
  svg +=
      fmt::format(R"(<circle class="key" cx="{}" cy="{}" r="5" fill="none" stroke="{}" stroke-width="0.9"/>)"
                  "\n",
                  coordinate(centre.x), coordinate(centre.y), kOutline);
}

}  // namespace freeplay::plotting
