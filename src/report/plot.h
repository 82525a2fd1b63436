// SPDX-License-Identifier: Apache-2.0
// Static line plots as SVG: panels in a grid, each with axes, curves, reference lines and a legend.
//
// The output depends on the figure alone (no locale, no clock, no ids), so files can be compared byte by
// byte and several figures can be inlined into one HTML page. Long curves are thinned to what a reader
// can see: every pixel column keeps its least and greatest value, so peaks survive.
#pragma once

#include <string>

#include "freeplay/figure.h"

namespace freeplay {

/// Elements of SVG in px, from the upper left corner, for a place in a larger picture.
struct DrawnFigure {
  double width = 0;
  double height = 0;
  std::string body;
};
DrawnFigure draw_figure(const Figure& figure);

/// What was drawn as one <svg> element on white; the title is for who cannot see it.
std::string svg_element(const DrawnFigure& drawn, const std::string& title);

/// The figure as one <svg> element, without XML declaration, ready for a file or for inlining in HTML.
std::string to_svg(const Figure& figure);

/// Writes to_svg(figure) to a file; throws std::runtime_error when that fails.
void write_svg(const Figure& figure, const std::string& path);

}  // namespace freeplay
