// SPDX-License-Identifier: Apache-2.0
// A run may die at any moment; what it had recorded must not.
#include <gtest/gtest.h>
#include <hdf5.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>

#include "base/index.h"
#include "freeplay/results.h"
#include "io/commit_file.h"
#include "io/record_test_data.h"
#include "io/result_files.h"
#include "tests/kit/wait.h"

namespace freeplay {
namespace {

using testing::append_samples;
using testing::sample_layout;
using testing::slurp;
using testing::spill;
using testing::TempFolder;
using testing::wrong_with;

TEST(Kill, AHundredAtRandomMoments) {
  const TempFolder folder;
  const std::string path = folder / "run.h5";
  std::mt19937 random(20240607);
  int recorded = 0, opened_by_others = 0;
  for (int trial = 0; trial < 100; ++trial) {
    std::filesystem::remove(path);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const auto sink = write_hdf5(path, sample_layout());
      for (long long i = 0;; i += 50) {
        append_samples(*sink, i, 50);
        ::usleep(50);  // keeps the files small, for they are read a hundred times
      }
    }
    // Every other run is given the time to get going, however busy the machine is.
    if (trial % 2 == 0) {
      ASSERT_TRUE(testing::wait_for_samples(child, path, 1));
    }
    ::usleep(static_cast<useconds_t>(1000 + random() % 59000));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    if (!std::filesystem::exists(path)) continue;  // killed before the file had its name
    const RecordFile record = read_record(path);
    EXPECT_EQ(record.status, "interrupted");
    EXPECT_EQ(wrong_with(record), "") << "trial " << trial;
    EXPECT_EQ(std::get<std::string>(record.attributes.at("version")), "0.1.0");
    recorded += record.samples > 0;

    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    opened_by_others += file >= 0;
    if (file >= 0) H5Fclose(file);
  }
  EXPECT_GT(recorded, 30);
  EXPECT_GT(opened_by_others, 30);  // all but those killed while pages were copied to their places
  RecordProperty("recorded", recorded);
  RecordProperty("opened_by_others", opened_by_others);
}

/// The file as it was before each change of it on disk.
std::vector<std::string> snapshots(const std::string& path, long long samples) {
  std::vector<std::string> states;
  CommitFile::before_change = [&states](int descriptor) {
    std::string state(static_cast<std::size_t>(::lseek(descriptor, 0, SEEK_END)), '\0');
    if (::pread(descriptor, state.data(), state.size(), 0) == static_cast<ssize_t>(state.size())) {
      states.push_back(std::move(state));
    }
  };
  const auto sink = write_hdf5(path, sample_layout());
  states.clear();  // from here on the file has its name
  append_samples(*sink, 0, samples);
  sink->close("complete", {{"steps", 5LL}});
  CommitFile::before_change = nullptr;
  states.push_back(slurp(path));
  return states;
}

/// `after` when the change from `before` was cut off at `part` of its length.
std::string torn(const std::string& before, const std::string& after, double part) {
  if (after.size() > before.size()) {
    const auto added = static_cast<double>(after.size() - before.size());
    return after.substr(0, before.size() + static_cast<std::size_t>(part * added));
  }
  if (after.size() < before.size()) return before;  // a cut happens or it does not
  std::size_t first = 0, last = after.size();
  while (first < last && before[first] == after[first]) ++first;
  while (last > first && before[last - 1] == after[last - 1]) --last;
  const std::size_t middle = first + static_cast<std::size_t>(part * static_cast<double>(last - first));
  return after.substr(0, middle) + before.substr(middle);
}

enum class Plain { right, wrong, refused };

/// What a program sees that opens the file with HDF5 alone.
Plain plainly(const std::string& path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) return Plain::refused;
  bool right = true;
  std::size_t at = 0;
  for (const Channel& channel : sample_layout().channels) {
    const auto width = idx(channel.width);
    const hid_t dataset = H5Dopen2(file, channel.path.c_str(), H5P_DEFAULT);
    const hid_t space = H5Dget_space(dataset);
    hsize_t size[2] = {0, 0};
    H5Sget_simple_extent_dims(space, size, nullptr);
    std::vector<double> values(static_cast<std::size_t>(size[0]) * width + 1);
    right = right && dataset >= 0 &&
            H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
    for (std::size_t i = 0; right && i < size[0] * width; ++i) {
      right = values[i] == testing::sample_row(static_cast<long long>(i / width))[at + i % width];
    }
    at += width;
    H5Sclose(space);
    H5Dclose(dataset);
  }
  H5Fclose(file);
  return right ? Plain::right : Plain::wrong;
}

// Other programs do not know of the log: a mixture of two states must not look like a file to them.
TEST(Kill, OtherProgramsSeeARightFileOrNone) {
  const TempFolder folder;
  int seen[3] = {};
  for (const std::string& state : snapshots(folder / "run.h5", 540)) {
    spill(folder / "state.h5", state);
    ++seen[static_cast<int>(plainly(folder / "state.h5"))];
  }
  EXPECT_GT(seen[static_cast<int>(Plain::right)], 20);
  EXPECT_GT(seen[static_cast<int>(Plain::refused)], 20);
  EXPECT_EQ(seen[static_cast<int>(Plain::wrong)], 0);
}

// Stronger than chance: every state the file passes through, and states in the middle of a write.
TEST(Kill, EveryStateOnDiskIsReadable) {
  const TempFolder folder;
  const std::vector<std::string> states = snapshots(folder / "run.h5", 540);
  ASSERT_GT(states.size(), 250u);
  long long samples = 0;
  const auto expect_readable = [&](const std::string& bytes, std::size_t i, double part) {
    spill(folder / "state.h5", bytes);
    ASSERT_TRUE(is_result_file(folder / "state.h5"))
        << "state " << i << " + " << part;  // the same command runs again
    const RecordFile record = read_record(folder / "state.h5");
    ASSERT_EQ(wrong_with(record), "") << "state " << i << " + " << part;
    ASSERT_GE(record.samples, samples) << "state " << i << " + " << part;
    ASSERT_TRUE(record.status == "interrupted" || (record.status == "complete" && record.samples == 540));
    samples = record.samples;
  };
  for (std::size_t i = 0; i < states.size(); ++i) {
    ASSERT_NO_THROW(expect_readable(states[i], i, 0)) << "state " << i;
    if (i + 1 == states.size()) break;
    for (const double part : {0.3, 0.97}) {
      ASSERT_NO_THROW(expect_readable(torn(states[i], states[i + 1], part), i, part)) << "state " << i;
    }
  }
  EXPECT_EQ(samples, 540);
}

}  // namespace
}  // namespace freeplay
