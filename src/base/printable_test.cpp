// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"

#include <gtest/gtest.h>

namespace freeplay {
namespace {

TEST(Printable, TextStaysAndWhatActsOnATerminalIsShown) {
  EXPECT_EQ(printable("Kurbel, Ärmel, μ = 0.1, 機械 🙂\n\tnext"),
            "Kurbel, Ärmel, μ = 0.1, 機械 🙂\n\tnext");
  EXPECT_EQ(printable("a\x1b[31mred\x1b]0;title\x07"), "a\\x1b[31mred\\x1b]0;title\\x07");
  EXPECT_EQ(printable("over\rwritten\x7f"), "over\\x0dwritten\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u{009b}31m");  // the control sequence introducer of eight bits
  EXPECT_EQ(printable("\u202egnp.exe"), "\\u{202e}gnp.exe");
  EXPECT_EQ(printable(std::string_view("zero\0byte", 9)), "zero\\x00byte");
}

TEST(Printable, BytesThatAreNoUtf8AreShown) {
  EXPECT_EQ(printable("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");           // "/" in two bytes
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half of a pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(printable("cut \xe2\x82"), "cut \\xe2\\x82");
  EXPECT_EQ(valid_utf8("\x1b[0m \xc3\xa4 \xe4"), "\x1b[0m \xc3\xa4 \\xe4");
}

}  // namespace
}  // namespace freeplay
