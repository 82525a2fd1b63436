// SPDX-License-Identifier: Apache-2.0
// A model that is included, shifted and turned, with gravity turned likewise, moves as it does by itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "freeplay/registry.h"
#include "freeplay/spatial.h"
#include "tests/kit/files.h"
#include "tests/kit/places.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

constexpr double kAngle = 0.7;
constexpr double kEnd = 0.01;
const Quat kTurn = normalised({0.8, 0.3, -0.4, 0.33});

Vec3 turned(const Model& model, const Vec3& e) {
  if (model.dimension == 3) return rotation(kTurn) * e;
  const double c = std::cos(kAngle), s = std::sin(kAngle);
  return {c * e[0] - s * e[1], s * e[0] + c * e[1], 0};
}
const Vec3 kShift{0.3, -0.2, 0.1};

/// The file of the example, included by a model with the rest of what it says.
Model placed(const Model& model, const testing::TempFolder& folder) {
  const bool space = model.dimension == 3;
  const Vec3 g = turned(model, space ? model.gravity3 : Vec3{model.gravity[0], model.gravity[1], 0});
  Model whole = model;  // its meshes are found from anywhere
  for (Shape& shape : whole.shapes) {
    const auto found = shape.values.find("file");
    auto* mesh = found == shape.values.end() ? nullptr : std::get_if<std::string>(&found->second.data);
    if (mesh != nullptr) *mesh = (std::filesystem::path(model.file).parent_path() / *mesh).string();
  }
  const std::string written = write_model(whole);
  std::string text =
      fmt::format("freeplay = 1\ndimension = {}\ngravity = [{}, {}", model.dimension, g[0], g[1]);
  text += space ? fmt::format(", {}]\n", g[2]) : "]\n";
  text += fmt::format("[[include]]\nfile = \"own.toml\"\nposition = [{}, {}", kShift[0], kShift[1]);
  text += space ? fmt::format(", {}]\norientation = {{ quaternion = [{}, {}, {}, {}] }}\n", kShift[2],
                              kTurn[0], kTurn[1], kTurn[2], kTurn[3])
                : fmt::format("]\nangle = {}\n", kAngle);
  const std::size_t rest =
      std::min({written.find("\n[contact"), written.find("\n[method"), written.find("\n[run")});
  std::ofstream(folder / "own.toml") << written;
  std::ofstream(folder / "model.toml") << text << written.substr(rest);
  return read_model(folder / "model.toml");
}

bool can_be_placed(const Model& model) {
  for (const Body& body : model.bodies) {
    const bool space = model.dimension == 3;
    if (body.grid || !(space ? body.space.position_given : body.position_given)) return false;
    if (!(space ? body.space.orientation_given : body.angle_given)) return false;
  }
  for (const Force& force : model.forces) {  // formulas along the axes of the ground
    const auto value = force.values.find("force"), frame = force.values.find("frame");
    const bool turns = frame != force.values.end() && std::get<std::string>(frame->second.data) == "body";
    if (!turns && value != force.values.end() && std::holds_alternative<Texts>(value->second.data))
      return false;
  }
  return is_dynamic(model.run) && model.run.initial != "ideal";
}

TEST(PlacedModels, MoveAsByThemselves) {
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/examples")) {
    const std::string file = (entry.path() / "model.toml").string();
    if (!std::filesystem::exists(file)) continue;
    SCOPED_TRACE(file);
    Model model = read_model(file);
    if (!can_be_placed(model)) continue;
    // It starts exactly on the table: turned, by rounding a little above, and then jams by the error of a step elsewhere.
    if (entry.path().filename() == "painleve_rod") continue;
    model.run.end = std::min(model.run.end, kEnd);
    model.run.record = {};
    const testing::TempFolder folder;
    const Model moved = placed(model, folder);
    const testing::Ran own = testing::try_run(model), there = testing::try_run(moved);
    ASSERT_EQ(own.summary.status, there.summary.status);
    for (const Body& body : model.bodies) {
      const std::string path = "/body/" + body.name + "/position";
      const Vec3 expected = kShift + turned(model, own.last_point(path)), found = there.last_point(path);
      for (std::size_t k = 0; k < (model.dimension == 3 ? 3u : 2u); ++k)
        EXPECT_NEAR(found[k], expected[k], 1e-8) << path;
    }
    ++compared;
  }
  EXPECT_GT(compared, 10);
}

// A method that is added later must say how its geometry is placed: see model/place.cpp.
TEST(PlacedModels, EveryGeometricParameterIsKnown) {
  const std::vector<std::string> placed{"points",        "point",  "axis",  "axes",      "world_axis",
                                        "world_axes",    "plane",  "axle",  "direction", "slider_axis",
                                        "cam_direction", "normal", "force", "torque",    "orientation",
                                        "position",      "centre"};
  const std::vector<std::string> sizes{"stiffness", "damping", "size", "vertices"};
  for (const char* name : {"joint", "clearance", "force", "shape", "spatial_joint", "spatial_clearance",
                           "spatial_force", "spatial_shape"}) {
    for (const EntryInfo* entry : registry(name).entries) {
      for (const Param& param : entry->params) {
        const ParamKind kind = param.kind;
        if (kind != ParamKind::point && kind != ParamKind::points && kind != ParamKind::polygon &&
            kind != ParamKind::vector && kind != ParamKind::vectors && kind != ParamKind::vertices &&
            kind != ParamKind::orientation)
          continue;
        const bool known = std::find(placed.begin(), placed.end(), param.key) != placed.end() ||
                           std::find(sizes.begin(), sizes.end(), param.key) != sizes.end();
        EXPECT_TRUE(known) << name << " " << entry->name << " " << param.key;
      }
    }
  }
}

/// Small swings of two equal pendulums with a spring: the sum of both angles swings with ω₁, their difference with ω₂.
TEST(PlacedModels, CoupledPendulumsBeat) {
  const testing::Ran ran = testing::run(testing::example("coupled_pendulums"));
  const double L = 0.4, J = L * L / 3, start = 2 * M_PI / 180;
  const double w1 = std::sqrt(9.81 * L / 2 / J), w2 = std::sqrt(w1 * w1 + 2 * 4 * L * L / 4 / J);
  const std::vector<double> t = ran.times(), left = ran.values("/body/left rod/angle"),
                            right = ran.values("/body/right rod/angle");
  ASSERT_EQ(t.size(), 751u);
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_NEAR(left[i], start / 2 * (std::cos(w1 * t[i]) + std::cos(w2 * t[i])), 0.01 * start) << t[i];
    EXPECT_NEAR(right[i], start / 2 * (std::cos(w1 * t[i]) - std::cos(w2 * t[i])), 0.01 * start) << t[i];
  }
}

}  // namespace
}  // namespace freeplay
