// SPDX-License-Identifier: Apache-2.0
#include "io/info.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "freeplay/results.h"
#include "io/record_test_data.h"

namespace freeplay {
namespace {

RecordFile sample_record(long long samples, const std::string& status) {
  const testing::TempFolder folder;
  const auto sink = write_hdf5(folder / "run.h5", testing::sample_layout());
  testing::append_samples(*sink, 0, samples);
  sink->close(status, {{"steps", 40LL}});
  return read_record(folder / "run.h5");
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Info, TellsWhatARunLeft) {
  const std::string text = describe(sample_record(40, "complete"), false);
  EXPECT_EQ(text.substr(0, text.find('\n')), "slider-crank");
  EXPECT_TRUE(contains(text, "status       complete")) << text;
  EXPECT_TRUE(contains(text, "version      freeplay 0.1.0"));
  EXPECT_TRUE(contains(text, "samples      40, t = 0 … 0.0039 s"));
  EXPECT_TRUE(contains(text, "channels (5)"));
  EXPECT_TRUE(contains(text, "-13 … -0"));
  EXPECT_TRUE(contains(text, "open 35 %, stick 32.5 %, slip, fast 32.5 %"));
  EXPECT_TRUE(contains(text, "impacts: 8 rows"));
  EXPECT_TRUE(contains(text, "… and 3 more"));
  EXPECT_TRUE(contains(text, "führung.2"));
  EXPECT_TRUE(contains(text, "events: 0 rows"));
  EXPECT_FALSE(contains(text, "centre of mass"));
  EXPECT_FALSE(contains(text, "nan_values"));
  EXPECT_TRUE(contains(describe(sample_record(40, "complete"), true), "centre of mass"));
}

TEST(Info, SaysLoudlyThatARunWasCutShort) {
  EXPECT_TRUE(contains(describe(sample_record(3, "interrupted"), false), "interrupted: the run was stopped"));
  EXPECT_TRUE(
      contains(describe(sample_record(3, "failed: no step"), false), "NOT COMPLETE, failed: no step"));
  EXPECT_TRUE(contains(describe(sample_record(0, "interrupted"), false), "no values"));
}

TEST(Info, Json) {
  RecordFile record = sample_record(40, "complete");
  record.channels.at("/energy/kinetic").assign(40, std::numeric_limits<double>::quiet_NaN());
  record.attributes["broken"] = std::string("\xff");
  const nlohmann::json json = nlohmann::json::parse(describe_json(record));
  EXPECT_EQ(json["status"], "complete");
  EXPECT_EQ(json["samples"], 40);
  EXPECT_EQ(json["attributes"]["steps"], 40);
  EXPECT_EQ(json["channels"][1]["unit"], "m");
  EXPECT_EQ(json["channels"][2]["max"][3], 43);
  EXPECT_TRUE(json["channels"][4]["min"][0].is_null());
  EXPECT_EQ(json["tables"][0]["rows"], 8);
  EXPECT_EQ(json["tables"][0]["columns"][2]["unit"], "N s");
}

}  // namespace
}  // namespace freeplay
