// SPDX-License-Identifier: Apache-2.0
// Result files that two programs use at once, and files that are not what they seem.
#include "io/result_files.h"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "freeplay/results.h"
#include "io/commit_file.h"
#include "io/record_test_data.h"
#include "tests/kit/text.h"
#include "tests/kit/wait.h"

namespace freeplay {
namespace {

using testing::append_samples;
using testing::sample_layout;
using testing::slurp;
using testing::spill;
using testing::TempFolder;

template <class Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ResultFiles, ASecondRunIntoTheSameFileIsRefused) {
  const TempFolder folder;
  const std::string path = folder / "run.h5";
  auto first = write_hdf5(path, sample_layout());
  append_samples(*first, 0, 100);
  EXPECT_CONTAINS(refusal([&] { write_hdf5(path, sample_layout()); }),
                  "is being written by a run that still goes on");
  spill(folder / "other.h5", slurp(path));
  EXPECT_CONTAINS(refusal([&] { copy_result(path, folder / "copy.h5"); }), "is being written");
  EXPECT_CONTAINS(refusal([&] { copy_result(folder / "other.h5", path); }), "is being written");
  read_record(path);  // by the same program, which must not let go of the lock
  EXPECT_CONTAINS(refusal([&] { write_hdf5(path, sample_layout()); }), "is being written");
  append_samples(*first, 100, 100);
  first->close("complete", {});
  EXPECT_EQ(read_record(path).samples, 200);
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
  EXPECT_EQ(files, 2);  // nothing is left of those that were refused
  EXPECT_NO_THROW(copy_result(path, folder / "copy.h5"));
  EXPECT_EQ(read_record(folder / "copy.h5").samples, 200);
  write_hdf5(path, sample_layout())->close("complete", {});
  EXPECT_EQ(read_record(path).samples, 0);
}

// HDF5 locks what it opens: a run must not hold that lock.
TEST(ResultFiles, OtherProgramsCanOpenAFileThatIsBeingWritten) {
  const TempFolder folder;
  const auto sink = write_hdf5(folder / "run.h5", sample_layout());
  append_samples(*sink, 0, 600);
  const hid_t file = H5Fopen((folder / "run.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  EXPECT_GT(H5Lexists(file, "time", H5P_DEFAULT), 0);
  H5Fclose(file);
}

/// Samples of every channel as a program sees them that knows HDF5 alone, h5py for instance: it is refused in the moment of
/// a commit, and then tries once more.
std::vector<hsize_t> samples_for_others(const std::string& path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  hid_t file = -1;
  const auto opens = [&] { return (file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)) >= 0; };
  if (!testing::wait_until(opens)) return {};
  std::vector<hsize_t> samples;
  for (const Channel& channel : sample_layout().channels) {
    const hid_t dataset = H5Dopen2(file, channel.path.c_str(), H5P_DEFAULT);
    const hid_t space = H5Dget_space(dataset);
    hsize_t size[2] = {0, 0};
    H5Sget_simple_extent_dims(space, size, nullptr);
    samples.push_back(size[0]);
    H5Sclose(space);
    H5Dclose(dataset);
  }
  H5Fclose(file);
  return samples;
}

TEST(ResultFiles, ReadingWorksEachTimeWhileTheRunWrites) {
  const TempFolder folder;
  const std::string path = folder / "run.h5";
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto sink = write_hdf5(path, sample_layout());
    for (long long i = 0; i < 200'000; i += 10) {
      append_samples(*sink, i, 10);
      ::usleep(100);
    }
    ::_exit(0);
  }
  testing::wait_until([&] { return std::filesystem::exists(path); });
  long long before = 0;
  hsize_t seen_by_others = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string wrong = refusal([&] {
      const RecordFile record = read_record(path);
      EXPECT_EQ(testing::wrong_with(record), "");
      EXPECT_GE(record.samples, before);
      before = record.samples;
    });
    EXPECT_EQ(wrong, "accepted");
    const std::vector<hsize_t> others = samples_for_others(path);
    ASSERT_EQ(others.size(), sample_layout().channels.size());
    EXPECT_EQ(others, std::vector<hsize_t>(others.size(), others[0]));
    EXPECT_GE(others[0], seen_by_others);  // which do not know of a commit that waits for its readers
    seen_by_others = others[0];
  }
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
}

std::span<const std::byte> bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

// A commit waits for readers, not for ever: a reader that is too slow notices.
TEST(ResultFiles, AReaderNoticesThatACommitDidNotWait) {
  const TempFolder folder;
  CommitFile writer, reader;
  writer.create(folder / "f");
  writer.set_allocated(1000);
  writer.write(0, bytes(std::string(1000, 'a')));
  ASSERT_TRUE(writer.commit());
  reader.open(folder / "f");
  std::byte some[100];
  ASSERT_TRUE(reader.read(500, some));
  writer.set_allocated(3000);
  writer.write(1000, bytes(std::string(2000, 'c')));  // past the commit: readers do not see it
  EXPECT_TRUE(reader.unchanged());
  writer.write(550, bytes(std::string(10, 'b')));
  ASSERT_TRUE(writer.commit());
  EXPECT_FALSE(reader.unchanged());
}

TEST(ResultFiles, OnlyRecordsAreResultFiles) {
  const TempFolder folder;
  spill(folder / "zeros", std::string(4096, '\0'));
  spill(folder / "text", "freeplay, but only in words");
  spill(folder / "empty", "");
  H5Fclose(H5Fcreate((folder / "other.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const char* name : {"zeros", "text", "empty", "other.h5", "pipe", "none"})
    EXPECT_FALSE(is_result_file(folder / name)) << name;
  write_hdf5(folder / "run.h5", sample_layout())->close("complete", {});
  EXPECT_TRUE(is_result_file(folder / "run.h5"));
}

// Texts of variable length have no checksum, and HDF5 1.10 trusts their sizes: it wrote past its memory here.
TEST(ResultFiles, DamagedTextsAreRefusedOrHarmless) {
  const TempFolder folder;
  const auto sink = write_hdf5(folder / "run.h5", sample_layout());
  append_samples(*sink, 0, 10);
  sink->close("complete", {});
  constexpr std::size_t kSeal = 48;
  std::string whole = slurp(folder / "run.h5");
  whole.resize(whole.size() - kSeal);
  int refused = 0, places = 0;
  const auto damage = [&](std::size_t at, std::size_t size, std::uint64_t value) {
    std::string damaged = whole;
    std::memcpy(damaged.data() + at, &value, size);
    spill(folder / "damaged.h5", damaged);
    refused += refusal([&] { read_record(folder / "damaged.h5"); }) != "accepted";
  };
  for (std::size_t heap = whole.find("GCOL"); heap != std::string::npos;
       heap = whole.find("GCOL", heap + 4)) {
    std::uint64_t heap_size = 0;
    std::memcpy(&heap_size, whole.data() + heap + 8, 8);
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1} << 33, ~std::uint64_t{0}})
      damage(heap + 8, 8, value);
    for (std::size_t at = heap + 16; at + 16 <= heap + heap_size && places < 30; ++places) {
      std::uint64_t index = 0, size = 0;
      std::memcpy(&index, whole.data() + at, 2);
      std::memcpy(&size, whole.data() + at + 8, 8);
      if (index == 0) break;
      for (const std::uint64_t value :
           {std::uint64_t{0}, size + 1, size + 4000, std::uint64_t{1} << 40, ~std::uint64_t{0}})
        damage(at + 8, 8, value);
      for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{0xffff}}) damage(at, 2, value);
      at += 16 + (size + 7) / 8 * 8;
    }
  }
  EXPECT_GE(places, 10);
  EXPECT_GT(refused, 60);
}

}  // namespace
}  // namespace freeplay
