// SPDX-License-Identifier: Apache-2.0
// An explicit method that hands over to bdf where the motion is stiff.
#include <gtest/gtest.h>

#include "stepping/integrators/integrator_problems.h"

namespace freeplay {
namespace {

/// ẏ = −λ (y − cos t) − sin t with y = cos t, and λ of one's own choice at every time.
FunctionEquations follows_cosine(double (*rate)(double t)) {
  return {1, 1e-8, [rate](double t, const double* y, double* out) {
            out[0] = -rate(t) * (y[0] - std::cos(t)) - std::sin(t);
            return RightSide::ok;
          }};
}

constexpr double kEnd = 3;

struct Ran {
  long long evaluations = 0, stiff = 0;
  double error = 0;
};

Ran run(std::unique_ptr<Integrator> integrator) {
  integrator->start(0, std::vector<double>{1}, 0);
  const Advance run = advance(*integrator, kEnd);
  EXPECT_EQ(run.status, IntegrationStatus::ok);
  return {integrator->evaluations(), integrator->stiff_steps(), std::abs(run.y[0] - std::cos(kEnd))};
}

// λ h ≤ 3.3 asks for a million steps of an explicit method; the cosine for some hundred.
TEST(Switching, MakesStiffMotionThatTheExplicitMethodCannot) {
  FunctionEquations stiff = follows_cosine([](double) { return 1e6; });
  for (const bool adams : {false, true}) {
    const Ran ran = run(make_switching(stiff, adams ? make_adams(stiff) : make_runge_kutta(stiff, 5)));
    EXPECT_LT(ran.evaluations, 3000) << adams;
    EXPECT_GT(ran.stiff, 50) << adams;
    EXPECT_LT(ran.error, 1e-6) << adams;
  }
  FunctionEquations slower = follows_cosine([](double) { return 1e4; });
  EXPECT_GT(run(make_runge_kutta(slower, 5)).evaluations, 20'000);
}

TEST(Switching, LeavesMotionThatIsNotStiffToTheExplicitMethod) {
  FunctionEquations mild = follows_cosine([](double) { return 1.0; });
  const Ran alone = run(make_runge_kutta(mild, 5)),
            both = run(make_switching(mild, make_runge_kutta(mild, 5)));
  EXPECT_EQ(both.stiff, 0);
  EXPECT_EQ(both.evaluations, alone.evaluations);
  EXPECT_EQ(both.error, alone.error);
}

TEST(Switching, GoesBackWhereTheMotionIsNoLongerStiff) {
  FunctionEquations changing = follows_cosine([](double t) { return t < 1 ? 1e5 : 1.0; });
  const auto integrator = make_switching(changing, make_runge_kutta(changing, 5));
  integrator->start(0, std::vector<double>{1}, 0);
  advance(*integrator, 1);
  const long long stiff = integrator->stiff_steps();
  EXPECT_GT(stiff, 20);
  EXPECT_FALSE(integrator->remakes());
  advance(*integrator, 2);
  EXPECT_TRUE(integrator->remakes());
  const long long after = integrator->stiff_steps();
  const Advance rest = advance(*integrator, kEnd);
  EXPECT_EQ(integrator->stiff_steps(), after);
  EXPECT_NEAR(rest.y[0], std::cos(kEnd), 1e-6);
}

}  // namespace
}  // namespace freeplay
