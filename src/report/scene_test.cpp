// SPDX-License-Identifier: Apache-2.0
#include "report/scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/index.h"
#include "freeplay/results.h"
#include "freeplay/spatial.h"
#include "report/motion.h"
#include "report/still.h"
#include "tests/kit/files.h"
#include "tests/kit/places.h"

namespace freeplay {
namespace {

std::string example(const std::string& name) { return source_folder() + "/examples/" + name + "/model.toml"; }

Scene scene_of(const std::string& name, const std::vector<Assignment>& changes = {}) {
  return make_scene(still(read_model(example(name), changes))).value();
}

std::vector<std::string> examples() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/examples")) {
    if (std::filesystem::exists(entry.path() / "model.toml"))
      names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

const SceneJoint& joint(const Scene& scene, const std::string& name) {
  return *std::find_if(scene.joints.begin(), scene.joints.end(),
                       [&](const SceneJoint& candidate) { return candidate.name == name; });
}

std::vector<ScenePart> parts(const Scene& scene, const std::string& name, const std::string& role) {
  std::vector<ScenePart> found;
  for (const ScenePart& part : scene.parts) {
    if (part.name == name && part.role == role) found.push_back(part);
  }
  return found;
}

template <class List>
bool all_finite(const List& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

double reach(const Mesh& mesh) {
  double most = 0;
  for (const auto& p : mesh.positions) most = std::max(most, static_cast<double>(std::hypot(p[0], p[1])));
  return most;
}

class EveryExample : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Scenes, EveryExample, ::testing::ValuesIn(examples()),
                         [](const auto& each) { return each.param; });

TEST_P(EveryExample, GivesAWholeScene) {
  const Result result = still(read_model(example(GetParam())));
  const Scene scene = make_scene(result).value();
  EXPECT_EQ(scene.bodies.size(), result.model->bodies.size());
  EXPECT_EQ(scene.joints.size(), result.model->joints.size());
  EXPECT_GT(scene.size, 0);
  EXPECT_TRUE(all_finite(scene.centre) && std::isfinite(scene.size));
  EXPECT_NEAR(norm(scene.up), 1, 1e-12);
  const auto bodies = int_size(scene.bodies), joints = int_size(scene.joints);
  const auto is_body = [&](int index) { return index >= -1 && index < bodies; };
  std::set<int> drawn;
  const std::set<std::string> roles{"body",    "link", "slider", "guide", "journal",
                                    "bearing", "pin",  "ground", "shape", "cam"};
  for (const ScenePart& part : scene.parts) {
    ASSERT_TRUE(is_body(part.body) && part.joint >= -1 && part.joint < joints) << part.name;
    ASSERT_TRUE(part.mesh >= 0 && part.mesh < int_size(scene.meshes)) << part.name;
    EXPECT_TRUE(all_finite(part.position) && all_finite(part.orientation) && all_finite(part.shift))
        << part.name;
    EXPECT_TRUE(std::isfinite(part.grow) && std::isfinite(part.spin)) << part.name;
    EXPECT_NEAR(norm({part.orientation[1], part.orientation[2], part.orientation[3]}),
                std::sqrt(std::max(0.0, 1 - part.orientation[0] * part.orientation[0])), 1e-9);
    EXPECT_EQ(roles.count(part.role), 1U) << part.role;
    drawn.insert(part.body);
  }
  for (int body = 0; body < bodies; ++body)
    EXPECT_EQ(drawn.count(body), 1U) << scene.bodies[idx(body)].name << " is not drawn";
  for (const Mesh& mesh : scene.meshes) {
    ASSERT_FALSE(mesh.triangles.empty());
    for (const auto& p : mesh.positions) ASSERT_TRUE(all_finite(p));
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_GT(mesh_volume(mesh), 0);
  }
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(scene.meshes[i] == scene.meshes[j]) << i << " is " << j;
  }
  for (const SceneJoint& it : scene.joints) {
    ASSERT_TRUE(is_body(it.bodies[0]) && is_body(it.bodies[1])) << it.name;
    for (std::size_t side = 0; side < 2; ++side)
      EXPECT_TRUE(all_finite(it.points[side]) && all_finite(it.orientations[side])) << it.name;
  }
  for (const SceneSpring& spring : scene.springs)
    EXPECT_TRUE(is_body(spring.bodies[0]) && is_body(spring.bodies[1])) << spring.name;
  for (const SceneContact& contact : scene.contacts) {
    EXPECT_LT(contact.joint, joints);
    EXPECT_TRUE(result.has("/contact/" + contact.name + "/gap")) << contact.name;
  }
}

/// At the start of a mechanism whose joints were made to fit, the two frames of every ideal joint agree in
/// what it holds.
TEST_P(EveryExample, FramesOfIdealJointsCoincideInWhatTheyHold) {
  const Result result = still(read_model(example(GetParam())));
  const Scene scene = make_scene(result).value();
  const RecordedMotion motion(result, {0});
  for (const SceneJoint& it : scene.joints) {
    if (it.clearance) continue;
    const BodyPose a = motion.pose(it.bodies[0], 0), b = motion.pose(it.bodies[1], 0);
    const Mat3 A = rotation(normalised(a.orientation * it.orientations[0]));
    const Vec3 d = A.transposed(b.point(it.points[1]) - a.point(it.points[0]));
    const Quat relative = conjugate(normalised(a.orientation * it.orientations[0])) *
                          normalised(b.orientation * it.orientations[1]);
    const Vec3 turn = rotation_vector(relative);
    for (std::size_t k = 0; k < 3; ++k) {
      if (it.held_displacement[k]) {
        EXPECT_NEAR(d[k], 0, 1e-7 * scene.size) << it.name << " " << k;
      }
    }
    // of a free turn the rotation vector has one component only
    for (std::size_t k = 0; k < 3; ++k) {
      if (it.held_turn[k]) {
        EXPECT_NEAR(turn[k], 0, 1e-6) << it.name << " turn " << k;
      }
    }
  }
}

TEST(Scenes, GuideOfTheSliderCrank) {
  const Scene scene = scene_of("slider_crank");
  const SceneJoint& guide = joint(scene, "guide");
  EXPECT_EQ(guide.clearance, 0.001);
  EXPECT_EQ(guide.held_displacement, (std::array<bool, 3>{false, true, false}));
  EXPECT_EQ(guide.held_turn, (std::array<bool, 3>{false, false, true}));
  const std::vector<ScenePart> walls = parts(scene, "guide", "guide");
  ASSERT_EQ(walls.size(), 2U);
  // inner faces 25 mm + 1 mm from the axis; they move outward by the clearance
  for (const ScenePart& wall : walls) {
    float thick = 0;
    for (const auto& p : scene.meshes[idx(wall.mesh)].positions) thick = std::max(thick, std::abs(p[1]));
    EXPECT_NEAR(std::abs(wall.position[1]) - thick, 0.026, 1e-9);
    EXPECT_NEAR(wall.shift[1], wall.position[1] > 0 ? 0.001 : -0.001, 1e-15);
  }
  EXPECT_EQ(scene.contacts.size(), 4U);
  EXPECT_EQ(scene.contacts[0].name, "guide.upper_back");
  EXPECT_EQ(scene.joints[static_cast<std::size_t>(scene.contacts[0].joint)].name, "guide");
  EXPECT_FALSE(joint(scene, "pin").clearance.has_value());
}

/// The paper measures from the axis of the rod; what has no width is drawn with some.
TEST(Scenes, RodOfNoWidthIsSeen) {
  const std::string file = source_folder() + "/examples/prismatic_clearance/case1.toml";
  const Scene scene = make_scene(still(read_model(file))).value();
  const std::vector<ScenePart> rods = parts(scene, "bore", "guide"), walls = parts(scene, "bore", "slider");
  ASSERT_EQ(rods.size(), 1U);
  ASSERT_EQ(walls.size(), 2U);
  EXPECT_GT(mesh_volume(scene.meshes[static_cast<std::size_t>(rods[0].mesh)]), 0);
  const auto half = [&](const ScenePart& part) {
    float most = 0;
    for (const auto& p : scene.meshes[idx(part.mesh)].positions) most = std::max(most, std::abs(p[1]));
    return static_cast<double>(most);
  };
  for (const ScenePart& wall : walls)  // the play between the two is as it was given
    EXPECT_NEAR(std::abs(wall.position[1]) - half(wall) - half(rods[0]), 1e-5, 1e-9);
}

TEST(Scenes, BearingGrowsWithItsPlay) {
  const Scene scene = scene_of("quick_return");
  const std::vector<ScenePart> rings = parts(scene, "pivot", "bearing"),
                               pins = parts(scene, "pivot", "journal");
  ASSERT_EQ(rings.size(), 1U);
  ASSERT_EQ(pins.size(), 1U);
  EXPECT_NEAR(rings[0].grow, 0.5 / 10, 1e-12);
  EXPECT_EQ(rings[0].body, -1);
  EXPECT_NEAR(reach(scene.meshes[static_cast<std::size_t>(pins[0].mesh)]), 9.5e-3, 1e-8);
}

TEST(Scenes, PlayInSpaceSaysWhereItPlays) {
  const SceneJoint shaft = joint(scene_of("spatial_slider_crank_play"), "shaft");
  EXPECT_EQ(shaft.held_displacement, (std::array<bool, 3>{true, true, true}));
  EXPECT_EQ(shaft.held_turn, (std::array<bool, 3>{true, true, false}));
  EXPECT_EQ(shaft.clearance, 0.0005);
  const SceneJoint upper = joint(scene_of("door_hinge"), "upper");  // open at both ends
  EXPECT_EQ(upper.held_displacement, (std::array<bool, 3>{true, true, false}));
}

TEST(Scenes, CamHasItsRadii) {
  const Scene scene = scene_of("file_cutting_machine");
  const std::vector<ScenePart> cams = parts(scene, "cam", "cam");
  ASSERT_EQ(cams.size(), 2U);  // the wheel and the roller
  // the highest point of the wheel is where a roller of 8 mm stands 30 + 8 + 17 mm from its centre
  EXPECT_NEAR(reach(scene.meshes[static_cast<std::size_t>(cams[0].mesh)]), 0.047, 1e-6);
  EXPECT_NEAR(reach(scene.meshes[static_cast<std::size_t>(cams[1].mesh)]), 0.008, 1e-8);
}

/// The block and its way are what one looks at: not 10 m of belt, nor where the spring is held.
TEST(Scenes, BeltIsNotFramed) {
  Result result = still(read_model(example("belt_block")));
  EXPECT_LT(make_scene(result)->size, 0.2);
  // what is not slim is no belt
  result.model->bodies[0].outline = {{-5, -1}, {5, -1}, {5, 0}, {-5, 0}};
  EXPECT_GT(make_scene(result)->size, 5);
}

TEST(Scenes, SpringsAreFramed) {
  const Result result = still(read_model(example("belt_block")));
  Result near = result;
  std::get<std::vector<Point>>(near.model->forces[0].values["points"].data)[0] = {-0.4, 0};
  EXPECT_GT(make_scene(near)->size, 0.2);
}

TEST(Scenes, HundredsOfDiscsShareOneMesh) {
  const Scene scene = scene_of("hopper");
  EXPECT_EQ(scene.bodies.size(), 500U);
  EXPECT_LT(scene.meshes.size(), 10U);
}

TEST(Scenes, UpIsAgainstGravityInSpace) {
  EXPECT_EQ(scene_of("slider_crank").up, (Point3{0, 1, 0}));
  EXPECT_EQ(scene_of("heavy_top").up, (Point3{0, 0, 1}));
}

/// A surface that is only drawn is looked for beside the result, and not missed where it is not there.
TEST(Scenes, SurfacesLieBesideTheResult) {
  const testing::TempFolder temporary;
  const std::filesystem::path& folder = temporary.path();
  std::ofstream(folder / "tetrahedron.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                               "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  const std::string text =
      "freeplay = 1\ndimension = 3\n[[body]]\nname = \"stone\"\nmass = 1\ninertia = [1, 1, 1]\n"
      "[[shape]]\nbody = \"stone\"\ntype = \"mesh\"\nfile = \"tetrahedron.obj\"\n[run]\nend = 1\n";
  const auto faces = [&](const std::filesystem::path& result) {
    RecordFile record;
    record.attributes["understood"] = text;
    const Scene scene = make_scene(make_result(record, result.string())).value();
    return scene.meshes.at(0).triangles.size();
  };
  EXPECT_EQ(faces(folder / "stone.h5"), 4U);
  std::filesystem::remove_all(folder);
  EXPECT_EQ(faces(folder / "stone.h5"), 12U);  // a box of the same inertia
}

TEST(Scenes, NothingWithoutAModel) { EXPECT_FALSE(make_scene(Result{}).has_value()); }

/// Every length of the model times `k`.
Model scaled(Model model, double k) {
  const auto point = [k](Point& p) { p = {k * p[0], k * p[1]}; };
  for (Body& body : model.bodies) {
    point(body.position);
    body.inertia *= k * k;
    for (Point& p : body.outline) point(p);
  }
  for (Joint& it : model.joints) {
    for (const char* key : {"length", "width", "clearance"}) {
      if (it.values.count(key) > 0) std::get<double>(it.values[key].data) *= k;
    }
    if (it.values.count("points") > 0) {
      for (Point& p : std::get<std::vector<Point>>(it.values["points"].data)) point(p);
    }
  }
  return model;
}

void expect_scaled(const Scene& small, const Scene& large, double k) {
  EXPECT_NEAR(small.size, k * large.size, 1e-6 * k * large.size);
  ASSERT_EQ(small.parts.size(), large.parts.size());
  for (std::size_t i = 0; i < small.parts.size(); ++i) {
    const ScenePart &a = small.parts[i], &b = large.parts[i];
    EXPECT_EQ(a.role, b.role);
    EXPECT_LT(norm(a.position - k * b.position), 1e-6 * k * large.size) << a.name << " " << a.role;
    EXPECT_LT(norm(a.shift - k * b.shift), 1e-6 * k * large.size);
    const Mesh &p = small.meshes[idx(a.mesh)], &q = large.meshes[idx(b.mesh)];
    ASSERT_EQ(p.positions.size(), q.positions.size());
    EXPECT_EQ(p.triangles, q.triangles);
    for (std::size_t j = 0; j < p.positions.size(); ++j) {
      for (std::size_t c = 0; c < 3; ++c)
        ASSERT_NEAR(p.positions[j][c], k * q.positions[j][c], 1e-6 * k * large.size)
            << a.name << " " << a.role;
    }
  }
}

TEST(Scenes, ScaleWithTheModel) {
  for (const bool outlines : {true, false}) {  // given ones, and generated ones
    Model model = read_model(example("slider_crank"));
    if (!outlines) {
      for (Body& body : model.bodies) body.outline.clear();
    }
    const Scene large = make_scene(still(model)).value();
    expect_scaled(make_scene(still(scaled(model, 1e-6))).value(), large, 1e-6);
  }
}

}  // namespace
}  // namespace freeplay
