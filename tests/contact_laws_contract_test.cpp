// SPDX-License-Identifier: Apache-2.0
// What every contact force law must obey; a new one is tested here before its author writes a test.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "freeplay/contact_law.h"
#include "tests/one_impact.h"

namespace freeplay {
namespace {

/// Units of length, mass and time, in m, kg and s.
struct Units {
  double m = 1, kg = 1, s = 1;
  double force() const { return kg * m / (s * s); }
  double pressure() const { return force() / (m * m); }
};

/// A steel journal in its bearing, 15 mm long, in other units of measurement.
class Steel {
 public:
  explicit Steel(const Units& units = {}) : units_(units) {}

  ContactGeometry geometry() const { return {-0.010 / units_.m, 0.0095 / units_.m}; }

  Values values(const ContactForceEntry& entry, double restitution) const {
    Values values;
    for (const Param& param : entry.params) {
      const std::string key = param.key, unit = param.unit;
      const auto set = [&](double value) { values[key] = Value{value, {}}; };
      if (key == "young") set(207e9 / units_.pressure());
      if (key == "density") set(7850 / (units_.kg / std::pow(units_.m, 3)));
      if (key == "length") set(0.015 / units_.m);
      if (key == "work_of_adhesion") set(0.1 / (units_.force() / units_.m));
      if (key == "restitution") set(restitution);
      if (key == "length_exponent") set(3);  // the only one that is free of units
      if (key == "stiffness" && unit == "N/m") set(4e8 / (units_.force() / units_.m));
      if (key == "stiffness" && unit == "-") set(6e10 / (units_.force() / std::pow(units_.m, 1.5)));
    }
    return values;
  }

  std::unique_ptr<ContactLaw> law(const ContactForceEntry& entry, double restitution) const {
    Diagnostics problems;
    const Values given = values(entry, restitution);
    auto law = entry.make(Parameters(entry, given), geometry(), "bearing", "contact.force", problems);
    for (const Diagnostic& problem : problems.all()) ADD_FAILURE() << to_string(problem);
    return law;
  }

 private:
  Units units_;
};

constexpr double kDeep = 5e-5;  // [m], inside every law
constexpr double kApproach = 0.03;

/// With a memory that was once as deep as `deepest`.
struct Contact {
  Contact(const ContactLaw& law, double approach, double deepest = 0)
      : memory(static_cast<std::size_t>(law.memory()), 0.0) {
    in.start = {0, approach, 0.5};
    law.start(in.start, memory.data());
    if (deepest > 0) {
      const ContactInput then = at(deepest, 0);
      law.accept(then, memory.data());
    }
  }
  ContactInput at(double delta, double rate) const {
    ContactInput now = in;
    now.delta = delta, now.rate = rate, now.m = memory.data();
    return now;
  }
  ContactInput in;
  std::vector<double> memory;
};

bool has(const ContactForceEntry& entry, const std::string& key) {
  for (const Param& param : entry.params) {
    if (key == param.key) return true;
  }
  return false;
}

template <class Check>
void for_each_law(double restitution, Check check) {
  for (const ContactForceEntry* entry : entries_of<ContactForceEntry>()) {
    SCOPED_TRACE(entry->name);
    const auto law = Steel().law(*entry, restitution);
    ASSERT_NE(law, nullptr);
    check(*entry, *law);
  }
}

TEST(ContactLaws, AllAreThere) { EXPECT_EQ(entries_of<ContactForceEntry>().size(), 20U); }

TEST(ContactLaws, PushWhileTheyAreLoaded) {
  for_each_law(0.6, [](const ContactForceEntry&, const ContactLaw& law) {
    const Contact contact(law, kApproach);
    ASSERT_GT(law.limit(), kDeep);
    for (int i = 1; i <= 50; ++i) {
      for (const double rate : {0.0, 0.01, kApproach, 1.0}) {
        EXPECT_GT(law.force(contact.at(kDeep * i / 50, rate)), 0);
      }
    }
  });
}

TEST(ContactLaws, BeginWithoutAJump) {
  for_each_law(0.6, [](const ContactForceEntry& entry, const ContactLaw& law) {
    const Contact contact(law, kApproach);
    const double full = law.force(contact.at(kDeep, kApproach));
    const double first = law.force(contact.at(1e-9 * kDeep, kApproach));
    if (std::string(entry.name) == "kelvin_voigt") {
      EXPECT_GT(first, 1e-3 * full);  // a damper
    } else if (law.adheres()) {
      EXPECT_LT(first, 0);  // surfaces that have met pull at once
      EXPECT_GT(first, -0.1 * full);
    } else {
      EXPECT_LT(first, 1e-7 * full);
      EXPECT_EQ(law.force(contact.at(0, kApproach)), 0);
    }
  });
}

TEST(ContactLaws, ElasticForceIsTheSlopeOfTheEnergy) {
  for_each_law(0.6, [](const ContactForceEntry&, const ContactLaw& law) {
    const Contact contact(law, kApproach, 2 * kDeep);  // a dent: elastic up to 2 kDeep
    const double* m = contact.memory.data();
    // counted from where surfaces meet
    EXPECT_NEAR(law.energy(0, m), 0, law.adheres() ? 1e-14 * std::abs(law.energy(1e-3 * kDeep, m)) : 0);
    double before = law.energy(law.dent(m), m);
    for (int i = 1; i <= 50; ++i) {
      const double delta = law.dent(m) + (2 * kDeep - law.dent(m)) * 0.99 * i / 50, step = 1e-5 * delta;
      const double slope = (law.energy(delta + step, m) - law.energy(delta - step, m)) / (2 * step);
      const double force = law.force(contact.at(delta, 0));
      EXPECT_NEAR(slope, force, 1e-7 * law.force(contact.at(2 * kDeep, 0))) << delta;
      EXPECT_DOUBLE_EQ(law.elastic(delta, m), force);
      EXPECT_GT(law.energy(delta, m), before);
      before = law.energy(delta, m);
    }
  });
}

TEST(ContactLaws, ElasticPartIsTheSlopeOfTheEnergyAlsoInFirstLoading) {
  for_each_law(0.6, [](const ContactForceEntry&, const ContactLaw& law) {
    const Contact contact(law, kApproach);
    const double* m = contact.memory.data();
    for (int i = 1; i <= 50; ++i) {
      const double delta = kDeep * i / 50, step = 1e-5 * delta;
      const double slope = (law.energy(delta + step, m) - law.energy(delta - step, m)) / (2 * step);
      EXPECT_NEAR(law.elastic(delta, m), slope, 1e-7 * law.elastic(kDeep, m)) << delta;
      EXPECT_LE(law.elastic(delta, m), law.force(contact.at(delta, 0)) * (1 + 1e-15)) << delta;
    }
  });
}

TEST(ContactLaws, StoreNoMoreThanTheWorkDone) {
  for_each_law(0.6, [](const ContactForceEntry&, const ContactLaw& law) {
    const Contact contact(law, kApproach);
    double work = 0;
    const int n = 20000;
    for (int i = 0; i < n; ++i) work += law.force(contact.at(kDeep * (i + 0.5) / n, 0)) * kDeep / n;
    EXPECT_LE(law.energy(kDeep, contact.memory.data()), work * (1 + 1e-6));
  });
}

TEST(ContactLaws, DeliverTheRestitutionTheyDeclare) {
  for (const ContactForceEntry* entry : entries_of<ContactForceEntry>()) {
    SCOPED_TRACE(entry->name);
    if (!has(*entry, "restitution")) continue;
    for (int i = 1; i <= 10; ++i) {
      const double asked = 0.1 * i;
      const auto law = Steel().law(*entry, asked);
      ASSERT_NE(law, nullptr);
      const auto promise = law->restitution();
      ASSERT_TRUE(promise);
      EXPECT_EQ(promise->asked, asked);
      EXPECT_NEAR(OneImpact(*law, 0.5, kApproach).run(4000).restitution, promise->delivered, 1e-6) << asked;
    }
  }
}

TEST(ContactLaws, ElasticOnesGiveEverythingBack) {
  for (const ContactForceEntry* entry : entries_of<ContactForceEntry>()) {
    SCOPED_TRACE(entry->name);
    const auto law = Steel().law(*entry, 1);
    if (law->adheres()) continue;  // OneImpact never pulls: below, and tests/adhesion_test.cpp
    EXPECT_NEAR(OneImpact(*law, 0.5, kApproach).run(4000).restitution, 1, 1e-9);
  }
}

TEST(ContactLaws, RestitutionDoesNotDependOnMassAndVelocity) {
  for (const ContactForceEntry* entry : entries_of<ContactForceEntry>()) {
    SCOPED_TRACE(entry->name);
    if (!has(*entry, "restitution")) continue;
    const auto law = Steel().law(*entry, 0.5);
    const double here = law->restitution()->delivered;
    EXPECT_NEAR(OneImpact(*law, 20, 1e-4).run(4000).restitution, here, 1e-6);
    EXPECT_NEAR(OneImpact(*law, 1e-3, 0.3).run(4000).restitution, here, 1e-6);
  }
}

TEST(ContactLaws, DoNotDependOnTheUnits) {
  const Units odd{1e-3, 1e3, 60};
  for (const ContactForceEntry* entry : entries_of<ContactForceEntry>()) {
    SCOPED_TRACE(entry->name);
    const auto here = Steel().law(*entry, 0.4), there = Steel(odd).law(*entry, 0.4);
    ASSERT_TRUE(here && there);
    const Contact contact(*here, kApproach, kDeep);
    Contact same(*there, kApproach / (odd.m / odd.s));
    same.in.start.mass = contact.in.start.mass / odd.kg;
    there->accept(same.at(kDeep / odd.m, 0), same.memory.data());
    for (const double delta : {1e-9, 1e-6, 3e-5, 7e-5}) {
      for (const double rate : {-0.02, 0.0, 0.02}) {
        const double one = here->force(contact.at(delta, rate));
        const double two = there->force(same.at(delta / odd.m, rate / (odd.m / odd.s))) * odd.force();
        EXPECT_NEAR(one, two, 1e-12 * std::abs(one)) << delta << ' ' << rate;
      }
      const double one = here->energy(delta, contact.memory.data());
      const double two = there->energy(delta / odd.m, same.memory.data()) * odd.force() * odd.m;
      EXPECT_NEAR(one, two, 1e-12 * std::abs(one)) << delta;
    }
    const double limit = there->limit() * odd.m, fastest = there->fastest() * odd.m / odd.s;
    EXPECT_TRUE(limit == here->limit() || std::abs(limit / here->limit() - 1) < 1e-12);
    EXPECT_TRUE(fastest == here->fastest() || std::abs(fastest / here->fastest() - 1) < 1e-12);
  }
}

TEST(ContactLaws, FastestImpactIsThatOfSteel) {
  for_each_law(0.6, [](const ContactForceEntry& entry, const ContactLaw& law) {
    const bool limited = has(entry, "young") && std::string(entry.name) != "lankarani_nikravesh_plastic";
    if (limited) {
      EXPECT_DOUBLE_EQ(law.fastest(), 1e-5 * std::sqrt(207e9 / 7850));
    } else {
      EXPECT_EQ(law.fastest(), std::numeric_limits<double>::infinity());
    }
  });
}

/// Surfaces that have met pull until they part, which may be below δ = 0. What is stored there is lost, and never negative;
/// the force goes on a little beyond without a jump, and a contact that has ended is as one that has never been.
TEST(ContactLaws, ThoseThatAdherePullUntilTheyPart) {
  int adhering = 0;
  for_each_law(0.6, [&](const ContactForceEntry&, const ContactLaw& law) {
    if (!law.adheres()) {
      EXPECT_GE(law.dent(Contact(law, kApproach).memory.data()), 0);
      return;
    }
    ++adhering;
    Contact contact(law, kApproach, kDeep);
    const double* m = contact.memory.data();
    const double end = law.dent(m), deep = law.force(contact.at(kDeep, 0));
    EXPECT_LE(end, 0);
    EXPECT_GE(law.energy(end, m), 0);
    const double pull = law.force(contact.at(end, 0));
    EXPECT_LT(pull, 0);
    const double beyond = end - 1e-6 * kDeep;
    EXPECT_NEAR(law.force(contact.at(beyond, 0)), pull, 1e-6 * deep);
    EXPECT_NEAR(law.energy(beyond, m), law.energy(end, m) - 1e-6 * kDeep * pull,
                1e-9 * std::abs(law.energy(kDeep, m)));
    // the work of making and breaking, by quadrature in √(δ − end), is what is stored at the end
    double work = 0;
    const int n = 20000;
    for (int i = 0; i < n; ++i) {
      const double s = (i + 0.5) / n;
      work += law.force(contact.at(end * (1 - s * s), 0)) * 2 * s * -end / n;
    }
    EXPECT_NEAR(law.energy(end, m), -work, 1e-8 * std::abs(work));
    law.end(contact.memory.data());
    EXPECT_EQ(contact.memory, std::vector<double>(contact.memory.size(), 0.0));
    EXPECT_EQ(law.dent(contact.memory.data()), 0);
  });
  EXPECT_EQ(adhering, 2);
}

TEST(ContactLaws, StoreNothingWhenOpen) {
  for_each_law(0.6, [](const ContactForceEntry&, const ContactLaw& law) {
    if (law.adheres()) return;
    for (const double deepest : {0.0, kDeep}) {
      const Contact contact(law, kApproach, deepest);
      for (const double delta : {-1.0, -1e-9, 0.0}) {
        EXPECT_EQ(law.energy(delta, contact.memory.data()), 0);
        EXPECT_EQ(law.elastic(delta, contact.memory.data()), 0);
      }
    }
  });
}

TEST(ContactLaws, AreFiniteEverywhere) {
  for_each_law(0.6, [](const ContactForceEntry&, const ContactLaw& law) {
    for (const double approach : {0.0, 1e-200, 1.0}) {
      const Contact contact(law, approach);
      for (const double delta : {0.0, 1e-300, 1e-12, 1e-3, 1.0}) {
        for (const double rate : {-10.0, 0.0, 10.0}) {
          EXPECT_TRUE(std::isfinite(law.force(contact.at(delta, rate))))
              << approach << ' ' << delta << ' ' << rate;
        }
        EXPECT_TRUE(std::isfinite(law.energy(delta, contact.memory.data()))) << delta;
      }
    }
  });
}

}  // namespace
}  // namespace freeplay
