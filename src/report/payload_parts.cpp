// SPDX-License-Identifier: Apache-2.0
#include "report/payload_parts.h"

#include "report/plot.h"

namespace freeplay {
namespace {

void write_source(JsonWriter& json, const Source& source) {
  json.object([&] {
    json.member("run", source.run);
    if (source.numbers) {
      json.member("numbers", [&] { write_block<float>(json, "f32", *source.numbers); });
    } else if (!source.channel.empty()) {
      json.members("channel", source.channel, "component", source.component);
    } else {
      json.members("table", source.table, "column", source.column);
      if (!source.where_word.empty()) {
        json.member("where", [&] {
          json.object([&] { json.members("column", source.where_column, "word", source.where_word); });
        });
      }
    }
    json.members("factor", source.factor, "offset", source.offset);
  });
}

const char* style_word(Series::Style style) {
  switch (style) {
    case Series::Style::line: return "line";
    case Series::Style::points: return "points";
    case Series::Style::steps: return "steps";
    case Series::Style::dashed: return "dashed";
    case Series::Style::area: return "area";
    case Series::Style::stems: return "stems";
  }
  return "line";
}

void write_axes(JsonWriter& json, const AxesSpec& axes) {
  const auto write_series = [&](const SeriesSpec& one) {
    json.object([&] {
      json.member("label", one.label);
      json.member("x", [&] { write_source(json, one.x); });
      json.member("y", [&] { write_source(json, one.y); });
      json.members("style", style_word(one.style), "colour", one.colour);
    });
  };
  const auto write_circle = [&](const Circle& circle) {
    json.object([&] { json.members("x", circle.x, "y", circle.y, "r", circle.r, "label", circle.label); });
  };
  json.object([&] {
    json.members("title", axes.title, "xLabel", axes.x_label, "yLabel", axes.y_label, "xIsTime",
                 axes.x_is_time, "logX", axes.log_x, "logY", axes.log_y, "equalAspect", axes.equal_aspect);
    json.member("series", [&] { json.array(axes.series, write_series); });
    json.members("hLines", axes.h_lines, "vLines", axes.v_lines);
    json.member("circles", [&] { json.array(axes.circles, write_circle); });
    json.member("note", axes.note);
  });
}

void write_figure(JsonWriter& json, const FigureSpec& figure) {
  json.object([&] {
    json.members("id", figure.id, "title", figure.title, "help", figure.help, "columns", figure.columns);
    json.member("axes",
                [&] { json.array(figure.axes, [&](const AxesSpec& panel) { write_axes(json, panel); }); });
    json.member("timeline", [&] {
      json.array(figure.timeline, [&](const TimelineRow& row) {
        json.object([&] { json.members("label", row.label, "run", row.run, "channel", row.channel); });
      });
    });
    if (!figure.timeline_note.empty()) json.member("timelineNote", figure.timeline_note);
  });
}

}  // namespace

void write_findings(JsonWriter& json, const Findings& found) {
  const auto write_item = [&](const Finding& item) {
    json.object([&] {
      json.members("label", item.label, "value", item.value, "note", item.note);
      if (item.time) json.member("time", *item.time);
    });
  };
  json.object([&] {
    json.member("sentence", found.sentence);
    json.member("items", [&] { json.array(found.items, write_item); });
    json.members("light", light_word(found.trust.light), "verdict", light_sentence(found.trust.light),
                 "reasons", found.trust.reasons);
  });
}

void write_figure_specs(JsonWriter& json, const std::vector<FigureSpec>& figures) {
  json.array(figures, [&](const FigureSpec& figure) { write_figure(json, figure); });
}

}  // namespace freeplay
