// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string_view>

#include "base/files.h"
#include "base/index.h"
#include "base/lines.h"
#include "base/units.h"

namespace freeplay {
namespace {

constexpr std::uint64_t kLargestMesh = std::uint64_t{512} << 20;  // ten million triangles

// 80 bytes of anything, the number of triangles, then of each the normal, three corners and two bytes.
constexpr std::size_t kHeader = 84, kTriangle = 50;

/// A number of four bytes, least significant first.
std::uint32_t four_bytes(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t k = 0; k < 4; ++k)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
  return value;
}

void add_triangle(const std::array<Vec3, 3>& corners, FileMesh& mesh) {
  const std::size_t first = mesh.points.size();
  mesh.points.insert(mesh.points.end(), corners.begin(), corners.end());
  mesh.faces.push_back({first, first + 1, first + 2});
}

/// The three numbers that a line goes on with.
bool take_point(std::string_view& line, Vec3& point) {
  std::string_view word;
  return std::all_of(point.begin(), point.end(),
                     [&](double& number) { return take_word(line, word) && parse_number(word, number); });
}

std::string binary_stl(const std::string& bytes, FileMesh& mesh) {
  const std::size_t count = four_bytes(bytes, kHeader - 4);
  for (std::size_t i = 0; i < count; ++i) {
    std::array<Vec3, 3> corners{};
    for (std::size_t k = 0; k < 9; ++k) {
      const std::uint32_t bits = four_bytes(bytes, kHeader + kTriangle * i + 12 + 4 * k);
      corners[k / 3][k % 3] = static_cast<double>(std::bit_cast<float>(bits));
    }
    add_triangle(corners, mesh);
  }
  return {};
}

std::string text_stl(const std::string& text, FileMesh& mesh) {
  std::array<Vec3, 3> corners{};
  std::size_t next = 0;
  int line_number = 0;
  std::string_view rest = text, line, word;
  while (take_line(rest, line)) {
    ++line_number;
    if (!take_word(line, word)) continue;
    if (word == "endfacet") {
      if (next != 3)
        return fmt::format("line {}: a facet has {} corners instead of three", line_number, next);
      add_triangle(corners, mesh);
      next = 0;
    } else if (word == "vertex") {
      Vec3 corner{};
      if (!take_point(line, corner) || next == 3)
        return fmt::format("line {}: expected three corners, each of three numbers", line_number);
      corners[next++] = corner;
    }
  }
  return next == 0 ? "" : "it ends within a facet";
}

/// STL files hold each corner of each triangle by itself: those at one place become one point.
void join_corners(FileMesh& mesh) {
  std::map<Vec3, std::size_t> known;
  std::vector<Vec3> points;
  for (std::vector<std::size_t>& face : mesh.faces) {
    for (std::size_t& corner : face) {
      const Vec3& point = mesh.points[corner];
      const auto [found, added] = known.insert({point, points.size()});
      if (added) points.push_back(point);
      corner = found->second;
    }
  }
  mesh.points = std::move(points);
}

/// "7", "7/1" and "7//3" are point 7; negative numbers count from the last one.
std::string wavefront(const std::string& text, FileMesh& mesh) {
  int line_number = 0;
  std::string_view rest = text, line, word;
  while (take_line(rest, line)) {
    ++line_number;
    if (!take_word(line, word)) continue;
    if (word == "v") {
      Vec3 point{};
      if (!take_point(line, point))
        return fmt::format("line {}: expected three numbers after v", line_number);
      mesh.points.push_back(point);
    } else if (word == "f") {
      std::vector<std::size_t> face;
      while (take_word(line, word)) {
        long number = 0;
        std::from_chars(word.data(), word.data() + word.size(), number);
        const auto known = static_cast<long>(mesh.points.size());
        const long index = number < 0 ? known + number : number - 1;
        if (index < 0 || index >= known)
          return fmt::format("line {}: there is no point {}", line_number, word);
        face.push_back(idx(index));
      }
      if (face.size() < 3) return fmt::format("line {}: a face has three or more points", line_number);
      mesh.faces.push_back(std::move(face));
    }
  }
  return {};
}

bool ends_in(const std::string& path, const std::string& ending) {
  return path.size() >= ending.size() &&
         std::equal(ending.rbegin(), ending.rend(), path.rbegin(),
                    [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

}  // namespace

std::string read_mesh(const std::string& path, FileMesh& mesh) {
  const bool stl = ends_in(path, ".stl"), obj = ends_in(path, ".obj");
  if (!stl && !obj) return "the name of a mesh file ends in .stl or .obj";
  std::string bytes;
  if (const std::string unreadable = read_plain_file(path, kLargestMesh, bytes); !unreadable.empty())
    return fmt::format("cannot read '{}': it {}", path, unreadable);
  // Binary files may begin with "solid" too: the length of the file tells.
  const bool binary = stl && bytes.size() >= kHeader &&
                      bytes.size() == kHeader + kTriangle * std::size_t{four_bytes(bytes, kHeader - 4)};
  std::string wrong;
  if (obj) {
    wrong = wavefront(bytes, mesh);
  } else if (binary) {
    wrong = binary_stl(bytes, mesh);
  } else if (bytes.starts_with("solid")) {
    wrong = text_stl(bytes, mesh);
  } else {
    wrong = "neither a text nor a whole binary STL file";
  }
  if (wrong.empty() && mesh.faces.empty()) wrong = "it holds no triangles";
  for (const Vec3& point : mesh.points) {
    // Each by itself: the norm of (0, 0, NaN) is 0 for g++'s std::hypot of three numbers.
    if (!std::all_of(point.begin(), point.end(), [](double x) { return std::isfinite(x); }))
      wrong = "it holds numbers that are not finite";
  }
  if (wrong.empty() && stl) join_corners(mesh);
  return wrong.empty() ? wrong : fmt::format("'{}': {}", path, wrong);
}

}  // namespace freeplay
