// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/bristles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/index.h"
#include "laws/friction/friction_test_data.h"

namespace freeplay {
namespace {

using Numbers = std::map<std::string, double>;

/// The same law with its coefficients of bristles and viscous friction times `force`, absolute.
Values absolute(const Numbers& numbers, double force) {
  Values values = friction_values(numbers);
  for (const char* key : {"sigma0", "sigma1", "sigma2", "viscous", "k_b", "c_b"}) {
    if (numbers.count(key) > 0) values[key].data = numbers.at(key) * force;
  }
  values["coefficients"].data = std::string("absolute");
  return values;
}

const std::map<std::string, Numbers>& laws() {
  static const std::map<std::string, Numbers> all{
      {"dahl", {{"mu", 0.1}, {"sigma0", 1e4}, {"alpha", 1.5}}},
      {"lugre",
       {{"mu", 0.1},
        {"mu_static", 0.2},
        {"stribeck_velocity", 1e-3},
        {"sigma0", 1e4},
        {"sigma1", 30},
        {"sigma2", 0.3}}},
      {"elasto_plastic",
       {{"mu", 0.1},
        {"mu_static", 0.2},
        {"stribeck_velocity", 1e-3},
        {"sigma0", 1e4},
        {"sigma1", 30},
        {"viscous", 0.2}}},
      {"generalized_maxwell_slip",
       {{"mu", 0.1},
        {"mu_static", 0.2},
        {"stribeck_velocity", 1e-3},
        {"sigma0", 1e4},
        {"sigma1", 30},
        {"attraction", 0.01},
        {"viscous", 0.1}}},
      {"gonthier",
       {{"mu", 0.1},
        {"mu_static", 0.2},
        {"stribeck_velocity", 1e-3},
        {"sigma0", 1e4},
        {"sigma1", 30},
        {"viscous", 0.2},
        {"dwell_time", 0.5}}},
      {"leuven",
       {{"mu", 0.1},
        {"mu_static", 0.2},
        {"stribeck_velocity", 1e-3},
        {"sigma0", 1e4},
        {"sigma1", 30},
        {"viscous", 0.2}}},
      {"leuven_modified",
       {{"mu", 0.1},
        {"mu_static", 0.2},
        {"stribeck_velocity", 1e-3},
        {"sigma0", 1e4},
        {"sigma1", 30},
        {"n", 2},
        {"viscous", 0.2}}},
      {"bristle", {{"mu", 0.1}, {"sigma0", 2e3}, {"bristles", 2}}},
      {"reset_integrator", {{"mu", 0.1}, {"mu_static", 0.2}, {"sigma0", 1e4}, {"sigma1", 30}}},
      {"liang", {{"mu", 0.1}, {"mu_static", 0.2}, {"k_b", 1e4}, {"c_b", 30}, {"v_d", 1e-3}}},
      {"bliman_sorine_1", {{"f1", 0.1}, {"sigma0", 1e4}}},
      {"bliman_sorine_2", {{"f1", 0.2}, {"f2", 0.1}, {"eta", 0.1}, {"sigma0", 1e4}}},
      {"armstrong",
       {{"mu", 0.1},
        {"mu_static", 0.2},
        {"stribeck_velocity", 1e-3},
        {"sigma0", 1e4},
        {"dwell_time", 1},
        {"lag", 0.01},
        {"viscous", 0.2}}},
      {"coulomb_viscous", {{"mu", 0.1}, {"viscous", 0.2}}},
      {"stribeck", {{"mu", 0.1}, {"mu_static", 0.2}, {"stribeck_velocity", 1e-3}, {"viscous", 0.2}}},
      {"stribeck_hess_soom",
       {{"mu", 0.1}, {"mu_static", 0.2}, {"stribeck_velocity", 1e-3}, {"viscous", 0.2}}},
      {"karnopp", {{"mu", 0.1}, {"velocity", 1e-3}, {"viscous", 0.2}}},
      {"switch", {{"mu", 0.1}, {"velocity", 1e-3}, {"rate", 10}, {"viscous", 0.2}}},
      {"awrejcewicz", {{"mu", 0.1}, {"velocity", 1e-3}, {"viscous", 0.2}}},
      {"wojewoda", {{"mu", 0.1}, {"mu_static", 0.2}, {"stribeck_velocity", 1e-3}, {"viscous", 0.2}}},
      {"harnoy_friedland",
       {{"mu_static", 0.2}, {"velocity", 0.05}, {"squeeze_time", 1e-4}, {"viscous", 0.2}}}};
  return all;
}

TEST(AbsoluteCoefficients, AreThosePerForceTimesTheForce) {
  for (const char* name : {"dahl", "lugre", "elasto_plastic", "generalized_maxwell_slip", "gonthier"}) {
    const Numbers& numbers = laws().at(name);
    const double N = 700;
    const auto per_force = make_friction(name, numbers), whole = make_friction_of(name, absolute(numbers, N));
    for (const double normal : {N, 2 * N, 30.0}) {
      for (const double v : {2e-4, -3e-3}) {
        double z[8] = {7e-6, -4e-6, 0.3, 1e-6, 2e-6, 3e-6, 4e-6, 5e-6}, rate[8] = {}, expected[8] = {};
        const double m[8] = {0, 1, 0, 0};
        FrictionInput in;
        in.d = 2;
        in.slip = {v, 1e-4};
        in.normal = normal;
        in.z = z;
        in.m = m;
        if (normal == N) {  // the same law
          whole->rates(in, rate);
          per_force->rates(in, expected);
          for (int k = 0; k < 8; ++k)
            EXPECT_NEAR(rate[k], expected[k], 1e-13 * (std::abs(v) + std::abs(expected[k]))) << name;
          for (int k = 0; k < 2; ++k) {
            EXPECT_NEAR(whole->force(in)[idx(k)], per_force->force(in)[idx(k)], 1e-12 * N) << name;
          }
        } else if (std::string(name) == "dahl") {  // a spring of its own stiffness, whatever presses it
          EXPECT_NEAR(whole->force(in)[0], -1e4 * N * z[0], 1e-9) << normal;
        }
      }
    }
  }
}

/// Dragged along a path, with all that laws remember on the way.
TEST(AbsoluteCoefficients, AreTheSameLawAlongAnyPath) {
  const double N = 700;
  for (const auto& [name, numbers] : laws()) {
    SCOPED_TRACE(name);
    const auto per_force = make_friction(name, numbers), whole = make_friction_of(name, absolute(numbers, N));
    for (const int d : {1, 2}) {
      FrictionPath one(*per_force, N, d), two(*whole, N, d);
      const auto slip = [d](double t) {
        return Tangent{2e-3 * std::sin(7 * t) + 1e-3 * std::sin(29 * t), d > 1 ? 1e-3 * std::sin(11 * t) : 0,
                       0};
      };
      for (int part = 0; part < 20; ++part) {
        const auto along = [&](double t) { return slip(0.05 * part + t); };
        one.slide_along(along, 0.05, 400);
        two.slide_along(along, 0.05, 400);
        ASSERT_LE(norm(one.force_vector() - two.force_vector()), 1e-9 * N) << d << " part " << part;
      }
    }
  }
}

/// A law that has nothing absolute says so, and takes a length or a stiffness, not both.
TEST(AbsoluteCoefficients, NeedAStiffness) {
  for (const auto& [name, way] : std::map<std::string, std::string>{
           {"bristle", "delta"}, {"bliman_sorine_1", "epsilon_f"}, {"bliman_sorine_2", "epsilon_f"}}) {
    Numbers numbers = laws().at(name);
    EXPECT_EQ(friction_error(name, numbers), "");
    numbers[way] = 1e-5;
    EXPECT_EQ(friction_error(name, numbers), "contact.friction.sigma0") << name;
    numbers.erase("sigma0");
    EXPECT_EQ(friction_error(name, numbers), "") << name;
    EXPECT_EQ(friction_error(name, absolute(numbers, 1)), "contact.friction.coefficients") << name;
    numbers.erase(way);
    EXPECT_EQ(friction_error(name, numbers), "contact.friction." + way) << name;
  }
}

/// Every law with a stiffness, a damping or viscous friction takes them in both ways.
TEST(AbsoluteCoefficients, AreTakenByEveryLawThatHasSome) {
  for (const FrictionEntry* entry : entries_of<FrictionEntry>()) {
    bool some = false, choice = false;
    for (const Param& param : entry->params) {
      const std::string key = param.key;
      some = some || key == "viscous" || key == "sigma0" || key == "k_b";
      choice = choice || key == "coefficients";
    }
    EXPECT_EQ(some, choice) << entry->name;
    EXPECT_EQ(choice, laws().count(entry->name) > 0) << entry->name;
  }
}

/// Bristles at rest are springs of their own stiffness: what presses them does not change their force.
TEST(AbsoluteCoefficients, BristlesAreSpringsWhateverPressesThem) {
  for (const char* name : {"dahl", "reset_integrator", "liang", "bliman_sorine_1", "bristle"}) {
    const auto law = make_friction_of(name, absolute(laws().at(name), 700));
    FrictionInput in;
    in.normal = 700;
    std::vector<double> z(static_cast<std::size_t>(law->states(1))),
        m(static_cast<std::size_t>(law->memory(1)));
    law->start(in, z.data(), m.data());
    z[0] = std::string(name) == "bliman_sorine_1" ? 7.0 : 1e-6;
    in.z = z.data();
    in.m = m.data();
    const double held = law->force(in)[0];
    EXPECT_LT(held, 0) << name;
    in.normal = 500;
    EXPECT_NEAR(law->force(in)[0], held, 1e-12 * 700) << name;
  }
}

/// Below F_0 friction fades with what presses the contact: nothing jumps where it begins and ends.
TEST(AbsoluteCoefficients, FadeWithTheForceBelowTheLeast) {
  Values values = absolute(laws().at("lugre"), 1);
  values["least_force"].data = 5.0;
  const auto law = make_friction_of("lugre", values);
  double z[1] = {1e-5};
  FrictionInput in;
  in.slip = {1e-3};
  in.z = z;
  in.normal = 0;
  EXPECT_EQ(law->force(in)[0], 0);
  in.normal = 1;
  const double one = law->force(in)[0];
  in.normal = 4;
  EXPECT_NEAR(law->force(in)[0], 4 * one, 1e-12);
  EXPECT_EQ(law->hold(in), Hold::none);
  in.normal = 0;  // a joint: what presses it is not known yet
  EXPECT_EQ(law->hold(in), Hold::asks);
}

/// [Marques2015, eqs. (3.31), (3.45)]: only z·e decays. Along a line both forms are one; where the slip turns by a right
/// angle, the printed one keeps the deflection across it, and its force is √2 as large.
TEST(PrintedForm, KeepsWhatIsAcrossTheSlip) {
  for (const char* name : {"dahl", "lugre"}) {
    Numbers numbers = laws().at(name);
    numbers.erase("alpha");
    numbers["sigma1"] = numbers["sigma2"] = 0;
    if (std::string(name) == "dahl") numbers.erase("sigma1"), numbers.erase("sigma2");
    Values given = friction_values(numbers);
    const auto vector = make_friction_of(name, given);
    given["form"].data = std::string("printed");
    const auto printed = make_friction_of(name, given);
    FrictionPath a(*vector, 10, 1), b(*printed, 10, 1);
    for (FrictionPath* path : {&a, &b})
      path->slide([](double t) { return 0.01 * std::sin(30 * t); }, 1, 4000);
    EXPECT_NEAR(a.force(), b.force(), 1e-12) << name;
    FrictionPath turned(*printed, 10, 2), forgets(*vector, 10, 2);
    for (FrictionPath* path : {&turned, &forgets}) {
      path->slide_along([](double) { return Tangent{0.1, 0, 0}; }, 0.01, 2000);
      path->slide_along([](double) { return Tangent{0, 0.1, 0}; }, 0.01, 2000);
    }
    EXPECT_NEAR(turned.force_vector()[0], -1, 1e-9) << name;
    EXPECT_NEAR(turned.force_vector()[1], -1, 1e-9) << name;
    EXPECT_NEAR(forgets.force_vector()[0], 0, 1e-9) << name;
    EXPECT_NEAR(forgets.force_vector()[1], -1, 1e-9) << name;
  }
}

/// The least over deflections that can occur, by looking at many.
TEST(Passivity, LeastTakenIsTheLeastOverDeflections) {
  for (const double g : {0.1, 0.15, 0.07}) {
    for (const double s : {0.0, 0.1, 0.3, 0.5, 2.0}) {
      for (const double n : {0.5, 1.0, 3.0}) {
        const double mu_static = 0.2, f = 0.01;
        double least = 1e9;
        for (int i = 0; i <= 100000; ++i) {
          const double r = 1 + (mu_static / g - 1) * i / 1e5;
          least = std::min(least, std::pow(r, n + 1) * g + s * (1 - std::pow(r, n)) + f);
        }
        EXPECT_NEAR(least_taken(g, mu_static, s, f, n), least, 1e-9) << g << ' ' << s << ' ' << n;
      }
    }
  }
}

/// σ₁ |v| up to 4 g is passive whatever static friction is; fast slip by σ₂ ≥ σ₁ (μ_S − μ)/μ [BarabanovOrtega2000].
TEST(Passivity, OfLuGreIsThatOfThePapers) {
  FrictionInput in;
  in.normal = 10;
  double z = 0;
  in.z = &z;
  const double mu = 0.1, mu_static = 0.35, sigma1 = 30;
  const auto at = [&](double v, double sigma2, double fade) {
    Numbers numbers{{"mu", mu},      {"mu_static", mu_static}, {"stribeck_velocity", 1e-4},
                    {"sigma0", 1e4}, {"sigma1", sigma1},       {"sigma2", sigma2}};
    if (fade > 0) numbers["damping_velocity"] = fade;
    in.slip = {v};
    return make_friction("lugre", numbers)->least_taken(in);
  };
  EXPECT_GE(at(0.999 * 4 * mu / sigma1, 0, 0), 0);
  EXPECT_LT(at(1.001 * 4 * mu / sigma1, 0, 0), 0);
  const double enough = sigma1 * (mu_static - mu) / mu;
  for (const double v : {0.01, 0.1, 1.0, 100.0}) EXPECT_GE(at(v, 1.001 * enough, 0), 0) << v;
  EXPECT_LT(at(100, 0.99 * enough, 0), 0);
  for (const double v : {0.01, 0.02, 0.03, 0.1}) EXPECT_GE(at(v, 0, 9.3 * mu / sigma1), 0) << v;
}

}  // namespace
}  // namespace freeplay
