// SPDX-License-Identifier: Apache-2.0
#include "report/curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <numbers>

#include "base/index.h"
#include "report/svg_text.h"

namespace freeplay::plotting {
namespace {

constexpr double kTolerance = 0.05;        // px that a straightened curve may move
constexpr double kCell = 0.5;              // px, cell of Coverage
constexpr std::size_t kManyPoints = 4000;  // beyond this, what is drawn already is not drawn again
constexpr std::size_t kColumnPoints = 8;   // samples in a pixel column that are kept as they are

bool is_placed(Pixel p) { return std::isfinite(p.x) && std::isfinite(p.y); }

std::vector<Stroke> clip(const Stroke& stroke, const Frame& frame) {
  std::vector<Stroke> strokes;
  if (stroke.size() == 1 && frame.contains(stroke[0])) strokes.push_back(stroke);
  bool connected = false;  // does the last stroke end where the next segment begins?
  for (std::size_t i = 1; i < stroke.size(); ++i) {
    // Liang–Barsky: the part of a + s (b − a) inside the frame is s ∈ [enter, leave].
    const Pixel a = stroke[i - 1];
    const Pixel b = stroke[i];
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double p[] = {-dx, dx, -dy, dy};
    const double q[] = {a.x - frame.left, frame.right - a.x, a.y - frame.top, frame.bottom - a.y};
    double enter = 0;
    double leave = 1;
    for (int side = 0; side < 4; ++side) {
      if (p[side] < 0) enter = std::max(enter, q[side] / p[side]);
      if (p[side] > 0) leave = std::min(leave, q[side] / p[side]);
      if (p[side] == 0 && q[side] < 0) leave = -1;
    }
    if (enter > leave) {
      connected = false;
      continue;
    }
    if (!connected) strokes.push_back({{a.x + enter * dx, a.y + enter * dy}});
    strokes.back().push_back(leave < 1 ? Pixel{a.x + leave * dx, a.y + leave * dy} : b);
    connected = leave >= 1;
  }
  return strokes;
}

bool is_monotone(const Stroke& stroke) {
  const auto rises = [](Pixel a, Pixel b) { return a.x < b.x; };
  const auto falls = [](Pixel a, Pixel b) { return a.x > b.x; };
  return std::is_sorted(stroke.begin(), stroke.end(), rises) ||
         std::is_sorted(stroke.begin(), stroke.end(), falls);
}

/// Keeps the first, least, greatest and last point of every crowded pixel column.
Stroke thin_columns(const Stroke& stroke) {
  Stroke thin;
  for (std::size_t begin = 0; begin < stroke.size();) {
    const double column = std::floor(stroke[begin].x);
    std::size_t end = begin + 1;
    while (end < stroke.size() && std::floor(stroke[end].x) == column) ++end;
    const auto from = stroke.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto to = stroke.begin() + static_cast<std::ptrdiff_t>(end);
    if (end - begin <= kColumnPoints) {
      thin.insert(thin.end(), from, to);
    } else {
      const auto [least, greatest] =
          std::minmax_element(from, to, [](Pixel a, Pixel b) { return a.y < b.y; });
      thin.push_back(*from);
      thin.push_back(*std::min(least, greatest));
      thin.push_back(*std::max(least, greatest));
      thin.push_back(*std::prev(to));
    }
    begin = end;
  }
  return thin;
}

/// Drops points within kTolerance of the straight line that replaces them. From an anchor, every point
/// seen narrows the cone of directions that still pass it by; a point outside the cone ends the line.
Stroke straighten(const Stroke& stroke) {
  if (stroke.size() < 3) return stroke;
  Stroke straight = {stroke[0]};
  Pixel anchor = stroke[0];
  bool open = true;  // no direction excluded yet
  double axis = 0, low = 0, high = 0, farthest = 0;
  for (std::size_t i = 1; i < stroke.size(); ++i) {
    double distance = std::hypot(stroke[i].x - anchor.x, stroke[i].y - anchor.y);
    double direction = std::atan2(stroke[i].y - anchor.y, stroke[i].x - anchor.x);
    double turn = open ? 0 : std::remainder(direction - axis, 2 * std::numbers::pi);
    const bool passes = distance >= farthest - kTolerance && (open || (turn >= low && turn <= high));
    if (!passes) {
      anchor = stroke[i - 1];
      straight.push_back(anchor);
      distance = std::hypot(stroke[i].x - anchor.x, stroke[i].y - anchor.y);
      direction = std::atan2(stroke[i].y - anchor.y, stroke[i].x - anchor.x);
      open = true;
      farthest = 0;
      turn = 0;
    }
    farthest = std::max(farthest, distance);
    if (distance <= kTolerance) continue;
    const double half = std::asin(kTolerance / distance);
    if (open) {
      axis = direction;
      low = -half;
      high = half;
      open = false;
    } else {
      low = std::max(low, turn - half);
      high = std::min(high, turn + half);
    }
  }
  straight.push_back(stroke.back());
  return straight;
}

/// Remembers which cells of the frame carry ink already.
class Coverage {
 public:
  Coverage(const Frame& frame, double cell)
      : frame_(frame),
        cell_(cell),
        columns_(static_cast<std::size_t>(frame.width() / cell) + 2),
        cells_(columns_ * (static_cast<std::size_t>(frame.height() / cell) + 2), false) {}

  /// Inks one cell; was it blank?
  bool ink(Pixel p) {
    const auto column = static_cast<std::size_t>(std::max(0.0, p.x - frame_.left) / cell_);
    const auto row = static_cast<std::size_t>(std::max(0.0, p.y - frame_.top) / cell_);
    const std::size_t index = std::min(row * columns_ + std::min(column, columns_ - 1), cells_.size() - 1);
    const bool blank = !cells_[index];
    cells_[index] = true;
    return blank;
  }

  /// Inks all cells along a segment; was any blank?
  bool ink(Pixel a, Pixel b) {
    const int steps = 1 + static_cast<int>(std::hypot(b.x - a.x, b.y - a.y) / cell_);
    bool blank = false;
    for (int i = 0; i <= steps; ++i) {
      const double s = static_cast<double>(i) / steps;
      blank = ink(Pixel{a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)}) || blank;
    }
    return blank;
  }

 private:
  Frame frame_;
  double cell_;
  std::size_t columns_;
  std::vector<bool> cells_;
};

/// Leaves out segments that lie on ink, which bounds the size of portraits with thousands of turns.
std::vector<Stroke> leave_out_covered(const std::vector<Stroke>& strokes, const Frame& frame) {
  Coverage coverage(frame, kCell);
  std::vector<Stroke> kept;
  for (const Stroke& stroke : strokes) {
    if (stroke.size() == 1 && coverage.ink(stroke[0])) kept.push_back(stroke);
    bool connected = false;
    for (std::size_t i = 1; i < stroke.size(); ++i) {
      const bool visible = coverage.ink(stroke[i - 1], stroke[i]);
      if (visible && !connected) kept.push_back({stroke[i - 1]});
      if (visible) kept.back().push_back(stroke[i]);
      connected = visible;
    }
  }
  return kept;
}

}  // namespace

double Scale::operator()(double value) const {
  if (!std::isfinite(value) || (log && value <= 0)) return std::numeric_limits<double>::quiet_NaN();
  const double s = log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return std::clamp(from + s * (to - from), -1e7, 1e7);  // far outside is all that matters there
}

std::vector<Stroke> trace_line(const Series& series, const Scale& x, const Scale& y, const Frame& frame) {
  const std::size_t size = std::min(series.x.size(), series.y.size());
  std::vector<Stroke> strokes;
  Stroke run;
  std::size_t points = 0;
  bool monotone = true;
  for (std::size_t i = 0; i <= size; ++i) {
    const Pixel p = i < size ? Pixel{x(series.x[i]), y(series.y[i])} : Pixel{};
    if (i < size && is_placed(p)) {
      if (series.style == Series::Style::steps && !run.empty()) run.push_back({p.x, run.back().y});
      run.push_back(p);
      continue;
    }
    for (Stroke& stroke : clip(run, frame)) {
      monotone = monotone && is_monotone(stroke);
      strokes.push_back(straighten(monotone ? thin_columns(stroke) : stroke));
      points += strokes.back().size();
    }
    run.clear();
  }
  return !monotone && points > kManyPoints ? leave_out_covered(strokes, frame) : strokes;
}

Stroke trace_points(const Series& series, const Scale& x, const Scale& y, const Frame& frame) {
  Stroke points;
  for (const double cell : {kCell, 2 * kCell}) {
    Coverage coverage(frame, cell);
    points.clear();
    for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
      const Pixel p{x(series.x[i]), y(series.y[i])};
      if (is_placed(p) && frame.contains(p) && coverage.ink(p)) points.push_back(p);
    }
    if (points.size() <= kManyPoints) break;
  }
  return points;
}

double length(const std::vector<Stroke>& strokes) {
  double sum = 0;
  for (const Stroke& stroke : strokes) {
    for (std::size_t i = 1; i < stroke.size(); ++i) {
      sum += std::hypot(stroke[i].x - stroke[i - 1].x, stroke[i].y - stroke[i - 1].y);
    }
  }
  return sum;
}

std::string path_data(const std::vector<Stroke>& strokes) {
  std::string data;
  for (const Stroke& stroke : strokes) {
    std::string line;
    std::string last;
    for (const Pixel p : stroke) {
      const std::string here = coordinate(p.x) + " " + coordinate(p.y);
      if (here != last) line += (line.empty() ? "M" : " ") + here;
      last = here;
    }
    if (line == "M" + last) {  // one spot: a disc twice as wide as the line
      data += "M" + coordinate(stroke[0].x - 1.2) + " " + coordinate(stroke[0].y);
      data += "a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0h2.4";
    } else {
      data += line;
    }
  }
  return data;
}

}  // namespace freeplay::plotting
