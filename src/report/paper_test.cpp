// SPDX-License-Identifier: Apache-2.0
#include "report/paper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "freeplay/report.h"
#include "report/findings.h"
#include "report/machine_picture.h"
#include "report/svg_text.h"
#include "tests/kit/files.h"
#include "tests/kit/result.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::example;
using testing::result_of;
using testing::slurp;
using testing::spill;
using testing::TempFolder;

const Result& crank() {
  static const Result result = result_of(example("slider_crank", {{"run.end", "0.02"}}), "crank.h5");
  return result;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string joined(const std::vector<std::string>& pages) {
  std::string all;
  for (const std::string& page : pages) all += page;
  return all;
}

TEST(Paper, BeginsWithTheSummaryAndHoldsTheMachineLoadsFiguresAndModel) {
  const std::vector<std::string> pages = paper_pages({crank()});
  ASSERT_GE(pages.size(), 3U);
  const Findings found = findings_of(crank(), nullptr);
  for (const Finding& item : found.items) {
    EXPECT_CONTAINS(pages[0], ">" + plotting::xml_escape(item.label) + "</text>");
    EXPECT_CONTAINS(pages[0], ">" + plotting::xml_escape(item.value) + "</text>");
  }
  EXPECT_CONTAINS(pages[0], light_sentence(found.trust.light));
  EXPECT_CONTAINS(pages[0], "clip-path=\"url(#machine)\"");
  const std::string all = joined(pages);
  for (const char* part :
       {">Loads</text>", ">contact guide.upper_back</text>", ">Contact forces</text>", ">Energy</text>",
        ">What was run</text>", ">Model file</text>", "name = &quot;crank&quot;"})
    EXPECT_CONTAINS(all, part);
  for (std::size_t i = 0; i < pages.size(); ++i)
    EXPECT_CONTAINS(pages[i],
                    " · " + std::to_string(i + 1) + " of " + std::to_string(pages.size()) + "</text>");
}

// A4 is 210 mm × 297 mm, a px 1/96 inch. Text that is not within a figure has its place on the page.
TEST(Paper, IsA4AndTextStaysOnIt) {
  Result result = crank();
  std::string model;
  for (int i = 0; i < 500; ++i) model += "# line " + std::to_string(i) + " " + std::string(300, 'x') + "\n";
  result.record.attributes["model"] = model;
  for (const std::string& page : paper_pages({result})) {
    std::smatch size;
    ASSERT_TRUE(std::regex_search(page, size, std::regex(R"re(width="([\d.]+)" height="([\d.]+)")re")));
    EXPECT_NEAR(std::stod(size[1]) / 96 * 25.4, 210, 0.01);
    EXPECT_NEAR(std::stod(size[2]) / 96 * 25.4, 297, 0.01);
    const std::regex place(R"re(<text x="([-\d.]+)" y="([-\d.]+)" font-size="([\d.]+)"([^>]*)>([^<]*)<)re");
    for (std::sregex_iterator at(page.begin(), page.end(), place), end; at != end; ++at) {
      EXPECT_LE(std::stod((*at)[2]), 1122.6 - 30) << (*at)[5];
      if ((*at)[4].str().empty()) {
        EXPECT_LE(std::stod((*at)[1]) + plotting::text_width((*at)[5], std::stod((*at)[3])), 793.8 - 40)
            << (*at)[5];
      }
    }
  }
  const std::string all = joined(paper_pages({result}));
  EXPECT_CONTAINS(all, "# line 399 xxx");
  EXPECT_EQ(all.find("# line 400 xxx"), std::string::npos);
  EXPECT_CONTAINS(all, ">100 more lines are in the result file.</text>");
}

TEST(Paper, ComparisonsNameEachRun) {
  std::vector<Result> results{crank(), crank()};
  results[0].label = "first";
  results[1].label = "second";
  const std::string all = joined(paper_pages(results));
  for (const char* part :
       {">first</text>", ">second</text>", ">Loads: second</text>", ">Model file: second</text>"})
    EXPECT_CONTAINS(all, part);
}

TEST(Paper, IsWrittenAsPdfByName) {
  const TempFolder folder;
  write_report({crank()}, folder / "a.pdf");
  const std::string pdf = slurp(folder / "a.pdf");
  EXPECT_TRUE(pdf.starts_with("%PDF"));
  EXPECT_CONTAINS(pdf, "/Count " + std::to_string(paper_pages({crank()}).size()));
  spill(folder / "b.pdf", "my notes");
  EXPECT_THROW(write_report({crank()}, folder / "b.pdf"), std::runtime_error);
  EXPECT_EQ(slurp(folder / "b.pdf"), "my notes");
}

TEST(MachinePicture, FillsItsFrameAtAnyScale) {
  const auto drawn = machine_picture(crank(), 600, 400);
  ASSERT_TRUE(drawn);
  EXPECT_LE(drawn->width, 600.01);
  EXPECT_LE(drawn->height, 400.01);
  EXPECT_TRUE(std::abs(drawn->width - 600) < 0.01 || std::abs(drawn->height - 400) < 0.01)
      << "it fills its frame";
  EXPECT_GT(count(drawn->body, "<path"), 100U);
  const auto half = machine_picture(crank(), 300, 200);
  EXPECT_NEAR(half->width, 0.5 * drawn->width, 0.01);
  EXPECT_NEAR(half->height, 0.5 * drawn->height, 0.01);
}

TEST(MachinePicture, OfABallIsACircleOfItsColour) {
  const Result ball = result_of(example("bouncing_ball", {{"run.end", "0.001"}}));
  const auto drawn = machine_picture(ball, 500, 500);
  ASSERT_TRUE(drawn);
  // outline of the only body: the corners of all its lines have one distance from their middle
  const std::regex line(R"re(<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" fill="none" stroke="#003959")re");
  std::vector<std::array<double, 2>> corners;
  for (std::sregex_iterator at(drawn->body.begin(), drawn->body.end(), line), end; at != end; ++at)
    corners.push_back({std::stod((*at)[1]), std::stod((*at)[2])});
  ASSERT_GE(corners.size(), 40U);
  double x = 0, y = 0;
  for (const auto& c : corners) x += c[0], y += c[1];
  x /= static_cast<double>(corners.size());
  y /= static_cast<double>(corners.size());
  double least = 1e9, most = 0;
  for (const auto& c : corners) {
    const double r = std::hypot(c[0] - x, c[1] - y);
    least = std::min(least, r);
    most = std::max(most, r);
  }
  EXPECT_NEAR(least, most, 0.03 + 0.02 * most);
}

TEST(MachinePicture, OfARunWithoutSamplesStandsAsDrawn) {
  Result empty = crank();
  empty.record.samples = 0;
  for (auto& [path, values] : empty.record.channels) values.clear();
  for (auto& [path, rows] : empty.record.tables) rows.clear();
  const auto drawn = machine_picture(empty, 600, 400), first = machine_picture(crank(), 600, 400);
  ASSERT_TRUE(drawn && first);
  EXPECT_EQ(count(drawn->body, "<path"), count(first->body, "<path"));
  EXPECT_FALSE(paper_pages({empty}).empty());
}

TEST(MachinePicture, OfAModelHasThePartsOfItsFirstSample) {
  const Model model = example("slider_crank", {{"run.end", "0.001"}});
  const std::string svg = machine_svg(model, 300, 200);
  const auto drawn = machine_picture(result_of(model), 300, 200);
  ASSERT_TRUE(drawn);
  EXPECT_TRUE(svg.starts_with("<svg"));
  EXPECT_EQ(count(svg, "<path"), count(drawn->body, "<path"));
  EXPECT_CONTAINS(svg, "<title>" + model.name + "</title>");
}

TEST(Figures, WithTheirNumbersAreThoseThatAreWritten) {
  const TempFolder folder;
  const std::vector<Figure> figures = figures_of({crank()}, {.figures = {"energy"}, .width = 500});
  ASSERT_FALSE(figures.empty());
  EXPECT_EQ(figures[0].word, "energy");
  write_figures({crank()}, folder / "energy.svg", {.figures = {"energy"}, .width = 500});
  EXPECT_EQ(slurp(folder / "energy.svg"), to_svg(figures));
  EXPECT_THROW(figures_of({crank()}, {.figures = {"energi"}}), std::runtime_error);
}

TEST(MachinePicture, NeedsAModel) {
  Result result = crank();
  result.model.reset();
  EXPECT_FALSE(machine_picture(result, 500, 500));
}

}  // namespace
}  // namespace freeplay
