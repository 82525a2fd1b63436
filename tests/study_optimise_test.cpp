// SPDX-License-Identifier: Apache-2.0
// The plan "optimise": searches with known answers, over random runs, with points that fail, after kills.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "freeplay/results.h"
#include "studies/search.h"
#include "tests/ball_study.h"
#include "tests/kit/places.h"
#include "tests/kit/text.h"
#include "tests/kit/wait.h"

namespace freeplay {
namespace {

using testing::Called;
using testing::kHit;

class StudyOptimise : public testing::StudyCommand {
 protected:
  void SetUp() override {
    if (searcher() == nullptr) GTEST_SKIP() << "built without NLopt";
  }
  /// The study as a program sees it.
  nlohmann::json best_of(const std::string& rest) const {
    write_study(rest);
    const Called called = call("study study.toml --json --overwrite -o s.h5");
    EXPECT_EQ(called.code, 0) << called.err;
    return nlohmann::json::parse(called.out)["best"];
  }
};

/// Two numbers of a ball high above the floor.
constexpr const char* kTwo = R"([[vary]]
name = "x"
path = "body.ball.position[0]"
from = -2
to = 3
[[vary]]
name = "y"
path = "body.ball.velocity[0]"
from = -1
to = 3
[set]
"run.end" = 1e-3
)";

/// Rosenbrock's valley, whose lowest point is (1, 1).
constexpr const char* kValley = R"~([[measure]]
name = "valley"
formula = "= (1 - x/1 [m])^2 + 10*(y/1 [m/s] - (x/1 [m])^2)^2"
)~";

TEST_F(StudyOptimise, FindsTheLowestPointOfAValley) {
  for (const char* method : {"global", "local"}) {
    const auto best = best_of(std::string(kTwo) +
                              "[plan]\nname = \"optimise\"\ngoal = \"valley\"\ncount = 600\nmethod = \"" +
                              method + "\"\n" + kValley);
    EXPECT_LT(best["value"], 1e-4) << method;
    EXPECT_NEAR(best["variables"]["x"], 1, 0.02) << method;
    EXPECT_NEAR(best["variables"]["y"], 1, 0.03) << method;
    EXPECT_LE(result("s.h5").samples, 600) << method;
  }
}

TEST_F(StudyOptimise, FindsTheGreatestAmongSeveralPeaks) {
  // peaks at x = −1, 0, 1, 2; the envelope makes that at 2 the highest
  const auto best = best_of(std::string(kTwo) + R"~([plan]
name = "optimise"
goal = "peaks"
seek = "greatest"
count = 400
[[measure]]
name = "peaks"
formula = "= cos(2*pi*x/1 [m])*exp(-((x/1 [m] - 1.9)/2)^2) - (y/1 [m/s])^2"
)~");
  EXPECT_NEAR(best["variables"]["x"], 2, 0.02);
  EXPECT_NEAR(best["variables"]["y"], 0, 0.02);
  EXPECT_EQ(best["what"], "greatest mean");
}

TEST_F(StudyOptimise, FindsTheMassThatHitsAsHardAsWanted) {
  const auto best = best_of(R"([[vary]]
path = "body.ball.mass"
from = "50 g"
to = "500 g"
scale = "log"
[plan]
name = "optimise"
goal = "miss"
count = 60
)" + std::string(kHit) + R"~([[measure]]
name = "miss"
formula = "= abs(hit - 0.25 [N*s])"
)~");
  EXPECT_NEAR(best["variables"]["body.ball.mass"], 0.25 / 3, 1e-4);  // 2 m/s · 1.5
  EXPECT_CONTAINS(call("study s.h5").out, "least mean of miss, over 1 runs from row");
  const std::string row = std::to_string(best["row"].get<long long>());
  EXPECT_CONTAINS(call("study s.h5 --rerun " + row + " -o row.h5").out, "the same bits as in the study");
  const Called without = call("study study.toml --rerun 3");
  EXPECT_EQ(without.code, 1);
  EXPECT_CONTAINS(without.err, "give the result");
  EXPECT_EQ(call("report s.h5 -q").code, 0);
  EXPECT_CONTAINS(read(folder_ / "s.html"), "miss, least mean");
}

TEST_F(StudyOptimise, TheWorstOfSeveralRunsIsMadeGood) {
  const auto best = best_of(R"~([[vary]]
name = "x"
path = "body.ball.position[0]"
from = -2
to = 2
[[vary]]
name = "error"
path = "body.ball.velocity[0]"
distribution = { law = "normal", mean = 0.3, deviation = 0.2 }
[set]
"run.end" = 1e-3
[plan]
name = "optimise"
goal = "miss"
over = "worst"
count = 80
repeats = 8
seed = 3
[[measure]]
name = "miss"
formula = "= abs(x/1 [m] + error/1 [m/s])"
)~");
  const std::vector<double> errors = result("s.h5").values("/input/error");
  const auto [low, high] = std::minmax_element(errors.begin(), errors.begin() + 8);
  EXPECT_NEAR(best["variables"]["x"], -(*low + *high) / 2, 1e-3);  // as far from the one as from the other
  EXPECT_NEAR(best["value"], (*high - *low) / 2, 1e-3);
  for (std::size_t row = 8; row < errors.size(); ++row)
    EXPECT_EQ(errors[row], errors[row - 8]);  // points are compared by the same random numbers
}

// The first point, the middle, fails: it must be worse than all that follow, whatever their size.
TEST_F(StudyOptimise, PointsThatFailAreAvoided) {
  for (const char* size : {"1e-12", "1", "1e12"}) {
    const auto best = best_of(R"([[vary]]
name = "end"
path = "run.end"
from = 0.1
to = 0.6
[plan]
name = "optimise"
goal = "missed"
count = 60
[limits]
steps = 250
[[measure]]
name = "end_reached"
channel = "time"
what = "peak"
[[measure]]
name = "missed"
formula = "= )" + std::string(size) +
                              R"~(*(1 [s] - end_reached)"
)~");
    EXPECT_NEAR(best["variables"]["end"], 0.25, 2e-3) << size;  // 250 steps of 1 ms
    EXPECT_LE(best["variables"]["end"], 0.25 + 1e-9) << size;
  }
}

TEST_F(StudyOptimise, AKilledSearchFindsTheSame) {
  write("slow.toml", std::string(testing::kBall)
                         .replace(std::string(testing::kBall).find("step = 1e-3"), 11, "step = 1e-5"));
  write("study.toml", R"(study = 1
model = "slow.toml"
[[vary]]
path = "body.ball.mass"
from = 0.05
to = 0.5
[[vary]]
path = "contact.impact.restitution"
distribution = { law = "uniform", low = 0.4, high = 0.6 }
[plan]
name = "optimise"
goal = "miss"
count = 60
repeats = 3
)" + std::string(kHit) + R"~([[measure]]
name = "miss"
formula = "= abs(hit - 0.25 [N*s])"
)~");
  ASSERT_EQ(call("study study.toml -q --threads 1 -o whole.h5").code, 0);
  const std::string file = (folder_ / "killed.h5").string();
  const int child =
      testing::start_program({"study", "study.toml", "-q", "--threads", "2", "-o", file}, folder_);
  ASSERT_GT(child, 0);
  const auto rows = [&] {
    try {
      return read_saved_run(file).samples;
    } catch (const std::runtime_error&) {
      return 0LL;
    }
  };
  testing::wait_until([&] { return rows() > 20 || !testing::running(child); });
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  const long long before = rows();
  EXPECT_GT(before, 20);
  const Called last = call("study study.toml --resume -o killed.h5");
  EXPECT_EQ(last.code, 0) << last.err;
  const RecordFile a = result("killed.h5"), b = result("whole.h5");
  EXPECT_LT(before, b.samples);
  ASSERT_EQ(a.samples, b.samples);
  EXPECT_EQ(a.channels, b.channels);
}

TEST_F(StudyOptimise, MistakesHaveTheirPlace) {
  const std::string plan = "[plan]\nname = \"optimise\"\ncount = 9\n";
  const std::string range = "[[vary]]\npath = \"body.ball.mass\"\nfrom = 1\nto = 2\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {range + plan + kHit, "plan.goal: missing"},
      {range + plan + "goal = \"hitt\"\n" + kHit, "did you mean \"hit\"?"},
      {range + plan + "goal = \"hit\"\nseek = \"leest\"\n" + kHit, "did you mean \"least\"?"},
      {"[[vary]]\npath = \"body.ball.mass\"\nvalues = [1]\n" + plan + "goal = \"hit\"\n" + kHit,
       "a list cannot be searched"},
      {"[[vary]]\npath = \"body.ball.mass\"\ntolerance = \"100 g ± 10\"\n" + plan + "goal = \"hit\"\n" + kHit,
       "there is nothing to search"},
  };
  for (const auto& [text, message] : cases) {
    write_study(text);
    const Called called = call("study study.toml");
    EXPECT_EQ(called.code, 2) << text;
    EXPECT_CONTAINS(called.err, message) << text;
    EXPECT_CONTAINS(called.err, "study.toml:") << text;
  }
}

}  // namespace
}  // namespace freeplay
