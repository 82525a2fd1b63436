// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "freeplay/contact_law.h"

namespace freeplay {
namespace {

TEST(GeneralContactLaw, IsTheFormula) {
  const auto* entry = find_entry<ContactForceEntry>("general");
  Diagnostics problems;
  Values values{{"stiffness", {2e8, {}}}, {"exponent", {1.3, {}}}, {"damping", {4e5, {}}}};
  const auto force = [&](double delta, double rate) {
    return entry->make(Parameters(*entry, values), {}, "c", "contact.force", problems)
        ->force({delta, rate, {0, 1, 1}, nullptr});
  };
  EXPECT_DOUBLE_EQ(force(1e-3, 0.2), 2e8 * std::pow(1e-3, 1.3) + 4e5 * std::pow(1e-3, 1.3) * 0.2);
  values["damping_exponent"] = Value{0.25, {}};
  EXPECT_DOUBLE_EQ(force(1e-3, -0.2), 2e8 * std::pow(1e-3, 1.3) - 4e5 * std::pow(1e-3, 0.25) * 0.2);
  values["damping_exponent"] = Value{0.0, {}};
  EXPECT_DOUBLE_EQ(force(1e-3, 0.2), 2e8 * std::pow(1e-3, 1.3) + 4e5 * 0.2);
}

}  // namespace
}  // namespace freeplay
