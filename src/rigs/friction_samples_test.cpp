// SPDX-License-Identifier: Apache-2.0
#include "rigs/friction_samples.h"
#include "tests/kit/text.h"

#include <gtest/gtest.h>

namespace freeplay {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST(FrictionSamples, EveryRegisteredLawCanBeShown) {
  Diagnostics problems;
  const std::vector<FrictionSpecimen> laws = friction_specimens({}, {}, problems);
  std::string said;
  for (const Diagnostic& problem : problems.all()) said += to_string(problem) + "\n";
  EXPECT_EQ(laws.size(), entries_of<FrictionEntry>().size()) << said;
  EXPECT_EQ(said, "");
}

TEST(FrictionSamples, ArePerUnitOfTheNormalForceOfThePaper) {
  Diagnostics problems;
  const FrictionSpecimen lugre = friction_specimens({"lugre"}, {}, problems).front();
  EXPECT_DOUBLE_EQ(std::get<double>(lugre.values.at("sigma0").data), 1e5 / 9.81);
  EXPECT_DOUBLE_EQ(std::get<double>(lugre.values.at("mu_static").data), 0.15);
}

TEST(FrictionSamples, TakeAssignmentsWithUnits) {
  Diagnostics problems;
  const Pairs set{{"mu", "0.12"}, {"stribeck_velocity", "5 mm/s"}};
  for (const FrictionSpecimen& law : friction_specimens({"lugre", "coulomb"}, set, problems)) {
    EXPECT_EQ(law.law->mu(), 0.12);
    if (law.values.count("stribeck_velocity") > 0) {
      EXPECT_DOUBLE_EQ(std::get<double>(law.values.at("stribeck_velocity").data), 5e-3);
    }
  }
  EXPECT_FALSE(problems.has_errors());
}

TEST(FrictionSamples, RefuseWhatDoesNotFit) {
  const auto said = [](const Pairs& set) {
    Diagnostics problems;
    friction_specimens({"lugre"}, set, problems);
    EXPECT_TRUE(problems.has_errors());
    return problems.all().empty() ? std::string() : to_string(problems.all().front());
  };
  EXPECT_CONTAINS(said({{"mu_statics", "0.2"}}), "did you mean \"mu_static\"?");
  EXPECT_CONTAINS(said({{"mu", "-1"}}), "lugre.mu");
  EXPECT_CONTAINS(said({{"stribeck_velocity", "1 mm"}}), "lugre.stribeck_velocity");
  EXPECT_CONTAINS(said({{"mu", "0.2"}}), "static friction");  // 0.15 at rest
}

}  // namespace
}  // namespace freeplay
