// SPDX-License-Identifier: Apache-2.0
// Figures of results: what is drawn against what. One description serves the pictures of `freeplay plot` and
// the pages of a report, so both show the same.
//
// A figure names channels and does not copy them: each series is a linear function of one recorded column
// over another. What is computed from several columns, such as a spectrum, brings its numbers along. A figure that has
// nothing to show in the given results is left out.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "freeplay/registry.h"
#include "freeplay/report.h"
#include "report/plot.h"

namespace freeplay {

/// Numbers to draw: factor · (component of a channel, or column of a table) + offset.
struct Source {
  int run = 0;                 ///< index among the results
  std::string channel{};       ///< path, or …
  int component = 0;           ///<
  std::string table{};         ///< … path of a table
  std::string column{};        ///< with one of its columns, in
  std::string where_column{};  ///< those rows only in which this column of words
  std::string where_word{};    ///< is this word; "": all rows
  double factor = 1;
  double offset = 0;
  std::shared_ptr<const std::vector<double>> numbers{};  ///< computed, in place of what was recorded
};

struct SeriesSpec {
  std::string label;  ///< "" has no legend entry; equal labels share colour and entry
  Source x, y;
  Series::Style style = Series::Style::line;
  int colour = 0;  ///< as Series::colour
};

struct AxesSpec {
  std::string title{}, x_label{}, y_label{};
  bool x_is_time = false;
  bool log_x = false, log_y = false, equal_aspect = false;
  std::vector<SeriesSpec> series{};
  std::vector<double> h_lines{}, v_lines{};
  std::vector<Circle> circles{};  ///< thin outlines, such as a clearance
  std::string note{};
};

/// Words over time as bars: one row per channel of words.
struct TimelineRow {
  std::string label;
  int run = 0;
  std::string channel;
};

struct FigureSpec {
  std::string id{};  ///< the registered word
  std::string title{}, help{};
  int columns = 1;
  std::vector<AxesSpec> axes{};
  std::vector<TimelineRow> timeline{};  ///< when there are any, they stand above the axes
  std::string timeline_note{};          ///< small print below them
};

/// What a user asks for beyond the figure's word.
struct FigureChoice {
  std::vector<std::string> only{};  ///< patterns on names of bodies, joints or contacts; empty: all
};

struct FigureEntry : EntryInfo {
  int order;          ///< place among the pages of a report
  const char* needs;  ///< what must be recorded, for who asks in vain: "/joint/NAME/orbit_x, of a …"
  std::vector<FigureSpec> (*make)(const std::vector<Result>& results, const FigureChoice& choice);
};

/// The registries of the report: figures.
std::vector<RegistryInfo>& report_catalogue();

/// All entries in the order of a report.
std::vector<const FigureEntry*> figures_in_order();

/// The figures of one entry. None of results of one sample each, such as a rest found by statics: they have
/// no curves, and a dot says less than the table of their channels.
std::vector<FigureSpec> make_figures(const FigureEntry& entry, const std::vector<Result>& results,
                                     const FigureChoice& choice = {});

/// All figures that have something to show, in the order of a report.
std::vector<FigureSpec> all_figures(const std::vector<Result>& results, const FigureChoice& choice = {});

/// The numbers of a source.
std::vector<double> resolve(const Source& source, const std::vector<Result>& results);

/// The figure with its numbers, ready to be drawn.
Figure to_figure(const FigureSpec& spec, const std::vector<Result>& results);

}  // namespace freeplay

#define FREEPLAY_FIGURE(stem)             \
  extern const FigureEntry figure_##stem; \
  const FigureEntry figure_##stem
