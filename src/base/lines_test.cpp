// SPDX-License-Identifier: Apache-2.0
#include "base/lines.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

namespace freeplay {
namespace {

// What a stream gives as long as there is memory.
TEST(Lines, AreThoseOfAStream) {
  for (const std::string text : {"", "\n", "\n\n", "a", "a\n", "a\nb", "a b\r\n\n  c\td \n", "\n a"}) {
    std::istringstream lines(text);
    std::string_view rest = text, line;
    for (std::string expected; std::getline(lines, expected);) {
      ASSERT_TRUE(take_line(rest, line)) << text;
      EXPECT_EQ(line, expected);
      std::istringstream words(expected);
      std::string_view word;
      for (std::string one; words >> one;) {
        ASSERT_TRUE(take_word(line, word)) << text;
        EXPECT_EQ(word, one);
      }
      EXPECT_FALSE(take_word(line, word)) << text;
    }
    EXPECT_FALSE(take_line(rest, line)) << text;
  }
}

}  // namespace
}  // namespace freeplay
