// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "freeplay/results.h"
#include "io/record_test_data.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::slurp;
using testing::TempFolder;

RecordFile sample_record(const TempFolder& folder, long long samples) {
  const auto sink = write_hdf5(folder / "run.h5", testing::sample_layout());
  testing::append_samples(*sink, 0, samples);
  sink->close("complete", {});
  return read_record(folder / "run.h5");
}

TEST(Csv, Matches) {
  EXPECT_TRUE(matches("/body/crank/position", "body/crank/position"));
  EXPECT_TRUE(matches("body/crank/position", "/body/*"));
  EXPECT_TRUE(matches("body/crank/position", "*"));
  EXPECT_TRUE(matches("body/crank/position", "*position"));
  EXPECT_TRUE(matches("body/crank/position", "body/*/pos*"));
  EXPECT_TRUE(matches("aXbXXc", "a*b*c"));
  EXPECT_TRUE(matches("abab", "*ab"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("", "**"));
  EXPECT_FALSE(matches("body/crank/position", "body/crank"));
  EXPECT_FALSE(matches("body/crank/position", "crank*"));
  EXPECT_FALSE(matches("abc", "a*b"));
  EXPECT_FALSE(matches("abc", ""));
  EXPECT_FALSE(matches(std::string(3000, 'a'), std::string("*a*a*a*a*a*a*a*a*b")));
}

TEST(Csv, WritesChannelsAndTables) {
  const TempFolder folder;
  const RecordFile record = sample_record(folder, 3);
  const std::vector<std::string> files = export_csv(record, folder / "new/csv", {});
  EXPECT_EQ(files, (std::vector<std::string>{folder / "new/csv/channels.csv", folder / "new/csv/impacts.csv",
                                             folder / "new/csv/events.csv"}));
  EXPECT_EQ(
      slurp(files[0]),
      "time [s],\"body/Kurbel, \"\"groß\"\"/position.x [m]\",\"body/Kurbel, \"\"groß\"\"/position.y [m]\","
      "body/slider/orientation.w,body/slider/orientation.x,body/slider/orientation.y,"
      "body/slider/orientation.z,contact/guide.1/mode,energy/kinetic [J]\n"
      "0,1,0,1,2,3,4,open,-0\n"
      "0.0001,0.5403023058681398,0.8414709848078965,2,3,4,5,stick,-0.3333333333333333\n"
      "0.0002,-0.4161468365471424,0.9092974268256817,3,4,5,6,\"slip, fast\",-0.6666666666666666\n");
  EXPECT_EQ(slurp(files[1]), "time [s],contact,impulse [N s]\n0,guide.1,0\n");
  EXPECT_EQ(slurp(files[2]), "time [s],what\n");
}

TEST(Csv, ChosenChannelsAfterTime) {
  const TempFolder folder;
  const RecordFile record = sample_record(folder, 1);
  const std::vector<std::string> files = export_csv(record, folder / "csv", {"energy/*", "contact/*/mode"});
  EXPECT_EQ(slurp(files[0]), "time [s],contact/guide.1/mode,energy/kinetic [J]\n0,open,-0\n");
}

TEST(Csv, UnknownChannelNamesOthers) {
  const TempFolder folder;
  const RecordFile record = sample_record(folder, 1);
  try {
    export_csv(record, folder / "csv", {"energy/kinetik"});
    FAIL();
  } catch (const std::runtime_error& error) {
    const std::string what = error.what();
    EXPECT_CONTAINS(what, "no channel matches 'energy/kinetik'; did you mean 'energy/kinetic'?");
  }
  try {
    export_csv(record, folder / "csv", {"*nothing*"});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_CONTAINS(error.what(), "5 channels, such as time, body/");
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "csv"));
}

TEST(Csv, NumbersReadBackExactly) {
  const TempFolder folder;
  RecordFile record;
  record.layout.channels = {{"/time", "s", "", 1, {}}};
  const std::vector<double> numbers = {0.1, 1e-310, 1.7976931348623157e308, 1.0 / 3, 123456789012345680.0,
                                       -2.5};
  record.channels["/time"] = numbers;
  record.samples = static_cast<long long>(numbers.size());
  std::string text = slurp(export_csv(record, folder / "csv", {})[0]);
  text.erase(0, text.find('\n') + 1);
  for (const double number : numbers) {
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), number);
    text.erase(0, text.find('\n') + 1);
  }
}

TEST(Csv, SaysWhereItCannotWrite) {
  RecordFile record;
  record.layout.channels = {{"/time", "s", "", 1, {}}};
  record.channels["/time"] = {};
  EXPECT_THROW(export_csv(record, "/dev/null/csv", {}), std::runtime_error);
}

// A spreadsheet computes cells that begin like this, and a name is whatever somebody wrote into a model.
TEST(Csv, CellsAreNoFormulas) {
  const TempFolder folder;
  RecordLayout layout;
  layout.channels = {{"/time", "s", "", 1, {}},
                     {"/mode", "", "", 1, {"=1+1", "+1", "@x", "-", "-2+3", "plain", "\t=1"}},
                     {"/x", "m", "", 1, {}}};
  MemoryRecord memory(layout);
  for (int i = 0; i < 7; ++i) memory.append(std::vector<double>{0.5, static_cast<double>(i), -1});
  memory.close("complete", {});
  export_csv(record_of(memory), folder.path().string());
  EXPECT_EQ(
      slurp(folder / "channels.csv"),
      "time [s],mode,x [m]\n0.5,\"'=1+1\",-1\n0.5,\"'+1\",-1\n0.5,\"'@x\",-1\n0.5,-,-1\n0.5,\"'-2+3\",-1\n"
      "0.5,plain,-1\n0.5,\"'\t=1\",-1\n");
}

TEST(Csv, OnlyOwnFilesAreReplaced) {
  const TempFolder folder;
  const RecordFile record = sample_record(folder, 10);
  export_csv(record, folder / "out");
  EXPECT_NO_THROW(export_csv(record, folder / "out"));
  testing::spill(folder / "out/impacts.csv", "my own numbers");
  EXPECT_THROW(export_csv(record, folder / "out"), std::runtime_error);
  EXPECT_EQ(slurp(folder / "out/impacts.csv"), "my own numbers");
}

}  // namespace
}  // namespace freeplay
