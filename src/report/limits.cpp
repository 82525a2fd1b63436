// SPDX-License-Identifier: Apache-2.0
#include "report/limits.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace freeplay::plotting {
namespace {

constexpr double kHuge = 1e290;    // values beyond are drawn outside the frame
constexpr double kApart = 1e-11;   // least width of a range relative to its values
constexpr double kMostAspect = 4;  // an equal-aspect panel is not longer than this

/// Grows to hold what is added to it.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  bool log = false;

  bool accepts(double value) const {
    return std::abs(value) < kHuge && (!log || value > 1 / kHuge);  // false for NaN
  }
  void add(double value) {
    if (!accepts(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return !(low <= high); }
  bool contains(double value) const { return value >= low && value <= high; }
};

using Wanted = std::optional<std::pair<double, double>>;

/// The wanted range, or an empty one.
Range fixed_range(const Wanted& wanted, bool log) {
  Range range;
  range.log = log;
  if (!wanted || !range.accepts(wanted->first) || !range.accepts(wanted->second)) return range;
  range.add(wanted->first);
  range.add(wanted->second);
  if (range.high - range.low <= kApart * std::max(std::abs(range.low), std::abs(range.high))) return {};
  return range;
}

/// Widens a range of data by `margin` on both sides and gives an empty or single-valued one some width.
void widen(Range& range, double margin) {
  if (range.empty()) {
    range.low = range.log ? 0.1 : 0;
    range.high = range.log ? 10 : 1;
    return;
  }
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  const bool constant = range.high - range.low <= kApart * size;
  if (range.log) {
    const double factor = constant ? 3 : std::pow(range.high / range.low, margin);
    range.low /= factor;
    range.high *= factor;
  } else {
    const double more = !constant ? margin * (range.high - range.low) : size > 0 ? 0.1 * size : 1;
    range.low -= more;
    range.high += more;
  }
}

/// Time histories fill the width of their panel; anything else keeps clear of the frame.
bool is_history(const Axes& axes) {
  return !axes.equal_aspect && std::all_of(axes.series.begin(), axes.series.end(), [](const Series& s) {
    return s.style != Series::Style::points && std::is_sorted(s.x.begin(), s.x.end());
  });
}

/// Lengthens the short side of a panel with equal scales that would be too slim.
void limit_aspect(Range& longer, Range& shorter) {
  const double missing = (longer.high - longer.low) / kMostAspect - (shorter.high - shorter.low);
  if (missing <= 0) return;
  shorter.low -= missing / 2;
  shorter.high += missing / 2;
}

}  // namespace

Limits limits_of(const Axes& axes) {
  Range x = fixed_range(axes.x_range, axes.log_x);
  Range y = fixed_range(axes.y_range, axes.log_y);
  x.log = axes.log_x;
  y.log = axes.log_y;

  if (x.empty()) {
    for (const Series& s : axes.series) {
      for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
        if (y.accepts(s.y[i])) x.add(s.x[i]);
      }
    }
    for (const double value : axes.v_lines) x.add(value);
    for (const Circle& circle : axes.circles) x.add(circle.x - circle.r), x.add(circle.x + circle.r);
    for (const WordRow& row : axes.rows) {
      for (const double value : row.x) x.add(value);
    }
    widen(x, is_history(axes) && !axes.log_x ? 0 : 0.04);
  }
  if (y.empty()) {
    Range shown = y;
    Range all = y;
    for (const Series& s : axes.series) {
      for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
        if (!x.accepts(s.x[i])) continue;
        all.add(s.y[i]);
        if (x.contains(s.x[i])) shown.add(s.y[i]);
      }
    }
    y = shown.empty() ? all : shown;
    for (const double value : axes.h_lines) y.add(value);
    for (const Circle& circle : axes.circles) y.add(circle.y - circle.r), y.add(circle.y + circle.r);
    for (const Series& s : axes.series) {
      if (s.style == Series::Style::area || s.style == Series::Style::stems) y.add(0);
    }
    widen(y, 0.06);
  }
  if (axes.equal_aspect && !axes.log_x && !axes.log_y) {
    limit_aspect(x, y);
    limit_aspect(y, x);
  }
  return {x.low, x.high, y.low, y.high};
}

}  // namespace freeplay::plotting
