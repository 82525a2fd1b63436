// SPDX-License-Identifier: Apache-2.0
#include "validation/compare.h"

#include <gtest/gtest.h>

namespace freeplay::validation {
namespace {

TEST(ComparePages, ErrorsCompareByTheirOrderOfMagnitude) {
  EXPECT_TRUE(agree("1.5e-11", "1.4e-11"));
  EXPECT_TRUE(agree("1.5e-11", "-9.0e-12"));  // the sign of a rounding error
  EXPECT_TRUE(agree("0", "4.4e-16"));
  EXPECT_TRUE(agree("+2.0e-13", "-7.0e-13"));
  EXPECT_TRUE(agree("3.0e-05", "1.1e-04"));
  EXPECT_FALSE(agree("3.0e-05", "1.1e-03"));
  EXPECT_FALSE(agree("3.0e-05", "-3.0e-05"));
  EXPECT_FALSE(agree("2.0e-13", "2.0e-11"));
  EXPECT_FALSE(agree("0", "1.0e-10"));
}

TEST(ComparePages, OtherNumbersToTheLastDigitsShown) {
  EXPECT_TRUE(agree("75.335815777", "75.335815779"));
  EXPECT_FALSE(agree("75.335815777", "75.335815977"));
  EXPECT_TRUE(agree("0.5158", "0.5157"));
  EXPECT_FALSE(agree("0.5158", "0.5148"));
  EXPECT_FALSE(agree("0.5158", "-0.5158"));
  EXPECT_TRUE(agree("9.04678e+00", "9.04679e+00"));
  EXPECT_FALSE(agree("9.04678e+00", "9.04778e+00"));
}

TEST(ComparePages, CountsMayDifferALittle) {
  EXPECT_TRUE(agree("326", "327"));
  EXPECT_TRUE(agree("4288", "4300"));
  EXPECT_FALSE(agree("4288", "4400"));
  EXPECT_FALSE(agree("1", "4"));
}

TEST(ComparePages, WordsAndFormAreTheSame) {
  const std::string page = "# Ball\n\n| `rk4`, 1e-06 | 173 | 2.0e-13 | yes |\n";
  EXPECT_TRUE(differences(page, page).empty());
  EXPECT_TRUE(differences(page, "# Ball\n\n| `rk4`, 1e-06 | 174 | 2.4e-13 | yes |\n").empty());
  EXPECT_EQ(differences(page, "# Ball\n\n| `rk5`, 1e-06 | 173 | 2.0e-13 | yes |\n").size(), 1u);  // a word
  EXPECT_EQ(differences(page, "# Ball\n\n| `rk4`, 1e-06 | 173 | 2.0e-13 | **no** |\n").size(), 1u);
  EXPECT_EQ(differences(page, "# Ball\n\n| `rk4`, 1e-06 | no | 2.0e-13 | yes |\n").size(), 1u);
  EXPECT_EQ(differences(page, page + "more\n").size(), 1u);
}

}  // namespace
}  // namespace freeplay::validation
