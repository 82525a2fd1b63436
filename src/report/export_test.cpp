// SPDX-License-Identifier: Apache-2.0
#include "report/export.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "base/index.h"
#include "freeplay/results.h"
#include "report/gltf.h"
#include "report/still.h"
#include "report/vtk.h"
#include "tests/kit/files.h"
#include "tests/kit/places.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;

Model example(const std::string& name) {
  return read_model(source_folder() + "/examples/" + name + "/model.toml");
}

/// The model moving: every body goes by (t, 0) and turns by 4 t, over `samples` of 10 ms.
Result moving(const std::string& name, int samples) {
  Result result = still(example(name));
  RecordFile& record = result.record;
  record.samples = samples;
  for (auto& [path, values] : record.channels) {
    const std::vector<double> first = values;
    for (int i = 1; i < samples; ++i) {
      const double t = 0.01 * i;
      std::vector<double> row = first;
      if (path == "/time") row[0] = t;
      if (path.ends_with("/position")) row[0] += t;
      if (path.ends_with("/angle")) row[0] += 4 * t;
      values.insert(values.end(), row.begin(), row.end());
    }
  }
  return result;
}

std::string read(const fs::path& path) { return testing::slurp(path); }

class Exports : public ::testing::Test {
 protected:
  const testing::TempFolder temporary;
  const fs::path folder = temporary.path() / "out";  // not there yet
};

std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

// --- frames -----------------------------------------------------------------------------------------

TEST(Frames, AreChosenByTime) {
  const Result result = moving("slider_crank", 101);
  EXPECT_EQ(choose_frames(result, {}, 1000).size(), 101U);
  EXPECT_EQ(choose_frames(result, {}, 11).size(), 11U);
  FrameChoice choice;
  choice.frames = 3;
  EXPECT_EQ(choose_frames(result, choice, 1000), (std::vector<std::size_t>{0, 50, 100}));
  choice.from = 0.5;
  EXPECT_EQ(choose_frames(result, choice, 1000), (std::vector<std::size_t>{50, 75, 100}));
  choice.frames.reset();
  choice.every = 0.2;
  choice.to = 0.95;
  EXPECT_EQ(choose_frames(result, choice, 1000), (std::vector<std::size_t>{50, 70, 90}));
  choice.every = 1e-6;  // more than there are
  EXPECT_EQ(choose_frames(result, choice, 1000).size(), 46U);
}

TEST(Frames, SayWhatIsWrong) {
  const Result result = moving("slider_crank", 11);
  const auto wrong = [&](const FrameChoice& choice) {
    return error_of([&] { choose_frames(result, choice, 1000); });
  };
  FrameChoice choice;
  choice.frames = 0;
  EXPECT_CONTAINS(wrong(choice), "--frames must be at least 1");
  choice.frames = 2, choice.every = 0.1;
  EXPECT_CONTAINS(wrong(choice), "give one of them");
  choice = {};
  choice.from = 2;
  choice.to = 3;
  EXPECT_CONTAINS(wrong(choice), "the record is from 0 s to 0.1 s");
  choice.to = 1;
  EXPECT_CONTAINS(wrong(choice), "is after --to");
  EXPECT_CONTAINS(error_of([&] { choose_frames(Result{}, {}, 1000); }), "no samples");
}

// --- glTF -------------------------------------------------------------------------------------------

struct Gltf {
  nlohmann::json json;
  std::string binary;

  explicit Gltf(const std::string& bytes) {
    const auto number = [&](std::size_t at) {
      std::uint32_t value = 0;
      std::memcpy(&value, bytes.data() + at, 4);
      return value;
    };
    EXPECT_EQ(bytes.substr(0, 4), "glTF");
    EXPECT_EQ(number(4), 2U);
    EXPECT_EQ(number(8), bytes.size());
    const std::size_t length = number(12);
    EXPECT_EQ(length % 4, 0U);
    json = nlohmann::json::parse(bytes.substr(20, length));
    binary = bytes.substr(28 + length);
    EXPECT_EQ(number(20 + length), binary.size());
  }
  std::vector<float> floats(int accessor) const {
    const auto& it = json["accessors"][idx(accessor)];
    const auto& view = json["bufferViews"][it["bufferView"].get<std::size_t>()];
    std::vector<float> values(view["byteLength"].get<std::size_t>() / 4);
    std::memcpy(values.data(), binary.data() + view["byteOffset"].get<std::size_t>(), 4 * values.size());
    return values;
  }
};

TEST_F(Exports, GltfHoldsBodiesAndTheirMotion) {
  const Result result = moving("slider_crank", 200);
  const std::string path = export_gltf(result, (folder / "a" / "crank.glb").string(), {});
  const Gltf gltf(read(path));
  EXPECT_EQ(gltf.json["asset"]["version"], "2.0");
  std::vector<std::string> names;
  for (const auto& node : gltf.json["nodes"]) names.push_back(node["name"]);
  for (const char* name : {"crank", "rod", "slider", "ground"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  const auto& animation = gltf.json["animations"][0];
  EXPECT_EQ(animation["channels"].size(), 6U);  // translation and rotation of three bodies
  const std::vector<float> times = gltf.floats(animation["samplers"][0]["input"]);
  ASSERT_EQ(times.size(), 200U);
  EXPECT_NEAR(times.back(), 1.99, 1e-6);
  for (const auto& sampler : animation["samplers"]) {
    const std::vector<float> values = gltf.floats(sampler["output"]);
    for (const float x : values) ASSERT_TRUE(std::isfinite(x));
    if (values.size() != 4 * times.size()) continue;
    for (std::size_t i = 4; i < values.size(); i += 4) {  // the body turns by 8 rad: through −w
      float along = 0;
      for (std::size_t k = 0; k < 4; ++k) along += values[i + k] * values[i + k - 4];
      EXPECT_GT(along, 0.99F) << "sign jumps at frame " << i / 4;
    }
  }
  const std::vector<float> crank = gltf.floats(animation["samplers"][0]["output"]);
  EXPECT_NEAR(crank[3 * 100] - crank[0], 1.0, 1e-6);
}

TEST_F(Exports, GltfTurnsUpToY) {
  const Result result = still(example("heavy_top"));
  const Scene scene = make_scene(result).value();
  const Gltf gltf(gltf_binary(scene, RecordedMotion(result, {0}), "top"));
  const auto turn = gltf.json["nodes"][0]["rotation"].get<std::array<double, 4>>();
  const Vec3 up = rotation(normalised({turn[3], turn[0], turn[1], turn[2]})) * scene.up;
  EXPECT_NEAR(up[1], 1, 1e-6);
}

TEST_F(Exports, NumbersThatAreNotFiniteStayOut) {
  Result result = moving("slider_crank", 5);
  for (auto& [path, values] : result.record.channels) {
    if (path.starts_with("/body/")) values.back() = std::nan("");
  }
  const Gltf gltf(gltf_binary(make_scene(result).value(), RecordedMotion(result, {0, 1, 2, 3, 4}), "broken"));
  for (const auto& sampler : gltf.json["animations"][0]["samplers"]) {
    for (const float x : gltf.floats(sampler["output"])) EXPECT_TRUE(std::isfinite(x));
  }
}

// --- VTK --------------------------------------------------------------------------------------------

std::string decoded(const std::string& text) {
  static const std::string kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(kDigits.find(c));
    count += 6;
    if (count >= 8) bytes.push_back(static_cast<char>(bits >> (count -= 8) & 0xff));
  }
  return bytes;
}

/// The numbers of a DataArray, whose header has to say how many bytes there are.
template <class T>
std::vector<T> array(const std::string& vtp, const std::string& name) {
  const std::size_t at = vtp.find("Name=\"" + name + "\"");
  if (at == std::string::npos) {
    ADD_FAILURE() << "no " << name;
    return {};
  }
  const std::size_t begin = vtp.find('>', at) + 1, end = vtp.find('<', begin);
  const std::string bytes = decoded(vtp.substr(begin, end - begin));
  std::uint32_t size = 0;
  std::memcpy(&size, bytes.data(), 4);
  EXPECT_EQ(size, bytes.size() - 4) << name;
  std::vector<T> numbers(size / sizeof(T));
  std::memcpy(numbers.data(), bytes.data() + 4, size);
  return numbers;
}

std::size_t count_of(const std::string& vtp, const std::string& what) {
  const std::size_t at = vtp.find(what + "=\"");
  return at == std::string::npos ? 0 : std::stoul(vtp.substr(at + what.size() + 2));
}

TEST_F(Exports, VtkIsASeriesOfPolygons) {
  const Result result = moving("slider_crank", 11);
  FrameChoice choice;
  choice.frames = 3;
  const std::vector<std::string> written = export_vtk(result, folder.string(), choice);
  ASSERT_EQ(written.size(), 2U);  // the machine, and contacts
  const std::string collection = read(written[0]);
  const std::regex entry("timestep=\"([^\"]*)\" part=\"0\" file=\"([^\"]*)\"");
  std::vector<std::string> files;
  std::vector<double> times;
  for (std::sregex_iterator it(collection.begin(), collection.end(), entry), end; it != end; ++it) {
    times.push_back(std::stod((*it)[1]));
    files.push_back((*it)[2]);
  }
  EXPECT_EQ(times, (std::vector<double>{0, 0.05, 0.1}));
  const Scene scene = make_scene(result).value();
  std::size_t points = 0, triangles = 0;
  for (const ScenePart& part : scene.parts) {
    points += scene.meshes[idx(part.mesh)].positions.size();
    triangles += scene.meshes[idx(part.mesh)].triangles.size();
  }
  std::vector<float> first;
  for (const std::string& file : files) {
    const std::string vtp = read(folder / file);
    EXPECT_EQ(count_of(vtp, "NumberOfPoints"), points);
    EXPECT_EQ(count_of(vtp, "NumberOfPolys"), triangles);
    const auto at = array<float>(vtp, "Points");
    EXPECT_EQ(at.size(), 3 * points);
    const auto corners = array<std::int32_t>(vtp, "connectivity"), ends = array<std::int32_t>(vtp, "offsets");
    EXPECT_EQ(corners.size(), 3 * triangles);
    ASSERT_EQ(ends.size(), triangles);
    EXPECT_EQ(ends.back(), static_cast<std::int32_t>(3 * triangles));
    for (const std::int32_t corner : corners) ASSERT_LT(corner, static_cast<std::int32_t>(points));
    const auto bodies = array<std::int32_t>(vtp, "body"), roles = array<std::int32_t>(vtp, "role");
    EXPECT_EQ(bodies.size(), triangles);
    for (const std::int32_t role : roles) ASSERT_LT(role, static_cast<std::int32_t>(vtk_roles().size()));
    if (first.empty()) first = at;
  }
  const auto last = array<float>(read(folder / files.back()), "Points");
  EXPECT_NE(first, last);
}

TEST_F(Exports, VtkContactsHavePointsAndForces) {
  Result result = moving("slider_crank", 3);
  auto& point = result.record.channels.at("/contact/guide.upper_front/point");
  auto& force = result.record.channels.at("/contact/guide.upper_front/force");
  auto& normal = result.record.channels.at("/contact/guide.upper_front/normal");
  point[2] = 0.5, point[3] = 0.026;
  force[2] = -1, force[3] = -7;
  normal[1] = 7;
  const VtkContacts contacts(result, make_scene(result).value(), {0, 1, 2});
  ASSERT_TRUE(contacts.recorded());
  EXPECT_EQ(count_of(contacts.write(0), "NumberOfPoints"), 0U);
  const std::string vtp = contacts.write(1);
  EXPECT_EQ(count_of(vtp, "NumberOfPoints"), 1U);
  EXPECT_EQ(array<float>(vtp, "Points"), (std::vector<float>{0.5F, 0.026F, 0}));
  EXPECT_EQ(array<float>(vtp, "force"), (std::vector<float>{-1, -7, 0}));
  EXPECT_EQ(array<float>(vtp, "normal"), (std::vector<float>{7}));
}

TEST_F(Exports, SayWhatIsWrong) {
  Result own;
  own.file = "own.h5";
  EXPECT_CONTAINS(error_of([&] { export_gltf(own, folder.string(), {}); }), "system of your own");
  EXPECT_CONTAINS(error_of([&] { export_vtk(own, folder.string(), {}); }), "--format csv");
  const Result result = still(example("slider_crank"));
  EXPECT_CONTAINS(error_of([&] { export_gltf(result, "x.gltf", {}); }), "call it .glb");
  fs::create_directories(folder / "taken.glb");
  EXPECT_CONTAINS(error_of([&] { export_gltf(result, (folder / "taken.glb").string(), {}); }),
                  "cannot write");
  std::ofstream(folder / "file") << "x";
  EXPECT_CONTAINS(error_of([&] { export_vtk(result, (folder / "file").string(), {}); }),
                  "cannot make the folder");
}

}  // namespace
}  // namespace freeplay
