// SPDX-License-Identifier: Apache-2.0
#include "report/plot.h"

#include <gtest/gtest.h>

#include <cctype>
#include <clocale>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "base/index.h"
#include "report/svg_text.h"
#include "report/ticks.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using Style = Series::Style;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// What is wrong with a document that uses only elements, quoted attributes and the five entities; "" if
/// nothing.
std::string xml_mistake(const std::string& xml) {
  std::vector<std::string> open;
  std::size_t roots = 0;
  for (std::size_t i = 0; i < xml.size(); ++i) {
    if (xml[i] == '&') {
      const std::string entity = xml.substr(i, xml.find(';', i) - i + 1);
      if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;") return "bare &";
    }
    if (static_cast<unsigned char>(xml[i]) < 0x20 && xml[i] != '\n') return "control character";
    if (xml[i] != '<') continue;
    const bool closes = xml[i + 1] == '/';
    std::size_t end = i + 1;
    bool quoted = false;
    for (; end < xml.size() && (quoted || xml[end] != '>'); ++end) {
      if (xml[end] == '"') quoted = !quoted;
      if (xml[end] == '<') return "< in a tag";
    }
    if (end == xml.size()) return "tag without end";
    const std::size_t start = i + (closes ? 2 : 1);
    const std::string name = xml.substr(start, xml.find_first_of(" />", start) - start);
    if (name.empty()) return "tag without name";
    if (closes) {
      if (open.empty() || open.back() != name) return "</" + name + "> closes nothing";
      open.pop_back();
    } else if (xml[end - 1] != '/') {
      if (open.empty()) ++roots;
      open.push_back(name);
    }
    i = end;
  }
  if (!open.empty()) return "<" + open.back() + "> stays open";
  return roots == 1 ? "" : "not one root";
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// The value of an attribute in the nth element of a class.
std::string attribute(const std::string& svg, const std::string& kind, const std::string& name,
                      std::size_t nth = 0) {
  std::size_t at = svg.find("class=\"" + kind + "\"");
  for (; nth > 0; --nth) at = svg.find("class=\"" + kind + "\"", at + 1);
  const std::size_t start = svg.find(" " + name + "=\"", at) + name.size() + 3;
  return svg.substr(start, svg.find('"', start) - start);
}

struct Spot {
  double x = 0;
  double y = 0;
};

/// The vertices of a path made of M and implicit lines.
std::vector<Spot> vertices(std::string path) {
  for (char& c : path) {
    if (std::isalpha(static_cast<unsigned char>(c))) c = ' ';
  }
  std::istringstream in(path);
  std::vector<Spot> spots;
  for (Spot s; in >> s.x >> s.y;) spots.push_back(s);
  return spots;
}

struct Box {
  double left, top, width, height;
};

Box frame(const std::string& svg) {
  const auto number = [&](const char* name) { return std::stod(attribute(svg, "frame", name)); };
  return {number("x"), number("y"), number("width"), number("height")};
}

Figure one_panel(std::vector<Series> series) {
  Figure figure;
  figure.axes.resize(1);
  figure.axes[0].series = std::move(series);
  return figure;
}

TEST(Plot, IsWellFormedWithOnePathPerSeries) {
  Figure figure;
  figure.title = "Everything";
  figure.columns = 2;
  figure.axes.resize(3);
  figure.axes[0].title = "first";
  figure.axes[0].x_label = "θ_{1} (°)";
  figure.axes[0].y_label = "F^{2}";
  figure.axes[0].note = "a note";
  figure.axes[0].h_lines = {-1, 1};
  figure.axes[0].v_lines = {90};
  figure.axes[0].series = {{"line", {0, 360}, {0, 1}, Style::line},
                           {"points", {0, 360}, {1, 0}, Style::points},
                           {"steps", {0, 180, 360}, {0, 1, 0}, Style::steps},
                           {"dashed", {0, 360}, {0.5, 0.5}, Style::dashed}};
  figure.axes[1].log_x = figure.axes[1].log_y = true;
  figure.axes[1].series = {{"", {1, 10}, {1, 100}}, {"none", {}, {}}};
  figure.axes[2].equal_aspect = true;
  figure.axes[2].series = {{"dot", {3}, {4}}};
  const std::string svg = to_svg(figure);
  EXPECT_EQ(xml_mistake(svg), "");
  EXPECT_EQ(count(svg, "class=\"series\""), 7u);
  EXPECT_EQ(count(svg, "class=\"frame\""), 3u);
  EXPECT_EQ(svg, to_svg(figure));
}

TEST(Plot, EscapesText) {
  Figure figure = one_panel({{"a<b & \"c\">\x01", {0, 1}, {0, 1}}});
  figure.title = "</svg>&amp;";
  figure.axes[0].x_label = "<x>_{<&>}";
  const std::string svg = to_svg(figure);
  EXPECT_EQ(xml_mistake(svg), "");
  EXPECT_EQ(count(svg, "a&lt;b &amp; &quot;c&quot;&gt;<"), 2u);  // legend and tooltip
  EXPECT_EQ(count(svg, "&lt;/svg&gt;&amp;amp;"), 2u);
  EXPECT_EQ(plotting::plain_text("F_{N} (10^{3} N)"), "FN (103 N)");
}

TEST(Plot, DegenerateDataIsDrawn) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<Series> cases[] = {
      {},
      {{"", {}, {}}},
      {{"", {1}, {2}}},
      {{"", {1, 1}, {2, 2}}},
      {{"", {0, 1, 2}, {0, 0, 0}}},
      {{"", {0, 1, 2}, {1e300, -1e300, 1e308}}},
      {{"", {0, 1, 2}, {kNan, inf, -inf}}},
      {{"", {0, 1}, {1, 1 + 1e-15}}},
      {{"", {0, 1, 2}, {1e-305, 2e-305, 0}}},
      {{"", {0, 1, 2, 3}, {1}}},
      {{"", {5, 5, 5}, {-1, -2, -3}, Style::points}},
  };
  for (const auto& series : cases) {
    for (int options = 0; options < 8; ++options) {
      Figure figure = one_panel(series);
      figure.axes[0].log_x = options & 1;
      figure.axes[0].log_y = options & 2;
      figure.axes[0].equal_aspect = options & 4;
      const std::string svg = to_svg(figure);
      EXPECT_EQ(xml_mistake(svg), "");
      EXPECT_LACKS(svg, "nan");
      EXPECT_LACKS(svg, "inf");
      EXPECT_LT(svg.size(), 20000u);
    }
  }
  EXPECT_EQ(xml_mistake(to_svg(Figure{})), "");
}

TEST(Plot, UnusableRangesAreIgnored) {
  for (const std::pair<double, double>& range : {std::pair{1.0, 1.0}, {kNan, 2.0}, {-1.0, 0.0}, {3.0, 2.0}}) {
    Figure figure = one_panel({{"", {1, 2, 3}, {1, 2, 3}}});
    figure.axes[0].log_y = true;
    figure.axes[0].x_range = range;
    figure.axes[0].y_range = range;
    EXPECT_EQ(xml_mistake(to_svg(figure)), "");
  }
}

TEST(Plot, PeakSurvivesThinning) {
  Series noise{"", {}, {}};
  constexpr int kSize = 1000000;
  constexpr int kPeak = 612345;
  for (int i = 0; i < kSize; ++i) {
    noise.x.push_back(i);
    noise.y.push_back(0.3 * std::sin(0.7 * i));
  }
  noise.y[kPeak] = 1;
  noise.y[kPeak + 1] = -2;
  Figure figure = one_panel({noise});
  figure.axes[0].x_range = {0, kSize};
  figure.axes[0].y_range = {-2.5, 1.5};
  const std::string svg = to_svg(figure);
  EXPECT_LT(svg.size(), 60000u);

  const Box box = frame(svg);
  const auto spots = vertices(attribute(svg, "series", "d"));
  ASSERT_FALSE(spots.empty());
  Spot high = spots[0], low = spots[0];
  for (const Spot& s : spots) {
    if (s.y < high.y) high = s;
    if (s.y > low.y) low = s;
  }
  EXPECT_NEAR(high.y, box.top + box.height * 0.5 / 4, 0.11);
  EXPECT_NEAR(low.y, box.top + box.height * 3.5 / 4, 0.11);
  EXPECT_NEAR(high.x, box.left + box.width * kPeak / kSize, 0.11);
}

TEST(Plot, ThinningMovesASmoothCurveLessThanATenthOfAPixel) {
  Series circle{"", {}, {}};
  for (int i = 0; i <= 100000; ++i) {
    circle.x.push_back(std::cos(2e-3 * i));  // many turns
    circle.y.push_back(std::sin(2e-3 * i));
  }
  Figure figure = one_panel({circle});
  figure.axes[0].equal_aspect = true;
  figure.axes[0].x_range = {-2, 2};
  figure.axes[0].y_range = {-2, 2};
  const std::string svg = to_svg(figure);
  EXPECT_LT(svg.size(), 60000u);
  const Box box = frame(svg);
  EXPECT_NEAR(box.width, box.height, 0.11);
  for (const Spot& s : vertices(attribute(svg, "series", "d"))) {
    const double radius = std::hypot(s.x - box.left - box.width / 2, s.y - box.top - box.height / 2);
    ASSERT_NEAR(radius, box.width / 4, 0.2);
  }
}

TEST(Plot, GapsBreakLines) {
  const std::string svg = to_svg(one_panel({{"", {0, 1, 2, 3, 4}, {0, 1, kNan, 1, 0}}}));
  EXPECT_EQ(count(attribute(svg, "series", "d"), "M"), 2u);
}

TEST(Plot, CurvesAreClippedToTheFrame) {
  Figure figure = one_panel({{"", {-5, 0, 1, 1.5, 2, 9}, {0, 1, 1e200, -3, 2, 0.5}}});
  figure.axes[0].x_range = {0, 2};
  figure.axes[0].y_range = {0, 1.5};
  const std::string svg = to_svg(figure);
  const Box box = frame(svg);
  const auto spots = vertices(attribute(svg, "series", "d"));
  EXPECT_GE(spots.size(), 4u);
  for (const Spot& s : spots) {
    EXPECT_GE(s.x, box.left - 0.06);
    EXPECT_LE(s.x, box.left + box.width + 0.06);
    EXPECT_GE(s.y, box.top - 0.06);
    EXPECT_LE(s.y, box.top + box.height + 0.06);
  }
}

TEST(Plot, LogarithmicPositions) {
  Figure figure = one_panel({{"", {1, 10, 1000}, {1e-6, 1e-2, 1e-3}}});
  figure.axes[0].log_x = figure.axes[0].log_y = true;
  figure.axes[0].x_range = {1, 1000};
  figure.axes[0].y_range = {1e-6, 1e-2};
  const std::string svg = to_svg(figure);
  const Box box = frame(svg);
  const auto spots = vertices(attribute(svg, "series", "d"));
  ASSERT_EQ(spots.size(), 3u);
  EXPECT_NEAR(spots[0].x, box.left, 0.11);
  EXPECT_NEAR(spots[1].x, box.left + box.width / 3, 0.11);
  EXPECT_NEAR(spots[2].x, box.left + box.width, 0.11);
  EXPECT_NEAR(spots[0].y, box.top + box.height, 0.11);
  EXPECT_NEAR(spots[1].y, box.top, 0.11);
  EXPECT_NEAR(spots[2].y, box.top + box.height / 4, 0.11);
}

TEST(Plot, StepsHoldTheirValue) {
  const std::string svg = to_svg(one_panel({{"", {0, 1, 2}, {0, 1, 0}, Style::steps}}));
  const auto spots = vertices(attribute(svg, "series", "d"));
  ASSERT_EQ(spots.size(), 5u);
  EXPECT_EQ(spots[0].y, spots[1].y);
  EXPECT_EQ(spots[1].x, spots[2].x);
}

TEST(Plot, EqualLabelsShareColourAndLegendEntry) {
  const std::string svg = to_svg(one_panel(
      {{"other", {0, 1}, {0, 0}}, {"method", {0, 1}, {1, 2}}, {"method", {0, 1}, {1, 2}, Style::points}}));
  EXPECT_EQ(attribute(svg, "series", "stroke", 1), attribute(svg, "series", "stroke", 2));
  EXPECT_NE(attribute(svg, "series", "stroke", 0), attribute(svg, "series", "stroke", 1));
  EXPECT_EQ(count(svg, ">method</text>"), 1u);
  EXPECT_EQ(count(svg, "class=\"key\""), 3u);
}

TEST(Plot, LegendAvoidsTheCurves) {
  // Free corner at the bottom right, and no free place at all.
  const std::string free = to_svg(one_panel({{"curve", {0, 0.2, 2}, {-3, 1, 1}}}));
  EXPECT_EQ(count(free, "class=\"legend\""), 1u);
  const Box box = frame(free);
  EXPECT_GT(std::stod(attribute(free, "legend", "x")), box.left + box.width / 2);
  EXPECT_GT(std::stod(attribute(free, "legend", "y")), box.top + box.height / 2);

  Series dense{"curve", {}, {}};
  for (int i = 0; i < 2000; ++i) {
    dense.x.push_back(i);
    dense.y.push_back(i % 2);
  }
  const std::string full = to_svg(one_panel({dense}));
  EXPECT_EQ(count(full, "class=\"legend\""), 0u);
  EXPECT_EQ(count(full, ">curve</text>"), 1u);
}

TEST(Plot, IgnoresTheLocale) {
  const Figure figure = one_panel({{"", {0, 1}, {0.25, 0.75}}});
  const std::string before = to_svg(figure);
  const std::string old = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8"}) std::setlocale(LC_ALL, name);
  EXPECT_EQ(to_svg(figure), before);
  std::setlocale(LC_ALL, old.c_str());
}

TEST(Plot, WritesAFileOrThrows) {
  const Figure figure = one_panel({{"", {0, 1}, {0, 1}}});
  const std::string path = ::testing::TempDir() + "freeplay_plot_test.svg";
  write_svg(figure, path);
  std::ifstream in(path, std::ios::binary);
  const std::string written((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  EXPECT_EQ(written, to_svg(figure));
  std::remove(path.c_str());
  EXPECT_THROW(write_svg(figure, ::testing::TempDir() + "no/such/folder/a.svg"), std::runtime_error);
}

TEST(Ticks, LinearOnesAreNiceAndCoverTheRange) {
  for (const double scale : {1e-12, 3e-4, 0.7, 1.0, 42.0, 9.9e7}) {
    for (const double shift : {0.0, -0.5, 3.0, 2000.0}) {
      for (const int most : {2, 5, 9}) {
        const double low = shift * scale;
        const double high = low + scale;
        const auto ticks = plotting::linear_ticks(low, high, most).major;
        ASSERT_GE(ticks.size(), 1u);
        ASSERT_LE(ticks.size(), idx(most) + 1);
        const double step = ticks.size() > 1 ? ticks[1].value - ticks[0].value : scale;
        EXPECT_GE(ticks.front().value, low - 1e-6 * scale);
        EXPECT_LE(ticks.back().value, high + 1e-6 * scale);
        EXPECT_LT(ticks.front().value - low, step * 1.001);
        EXPECT_LT(high - ticks.back().value, step * 1.001);
        for (std::size_t i = 1; i < ticks.size(); ++i) EXPECT_NE(ticks[i].label, ticks[i - 1].label);
      }
    }
  }
}

std::string labels(const plotting::Ticks& ticks) {
  std::string all;
  for (const auto& tick : ticks.major) all += tick.label + " ";
  return all + ticks.multiplier;
}

TEST(Ticks, LabelsAreShort) {
  using plotting::linear_ticks;
  EXPECT_EQ(labels(linear_ticks(0, 1, 5)), "0.0 0.2 0.4 0.6 0.8 1.0 ");
  EXPECT_EQ(labels(linear_ticks(-10, 10, 4)), "−10 −5 0 5 10 ");
  EXPECT_EQ(labels(linear_ticks(0, 2e6, 4)), "0.0 0.5 1.0 1.5 2.0 ×10^{6}");
  EXPECT_EQ(labels(linear_ticks(0, 4e-5, 4)), "0 10 20 30 40 ×10^{−6}");
  EXPECT_EQ(labels(linear_ticks(1234.5, 1234.5 + 4e-6, 4)), "0 1 2 3 4 ×10^{−6} + 1234.5");
  EXPECT_EQ(labels(linear_ticks(-1234.5, -1234.1, 4)), "−1234.5 −1234.4 −1234.3 −1234.2 −1234.1 ");
  EXPECT_EQ(labels(linear_ticks(0, 720, 5, true)), "0 180 360 540 720 ");
  EXPECT_EQ(linear_ticks(0, 1, 10).major[3].value, 0.3);
}

TEST(Ticks, LogarithmicOnesAreDecades) {
  using plotting::log_ticks;
  const auto few = log_ticks(1e-3, 10, 6);
  EXPECT_EQ(labels(few), "10^{−3} 10^{−2} 10^{−1} 10^{0} 10^{1} ");
  EXPECT_EQ(few.minor.size(), 4u * 8u);
  EXPECT_EQ(labels(log_ticks(1e-12, 1, 5)), "10^{−12} 10^{−9} 10^{−6} 10^{−3} 10^{0} ");
  EXPECT_EQ(labels(log_ticks(15, 300, 5)), "2×10^{1} 5×10^{1} 10^{2} 2×10^{2} ");
  EXPECT_EQ(labels(log_ticks(2, 4, 4)), "2.0 2.5 3.0 3.5 4.0 ");
  for (const double value : log_ticks(3, 5e4, 5).minor) {
    EXPECT_GE(value, 3 * (1 - 1e-9));
    EXPECT_LE(value, 5e4 * (1 + 1e-9));
  }
}

}  // namespace
}  // namespace freeplay
