// SPDX-License-Identifier: Apache-2.0
#include "report/panel.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "base/index.h"
#include "report/limits.h"
#include "report/svg_text.h"

namespace freeplay::plotting {
namespace {

constexpr double kEntryGap = 16;    // px between columns of a legend on top
constexpr double kLegendInset = 7;  // px from the frame to a legend inside

/// Degrees have ticks of their own; the axis label tells.
bool in_degrees(const std::string& label) { return label.find("°)") != std::string::npos; }

Ticks ticks_of(const Scale& scale, int most, const std::string& label) {
  return scale.log ? log_ticks(scale.low, scale.high, most)
                   : linear_ticks(scale.low, scale.high, most, in_degrees(label));
}

/// As many ticks as have room for their labels side by side.
Ticks fitting_x_ticks(const Scale& scale, const std::string& label) {
  Ticks ticks;
  for (int most = std::max(2, static_cast<int>(std::abs(scale.to - scale.from) / 55)); most >= 1; --most) {
    ticks = ticks_of(scale, most, label);
    bool fits = true;
    for (std::size_t i = 1; i < ticks.major.size(); ++i) {
      const double widths =
          text_width(ticks.major[i - 1].label, kTickSize) + text_width(ticks.major[i].label, kTickSize);
      fits = fits && scale(ticks.major[i].value) - scale(ticks.major[i - 1].value) >= widths / 2 + 7;
    }
    if (fits) break;
  }
  return ticks;
}

Ticks fitting_y_ticks(const Scale& scale, const std::string& label) {
  return ticks_of(scale, std::max(2, static_cast<int>(std::abs(scale.to - scale.from) / 32)), label);
}

}  // namespace

double stem_foot(const Scale& y, const Frame& frame) {
  return y.log ? frame.bottom : std::clamp(y(0), frame.top, frame.bottom);
}

double widest_label(const Ticks& ticks) {
  double width = 0;
  for (const Tick& tick : ticks.major) width = std::max(width, text_width(tick.label, kTickSize));
  return width;
}

Panel::Panel(const Axes& axes) : axes_(axes) {
  const Limits limits = limits_of(axes);
  x_ = {limits.x_low, limits.x_high, axes.log_x, 0, 1};
  y_ = {limits.y_low, limits.y_high, axes.log_y, 0, 1};
  assign_colours();
  if (!axes.rows.empty()) assign_words();
}

double Panel::rows_height() const { return kRowHeight * static_cast<double>(axes_.rows.size()); }

void Panel::assign_words() {
  y_ = {0, static_cast<double>(axes_.rows.size()), false, 0, 1};
  for (const WordRow& row : axes_.rows) {
    std::vector<bool> used(row.words.size(), false);
    for (const double value : row.word) {
      if (value >= 0 && value < static_cast<double>(used.size()))
        used[static_cast<std::size_t>(value)] = true;
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i] && std::find(words_.begin(), words_.end(), row.words[i]) == words_.end())
        words_.push_back(row.words[i]);
    }
  }
  const bool modes = std::any_of(words_.begin(), words_.end(), [](const std::string& word) {
    return word.starts_with("slip") || word == "stick";
  });
  int next = modes ? 3 : 0;
  for (const std::string& word : words_) {
    const bool pale = word == "open" || word == "none";
    const int slot = pale                                ? -1
                     : word == "stick"                   ? 0  // as in viewer/src/plots/words.ts
                     : word == "slip+" || word == "slip" ? 1
                     : word == "slip-"                   ? 2
                                                         : next++;
    const double width = kKeyLength + kKeyGap + text_width(word, kLegendSize);
    legend_.push_back({word, {}, width, int_size(word_slots_)});
    word_slots_.push_back(slot);
  }
  legend_on_top_ = true;
}

double Panel::aspect() const {
  if (!axes_.equal_aspect || axes_.log_x || axes_.log_y) return 0;
  return (y_.high - y_.low) / (x_.high - x_.low);
}

void Panel::assign_colours() {
  curves_.resize(axes_.series.size());
  int next = 0;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const Series& series = axes_.series[i];
    const auto entry =
        std::find_if(legend_.begin(), legend_.end(), [&](const Entry& e) { return e.label == series.label; });
    const bool shared = !series.label.empty() && entry != legend_.end();
    if (shared) {
      curves_[i].slot = curves_[entry->curves.front()].slot;
      entry->curves.push_back(i);
    } else {
      if (series.colour < 0) curves_[i].slot = next++;
      if (!series.label.empty()) {
        const double width = kKeyLength + kKeyGap + text_width(series.label, kLegendSize);
        legend_.push_back({series.label, {i}, width, -1});
      }
    }
    if (series.colour >= 0) curves_[i].slot = series.colour;
  }
  for (const Circle& circle : axes_.circles) {
    if (circle.label.empty() ||
        std::any_of(legend_.begin(), legend_.end(), [&](const Entry& e) { return e.label == circle.label; }))
      continue;
    legend_.push_back({circle.label, {}, kKeyLength + kKeyGap + text_width(circle.label, kLegendSize), -1});
  }
}

void Panel::place(const Frame& area) {
  frame_ = area;
  text_width_ = area.width();
  if (const double ratio = aspect(); ratio > 0) {
    const double width = std::min(area.width(), area.height() / ratio);
    frame_.left = area.left + (area.width() - width) / 2;
    frame_.right = frame_.left + width;
    frame_.top = area.bottom - width * ratio;
  }
  x_.from = frame_.left;
  x_.to = frame_.right;
  y_.from = frame_.bottom;
  y_.to = frame_.top;
  x_ticks_ = fitting_x_ticks(x_, axes_.x_label);
  y_ticks_ = fitting_y_ticks(y_, axes_.y_label);
  if (!axes_.rows.empty()) {
    y_ticks_ = {};
    double middle = static_cast<double>(axes_.rows.size()) - 0.5;  // the first row is on top
    for (const WordRow& row : axes_.rows) y_ticks_.major.push_back({middle--, row.label});
  }
  lay_out_top_legend();
}

void Panel::lay_out_top_legend() {
  const auto lay_out = [&](std::size_t columns) {
    std::vector<double> widths(columns, 0.0);
    for (std::size_t i = 0; i < legend_.size(); ++i) {
      widths[i % columns] = std::max(widths[i % columns], legend_[i].width);
    }
    legend_columns_.assign(columns, 0.0);
    for (std::size_t i = 1; i < columns; ++i) {
      legend_columns_[i] = legend_columns_[i - 1] + widths[i - 1] + kEntryGap;
    }
    return legend_columns_.back() + widths.back();
  };
  std::size_t columns = std::max<std::size_t>(1, legend_.size());
  while (columns > 1 && lay_out(columns) > frame_.width()) --columns;
  const std::size_t rows = (legend_.size() + columns - 1) / columns;
  if (rows > 0) lay_out((legend_.size() + rows - 1) / rows);  // rows of about equal length
}

double Panel::legend_rows() const {
  if (!legend_on_top_ || legend_columns_.empty()) return 0;
  const std::size_t rows = (legend_.size() + legend_columns_.size() - 1) / legend_columns_.size();
  return static_cast<double>(rows);
}

Margins Panel::margins() const {
  Margins margins;
  margins.left = 6 + widest_label(y_ticks_) + (axes_.y_label.empty() ? 6 : 6 + kLineHeight);
  margins.right = x_ticks_.major.empty() ? 8 : 8 + text_width(x_ticks_.major.back().label, kTickSize) / 2;
  const double title_lines = static_cast<double>(wrap_text(axes_.title, kTitleSize, text_width_).size());
  margins.top = 7 + kLineHeight * (title_lines + legend_rows());
  if (!y_ticks_.multiplier.empty()) margins.top += kLineHeight;
  margins.bottom = 18;
  if (!axes_.x_label.empty() || !x_ticks_.multiplier.empty()) margins.bottom += kLineHeight;
  margins.bottom += kNoteHeight * static_cast<double>(wrap_text(axes_.note, kNoteSize, text_width_).size());
  return margins;
}

void Panel::trace() {
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const Series& series = axes_.series[i];
    Curve& curve = curves_[i];
    if (series.style == Series::Style::points || series.style == Series::Style::stems) {
      curve.points = trace_points(series, x_, y_, frame_);
    } else {
      curve.strokes = trace_line(series, x_, y_, frame_);
      curve.dense = length(curve.strokes) > 5 * (frame_.width() + frame_.height());
    }
  }
}

void Panel::place_legend() {
  trace();
  if (legend_.empty() || !axes_.rows.empty()) return;

  double width = 0;
  for (const Entry& entry : legend_) width = std::max(width, entry.width);
  width += 2 * kLegendPad;
  const double height = kLineHeight * static_cast<double>(legend_.size()) + 2 * kLegendPad - 2;

  std::vector<Pixel> ink;  // the curves as spots at most 2 px apart
  const auto add_line = [&](Pixel a, Pixel b) {
    const int steps = 1 + static_cast<int>(std::hypot(b.x - a.x, b.y - a.y) / 2);
    for (int k = 1; k <= steps; ++k) {
      const double s = static_cast<double>(k) / steps;
      ink.push_back({a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)});
    }
  };
  for (const Curve& curve : curves_) {
    ink.insert(ink.end(), curve.points.begin(), curve.points.end());
    for (const Stroke& stroke : curve.strokes) {
      ink.push_back(stroke.front());
      for (std::size_t i = 1; i < stroke.size(); ++i) add_line(stroke[i - 1], stroke[i]);
    }
  }

  for (std::size_t i = 0; i < curves_.size(); ++i) {
    if (axes_.series[i].style == Series::Style::stems) {
      for (const Pixel p : curves_[i].points) add_line(p, {p.x, stem_foot(y_, frame_)});
    } else if (axes_.series[i].style == Series::Style::area) {
      for (const Stroke& stroke : curves_[i].strokes) {
        for (const Pixel p : stroke) add_line(p, {p.x, stem_foot(y_, frame_)});
      }
    }
  }
  for (const Circle& circle : axes_.circles) {
    for (int k = 0; k < 180; ++k) {
      const double turn = k * std::numbers::pi / 90;
      ink.push_back({x_(circle.x + circle.r * std::cos(turn)), y_(circle.y + circle.r * std::sin(turn))});
    }
  }

  // Corners before the middles of edges; the first place that covers least wins.
  constexpr Pixel kPlaces[] = {{1, 0}, {0, 0}, {1, 1}, {0, 1}, {1, 0.5}, {0, 0.5}, {0.5, 0}, {0.5, 1}};
  const double room_x = frame_.width() - width - 2 * kLegendInset;
  const double room_y = frame_.height() - height - 2 * kLegendInset;
  std::ptrdiff_t least = 1;  // ink that a legend inside may cover is less than this
  legend_on_top_ = true;
  if (room_x < 0.3 * frame_.width() || room_y < 0.3 * frame_.height()) return;
  for (const Pixel place : kPlaces) {
    const double left = frame_.left + kLegendInset + place.x * room_x;
    const double top = frame_.top + kLegendInset + place.y * room_y;
    const Frame box{left, top, left + width, top + height};
    const auto covered = std::count_if(ink.begin(), ink.end(), [&](Pixel p) { return box.contains(p); });
    if (covered >= least) continue;
    least = covered;
    legend_box_ = box;
    legend_on_top_ = false;
  }
}

}  // namespace freeplay::plotting
