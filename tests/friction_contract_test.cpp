// SPDX-License-Identifier: Apache-2.0
// Contract of every registered friction law, with random parameters:
//   the entry says which worlds the law serves and whether it has states;
//   the force is odd in the slip and turns with it, is zero without load, and starts at zero;
//   a cycle of slip takes energy; steady slip ends on the curve that the law claims, below static friction;
//   states stay finite, and a contact that closes again remembers nothing;
//   a change of units from metres to micrometres changes numbers only.
// Laws with a random part are judged by their mean over seeds where single runs need not obey.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/units.h"
#include "laws/friction/friction_test_data.h"
#include "model/words.h"
#include "tests/kit/random.h"

namespace freeplay {
namespace {

constexpr int kTrials = 8;
using testing::Random;
using testing::uniform;

bool is_random(const FrictionEntry& entry) {
  return std::any_of(entry.params.begin(), entry.params.end(),
                     [](const Param& param) { return std::string(param.key) == "seed"; });
}

/// Values of order one for every number that is required and about half of the others, whole ones for
/// counts and seeds, lists of three where they are required, any word.
Values random_values(const FrictionEntry& entry, Random& random) {
  for (int attempt = 0; attempt < 100000; ++attempt) {
    Values values;
    const auto number = [&](const Param& param) {
      const bool whole = param.low >= 1 || std::string(param.key) == "seed";
      if (whole) return std::floor(uniform(random, param.low, std::min(param.low + 6, param.high)));
      return uniform(random, 0.2, std::min(1.2, param.high));
    };
    for (const Param& param : entry.params) {
      const bool required = std::isnan(param.fallback) && !param.optional;
      if (param.kind == ParamKind::number && (required || random() % 2 == 0))
        values[param.key].data = number(param);
      if (param.kind == ParamKind::numbers && required)
        values[param.key].data = std::vector<double>{number(param), number(param), number(param)};
      // absolute coefficients have other units than declared: laws/friction/bristles_test.cpp
      if (param.key == std::string("coefficients")) continue;
      if (param.kind == ParamKind::choice) {
        const std::vector<std::string> words = words_of(param.choices);
        values[param.key].data = words[random() % words.size()];
      }
    }
    Diagnostics problems;
    if (entry.check) entry.check(Parameters(entry, values), "friction", problems);
    if (!problems.has_errors()) return values;
  }
  ADD_FAILURE() << entry.name << ": no values fit each other";
  return {};
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
    const bool list = param.kind == ParamKind::numbers;
    if ((param.kind != ParamKind::number && !list) || values.count(param.key) == 0) continue;
    if (std::string(param.unit) == "-") continue;
    const Quantity one = parse_quantity("1 " + with_micro(param.unit), param.unit);
    EXPECT_TRUE(one) << param.unit;
    if (list) {
      for (double& number : std::get<std::vector<double>>(scaled[param.key].data)) number /= one.value;
    } else {
      scaled[param.key].data = std::get<double>(values.at(param.key).data) / one.value;
    }
  }
  return scaled;
}

/// A smooth slip in d directions that begins at rest, and repeats itself after `period`.
struct Wave {
  static constexpr int kParts = 3;
  double period = 1;
  std::array<Tangent, kParts> amplitude{};
  Mat3 turn{};

  Tangent at(double t) const {
    Tangent v{};
    for (int k = 0; k < kParts; ++k)
      v = v + std::sin((k + 1) * 2 * 3.141592653589793 / period * t) * amplitude[static_cast<std::size_t>(k)];
    return turn * v;
  }
  FrictionPath::Slip slip() const {
    return [wave = *this](double t) { return wave.at(t); };
  }
};

Wave random_wave(Random& random, int d, double size) {
  Wave wave;
  wave.period = uniform(random, 3, 12);
  for (Tangent& part : wave.amplitude) {
    for (int k = 0; k < d; ++k) part[static_cast<std::size_t>(k)] = uniform(random, -size, size);
  }
  return wave;
}

/// A rotation of the first d directions.
Mat3 random_turn(Random& random, int d) {
  if (d == 2) {
    const double c = std::cos(uniform(random, 0, 6)), s = std::sqrt(1 - c * c);
    return {{c, -s, 0, s, c, 0, 0, 0, 1}};
  }
  const Vec3 x = unit({uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1)});
  const std::array<Vec3, 2> yz = tangents(x);
  return {{x[0], yz[0][0], yz[1][0], x[1], yz[0][1], yz[1][1], x[2], yz[0][2], yz[1][2]}};
}

constexpr double kNormal = 10;

class FrictionContract : public ::testing::TestWithParam<const FrictionEntry*> {
 protected:
  /// Calls check(law, values, random) for a few random laws of the entry.
  template <class Check>
  void for_laws(const Check& check) {
    const FrictionEntry& entry = *GetParam();
    Random random(20150711);
    for (int trial = 0; trial < kTrials; ++trial) {
      const Values values = random_values(entry, random);
      const auto law = entry.make(Parameters(entry, values));
      check(*law, values, random);
      if (HasFailure()) {
        for (const auto& [key, value] : values) {
          if (const auto* number = std::get_if<double>(&value.data))
            std::cerr << key << " = " << *number << "\n";
        }
        return;
      }
    }
  }

  /// The same law with several seeds; one if it draws nothing.
  std::vector<std::unique_ptr<FrictionLaw>> seeded(Values values) const {
    const FrictionEntry& entry = *GetParam();
    std::vector<std::unique_ptr<FrictionLaw>> laws;
    for (int seed = 0; seed < (is_random(entry) ? 5 : 1); ++seed) {
      if (is_random(entry)) values["seed"].data = static_cast<double>(seed);
      laws.push_back(entry.make(Parameters(entry, values)));
    }
    return laws;
  }
};

TEST_P(FrictionContract, EntrySaysWhatTheLawHas) {
  EXPECT_STRNE(GetParam()->citation, "");
  for_laws([&](const FrictionLaw& law, const Values&, Random&) {
    EXPECT_EQ(GetParam()->traits.set_valued, law.set_valued());
    EXPECT_EQ(std::string(GetParam()->traits.states).empty(), law.states(1) == 0);
    EXPECT_GE(law.mu(), 0);
    EXPECT_GE(law.mu_static(), law.mu());
    for (int d = 1; d <= 3; ++d) {
      for (int i = 0; i < law.states(d); ++i) EXPECT_GT(law.state_size(d, i), 0);
      EXPECT_GE(law.memory(d), 0);
    }
  });
}

TEST_P(FrictionContract, IsOdd) {
  for_laws([](const FrictionLaw& law, const Values&, Random& random) {
    Wave wave = random_wave(random, 1, 0.5);
    FrictionPath path(law, kNormal), mirrored(law, kNormal);
    for (int part = 0; part < 40; ++part) {
      const double begin = path.time();
      const auto slip = [&](double sign) {
        return [&, sign](double t) { return sign * wave.at(begin + t)[0]; };
      };
      path.slide(slip(1), wave.period / 20, 40);
      mirrored.slide(slip(-1), wave.period / 20, 40);
      EXPECT_NEAR(mirrored.force(), -path.force(), 1e-12 * kNormal) << path.time();
    }
  });
}

TEST_P(FrictionContract, TurnsWithTheSlip) {
  for_laws([](const FrictionLaw& law, const Values&, Random& random) {
    for (const int d : {2, 3}) {
      const Wave wave = random_wave(random, d, 0.5);
      Wave turned = wave;
      turned.turn = random_turn(random, d);
      FrictionPath path(law, kNormal, d), other(law, kNormal, d);
      for (int part = 0; part < 20; ++part) {
        const double begin = path.time();
        path.slide_along([&](double t) { return wave.at(begin + t); }, wave.period / 20, 40);
        other.slide_along([&](double t) { return turned.at(begin + t); }, wave.period / 20, 40);
        const Tangent expected = turned.turn * path.force_vector();
        EXPECT_LE(norm(other.force_vector() - expected), 1e-8 * kNormal) << d << " at " << path.time();
      }
    }
  });
}

/// A line in space is a line.
TEST_P(FrictionContract, IsTheSameAlongAnyLine) {
  for_laws([](const FrictionLaw& law, const Values&, Random& random) {
    const Wave wave = random_wave(random, 1, 0.5);
    Wave in_space = wave;
    in_space.turn = random_turn(random, 3);
    FrictionPath path(law, kNormal), other(law, kNormal, 3);
    for (int part = 0; part < 20; ++part) {
      const double begin = path.time();
      path.slide_along([&](double t) { return wave.at(begin + t); }, wave.period / 20, 40);
      other.slide_along([&](double t) { return in_space.at(begin + t); }, wave.period / 20, 40);
      EXPECT_LE(norm(other.force_vector() - in_space.turn * path.force_vector()), 1e-8 * kNormal)
          << path.time();
    }
  });
}

TEST_P(FrictionContract, HasNoForceWithoutLoad) {
  for_laws([](const FrictionLaw& law, const Values&, Random& random) {
    for (const int d : {1, 2, 3}) {
      FrictionPath path(law, 0, d);
      const Wave wave = random_wave(random, d, 0.5);
      for (int part = 0; part < 10; ++part) {
        const double begin = path.time();
        path.slide_along([&](double t) { return wave.at(begin + t); }, wave.period / 10, 20);
        EXPECT_EQ(norm(path.force_vector()), 0);
      }
    }
  });
}

TEST_P(FrictionContract, TakesEnergyOverACycle) {
  for_laws([&](const FrictionLaw&, const Values& values, Random& random) {
    for (const int d : {1, 2}) {
      const Wave wave = random_wave(random, d, 0.15);
      std::vector<double> taken(5, 0);
      const auto laws = seeded(values);
      for (const auto& law : laws) {
        FrictionPath path(*law, kNormal, d, {0, 1e6 * kNormal});  // pulled along, whatever its inertia
        for (double& cycle : taken) {
          path.slide_along(wave.slip(), wave.period, 500);
          cycle += path.taken() / static_cast<double>(laws.size());
        }
      }
      const double most = *std::max_element(taken.begin(), taken.end());
      for (const double cycle : taken) EXPECT_GE(cycle, -1e-9 * (most + kNormal * wave.period)) << d;
    }
  });
}

/// Friction over F_N in steady slip after the way `slid`; in the mean over a way as long if it is random.
/// Negative where the law does not settle: the force that it needs decides, or a ramp stands in for a step.
double steady(const std::vector<std::unique_ptr<FrictionLaw>>& laws, double v, double slid) {
  double mean = 0;
  const int parts = laws.size() > 1 ? 100 : 1;
  for (const auto& law : laws) {
    FrictionPath path(*law, kNormal);
    const auto slip = [v](double) { return v; };
    path.slide(slip, slid / v, static_cast<int>(70 * slid / v));
    if (path.hold() != Hold::none || (law->set_valued() && path.sticks())) return -1;
    for (int k = 0; k < parts; ++k) {
      mean -= path.force() / kNormal / static_cast<double>(parts) / static_cast<double>(laws.size());
      if (parts > 1) path.slide(slip, slid / v / parts, static_cast<int>(70 * slid / v / parts) + 1);
    }
  }
  return mean;
}

/// Without viscous friction, which has no bound. Some laws come to their curve as a power of the way only:
/// what is left must then at least halve over four times the way.
TEST_P(FrictionContract, SlidesSteadilyOnItsCurve) {
  for_laws([&](const FrictionLaw&, const Values& given, Random&) {
    Values values = given;
    for (const Param& param : GetParam()->params) {
      const std::string key = param.key;
      if (key == "viscous" || key == "sigma2") values[key].data = 0.0;
      // a rule with fixed steps trembles about the kink of Dahl's law with alpha < 1
      if (key == "alpha" && param.kind == ParamKind::number) values.erase(key);
    }
    const auto laws = seeded(values);
    for (const double v : {0.3, 1.0, 3.0}) {
      const double claimed = laws.front()->mu_at(v);
      EXPECT_LE(claimed, laws.front()->mu_static() * (1 + 1e-12)) << v;
      const double reached = steady(laws, v, 100);
      if (reached < 0) continue;
      const double left = std::abs(reached - claimed);
      if (left <= (laws.size() > 1 ? 0.1 : 1e-6) * claimed) continue;
      EXPECT_LE(left, 0.1 * claimed) << v;
      EXPECT_LE(std::abs(steady(laws, v, 400) - claimed), left / 2) << v;
    }
  });
}

TEST_P(FrictionContract, StaysFinite) {
  for_laws([](const FrictionLaw& law, const Values&, Random& random) {
    for (const int d : {1, 3}) {
      FrictionPath path(law, kNormal, d);
      for (int part = 0; part < 20; ++part) {
        const Wave wave = random_wave(random, d, std::pow(10.0, uniform(random, -4, 1)));
        path.slide_along(wave.slip(), wave.period * uniform(random, 0.1, 1), 300);
        for (const double z : path.states()) ASSERT_TRUE(std::isfinite(z));
        ASSERT_TRUE(std::isfinite(norm(path.force_vector())));
      }
    }
  });
}

TEST_P(FrictionContract, KnowsNoMetre) {
  for_laws([&](const FrictionLaw&, const Values& given, Random& random) {
    Values values = given;
    values.erase("viscous_exponent");  // a power of the slip is given by its value at 1 m/s
    const auto made = GetParam()->make(Parameters(*GetParam(), values));
    const FrictionLaw& law = *made;
    const Values scaled_values = in_micrometres(*GetParam(), values);
    const auto scaled = GetParam()->make(Parameters(*GetParam(), scaled_values));
    EXPECT_NEAR(scaled->mu_at(2e6), law.mu_at(2), 1e-12 * law.mu_at(2));
    const Wave wave = random_wave(random, 2, 0.5);
    FrictionPath path(law, kNormal, 2, {1e6 * kNormal, 0, 1e-12});
    FrictionPath small(*scaled, 1e6 * kNormal, 2, {1e6 * kNormal, 0, 1e-6});
    for (int part = 0; part < 20; ++part) {
      const double begin = path.time();
      path.slide_along([&](double t) { return wave.at(begin + t); }, wave.period / 20, 40);
      small.slide_along([&](double t) { return 1e6 * wave.at(begin + t); }, wave.period / 20, 40);
      EXPECT_LE(norm(1e-6 * small.force_vector() - path.force_vector()), 1e-8 * kNormal) << path.time();
    }
  });
}

TEST_P(FrictionContract, StartsAnewAndWithoutForce) {
  for_laws([](const FrictionLaw& law, const Values&, Random&) {
    for (const int d : {1, 2, 3}) {
      std::vector<double> z(static_cast<std::size_t>(law.states(d)), 77),
          m(static_cast<std::size_t>(law.memory(d)), 77);
      std::vector<double> other_z(z.size(), -3), other_m(m.size(), -3);
      for (const double slip : {0.4, 0.0}) {
        FrictionInput in;
        in.t = 0.5;
        in.d = d;
        in.slip = {slip, 0, 0};
        in.normal = kNormal;
        in.rest = 1e-12;
        law.start(in, z.data(), m.data());
        law.start(in, other_z.data(), other_m.data());
        EXPECT_EQ(z, other_z);
        EXPECT_EQ(m, other_m);
        in.z = z.data();
        in.m = m.data();
        if (slip == 0) {
          EXPECT_EQ(norm(law.force(in)), 0);
        }
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, FrictionContract,
                         ::testing::ValuesIn(entries_of<FrictionEntry>().begin(),
                                             entries_of<FrictionEntry>().end()),
                         [](const auto& entry) { return std::string(entry.param->name); });

}  // namespace
}  // namespace freeplay
