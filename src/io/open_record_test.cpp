// SPDX-License-Identifier: Apache-2.0
// Records whose numbers stay in their file until they are asked for.
#include <gtest/gtest.h>

#include "freeplay/results.h"
#include "io/record_test_data.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::append_samples;
using testing::sample_layout;
using testing::TempFolder;
using testing::wrong_with;

TEST(OpenRecord, HasWhatReadingTheWholeFileGives) {
  const TempFolder folder;
  const std::string path = folder / "run.h5";
  for (const long long samples : {0LL, 1LL, 511LL, 512LL, 5000LL}) {
    const auto sink = write_hdf5(path, sample_layout());
    append_samples(*sink, 0, samples);
    sink->close("complete", {{"message", std::string("done")}});
    const RecordFile whole = read_record(path), open = open_record(path);
    EXPECT_TRUE(open.channels.empty());
    EXPECT_TRUE(open.tables.empty());
    EXPECT_EQ(open.samples, samples);
    EXPECT_EQ(open.status, "complete");
    EXPECT_EQ(open.attributes, whole.attributes);
    EXPECT_EQ(wrong_with(open), "");
    EXPECT_EQ(open.values("/energy/kinetic"), whole.values("/energy/kinetic"));
    EXPECT_EQ(open.column("/impacts", "contact"), whole.column("/impacts", "contact"));
    EXPECT_EQ(open.rows("/events"), whole.rows("/events"));
    EXPECT_EQ(describe(open, true), describe(whole, true));
  }
}

TEST(OpenRecord, GivesAnyPieceAndNoneThatIsNotThere) {
  const TempFolder folder;
  const auto sink = write_hdf5(folder / "run.h5", sample_layout());
  append_samples(*sink, 0, 2000);
  sink->close("complete", {});
  for (const RecordFile& record : {open_record(folder / "run.h5"), read_record(folder / "run.h5")}) {
    const std::string path = record.layout.channels[1].path;
    std::vector<double> piece(2 * 700);
    record.read(path, 600, piece);
    for (long long i = 0; i < 700; ++i) {
      EXPECT_EQ(piece[static_cast<std::size_t>(2 * i)], testing::sample_row(600 + i)[1]);
      EXPECT_EQ(piece[static_cast<std::size_t>(2 * i + 1)], testing::sample_row(600 + i)[2]);
    }
    EXPECT_THROW(record.read(path, 1301, piece), std::out_of_range);
    EXPECT_THROW(record.read("/no", 0, piece), std::out_of_range);
    EXPECT_EQ(record.read_rows("/impacts", 399, 1).front(), testing::impact_row(5 * 399));
    EXPECT_THROW(record.read_rows("/impacts", 399, 2), std::out_of_range);
    long long rows = 0;
    record.each_row(
        "/impacts", [&](std::span<const double>) { ++rows; }, 10);
    EXPECT_EQ(rows, 10);
  }
}

// Commits after the opening change the structure of the file, in place, and add blocks.
TEST(OpenRecord, StandsStillWhileTheRunGoesOn) {
  const TempFolder folder;
  const std::string path = folder / "run.h5";
  const auto sink = write_hdf5(path, sample_layout());
  std::vector<RecordFile> opened;
  std::vector<long long> samples;
  for (const long long end : {1LL, 3LL, 500LL, 512LL, 700LL, 6000LL, 20000LL}) {
    append_samples(*sink, samples.empty() ? 0 : samples.back(), end - (samples.empty() ? 0 : samples.back()));
    opened.push_back(open_record(path));
    samples.push_back(end);
  }
  append_samples(*sink, 20000, 100);
  sink->close("complete", {});
  for (const RecordFile& record : opened) {
    EXPECT_EQ(record.status, "interrupted");
    EXPECT_EQ(wrong_with(record), "");
  }
  for (std::size_t i = 1; i < opened.size(); ++i) EXPECT_GT(opened[i].samples, opened[i - 1].samples);
  EXPECT_EQ(open_record(path).samples, 20100);
}

TEST(OpenRecord, SurvivesThatAnotherRunTakesTheName) {
  const TempFolder folder;
  const std::string path = folder / "run.h5";
  auto sink = write_hdf5(path, sample_layout());
  append_samples(*sink, 0, 3000);
  sink->close("complete", {});
  const RecordFile record = open_record(path);
  sink = write_hdf5(path, sample_layout());
  append_samples(*sink, 7, 100);  // other numbers
  sink->close("complete", {});
  EXPECT_EQ(record.samples, 3000);
  EXPECT_EQ(wrong_with(record), "");
}

// A resumed run drops what was recorded after its checkpoint, and writes other blocks there.
TEST(OpenRecord, KeepsResumedRunsOutAsLongAsItIsThere) {
  const TempFolder folder;
  const std::string path = folder / "run.h5";
  const auto sink = write_hdf5(path, sample_layout());
  append_samples(*sink, 0, 600);
  sink->checkpoint([] { return std::vector<double>{1, 2}; }, true);
  append_samples(*sink, 600, 600);
  sink->close("complete", {});
  const Checkpoint from = *read_saved_run(path).checkpoint;
  auto record = std::make_unique<RecordFile>(open_record(path));
  try {
    continue_hdf5(path, sample_layout(), from);
    ADD_FAILURE() << "was not refused";
  } catch (const std::runtime_error& error) {
    EXPECT_CONTAINS(error.what(), "is being read, by a report or an export");
  }
  EXPECT_EQ(wrong_with(*record), "");
  EXPECT_EQ(record->samples, 1200);
  record.reset();
  const auto resumed = continue_hdf5(path, sample_layout(), from);
  EXPECT_EQ(open_record(path).samples, 600);  // let in again
  append_samples(*resumed, 600, 50);
  resumed->close("complete", {});
  EXPECT_EQ(wrong_with(open_record(path)), "");
}

}  // namespace
}  // namespace freeplay
