// SPDX-License-Identifier: Apache-2.0
// How a placed panel is drawn.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "report/panel.h"
#include "report/svg_text.h"

namespace freeplay::plotting {
namespace {

using Style = Series::Style;

// Okabe and Ito's colours, told apart by all common forms of colour vision; their yellow, hardly seen on
// white, is replaced by grey. Every colour has its own dash pattern for print without colour.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#e69f00", "#56b4e9", "#000000", "#7f7f7f"};
constexpr const char* kDashes[] = {"",    "9 2.5", "8 2 1.8 2", "2 1.8", "12 2 1.8 2 1.8 2",
                                   "5 2", "14 3",  "1.2 2.4"};
constexpr int kSlots = static_cast<int>(std::size(kColours));

constexpr const char* kInk = "#222222";
constexpr double kLineWidth = 1.3;
constexpr double kGuideWidth = 1.0;
constexpr const char* kGuideDash = "4.5 2.8";
constexpr double kTickLength = 4.5;
constexpr std::size_t kMostMarkers = 60;  // more points than this are dots, smaller the more there are

bool has_markers(const Stroke& points) { return points.size() <= kMostMarkers; }

int palette_index(int slot) { return slot % kSlots; }

/// A marker of the slot's shape around p.
std::string marker(Pixel p, int slot) {
  constexpr double r = 3;
  const auto at = [&](double dx, double dy) { return coordinate(p.x + dx) + " " + coordinate(p.y + dy); };
  switch (slot % 5) {
    case 1: return "M" + at(-2.7, -2.7) + "h5.4v5.4h-5.4z";
    case 2: return "M" + at(0, -3.7) + "l3.4 5.9h-6.8z";
    case 3: return "M" + at(0, -3.8) + "l3.8 3.8l-3.8 3.8l-3.8-3.8z";
    case 4: return "M" + at(0, 3.7) + "l3.4-5.9h-6.8z";
    default: return "M" + at(-r, 0) + "a3 3 0 1 0 6 0a3 3 0 1 0-6 0z";
  }
}

std::string text(double x, double y, const std::string& content, double size, const char* anchor) {
  return text_element(x, y, content, size, fmt::format(R"(text-anchor="{}")", anchor));
}

}  // namespace

const char* colour_of(int slot) { return kColours[palette_index(slot)]; }

std::string Panel::path_attributes(std::size_t index) const {
  const Curve& curve = curves_[index];
  const char* colour = kColours[palette_index(curve.slot)];
  const Style style = axes_.series[index].style;
  if (style == Style::stems) return fmt::format(R"(fill="{0}" stroke="{0}" stroke-width="0.9")", colour);
  if (style == Style::area)
    return fmt::format(R"(fill="{0}" fill-opacity="0.45" stroke="{0}" stroke-width="0.8")", colour);
  if (style == Style::points) {
    if (has_markers(curve.points))
      return fmt::format(R"(fill="#ffffff" stroke="{}" stroke-width="1.2")", colour);
    return fmt::format(R"(fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round")", colour,
                       curve.points.size() > 3000  ? "1.6"
                       : curve.points.size() > 500 ? "2.2"
                                                   : "3.2");
  }
  std::string attributes = fmt::format(R"(fill="none" stroke="{}" stroke-width="{}" stroke-linejoin="round")",
                                       colour, style == Style::dashed ? kGuideWidth : kLineWidth);
  const int slot = curve.slot + curve.slot / kSlots;
  const std::string dash = style == Style::dashed ? kGuideDash
                           : curve.dense          ? ""
                                                  : kDashes[palette_index(slot)];
  if (!dash.empty()) attributes += fmt::format(R"( stroke-dasharray="{}")", dash);
  return attributes;
}

void Panel::draw(std::string& svg) const {
  svg += "<g>\n";
  draw_axes(svg);
  if (axes_.rows.empty()) {
    draw_circles(svg);
    draw_curves(svg);
  } else {
    draw_rows(svg);
  }
  draw_legend(svg);
  svg += "</g>\n";
}

void Panel::draw_axes(std::string& svg) const {
  const std::string left = coordinate(frame_.left);
  const std::string top = coordinate(frame_.top);
  const std::string to_right = "H" + coordinate(frame_.right);
  const std::string to_bottom = "V" + coordinate(frame_.bottom);
  const auto vertical = [&](double x) { return "M" + coordinate(x) + " " + top + to_bottom; };
  const auto horizontal = [&](double y) { return "M" + left + " " + coordinate(y) + to_right; };

  std::string grid;
  std::string marks;
  std::string labels;
  const auto x_mark = [&](double x, double size) {
    marks += fmt::format("M{0} {1}v{2}M{0} {3}v-{2}", coordinate(x), top, coordinate(size),
                         coordinate(frame_.bottom));
  };
  const auto y_mark = [&](double y, double size) {
    marks += fmt::format("M{1} {0}h{2}M{3} {0}h-{2}", coordinate(y), left, coordinate(size),
                         coordinate(frame_.right));
  };
  for (const Tick& tick : x_ticks_.major) {
    const double x = x_(tick.value);
    grid += vertical(x);
    x_mark(x, kTickLength);
    labels += text(x, frame_.bottom + 14.5, tick.label, kTickSize, "middle");
  }
  for (const Tick& tick : y_ticks_.major) {
    const double y = y_(tick.value);
    if (axes_.rows.empty()) {
      grid += horizontal(y);
      y_mark(y, kTickLength);
    }
    labels += text(frame_.left - 6, y + 0.36 * kTickSize, tick.label, kTickSize, "end");
  }
  for (const double value : x_ticks_.minor) x_mark(x_(value), kTickLength / 2);
  for (const double value : y_ticks_.minor) y_mark(y_(value), kTickLength / 2);

  svg += fmt::format(R"(<path class="grid" d="{}" fill="none" stroke="#e8e8e8" stroke-width="0.7"/>)"
                     "\n",
                     grid);
  std::string references;
  for (const double value : axes_.h_lines) {
    if (const double y = y_(value); y >= frame_.top - 0.01 && y <= frame_.bottom + 0.01)
      references += horizontal(y);
  }
  for (const double value : axes_.v_lines) {
    if (const double x = x_(value); x >= frame_.left - 0.01 && x <= frame_.right + 0.01)
      references += vertical(x);
  }
  if (!references.empty()) {
    svg += fmt::format(R"(<path class="reference" d="{}" fill="none" stroke="#555555" stroke-width="0.8" )"
                       R"(stroke-dasharray="3 2.5"/>)"
                       "\n",
                       references);
  }
  svg += fmt::format(R"(<path class="ticks" d="{}" fill="none" stroke="{}" stroke-width="0.7"/>)"
                     "\n",
                     marks, kInk);
  svg += fmt::format(R"(<rect class="frame" x="{}" y="{}" width="{}" height="{}" )"
                     R"(fill="none" stroke="{}" stroke-width="0.8"/>)"
                     "\n",
                     left, top, coordinate(frame_.width()), coordinate(frame_.height()), kInk);
  svg += labels;
  draw_labels(svg);
}

void Panel::draw_labels(std::string& svg) const {
  // From the frame outwards: labels below, multiplier, legend and title above.
  const double centre = (frame_.left + frame_.right) / 2;
  const double middle = (frame_.top + frame_.bottom) / 2;
  double y = frame_.bottom + 18;
  if (!axes_.x_label.empty() || !x_ticks_.multiplier.empty()) {
    y += kLineHeight;
    if (!axes_.x_label.empty()) svg += text(centre, y - 2, axes_.x_label, kTextSize, "middle");
    if (!x_ticks_.multiplier.empty()) svg += text(frame_.right, y - 2, x_ticks_.multiplier, kTickSize, "end");
  }
  for (const std::string& line : wrap_text(axes_.note, kNoteSize, text_width_)) {
    y += kNoteHeight;
    svg += text_element(centre, y - 1, line, kNoteSize, R"(text-anchor="middle" fill="#666666")");
  }
  if (!axes_.y_label.empty()) {
    const double x = frame_.left - 6 - widest_label(y_ticks_) - 8;
    svg += text_element(x, middle, axes_.y_label, kTextSize,
                        fmt::format(R"_(text-anchor="middle" transform="rotate(-90 {} {})")_", coordinate(x),
                                    coordinate(middle)));
  }
  y = frame_.top - 6;
  if (!y_ticks_.multiplier.empty()) {
    svg += text(frame_.left, y + 1, y_ticks_.multiplier, kTickSize, "start");
    y -= kLineHeight;
  }
  y -= kLineHeight * legend_rows();
  const std::vector<std::string> title = wrap_text(axes_.title, kTitleSize, text_width_);
  for (auto line = title.rbegin(); line != title.rend(); ++line, y -= kLineHeight) {
    svg += text_element(centre, y - 1, *line, kTitleSize, R"(text-anchor="middle")");
  }
}

void Panel::draw_curves(std::string& svg) const {
  const auto is_blank = [](const Curve& curve) { return curve.strokes.empty() && curve.points.empty(); };
  if (std::all_of(curves_.begin(), curves_.end(), is_blank)) {
    const double middle = (frame_.top + frame_.bottom) / 2;
    svg += text_element(
        (frame_.left + frame_.right) / 2, middle, "no data", kTextSize,
        R"(text-anchor="middle" fill="#999999" stroke="#ffffff" stroke-width="5" paint-order="stroke")");
  }
  const auto draw_curve = [&](std::size_t i) {
    if (axes_.series[i].style == Style::area || axes_.series[i].style == Style::stems) {
      draw_filled(svg, i);
      return;
    }
    const Curve& curve = curves_[i];
    std::string data = path_data(curve.strokes);
    for (const Pixel p : curve.points) {
      data += has_markers(curve.points) ? marker(p, curve.slot)
                                        : "M" + coordinate(p.x) + " " + coordinate(p.y) + "h0";
    }
    svg += fmt::format(R"(<path class="series" d="{}" {}>)", data, path_attributes(i));
    const std::string& label = axes_.series[i].label;
    if (!label.empty()) svg += "<title>" + xml_escape(plain_text(label)) + "</title>";
    svg += "</path>\n";
  };
  for (const bool dense : {true, false}) {  // dense curves would hide the others
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      if (curves_[i].dense == dense) draw_curve(i);
    }
  }
}

void Panel::draw_legend(std::string& svg) const {
  if (legend_.empty()) return;
  if (!legend_on_top_) {
    svg += fmt::format(R"(<rect class="legend" x="{}" y="{}" width="{}" height="{}" )"
                       R"(fill="#ffffff" stroke="#cccccc" stroke-width="0.6"/>)"
                       "\n",
                       coordinate(legend_box_.left), coordinate(legend_box_.top),
                       coordinate(legend_box_.width()), coordinate(legend_box_.height()));
  }
  const double first = legend_on_top_ ? frame_.top - 6 - kLineHeight * (legend_rows() - 1) -
                                            (y_ticks_.multiplier.empty() ? 0 : kLineHeight)
                                      : legend_box_.top + kLegendPad + 10;
  const double left = legend_on_top_ ? frame_.left : legend_box_.left + kLegendPad;
  const std::size_t columns = legend_on_top_ ? legend_columns_.size() : 1;
  for (std::size_t i = 0; i < legend_.size(); ++i) {
    const double x = left + (legend_on_top_ ? legend_columns_[i % columns] : 0);
    const std::size_t row = i / columns;
    const double y = first + kLineHeight * static_cast<double>(row);
    const Pixel centre{x + kKeyLength / 2, y - 0.34 * kLegendSize};
    if (legend_[i].curves.empty()) draw_key(svg, legend_[i], x, centre);
    for (const std::size_t index : legend_[i].curves) {
      const Curve& curve = curves_[index];
      std::string data =
          fmt::format("M{} {}h{}", coordinate(x), coordinate(centre.y), coordinate(kKeyLength));
      if (axes_.series[index].style == Style::points) {
        data = has_markers(curve.points)
                   ? marker(centre, curve.slot)
                   : fmt::format("M{} {}h0m6-2h0m-12 3h0", coordinate(centre.x), coordinate(centre.y));
      } else if (axes_.series[index].style == Style::stems) {
        data = stem({centre.x, centre.y - 4}, centre.y + 4);
      } else if (axes_.series[index].style == Style::area) {
        data = fmt::format("M{} {}h{}v8h-{}z", coordinate(x), coordinate(centre.y - 4),
                           coordinate(kKeyLength), coordinate(kKeyLength));
      }
      svg += fmt::format(R"(<path class="key" d="{}" {}/>)"
                         "\n",
                         data, path_attributes(index));
    }
    svg += text(x + kKeyLength + kKeyGap, y, legend_[i].label, kLegendSize, "start");
  }
}

}  // namespace freeplay::plotting
