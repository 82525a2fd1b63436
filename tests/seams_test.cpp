// SPDX-License-Identifier: Apache-2.0
// Solids that slide across the cut between two convex parts of a mesh, or past the end of a face: no cut is felt, and
// what has passed the end is let go.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "freeplay/model.h"
#include "tests/kit/files.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

using testing::Ran;
using testing::run;

/// A plate with the outline of an L, 1 m thick, whose top is at z = 0. It needs two parts: they meet at x = 0 or at y = 1.
std::string plate() {
  constexpr int kCorners = 6;
  constexpr int kOutline[kCorners][2] = {{-3, -1}, {3, -1}, {3, 1}, {0, 1}, {0, 3}, {-3, 3}};
  std::string text;
  for (const int z : {-1, 0})
    for (const auto& [x, y] : kOutline) text += fmt::format("v {} {} {}\n", x, y, z);
  for (int k = 2; k < kCorners; ++k) {  // all of it is seen from the first corner
    text += fmt::format("f 1 {} {}\n", k + 1, k);
    text += fmt::format("f {} {} {}\n", kCorners + 1, kCorners + k, kCorners + k + 1);
  }
  for (int k = 1; k <= kCorners; ++k) {
    const int next = k % kCorners + 1;
    text += fmt::format("f {} {} {} {}\n", k, next, kCorners + next, kCorners + k);
  }
  return text;
}

struct Start {
  double x, y, v_x, v_y;
};

std::string model(const std::string& slider, const std::string& floor, const Start& start, double mu,
                  const std::string& stepper, const std::string& step) {
  return fmt::format(R"(freeplay = 1
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
name = "slider"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [{}, {}, 0.2]
velocity = [{}, {}, 0]
[[shape]]
body = "slider"
{}
[[shape]]
name = "floor"
body = "ground"
{}
[contact]
impact = {{ law = "newton", restitution = 0.2 }}
friction = {{ law = "coulomb", mu = {} }}
[method]
stepper = {{ name = "{}", step = "{}" }}
[run]
end = 0.8
record = {{ every = "10 ms" }}
)",
                     start.x, start.y, start.v_x, start.v_y, slider, floor, mu, stepper, step);
}

const char* const kBall = "type = \"sphere\"\nradius = 0.2";
const char* const kBox = "type = \"box\"\nsize = [0.6, 0.4, 0.4]";
const char* const kCylinder = "type = \"cylinder\"\nradius = 0.3\nlength = 0.4";

/// Along x, along y and slantwise, with the closed form of sliding: x = x₀ + v t (1 − μ g t / (2 |v|)).
TEST(Seams, OfTheConvexPartsOfAMeshAreNotFelt) {
  const testing::TempFolder folder;
  testing::spill(folder.path() / "plate.obj", plate());
  const std::string floor = "type = \"mesh\"\nfile = \"plate.obj\"\ncontact = true";
  const Start starts[] = {{-1, 0.3, 3, 0}, {-1.5, -0.5, 0, 3}, {-1, -0.5, 2.5, 0.6}};
  for (const char* const slider : {kBall, kBox, kCylinder}) {
    for (const Start& start : starts) {
      for (const double mu : {0.0, 0.3}) {
        if (slider == kBall && mu > 0) continue;  // it would roll
        for (const char* const stepper : {"symmetric", "moreau"}) {
          SCOPED_TRACE(
              fmt::format("{} from {}, {} with mu = {} and {}", slider, start.x, start.y, mu, stepper));
          const Ran ran = run(read_model_text(model(slider, floor, start, mu, stepper, "0.5 ms"),
                                              (folder.path() / "model.toml").string()));
          const double way = 0.8 * (1 - mu * 9.81 * 0.8 / (2 * std::hypot(start.v_x, start.v_y)));
          // `moreau` sees a contact only where it overlaps, and lets friction act a step late at a new one; a ball leaves
          // one part for the other within a step, in which it turns about the end of the first: v² Δt²/R² of its speed
          const bool exact = std::string(stepper) == "symmetric" && slider != kBall;
          const double near = exact ? 1e-8 : 2e-5;
          EXPECT_NEAR(ran.last("/body/slider/position", 0), start.x + way * start.v_x, near);
          EXPECT_NEAR(ran.last("/body/slider/position", 1), start.y + way * start.v_y, near);
          EXPECT_NEAR(ran.last("/body/slider/position", 2), 0.2, near);
          EXPECT_NEAR(ran.last("/energy/stabilisation"), 0, 1e-4);  // of 6.5 J
        }
      }
    }
  }
}

/// A cylinder slides off a table and tips over its edge: steps of half the length follow the same motion, and nothing is
/// put right that the motion does not explain.
TEST(Seams, ACylinderThatSlidesOffATableIsLetGo) {
  const std::string table = "type = \"box\"\nsize = [6, 6, 1]\nposition = [-3, 0, -0.5]";
  double height[2] = {0, 0};
  for (const int k : {0, 1}) {
    const Ran ran = run(read_model_text(
        model(kCylinder, table, {-1, 0.3, 3, 0}, 0, "symmetric", k == 0 ? "0.5 ms" : "0.25 ms"),
        "model.toml"));
    height[k] = ran.last("/body/slider/position", 2);
    EXPECT_NEAR(ran.last("/energy/stabilisation"), 0, 1e-5);
    EXPECT_NEAR(ran.last("/body/slider/position", 1), 0.3, 1e-9);  // the motion stays in its plane
  }
  EXPECT_LT(height[0], -0.5);
  EXPECT_NEAR(height[0], height[1], 2e-3);
}

/// Steps chosen by accuracy come past the cut, and past the end of a face, on the same paths.
TEST(Seams, ArePassedByChosenSteps) {
  const testing::TempFolder folder;
  testing::spill(folder.path() / "plate.obj", plate());
  const std::string mesh = "type = \"mesh\"\nfile = \"plate.obj\"\ncontact = true";
  const auto chosen = [&](const std::string& slider, const std::string& floor, const Start& start,
                          double mu) {
    std::string text = model(slider, floor, start, mu, "symmetric", "0.5 ms");
    text.replace(text.find("step = \"0.5 ms\""), 15, "step = \"0.5 ms\", accuracy = 1e-6");
    return run(read_model_text(text, (folder.path() / "model.toml").string()));
  };
  for (const char* const slider : {kBox, kCylinder}) {
    for (const Start& start : {Start{-1, 0.3, 3, 0}, Start{-1, 0.2, 2.5, 1.5}}) {
      SCOPED_TRACE(fmt::format("{} from {}, {}", slider, start.x, start.y));
      const Ran ran = chosen(slider, mesh, start, 0.3);
      const double way = 0.8 * (1 - 0.3 * 9.81 * 0.8 / (2 * std::hypot(start.v_x, start.v_y)));
      EXPECT_NEAR(ran.last("/body/slider/position", 0), start.x + way * start.v_x, 1e-6);
      EXPECT_NEAR(ran.last("/body/slider/position", 1), start.y + way * start.v_y, 1e-6);
      EXPECT_NEAR(ran.last("/body/slider/position", 2), 0.2, 1e-6);
    }
  }
  const std::string table = "type = \"box\"\nsize = [6, 6, 1]\nposition = [-3, 0, -0.5]";
  const Ran off = chosen(kCylinder, table, {-1, 0.3, 3, 0}, 0);
  const Ran fixed =
      run(read_model_text(model(kCylinder, table, {-1, 0.3, 3, 0}, 0, "symmetric", "0.25 ms"), "model.toml"));
  EXPECT_NEAR(off.last("/body/slider/position", 2), fixed.last("/body/slider/position", 2), 2e-3);
  EXPECT_NEAR(off.last("/energy/stabilisation"), 0, 1e-5);  // of 12 J, as with steps of fixed length
}

}  // namespace
}  // namespace freeplay
