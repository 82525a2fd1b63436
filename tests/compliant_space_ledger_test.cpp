// SPDX-License-Identifier: Apache-2.0
// Compliant contacts in space with every law and every shape: the ledger closes, and friction does not turn where
// tangents jump; messages of wrong models.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/contact_law.h"
#include "freeplay/spatial.h"
#include "run/simulate.h"
#include "tests/compliant_floor.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using World = testing::CompliantFloor;
using testing::ball_text;
using testing::floor_text;
using testing::Ran;
using testing::run;
using testing::wrong_with_model;

// --------------------------------------------------------------------------------------------- the ledger
TEST(CompliantSpace, TheLedgerClosesForEveryLaw) {
  for (const ContactForceEntry* law : entries_of<ContactForceEntry>()) {
    SCOPED_TRACE(law->name);
    std::string force = fmt::format("{{ law = \"{}\"", law->name);
    for (const Param& param : law->params) {
      const std::string key = param.key, unit = param.unit;
      if (key == "young") force += ", young = 207e9";
      if (key == "length") force += ", length = 0.015";
      if (key == "restitution") force += ", restitution = 0.6";
      if (key == "length_exponent") force += ", length_exponent = 3";
      if (key == "stiffness" && unit == "N/m") force += ", stiffness = 4e7";
      if (key == "stiffness" && unit == "-") force += ", stiffness = 6e9";
    }
    World table;
    table.force = force + " }";
    if (!wrong_with_model(floor_text(table) + ball_text({0, 0, 0.05}, {})).empty())
      continue;  // it needs a bearing
    table.friction = "{ law = \"tanh\", mu = 0.1, velocity = \"10 mm/s\" }";
    table.end = 0.1;
    const Ran out = run(floor_text(table) + ball_text({0, 0, 0.051}, {0.2, 0.1, -0.5}, {0, 5, 3}));
    EXPECT_GE(out.summary.steps.impacts, 1);
    EXPECT_LT(out.summary.worst_numerical, 1e-6 * out.summary.energy_scale);
    EXPECT_LE(out.summary.works.impact, 1e-9 * out.summary.energy_scale);
    EXPECT_LT(out.summary.works.friction, 0);
  }
}

const char* const kShapes[] = {
    "type = \"box\"\nsize = [0.12, 0.08, 0.06]", "type = \"capsule\"\nradius = 0.03\nlength = 0.1",
    "type = \"cylinder\"\nradius = 0.04\nlength = 0.08",
    ("type = \"hull\"\nvertices = [[0.05, 0, -0.02], [-0.05, 0.04, -0.02], [-0.05, "
     "-0.04, -0.02], [0, 0, 0.06]]")};

TEST(CompliantSpace, EveryShapeIsThrownAndTheLedgerCloses) {
  for (const char* shape : kShapes) {
    for (const char* detection : {"event", "reject", "restart"}) {
      SCOPED_TRACE(std::string(shape) + " " + detection);
      World table;
      table.force = "{ law = \"lankarani_nikravesh\", stiffness = 1e8, restitution = 0.6 }";
      table.friction = "{ law = \"coulomb\", mu = 0.3 }";
      table.stepper =
          fmt::format("{{ name = \"runge_kutta\", accuracy = 1e-9, detection = \"{}\" }}", detection);
      table.end = 0.3;
      const Ran out =
          run(floor_text(table) +
              "[[body]]\nname = \"thing\"\nmass = 1\ninertia = [1e-3, 1.5e-3, 2e-3]\n"
              "position = [0, 0, 0.15]\nvelocity = [0.5, 0.2, -0.5]\nangular_velocity = [4, -3, 6]\n"
              "[[shape]]\nbody = \"thing\"\n" +
              std::string(shape) + "\n");
      EXPECT_GE(out.summary.steps.impacts, 2);
      EXPECT_LE(out.summary.works.impact, 0);
      EXPECT_LE(out.summary.works.friction, 0);
      // the straight line that procedure 1 goes back along is no solution
      if (std::string(detection) == "restart") continue;
      EXPECT_LT(out.summary.worst_numerical, 1e-6 * out.summary.energy_scale);
    }
  }
}

// ----------------------------------------------------------------------------------------------- tangents
// A ball slides over a large one, across the line where the tangents of the contact jump. Friction of
// bristles stays against the slip all the same.
TEST(CompliantSpace, FrictionDoesNotTurnWhereTangentsJump) {
  for (const char* law : {"{ law = \"dahl\", mu = 0.2, sigma0 = 200 }", "{ law = \"coulomb\", mu = 0.2 }"}) {
    for (const char* name : {"runge_kutta", "bdf"}) {
      SCOPED_TRACE(std::string(law) + " " + name);
      World table;
      table.gravity = "[0, 0, -9.81]";
      table.force = "{ law = \"hertz\", stiffness = 1e8 }";
      table.friction = law;
      table.stepper = fmt::format("{{ name = \"{}\", accuracy = 1e-9 }}", name);
      table.end = 0.06;
      table.every = 2e-4;
      const double press = std::pow(9.81 * 0.97 / 1e8, 2.0 / 3);
      const Vec3 n = unit({0.17, 0.15, 1});
      const double far = 1.05 - press;
      const Vec3 v = unit(cross(n, {1, 1, 0}));
      const Ran out = run(floor_text(table) +
                          "[[shape]]\nname = \"dome\"\nbody = \"ground\"\ntype = \"sphere\"\nradius = "
                          "1\nposition = [0, 0, 3]\n" +
                          ball_text(Vec3{0, 0, 3} + far * n, v));
      const std::vector<double> mode = out.record.values("/contact/dome/ball/mode");
      int jumps = 0;
      bool x_before = true;
      for (std::size_t i = 0; i < mode.size(); ++i) {
        const Vec3 r = out.point("/body/ball/position", i);
        const Vec3 F = out.point("/contact/dome/ball/tangential", i);
        const Vec3 slip = out.point("/contact/dome/ball/slip", i);
        const bool x = std::abs(r[0]) <= std::abs(r[1]);
        jumps += i > 0 && x != x_before;
        x_before = x;
        if (i < 50 || mode[i] == 0) continue;  // bristles bend first
        EXPECT_GT(-dot(F, slip), 0.999 * norm(F) * norm(slip)) << i;
        EXPECT_GT(norm(F), 0.1 * out.point("/contact/dome/ball/normal", i)[0]) << i;
      }
      EXPECT_EQ(jumps, 1) << "the case must contain a jump";
    }
  }
}

// ----------------------------------------------------------------------------------------------- messages
TEST(CompliantSpace, WrongModelsAreNamed) {
  const std::string box =
      "[[body]]\nname = \"box\"\nmass = 1\ninertia = [1e-3, 1e-3, 1e-3]\nposition = [0, 0, 1]\n"
      "[[shape]]\nbody = \"box\"\ntype = \"box\"\nsize = [0.1, 0.1, 0.1]\n";
  World table;
  table.force = "{ law = \"hertz\", young = \"207 GPa\", poisson = 0.3 }";  // corners have no radius
  EXPECT_CONTAINS(wrong_with_model(floor_text(table) + box), "radius");
  std::string rigid = floor_text({}) + box;
  rigid.replace(rigid.find("\"compliant\""), 11, "\"rigid\"");
  rigid.replace(rigid.find("force = "), 7, "impact = { law = \"newton\", restitution = 0 }\nforce =");
  const std::string wrong = wrong_with_model(rigid);
  EXPECT_CONTAINS(wrong, "runge_kutta cannot step rigid contacts");
  EXPECT_CONTAINS(wrong, "steppers that can: gauss_optimisation, moreau, symmetric;");
  std::string lawless = floor_text({}) + box;
  lawless.erase(lawless.find("force = "), lawless.find("[method]") - lawless.find("force = "));
  EXPECT_CONTAINS(wrong_with_model(lawless), "there is no contact force law");
  std::string fine = floor_text({}) + box;
  fine.replace(fine.find("accuracy = 1e-10"), 16, "penetration_max = 1e-18");
  EXPECT_CONTAINS(wrong_with_model(fine), "below the rounding of positions");
}

}  // namespace
}  // namespace freeplay
