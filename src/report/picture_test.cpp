// SPDX-License-Identifier: Apache-2.0
// Areas, stems, circles and timelines in SVG, and pictures as files.
#include "report/picture.h"

#include <cairo.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <regex>
#include <set>

#include "io/record_test_data.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using Style = Series::Style;
using testing::slurp;
using testing::spill;
using testing::TempFolder;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// Numbers of the first match, one per group.
std::vector<double> numbers(const std::string& svg, const std::string& pattern) {
  std::smatch match;
  std::vector<double> found;
  if (!std::regex_search(svg, match, std::regex(pattern))) return found;
  for (std::size_t i = 1; i < match.size(); ++i) found.push_back(std::stod(match[i]));
  return found;
}

Figure line_figure() {
  Figure figure;
  figure.title = "A line";
  figure.axes.push_back({});
  figure.axes[0].x_label = "t (s)";
  figure.axes[0].y_label = "y (m)";
  figure.axes[0].series.push_back({"y", {0, 1, 2}, {0, 1, 0}});
  return figure;
}

/// y of the highest point of the k-th series, in px from the bottom of the frame over its height.
double height_of(const std::string& svg, std::size_t k) {
  const std::vector<double> frame =
      numbers(svg, R"re(class="frame" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)")re");
  std::size_t at = 0;
  for (std::size_t i = 0; i <= k; ++i) at = svg.find("class=\"series\" d=\"", at) + 18;
  const std::string data = svg.substr(at, svg.find('"', at) - at);
  double top = 1e9;
  const std::regex point(R"re((-?[\d.]+) (-?[\d.]+))re");
  for (std::sregex_iterator i(data.begin(), data.end(), point), end; i != end; ++i)
    top = std::min(top, std::stod((*i)[2]));
  return (frame[1] + frame[3] - top) / frame[3];
}

TEST(PlotMarks, AreasAreStacked) {
  Figure figure = line_figure();
  Axes& axes = figure.axes[0];
  axes.y_range = {0, 10};
  axes.series = {{"a", {0, 1, 2}, {2, 2, 2}, Style::area, 0},
                 {"between", {0, 1, 2}, {9, 9, 9}, Style::line, 6},
                 {"b", {0, 1, 2}, {3, 3, 3}, Style::area, 1}};
  const std::string svg = to_svg(figure);
  EXPECT_EQ(count(svg, "class=\"series\""), 3U);
  EXPECT_NEAR(height_of(svg, 0), 0.2, 1e-3);
  EXPECT_NEAR(height_of(svg, 1), 0.9, 1e-3);  // a line is not part of the stack
  EXPECT_NEAR(height_of(svg, 2), 0.5, 1e-3);
  EXPECT_EQ(count(svg, "fill-opacity"), 4U);  // two areas and their keys
}

TEST(PlotMarks, ZeroIsInViewOfAreasAndStems) {
  for (const Style style : {Style::area, Style::stems}) {
    Figure figure = line_figure();
    figure.axes[0].series = {{"a", {0, 1, 2}, {5, 6, 7}, style}};
    EXPECT_CONTAINS(to_svg(figure), ">0</text>");
  }
}

TEST(PlotMarks, StemsHaveOneHeadEach) {
  Figure figure = line_figure();
  figure.axes[0].series = {{"", {0, 1, 2}, {5, 6, 7}, Style::stems}};
  EXPECT_EQ(count(to_svg(figure), "a1.6 1.6 0 1 0 3.2 0"), 3U);
}

TEST(PlotMarks, CirclesAreRoundAndInView) {
  Figure figure = line_figure();
  Axes& axes = figure.axes[0];
  axes.equal_aspect = true;
  axes.series = {{"orbit", {0, 0.1}, {0, 0.1}}};
  axes.circles = {{0, 0, 2, "clearance"}};
  const std::string svg = to_svg(figure);
  const std::vector<double> frame =
      numbers(svg, R"re(class="frame" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)")re");
  const std::vector<double> circle =
      numbers(svg, R"re(class="circle" cx="([\d.]+)" cy="([\d.]+)" rx="([\d.]+)" ry="([\d.]+)")re");
  ASSERT_EQ(circle.size(), 4U);
  EXPECT_NEAR(circle[2], circle[3], 0.11);
  EXPECT_GE(circle[0] - circle[2], frame[0]);
  EXPECT_LE(circle[0] + circle[2], frame[0] + frame[2]);
  EXPECT_EQ(count(svg, ">clearance</text>"), 1U);
}

TEST(PlotMarks, TimelinesHaveARowPerChannelAndALegendOfWords) {
  const std::vector<std::string> words = {"open", "stick", "slip+", "slip-"};
  Figure figure;
  figure.axes.push_back({});
  Axes& axes = figure.axes[0];
  axes.rows = {{"first", {0, 1, 2, 3}, {0, 2, 2, 3}, words}, {"second", {0, 1, 2, 3}, {0, 0, 0, 0}, words}};
  const std::string svg = to_svg(figure);
  EXPECT_EQ(count(svg, ">first</text>"), 1U);
  EXPECT_EQ(count(svg, ">second</text>"), 1U);
  EXPECT_EQ(count(svg, ">slip+</text>"), 1U);
  EXPECT_EQ(count(svg, ">stick</text>"), 0U) << "a word that does not occur has no entry";
  EXPECT_EQ(count(svg, "class=\"bar\""),
            4U + 3U);  // of three words in the first row, one in the second; keys
  EXPECT_EQ(count(svg, "no data"), 0U);
}

TEST(PlotMarks, FiguresBelowEachOther) {
  const Figure one = line_figure();
  const auto height = [](const std::string& svg) { return numbers(svg, R"re(height="([\d.]+)")re").at(0); };
  const std::string two = to_svg(std::vector<Figure>{one, one});
  EXPECT_NEAR(height(two), 2 * height(to_svg(one)), 0.2);
  EXPECT_EQ(count(two, "<svg"), 1U);
  EXPECT_EQ(count(two, "class=\"series\""), 2U);
}

TEST(Picture, KindFollowsTheName) {
  EXPECT_EQ(picture_kind("a.svg"), PictureKind::svg);
  EXPECT_EQ(picture_kind("folder.x/A.PNG"), PictureKind::png);
  EXPECT_EQ(picture_kind("a.pdf"), PictureKind::pdf);
  EXPECT_FALSE(picture_kind("a.jpg"));
  EXPECT_FALSE(picture_kind("svg"));
}

TEST(Picture, PngHasItsSizeAndIsNotBlank) {
  const TempFolder folder;
  Figure figure = line_figure();
  figure.width = 480;
  for (const double dpi : {96.0, 110.0, 192.0}) {
    const std::string path = folder / "a.png";
    write_picture({figure}, path, PictureKind::png, dpi);
    cairo_surface_t* surface = cairo_image_surface_create_from_png(path.c_str());
    ASSERT_EQ(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    const int width = cairo_image_surface_get_width(surface),
              height = cairo_image_surface_get_height(surface);
    EXPECT_EQ(width, std::lround(480 * dpi / 96));
    EXPECT_GT(height, width / 4);
    std::set<std::uint32_t> colours;
    std::size_t dark = 0, edge = 0;
    for (int y = 0; y < height; ++y) {
      const auto* row = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(surface) +
                                                               y * cairo_image_surface_get_stride(surface));
      for (int x = 0; x < width; ++x) {
        colours.insert(row[x] & 0xFFFFFFU);
        dark += (row[x] & 0xFFU) < 0x60U ? 1U : 0U;
        const bool at_edge = y == 0 || y == height - 1 || x == 0 || x == width - 1;
        edge += at_edge && (row[x] & 0xFFFFFFU) != 0xFFFFFFU ? 1U : 0U;
      }
    }
    EXPECT_TRUE(colours.count(0xFFFFFFU));
    EXPECT_TRUE(colours.count(0x0072B2U)) << "the curve's blue";
    EXPECT_GT(dark, 500U) << "frame, ticks and text";
    EXPECT_EQ(edge, 0U) << "pixels that the figure covers in part are white too";
    cairo_surface_destroy(surface);
  }
}

TEST(Picture, PdfHasAPagePerFigure) {
  const TempFolder folder;
  write_picture({line_figure(), line_figure()}, folder / "a.pdf", PictureKind::pdf);
  const std::string pdf = slurp(folder / "a.pdf");
  EXPECT_TRUE(pdf.starts_with("%PDF"));
  EXPECT_CONTAINS(pdf, "/Count 2");
}

TEST(Picture, OnlyPicturesOfTheKindAreOverwritten) {
  const TempFolder folder;
  const std::string path = folder / "a.svg";
  write_picture({line_figure()}, path, PictureKind::svg);
  EXPECT_EQ(slurp(path), to_svg(line_figure()));
  write_picture({line_figure()}, path, PictureKind::svg);
  for (const char* other : {"freeplay = 1\n", "\x89HDF\r\n", "%PDF-1.5"}) {
    spill(path, other);
    EXPECT_THROW(write_picture({line_figure()}, path, PictureKind::svg), std::runtime_error) << other;
    EXPECT_EQ(slurp(path), other);
  }
  spill(path, "");
  EXPECT_NO_THROW(write_picture({line_figure()}, path, PictureKind::svg));
  for (const PictureKind kind : {PictureKind::svg, PictureKind::png, PictureKind::pdf})
    EXPECT_THROW(write_picture({line_figure()}, folder / "no" + "/where", kind), std::runtime_error);
  EXPECT_THROW(write_picture({line_figure()}, folder / "a.png", PictureKind::png, 1e5), std::runtime_error);
}

}  // namespace
}  // namespace freeplay
