// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <vector>

#include "base/index.h"
#include "io/hdf5_handle.h"
#include "io/problems/solve_file.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using hdf5::Handle;

class FclibFile : public ::testing::Test {
 protected:
  void SetUp() override {
    // tests run side by side, each in its own process
    path_ = std::filesystem::path(::testing::TempDir()) /
            ("freeplay_fclib_test_" + std::to_string(getpid()) + ".hdf5");
    file_ = Handle(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose, "create");
  }
  void TearDown() override {
    file_.reset();
    std::filesystem::remove(path_);
  }

  void group(const std::string& name) {
    const Handle made(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
                      "group");
  }
  void put(const std::string& name, const std::vector<int>& values) {
    write(name, H5T_NATIVE_INT, values.size(), values.data());
  }
  void put(const std::string& name, const std::vector<double>& values) {
    write(name, H5T_NATIVE_DOUBLE, values.size(), values.data());
  }
  void matrix(const std::string& name, int m, int n, int nz, const std::vector<int>& p,
              const std::vector<int>& i, const std::vector<double>& x) {
    group(name);
    put(name + "/m", std::vector<int>{m});
    put(name + "/n", std::vector<int>{n});
    put(name + "/nz", std::vector<int>{nz});
    put(name + "/nzmax", std::vector<int>{int_size(x)});
    put(name + "/p", p);
    put(name + "/i", i);
    put(name + "/x", x);
  }
  ProblemFile read() {
    file_.reset();
    return read_problem(path_.string());
  }
  std::string refusal() {
    try {
      read();
    } catch (const ModelError& error) {
      return error.what();
    }
    return "accepted";
  }

  std::filesystem::path path_;
  Handle file_;

 private:
  void write(const std::string& name, hid_t type, std::size_t count, const void* data) {
    const hsize_t size[1] = {count};
    const Handle space(H5Screate_simple(1, size, nullptr), H5Sclose, "space");
    const Handle set(H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                     H5Dclose, "data set");
    hdf5::check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "write");
  }
};

// A block on a plane, in the plane: compressed rows, columns and triplets are the same matrix.
TEST_F(FclibFile, LocalProblemsInThePlane) {
  group("fclib_local");
  put("fclib_local/spacedim", std::vector<int>{2});
  group("fclib_local/vectors");
  put("fclib_local/vectors/q", std::vector<double>{-1, 2});
  put("fclib_local/vectors/mu", std::vector<double>{0.5});
  matrix("fclib_local/W", 2, 2, -2, {0, 2, 3}, {0, 1, 1}, {3, 0.25, 4});
  const ProblemFile file = read();
  EXPECT_EQ(file.format, "FCLIB local");
  EXPECT_EQ(file.problem.d(), 2);
  EXPECT_EQ(file.problem.G(0, 1), 0.25);
  EXPECT_EQ(file.problem.G(1, 0), 0);
  EXPECT_EQ(file.problem.G(1, 1), 4);
  const FileSolution solution = solve_file(file, "auto", {});
  EXPECT_TRUE(solution.solved);
  EXPECT_EQ(solution.slip, 1);
  EXPECT_LE(solution.cone_residual, 1e-12);
}

// Two unit masses, one above the other, in space: W = Hᵀ M⁻¹ H, q = w + Hᵀ M⁻¹ f.
TEST_F(FclibFile, GlobalProblemsAreReduced) {
  group("fclib_global");
  put("fclib_global/spacedim", std::vector<int>{3});
  group("fclib_global/vectors");
  // velocities z, x, y of both; contact 1: lower on the ground, contact 2: upper on lower
  matrix("fclib_global/M", 6, 6, 6, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {2, 2, 2, 1, 1, 1});
  matrix("fclib_global/H", 6, 6, -1, {0, 1, 2, 3, 5, 7, 9}, {0, 1, 2, 0, 3, 1, 4, 2, 5},
         {1, 1, 1, -1, 1, -1, 1, -1, 1});
  put("fclib_global/vectors/f", std::vector<double>{-2, 0, 0, -1, 0.1, 0});
  put("fclib_global/vectors/w", std::vector<double>{0, 0, 0, 0, 0, 0});
  put("fclib_global/vectors/mu", std::vector<double>{0.5, 0.5});
  const ProblemFile file = read();
  EXPECT_EQ(file.format, "FCLIB global");
  EXPECT_EQ(file.problem.size(), 2);
  EXPECT_DOUBLE_EQ(file.problem.G(0, 0), 0.5);
  EXPECT_DOUBLE_EQ(file.problem.G(3, 3), 1.5);
  EXPECT_DOUBLE_EQ(file.problem.G(0, 3), -0.5);
  EXPECT_DOUBLE_EQ(file.problem.b(0), -1);
  EXPECT_DOUBLE_EQ(file.problem.b(3), 0);
  EXPECT_DOUBLE_EQ(file.problem.b(4), 0.1);
  const FileSolution solution = solve_file(file, "auto", {});
  EXPECT_TRUE(solution.solved);
  EXPECT_EQ(solution.stick, 2);
}

TEST_F(FclibFile, MistakesAreNamed) {
  EXPECT_CONTAINS(refusal(), "neither group fclib_local nor fclib_global");
  SetUp();
  group("fclib_local");
  EXPECT_CONTAINS(refusal(), "fclib_local/spacedim: is missing");
  SetUp();
  group("fclib_local");
  put("fclib_local/spacedim", std::vector<int>{4});
  EXPECT_CONTAINS(refusal(), "expected 2 or 3");
  const auto local = [&] {
    SetUp();
    group("fclib_local");
    put("fclib_local/spacedim", std::vector<int>{2});
    group("fclib_local/vectors");
    put("fclib_local/vectors/mu", std::vector<double>{0.5});
  };
  local();
  put("fclib_local/vectors/q", std::vector<double>{-1, 2});
  matrix("fclib_local/W", 2, 2, -1, {0, 1, 2}, {0, 5}, {3, 4});
  EXPECT_CONTAINS(refusal(), "lies outside of the matrix");
  local();
  put("fclib_local/vectors/q", std::vector<double>{-1, 2});
  matrix("fclib_local/W", 2, 2, -1, {0, 9, 2}, {0, 1}, {3, 4});
  EXPECT_CONTAINS(refusal(), "are no range of i");
  local();
  put("fclib_local/vectors/q", std::vector<double>{-1});
  matrix("fclib_local/W", 2, 2, -1, {0, 1, 2}, {0, 1}, {3, 4});
  EXPECT_CONTAINS(refusal(), "vectors/q");
  local();
  put("fclib_local/vectors/q", std::vector<double>{-1, std::nan("")});
  matrix("fclib_local/W", 2, 2, -1, {0, 1, 2}, {0, 1}, {3, 4});
  EXPECT_CONTAINS(refusal(), "not finite");
  local();
  put("fclib_local/vectors/q", std::vector<double>{-1, 2, 3, 4});
  matrix("fclib_local/W", 4, 4, 0, {}, {}, {});
  EXPECT_CONTAINS(refusal(), "1 contacts in 2 dimensions need 2");
}

// Sizes that a file claims cost no memory, and a file cannot send the reader elsewhere.
TEST_F(FclibFile, HostileFilesAreRefused) {
  const auto local = [&] {
    SetUp();
    group("fclib_local");
    put("fclib_local/spacedim", std::vector<int>{2});
    group("fclib_local/vectors");
    put("fclib_local/vectors/mu", std::vector<double>{0.5});
    matrix("fclib_local/W", 2, 2, -1, {0, 1, 2}, {0, 1}, {3, 4});
  };
  const auto declare = [&](const std::string& name, hid_t type, hsize_t count, hid_t made) {
    const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose, "space");
    return Handle(H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, made, H5P_DEFAULT), H5Dclose,
                  "set");
  };
  file_.reset();
  local();
  declare("fclib_local/vectors/q", H5T_NATIVE_DOUBLE, 150'000'000, H5P_DEFAULT);
  EXPECT_CONTAINS(refusal(), "is larger than the file can hold");

  constexpr int most = std::numeric_limits<int>::max();
  SetUp();
  group("fclib_local");
  put("fclib_local/spacedim", std::vector<int>{2});
  group("fclib_local/vectors");
  put("fclib_local/vectors/mu", std::vector<double>{0.5});
  put("fclib_local/vectors/q", std::vector<double>{-1, 2});
  matrix("fclib_local/W", 2, most, -2, {0, 1, 2}, {0, 1}, {3, 4});
  EXPECT_CONTAINS(refusal(), "where the vectors need 2 and 2");

  local();
  {
    const Handle made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "properties");
    H5Pset_external(made, "/etc/hostname", 0, 16);
    declare("fclib_local/vectors/q", H5T_NATIVE_DOUBLE, 2, made);
  }
  EXPECT_CONTAINS(refusal(), "is stored in other files");

  local();
  H5Lcreate_external("other.hdf5", "/q", file_, "fclib_local/vectors/q", H5P_DEFAULT, H5P_DEFAULT);
  EXPECT_CONTAINS(refusal(), "is a link that leads elsewhere");

  // The whole group: nothing may be looked for in the other file, which could be a pipe that makes the reader wait.
  SetUp();
  H5Lcreate_external("other.hdf5", "/", file_, "fclib_local", H5P_DEFAULT, H5P_DEFAULT);
  EXPECT_CONTAINS(refusal(), "'fclib_local' is a link that leads elsewhere");

  // Memory is taken for whole chunks.
  local();
  {
    const hsize_t chunk = 500'000'000;
    const Handle made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "properties");
    H5Pset_chunk(made, 1, &chunk);
    H5Pset_deflate(made, 1);
    const hsize_t count = 2, most_rows = H5S_UNLIMITED;
    const Handle space(H5Screate_simple(1, &count, &most_rows), H5Sclose, "space");
    const Handle set(
        H5Dcreate2(file_, "fclib_local/vectors/q", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, made, H5P_DEFAULT),
        H5Dclose, "set");
  }
  EXPECT_CONTAINS(refusal(), "has chunks larger than the file can hold");

  // A title of several texts: only one was expected.
  local();
  put("fclib_local/vectors/q", std::vector<double>{-1, 2});
  group("fclib_local/info");
  {
    const Handle text = hdf5::text_type(40);
    const Handle set = declare("fclib_local/info/title", text, 1000, H5P_DEFAULT);
    const std::vector<char> words(40'000, 'x');
    hdf5::check(H5Dwrite(set, text, H5S_ALL, H5S_ALL, H5P_DEFAULT, words.data()), "write");
  }
  EXPECT_EQ(read().title, "");
}

TEST_F(FclibFile, ADamagedFileIsRefused) {
  file_.reset();
  std::ofstream(path_, std::ios::binary) << "\\211HDF\r\n\032\n and nothing more";
  EXPECT_NE(refusal(), "accepted");
  EXPECT_THROW(read_problem("/nonexistent/file.dat"), std::runtime_error);
}

}  // namespace
}  // namespace freeplay
