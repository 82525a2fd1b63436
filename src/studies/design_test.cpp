// SPDX-License-Identifier: Apache-2.0
#include "studies/design.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace freeplay {
namespace {

Variable listed(const std::string& name, std::vector<double> values) {
  Variable variable;
  variable.name = name;
  variable.paths = {name};
  variable.values = std::move(values);
  return variable;
}

Variable drawn(const std::string& name) {
  Variable variable = listed(name, {});
  variable.random = Distribution{.low = 0, .high = 1};
  return variable;
}

Study study_with(std::vector<Variable> variables, PlanKind kind, long long count = 0, long long repeats = 1) {
  Study study;
  study.variables = std::move(variables);
  study.plan = {kind, count, repeats, 5};
  return study;
}

std::vector<double> row_of(const Study& study, long long row) {
  std::vector<double> values(study.variables.size());
  fill_design(study, row, values);
  return values;
}

TEST(Design, AGridHasEveryCombinationTheLastVariableFastest) {
  const Study study = study_with({listed("a", {1, 2}), listed("b", {10, 20, 30})}, PlanKind::grid);
  ASSERT_EQ(rows_of(study), 6);
  EXPECT_EQ(row_of(study, 0), (std::vector<double>{1, 10}));
  EXPECT_EQ(row_of(study, 1), (std::vector<double>{1, 20}));
  EXPECT_EQ(row_of(study, 5), (std::vector<double>{2, 30}));
}

TEST(Design, AListTakesValuesTogether) {
  const Study study = study_with({listed("a", {1, 2}), listed("b", {10, 20})}, PlanKind::list);
  ASSERT_EQ(rows_of(study), 2);
  EXPECT_EQ(row_of(study, 1), (std::vector<double>{2, 20}));
}

TEST(Design, OneAtATimeBeginsWithTheModelAsItIs) {
  const Study study = study_with({listed("a", {1, 2}), listed("b", {10})}, PlanKind::one_at_a_time);
  ASSERT_EQ(rows_of(study), 4);
  for (const double value : row_of(study, 0)) EXPECT_TRUE(std::isnan(value));
  EXPECT_EQ(row_of(study, 2)[0], 2);
  EXPECT_TRUE(std::isnan(row_of(study, 2)[1]));
  EXPECT_TRUE(std::isnan(row_of(study, 3)[0]));
  EXPECT_EQ(row_of(study, 3)[1], 10);
}

TEST(Design, RepeatsDrawWhatIsRandomAnew) {
  const Study study = study_with({listed("a", {1, 2}), drawn("noise")}, PlanKind::grid, 0, 3);
  ASSERT_EQ(rows_of(study), 6);
  EXPECT_EQ(row_of(study, 2)[0], 1);
  EXPECT_EQ(row_of(study, 3)[0], 2);
  for (long long row = 1; row < 6; ++row) EXPECT_NE(row_of(study, row)[1], row_of(study, row - 1)[1]);
}

TEST(Design, ALatinHypercubeHasOneRunInEveryStratum) {
  constexpr long long kRuns = 137;
  const Study study = study_with({drawn("a"), drawn("b")}, PlanKind::latin_hypercube, kRuns);
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<int> strata(kRuns);
    for (long long row = 0; row < kRuns; ++row) {
      const double value = row_of(study, row)[i];
      ASSERT_GT(value, 0);
      ASSERT_LT(value, 1);
      ++strata[static_cast<std::size_t>(value * kRuns)];
    }
    EXPECT_EQ(std::count(strata.begin(), strata.end(), 1), kRuns);
  }
}

TEST(Design, MoreRunsLeaveTheFirstOnesAsTheyAre) {
  for (const PlanKind kind : {PlanKind::sobol, PlanKind::monte_carlo}) {
    EXPECT_TRUE(is_extensible(kind));
    const Study few = study_with({drawn("a"), listed("b", {1, 2, 3})}, kind, 10);
    const Study many = study_with({drawn("a"), listed("b", {1, 2, 3})}, kind, 1000);
    for (long long row = 0; row < 10; ++row) EXPECT_EQ(row_of(few, row), row_of(many, row));
  }
  EXPECT_FALSE(is_extensible(PlanKind::latin_hypercube));
}

TEST(Design, ValuesOfAListAreEquallyLikelyInASample) {
  const Study study = study_with({listed("b", {1, 2, 4})}, PlanKind::sobol, 3 << 10);
  double sum = 0;
  for (long long row = 0; row < rows_of(study); ++row) sum += row_of(study, row)[0];
  EXPECT_NEAR(sum / static_cast<double>(rows_of(study)), 7.0 / 3, 3e-3);
}

}  // namespace
}  // namespace freeplay
