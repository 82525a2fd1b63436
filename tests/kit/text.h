// SPDX-License-Identifier: Apache-2.0
// Comparisons of what users read: a failure prints the whole text.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#define EXPECT_CONTAINS(text, part) \
  EXPECT_NE(std::string_view(text).find(part), std::string_view::npos) << (text)
#define EXPECT_LACKS(text, part) \
  EXPECT_EQ(std::string_view(text).find(part), std::string_view::npos) << (text)
