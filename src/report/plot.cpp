// SPDX-License-Identifier: Apache-2.0
#include "report/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "base/files.h"
#include "base/index.h"
#include "report/panel.h"
#include "report/svg_text.h"

namespace freeplay {
namespace {

using plotting::Frame;
using plotting::Margins;
using plotting::Panel;

constexpr double kFigureTitleSize = 14;
constexpr double kFigureTitleHeight = 22;
constexpr double kBorder = 4;       // px around the figure
constexpr double kGap = 12;         // px between cells
constexpr double kLeastWidth = 60;  // px of a plotting area however little room there is

/// Panels in a grid whose plotting areas line up along rows and columns.
class PanelGrid {
 public:
  explicit PanelGrid(const Figure& figure)
      : columns_(idx(std::max(1, figure.columns))),
        cell_width_((std::max(100.0, figure.width) - 2 * kBorder + kGap) / static_cast<double>(columns_) -
                    kGap),
        plot_height_(figure.plot_height) {
    panels_.reserve(figure.axes.size());
    for (const Axes& axes : figure.axes) panels_.emplace_back(axes);
    columns_ = std::max<std::size_t>(1, columns_);
    rows_ = (panels_.size() + columns_ - 1) / columns_;
    if (plot_height_ <= 0) plot_height_ = std::clamp(0.58 * cell_width_, 120.0, 230.0);
  }

  /// Places all panels below `top` and returns the bottom of the last row.
  double place(double top) {
    // Ticks need the plotting area and the area needs the room that tick labels take: a few rounds settle.
    constexpr int kRounds = 3;
    double bottom = arrange(top, kRounds);
    for (Panel& panel : panels_) panel.place_legend();
    bottom = arrange(top, kRounds);
    for (Panel& panel : panels_) panel.place_legend();
    return bottom;
  }

  void draw(std::string& svg) const {
    for (const Panel& panel : panels_) panel.draw(svg);
  }

 private:
  double arrange(double top, int rounds) {
    double bottom = top;
    std::vector<Margins> margins(panels_.size());
    for (int round = 0; round < rounds; ++round) {
      bottom = top;
      for (std::size_t row = 0; row < rows_; ++row)
        bottom = arrange_row(row, row == 0 ? top : bottom + kGap, margins);
      for (std::size_t i = 0; i < panels_.size(); ++i) margins[i] = panels_[i].margins();
    }
    return bottom;
  }

  double arrange_row(std::size_t row, double top, const std::vector<Margins>& margins) {
    const std::size_t first = row * columns_;
    const std::size_t end = std::min(first + columns_, panels_.size());
    double above = 0, below = 0, height = 0;
    std::vector<Frame> areas;
    for (std::size_t i = first; i < end; ++i) {
      double left = 0, right = 0;
      for (std::size_t j = i % columns_; j < panels_.size(); j += columns_) {
        left = std::max(left, margins[j].left);
        right = std::max(right, margins[j].right);
      }
      const double start = kBorder + static_cast<double>(i - first) * (cell_width_ + kGap);
      Frame area;
      area.left = start + left;
      area.right = std::max(area.left + kLeastWidth, start + cell_width_ - right);
      areas.push_back(area);
      above = std::max(above, margins[i].top);
      below = std::max(below, margins[i].bottom);
      const double aspect = panels_[i].aspect();
      const double tallest = std::max(plot_height_, 360.0);
      const double own = panels_[i].rows_height();
      height = std::max(height, own > 0      ? own
                                : aspect > 0 ? std::min(aspect * area.width(), tallest)
                                             : plot_height_);
    }
    for (std::size_t i = first; i < end; ++i) {
      Frame& area = areas[i - first];
      area.top = top + above;
      area.bottom = area.top + height;
      panels_[i].place(area);
    }
    return top + above + height + below;
  }

  std::size_t columns_;
  std::size_t rows_ = 0;
  double cell_width_;
  double plot_height_;
  std::vector<Panel> panels_;
};

/// Areas become the sums up to them, which is how they are drawn.
Figure stacked(Figure figure) {
  for (Axes& axes : figure.axes) {
    const Series* below = nullptr;
    for (Series& series : axes.series) {
      if (series.style != Series::Style::area) continue;
      if (below) {
        for (std::size_t i = 0; i < std::min(series.y.size(), below->y.size()); ++i)
          series.y[i] += below->y[i];
      }
      below = &series;
    }
  }
  return figure;
}

}  // namespace

DrawnFigure draw_figure(const Figure& wanted) {
  const Figure figure = stacked(wanted);
  const double width = std::max(100.0, figure.width);
  const std::vector<std::string> title =
      plotting::wrap_text(figure.title, kFigureTitleSize, width - 2 * kBorder);
  PanelGrid grid(figure);
  const double top = kBorder + kFigureTitleHeight * static_cast<double>(title.size());
  DrawnFigure drawn{width, grid.place(top) + kBorder, {}};
  double y = kBorder + 14;
  for (const std::string& line : title) {
    drawn.body += plotting::text_element(width / 2, y, line, kFigureTitleSize,
                                         R"(text-anchor="middle" font-weight="bold")");
    y += kFigureTitleHeight;
  }
  grid.draw(drawn.body);
  return drawn;
}

std::string svg_element(const DrawnFigure& drawn, const std::string& title) {
  const std::string w = plotting::coordinate(drawn.width);
  const std::string h = plotting::coordinate(drawn.height);
  std::string svg =
      fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
                  R"(font-family="sans-serif" fill="#222222" role="img">)"
                  "\n",
                  w, h);
  if (!title.empty()) svg += "<title>" + plotting::xml_escape(title) + "</title>\n";
  svg += fmt::format(R"(<rect width="{}" height="{}" fill="#ffffff"/>)"
                     "\n",
                     w, h);
  return svg + drawn.body + "</svg>\n";
}

std::string to_svg(const Figure& figure) { return to_svg(std::vector<Figure>{figure}); }

std::string to_svg(const std::vector<Figure>& figures) {
  double width = 100, height = 0;
  std::string body, title;
  for (const Figure& figure : figures) {
    const DrawnFigure drawn = draw_figure(figure);
    width = std::max(width, drawn.width);
    if (height > 0) {
      body += fmt::format("<g transform=\"translate(0 {})\">\n{}</g>\n", plotting::coordinate(height),
                          drawn.body);
    } else {
      body = drawn.body;
    }
    height += drawn.height;
    if (!figure.title.empty()) title += (title.empty() ? "" : "; ") + plotting::plain_text(figure.title);
  }
  return svg_element({width, height, body}, title);
}

void write_svg(const Figure& figure, const std::string& path) { write_new_file(path, to_svg(figure)); }

}  // namespace freeplay
