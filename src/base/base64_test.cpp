// SPDX-License-Identifier: Apache-2.0
#include "base/base64.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace freeplay {
namespace {

std::string of(std::string_view text) { return base64_of(std::span<const char>(text.data(), text.size())); }

// The test vectors of RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(of(""), "");
  EXPECT_EQ(of("f"), "Zg==");
  EXPECT_EQ(of("fo"), "Zm8=");
  EXPECT_EQ(of("foo"), "Zm9v");
  EXPECT_EQ(of("foobar"), "Zm9vYmFy");
}

TEST(Base64, NumbersAreLittleEndian) {
  const std::vector<double> one{1.0};  // 00 00 00 00 00 00 f0 3f
  EXPECT_EQ(base64_of<double>(one), "AAAAAAAA8D8=");
}

}  // namespace
}  // namespace freeplay
