// SPDX-License-Identifier: Apache-2.0
// The summary of a report against closed forms, and its light against what is wrong with a run.
#include "report/findings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "freeplay/model.h"
#include "io/loads.h"
#include "model/ideal.h"
#include "report/facts.h"
#include "tests/kit/result.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

using testing::example;
using testing::result_of;

constexpr double kGravity = 9.81;

const Finding* find(const Findings& found, const std::string& label) {
  const auto at = std::find_if(found.items.begin(), found.items.end(),
                               [&](const Finding& item) { return item.label == label; });
  return at == found.items.end() ? nullptr : &*at;
}

std::string value_of(const Findings& found, const std::string& label) {
  const Finding* item = find(found, label);
  return item == nullptr ? "(none)" : item->value;
}

TEST(NumberText, PrefixesSuitTheNumber) {
  EXPECT_EQ(with_prefix(0.001234, "N m"), "1.23 mN m");
  EXPECT_EQ(with_prefix(999.4, "N"), "999 N");
  EXPECT_EQ(with_prefix(999.6, "N"), "1.00 kN");
  EXPECT_EQ(with_prefix(-12345, "N"), "-12.3 kN");
  EXPECT_EQ(with_prefix(0, "m"), "0 m");
  EXPECT_EQ(with_prefix(1, "s"), "1.00 s");
  EXPECT_EQ(with_prefix(0.1, "s"), "100 ms");
  EXPECT_EQ(with_prefix(2e-17, "m"), "2e-05 pm");
  EXPECT_EQ(with_prefix(5e14, "Pa"), "5e+05 GPa");
}

// A ball falls h and bounces with ε: it loses ½ m (1 − ε²) v², and the impact has the impulse m (1 + ε) v.
TEST(Findings, OfARigidBallAreThoseOfTheImpactLaw) {
  const Model model = example("bouncing_ball", {{"run.end", "0.6"}, {"run.record.every", "1e-3"}});
  const Findings found = findings_of(result_of(model), nullptr);
  const double m = 0.263e-3, v = std::sqrt(2 * kGravity * 1.0), e = 0.5;
  EXPECT_EQ(value_of(found, "Hardest impact"), with_prefix(m * (1 + e) * v, "N s"));
  EXPECT_NEAR(*find(found, "Hardest impact")->time, v / kGravity, 1e-6);
  EXPECT_EQ(value_of(found, "Energy lost"), with_prefix(0.5 * m * v * v * (1 - e * e), "J"));
  EXPECT_EQ(find(found, "Energy lost")->note, "impacts 100 %");
  EXPECT_EQ(value_of(found, "Impacts per second"), "1.67");
  EXPECT_EQ(value_of(found, "Largest force"), with_prefix(m * (1 + e) * v / 1e-3, "N"));  // mean of 1 ms
  EXPECT_NE(find(found, "Largest force")->note.find("mean of a sample of 1.00 ms"), std::string::npos);
  EXPECT_EQ(found.trust.light, Light::good);
}

// Hertz without loss: ½ m v² = 2/5 K δ^{5/2} at the deepest, F = K δ^{3/2}. The contact lasts 0.4 ms, the samples are 5 ms
// apart and none lies in it.
TEST(Findings, PeaksAreThoseOfTheMotionAndCoarseSamplesAreSaid) {
  const Result result = result_of(example("falling_ball", {{"run.end", "0.5"}}));
  const Findings found = findings_of(result, nullptr);
  const double E = 207e9 / (2 * (1 - 0.3 * 0.3)), K = 4.0 / 3 * E * std::sqrt(0.1),
               v = std::sqrt(2 * kGravity * 0.5);
  const double force = K * std::pow(1.25 * v * v / K, 0.6);
  const std::vector<Load> loads = loads_of(result.record);
  ASSERT_EQ(loads.size(), 1U);
  EXPECT_NEAR(loads[0].peak, force, 1e-3 * force);  // its weight is 2e-4 of it
  EXPECT_EQ(loads[0].sampled_peak, 0);
  EXPECT_EQ(value_of(found, "Largest force"), with_prefix(loads[0].peak, "N"));
  EXPECT_EQ(value_of(found, "Fastest contact"), with_prefix(v, "m/s"));
  EXPECT_EQ(found.trust.light, Light::doubtful);
  const std::vector<std::string>& reasons =
      found.trust.reasons;  // the ball is faster than Hertz' law is made for, too
  EXPECT_EQ(
      std::count_if(reasons.begin(), reasons.end(),
                    [](const std::string& reason) { return reason.starts_with("samples are coarser"); }),
      1);
}

TEST(Findings, TellWhatPlayDoesToTheIdealMachine) {
  const std::vector<Assignment> short_end = {{"run.end", "0.05"}};
  std::vector<Result> results;
  results.push_back(result_of(example("slider_crank", short_end)));
  results.push_back(result_of(ideal_of(example("slider_crank", short_end)).value()));
  EXPECT_EQ(ideal_twin(results, results[0]), &results[1]);
  EXPECT_EQ(ideal_twin(results, results[1]), nullptr);
  const Findings found = findings_of(results[0], &results[1]);
  double most = 0;
  for (const char* body : {"crank", "rod", "slider"}) {
    const std::string path = std::string("/body/") + body + "/position";
    const std::vector<double> x = results[0].values(path, 0), y = results[0].values(path, 1);
    const std::vector<double> ix = results[1].values(path, 0), iy = results[1].values(path, 1);
    ASSERT_EQ(x.size(), ix.size());
    for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::hypot(x[i] - ix[i], y[i] - iy[i]));
  }
  EXPECT_EQ(value_of(found, "Farthest from the ideal machine"), with_prefix(most, "m"));
  const Finding* raised = find(found, "Play raises the force at guide");
  ASSERT_NE(raised, nullptr);
  double with = 0, without = 0;
  for (const Load& load : loads_of(results[0].record)) with = load.name == "guide" ? load.peak : with;
  for (const Load& load : loads_of(results[1].record)) without = load.name == "guide" ? load.peak : without;
  EXPECT_GT(with, without);
  EXPECT_EQ(raised->value, with_prefix(without, "N") + " → " + with_prefix(with, "N"));
}

TEST(Findings, OtherMachinesAreNoTwins) {
  std::vector<Result> results;
  results.push_back(result_of(example("slider_crank", {{"run.end", "0.002"}})));
  results.push_back(result_of(example("pendulum", {{"run.end", "0.002"}})));
  EXPECT_EQ(ideal_twin(results, results[0]), nullptr);
}

TEST(Findings, TheLightFollowsTheRun) {
  Result result = result_of(example("pendulum", {{"run.end", "0.1"}}));
  EXPECT_EQ(findings_of(result, nullptr).trust.light, Light::good);
  result.record.attributes["warnings"] = std::string("the removal of drift moved 3 J");
  const Trust doubtful = findings_of(result, nullptr).trust;
  EXPECT_EQ(doubtful.light, Light::doubtful);
  EXPECT_EQ(doubtful.reasons, doubts_of(result));
  result.record.status = "failed: no solution";
  EXPECT_EQ(findings_of(result, nullptr).trust.light, Light::bad);
  EXPECT_STREQ(light_word(Light::bad), "bad");
}

TEST(Findings, EnergyThatIsNotAccountedForIsSaid) {
  Result result = result_of(example("pendulum", {{"run.end", "0.1"}}));
  const double scale = std::get<double>(result.record.attributes.at("energy_scale"));
  result.record.attributes["energy_numerical"] = 0.002 * scale;
  const Trust trust = findings_of(result, nullptr).trust;
  EXPECT_EQ(trust.light, Light::doubtful);
  EXPECT_NE(trust.reasons.at(0).find("0.2 %"), std::string::npos) << trust.reasons.at(0);
}

}  // namespace
}  // namespace freeplay
