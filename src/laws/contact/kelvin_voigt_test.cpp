// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numbers>

#include "freeplay/contact_law.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

std::unique_ptr<ContactLaw> make(const Values& values, Diagnostics& problems) {
  const auto* entry = find_entry<ContactForceEntry>("kelvin_voigt");
  return entry->make(Parameters(*entry, values), {}, "stop", "contact.force", problems);
}

TEST(KelvinVoigt, SpringAndDamper) {
  Diagnostics problems;
  const auto law = make({{"stiffness", {2e6, {}}}, {"damping", {300.0, {}}}}, problems);
  const ContactInput in{1e-4, -0.2, {0, 1, 1}, nullptr};
  EXPECT_DOUBLE_EQ(law->force(in), 2e6 * 1e-4 - 300 * 0.2);
  EXPECT_DOUBLE_EQ(law->energy(1e-4, nullptr), 0.5 * 2e6 * 1e-8);
  EXPECT_FALSE(law->restitution());
}

/// ζ as a function of the restitution, against the closed form of SchwagerPoeschel2007 with its two branches
/// of the arcus tangens, in units with K = m = 1 (ω_0 = 1, β = ζ).
TEST(KelvinVoigt, DampingFromRestitution) {
  Diagnostics problems;
  for (const double e :
       {1e-6, 0.01, 0.1, 0.13, std::exp(-2.0), 0.14, 0.2, 0.208, 0.21, 0.5, 0.9, 0.999, 1.0}) {
    const auto law = make({{"stiffness", {1.0, {}}}, {"restitution", {e, {}}}}, problems);
    const double beta = 0.5 * law->force({0, 1, {0, 1, 1}, nullptr});
    double closed = 1;
    if (beta < 1) {
      const double omega = std::sqrt(1 - beta * beta);
      const double angle = std::atan(2 * beta * omega / (omega * omega - beta * beta));
      closed = std::exp(-beta / omega * (beta < std::sqrt(0.5) ? std::numbers::pi - angle : -angle));
    } else if (beta > 1) {
      const double Omega = std::sqrt(beta * beta - 1);
      closed = std::exp(-beta / Omega * std::log((beta + Omega) / (beta - Omega)));
    } else {
      closed = std::exp(-2.0);
    }
    EXPECT_NEAR(closed / e, 1, 1e-8) << e;
    EXPECT_EQ(law->restitution()->delivered, e);
  }
}

TEST(KelvinVoigt, NotBothDampingAndRestitution) {
  Diagnostics problems;
  EXPECT_EQ(make({{"stiffness", {1.0, {}}}, {"damping", {1.0, {}}}, {"restitution", {0.5, {}}}}, problems),
            nullptr);
  EXPECT_CONTAINS(to_string(problems.all().at(0)),
                  "contact.force.damping: contact \"stop\": the restitution already");
}

}  // namespace
}  // namespace freeplay
