// SPDX-License-Identifier: Apache-2.0
// Records in memory: what was appended is found again by its channel, copied or handed over.
#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "freeplay/record.h"
#include "freeplay/results.h"

namespace freeplay {
namespace {

RecordLayout layout() {
  RecordLayout made;
  made.channels = {
      {"/time", "s", "", 1, {}}, {"/place", "m", "", 3, {}}, {"/mode", "", "", 1, {"open", "closed"}}};
  made.tables = {{"/hits", "", {{"time", "s", {}}, {"size", "N", {}}}}};
  return made;
}

/// The k-th number of sample i of a channel.
double number(std::size_t channel, std::size_t i, std::size_t k) {
  return static_cast<double>(1000 * channel + 10 * i + k);
}

MemoryRecord filled(std::size_t samples) {
  MemoryRecord record(layout());
  for (std::size_t i = 0; i < samples; ++i) {
    const std::vector<double> row{number(0, i, 0), number(1, i, 0), number(1, i, 1), number(1, i, 2),
                                  number(2, i, 0)};
    record.append(row);
    if (i % 7 == 0) record.append_row(0, std::vector<double>{number(0, i, 0), static_cast<double>(i)});
  }
  record.close("complete", {});
  return record;
}

void holds_all(const RecordFile& file, std::size_t samples) {
  EXPECT_EQ(file.samples, static_cast<long long>(samples));
  EXPECT_EQ(file.status, "complete");
  ASSERT_EQ(file.channels.at("/place").size(), 3 * samples);
  for (std::size_t i = 0; i < samples; ++i) {
    EXPECT_EQ(file.values("/time")[i], number(0, i, 0));
    EXPECT_EQ(file.values("/mode")[i], number(2, i, 0));
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_EQ(file.values("/place", static_cast<int>(k))[i], number(1, i, k));
  }
  ASSERT_EQ(file.rows("/hits"), static_cast<long long>((samples + 6) / 7));
  for (std::size_t i = 0; i < samples; i += 7)
    EXPECT_EQ(file.column("/hits", "size")[i / 7], static_cast<double>(i));
}

// Samples are sorted in by blocks: none, a part of one, whole ones, and a rest.
TEST(MemoryRecords, AreTheSameCopiedAndHandedOver) {
  for (const std::size_t samples : {0U, 1U, 31U, 32U, 33U, 64U, 100U}) {
    SCOPED_TRACE(samples);
    MemoryRecord record = filled(samples);
    const RecordFile copied = record_of(record);
    holds_all(copied, samples);
    EXPECT_EQ(record.values("/place"), copied.channels.at("/place"));
    const RecordFile handed = record_of(std::move(record));
    holds_all(handed, samples);
    EXPECT_EQ(handed.channels, copied.channels);
    EXPECT_EQ(handed.tables, copied.tables);
    EXPECT_EQ(handed.attributes, copied.attributes);
  }
}

TEST(MemoryRecords, AreReadWhileTheyGrow) {
  MemoryRecord record(layout());
  for (std::size_t i = 0; i < 70; ++i) {
    record.append(std::vector<double>{number(0, i, 0), 0, 0, 0, 0});
    ASSERT_EQ(record.values("/time").size(), i + 1);
    EXPECT_EQ(record.values("/time").back(), number(0, i, 0));
    EXPECT_EQ(record.values("/time").front(), number(0, 0, 0));
  }
  EXPECT_EQ(record.take("/time").size(), 70U);
  EXPECT_TRUE(record.values("/time").empty());
}

TEST(MemoryRecords, SayWhatTheyHaveNot) {
  MemoryRecord record = filled(3);
  EXPECT_THROW(record.values("/plaice"), std::out_of_range);
  EXPECT_THROW(record.take("/plaice"), std::out_of_range);
  EXPECT_THROW(record.rows("/hit"), std::out_of_range);
  EXPECT_THROW(record.take_rows("/hit"), std::out_of_range);
}

}  // namespace
}  // namespace freeplay
