// SPDX-License-Identifier: Apache-2.0
// The JSON that a report page shows: viewer/src/data.ts says what is in it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>

#include "base/base64.h"
#include "base/index.h"
#include "freeplay/results.h"
#include "freeplay/version.h"
#include "io/loads.h"
#include "report/facts.h"
#include "report/figures/figure.h"
#include "report/page.h"
#include "report/scene.h"
#include "report/thinning.h"

namespace freeplay {
namespace {

using Json = nlohmann::ordered_json;

template <class To>
Json block(const char* type, const std::vector<double>& values) {
  std::vector<To> numbers(values.size());
  std::transform(values.begin(), values.end(), numbers.begin(), [](double v) { return static_cast<To>(v); });
  return {{"type", type}, {"count", numbers.size()}, {"base64", base64_of<To>(numbers)}};
}

bool ends_with_any(const std::string& path, std::initializer_list<const char*> tails) {
  return std::any_of(tails.begin(), tails.end(), [&](const char* tail) { return path.ends_with(tail); });
}

/// The pose of a body and the time are kept as they are, to the last digit.
bool is_exact(const std::string& path) {
  return path == "/time" ||
         (path.starts_with("/body/") && ends_with_any(path, {"/position", "/angle", "/orientation"}));
}

/// Where contacts are and how they push must belong to the same sample as the poses they are drawn with.
bool is_picked(const Channel& channel) {
  return is_exact(channel.path) || !channel.words.empty() ||
         (channel.path.starts_with("/contact/") && ends_with_any(channel.path, {"/point", "/force"}));
}

/// Numbers in the page of one sample [bytes].
double bytes_per_sample(const RecordLayout& layout) {
  double bytes = 0;
  for (const Channel& channel : layout.channels)
    bytes += channel.width * (is_exact(channel.path) ? 8.0 : channel.words.empty() ? 4.0 : 1.0);
  return bytes;
}

Json channel_json(const Result& result, const Channel& channel, const Thinning& thinning) {
  Json components = Json::array(), data = Json::array();
  for (int k = 0; k < channel.width; ++k) {
    const std::string suffix = component_suffix(channel, k);
    components.push_back(suffix.empty() ? "" : suffix.substr(1));
    const std::vector<double> values = result.values(channel.path, k);
    const std::vector<double> kept =
        is_picked(channel) ? picked(values, thinning) : enveloped(values, thinning);
    data.push_back(is_exact(channel.path)  ? block<double>("f64", kept)
                   : channel.words.empty() ? block<float>("f32", kept)
                                           : block<std::uint8_t>("u8", kept));
  }
  return {{"path", channel.path},     {"unit", channel.unit},   {"help", channel.help},
          {"components", components}, {"words", channel.words}, {"data", data}};
}

/// Rows of a table that a page has room for, in their order. Of the contacts in samples those of the samples
/// that are there; of impacts the hardest; of others the first.
std::vector<std::size_t> chosen_rows(const Table& table, const std::vector<std::vector<double>>& rows,
                                     const std::set<double>& times, std::size_t most) {
  std::vector<std::size_t> chosen;
  const auto column = [&](const char* name) {
    return idx(std::find_if(table.columns.begin(), table.columns.end(),
                            [&](const Column& c) { return c.name == name; }) -
               table.columns.begin());
  };
  for (std::size_t i = 0; i < rows.size(); ++i) chosen.push_back(i);
  if (rows.size() <= most) return chosen;
  if (table.path == "/contacts") {
    const std::size_t time = column("time");
    std::erase_if(chosen, [&](std::size_t i) { return times.count(rows[i][time]) == 0; });
  } else if (const std::size_t impulse = column("normal_impulse"); impulse < table.columns.size()) {
    std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(rows[a][impulse]) > std::abs(rows[b][impulse]);
    });
  }
  if (chosen.size() > most) chosen.resize(most);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

Json table_json(const Result& result, const Table& table, const std::set<double>& times, double most_bytes) {
  const std::vector<std::vector<double>>& rows = result.record.tables.at(table.path);
  const auto most = static_cast<std::size_t>(most_bytes / (8.0 * static_cast<double>(table.columns.size())));
  const std::vector<std::size_t> chosen = chosen_rows(table, rows, times, std::max<std::size_t>(most, 1));
  Json columns = Json::array();
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::vector<double> cells;
    cells.reserve(chosen.size());
    for (const std::size_t row : chosen) cells.push_back(rows[row][c]);
    const Column& column = table.columns[c];
    columns.push_back({{"name", column.name},
                       {"unit", column.unit},
                       {"words", column.words},
                       {"data", !column.words.empty()   ? block<std::uint32_t>("u32", cells)
                                : column.name == "time" ? block<double>("f64", cells)
                                                        : block<float>("f32", cells)}});
  }
  return {{"path", table.path},
          {"help", table.help},
          {"rows", chosen.size()},
          {"recorded", rows.size()},
          {"columns", columns}};
}

Json scene_json(const Scene& scene) {
  Json bodies = Json::array(), meshes = Json::array(), parts = Json::array(), joints = Json::array(),
       springs = Json::array(), contacts = Json::array();
  for (const SceneBody& body : scene.bodies)
    bodies.push_back({{"name", body.name}, {"mass", body.mass}, {"centre", body.centre}});
  for (const Mesh& mesh : scene.meshes) {
    const std::span<const float> positions{mesh.positions.empty() ? nullptr : mesh.positions[0].data(),
                                           3 * mesh.positions.size()};
    const std::span<const std::uint32_t> triangles{
        mesh.triangles.empty() ? nullptr : mesh.triangles[0].data(), 3 * mesh.triangles.size()};
    meshes.push_back(
        {{"positions",
          {{"type", "f32"}, {"count", positions.size()}, {"base64", base64_of<float>(positions)}}},
         {"triangles",
          {{"type", "u32"}, {"count", triangles.size()}, {"base64", base64_of<std::uint32_t>(triangles)}}}});
  }
  for (const ScenePart& part : scene.parts) {
    parts.push_back({{"body", part.body},
                     {"mesh", part.mesh},
                     {"position", part.position},
                     {"orientation", part.orientation},
                     {"role", part.role},
                     {"name", part.name},
                     {"joint", part.joint},
                     {"shift", part.shift},
                     {"grow", part.grow},
                     {"spin", part.spin}});
  }
  for (const SceneJoint& joint : scene.joints) {
    joints.push_back({{"name", joint.name},
                      {"type", joint.type},
                      {"bodies", joint.bodies},
                      {"points", joint.points},
                      {"orientations", joint.orientations},
                      {"held", {{"displacement", joint.held_displacement}, {"turn", joint.held_turn}}},
                      {"distance", joint.distance},
                      {"clearance", joint.clearance ? Json(*joint.clearance) : Json(nullptr)}});
  }
  for (const SceneSpring& spring : scene.springs)
    springs.push_back({{"name", spring.name}, {"bodies", spring.bodies}, {"points", spring.points}});
  for (const SceneContact& contact : scene.contacts)
    contacts.push_back({{"name", contact.name}, {"joint", contact.joint}});
  return {{"dimension", scene.dimension},
          {"size", scene.size},
          {"centre", scene.centre},
          {"up", scene.up},
          {"bodies", bodies},
          {"meshes", meshes},
          {"parts", parts},
          {"joints", joints},
          {"springs", springs},
          {"contacts", contacts}};
}

/// Numbers as texts: the page shows them as they are.
Json loads_json(const Result& result) {
  const auto text = [](double value) { return fmt::format("{:.4g}", value); };
  const auto optional = [&](const std::optional<double>& value, double factor) {
    return value ? text(factor * *value) : std::string();
  };
  Json rows = Json::array();
  for (const Load& load : loads_of(result.record)) {
    std::string unit = load.unit;
    std::replace(unit.begin(), unit.end(), '*', ' ');
    rows.push_back({load.kind, load.name, unit, text(load.peak), text(load.rms), text(load.p95),
                    text(load.p99), optional(load.impacts, 1), optional(load.closed, 100),
                    optional(load.impact_share, 100), optional(load.work, 1)});
  }
  return {{"note", loads_note(result.record)}, {"rows", rows}};
}

Json about_json(const Result& result) {
  Json facts = Json::array(), attributes = Json::array();
  for (const Fact& fact : facts_of(result))
    facts.push_back({{"group", fact.group}, {"label", fact.label}, {"value", fact.value}});
  for (const auto& [key, value] : result.record.attributes) {
    if (!is_long_text(key)) attributes.push_back({{"key", key}, {"value", result.attribute(key)}});
  }
  return {{"model", result.attribute("model")},
          {"understood", result.attribute("understood")},
          {"options", result.attribute("options")},
          {"warnings", warnings_of(result)},
          {"facts", facts},
          {"loads", loads_json(result)},
          {"attributes", attributes}};
}

Json run_json(const Result& result, double most_bytes) {
  const RecordFile& record = result.record;
  const double each = bytes_per_sample(record.layout);
  const Thinning thinning = thin(record.samples, static_cast<long long>(most_bytes / std::max(each, 1.0)));
  const std::vector<double> time = picked(result.values("/time"), thinning);
  Json channels = Json::array(), tables = Json::array();
  for (const Channel& channel : record.layout.channels)
    channels.push_back(channel_json(result, channel, thinning));
  const std::set<double> times(time.begin(), time.end());
  for (const Table& table : record.layout.tables)
    tables.push_back(table_json(result, table, times, most_bytes / 4));
  const std::optional<Scene> scene = make_scene(result);
  return {{"label", result.label},
          {"file", result.file},
          {"name", result.attribute("name")},
          {"status", record.status},
          {"samples", thinning.samples.size()},
          {"recorded", record.samples},
          {"channels", channels},
          {"tables", tables},
          {"scene", scene ? scene_json(*scene) : Json(nullptr)},
          {"about", about_json(result)}};
}

// --- figures ----------------------------------------------------------------------------------------

Json source_json(const Source& source) {
  Json json{{"run", source.run}};
  if (!source.channel.empty()) {
    json["channel"] = source.channel;
    json["component"] = source.component;
  } else {
    json["table"] = source.table;
    json["column"] = source.column;
    if (!source.where_word.empty())
      json["where"] = {{"column", source.where_column}, {"word", source.where_word}};
  }
  json["factor"] = source.factor;
  json["offset"] = source.offset;
  return json;
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

Json axes_json(const AxesSpec& axes) {
  Json series = Json::array(), circles = Json::array();
  for (const SeriesSpec& one : axes.series) {
    series.push_back({{"label", one.label},
                      {"x", source_json(one.x)},
                      {"y", source_json(one.y)},
                      {"style", style_word(one.style)},
                      {"colour", one.colour}});
  }
  for (const Circle& circle : axes.circles)
    circles.push_back({{"x", circle.x}, {"y", circle.y}, {"r", circle.r}, {"label", circle.label}});
  return {{"title", axes.title},
          {"xLabel", axes.x_label},
          {"yLabel", axes.y_label},
          {"xIsTime", axes.x_is_time},
          {"logX", axes.log_x},
          {"logY", axes.log_y},
          {"equalAspect", axes.equal_aspect},
          {"series", series},
          {"hLines", axes.h_lines},
          {"vLines", axes.v_lines},
          {"circles", circles},
          {"note", axes.note}};
}

Json figure_json(const FigureSpec& figure) {
  Json axes = Json::array(), timeline = Json::array();
  for (const AxesSpec& panel : figure.axes) axes.push_back(axes_json(panel));
  for (const TimelineRow& row : figure.timeline)
    timeline.push_back({{"label", row.label}, {"run", row.run}, {"channel", row.channel}});
  Json json = {{"id", figure.id},           {"title", figure.title}, {"help", figure.help},
               {"columns", figure.columns}, {"axes", axes},          {"timeline", timeline}};
  if (!figure.timeline_note.empty()) json["timelineNote"] = figure.timeline_note;
  return json;
}

}  // namespace

std::string report_payload(const std::vector<Result>& results, const PageOptions& options) {
  Json runs = Json::array(), figures = Json::array();
  const double share = options.most_bytes / static_cast<double>(std::max<std::size_t>(results.size(), 1));
  for (const Result& result : results) runs.push_back(run_json(result, share));
  for (const FigureSpec& figure : all_figures(results)) figures.push_back(figure_json(figure));
  const Json page{{"format", 1},
                  {"title", page_title(results, options)},
                  {"version", kVersion},
                  {"runs", runs},
                  {"figures", figures}};
  // ASCII only; broken UTF-8 becomes the replacement character
  return page.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace freeplay
