// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "freeplay/record.h"
#include "io/record_test_data.h"

namespace freeplay {
namespace {

TEST(MemoryRecord, HoldsWhatItIsGiven) {
  MemoryRecord record(testing::sample_layout());
  EXPECT_EQ(record.layout().row_width(), 9);
  EXPECT_EQ(record.status(), "interrupted");
  testing::append_samples(record, 0, 12);
  EXPECT_EQ(record.samples(), 12);
  EXPECT_EQ(record.values("/time")[11], testing::sample_row(11)[0]);
  const std::vector<double> orientation = record.values("/body/slider/orientation");
  ASSERT_EQ(orientation.size(), 48u);
  EXPECT_EQ(orientation[4], 2);
  EXPECT_EQ(orientation[47], 15);
  EXPECT_EQ(record.rows("/impacts").size(), 3u);
  EXPECT_EQ(record.rows("/impacts")[2], testing::impact_row(10));
  EXPECT_TRUE(record.rows("/events").empty());
  record.close("complete", {{"steps", 12LL}});
  EXPECT_EQ(record.status(), "complete");
  EXPECT_EQ(std::get<long long>(record.final_attributes().at("steps")), 12);
}

TEST(MemoryRecord, NamesWhatItDoesNotHave) {
  const MemoryRecord record(testing::sample_layout());
  const auto said = [](const auto& ask) -> std::string {
    try {
      ask();
    } catch (const std::out_of_range& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(said([&] { record.values("/tim"); }), "the record has no channel '/tim'");
  EXPECT_EQ(said([&] { record.rows("/time"); }), "the record has no table '/time'");
}

}  // namespace
}  // namespace freeplay
