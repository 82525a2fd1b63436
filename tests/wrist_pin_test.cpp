// SPDX-License-Identifier: Apache-2.0
// The printed contact law in a driven machine, against its integration by other means (validation/wrist_pin); peaks of forces.
#include <gtest/gtest.h>

#include <string>

#include "validation/hertz/reference.h"
#include "validation/hertz/runs.h"
#include "validation/wrist_pin/runs.h"

namespace freeplay::validation {
namespace {

TEST(WristPin, ContactsAreThoseOfThePrintedLaw) {
  const double end = 0.0095;
  const auto exact = wrist_pin::integrate({}, end, 1e-15L);
  ASSERT_EQ(exact.size(), 14U);
  const wrist_pin::Ran ran = wrist_pin::run("runge_kutta", 1e-13, end);
  ASSERT_EQ(ran.contacts.size(), exact.size());
  const wrist_pin::Difference worst = wrist_pin::difference(ran.contacts, exact, 13);
  EXPECT_LT(worst.begin, 2e-9);
  EXPECT_LT(worst.approach, 1e-7);
  EXPECT_LT(worst.end, 2e-9);
  // a bound on every contact that begins slower than v_s is another law
  const wrist_pin::Ran bounded = wrist_pin::run("runge_kutta", 1e-10, end, "1");
  EXPECT_GT(wrist_pin::difference(bounded.contacts, exact, 13).begin, 1e-4);
}

TEST(ContactPeaks, AreThoseOfTheMotion) {
  for (const char* stepper : {"runge_kutta", "adams", "bdf"}) {
    for (const hertz_reference::Elastic& exact : hertz_reference::kElastic) {
      SphereSetup setup;
      setup.stepper = stepper;
      setup.approach = exact.approach;
      setup.accuracy = 1e-12;
      const SphereImpact found = run_sphere(setup);
      EXPECT_NEAR(found.summary.compliant.peak_force / exact.largest, 1,
                  std::string(stepper) == "runge_kutta" ? 1e-10 : 1e-8)
          << stepper << " " << exact.approach;
    }
  }
}

}  // namespace
}  // namespace freeplay::validation
