// SPDX-License-Identifier: Apache-2.0
// The JSON that a report page shows: viewer/src/data.ts says what is in it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <set>
#include <span>
#include <utility>

#include "base/base64.h"
#include "base/index.h"
#include "freeplay/results.h"
#include "freeplay/version.h"
#include "io/json_writer.h"
#include "io/loads.h"
#include "report/facts.h"
#include "report/figures/figure.h"
#include "report/findings.h"
#include "report/page.h"
#include "report/payload_parts.h"
#include "report/scene.h"
#include "report/thinning.h"

namespace freeplay {
namespace {

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

void write_channel(JsonWriter& json, const Result& result, const Channel& channel, const Thinning& thinning) {
  const Thinner::Keep keep = is_picked(channel) ? Thinner::Keep::samples : Thinner::Keep::peaks;
  std::vector<Thinner> thinners(idx(channel.width), Thinner(thinning, keep));
  result.record.each_block(channel.path, [&](std::span<const double> block) {
    for (std::size_t i = 0; i < block.size(); ++i) thinners[i % thinners.size()].add(block[i]);
  });
  std::vector<std::string> components;
  for (int k = 0; k < channel.width; ++k) {
    const std::string suffix = component_suffix(channel, k);
    components.push_back(suffix.empty() ? "" : suffix.substr(1));
  }
  json.object([&] {
    json.members("path", channel.path, "unit", channel.unit, "help", channel.help, "components", components,
                 "words", channel.words, "data", [&] {
                   json.array(thinners, [&](Thinner& thinner) {
                     const std::vector<double> kept = thinner.take();
                     if (is_exact(channel.path)) return write_block<double>(json, "f64", kept);
                     if (channel.words.empty()) return write_block<float>(json, "f32", kept);
                     write_block<std::uint8_t>(json, "u8", kept);
                   });
                 });
  });
}

std::size_t place_of(const Table& table, const char* name) {
  return idx(std::find_if(table.columns.begin(), table.columns.end(),
                          [&](const Column& column) { return column.name == name; }) -
             table.columns.begin());
}

/// Rows of a table that a page has room for, in their order. Of the contacts in samples those of the samples
/// that are there; of impacts the hardest; of others the first.
std::vector<long long> chosen_rows(const RecordFile& record, const Table& table,
                                   const std::set<double>& times, std::size_t most) {
  std::vector<long long> chosen;
  const std::size_t time = place_of(table, "time"), impulse = place_of(table, "normal_impulse");
  const bool samples = table.path == "/contacts" && time < table.columns.size(),
             hardest = !samples && impulse < table.columns.size();
  const bool all = record.rows(table.path) <= static_cast<long long>(most);
  using Hit = std::pair<double, long long>;  // how hard, and minus the row: of equal ones the first
  std::priority_queue<Hit, std::vector<Hit>, std::greater<>> hits;
  long long at = 0;
  record.each_row(table.path, [&](std::span<const double> row) {
    const long long here = at++;
    if (hardest && !all) {
      const double size = std::abs(row[impulse]);
      hits.emplace(std::isnan(size) ? std::numeric_limits<double>::infinity() : size, -here);
      if (hits.size() > most) hits.pop();
    } else if (chosen.size() < most && (all || !samples || times.count(row[time]) > 0)) {
      chosen.push_back(here);
    }
  });
  for (; !hits.empty(); hits.pop()) chosen.push_back(-hits.top().second);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

void write_table(JsonWriter& json, const Result& result, const Table& table, const std::set<double>& times,
                 double most_bytes) {
  const RecordFile& record = result.record;
  const auto most = static_cast<std::size_t>(most_bytes / (8.0 * static_cast<double>(table.columns.size())));
  const std::vector<long long> chosen = chosen_rows(record, table, times, std::max<std::size_t>(most, 1));
  std::vector<std::vector<double>> cells(table.columns.size());
  auto next = chosen.begin();
  long long at = 0;
  record.each_row(table.path, [&](std::span<const double> row) {
    if (next == chosen.end() || at++ != *next) return;
    ++next;
    for (std::size_t c = 0; c < cells.size(); ++c) cells[c].push_back(row[c]);
  });
  auto column_cells = cells.begin();
  const auto write_column = [&](const Column& column) {
    const std::vector<double>& all = *column_cells++;
    json.object([&] {
      json.members("name", column.name, "unit", column.unit, "words", column.words, "data", [&] {
        if (!column.words.empty()) return write_block<std::uint32_t>(json, "u32", all);
        if (column.name == "time") return write_block<double>(json, "f64", all);
        write_block<float>(json, "f32", all);
      });
    });
  };
  json.object([&] {
    json.members("path", table.path, "help", table.help, "rows", chosen.size(), "recorded",
                 record.rows(table.path), "columns", [&] { json.array(table.columns, write_column); });
  });
}

template <class T>
void write_flat(JsonWriter& json, const char* type, const std::vector<std::array<T, 3>>& rows) {
  const std::span<const T> numbers{rows.empty() ? nullptr : rows[0].data(), 3 * rows.size()};
  json.object([&] { json.members("type", type, "count", numbers.size(), "base64", base64_of<T>(numbers)); });
}

void write_scene(JsonWriter& json, const Scene& scene) {
  /// An array of objects.
  const auto list = [&json](const auto& all, auto members) {
    return [&json, &all, members] {
      json.array(all, [&](const auto& one) { json.object([&] { members(one); }); });
    };
  };
  json.object([&] {
    json.members("dimension", scene.dimension, "size", scene.size, "centre", scene.centre, "up", scene.up);
    json.member("bodies", list(scene.bodies, [&](const SceneBody& body) {
                  json.members("name", body.name, "mass", body.mass, "centre", body.centre);
                }));
    json.member("meshes", list(scene.meshes, [&](const Mesh& mesh) {
                  json.member("positions", [&] { write_flat(json, "f32", mesh.positions); });
                  json.member("triangles", [&] { write_flat(json, "u32", mesh.triangles); });
                }));
    json.member("parts", list(scene.parts, [&](const ScenePart& part) {
                  json.members("body", part.body, "mesh", part.mesh, "position", part.position, "orientation",
                               part.orientation, "role", part.role, "name", part.name, "joint", part.joint,
                               "shift", part.shift, "grow", part.grow, "spin", part.spin);
                }));
    json.member("joints", list(scene.joints, [&](const SceneJoint& joint) {
                  json.members("name", joint.name, "type", joint.type, "bodies", joint.bodies, "points",
                               joint.points, "orientations", joint.orientations, "held", [&] {
                                 json.object([&] {
                                   json.members("displacement", joint.held_displacement, "turn",
                                                joint.held_turn);
                                 });
                               });
                  json.members("distance", joint.distance, "clearance", joint.clearance);
                }));
    json.member("springs", list(scene.springs, [&](const SceneSpring& spring) {
                  json.members("name", spring.name, "bodies", spring.bodies, "points", spring.points);
                }));
    json.member("contacts", list(scene.contacts, [&](const SceneContact& contact) {
                  json.members("name", contact.name, "joint", contact.joint);
                }));
  });
}

/// Numbers as texts: the page shows them as they are.
void write_loads(JsonWriter& json, const Result& result) {
  json.object([&] {
    json.members("note", loads_note(result.record), "rows", [&] {
      json.array(loads_of(result.record), [&](const Load& load) { json.value(load_cells(load)); });
    });
  });
}

void write_about(JsonWriter& json, const Result& result) {
  json.object([&] {
    json.members("model", result.attribute("model"), "understood", result.attribute("understood"), "options",
                 result.attribute("options"), "warnings", warnings_of(result));
    json.member("facts", [&] {
      json.array(facts_of(result), [&](const Fact& fact) {
        json.object([&] { json.members("group", fact.group, "label", fact.label, "value", fact.value); });
      });
    });
    json.member("loads", [&] { write_loads(json, result); });
    json.member("attributes", [&] {
      json.array(result.record.attributes, [&](const auto& attribute) {
        if (is_long_text(attribute.first)) return;
        json.object(
            [&] { json.members("key", attribute.first, "value", result.attribute(attribute.first)); });
      });
    });
  });
}

void write_run(JsonWriter& json, const Result& result, const Result* ideal, double most_bytes) {
  const RecordFile& record = result.record;
  const double each = bytes_per_sample(record.layout);
  const Thinning thinning = thin(record.samples, static_cast<long long>(most_bytes / std::max(each, 1.0)));
  Thinner time(thinning, Thinner::Keep::samples);
  for (const double t : result.values("/time")) time.add(t);
  const std::vector<double> shown = time.take();
  const std::set<double> times(shown.begin(), shown.end());
  json.object([&] {
    json.members("label", result.label, "file", result.file, "name", result.attribute("name"), "status",
                 record.status, "samples", thinning.samples.size(), "recorded", record.samples);
    json.member("channels", [&] {
      json.array(record.layout.channels,
                 [&](const Channel& channel) { write_channel(json, result, channel, thinning); });
    });
    json.member("tables", [&] {
      json.array(record.layout.tables,
                 [&](const Table& table) { write_table(json, result, table, times, most_bytes / 4); });
    });
    json.member("scene", [&] {
      const std::optional<Scene> scene = make_scene(result);
      scene ? write_scene(json, *scene) : json.value(std::nullopt);
    });
    json.member("findings", [&] { write_findings(json, findings_of(result, ideal)); });
    json.member("about", [&] { write_about(json, result); });
  });
}

}  // namespace

void write_payload(const std::vector<Result>& results, const PageOptions& options, JsonWriter& json) {
  const double share = options.most_bytes / static_cast<double>(std::max<std::size_t>(results.size(), 1));
  json.object([&] {
    json.members("format", 1, "title", page_title(results, options), "version", kVersion);
    json.member("runs", [&] {
      json.array(results,
                 [&](const Result& result) { write_run(json, result, ideal_twin(results, result), share); });
    });
    json.member("figures", [&] { write_figure_specs(json, all_figures(results)); });
  });
  json.end();
}

std::string report_payload(const std::vector<Result>& results, const PageOptions& options) {
  std::string text;
  JsonWriter json([&text](std::string_view piece) { text += piece; });
  write_payload(results, options, json);
  return text;
}

}  // namespace freeplay
