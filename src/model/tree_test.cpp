// SPDX-License-Identifier: Apache-2.0
#include "model/tree.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace freeplay::tree {
namespace {

TEST(Tree, KeepsOrderAndPositions) {
  Diagnostics diagnostics;
  const Node root = parse_toml("z = 1\n  a = [true, 2.5]\n[t]\nk = 'x'\n[[l]]\n[[l]]\n", "f", diagnostics);
  ASSERT_FALSE(diagnostics.has_errors());
  const Table& table = *root.as<Table>();
  ASSERT_EQ(table.size(), 4u);
  EXPECT_EQ(table[0].key, "z");
  EXPECT_EQ(*table[0].value.as<long long>(), 1);
  EXPECT_EQ(table[1].position.line, 2);
  EXPECT_EQ(table[1].position.column, 3);
  const List& list = *table[1].value.as<List>();
  EXPECT_EQ(list[1].position.column, 14);
  EXPECT_EQ(*list[1].as<double>(), 2.5);
  const Member* k = find_member(*table[2].value.as<Table>(), "k");
  ASSERT_NE(k, nullptr);
  EXPECT_EQ(k->value.position.line, 4);
  EXPECT_EQ((*table[3].value.as<List>())[1].position.line, 6);
  EXPECT_EQ(find_member(table, "nothing"), nullptr);
}

TEST(Tree, QuotesDoNotHideADeepKey) {
  for (const std::string& part : {std::string("\"=\"."), std::string("'['."), std::string("''.")}) {
    std::string key;
    for (int i = 0; i < 2000; ++i) key += part;
    Diagnostics diagnostics;
    parse_toml("x = \"\"\"\n'\"\"\"\"\n" + key + "a = 1\n", "f", diagnostics);
    EXPECT_TRUE(diagnostics.has_errors());
  }
}

TEST(Tree, AnyLetterAndAnyDotMayStandInTextsAndComments) {
  Diagnostics diagnostics;
  const std::string dots(1000, '.');
  const std::string text = "\xEF\xBB\xBF# ü " + dots + "\nk = \"ü\u3000\"\n\"µ\" = 'é" + dots +
                           "'\nm = \"\"\"\nü \\\" # \"\" " + dots + "\"\"\"\"\nn = '''\nü\\'''\n";
  const Node root = parse_toml(text, "f", diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << to_string(diagnostics.all()[0]);
  EXPECT_EQ(root.as<Table>()->size(), 4u);
}

TEST(Tree, AHeaderWithoutANameIsReportedWhereItStands) {
  Diagnostics diagnostics;
  parse_toml("a = 1\n  [=b]\n", "f", diagnostics);
  ASSERT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.all()[0].where.line, 2);
  EXPECT_EQ(diagnostics.all()[0].where.column, 4);
}

TEST(Tree, ANumberThatNoDoubleHoldsIsRefusedWhereItStands) {
  for (const char* number : {"1e-400", "1e400", "-1e400"}) {
    Diagnostics diagnostics;
    parse_toml(std::string("a = 1\nb = ") + number + "\n", "f", diagnostics);
    ASSERT_TRUE(diagnostics.has_errors()) << number;
    EXPECT_EQ(diagnostics.all()[0].where.line, 2);
    EXPECT_NE(diagnostics.all()[0].message.find("is not representable"), std::string::npos)
        << diagnostics.all()[0].message;
  }
  Diagnostics diagnostics;
  const Node root =
      parse_toml("a = [1e-300, 4.9e-324, 1.7976931348623157e308, 1_0.5e-4, 0.1]", "f", diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << to_string(diagnostics.all()[0]);
  const List& read = *(*root.as<Table>())[0].value.as<List>();
  const std::vector<double> numbers{1e-300, 4.9e-324, 1.7976931348623157e308, 10.5e-4, 0.1};
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(*read[i].as<double>(), numbers[i]);
}

TEST(Tree, AssignedValues) {
  EXPECT_NE(parse_assigned_value("none").as<Removed>(), nullptr);
  EXPECT_EQ(*parse_assigned_value("1").as<long long>(), 1);
  EXPECT_EQ(*parse_assigned_value("1e-3").as<double>(), 1e-3);
  EXPECT_EQ(*parse_assigned_value(".5").as<double>(), 0.5);
  EXPECT_EQ(*parse_assigned_value("true").as<bool>(), true);
  EXPECT_EQ(*parse_assigned_value("0.2mm").as<std::string>(), "0.2mm");
  EXPECT_EQ(*parse_assigned_value("\"0.2 mm\"").as<std::string>(), "0.2 mm");
  EXPECT_EQ(*parse_assigned_value("moreau").as<std::string>(), "moreau");
  EXPECT_EQ(*parse_assigned_value("1\nb = 2").as<std::string>(), "1\nb = 2");
  EXPECT_EQ(parse_assigned_value("[1, 2]").as<List>()->size(), 2u);
  EXPECT_EQ(parse_assigned_value("{ a = 1 }").as<Table>()->at(0).position.line, 0);
}

}  // namespace
}  // namespace freeplay::tree
