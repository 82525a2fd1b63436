// SPDX-License-Identifier: Apache-2.0
// The page of a study: what it holds, and what is asked of `freeplay report`.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/ball_study.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::Called;
using testing::kHit;

class StudyReport : public testing::StudyCommand {
 protected:
  /// What the page shows.
  nlohmann::json payload(const std::string& page) const {
    const std::string text = read(folder_ / page);
    const std::string mark = "id=\"freeplay-data\">";
    const std::size_t from = text.find(mark) + mark.size();
    return nlohmann::json::parse(text.substr(from, text.find("</script>", from) - from));
  }
};

TEST_F(StudyReport, HoldsWhatTheSummarySays) {
  write_study(R"([[vary]]
path = "body.ball.mass"
distribution = { law = "uniform", low = "100 g", high = "200 g" }
[[vary]]
name = "fall"
path = "body.ball.position[1]"
as = "offset"
values = [0, "1 mm", 2]
[plan]
name = "monte_carlo"
count = 60
[limits]
steps = 310
)" + std::string(kHit) +
              R"([[measure]]
name = "hits"
table = "impacts"
what = "count"
)");
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  const Called called = call("report s.h5 --title 'a <b> ball'");
  ASSERT_EQ(called.code, 0) << called.err;
  EXPECT_EQ(called.out, "s.html\n");
  const auto page = payload("s.html");
  const auto summary = nlohmann::json::parse(call("study s.h5 --json").out);
  EXPECT_EQ(page["title"], "a <b> ball");
  const auto& study = page["study"];
  EXPECT_EQ(study["command"], "freeplay study s.h5 --rerun ");
  EXPECT_EQ(study["plan"], "monte_carlo of 60 runs, seed 0");
  EXPECT_EQ(study["variables"][0]["values"], "uniform from 0.1 kg to 0.2 kg");
  EXPECT_EQ(study["variables"][1]["values"], "0 m, 0.001 m, 2 m, added to the number of the model");
  EXPECT_EQ(study["measures"][0]["how"], "largest normal_impulse of impacts");
  EXPECT_EQ(study["measures"][1]["how"], "number of rows of impacts");
  for (const char* key : {"median", "mean", "peak"})
    EXPECT_DOUBLE_EQ(study["measures"][0][key].get<double>(), summary["measures"][0][key].get<double>());
  EXPECT_DOUBLE_EQ(study["measures"][0]["medianBounds"][0].get<double>(),
                   summary["measures"][0]["median_bounds"][0].get<double>());
  EXPECT_EQ(study["measures"][0]["largest"][0], summary["measures"][0]["peak_row"]);
  EXPECT_EQ(study["measures"][0]["smallest"][0], summary["measures"][0]["least_row"]);
  EXPECT_EQ(study["text"], read(folder_ / "study.toml"));
  EXPECT_EQ(page["runs"][0]["samples"], 60);
  EXPECT_EQ(page["runs"][0]["channels"][0]["path"], "/time");
  EXPECT_EQ(page["runs"][0]["findings"]["light"], "good");
  std::vector<std::string> titles;
  for (const auto& figure : page["figures"]) titles.push_back(figure["title"]);
  EXPECT_EQ(titles,
            (std::vector<std::string>{"Distributions", "hit over what varies", "hits over what varies"}));
  EXPECT_EQ(page["figures"][1]["axes"][0]["xLabel"], "body.ball.mass (kg)");
}

TEST_F(StudyReport, SaysWhatFailedAndDoubtsIt) {
  write_study(testing::kTooLong + std::string(kHit));
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  ASSERT_EQ(call("report s.h5 -q -o page.html").code, 0);
  const auto page = payload("page.html");
  EXPECT_EQ(page["study"]["reasons"][0]["word"], "limit");
  EXPECT_EQ(page["study"]["reasons"][0]["runs"], 2);
  EXPECT_EQ(page["study"]["reasons"][0]["row"], 1);
  EXPECT_CONTAINS(page["study"]["reasons"][0]["message"].get<std::string>(), "250 steps");
  EXPECT_EQ(page["runs"][0]["findings"]["light"], "bad");
  EXPECT_EQ(page["study"]["complete"], 1);
}

TEST_F(StudyReport, PagesOfManyRunsAreThinnedAndKeepTheExtremeOnes) {
  write_study(R"([[vary]]
path = "body.ball.mass"
distribution = { law = "uniform", low = 0.1, high = 0.2 }
[plan]
name = "sobol"
count = 6000
[set]
"run.end" = 0.21
)" + std::string(kHit));
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  ASSERT_EQ(call("report s.h5 -q --megabytes 0.1").code, 0);
  const auto page = payload("s.html");
  EXPECT_EQ(page["runs"][0]["recorded"], 6000);
  const int kept = page["runs"][0]["samples"];
  EXPECT_GT(kept, 1000);
  EXPECT_LT(kept, 0.1e6 / 20);
  EXPECT_EQ(page["study"]["measures"][0]["runs"], 6000);
}

TEST_F(StudyReport, IsAPageOfOneStudy) {
  write_study(testing::mass_and_restitution("[plan]\nname = \"grid\"\n") + kHit);
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  const Called paper = call("report s.h5 -o s.pdf");
  EXPECT_EQ(paper.code, 1);
  EXPECT_CONTAINS(paper.err, "`freeplay plot` draws a study as PDF");
  EXPECT_CONTAINS(call("report s.h5 -o s.h5").err, "would overwrite the result");
  write("mine.html", "my own page");
  EXPECT_CONTAINS(call("report s.h5 -o mine.html").err, "is not a report");
}

}  // namespace
}  // namespace freeplay
