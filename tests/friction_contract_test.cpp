// SPDX-License-Identifier: Apache-2.0
// Contract of every registered friction law, with random parameters:
//   the entry says which forms and how many states the law has; the set-valued form has its μ;
//   the force is odd in slip (and states), bounded by the largest coefficient, continuous, zero without load;
//   friction never gives back more energy than it took up since the contact closed;
//   a change of units from metres to micrometres changes numbers only.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <random>

#include "base/units.h"
#include "laws/friction/friction_test_data.h"
#include "model/fields.h"
#include "tests/remembering_friction.h"

namespace freeplay {
namespace {

constexpr int kTrials = 20;
using Random = std::mt19937_64;

double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// Values of order one for every number, words left at their default.
Values random_values(const FrictionEntry& entry, Random& random) {
  for (;;) {
    Values values;
    for (const Param& param : entry.params) {
      if (param.kind == ParamKind::number)
        values[param.key].data = uniform(random, 0.2, std::min(1.2, param.high));
    }
    Diagnostics problems;
    if (entry.check) entry.check(Parameters(entry, values), "friction", problems);
    if (!problems.has_errors()) return values;
  }
}

/// "u" before every symbol m and N: "m/s" becomes "um/s".
std::string with_micro(const std::string& unit) {
  std::string text;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const auto letter = [&](std::size_t k) {
      return k < unit.size() && std::isalpha(static_cast<unsigned char>(unit[k])) != 0;
    };
    const bool alone = !letter(i + 1) && (i == 0 || !letter(i - 1));
    if (alone && (unit[i] == 'm' || unit[i] == 'N')) text += 'u';
    text += unit[i];
  }
  return text;
}

/// The values in micrometres instead of metres: "m/s" and "N" get numbers 1e6 times as large, "1/m" 1e-6
/// times.
Values in_micrometres(const EntryInfo& entry, const Values& values) {
  Values scaled = values;
  for (const Param& param : entry.params) {
    if (param.kind != ParamKind::number || values.count(param.key) == 0) continue;
    if (std::string(param.unit) == "-") continue;
    const std::string unit = with_micro(param.unit);
    const Quantity one = parse_quantity("1 " + unit, param.unit);
    EXPECT_TRUE(one) << param.unit;
    scaled[param.key].data = std::get<double>(values.at(param.key).data) / one.value;
  }
  return scaled;
}

class FrictionContract : public testing::TestWithParam<const FrictionEntry*> {
 protected:
  /// Calls check(law, values) for a few random laws of the entry.
  template <class Check>
  void for_laws(const Check& check) {
    const FrictionEntry& entry = *GetParam();
    Random random(20150711);
    for (int trial = 0; trial < kTrials; ++trial) {
      const Values values = random_values(entry, random);
      const auto law = entry.make(Parameters(entry, values));
      check(*law, values, random);
      if (HasFailure()) return;
    }
  }
};

struct Point1 {
  double slip = 0, normal = 1, share = 0;  ///< share: of the state's size
};

double force_at(const FrictionLaw& law, const Point1& at) {
  double z = law.states() > 0 ? at.share * law.state_size(0) : 0;
  FrictionInput in;
  in.slip = at.slip;
  in.normal = at.normal;
  in.z = &z;
  return law.force(in);
}

double rate_at(const FrictionLaw& law, const Point1& at) {
  double z = at.share * law.state_size(0), z_dot = 0;
  FrictionInput in;
  in.slip = at.slip;
  in.normal = at.normal;
  in.z = &z;
  law.rates(in, &z_dot);
  return z_dot;
}

Point1 random_point(const FrictionLaw& law, Random& random) {
  const double size = std::pow(10.0, uniform(random, -4, 1));
  return {uniform(random, -size, size), uniform(random, 0, 100), law.states() ? uniform(random, -1, 1) : 0};
}

TEST_P(FrictionContract, EntrySaysWhatTheLawHas) {
  for_laws([&](const FrictionLaw& law, const Values& values, Random&) {
    const std::vector<std::string> worlds = words_of(GetParam()->worlds);
    const auto serves = [&](const char* world) {
      return std::find(worlds.begin(), worlds.end(), world) != worlds.end();
    };
    EXPECT_EQ(serves("rigid"), law.set_valued());
    EXPECT_EQ(serves("compliant"), law.smooth());
    EXPECT_EQ(GetParam()->states, law.states());
    EXPECT_EQ(law.mu(), std::get<double>(values.at("mu").data));
    EXPECT_LE(law.states(), 1) << "this test knows one state at most";
    EXPECT_GE(law.stick_velocity(), 0);
    for (int i = 0; i < law.states(); ++i) EXPECT_GT(law.state_size(i), 0);
  });
}

TEST_P(FrictionContract, IsOdd) {
  for_laws([](const FrictionLaw& law, const Values&, Random& random) {
    for (int i = 0; i < 50; ++i) {
      const Point1 at = random_point(law, random), mirror{-at.slip, at.normal, -at.share};
      EXPECT_EQ(force_at(law, mirror), -force_at(law, at)) << at.slip;
      if (law.states() > 0) {
        EXPECT_EQ(rate_at(law, mirror), -rate_at(law, at)) << at.slip;
      }
    }
  });
}

TEST_P(FrictionContract, IsBoundedAndActsAgainstTheSlip) {
  for_laws([](const FrictionLaw& law, const Values& values, Random& random) {
    double largest = 0;  // μ, μ_S
    for (const auto& [key, value] : values) {
      if (key.rfind("mu", 0) == 0) largest = std::max(largest, std::get<double>(value.data));
    }
    for (int i = 0; i < 200; ++i) {
      Point1 at = random_point(law, random);
      if (law.states() == 0) {
        EXPECT_LE(force_at(law, at) * at.slip, 0);
        EXPECT_LE(std::abs(force_at(law, at)), largest * at.normal * (1 + 1e-15));
      }
      at.normal = 0;
      EXPECT_EQ(force_at(law, at), 0);
    }
  });
}

/// The largest jump between neighbours of a grid shrinks with the grid; that of a discontinuity does not.
TEST_P(FrictionContract, IsContinuous) {
  for_laws([](const FrictionLaw& law, const Values&, Random&) {
    const auto jump = [&](int points, double reach) {
      double largest = 0, before = 0;
      for (int i = -points; i <= points; ++i) {
        const double now = force_at(law, {reach * i / points, 1, 0.3});
        if (i > -points) largest = std::max(largest, std::abs(now - before));
        before = now;
      }
      return largest;
    };
    for (const double reach : {1e-3, 1.0, 5.0}) EXPECT_LE(jump(20000, reach), 0.2 * jump(2000, reach));
  });
}

/// Slip up to 0.5 with parameters of order one: there the LuGre model is passive too (σ₁ |v| ≤ 4 g).
TEST_P(FrictionContract, IsPassiveOverAnyPath) {
  for_laws([](const FrictionLaw& law, const Values&, Random& random) {
    FrictionPath path(law, 10);
    const double a = uniform(random, 0.1, 0.3), b = uniform(random, 0, 0.2), w = uniform(random, 0.5, 3);
    double most = 0;
    for (int part = 0; part < 200; ++part) {
      const double begin = path.time();
      path.slide(
          [&](double t) { return a * std::sin(w * (begin + t)) + b * std::sin(2.3 * w * (begin + t) + 1); },
          0.5, 50);
      most = std::max(most, path.taken());
      EXPECT_GE(path.taken(), -1e-9 * most);
    }
  });
}

TEST_P(FrictionContract, KnowsNoMetre) {
  for_laws([&](const FrictionLaw& law, const Values& values, Random& random) {
    const Values scaled_values = in_micrometres(*GetParam(), values);
    const auto scaled = GetParam()->make(Parameters(*GetParam(), scaled_values));
    const double zoom = law.states() ? scaled->state_size(0) / law.state_size(0) : 1;
    EXPECT_NEAR(scaled->stick_velocity(), 1e6 * law.stick_velocity(), 1e-9 * law.stick_velocity() * 1e6);
    for (int i = 0; i < 50; ++i) {
      const Point1 at = random_point(law, random), small{1e6 * at.slip, 1e6 * at.normal, at.share};
      const double size = 1e6 * at.normal * (1 + std::abs(at.slip));
      EXPECT_NEAR(force_at(*scaled, small), 1e6 * force_at(law, at), 1e-12 * size);
      if (law.states() > 0) {
        EXPECT_NEAR(rate_at(*scaled, small), zoom * rate_at(law, at), 1e-10 * zoom * std::abs(at.slip));
      }
    }
  });
}

TEST_P(FrictionContract, StartsWithoutForce) {
  for_laws([](const FrictionLaw& law, const Values&, Random&) {
    double z = 77;
    std::vector<double> memory(static_cast<std::size_t>(law.memory()), 77);
    law.start(0.5, &z, memory.data());
    FrictionInput in;
    in.t = 0.5;
    in.normal = 10;
    in.z = &z;
    in.m = memory.data();
    EXPECT_EQ(law.force(in), 0);
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, FrictionContract,
                         testing::ValuesIn(entries_of<FrictionEntry>().begin(),
                                           entries_of<FrictionEntry>().end()),
                         [](const auto& entry) { return std::string(entry.param->name); });

/// The law that tests of steppers use to see states and memory carried.
TEST(RememberingFriction, ChangesWithAcceptedStepsOnly) {
  const RememberingFriction law(0.5, 0.01);
  double z = 1;
  double m[3] = {1, 1, 1};
  law.start(0.25, &z, m);
  FrictionInput in;
  in.slip = 0.2;
  in.normal = 10;
  in.z = &z;
  in.m = m;
  EXPECT_EQ(law.force(in), -5);
  EXPECT_EQ(law.force(in), -5) << "asking changes nothing";
  double rate = 0;
  law.rates(in, &rate);
  EXPECT_EQ(rate, 0.2);
  law.accept(in, m);
  EXPECT_DOUBLE_EQ(law.force(in), -5 / 3.0);
  EXPECT_EQ(m[RememberingFriction::kAccepted], 1);
  EXPECT_EQ(m[RememberingFriction::kStarted], 0.25);
  law.start(0.5, &z, m);
  EXPECT_EQ(law.force(in), -5);
}

}  // namespace
}  // namespace freeplay
