// SPDX-License-Identifier: Apache-2.0
#include "studies/section.h"

#include <cmath>

namespace freeplay {

Table section_table(const Section& section) {
  Table table{"/section/" + section.name,
              section.of_table ? "the rows of " + section.source.substr(1)
                               : "the first samples at or after each return",
              {{"row", "-", {}}, {"time", "s", {}}}};
  for (const Measure& value : section.values) table.columns.push_back({value.name, value.unit, {}});
  return table;
}

SectionSink::SectionSink(const std::vector<Section>& sections, const RecordLayout& layout)
    : sections_(sections), points_(sections.size()), returns_(sections.size()) {
  for (const Section& section : sections) {
    places_.emplace_back();
    for (const Measure& value : section.values) places_.back().push_back(place_of(value, layout));
  }
}

void SectionSink::begin() {
  for (std::vector<double>& points : points_) points.clear();
  for (long long& returns : returns_) returns = 0;
}

bool SectionSink::is_in(const Section& section, double t) const {
  const double room = same_time(t);
  return t >= section.from - room && t <= section.to + room;
}

void SectionSink::append(std::span<const double> row) {
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    const Section& section = sections_[i];
    const double t = row[0], next = section.from + static_cast<double>(returns_[i]) * section.every;
    if (section.of_table || !is_in(section, t) || t < next - same_time(t)) continue;
    ++returns_[i];
    points_[i].push_back(t);
    for (const SourcePlace& place : places_[i]) points_[i].push_back(place.value(row));
  }
}

void SectionSink::append_row(int table, std::span<const double> cells) {
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    if (places_[i].front().table != table) continue;
    const double t = cells[places_[i].front().time];
    if (!is_in(sections_[i], t)) continue;
    points_[i].push_back(t);
    for (const SourcePlace& place : places_[i]) points_[i].push_back(place.value(cells));
  }
}

}  // namespace freeplay
