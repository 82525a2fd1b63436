// SPDX-License-Identifier: Apache-2.0
// What every integrator promises (integrator.h).
#include <gtest/gtest.h>

#include <limits>

#include "stepping/integrators/integrator_problems.h"

namespace freeplay {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

std::vector<double> values(std::span<const double> y) { return {y.begin(), y.end()}; }

TEST(Integrator, FollowsAnOscillation) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations equations(2, 1e-9, oscillator);
    const auto integrator = method.make(equations);
    integrator->start(0, std::vector<double>{1, 0}, 0);
    const Advance run = advance(*integrator, 10);
    EXPECT_EQ(run.status, IntegrationStatus::ok) << method.name;
    EXPECT_LT(distance(run.y, {std::cos(10), -std::sin(10)}), 3e-6) << method.name;
    EXPECT_EQ(integrator->evaluations(), equations.calls) << method.name;
  }
}

TEST(Integrator, ReachesEveryLimitExactly) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations equations(2, 1e-8, oscillator);
    const auto integrator = method.make(equations);
    integrator->start(0.1, std::vector<double>{std::cos(0.1), -std::sin(0.1)}, 0);
    double t = 0.1;
    const double ahead[] = {0.1,  1e-3,         1.0 / 3, 1e-9,         1e-12, 3 * kEpsilon, 0.7,
                            1e-5, 3 * kEpsilon, 2,       3 * kEpsilon, 1e-13, 0.1};
    for (const double length : ahead) {
      t += length;
      while (integrator->t() < t) {
        const double before = integrator->t();
        ASSERT_EQ(integrator->step(t), IntegrationStatus::ok) << method.name << ' ' << length;
        EXPECT_EQ(integrator->t_old(), before);
        ASSERT_GT(integrator->t(), before) << method.name;
        ASSERT_LE(integrator->t(), t) << method.name;
      }
      EXPECT_EQ(integrator->t(), t) << method.name;
      EXPECT_LT(distance(values(integrator->y()), {std::cos(t), -std::sin(t)}), 1e-6) << method.name;
    }
  }
}

TEST(Integrator, StartsWithTheStepThatIsGivenAndNearALimit) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations equations(2, 1e-3, oscillator);
    const auto integrator = method.make(equations);
    integrator->start(5, std::vector<double>{1, 0}, 1e-4);
    ASSERT_EQ(integrator->step(10), IntegrationStatus::ok);
    if (std::string(method.name) != "rk4") {
      EXPECT_NEAR(integrator->t(), 5 + 1e-4, 1e-14);
    }
    integrator->start(5, std::vector<double>{1, 0}, 1);
    ASSERT_EQ(integrator->step(5 + 1e-8), IntegrationStatus::ok) << method.name;
    EXPECT_EQ(integrator->t(), 5 + 1e-8) << method.name;
    integrator->start(5, std::vector<double>{1, 0}, 0);
    ASSERT_EQ(integrator->step(5 + 8 * kEpsilon), IntegrationStatus::ok) << method.name;
    EXPECT_EQ(integrator->t(), 5 + 8 * kEpsilon) << method.name;
  }
}

TEST(Integrator, GivesTheSameDigitsAgain) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations equations(4, 1e-8, kepler);
    const auto integrator = method.make(equations), other = method.make(equations);
    std::vector<std::vector<double>> first;
    for (int run = 0; run < 3; ++run) {  // the second by start(), the third by an integrator of its own
      Integrator& now = run == 2 ? *other : *integrator;
      now.start(0, kepler_start(), 0);
      for (std::size_t i = 0; now.t() < 3; ++i) {
        ASSERT_EQ(now.step(3), IntegrationStatus::ok);
        std::vector<double> state = values(now.y());
        state.push_back(now.t());
        if (run == 0) {
          first.push_back(state);
        } else {
          ASSERT_LT(i, first.size()) << method.name;
          ASSERT_EQ(state, first[i]) << method.name;
        }
      }
      if (run == 0) {  // something else in between
        now.start(1, std::vector<double>{1, 1, 0, 0}, 0.1);
        advance(now, 1.5);
      }
    }
  }
}

// A point falls; what is deeper than a micrometre below the floor is vetoed. The way there is found by
// shorter steps; beyond there is none, and that is said after a bounded number of trials.
TEST(Integrator, VetoesShortenTheStep) {
  for (const MethodCase& method : all_methods()) {
    bool open = false;
    FunctionEquations equations(2, 1e-8, [&](double, const double* y, double* out) {
      if (!open && y[0] < -1e-6) return RightSide::vetoed;
      out[0] = y[1];
      out[1] = -9.81;
      return RightSide::ok;
    });
    const auto integrator = method.make(equations);
    integrator->start(0, std::vector<double>{0.5, 0}, 0);
    IntegrationStatus status = IntegrationStatus::ok;
    int steps = 0;
    while (status == IntegrationStatus::ok && steps < 5000) {
      const double t = integrator->t();
      const std::vector<double> y = values(integrator->y());
      const long long calls = equations.calls;
      status = integrator->step(10);
      ++steps;
      ASSERT_LT(equations.calls - calls, 1500) << method.name;
      if (status != IntegrationStatus::ok) {
        EXPECT_EQ(integrator->t(), t) << method.name;
        EXPECT_EQ(values(integrator->y()), y) << method.name;
      }
    }
    EXPECT_EQ(status, IntegrationStatus::vetoed) << method.name;
    EXPECT_LT(steps, 500) << method.name;
    EXPECT_GT(integrator->rejected(), 0) << method.name;
    // Where it stands, the floor is near: free fall to it takes 0.319 s.
    EXPECT_NEAR(integrator->y()[0], -1e-6, 2e-8) << method.name;
    EXPECT_NEAR(integrator->t(), std::sqrt(2 * 0.5 / 9.81), 1e-6) << method.name;
    open = true;
    const double t = integrator->t();
    integrator->start(t, values(integrator->y()), 0);
    EXPECT_EQ(advance(*integrator, t + 0.1, 1000).status, IntegrationStatus::ok) << method.name;
    EXPECT_NEAR(integrator->y()[0], 0.5 - 0.5 * 9.81 * (t + 0.1) * (t + 0.1), 1e-6) << method.name;
  }
}

TEST(Integrator, GoesOnAfterAVetoThatIsTakenBack) {
  for (const MethodCase& method : all_methods()) {
    bool open = true;
    FunctionEquations equations(2, 1e-8, [&](double t, const double* y, double* out) {
      if (!open && t > 1) return RightSide::vetoed;
      return oscillator(t, y, out);
    });
    const auto integrator = method.make(equations);
    integrator->start(0, std::vector<double>{1, 0}, 0);
    ASSERT_EQ(advance(*integrator, 1).status, IntegrationStatus::ok);
    open = false;
    EXPECT_EQ(integrator->step(2), IntegrationStatus::vetoed) << method.name;
    EXPECT_EQ(integrator->t(), 1);
    open = true;
    EXPECT_EQ(advance(*integrator, 2).status, IntegrationStatus::ok) << method.name;
    EXPECT_LT(distance(values(integrator->y()), {std::cos(2), -std::sin(2)}), 1e-6) << method.name;
  }
}

TEST(Integrator, SaysWhenTheRatesFail) {
  for (const MethodCase& method : all_methods()) {
    for (const bool honest : {true, false}) {
      FunctionEquations equations(1, 1e-6, [=](double t, const double*, double* out) {
        out[0] = t < 1 ? 1 : NAN;
        return t < 1 || !honest ? RightSide::ok : RightSide::failed;
      });
      const auto integrator = method.make(equations);
      integrator->start(0, std::vector<double>{0}, 0);
      EXPECT_EQ(advance(*integrator, 2, 1000).status, IntegrationStatus::not_finite) << method.name;
      EXPECT_LE(integrator->t(), 1 + 1e-6) << method.name;
      EXPECT_NEAR(integrator->y()[0], integrator->t(), 1e-6) << method.name;
      EXPECT_LT(equations.calls, 20000) << method.name;
      // From a point without rates there is no way at all.
      const long long calls = equations.calls;
      integrator->start(1.5, std::vector<double>{0}, 0);
      EXPECT_EQ(integrator->step(2), IntegrationStatus::not_finite) << method.name;
      EXPECT_EQ(integrator->t(), 1.5);
      EXPECT_LT(equations.calls - calls, 10) << method.name;
    }
  }
}

// Rates without any limit: no step is short enough, and nobody tries forever.
TEST(Integrator, StallsAfterBoundedWork) {
  for (const MethodCase& method : all_methods()) {
    if (std::string(method.name) == "rk4") continue;  // has no error to judge
    FunctionEquations equations(1, 1e-6, [&](double, const double*, double* out) {
      out[0] = std::fmod(static_cast<double>(equations.calls) * 0.6180339887498949, 1) * 1e25;
      return RightSide::ok;
    });
    const auto integrator = method.make(equations);
    integrator->start(1, std::vector<double>{0}, 0);
    const Advance run = advance(*integrator, 2, 1000);
    EXPECT_EQ(run.status, IntegrationStatus::stalled) << method.name;
    EXPECT_LT(equations.calls, 100000) << method.name;
  }
}

// A rate that changes its sign at y = 0 with a jump: slow, but each call returns.
TEST(Integrator, JumpsOfTheRatesAreSurvived) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations equations(1, 1e-6, [](double, const double* y, double* out) {
      out[0] = y[0] > 0 ? -10 : 10;
      return RightSide::ok;
    });
    const auto integrator = method.make(equations);
    integrator->start(1, std::vector<double>{1}, 0);
    for (int i = 0; i < 2000 && integrator->t() < 1.2; ++i) {
      const long long calls = equations.calls;
      ASSERT_EQ(integrator->step(1.2), IntegrationStatus::ok) << method.name;
      ASSERT_LT(equations.calls - calls, 1000) << method.name;
    }
    EXPECT_GT(integrator->t(), 1.1) << method.name;
    EXPECT_LT(std::abs(integrator->y()[0]), 0.11) << method.name;
  }
}

TEST(Integrator, AKinkIsFine) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations equations(1, 1e-8, [](double t, const double*, double* out) {
      out[0] = std::abs(t - 0.37);
      return RightSide::ok;
    });
    const auto integrator = method.make(equations);
    integrator->start(0, std::vector<double>{0}, 0);
    const Advance run = advance(*integrator, 1, 2000);
    EXPECT_EQ(integrator->t(), 1) << method.name;
    const double error = std::string(method.name) == "rk4" ? 1e-4 : 3e-7;  // without control: h² of the kink
    EXPECT_NEAR(run.y[0], 0.5 * (0.37 * 0.37 + 0.63 * 0.63), error) << method.name;
  }
}

// Components without a say follow along; the steps are those of the others.
TEST(Integrator, WeightsOfZeroNeitherLoosenNorTighten) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations alone(2, 1e-8, oscillator);
    std::vector<double> tolerances(40, 0), start(40, 0);
    tolerances[0] = tolerances[1] = 1e-8;
    start[0] = 1;
    FunctionEquations books(tolerances, [](double t, const double* y, double* out) {
      oscillator(t, y, out);
      out[2] = y[1] * y[1];                     // a work
      out[3] = std::fmod(1e5 * t, 1);           // as rough as can be
      for (int i = 4; i < 40; ++i) out[i] = 0;  // nothing at all
      return RightSide::ok;
    });
    const auto one = method.make(alone), other = method.make(books);
    one->start(0, std::vector<double>{1, 0}, 0);
    other->start(0, start, 0);
    const Advance a = advance(*one, 5), b = advance(*other, 5);
    ASSERT_EQ(b.status, IntegrationStatus::ok) << method.name;
    EXPECT_NEAR(b.steps, a.steps, 0.1 * a.steps) << method.name;
    EXPECT_LT(distance({b.y[0], b.y[1]}, {std::cos(5), -std::sin(5)}), 3e-6) << method.name;
    EXPECT_NEAR(b.y[2], 2.5 - 0.25 * std::sin(10), 1e-5) << method.name;
  }
}

/// An oscillation among numbers that never change.
class Crowd final : public Equations {
 public:
  static constexpr int kIdle = 40;
  explicit Crowd(bool says_so) : says_so_(says_so) {}
  int size() const override { return 2 * kIdle + 2; }
  RightSide rates(double, const double* y, double* out) override {
    std::fill(out, out + size(), 0.0);
    return oscillator(0, y + kIdle, out + kIdle);
  }
  void weights(const double*, double* out) const override { std::fill(out, out + size(), 1e8); }
  void roles(std::span<Role> out) const override {
    std::fill(out.begin(), out.end(), says_so_ ? Role::idle : Role::acts);
    out[kIdle] = out[kIdle + 1] = Role::acts;
  }

 private:
  bool says_so_;
};

// What is idle is left out of the sums, and they are the same to the bit; it is what it was, at ends and in between.
TEST(Integrator, IdleNumbersChangeNothing) {
  const auto scaled = [](Equations& e) { return make_bdf(e, true); };
  auto methods = std::vector<MethodCase>{{"scaled bdf", scaled}};
  for (const MethodCase& method : all_methods()) methods.push_back(method);
  for (const MethodCase& method : methods) {
    SCOPED_TRACE(method.name);
    // but for bdf, whose Jacobian is of fewer numbers then
    const double enough = std::string(method.name).find("bdf") == std::string::npos ? 0 : 1e-7;
    Crowd idle(true), moving(false);
    const auto a = method.make(idle), b = method.make(moving);
    std::vector<double> y(idx(idle.size()), 0), inside = y, other = y;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = 1 + 0.1 * static_cast<double>(i);
    y[Crowd::kIdle] = 1, y[Crowd::kIdle + 1] = 0;
    const std::vector<double> start = y;
    for (const double end : {0.7, 1.5}) {  // the second begins where the first ended
      a->start(a->t(), y, 1e-3);
      b->start(b->t(), y, 1e-3);
      while (a->t() < end) {
        ASSERT_EQ(a->step(end), IntegrationStatus::ok);
        ASSERT_EQ(b->step(end), IntegrationStatus::ok);
        const double middle = 0.5 * (a->t_old() + a->t());
        a->interpolate(middle, inside);
        b->interpolate(middle, other);
        for (std::size_t i = 0; i < start.size(); ++i) {
          ASSERT_NEAR(a->y()[i], b->y()[i], enough) << i;
          ASSERT_NEAR(inside[i], other[i], enough) << i;
          if (i != Crowd::kIdle && i != Crowd::kIdle + 1) {
            ASSERT_EQ(a->y()[i], start[i]) << i;
            ASSERT_NEAR(inside[i], start[i], 1e-14) << i;
          }
        }
      }
      y.assign(a->y().begin(), a->y().end());
    }
    EXPECT_NEAR(y[Crowd::kIdle], std::cos(1.5), 1e-5);
  }
}

TEST(Integrator, NobodyMayHaveASay) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations equations(2, 0, oscillator);
    const auto integrator = method.make(equations);
    integrator->start(0, std::vector<double>{1, 0}, 0.01);
    EXPECT_EQ(advance(*integrator, 1, 1000).status, IntegrationStatus::ok) << method.name;
    EXPECT_EQ(integrator->t(), 1) << method.name;
  }
}

TEST(Integrator, RemakesAStepUpToAnyTimeInIt) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations equations(4, 1e-9, kepler);
    const auto integrator = method.make(equations);
    if (!integrator->remakes()) continue;
    integrator->start(0, kepler_start(), 0);
    for (int i = 0; i < 20; ++i) ASSERT_EQ(integrator->step(100), IntegrationStatus::ok);
    const double begin = integrator->t_old(), end = integrator->t();
    const std::vector<double> y_old = values(integrator->y_old());
    for (const double part : {1.0, 0.7, 0.3, 1e-3, 1e-9}) {
      const double t = begin + part * (end - begin);
      FunctionEquations tight(4, 1e-13, kepler);
      const auto reference = make_runge_kutta(tight, 8);
      reference->start(begin, y_old, 0);
      const std::vector<double> expected = advance(*reference, t).y;
      ASSERT_EQ(integrator->remake(t), IntegrationStatus::ok) << method.name;
      EXPECT_EQ(integrator->t(), t);
      EXPECT_EQ(integrator->t_old(), begin);
      EXPECT_EQ(values(integrator->y_old()), y_old);
      EXPECT_LT(distance(values(integrator->y()), expected), 3e-9) << method.name << ' ' << part;
      std::vector<double> y(4);
      integrator->interpolate(t, y);
      EXPECT_EQ(y, values(integrator->y()));
      integrator->interpolate(begin, y);
      EXPECT_EQ(y, y_old);
      // On from there, and back into a whole step.
      const double from = integrator->t();
      ASSERT_EQ(integrator->step(100), IntegrationStatus::ok);
      EXPECT_EQ(integrator->t_old(), from);
      integrator->start(begin, y_old, end - begin);
      ASSERT_EQ(integrator->step(end), IntegrationStatus::ok);
      ASSERT_EQ(integrator->t(), end);
    }
  }
}

// A search for a root goes back and forth in a step; how it went does not show in what it finds.
TEST(Integrator, RemakesShorterAndLonger) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations equations(4, 1e-9, kepler);
    const auto integrator = method.make(equations);
    if (!integrator->remakes()) continue;
    integrator->start(0, kepler_start(), 0);
    for (int i = 0; i < 20; ++i) ASSERT_EQ(integrator->step(100), IntegrationStatus::ok);
    const double begin = integrator->t_old(), h = integrator->t() - begin;
    ASSERT_EQ(integrator->remake(begin + 0.4 * h), IntegrationStatus::ok);
    const std::vector<double> y = values(integrator->y());
    for (const double part : {0.1, 0.9, 1e-6, 1.0, 0.4}) {
      ASSERT_EQ(integrator->remake(begin + part * h), IntegrationStatus::ok) << method.name;
      EXPECT_EQ(integrator->t(), begin + part * h);
    }
    EXPECT_EQ(values(integrator->y()), y) << method.name;
    EXPECT_GT(integrator->next_step(), 0.5 * h) << method.name;
  }
}

// Vetoes in a remade step: it is made in parts; if it cannot be made, all is as it was.
TEST(Integrator, RemakesInPartsOrNotAtAll) {
  for (const MethodCase& method : all_methods()) {
    double begin = 0, longest = 1e9, wall = 1e9;
    FunctionEquations equations(2, 1e-6, [&](double t, const double* y, double* out) {
      if (t > wall || t - begin > longest) return RightSide::vetoed;
      return oscillator(t, y, out);
    });
    const auto integrator = method.make(equations);
    if (!integrator->remakes()) continue;
    integrator->start(0, std::vector<double>{1, 0}, 0.01);
    ASSERT_EQ(integrator->step(100), IntegrationStatus::ok);
    const double end = integrator->t();
    const std::vector<double> y = values(integrator->y());
    wall = 0.3 * end;
    EXPECT_EQ(integrator->remake(0.5 * end), IntegrationStatus::vetoed) << method.name;
    EXPECT_EQ(integrator->t(), end);
    EXPECT_EQ(values(integrator->y()), y);
    wall = 1e9;
    // Each stretch that has been evaluated far enough lets the next one be.
    longest = 0.3 * end;
    FunctionEquations creeping(2, 1e-6, [&](double t, const double* at, double* out) {
      if (t - begin > longest) return RightSide::vetoed;
      begin = std::max(begin, t - 0.9 * longest);
      return oscillator(t, at, out);
    });
    const auto parts = method.make(creeping);
    longest = 1e9;
    parts->start(0, std::vector<double>{1, 0}, 0.01);
    ASSERT_EQ(parts->step(100), IntegrationStatus::ok);
    longest = 0.3 * parts->t();
    begin = 0;
    const double t = 0.9 * parts->t();
    ASSERT_EQ(parts->remake(t), IntegrationStatus::ok) << method.name;
    EXPECT_EQ(parts->t(), t);
    EXPECT_EQ(parts->t_old(), 0);
    EXPECT_LT(distance(values(parts->y()), {std::cos(t), -std::sin(t)}), 1e-6) << method.name;
    begin = 0;
    longest = 1e9;
    std::vector<double> inside(2);
    for (int i = 0; i <= 10; ++i) {
      const double at = t * i / 10;
      parts->interpolate(at, inside);
      EXPECT_LT(distance(inside, {std::cos(at), -std::sin(at)}), 1e-6) << method.name << ' ' << i;
    }
  }
}

TEST(Integrator, InterpolatesWithinTheTolerance) {
  for (const MethodCase& method : all_methods()) {
    FunctionEquations equations(4, 1e-8, kepler);
    const auto integrator = method.make(equations);
    integrator->start(0, kepler_start(), 0);
    FunctionEquations tight(4, 1e-13, kepler);
    const auto reference = make_runge_kutta(tight, 8);
    double worst = 0;
    while (integrator->t() < 2) {
      ASSERT_EQ(integrator->step(2), IntegrationStatus::ok);
      reference->start(integrator->t_old(), values(integrator->y_old()), 0);
      for (const double part : {0.2, 0.5, 0.9}) {
        const double t = integrator->t_old() + part * (integrator->t() - integrator->t_old());
        std::vector<double> y(4);
        integrator->interpolate(t, y);
        worst = std::max(worst, distance(y, advance(*reference, t).y));
      }
    }
    EXPECT_LT(worst, 3e-6) << method.name;
  }
}

}  // namespace
}  // namespace freeplay
