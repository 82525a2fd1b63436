// SPDX-License-Identifier: Apache-2.0
#include "studies/reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/index.h"
#include "studies/recurrence.h"
#include "studies/study_numbers.h"

namespace freeplay {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kSize = "size";  // the length of a vector

}  // namespace

std::vector<std::string> components_of(const Channel& channel) {
  if (channel.width == 1) return {""};
  std::vector<std::string> names;
  for (int k = 0; k < channel.width; ++k) names.push_back(component_suffix(channel, k).substr(1));
  names.emplace_back(kSize);
  return names;
}

double same_time(double t) { return 1e-9 * (1 + std::abs(t)); }

double SourcePlace::value(std::span<const double> row) const {
  if (width == 1) return row[first];
  double squares = 0;
  for (const double number : row.subspan(first, width)) squares += number * number;
  return std::sqrt(squares);
}

SourcePlace place_of(const Measure& measure, const RecordLayout& layout) {
  SourcePlace place;
  std::size_t first = 0;
  for (const Channel& channel : layout.channels) {
    if (!measure.of_table && channel.path == measure.source) {
      const std::vector<std::string> components = components_of(channel);
      const auto at = std::find(components.begin(), components.end(), measure.component);
      if (at == components.end()) break;
      const bool size = measure.component == kSize;
      place.first = first + (size ? 0 : idx(at - components.begin()));
      place.width = size ? idx(channel.width) : 1;
      return place;
    }
    first += idx(channel.width);
  }
  for (std::size_t i = 0; measure.of_table && i < layout.tables.size(); ++i) {
    const Table& table = layout.tables[i];
    if (table.path != measure.source) continue;
    place.table = to_int(i);
    bool found = false;
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
      if (table.columns[k].name == "time") place.time = k;
      if (table.columns[k].name != measure.column) continue;
      found = true;
      place.first = k;
    }
    if (found) return place;
  }
  throw std::out_of_range(fmt::format("there is no {} {}{} to measure",
                                      measure.of_table ? "table" : "channel", measure.source,
                                      measure.column.empty() ? "" : " with " + measure.column));
}

void Reduction::begin() {
  std::vector<double> room = std::move(kept_);
  room.clear();
  *this = Reduction(*measure_);
  kept_ = std::move(room);
}

bool Reduction::crosses(double before, double after) const {
  const double level = measure_->level;
  const bool up = before <= level && after > level, down = before >= level && after < level;
  switch (measure_->direction) {
    case Measure::Direction::up: return up;
    case Measure::Direction::down: return down;
    case Measure::Direction::either: return up || down;
  }
  return false;
}

/// The straight piece from the last value to this one.
void Reduction::add_piece(double t, double value) {
  const double dt = t - last_time_, level = measure_->level;
  integral_ += 0.5 * dt * (last_ + value);
  integral_of_squares_ += dt * (last_ * last_ + last_ * value + value * value) / 3;
  const double low = std::min(last_, value), high = std::max(last_, value);
  if (low >= level) {
    above_ += high > level ? dt : 0;
  } else if (high > level) {
    above_ += dt * (high - level) / (high - low);
  }
  if (!crosses(last_, value)) return;
  if (crossings_++ == 0) first_crossing_ = last_time_ + dt * (level - last_) / (value - last_);
}

/// Whether the series of returns takes the sample: rows, or the samples that are one period apart.
bool Reduction::is_return(double t) {
  if (measure_->what != Measure::What::period && measure_->what != Measure::What::chaos) return false;
  if (measure_->of_table) return true;
  const double every = measure_->every, next = measure_->from + static_cast<double>(kept_.size()) * every;
  return t >= next - same_time(t);
}

void Reduction::add(double t, double value) {
  if (measure_->absolute) value = std::abs(value);
  if (count_ == 0) {
    most_ = least_ = value;
    first_time_ = t;
  } else {
    add_piece(t, value);
  }
  most_ = std::max(most_, value);
  least_ = std::min(least_, value);
  sum_ += value;
  squares_ += value * value;
  if (measure_->what == Measure::What::percentile || is_return(t)) kept_.push_back(value);
  last_ = value;
  last_time_ = t;
  ++count_;
}

double Reduction::result() {
  const auto count = static_cast<double>(count_);
  const double span = last_time_ - first_time_;
  const bool of_rows = measure_->of_table || span == 0;
  switch (measure_->what) {
    case Measure::What::count: return count;
    case Measure::What::sum: return sum_;
    case Measure::What::crossings: return static_cast<double>(crossings_);
    case Measure::What::crossing: return first_crossing_;
    case Measure::What::time_above: return above_;
    case Measure::What::period: return period_of(kept_, measure_->tolerance);
    case Measure::What::chaos: return chaos_of(kept_);
    default: break;
  }
  if (count_ == 0) return kNothing;
  switch (measure_->what) {
    case Measure::What::peak: return most_;
    case Measure::What::least: return least_;
    case Measure::What::final: return last_;
    case Measure::What::mean: return of_rows ? sum_ / count : integral_ / span;
    case Measure::What::rms: return std::sqrt(of_rows ? squares_ / count : integral_of_squares_ / span);
    case Measure::What::percentile:
      std::sort(kept_.begin(), kept_.end());
      return percentile_of_sorted(kept_, measure_->percent);
    default: return kNothing;
  }
}

MeasureSink::MeasureSink(const std::vector<Measure>& measures, const RecordLayout& layout)
    : measures_(measures) {
  for (const Measure& measure : measures) {
    reductions_.emplace_back(measure);
    places_.push_back(measure.source.empty() ? SourcePlace{-1, 0, 0, 0} : place_of(measure, layout));
  }
}

void MeasureSink::begin() {
  for (Reduction& reduction : reductions_) reduction.begin();
}

void MeasureSink::take(std::size_t i, double t, double value) {
  const Measure& measure = measures_[i];
  const double room = same_time(t);
  if (t >= measure.from - room && t <= measure.to + room) reductions_[i].add(t, value);
}

void MeasureSink::append(std::span<const double> row) {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const SourcePlace& place = places_[i];
    if (place.table < 0 && place.width > 0) take(i, row[0], place.value(row));
  }
}

void MeasureSink::append_row(int table, std::span<const double> cells) {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i].table == table) take(i, cells[places_[i].time], places_[i].value(cells));
  }
}

void MeasureSink::results(std::span<double> out) {
  for (std::size_t i = 0; i < reductions_.size(); ++i) out[i] = reductions_[i].result();
}

}  // namespace freeplay
