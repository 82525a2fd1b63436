// SPDX-License-Identifier: Apache-2.0
#include "joints/bearing_keys.h"

#include <gtest/gtest.h>

#include "model/fields.h"
#include "model/words.h"

namespace freeplay {
namespace {

Joint with_every_key(const char* type) {
  Joint joint;
  joint.type = type;
  joint.bearing = Bearing{};
  joint.bearing->radius = joint.bearing->length = joint.bearing->height = joint.bearing->width = 0.01;
  joint.bearing->guide = "inside";
  return joint;
}

TEST(BearingKeys, AreThoseOfTheFileAndOfRegisteredJoints) {
  for (const int dimension : {2, 3}) {
    for (const RubbingJoint& joint : rubbing_joints(dimension)) {
      EXPECT_NE(registry_in("joint", dimension).find(joint.type), nullptr) << joint.type;
      for (const std::string& key : joint.keys) {
        bool known = false;
        for (const Field<Bearing>& field : bearing_fields) known = known || key == field.param.key;
        EXPECT_TRUE(known) << joint.type << " " << key;
      }
    }
  }
}

TEST(BearingKeys, ThoseWithoutEffectAreNamed) {
  const auto warnings = [](const char* type, int dimension) {
    Diagnostics problems;
    warn_of_unused_bearing(with_every_key(type), dimension, "joint.j", problems);
    std::vector<std::string> keys;
    for (const Diagnostic& problem : problems.all()) {
      EXPECT_EQ(problem.severity, Severity::warning);
      keys.push_back(problem.key.substr(std::string("joint.j.bearing.").size()));
    }
    return keys;
  };
  using Keys = std::vector<std::string>;
  EXPECT_EQ(warnings("revolute", 2), (Keys{"length", "height", "width", "guide"}));
  EXPECT_EQ(warnings("prismatic", 2), (Keys{"radius", "width"}));
  EXPECT_EQ(warnings("revolute", 3), (Keys{"height", "width", "guide"}));
  EXPECT_EQ(warnings("cylindrical", 3), (Keys{"height", "width", "guide"}));
  EXPECT_EQ(warnings("spherical", 3), (Keys{"length", "height", "width", "guide"}));
  EXPECT_EQ(warnings("translational", 3), (Keys{"radius"}));
}

}  // namespace
}  // namespace freeplay
