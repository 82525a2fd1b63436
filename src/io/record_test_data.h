// SPDX-License-Identifier: Apache-2.0
// A small record that tests of this folder write and read: every kind of channel, column and attribute.
#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "freeplay/results.h"
#include "tests/kit/files.h"

namespace freeplay::testing {

inline RecordLayout sample_layout() {
  RecordLayout layout;
  layout.channels = {
      {"/time", "s", "time", 1, {}},
      {"/body/Kurbel, \"groß\"/position", "m", "centre of mass", 2, {}},
      {"/body/slider/orientation", "", "w, x, y, z", 4, {}},
      {"/contact/guide.1/mode", "", "what the contact does", 1, {"open", "stick", "slip, fast"}},
      {"/energy/kinetic", "J", "", 1, {}}};
  layout.tables = {
      {"/impacts",
       "every impact",
       {{"time", "s", {}}, {"contact", "", {"guide.1", "führung.2", ""}}, {"impulse", "N s", {}}}},
      {"/events", "what else happened", {{"time", "s", {}}, {"what", "", {"drop"}}}}};
  layout.attributes = {{"model", "freeplay = 1\nname = \"slider-crank\"\n"},
                       {"version", "0.1.0"},
                       {"step", 1e-5},
                       {"seed", 7LL}};
  return layout;
}

inline std::vector<double> sample_row(long long i) {
  const auto t = static_cast<double>(i);
  return {1e-4 * t, std::cos(t), std::sin(t), 1 + t, 2 + t, 3 + t, 4 + t, static_cast<double>(i % 3), -t / 3};
}

/// The row of table 0 that follows sample `i`, for every fifth of them.
inline std::vector<double> impact_row(long long i) {
  return {1e-4 * static_cast<double>(i), static_cast<double>(i % 3), 0.1 * static_cast<double>(i)};
}

inline void append_samples(RecordSink& sink, long long first, long long count) {
  for (long long i = first; i < first + count; ++i) {
    sink.append(sample_row(i));
    if (i % 5 == 0) sink.append_row(0, impact_row(i));
    if (i % 100 == 99) sink.append_row(1, std::vector<double>{static_cast<double>(i), 0});
  }
}

/// "" when `record` holds the first rows of the sample, all of one length; otherwise what is wrong.
inline std::string wrong_with(const RecordFile& record) {
  const RecordLayout layout = sample_layout();
  if (record.layout.channels.size() != layout.channels.size()) return "channels are missing";
  std::vector<std::vector<double>> values;
  for (const Channel& channel : layout.channels) {
    std::vector<double>& all = values.emplace_back();
    record.each_block(channel.path, [&](std::span<const double> block) {
      all.insert(all.end(), block.begin(), block.end());
    });
    if (all.size() != static_cast<std::size_t>(record.samples * channel.width)) {
      return channel.path + ": wrong length";
    }
  }
  for (long long i = 0; i < record.samples; ++i) {
    const std::vector<double> row = sample_row(i);
    std::size_t at = 0;
    for (std::size_t c = 0; c < values.size(); ++c) {
      for (int k = 0; k < layout.channels[c].width; ++k, ++at) {
        if (values[c][static_cast<std::size_t>(i * layout.channels[c].width + k)] != row[at]) {
          return layout.channels[c].path + ": wrong value in sample " + std::to_string(i);
        }
      }
    }
  }
  const std::vector<std::vector<double>> impacts = record.read_rows("/impacts", 0, record.rows("/impacts"));
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    if (impacts[i] != impact_row(5 * static_cast<long long>(i))) return "wrong impact " + std::to_string(i);
  }
  return "";
}

}  // namespace freeplay::testing
