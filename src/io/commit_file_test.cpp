// SPDX-License-Identifier: Apache-2.0
#include "io/commit_file.h"

#include <gtest/gtest.h>

#include <random>

#include "io/record_test_data.h"

namespace freeplay {
namespace {

using testing::slurp;
using testing::spill;
using testing::TempFolder;

std::span<const std::byte> bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

std::string content(CommitFile& file) {
  std::string text(file.end(), '\0');
  EXPECT_TRUE(file.read(0, std::as_writable_bytes(std::span(text))));
  return text;
}

std::string content(const std::string& path) {
  CommitFile file;
  file.open(path);
  return content(file);
}

/// Writes as HDF5 does: first the room, then the bytes.
void put(CommitFile& file, std::uint64_t offset, const std::string& text) {
  file.set_allocated(std::max<std::uint64_t>(file.allocated(), offset + text.size()));
  file.write(offset, bytes(text));
}

TEST(CommitFile, ChangesBeforeTheCommittedEndWaitForTheCommit) {
  const TempFolder folder;
  CommitFile file;
  file.create(folder / "f");
  put(file, 0, std::string(1000, 'a'));
  ASSERT_TRUE(file.commit());
  put(file, 990, std::string(20, 'b'));
  EXPECT_EQ(slurp(folder / "f").substr(0, 1000), std::string(1000, 'a'));
  EXPECT_EQ(content(file), std::string(990, 'a') + std::string(20, 'b'));
  ASSERT_TRUE(file.commit());
  EXPECT_EQ(slurp(folder / "f"), std::string(990, 'a') + std::string(20, 'b'));
}

TEST(CommitFile, AbandonGoesBackToTheLastCommit) {
  const TempFolder folder;
  CommitFile file;
  file.create(folder / "f");
  put(file, 0, std::string(700, 'a'));
  ASSERT_TRUE(file.commit());
  put(file, 690, std::string(1000, 'b'));
  file.abandon();
  put(file, 1685, "ccc\nccc");
  EXPECT_EQ(content(file).substr(685, 10), "aaaaabbbbb");
  std::string tail(7, ' ');
  file.read(1685, std::as_writable_bytes(std::span(tail)));
  EXPECT_EQ(tail, "ccc\nccc");
  EXPECT_FALSE(file.commit());
  EXPECT_TRUE(file.close());
  EXPECT_EQ(slurp(folder / "f"), std::string(700, 'a'));
}

TEST(CommitFile, RandomWritesAreWhatAPlainFileWouldHold) {
  const TempFolder folder;
  std::mt19937 random(3);
  CommitFile file;
  file.create(folder / "f");
  std::string plain;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t offset = random() % (plain.size() + 1);
    const std::string text(1 + random() % 1500, static_cast<char>('a' + random() % 26));
    plain.resize(std::max(plain.size(), offset + text.size()));
    plain.replace(offset, text.size(), text);
    put(file, offset, text);
    if (random() % 8 == 0) {
      if (plain.size() > 30000) {  // HDF5 also gives room back
        plain.resize(20000 + random() % 5000);
        file.set_allocated(plain.size());
      }
      ASSERT_TRUE(file.commit());
      ASSERT_EQ(slurp(folder / "f"), plain);
    } else {
      std::string seen(plain.size(), '\0');
      ASSERT_TRUE(file.read(0, std::as_writable_bytes(std::span(seen))));
      ASSERT_EQ(seen, plain);
    }
  }
}

TEST(CommitFile, ALogIsAppliedWhenCompleteAndIgnoredWhenTorn) {
  const TempFolder folder;
  std::vector<std::string> states;
  CommitFile file;
  file.create(folder / "f");
  put(file, 0, std::string(5000, 'a'));
  ASSERT_TRUE(file.commit());
  put(file, 100, "one");
  put(file, 3000, std::string(2500, 'b'));
  const std::string before = content(folder / "f").substr(0, 5000);
  CommitFile::before_change = [&](int) { states.push_back(slurp(folder / "f")); };
  ASSERT_TRUE(file.commit());
  CommitFile::before_change = nullptr;
  const std::string after = slurp(folder / "f");

  ASSERT_GE(states.size(), 4u);  // log, two places, cut
  const std::string& logged = states[1];
  for (std::size_t i = 1; i < states.size(); ++i) {
    spill(folder / "state", states[i]);
    CommitFile reader;
    reader.open(folder / "state");
    EXPECT_TRUE(reader.recovered());
    EXPECT_EQ(content(reader), after);
  }
  for (std::size_t length = 5500; length < logged.size(); ++length) {
    spill(folder / "state", logged.substr(0, length));
    CommitFile reader;
    reader.open(folder / "state");
    EXPECT_FALSE(reader.recovered());
    EXPECT_EQ(content(reader).substr(0, 5000), before);
  }
}

TEST(CommitFile, TheSealIsInsistedOn) {
  const TempFolder folder;
  CommitFile file;
  file.create(folder / "f");
  put(file, 0, std::string(100001, 'a'));
  ASSERT_TRUE(file.commit());
  file.seal();
  ASSERT_TRUE(file.close());
  EXPECT_EQ(content(folder / "f"), std::string(100001, 'a'));
  std::string text = slurp(folder / "f");
  text[77777] = 'b';
  spill(folder / "f", text);
  EXPECT_THROW(content(folder / "f"), std::runtime_error);
}

}  // namespace
}  // namespace freeplay
