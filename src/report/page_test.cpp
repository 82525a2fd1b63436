// SPDX-License-Identifier: Apache-2.0
#include "report/page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/index.h"
#include "freeplay/results.h"
#include "io/record_test_data.h"
#include "report/facts.h"
#include "report/figures/figure.h"
#include "report/viewer_files.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using nlohmann::json;
using testing::TempFolder;

/// A result file of the sample record, with some attributes changed.
Result sample(const TempFolder& folder, const std::string& name, long long samples,
              const std::map<std::string, Attribute>& attributes = {}) {
  RecordLayout layout = testing::sample_layout();
  for (const auto& [key, value] : attributes) layout.attributes[key] = value;
  const auto sink = write_hdf5(folder / name, layout);
  testing::append_samples(*sink, 0, samples);
  sink->close("complete", {});
  return make_result(read_record(folder / name), name);
}

std::vector<double> numbers(const json& block) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned group = 0;
  int bits = 0;
  for (const char c : block["base64"].get<std::string>()) {
    if (c == '=') break;
    group = group << 6U | static_cast<unsigned>(digits.find(c));
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>(group >> static_cast<unsigned>(bits) & 255U);
    }
  }
  std::vector<double> out;
  const auto take = [&](auto zero) {
    for (std::size_t i = 0; i + sizeof zero <= bytes.size(); i += sizeof zero) {
      std::copy_n(bytes.data() + i, sizeof zero, reinterpret_cast<char*>(&zero));
      out.push_back(static_cast<double>(zero));
    }
  };
  const std::string type = block["type"];
  if (type == "f64") take(double{});
  if (type == "f32") take(float{});
  if (type == "u32") take(std::uint32_t{});
  if (type == "u8") take(std::uint8_t{});
  EXPECT_EQ(out.size(), block["count"].get<std::size_t>());
  return out;
}

TEST(Page, HoldsTheRecord) {
  const TempFolder folder;
  const Result result = sample(folder, "a.h5", 25);
  const json page = json::parse(report_payload({result}));
  EXPECT_EQ(page["format"], 1);
  ASSERT_EQ(page["runs"].size(), 1U);
  const json& run = page["runs"][0];
  EXPECT_EQ(run["samples"], 25);
  EXPECT_EQ(run["recorded"], 25);
  EXPECT_TRUE(run["scene"].is_null());  // the sample's text is no whole model
  ASSERT_EQ(run["channels"].size(), 5U);
  for (const json& channel : run["channels"]) {
    const std::string path = channel["path"];
    ASSERT_EQ(channel["data"].size(), channel["components"].size());
    for (std::size_t k = 0; k < channel["data"].size(); ++k) {
      const std::vector<double> stored = numbers(channel["data"][k]);
      const std::vector<double> values = result.values(path, to_int(k));
      const bool exact = channel["data"][k]["type"] != "f32";
      ASSERT_EQ(stored.size(), values.size()) << path;
      for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(stored[i], exact ? values[i] : static_cast<double>(static_cast<float>(values[i]))) << path;
    }
  }
  EXPECT_EQ(run["channels"][0]["data"][0]["type"], "f64");
  EXPECT_EQ(run["channels"][2]["components"], (json{"w", "x", "y", "z"}));
  EXPECT_EQ(run["channels"][3]["words"][2], "slip, fast");
  EXPECT_EQ(run["tables"][0]["rows"], 5);
  EXPECT_EQ(numbers(run["tables"][0]["columns"][2]["data"])[1], static_cast<float>(0.5));
}

TEST(Page, ThinsLongRecordsAndSaysSo) {
  const TempFolder folder;
  const Result result = sample(folder, "a.h5", 5000);
  PageOptions options;
  options.most_bytes = 20000;
  const std::string text = report_payload({result}, options);
  const json run = json::parse(text)["runs"][0];
  EXPECT_EQ(run["recorded"], 5000);
  const long long kept = run["samples"];
  EXPECT_LT(kept, 500);
  for (const json& channel : run["channels"])
    for (const json& block : channel["data"]) EXPECT_EQ(block["count"], kept) << channel["path"];
  // poses and words are those of one and the same sample
  const std::vector<double> time = numbers(run["channels"][0]["data"][0]);
  const std::vector<double> x = numbers(run["channels"][1]["data"][0]);
  const std::vector<double> mode = numbers(run["channels"][3]["data"][0]);
  for (std::size_t i = 0; i < time.size(); ++i) {
    const auto sample_index = std::llround(time[i] / 1e-4);
    EXPECT_EQ(x[i], testing::sample_row(sample_index)[1]);
    EXPECT_EQ(mode[i], static_cast<double>(sample_index % 3));
  }
  EXPECT_LT(run["tables"][0]["rows"], run["tables"][0]["recorded"]);
}

TEST(Page, TextsOfAModelStayTexts) {
  const TempFolder folder;
  const std::string evil = "</script><script>alert(1)</script><!-- \" ' & \xff";
  const Result result = sample(folder, "a.h5", 3, {{"name", evil}, {"model", evil}});
  const std::string page = report_page({result});
  EXPECT_LACKS(page, "<script>alert");
  EXPECT_LACKS(page, "alert(1)</script>");
  // one data block and one script, and nothing else that begins or ends one
  const auto count = [&](const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = page.find(what); at != std::string::npos; at = page.find(what, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<script"), 2U);
  EXPECT_EQ(count("</script"), 2U);
  EXPECT_EQ(count("<!--"), 0U);
  EXPECT_CONTAINS(page, "<title>&lt;/script&gt;&lt;script&gt;alert(1)");
  EXPECT_CONTAINS(page, "script-src 'sha256-" + std::string(viewer_hash()) + "'");
  EXPECT_CONTAINS(page, "default-src 'none'");
}

TEST(Page, IsTheSameForTheSameResult) {
  const TempFolder folder;
  const Result result = sample(folder, "a.h5", 30);
  EXPECT_EQ(report_page({result}), report_page({result}));
}

TEST(Page, ReplacesReportsOnly) {
  const TempFolder folder;
  const Result result = sample(folder, "a.h5", 3);
  write_report({result}, folder / "a.html");
  write_report({result}, folder / "a.html");
  testing::spill(folder / "notes.html", "<p>my notes</p>");
  EXPECT_THROW(write_report({result}, folder / "notes.html"), std::runtime_error);
  EXPECT_EQ(testing::slurp(folder / "notes.html"), "<p>my notes</p>");
  EXPECT_THROW(write_report({result}, folder / "no folder/a.html"), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.html.part"));
}

TEST(Page, LabelsTellResultsApart) {
  const TempFolder folder;
  std::vector<Result> results;
  results.push_back(sample(folder, "a.h5", 3, {{"name", "crank"}, {"options", ""}}));
  results.push_back(sample(folder, "b.h5", 3, {{"name", "crank"}, {"options", "mu=0.1\ne=1"}}));
  results.push_back(sample(folder, "c.h5", 3, {{"name", "other"}, {"options", "x=1"}}));
  label_results(results);
  EXPECT_EQ(results[0].label, "as in the file");
  EXPECT_EQ(results[1].label, "mu=0.1 e=1");
  EXPECT_EQ(results[2].label, "other");
  // nothing tells them apart but their files; and not even these
  results[1] = results[0] = sample(folder, "a.h5", 3, {{"name", "crank"}, {"options", ""}});
  results[1].file = "b.h5";
  label_results(results);
  EXPECT_EQ(results[0].label, "a.h5");
  EXPECT_EQ(results[1].label, "b.h5");
  results[1] = results[0] = sample(folder, "a.h5", 3, {{"name", "crank"}, {"options", ""}});
  label_results(results);
  EXPECT_EQ(results[0].label, "a.h5 (1)");
  EXPECT_EQ(results[1].label, "a.h5 (2)");
}

TEST(Page, WarnsOfWhatIsDoubtful) {
  const TempFolder folder;
  RecordLayout layout = testing::sample_layout();
  layout.attributes["model_warnings"] = "a key is odd";
  const auto sink = write_hdf5(folder / "a.h5", layout);
  testing::append_samples(*sink, 0, 2);
  std::vector<double> row = testing::sample_row(2);
  row[1] = std::nan("");
  sink->append(row);
  sink->close("failed: no solver", {{"warnings", "one\ntwo"}});
  const std::vector<std::string> warnings = warnings_of(make_result(read_record(folder / "a.h5"), "a.h5"));
  EXPECT_EQ(warnings, (std::vector<std::string>{"the run did not reach its end: failed: no solver",
                                                "1 recorded numbers are NaN", "one", "two", "a key is odd"}));
}

}  // namespace
}  // namespace freeplay
