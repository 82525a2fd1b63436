// SPDX-License-Identifier: Apache-2.0
// From samples to what the eye can see of them: mapped to pixels, clipped to the frame, thinned.
#pragma once

#include <string>
#include <vector>

#include "report/plot.h"

namespace freeplay::plotting {

struct Pixel {
  double x = 0;
  double y = 0;
};

/// The plotting area in px, y downwards.
struct Frame {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
  bool contains(Pixel p) const { return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom; }
};

/// Maps [low, high] to [from, to] px.
struct Scale {
  double low = 0;
  double high = 1;
  bool log = false;
  double from = 0;
  double to = 1;
  /// NaN where the value has no place: not finite, or not positive on a logarithmic scale.
  double operator()(double value) const;
};

using Stroke = std::vector<Pixel>;  ///< joined points; a single one is a dot

/// The curve inside the frame as strokes, thinned so that nothing visible is lost.
std::vector<Stroke> trace_line(const Series& series, const Scale& x, const Scale& y, const Frame& frame);

/// The samples inside the frame, without those that fall onto another.
Stroke trace_points(const Series& series, const Scale& x, const Scale& y, const Frame& frame);

double length(const std::vector<Stroke>& strokes);

/// SVG path data.
std::string path_data(const std::vector<Stroke>& strokes);

}  // namespace freeplay::plotting
