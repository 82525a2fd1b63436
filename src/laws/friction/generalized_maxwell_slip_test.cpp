// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "laws/friction/belt_test_data.h"

namespace freeplay {
namespace {

constexpr double kAttraction = 0.01;

std::vector<std::pair<std::string, double>> of_test(double elements) {
  return {{"mu", kBeltMu},          {"mu_static", kBeltMuStatic}, {"stribeck_velocity", kBeltStribeck},
          {"sigma0", kBeltSigma0},  {"attraction", kAttraction},  {"elements", elements},
          {"viscous", kBeltViscous}};
}

/// The initial slope is σ₀; element i slides at i δ, δ = μ_S H_N/(N σ₀), and carries μ_S/N from then on.
TEST(GeneralizedMaxwellSlipFriction, LoadsAlongItsPolygon) {
  const auto law = friction_of("generalized_maxwell_slip", of_test(4));
  const double delta = kBeltMuStatic * (1 + 0.5 + 1.0 / 3 + 0.25) / (4 * kBeltSigma0), v = 1e-8;
  const Dragged body([&](double) { return Tangent{v}; });
  Rubbing run(*law, body, kBeltWeight);
  for (const double x : {0.5, 1.0, 1.5, 2.5, 3.5, 4.5}) {
    run.run(x * delta / v);
    double expected = 0;
    for (int i = 1; i <= 4; ++i) expected += kBeltMuStatic / 4 * std::min(1.0, x / i);
    EXPECT_NEAR(-run.force()[0] / kBeltWeight, expected, 1e-7) << x;
  }
  EXPECT_EQ(run.events().size(), 4U);
}

TEST(GeneralizedMaxwellSlipFriction, SlidesSteadilyOnTheStribeckCurve) {
  for (const double elements : {1.0, 4.0}) {
    const auto law = friction_of("generalized_maxwell_slip", of_test(elements));
    for (const double v : {1e-4, 1e-3, 0.01, 0.5}) {
      // Way to the last element, and the time of its attraction g/(k C).
      expect_steady(
          *law, {v},
          10 * kBeltMuStatic / kBeltSigma0 + v * 40 * kBeltMuStatic * 9 / (kBeltSigma0 * kAttraction), 1e-7);
    }
  }
}

/// A small loop inside a large one closes where it began, and leaves no trace.
TEST(GeneralizedMaxwellSlipFriction, RemembersItsReturnPoints) {
  const auto law = friction_of("generalized_maxwell_slip", of_test(8));
  const double reach = kBeltMuStatic / kBeltSigma0, v = 1e-8;
  // Up to 1.2, back to 0.5, up to 0.9, back to 0.5, then on down to −0.4, in one way and without the small
  // loop.
  const auto path = [&](const std::vector<double>& turns) {
    return [=](double t) {
      double x = v * t / reach, at = 0;
      for (const double turn : turns) {
        if (x < std::abs(turn - at)) return Tangent{turn > at ? v : -v};
        x -= std::abs(turn - at);
        at = turn;
      }
      return Tangent{};
    };
  };
  const auto run_to = [&](const std::vector<double>& turns) {
    const Dragged body(path(turns));
    Rubbing run(*law, body, kBeltWeight);
    double way = 0, at = 0;
    for (const double turn : turns) {
      way += std::abs(turn - at);
      at = turn;
      run.run(way * reach / v);
    }
    return run.force()[0];
  };
  EXPECT_NEAR(run_to({1.2, 0.5, 0.9, 0.5}), run_to({1.2, 0.5}), 1e-7);
  EXPECT_NEAR(run_to({1.2, 0.5, 0.9, 0.5, -0.4}), run_to({1.2, -0.4}), 1e-7);
  EXPECT_NEAR(run_to({1.2, 0.5, 0.9, 0.7, 0.8, 0.5, 1.2}), run_to({1.2}), 1e-7);
}

TEST(GeneralizedMaxwellSlipFriction, TakesListsInPlaceOfANumber) {
  Values values = friction_numbers(of_test(4));
  const auto number = friction_of("generalized_maxwell_slip", values);
  values.erase("elements");
  values.erase("sigma0");
  const double sum = 1 + 0.5 + 1.0 / 3 + 0.25;
  std::vector<double> stiffness;
  for (int i = 1; i <= 4; ++i) stiffness.push_back(kBeltSigma0 / (i * sum));
  values["alpha"].data = std::vector<double>{0.25, 0.25, 0.25, 0.25};
  values["stiffness"].data = stiffness;
  EXPECT_EQ(first_friction_error("generalized_maxwell_slip", values), "");
  const auto lists = friction_of("generalized_maxwell_slip", values);
  const Dragged body([](double t) { return Tangent{2e-3 * std::sin(300 * t)}; });
  Rubbing one(*number, body, kBeltWeight), other(*lists, body, kBeltWeight);
  one.run(0.1);
  other.run(0.1);
  EXPECT_NEAR(one.force()[0], other.force()[0], 1e-9);
}

TEST(GeneralizedMaxwellSlipFriction, SticksAndSlipsOnTheBelt) {
  auto values = of_test(4);
  values.emplace_back("sigma1", kBeltSigma1);
  const auto law = friction_of("generalized_maxwell_slip", values);
  const Belt belt;
  Rubbing run(*law, belt, kBeltWeight), fine(*law, belt, kBeltWeight);
  for (const double t : {5.0, 10.0, 15.0, 20.0}) {
    run.run(t, 1e-10);
    fine.run(t, 1e-12);
    EXPECT_NEAR(run.body()[0], fine.body()[0], 1e-6) << t;
  }
}

TEST(GeneralizedMaxwellSlipFriction, TurnsWithItsPath) {
  expect_isotropic(*friction_of("generalized_maxwell_slip", of_test(3)), 1e-3,
                   20 * kBeltMu / kBeltSigma0 / 1e-3);
}

TEST(GeneralizedMaxwellSlipFriction, RefusesWhatDoesNotFitTogether) {
  const auto error = [](const Values& values) {
    return first_friction_error("generalized_maxwell_slip", values);
  };
  Values values = friction_numbers(of_test(2.5));
  EXPECT_EQ(error(values), "friction.elements");
  values.erase("elements");
  values.erase("sigma0");
  EXPECT_EQ(error(values), "friction.sigma0");
  values["alpha"].data = std::vector<double>{0.5, 0.4};
  EXPECT_EQ(error(values), "friction.stiffness");
  values["stiffness"].data = std::vector<double>{1e4, 1e4};
  EXPECT_EQ(error(values), "friction.alpha");
  values["alpha"].data = std::vector<double>{0.5, 0.5};
  EXPECT_EQ(error(values), "");
  values["stiffness"].data = std::vector<double>{1e4};
  EXPECT_EQ(error(values), "friction.stiffness");
  values["sigma0"].data = 1e4;
  EXPECT_EQ(error(values), "friction.sigma0");
}

}  // namespace
}  // namespace freeplay
