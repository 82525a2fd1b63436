// SPDX-License-Identifier: Apache-2.0
// Checkpoints in files, and writing that goes on from them.
#include <gtest/gtest.h>

#include "freeplay/results.h"
#include "io/record_test_data.h"

namespace freeplay {
namespace {

using testing::append_samples;
using testing::sample_layout;
using testing::TempFolder;
using testing::wrong_with;

/// Numbers whose count changes, as that of impacts under way does.
std::vector<double> numbers(long long at) {
  return std::vector<double>(static_cast<std::size_t>(3 + at % 700), static_cast<double>(at));
}

void append_with_checkpoints(RecordSink& sink, long long first, long long count) {
  for (long long i = first; i < first + count; ++i) {
    append_samples(sink, i, 1);
    sink.checkpoint([&] { return numbers(i + 1); }, false);
  }
}

TEST(Hdf5Continue, DropsWhatFollowsTheCheckpointAndGoesOn) {
  const TempFolder folder;
  for (const long long samples : {0LL, 1LL, 7LL, 512LL, 1300LL}) {
    const std::string path = folder / "run.h5";
    auto sink = write_hdf5(path, sample_layout());
    append_with_checkpoints(*sink, 0, samples);
    sink->checkpoint([&] { return numbers(samples); }, true);
    append_samples(*sink, samples, 40);
    sink->close("complete", {{"message", std::string("done")}});

    const SavedRun saved = read_saved_run(path);
    EXPECT_EQ(saved.status, "complete");
    EXPECT_EQ(saved.samples, samples + 40);
    ASSERT_TRUE(saved.checkpoint.has_value());
    EXPECT_EQ(saved.checkpoint->samples, samples);
    EXPECT_EQ(saved.checkpoint->state, numbers(samples));

    sink = continue_hdf5(path, sample_layout(), *saved.checkpoint);
    RecordFile record = read_record(path);
    EXPECT_EQ(record.samples, samples);
    EXPECT_EQ(record.status, "interrupted");
    EXPECT_EQ(record.attributes.count("message"), 0u);
    EXPECT_EQ(wrong_with(record), "");
    append_with_checkpoints(*sink, samples, 700);
    EXPECT_LE(read_saved_run(path).checkpoint->samples, read_saved_run(path).samples);
    sink->close("complete", {});
    record = read_record(path);
    EXPECT_EQ(record.samples, samples + 700);
    EXPECT_EQ(record.tables.at("/impacts").size(), static_cast<std::size_t>((samples + 700 + 4) / 5));
    EXPECT_EQ(wrong_with(record), "");
  }
}

TEST(Hdf5Continue, RefusesAFileThatIsBeingWrittenOrHasFewerRows) {
  const TempFolder folder;
  const std::string path = folder / "run.h5";
  auto sink = write_hdf5(path, sample_layout());
  append_samples(*sink, 0, 10);
  Checkpoint from{10, 0, {2, 0}, {}};
  EXPECT_THROW(continue_hdf5(path, sample_layout(), from), std::runtime_error);
  sink->close("complete", {});
  from.samples = 11;
  EXPECT_THROW(continue_hdf5(path, sample_layout(), from), std::runtime_error);
  EXPECT_EQ(read_record(path).samples, 10);
  EXPECT_FALSE(read_saved_run(path).checkpoint.has_value());
}

}  // namespace
}  // namespace freeplay
