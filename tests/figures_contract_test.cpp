// SPDX-License-Identifier: Apache-2.0
// What every registered figure has to obey, over results of all kinds.
#include <gtest/gtest.h>

#include <set>

#include "freeplay/results.h"
#include "report/figures/figure.h"
#include "report/figures/parts.h"
#include "report/window.h"
#include "tests/figure_runs.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::figure_runs;

/// Everything that a page or picture relies on.
void check(const FigureSpec& figure, const std::vector<Result>& results, const std::string& id) {
  SCOPED_TRACE(id + ": " + figure.title);
  EXPECT_EQ(figure.id, id);
  EXPECT_FALSE(figure.title.empty());
  EXPECT_FALSE(figure.help.empty());
  EXPECT_GE(figure.columns, 1);
  EXPECT_FALSE(figure.axes.empty() && figure.timeline.empty());
  EXPECT_LE(figure.axes.size(), 24U);
  for (const AxesSpec& axes : figure.axes) {
    EXPECT_FALSE(axes.x_label.empty());
    EXPECT_FALSE(axes.y_label.empty());
    EXPECT_FALSE(axes.series.empty());
    for (const SeriesSpec& series : axes.series) {
      EXPECT_TRUE(series.colour >= 0 && series.colour < 8) << series.label;
      const std::vector<double> x = resolve(series.x, results), y = resolve(series.y, results);
      EXPECT_EQ(x.size(), y.size()) << series.label;
      if (results.size() == 1) {
        EXPECT_FALSE(x.empty()) << series.label;
      }
      if (axes.x_is_time && !series.x.channel.empty()) {
        EXPECT_EQ(series.x.channel, "/time");
      }
    }
  }
  for (const TimelineRow& row : figure.timeline) {
    const Channel* channel = results.at(static_cast<std::size_t>(row.run)).channel(row.channel);
    ASSERT_NE(channel, nullptr) << row.channel;
    EXPECT_FALSE(channel->words.empty());
    EXPECT_FALSE(row.label.empty());
  }
  const std::string svg = to_svg(to_figure(figure, results));
  EXPECT_CONTAINS(svg, "</svg>");
  EXPECT_LACKS(svg, "no data");
}

TEST(FiguresContract, EntriesSayWhatTheyAre) {
  std::set<int> orders;
  for (const FigureEntry* entry : figures_in_order()) {
    EXPECT_NE(std::string(entry->help), "") << entry->name;
    EXPECT_NE(std::string(entry->needs), "") << entry->name;
    EXPECT_TRUE(orders.insert(entry->order).second) << entry->name;
  }
}

TEST(FiguresContract, NothingGivesNothing) {
  Result blank;
  blank.label = "blank";
  blank.record.layout.channels = {{"/time", "s", "", 1, {}}};
  blank.record.channels["/time"] = {0, 1};
  for (const FigureEntry* entry : figures_in_order()) {
    EXPECT_TRUE(entry->make({}, {}).empty()) << entry->name;
    EXPECT_TRUE(entry->make({blank}, {}).empty()) << entry->name;
    EXPECT_TRUE(entry->make({blank, blank}, {}).empty()) << entry->name;
  }
}

TEST(FiguresContract, OneSampleHasNoCurves) {
  Result rest = figure_runs().guide.front();
  ASSERT_TRUE(cut(rest, {0, 1e-9}));
  ASSERT_EQ(rest.values("/time").size(), 1U);
  EXPECT_TRUE(all_figures({rest}).empty());
  EXPECT_TRUE(make_figures(*find_entry<FigureEntry>("energy"), {rest}).empty());
  EXPECT_FALSE(all_figures({rest, figure_runs().guide.front()}).empty());
}

TEST(FiguresContract, EveryFigureOfEveryRunIsSound) {
  const testing::FigureRuns& all = figure_runs();
  std::set<std::string> seen;
  for (const auto* results :
       {&all.guide, &all.journal, &all.compliant, &all.space, &all.belt, &all.grains, &all.twins}) {
    for (const FigureEntry* entry : figures_in_order()) {
      for (const FigureSpec& figure : entry->make(*results, {})) {
        check(figure, *results, entry->name);
        seen.insert(entry->name);
      }
    }
  }
  for (const FigureEntry* entry : figures_in_order()) {
    // Recorded by runs of today's program only if it knows the channel.
    const bool recorded =
        std::string(entry->name) != "violation" || all.guide.front().has("/steps/violation");
    EXPECT_EQ(seen.count(entry->name), recorded ? 1U : 0U) << entry->name;
  }
}

TEST(FiguresContract, SeveralResultsKeepTheirLabelsAndColours) {
  std::vector<Result> two = {figure_runs().guide.front(), figure_runs().guide.front()};
  two[0].label = "first", two[1].label = "second";
  for (const FigureSpec& figure : all_figures(two)) {
    check(figure, two, figure.id);
    for (const AxesSpec& axes : figure.axes) {
      for (const SeriesSpec& series : axes.series) {
        EXPECT_EQ(series.label, series.y.run == 0 ? "first" : "second") << figure.id;
        EXPECT_EQ(series.colour, series.y.run) << figure.id;
      }
    }
  }
}

TEST(FiguresContract, ChannelsLeftOutAreNoMistake) {
  for (const auto* results : {&figure_runs().compliant, &figure_runs().space}) {
    const std::vector<Channel> channels = results->front().record.layout.channels;
    for (std::size_t part = 0; part < 5; ++part) {  // every fifth channel is there, and /time
      Result left = results->front();
      left.model.reset();
      left.record.layout.channels.clear();
      for (std::size_t i = 0; i < channels.size(); ++i) {
        if (i == 0 || i % 5 == part) left.record.layout.channels.push_back(channels[i]);
      }
      for (const FigureSpec& figure : all_figures({left})) check(figure, {left}, figure.id);
    }
  }
}

}  // namespace
}  // namespace freeplay
