// SPDX-License-Identifier: Apache-2.0
#include "io/json_writer.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

namespace freeplay {
namespace {

template <class Write>
std::string written(Write write) {
  std::string text;
  JsonWriter json([&text](std::string_view piece) { text += piece; });
  write(json);
  json.end();
  return text;
}

TEST(JsonWriter, WritesWhatALibraryReads) {
  const std::vector<std::array<double, 2>> points{{1, -0.1}, {1e300, 5e-324}};
  const std::string text = written([&](JsonWriter& json) {
    json.object([&] {
      json.members("a", 1, "b", true, "c", "text", "d", std::string("x"), "e", points, "f", std::nullopt, "g",
                   std::optional<double>(0.5), "h", std::optional<double>());
      json.member("empty", [&] { json.object([] {}); });
      json.member("list", [&] {
        json.array(std::vector<int>{1, 2}, [&](int i) { json.object([&] { json.member("i", i); }); });
      });
      json.member("none", std::vector<int>());
      json.member("huge", std::numeric_limits<long long>::min());
      json.member("nan", std::numeric_limits<double>::quiet_NaN());
    });
  });
  const nlohmann::ordered_json expected = {{"a", 1},
                                           {"b", true},
                                           {"c", "text"},
                                           {"d", "x"},
                                           {"e", points},
                                           {"f", nullptr},
                                           {"g", 0.5},
                                           {"h", nullptr},
                                           {"empty", nlohmann::ordered_json::object()},
                                           {"list", {{{"i", 1}}, {{"i", 2}}}},
                                           {"none", nlohmann::ordered_json::array()},
                                           {"huge", std::numeric_limits<long long>::min()},
                                           {"nan", nullptr}};
  EXPECT_EQ(nlohmann::ordered_json::parse(text), expected) << text;
}

TEST(JsonWriter, TextsMayHoldAnything) {
  std::string bytes;
  for (int c = 1; c < 256; ++c) bytes += static_cast<char>(c);
  const std::string proper = "</script> \"\\\x01\x7f\t ä € 😀 \u202e";
  const std::string text = written([&](JsonWriter& json) {
    json.object([&] { json.members(proper, proper, "bytes", bytes, "cut", "\xf0\x9f\x98"); });
  });
  for (const char c : text) EXPECT_TRUE(c >= 0x20 && c < 0x7f && c != '<');
  const nlohmann::json read = nlohmann::json::parse(text);
  EXPECT_EQ(read[proper], proper);
  EXPECT_EQ(read["cut"], "\ufffd\ufffd\ufffd");
  EXPECT_TRUE(read["bytes"].get<std::string>().ends_with("\ufffd"));
}

TEST(JsonWriter, KeepsLittleOfWhatItWrote) {
  std::size_t longest = 0, pieces = 0;
  JsonWriter json([&](std::string_view piece) {
    longest = std::max(longest, piece.size());
    ++pieces;
  });
  json.array(std::vector<int>(1'000'000, 123456), [&](int i) { json.value(i); });
  json.end();
  EXPECT_GT(pieces, 50U);
  EXPECT_LT(longest, 70'000U);
}

}  // namespace
}  // namespace freeplay
