// SPDX-License-Identifier: Apache-2.0
// Contact force laws against figures that were computed independently: validation/hertz/reference.h.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "freeplay/contact_law.h"
#include "tests/kit/places.h"
#include "tests/one_impact.h"
#include "validation/hertz/reference.h"

namespace freeplay {
namespace {

using validation::hertz_reference::Elastic;
using validation::hertz_reference::Law;
using validation::hertz_reference::Row;

std::unique_ptr<ContactLaw> make(const std::string& name, const Values& values) {
  const auto* entry = find_entry<ContactForceEntry>(name);
  Diagnostics problems;
  return entry->make(Parameters(*entry, values), {0.05, kFlat}, "ball", "contact.force", problems);
}

std::unique_ptr<ContactLaw> make(const std::string& name, double restitution) {
  return make(name, {{"stiffness", {3.39e10, {}}}, {"restitution", {restitution, {}}}});
}

TEST(ContactLawsReference, RestitutionTable) {
  for (const Law& law : validation::hertz_reference::laws()) {
    for (const Row& row : law.rows) {
      const auto made = make(law.name, row.asked);
      EXPECT_NEAR(made->restitution()->delivered, row.delivered, 1e-12) << law.name << ' ' << row.asked;
    }
  }
}

TEST(ContactLawsReference, HysteresisFactors) {
  for (const Law& law : validation::hertz_reference::laws()) {
    for (const Row& row : law.rows) {
      const auto made = make(law.name, row.asked);
      const ContactInput still{1e-5, 0, {0, 0.5, 1}, nullptr}, closing{1e-5, 0.5, {0, 0.5, 1}, nullptr};
      EXPECT_NEAR(made->force(closing) / made->force(still) - 1, row.factor, 1e-12 * (1 + row.factor))
          << law.name << ' ' << row.asked;
    }
  }
}

TEST(ContactLawsReference, DeepestPenetration) {
  const auto hertz = make("hertz", {{"stiffness", {3.39e10, {}}}});
  const double elastic = OneImpact(*hertz, 1, 0.5).run(4000).deepest;
  for (const Law& law : validation::hertz_reference::laws()) {
    for (const Row& row : law.rows) {
      const auto made = make(law.name, row.asked);
      EXPECT_NEAR(OneImpact(*made, 1, 0.5).run(4000).deepest / elastic, row.deepest, 1e-9)
          << law.name << ' ' << row.asked;
    }
  }
}

/// The table of docs/contact_laws.md, row by row.
TEST(ContactLawsReference, TableOfThePage) {
  std::ifstream page(source_folder() + "/docs/contact_laws.md");
  std::set<std::string> lines;
  for (std::string line; std::getline(page, line);) lines.insert(line);
  for (const Law& law : validation::hertz_reference::laws()) {
    std::string row = fmt::format("| `{}` |", law.name);
    for (int i = 1; i <= 10; ++i) {
      row += fmt::format(" {:.3f} |", make(law.name, i / 10.0)->restitution()->delivered);
    }
    EXPECT_TRUE(lines.count(row)) << row;
  }
}

// Mass 1 kg, K = 3.39e10 N/m^1.5.
TEST(ContactLawsReference, ElasticImpacts) {
  const auto hertz = make("hertz", {{"stiffness", {3.39e10, {}}}});
  for (const Elastic& c : validation::hertz_reference::kElastic) {
    const ImpactSizes impact = OneImpact(*hertz, 1, c.approach).run(4000);
    EXPECT_NEAR(impact.deepest / c.deepest, 1, 1e-9);
    EXPECT_NEAR(impact.largest / c.largest, 1, 1e-9);
    EXPECT_NEAR(impact.duration / c.duration, 1, 1e-9);
    EXPECT_NEAR(impact.restitution, 1, 1e-9);
  }
}

}  // namespace
}  // namespace freeplay
