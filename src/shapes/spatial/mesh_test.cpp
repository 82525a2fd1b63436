// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "shapes/spatial/mesh_file.h"
#include "shapes/spatial/shape_test_data.h"

namespace freeplay {
namespace {

class MeshFile : public ::testing::Test {
 public:
  ~MeshFile() override { std::filesystem::remove_all(folder_); }

 protected:
  MeshFile()  // tests run side by side: each has a folder of its own
      : folder_(std::filesystem::path(::testing::TempDir()) /
                (std::string("freeplay_mesh_") +
                 ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }

  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return (folder_ / name).string();
  }
  std::string wrong(const std::string& name, const std::string& bytes) const {
    FileMesh mesh;
    return read_mesh(write(name, bytes), mesh);
  }

  std::filesystem::path folder_;
};

const char* const kText =
    "solid one\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 2e0 "
    "0\nendloop\nendfacet\n"
    "endsolid one\n";

TEST_F(MeshFile, ReadsAllThreeKinds) {
  std::string binary(80, 's');
  const auto put = [&](const void* what, std::size_t size) {
    binary.append(static_cast<const char*>(what), size);
  };
  const std::uint32_t count = 1;
  const float numbers[12] = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0};
  put(&count, 4);
  put(numbers, sizeof numbers);
  binary.append(2, '\0');
  const std::string files[] = {
      write("text.stl", kText), write("binary.STL", binary),
      write("part.obj", "# a part\nv 0 0 0\nv 1 0 0\nv 0 2 0\nvn 0 0 1\nf 1//1 2//1 -1//1\n")};
  for (const std::string& file : files) {
    FileMesh mesh;
    EXPECT_EQ(read_mesh(file, mesh), "");
    ASSERT_EQ(mesh.faces.size(), 1U);
    ASSERT_EQ(mesh.faces[0].size(), 3U);
    EXPECT_EQ(mesh.points[mesh.faces[0][2]], (Vec3{0, 2, 0}));
  }
}

TEST_F(MeshFile, WhatIsWrongIsSaid) {
  FileMesh mesh;
  EXPECT_NE(read_mesh((folder_ / "none.stl").string(), mesh).find("cannot read"), std::string::npos);
  EXPECT_NE(wrong("part.step", "").find(".stl or .obj"), std::string::npos);
  EXPECT_NE(wrong("a.stl", "nonsense").find("neither"), std::string::npos);
  EXPECT_NE(wrong("b.stl", "solid empty\nendsolid\n").find("no triangles"), std::string::npos);
  EXPECT_NE(wrong("c.stl", "solid\nvertex 0 0 0\nendfacet\n").find("line 3"), std::string::npos);
  EXPECT_NE(wrong("d.stl", "solid\nvertex 0 x 0\n").find("line 2"), std::string::npos);
  EXPECT_NE(wrong("e.obj", "v 0 0 0\nf 1 2 3\n").find("no point 2"), std::string::npos);
  EXPECT_NE(wrong("f.obj", "v 0 0\n").find("line 1"), std::string::npos);
  EXPECT_NE(wrong("g.obj", "v 0 0 0\nf 1 1\n").find("three or more"), std::string::npos);
}

TEST_F(MeshFile, AMeshIsDrawnAndTouchesNothing) {
  const std::string file = write("part.stl", kText);
  const Where model{(folder_ / "model.toml").string(), 1, 1};
  const SpatialShape mesh =
      testing::make_spatial("mesh", {{"file", {std::string("part.stl"), model}}, {"scale", {0.001, {}}}});
  EXPECT_FALSE(mesh.contact);
  EXPECT_EQ(mesh.faces.size(), 1U);
  EXPECT_NEAR(mesh.extent, 0.002, 1e-18);
  EXPECT_FALSE(can_touch(mesh, testing::make_spatial("sphere", {{"radius", {1.0, {}}}})));
  EXPECT_THROW(testing::make_spatial("mesh", {{"file", {std::string("other.stl"), model}}}), ModelError);
}

}  // namespace
}  // namespace freeplay
