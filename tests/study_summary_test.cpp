// SPDX-License-Identifier: Apache-2.0
// What `freeplay study` and `freeplay plot` say of a study as a whole.
#include <gtest/gtest.h>

#include <algorithm>
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
using testing::mass_and_restitution;
using StudyAsAWhole = testing::StudyCommand;

TEST_F(StudyAsAWhole, ScreeningFindsWhatMatters) {
  write_study(R"([[vary]]
path = "body.ball.mass"
from = 0.1
to = 0.2
[[vary]]
name = "restitution"
path = "contact.impact.restitution"
from = 0.4
to = 0.6
[[vary]]
name = "inertia"
path = "body.ball.inertia"
from = 1e-5
to = 2e-5
[plan]
name = "morris"
trajectories = 30
)" + std::string(kHit));
  const Called called = call("study study.toml -o s.h5 --json");
  ASSERT_EQ(called.code, 0) << called.err;
  const auto json = nlohmann::json::parse(called.out);
  EXPECT_EQ(json["rows"], 120);
  const auto& effects = json["measures"][0]["elementary_effects"];
  // m (1 + ε) 2 m/s: of the mass 0.1 · 2 · (1 + ε), on average 0.3; of the restitution 0.2 · 2 · m, on average 0.06
  EXPECT_NEAR(effects["body.ball.mass"]["mean_size"], 0.3, 0.004);
  EXPECT_NEAR(effects["restitution"]["mean_size"], 0.06, 0.01);
  EXPECT_NEAR(effects["inertia"]["mean_size"], 0, 1e-12);
  EXPECT_EQ(effects["inertia"]["count"], 30);
  EXPECT_CONTAINS(call("study s.h5").out, "elementary effects");
}

TEST_F(StudyAsAWhole, PicturesShowDistributionsAndResponses) {
  write_study(R"([[vary]]
path = "body.ball.mass"
values = [0.1, 0.2, 0.4]
[[vary]]
name = "lift"
path = "body.ball.position[1]"
as = "offset"
distribution = { law = "uniform", low = 0, high = 0.1 }
[plan]
name = "grid"
repeats = 20
)" + std::string(kHit));
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  const Called called = call("plot s.h5");
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_CONTAINS(called.out, "s.svg");
  const std::string picture = read(folder_ / "s.svg");
  for (const char* words : {"Distributions", "hit (N s)", "60 runs", "median", "5 % and 95 %",
                            "body.ball.mass (kg)", "lift (mm)"})
    EXPECT_CONTAINS(picture, words);
  EXPECT_EQ(call("plot s.h5 -o s.pdf").code, 0);
  EXPECT_EQ(call("plot s.h5 -o folder/").code, 1);
  EXPECT_CONTAINS(call("plot s.h5 --figure orbit").err, "the result of a study");
}

TEST_F(StudyAsAWhole, APlanSaysHowManyRunsThereAre) {
  write_study(mass_and_restitution("[plan]\nname = \"one_at_a_time\"\n") + kHit);
  const Called called = call("study study.toml --plan");
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_CONTAINS(called.out, "runs                7");
  EXPECT_CONTAINS(called.out, "estimated");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "study.study.h5"));
}

TEST_F(StudyAsAWhole, SummariesHavePercentilesAndCorrelations) {
  write_study(R"([[vary]]
path = "body.ball.mass"
from = 0.1
to = 0.2
count = 101
[plan]
name = "grid"
)" + std::string(kHit));
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  const Called called = call("study s.h5");
  EXPECT_CONTAINS(called.out, "body.ball.mass +1.00");
  // impulses are 3 m/s times the mass: 0.3 to 0.6 N s evenly
  for (const char* number : {"0.45 ", "0.315", "0.585", "0.0879"}) EXPECT_CONTAINS(called.out, number);
  const Called json = call("study s.h5 --json");
  EXPECT_CONTAINS(json.out, "\"percent_95\": 0.585");
}

TEST_F(StudyAsAWhole, SamplesSayHowSureTheyAre) {
  write_study(R"([[vary]]
path = "body.ball.mass"
distribution = { law = "uniform", low = 0.1, high = 0.2 }
[plan]
name = "monte_carlo"
count = 100
seed = 5
)" + std::string(kHit));
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  const auto of = nlohmann::json::parse(call("study s.h5 --json").out)["measures"][0];
  std::vector<double> hits = result("s.h5").values("/measure/hit");
  std::sort(hits.begin(), hits.end());
  EXPECT_EQ(of["median_bounds"][0], hits[39]);  // of 100 runs the 40th and the 61st
  EXPECT_EQ(of["median_bounds"][1], hits[60]);
  EXPECT_LT(of["median_bounds"][0], 0.45);  // 3 m/s · 0.15 kg
  EXPECT_GT(of["median_bounds"][1], 0.45);
  // deviation of a uniform distribution: its width / √12
  EXPECT_NEAR(of["standard_error"].get<double>(), 0.3 / std::sqrt(12) / 10, 1e-3);
  EXPECT_CONTAINS(call("study s.h5").out, "with 95 % confidence");
  write_study(mass_and_restitution("[plan]\nname = \"grid\"\n") + kHit);
  ASSERT_EQ(call("study study.toml -q -o grid.h5").code, 0);
  EXPECT_EQ(call("study grid.h5").out.find("confidence"), std::string::npos);
}

}  // namespace
}  // namespace freeplay
