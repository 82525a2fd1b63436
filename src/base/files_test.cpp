// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <stdexcept>

#include "tests/kit/files.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::slurp;
using testing::spill;
using testing::TempFolder;

// Opening a pipe the usual way waits for its writer: this test would not end.
TEST(PlainFile, PipesDevicesAndFoldersAreRefusedAtOnce) {
  const TempFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::string bytes;
  EXPECT_CONTAINS(read_plain_file(folder / "pipe", 100, bytes), "is no plain file");
  EXPECT_CONTAINS(read_plain_file("/dev/zero", 100, bytes), "is no plain file");
  EXPECT_CONTAINS(read_plain_file(folder.path().string(), 100, bytes), "is a folder");
  EXPECT_CONTAINS(read_plain_file(folder / "none", 100, bytes), "No such file");
}

TEST(PlainFile, ReadsAllOrSaysThatItIsTooLarge) {
  const TempFolder folder;
  const std::string text(200'000, 'x');
  spill(folder / "file", text);
  std::string bytes;
  EXPECT_EQ(read_plain_file(folder / "file", 200'000, bytes), "");
  EXPECT_EQ(bytes, text);
  EXPECT_CONTAINS(read_plain_file(folder / "file", 199'999, bytes), "is larger than");
  spill(folder / "empty", "");
  EXPECT_EQ(read_plain_file(folder / "empty", 0, bytes), "");
  EXPECT_EQ(bytes, "");
}

std::size_t files_in(const TempFolder& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++count;
  return count;
}

TEST(NewFile, IsThereWholeOrNotAtAll) {
  const TempFolder folder;
  spill(folder / "old", "before");
  {
    NewFile file(folder / "old");
    file.write("after");
    EXPECT_EQ(slurp(folder / "old"), "before");
  }
  EXPECT_EQ(slurp(folder / "old"), "before");
  EXPECT_EQ(files_in(folder), 1U);
  write_new_file(folder / "old", "after");
  EXPECT_EQ(slurp(folder / "old"), "after");
  std::filesystem::create_symlink("old", folder / "link");
  write_new_file(folder / "link", "through");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(slurp(folder / "old"), "through");
  EXPECT_THROW(write_new_file("/dev/null", "x"), std::runtime_error);
  EXPECT_THROW(write_new_file(folder / "none/file", "x"), std::runtime_error);
}

TEST(NewFile, AFullDiskLeavesTheOldFileAndNothingElse) {
  const TempFolder folder;
  spill(folder / "old", "before");
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{100'000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string said;
  try {
    write_new_file(folder / "old", std::string(1'000'000, 'x'));
  } catch (const std::runtime_error& error) {
    said = error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_CONTAINS(said, "cannot write '" + (folder / "old") + "': File too large");
  EXPECT_EQ(slurp(folder / "old"), "before");
  EXPECT_EQ(files_in(folder), 1U);
}

}  // namespace
}  // namespace freeplay
