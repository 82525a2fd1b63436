// SPDX-License-Identifier: Apache-2.0
// Memory of friction in smooth motion grows with what may rub, not with all contacts.
#include "stepping/compliant/friction_forces.h"

#include <gtest/gtest.h>

#include <string>

#include "freeplay/assemble.h"
#include "tests/kit/models.h"

namespace freeplay {
namespace {

/// Rows that friction has room for in a box of discs, with this line of [contact].
std::size_t room(const std::string& friction) {
  const Model model = read_model_text(testing::discs_text("[5, 4]") + R"([contact]
pool = 200
world = "compliant"
force = { law = "exact", restitution = 0.3, stiffness = 1e8 }
)" + friction + R"(
[method]
stepper = "runge_kutta"
[run]
end = 0.01
record = { every = 1e-3 }
)",
                                      "discs.toml");
  const Assembly assembly = assemble(model);
  const auto formulation = make_formulation({"baumgarte", {}, {}}, *assembly.system, 1);
  return FrictionForces(*assembly.system, *formulation, JointFriction::implicit).room();
}

TEST(FrictionForces, RoomIsThatOfWhatMayRub) {
  EXPECT_EQ(room(""), 0u);
  EXPECT_EQ(room(R"(friction = { law = "tanh", mu = 0.2, velocity = "10 mm/s" })"), 0u);  // never holds
  EXPECT_EQ(room(R"(friction = { law = "coulomb", mu = 0.2 })"), 200u);
}

}  // namespace
}  // namespace freeplay
