// SPDX-License-Identifier: Apache-2.0
#include "model/include.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "tests/kit/files.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

/// An arm on a pin, with a surface on the arm and one on the ground.
constexpr const char* kPart = R"(freeplay = 1
name = "a part"

[parameters]
length = "200 mm"
half = "= length/2"

[[body]]
name = "arm"
mass = "= length*1 [kg/m]"
inertia = 0.01
position = ["= half", 0]
angle = 0

[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "arm"]
points = [[0, 0], ["= -half", 0]]
limits = { low = "-10 deg", high = "20 deg", radius = 1 }

[[driver]]
name = "motor"
joint = "pin"
motion = { law = "constant_speed", speed = 1 }

[[force]]
name = "spring"
type = "spring_damper"
bodies = ["arm", "ground"]
points = [[0, 0], [0, 0.3]]
stiffness = 1

[[shape]]
body = "arm"
type = "circle"
radius = "1 mm"

[[shape]]
body = "ground"
type = "half_plane"
normal = [0, 1]
point = [0, -1]

[[pair]]
shapes = ["arm", "half_plane"]
enabled = false

[contact]
impact = { law = "newton", restitution = 0 }

[run]
end = 1
)";

const std::string kHead =
    "freeplay = 1\n[contact]\nimpact = { law = \"newton\", restitution = 0.5 }\n[run]\nend = 2\n";

class Include : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(folder / name).parent_path());
    std::ofstream(folder / name) << text;
  }
  Model read(const std::string& text, const std::vector<Assignment>& changes = {}) const {
    write("model.toml", text);
    return read_model(folder / "model.toml", changes);
  }
  /// Without the folder, which has another name each time.
  std::string refusal(const std::string& text, const std::vector<Assignment>& changes = {}) const {
    std::string said = testing::refusal_of([&] { read(text, changes); });
    const std::string path = folder / "";
    for (std::size_t at = said.find(path); at != std::string::npos; at = said.find(path))
      said.erase(at, path.size());
    return said;
  }

  testing::TempFolder folder;
};

TEST_F(Include, BringsInBlocksWithAPrefix) {
  write("parts/arm.toml", kPart);
  const Model model = read(kHead + "[[include]]\nfile = \"parts/arm.toml\"\nprefix = \"left \"\n");
  EXPECT_EQ(model.bodies[0].name, "left arm");
  EXPECT_EQ(model.joints[0].bodies[0], "ground");
  EXPECT_EQ(model.joints[0].bodies[1], "left arm");
  EXPECT_EQ(model.drivers[0].joint, "left pin");
  EXPECT_EQ(model.forces[0].bodies[0], "left arm");
  EXPECT_EQ(model.shapes[0].name, "left arm");
  EXPECT_EQ(model.shapes[1].name, "left half_plane");
  EXPECT_EQ(model.pairs[0].shapes[1], "left half_plane");
  EXPECT_EQ(model.run.end, 2) << "its own run is not used";
  EXPECT_EQ(model.included, (std::vector<std::string>{folder / "parts/arm.toml"}));
}

// The same numbers, bit by bit, as the file by itself.
TEST_F(Include, WithoutPrefixAndPlaceIsTheFileItself) {
  write("arm.toml", kPart);
  const std::string own = write_model(read_model(folder / "arm.toml"));
  Model included = read(kHead + "[[include]]\nfile = \"arm.toml\"\n");
  included.name = "a part";
  const auto before_contact = [](const std::string& text) { return text.substr(0, text.find("\n[contact")); };
  EXPECT_EQ(before_contact(write_model(included)), before_contact(own));
}

TEST_F(Include, EchoIsTheSameModel) {
  write("arm.toml", kPart);
  const std::string echo = write_model(read(
      kHead + "[[include]]\nfile = \"arm.toml\"\nposition = [1, 2]\nangle = \"30 deg\"\nprefix = \"a \"\n"));
  EXPECT_LACKS(echo, "include");
  EXPECT_EQ(write_model(read_model_text(echo, "f")), echo);
}

TEST_F(Include, TakesParametersFromWhereItIsIncluded) {
  write("arm.toml", kPart);
  const std::string text =
      kHead +
      "[parameters]\nlength = \"1 m\"\n[[include]]\nfile = \"arm.toml\"\nprefix = \"a \"\n"
      "parameters = { length = \"= 2*length\" }\n[[repeat]]\ncount = 2\n[[repeat.include]]\n"
      "file = \"arm.toml\"\nprefix = \"b{i} \"\nparameters = { length = \"= (i + 3)*length\" }\n";
  const Model model = read(text);
  ASSERT_EQ(model.bodies.size(), 3u);
  EXPECT_EQ(model.bodies[0].mass, 2);
  EXPECT_EQ(model.bodies[0].position[0], 1);
  EXPECT_EQ(model.bodies[1].name, "b0 arm");
  EXPECT_EQ(model.bodies[1].mass, 3);
  EXPECT_EQ(model.bodies[2].mass, 4);
  const Model longer = read(text, {{"parameters.length", "2m"}, {"body.b1 arm.inertia", "7"}});
  EXPECT_EQ(longer.bodies[0].mass, 4);
  EXPECT_EQ(longer.bodies[2].inertia, 7);
}

TEST_F(Include, FilesIncludeFiles) {
  write("arm.toml", kPart);
  write("pair/pair.toml",
        "freeplay = 1\n[parameters]\nx = \"1 m\"\n[[include]]\nfile = \"../arm.toml\"\nprefix = \"one "
        "\"\nposition = "
        "[\"= x\", 0]\n[[include]]\nfile = \"../arm.toml\"\nprefix = \"two \"\nposition = [0, \"= "
        "x\"]\nangle = \"90 deg\"\n");
  const Model model = read(
      kHead +
      "[[include]]\nfile = \"pair/pair.toml\"\nprefix = \"far \"\nposition = [10, 0]\nangle = \"90 deg\"\n");
  ASSERT_EQ(model.bodies.size(), 2u);
  EXPECT_EQ(model.bodies[0].name, "far one arm");
  EXPECT_NEAR(model.bodies[0].position[0], 10, 1e-15);
  EXPECT_NEAR(model.bodies[0].position[1], 1.1, 1e-15);
  EXPECT_NEAR(model.bodies[1].position[0], 10 - 1 - 0.1, 1e-15);
  EXPECT_NEAR(model.bodies[1].angle, M_PI, 1e-15);
}

TEST_F(Include, MistakesNameBothFiles) {
  std::string part = kPart;
  part.replace(part.find("\"= half\""), 8, "\"= haff\"");
  write("arm.toml", part);
  EXPECT_EQ(refusal(kHead +
                    "[[include]]\nfile = \"arm.toml\"\n[[include]]\nfile = \"arm.toml\"\nprefix = \"b \"\n"),
            "arm.toml:12:16: error: body.arm.position: in the formula: there is no parameter \"haff\"\n"
            "    did you mean \"half\"? parameters: \"half\" and \"length\"\n"
            "    included at model.toml:6:1");
  write("arm.toml", "freeplay = 1\n[[body]\n");
  const std::string broken = refusal(kHead + "[[include]]\nfile = \"arm.toml\"\n");
  EXPECT_CONTAINS(broken, "arm.toml:2:");
  EXPECT_CONTAINS(broken, "included at model.toml:7:8");
  write("pair.toml", "freeplay = 1\n[[include]]\nfile = \"arm.toml\"\n");
  write("arm.toml", "freeplay = 1\n[[body]]\nname = \"arm\"\n");
  EXPECT_CONTAINS(
      refusal(kHead + "[[include]]\nfile = \"pair.toml\"\n"),
      "arm.toml:2:1: error: body.arm.mass: missing; expected a number in kg, or a text such as \"250 g\"\n"
      "    mass\n    included at pair.toml:2:1\n    included at model.toml:6:1");
}

// A wrong table that comes twice is reported once, and no second one is taken for a right one.
TEST_F(Include, AWrongTableTwiceIsWrong) {
  write("arm.toml", "freeplay = 1\n[[table]]\nname = \"lift\"\ny = [1, 2]\n");
  EXPECT_EQ(refusal(kHead + "[[body]]\nname = \"rod\"\nmass = 1\ninertia = 1\n"
                            "[[include]]\nfile = \"arm.toml\"\nprefix = \"a_\"\n"
                            "[[include]]\nfile = \"arm.toml\"\nprefix = \"b_\"\n"),
            "arm.toml:2:1: error: table.a_lift.x: missing; expected a list of numbers\n"
            "    included at model.toml:10:1");
}

// What only assembling finds is said in the same way.
TEST_F(Include, MistakesOfTheAssemblyNameBothFiles) {
  write("arm.toml",
        "freeplay = 1\n[[body]]\nname = \"arm\"\nmass = 1\ninertia = 1\n[[joint]]\nname = \"weld\"\ntype = "
        "\"weld\"\n"
        "bodies = [\"ground\", \"arm\"]\n");
  const Model model = read(kHead + "[[include]]\nfile = \"arm.toml\"\nprefix = \"a \"\n");
  const std::string said = testing::refusal_of([&] { assemble(model); });
  EXPECT_CONTAINS(said, "arm.toml:6:1: error: joint.a weld");
  EXPECT_CONTAINS(said, "included at " + (folder / "model.toml") + ":6:1");
}

TEST_F(Include, RefusesWhatItCannotDo) {
  write("arm.toml", kPart);
  write("self.toml", "freeplay = 1\n[[include]]\nfile = \"other.toml\"\n");
  write("other.toml", "freeplay = 1\n[[include]]\nfile = \"self.toml\"\n");
  write("space.toml", "freeplay = 1\ndimension = 3\n");
  write("old.toml", "[[body]]\nname = \"a\"\n");
  write("odd.toml", "freeplay = 1\n[[bodies]]\nname = \"a\"\n");
  write("numbers.toml", "freeplay = 1\nparameters = 3\n");
  write("free.toml", "freeplay = 1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = 1\nposition = [0, 0]\n");
  write("loose.toml", "freeplay = 1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = 1\n");
  write("many.toml",
        "freeplay = 1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = 1\nposition = [0, 0]\nangle = 0\ngrid = { "
        "count = "
        "[2, 1], spacing = [1, 0] }\n");
  std::string driven = kPart;
  driven.replace(driven.find("speed = 1 }"), 11, "speed = 1, absolute = true }");
  write("driven.toml", driven);
  struct Row {
    const char* include;
    std::vector<const char*> words;
  };
  const Row rows[] = {
      {"prefix = \"a\"", {"model.toml:6:1: error: include #1.file: missing"}},
      {"file = 3", {"model.toml:7:8: error: include #1.file: expected a text"}},
      {"file = \"arms.toml\"",
       {"7:8: error: include #1.file: \"arms.toml\": the file does not exist", "did you mean \"arm.toml\"?"}},
      {"file = \".\"", {"include #1.file", "this is a directory"}},
      {"file = \"arm.toml\"\nprefix = \"a/\"", {"model.toml:8:10: error: include #1.prefix", "contains '/'"}},
      {"file = \"arm.toml\"\nplace = [0, 0]", {"8:1: error: include #1.place: unknown key"}},
      {"file = \"arm.toml\"\nangle = \"1 m\"", {"8:9: error: include #1.angle", "an angle is expected"}},
      {"file = \"arm.toml\"\norientation = { axis = [0, 0, 1], angle = 1 }",
       {"8:1", "unknown key \"orientation\""}},
      {"file = \"model.toml\"", {"the file includes itself: model.toml → model.toml"}},
      {"file = \"self.toml\"",
       {"other.toml:3:8: error: include #1.file: the file includes itself: self.toml → other.toml → "
        "self.toml",
        "included at self.toml:2:1", "included at model.toml:6:1"}},
      {"file = \"space.toml\"",
       {"space.toml:2:13: error: dimension: the file has dimension 3, and the model that includes it 2"}},
      {"file = \"old.toml\"", {"old.toml:1:1: error: freeplay: missing", "an included file is a model file"}},
      {"file = \"odd.toml\"", {"odd.toml:2:3: error: bodies: unknown key"}},
      {"file = \"numbers.toml\"", {"numbers.toml:2:1: error: parameters: expected a table"}},
      {"file = \"arm.toml\"\nparameters = { lenght = 1 }",
       {"8:16: error: include #1.parameters.lenght: the file has no parameter", "did you mean \"length\"?"}},
      {"file = \"arm.toml\"\nparameters = { length = 1 }",
       {"8:25: error: include #1.parameters.length: the value has no unit", "\"200 mm\""}},
      {"file = \"arm.toml\"\nparameters = 1",
       {"8:14: error: include #1.parameters: expected parameters by name"}},
      {"file = \"free.toml\"\nangle = 1",
       {"free.toml:2:1: error: body.b: cannot stand where its file is placed: it needs an angle"}},
      {"file = \"loose.toml\"\nposition = [1, 0]",
       {"loose.toml:2:1: error: body.b", "it needs a position to be placed"}},
      {"file = \"many.toml\"\nangle = 1", {"many.toml:2:1", "a grid cannot be turned"}},
      {"file = \"driven.toml\"\nangle = 1",
       {"driver.motor: cannot drive where its file is placed", "turned axes of the ground"}},
  };
  for (const Row& row : rows) {
    const std::string said = refusal(kHead + "[[include]]\n" + row.include + "\n");
    for (const char* words : row.words) EXPECT_CONTAINS(said, words) << row.include;
  }
  EXPECT_CONTAINS(refusal("freeplay = 1\n[include]\nfile = \"arm.toml\"\n[run]\nend = 1\n"),
                  "model.toml:2:2: error: include: expected a list of blocks; found a table");
  EXPECT_CONTAINS(refusal(kHead + "[[include]]\nfile = \"arm.toml\"\n", {{"include.a.prefix", "b"}}),
                  "[[include]] has no name");
}

// Two files of which each includes the other twice would be read 2^n times.
TEST_F(Include, HasLimits) {
  for (int i = 0; i < 9; ++i)
    write(fmt::format("f{}.toml", i), fmt::format("freeplay = 1\n[[include]]\nfile = \"f{}.toml\"\n", i + 1));
  EXPECT_CONTAINS(refusal(kHead + "[[include]]\nfile = \"f0.toml\"\n"),
                  "more than 8 files include one another in a chain");
  write("arm.toml", kPart);
  EXPECT_CONTAINS(
      refusal(kHead +
              "[[repeat]]\ncount = 1001\n[[repeat.include]]\nfile = \"arm.toml\"\nprefix = \"a{i} \"\n"),
      "more than 1000 files are included in all");
}

// A text that does not come from the file itself, as in `freeplay view`, reaches no further than the model's folder.
TEST_F(Include, ATextIncludesWhatIsBesideIt) {
  write("arm.toml", kPart);
  write("machine/model.toml", kHead);
  write("machine/arm.toml", kPart);
  const std::string file = folder / "machine/model.toml";
  const std::vector<std::string> none, arm{folder / "arm.toml"};
  const auto bodies = [&](const std::string& name, const std::vector<std::string>* trusted) {
    return read_model_text(kHead + "[[include]]\nfile = \"" + name + "\"\n", file, {}, nullptr, trusted)
        .bodies.size();
  };
  EXPECT_EQ(bodies("arm.toml", &none), 1u);
  EXPECT_EQ(bodies("../arm.toml", &arm), 1u);
  EXPECT_EQ(bodies("../arm.toml", nullptr), 1u);
  EXPECT_CONTAINS(testing::refusal_of([&] { bodies("../arm.toml", &none); }),
                  "\"../arm.toml\" is outside of the model's folder");
}

}  // namespace
}  // namespace freeplay
