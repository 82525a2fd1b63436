// SPDX-License-Identifier: Apache-2.0
#include "studies/read_sections.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/read_value.h"
#include "studies/read_measures.h"
#include "studies/read_text.h"

namespace freeplay {
namespace {

constexpr Param kName{.key = "name", .help = "of the table in the result", .kind = ParamKind::text};
constexpr Param kTable{.key = "table", .help = "whose rows are the returns", .kind = ParamKind::text};
constexpr Param kEvery{.key = "every",
                       .unit = "s",
                       .low = 0,
                       .high = 1e9,
                       .help = "from one return to the next",
                       .optional = true,
                       .open_low = true};

/// "body/ball/velocity.y": the component behind the last point of the last part.
void split_component(const std::string& given, std::string& channel, std::string& component) {
  const std::size_t slash = given.rfind('/'), point = given.rfind('.');
  const bool has = point != std::string::npos && (slash == std::string::npos || point > slash);
  channel = has ? given.substr(0, point) : given;
  component = has ? given.substr(point + 1) : std::string();
}

void read_channels(Block& block, const tree::Node& node, const RecordLayout& layout, Section& section) {
  Reader& reader = block.reader();
  const std::string at = block.path_of("channels");
  for (const std::string& given : read_texts(reader, node, at, 0)) {
    Measure value;
    std::string channel;
    split_component(given, channel, value.component);
    if (channel.empty() || !find_channel(reader, layout, node.position, at, channel, value)) continue;
    value.name = given;
    section.values.push_back(std::move(value));
  }
  const tree::Node* every = block.take(kEvery.key);
  if (every == nullptr) {
    block.missing(kEvery.key, "a time", "the period of what drives the machine: every = \"50 ms\"");
  } else if (const auto value = read_value(reader, *every, block.path_of(kEvery.key), kEvery, "s")) {
    section.every = std::get<double>(value->data);
  }
}

void read_columns(Block& block, const tree::Node& node, const RecordLayout& layout, Section& section) {
  Reader& reader = block.reader();
  section.of_table = true;
  const std::string table = take_text(block, kTable);
  const tree::Node* columns = block.take("columns");
  if (columns == nullptr) {
    block.missing("columns", "a list of columns", "such as columns = [\"normal_impulse\"]");
    return;
  }
  for (const std::string& column : read_texts(reader, *columns, block.path_of("columns"), 0)) {
    Measure value;
    value.column = column;
    if (table.empty() || !find_column(reader, layout, node.position, block.path_of("table"),
                                      block.path_of("columns"), table, value))
      continue;
    value.name = column;
    section.source = value.source;
    section.values.push_back(std::move(value));
  }
}

}  // namespace

void read_section(Block& block, const RecordLayout& layout, Study& study) {
  Reader& reader = block.reader();
  Section section;
  section.where = reader.where(block.position());
  section.name = take_text(block, kName);
  if (section.name.empty()) block.missing("name", "a text", kName.help);
  if (section.name.find('/') != std::string::npos)
    reader.error(block.position(), block.path_of("name"),
                 "a name has no \"/\" in it, for results use it as a path");
  for (const Section& other : study.sections) {
    if (other.name == section.name)
      reader.error(block.position(), block.path_of("name"),
                   fmt::format("there is a section \"{}\" already", section.name));
  }
  const tree::Node* channels = block.take("channels");
  const tree::Node* table = block.take("table");
  if ((channels == nullptr) == (table == nullptr)) {
    reader.error(block.position(), block.path(), "expected either `channels` or `table`",
                 "such as channels = [\"body/ball/velocity.y\"], every = \"50 ms\", or table = \"impacts\", "
                 "columns = [\"normal_impulse\"]");
    for (const char* key : {"every", "columns"}) block.take(key);
  } else if (channels != nullptr) {
    read_channels(block, *channels, layout, section);
  } else {
    read_columns(block, *table, layout, section);
  }
  read_window(block, section.from, section.to);
  block.finish();
  for (std::size_t i = 0; i < section.values.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (section.values[i].name == section.values[k].name)
        reader.error(block.position(), block.path(),
                     fmt::format("\"{}\" stands there twice", section.values[i].name));
    }
  }
  if (section.values.empty() && !reader.diagnostics().has_errors())
    reader.error(block.position(), block.path(), "it has no numbers", "name at least one channel or column");
  study.sections.push_back(std::move(section));
}

}  // namespace freeplay
