// SPDX-License-Identifier: Apache-2.0
#include "studies/read_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/index.h"
#include "model/read_value.h"
#include "studies/formula_measure.h"
#include "studies/own_measure.h"
#include "studies/read_text.h"
#include "studies/reduction.h"

namespace freeplay {
namespace {

constexpr Param kLevel{.key = "level", .unit = "@", .help = "of the channel"};
constexpr Param kDirection{.key = "direction",
                           .help = "of the crossings that count",
                           .kind = ParamKind::choice,
                           .optional = true,
                           .choices = {"up", "down", "either"}};
constexpr Param kPercentile[] = {{.key = "percent",
                                  .low = 0,
                                  .high = 100,
                                  .help = "so many per cent of all samples are at most as large"}};
constexpr Param kCrossing[] = {kLevel, kDirection};
constexpr Param kAbove[] = {kLevel};
constexpr Param kEvery{.key = "every",
                       .unit = "s",
                       .low = 0,
                       .high = 1e9,
                       .help = "from one return to the next: the period of what drives the machine",
                       .optional = true,
                       .open_low = true};
constexpr Param kTolerance{.key = "tolerance",
                           .fallback = 1e-3,
                           .low = 0,
                           .high = 1,
                           .help = "largest difference of equal returns, as a part of the largest",
                           .open_low = true};
constexpr Param kPeriod[] = {kEvery, kTolerance};
constexpr Param kChaos[] = {kEvery};
constexpr Param kDistance{.key = "distance",
                          .fallback = 1e-6,
                          .low = 1e-14,
                          .high = 1,
                          .help = "to which the twin is brought back"};

constexpr EntryInfo kWhats[] = {
    {"peak", "", "largest value", {}},
    {"least", "", "smallest value", {}},
    {"mean", "", "mean over the time; of a table, over its rows", {}},
    {"rms", "", "root of the mean of squares, likewise", {}},
    {"final", "", "last value", {}},
    {"sum", "", "of the rows of a table", {}},
    {"count", "", "how many rows a table has", {}},
    {"percentile", "", "of the samples or rows", kPercentile},
    {"crossing", "", "when a level is crossed first", kCrossing},
    {"crossings", "", "how often a level is crossed", kCrossing},
    {"time_above", "", "how long a level is exceeded", kAbove},
    {"period", "", "after how many returns the motion repeats", kPeriod},
    {"chaos", "GottwaldMelbourne2009", "0-1 test of returns: near 0 regular, near 1 chaotic", kChaos}};
constexpr Measure::What kWhich[] = {
    Measure::What::peak,     Measure::What::least,     Measure::What::mean,       Measure::What::rms,
    Measure::What::final,    Measure::What::sum,       Measure::What::count,      Measure::What::percentile,
    Measure::What::crossing, Measure::What::crossings, Measure::What::time_above, Measure::What::period,
    Measure::What::chaos};

constexpr Param kName{.key = "name", .help = "in tables", .kind = ParamKind::text};
constexpr Param kChannel{.key = "channel", .help = "of the result of a run", .kind = ParamKind::text};
constexpr Param kComponent{
    .key = "component", .help = "of a channel of several numbers", .kind = ParamKind::text};
constexpr Param kTable{.key = "table", .help = "of the result of a run", .kind = ParamKind::text};
constexpr Param kColumn{.key = "column", .help = "of the table", .kind = ParamKind::text};
constexpr Param kTime{.key = "window", .low = 0, .high = 1e9, .help = "times"};
constexpr Param kFlag{
    .key = "absolute", .help = "without signs", .kind = ParamKind::boolean, .optional = true};

bool of_tables_only(Measure::What what) { return what == Measure::What::sum || what == Measure::What::count; }
bool of_channels_only(Measure::What what) {
  return what == Measure::What::crossing || what == Measure::What::crossings ||
         what == Measure::What::time_above;
}

std::string unit_of(const Measure& measure, const std::string& of_source) {
  switch (measure.what) {
    case Measure::What::count:
    case Measure::What::period:
    case Measure::What::chaos:
    case Measure::What::crossings: return "-";
    case Measure::What::crossing:
    case Measure::What::time_above: return "s";
    default: return of_source.empty() ? "-" : of_source;
  }
}

}  // namespace

const RegistryInfo& measure_kinds() {
  static const RegistryInfo all = [] {
    RegistryInfo info{"measure", "measures", {}};
    for (const EntryInfo& what : kWhats) info.entries.push_back(&what);
    return info;
  }();
  return all;
}

void take_measure_keys(Block& block) {
  for (const char* key : {"name", "channel", "component", "table", "column", "what", "window", "absolute",
                          "lyapunov", "formula", "function", "channels", "unit"})
    block.take(key);
  block.finish();
}

MeasureReader::MeasureReader(Reader& reader, Study& study, RecordLayout layout, const KnownFunctions& known)
    : reader_(reader), study_(study), layout_(std::move(layout)), known_(known) {}

void MeasureReader::read(Block& block) {
  Measure measure;
  measure.where = reader_.where(block.position());
  const std::size_t before = reader_.mistakes();
  const tree::Node* channel = block.take("channel");
  const tree::Node* table = block.take("table");
  const tree::Node* twin = block.take("lyapunov");
  const tree::Node* formula = block.take("formula");
  const tree::Node* function = block.take("function");
  if ((channel != nullptr) + (table != nullptr) + (twin != nullptr) + (formula != nullptr) +
          (function != nullptr) !=
      1) {
    reader_.error(block.position(), block.path(),
                  "expected one of `channel`, `table`, `lyapunov`, `formula` and `function`",
                  "such as channel = \"body/slider/velocity\", component = \"x\", or table = \"impacts\"");
  } else if (formula != nullptr) {
    read_formula_measure(reader_, *formula, block.path_of("formula"), study_, measure);
  } else if (function != nullptr) {
    read_own_measure(block, *function, layout_, known_, measure);
  } else if (channel != nullptr) {
    read_channel(block, *channel, measure);
  } else if (table != nullptr) {
    read_table(block, *table, measure);
  } else {
    read_twin(*twin, block.path_of("lyapunov"), measure);
  }
  const bool found = reader_.mistakes() == before;
  const bool reduced = twin == nullptr && formula == nullptr && function == nullptr;
  if (found && reduced) {
    read_what(block, measure);
  } else if (!found) {
    for (const char* key : {"what", "component", "column"}) block.take(key);
  }
  const bool in_time = formula == nullptr && function == nullptr;
  if (in_time) read_window(block, measure.from, measure.to);
  if (const tree::Node* node = in_time ? block.take(kFlag.key) : nullptr) {
    if (const auto flag = read_value(reader_, *node, block.path_of(kFlag.key), kFlag, ""))
      measure.absolute = std::get<bool>(flag->data);
  }
  measure.name = take_text(block, kName);
  if (measure.name.empty() && twin != nullptr) measure.name = "lyapunov";
  if (measure.name.empty() && function != nullptr) measure.name = measure.function;
  if (measure.name.empty() && formula != nullptr)
    block.missing("name", "a text", "for the table of the result");
  if (measure.name.empty()) {
    measure.name = measure.source.substr(measure.source.empty() ? 0 : 1);
    std::replace(measure.name.begin(), measure.name.end(), '/', '.');
  }
  if (measure.name.find('/') != std::string::npos)
    reader_.error(block.position(), block.path_of("name"),
                  "a name has no \"/\" in it, for results use it as a path");
  for (const Measure& other : study_.measures) {
    if (found && other.name == measure.name)
      reader_.error(block.position(), block.path_of("name"),
                    fmt::format("\"{}\" is measured already, in line {}", measure.name, other.where.line),
                    "give each of them a `name` of its own");
  }
  block.finish();
  study_.measures.push_back(measure);
  if (twin == nullptr) return;
  measure.name += "_error";
  measure.what = Measure::What::lyapunov_error;
  study_.measures.push_back(std::move(measure));
}

void MeasureReader::read_twin(const tree::Node& node, const std::string& path, Measure& measure) {
  measure.what = Measure::What::lyapunov;
  measure.unit = "1/s";
  const auto* table = node.as<tree::Table>();
  if (table == nullptr) {
    reader_.error(
        node.position, path, fmt::format("expected {{ every = … }}; found {}", kind_name(node)),
        "every: time after which the twin is brought back, such as the period of what drives the machine");
    return;
  }
  Block block(reader_, *table, node.position, path);
  const auto number = [&](const Param& param, double& to) {
    const tree::Node* given = block.take(param.key);
    if (given == nullptr) return;
    if (const auto value = read_value(reader_, *given, block.path_of(param.key), param, param.unit))
      to = std::get<double>(value->data);
  };
  measure.distance = kDistance.fallback;
  number(kEvery, measure.every);
  number(kDistance, measure.distance);
  if (!block.has(kEvery.key)) block.missing(kEvery.key, "the time after which the twin is brought back");
  block.finish();
}

void MeasureReader::read_channel(Block& block, const tree::Node& node, Measure& measure) {
  const std::string given = take_text(block, kChannel);
  measure.component = take_text(block, kComponent);
  if (!given.empty()) find_channel(reader_, layout_, node.position, block.path_of("channel"), given, measure);
}

void MeasureReader::read_table(Block& block, const tree::Node& node, Measure& measure) {
  const std::string given = take_text(block, kTable);
  measure.column = take_text(block, kColumn);
  if (measure.column.empty()) measure.column = "time";
  if (!given.empty())
    find_column(reader_, layout_, node.position, block.path_of("table"), block.path_of("column"), given,
                measure);
}

bool find_channel(Reader& reader, const RecordLayout& layout, tree::Position position, const std::string& key,
                  const std::string& given, Measure& measure) {
  measure.source = given.front() == '/' ? given : "/" + given;
  std::vector<std::string> names;
  const Channel* channel = nullptr;
  for (const Channel& one : layout.channels) {
    if (one.path == measure.source) channel = &one;
    names.push_back(one.path.substr(1));
  }
  if (channel == nullptr) {
    reader.error(position, key, fmt::format("the model records no channel \"{}\"", given),
                 reader.suggest_from(measure.source.substr(1), names, "recorded: "));
    return false;
  }
  const std::vector<std::string> components = components_of(*channel);
  measure.unit = channel->unit;
  if (std::find(components.begin(), components.end(), measure.component) != components.end()) return true;
  reader.error(
      position, key,
      channel->width == 1 ? fmt::format("{} is one number", given)
                          : fmt::format("{} has {} numbers", given, channel->width),
      channel->width == 1 ? "leave its component out" : "give a component, one of " + list_words(components));
  return false;
}

bool find_column(Reader& reader, const RecordLayout& layout, tree::Position position,
                 const std::string& table_key, const std::string& column_key, const std::string& given,
                 Measure& measure) {
  measure.of_table = true;
  measure.source = given.front() == '/' ? given : "/" + given;
  std::vector<std::string> names;
  const Table* table = nullptr;
  for (const Table& one : layout.tables) {
    if (one.path == measure.source) table = &one;
    names.push_back(one.path.substr(1));
  }
  if (table == nullptr) {
    reader.error(position, table_key, fmt::format("the model records no table \"{}\"", given),
                 reader.suggest_from(given, names, "recorded: "));
    return false;
  }
  std::vector<std::string> columns;
  const Column* column = nullptr;
  for (const Column& one : table->columns) {
    if (one.name == measure.column) column = &one;
    if (one.words.empty()) columns.push_back(one.name);
  }
  if (column != nullptr && column->words.empty()) {
    measure.unit = column->unit;
    return true;
  }
  reader.error(position, column_key,
               column == nullptr ? fmt::format("the table \"{}\" has no column \"{}\"", given, measure.column)
                                 : fmt::format("\"{}\" is a column of words", measure.column),
               reader.suggest_from(measure.column, columns, "columns of numbers: "));
  return false;
}

void MeasureReader::read_what(Block& block, Measure& measure) {
  const tree::Node* node = block.take("what");
  const std::string at = block.path_of("what");
  if (node == nullptr) {
    block.missing("what", "what is measured", "known: " + list_words(measure_kinds().names()));
    return;
  }
  const std::string unit = measure.unit.empty() ? "-" : measure.unit;
  const Choice choice = read_choice(reader_, *node, at, measure_kinds(), "name", nullptr, unit);
  for (std::size_t i = 0; i < std::size(kWhats); ++i) {
    if (choice.name == kWhats[i].name) measure.what = kWhich[i];
  }
  if (measure.of_table ? of_channels_only(measure.what) : of_tables_only(measure.what))
    reader_.error(
        node->position, at,
        fmt::format("\"{}\" is a measure of {}", choice.name, measure.of_table ? "channels" : "tables"),
        "a table has rows, and a channel goes on in time");
  const bool of_returns = measure.what == Measure::What::period || measure.what == Measure::What::chaos;
  if (of_returns && (choice.values.count(kEvery.key) != 0) == measure.of_table)
    reader_.error(
        node->position, at,
        measure.of_table ? "the rows of a table are its returns" : "every: missing; expected a time",
        measure.of_table ? "leave `every` out"
                         : "give the period of what drives the machine: every = \"50 ms\"");
  measure.tolerance = kTolerance.fallback;
  for (const auto& [key, value] : choice.values) {
    if (key == "every") measure.every = std::get<double>(value.data);
    if (key == "tolerance") measure.tolerance = std::get<double>(value.data);
    if (key == "percent") measure.percent = std::get<double>(value.data);
    if (key == "level") measure.level = std::get<double>(value.data);
    if (key != "direction") continue;
    const auto& word = std::get<std::string>(value.data);
    measure.direction = word == "up"     ? Measure::Direction::up
                        : word == "down" ? Measure::Direction::down
                                         : Measure::Direction::either;
  }
  measure.unit = unit_of(measure, measure.unit);
}

void read_window(Block& block, double& from, double& to) {
  Reader& reader = block.reader();
  const tree::Node* node = block.take(kTime.key);
  if (node == nullptr) return;
  Param times = kTime;
  times.kind = ParamKind::point;
  times.unit = "s";
  const auto* items = node->as<tree::List>();
  const std::string at = block.path_of(kTime.key);
  if (items == nullptr || items->size() != 2) {
    reader.error(node->position, at,
                 fmt::format("expected two times [from, to]; found {}", kind_name(*node)));
    return;
  }
  const auto window = read_value(reader, *node, at, times, "s");
  if (!window) return;
  from = std::get<Point>(window->data)[0];
  to = std::get<Point>(window->data)[1];
  if (!(from < to)) reader.error(node->position, at, "a window ends after it begins");
}

}  // namespace freeplay
