// SPDX-License-Identifier: Apache-2.0
#include "report/vtk.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>

#include "base/base64.h"
#include "base/index.h"

namespace freeplay {
namespace {

static_assert(std::endian::native == std::endian::little, "files say LittleEndian");

const char* vtk_type(float) { return "Float32"; }
const char* vtk_type(std::int32_t) { return "Int32"; }

/// Inline binary data: the number of bytes, then the bytes, in one base64 text.
template <class T>
std::string data_array(const char* name, const std::vector<T>& numbers, int components = 1) {
  const auto size = static_cast<std::uint32_t>(numbers.size() * sizeof(T));
  std::vector<std::byte> bytes(sizeof size + size);
  std::copy_n(reinterpret_cast<const std::byte*>(&size), sizeof size, bytes.begin());
  std::copy_n(reinterpret_cast<const std::byte*>(numbers.data()), size, bytes.begin() + sizeof size);
  return fmt::format(
      "        <DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" "
      "format=\"binary\">{}</DataArray>\n",
      vtk_type(T{}), name, components, base64(bytes));
}

struct PolyData {
  std::vector<float> points;
  std::vector<std::int32_t> connectivity, offsets;
  bool vertices = false;  ///< cells are points, not polygons
  std::string point_data, cell_data;

  std::string text() const {
    const std::string cells = data_array("connectivity", connectivity) + data_array("offsets", offsets);
    return fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt32\">\n"
        "  <PolyData>\n"
        "    <Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"{}\">\n"
        "      <PointData>\n{}      </PointData>\n"
        "      <CellData>\n{}      </CellData>\n"
        "      <Points>\n{}      </Points>\n"
        "      <{}>\n{}      </{}>\n"
        "    </Piece>\n"
        "  </PolyData>\n"
        "</VTKFile>\n",
        points.size() / 3, vertices ? offsets.size() : 0, vertices ? 0 : offsets.size(), point_data,
        cell_data, data_array("Points", points, 3), vertices ? "Verts" : "Polys", cells,
        vertices ? "Verts" : "Polys");
  }
};

int column(const Table& table, const std::string& name) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].name == name) return to_int(i);
  }
  return -1;
}

float finite(double x) {
  constexpr double kMost = std::numeric_limits<float>::max();
  return std::abs(x) <= kMost ? static_cast<float>(x) : 0;  // also of what is not a number
}

}  // namespace

const std::vector<std::string>& vtk_roles() {
  static const std::vector<std::string> kRoles{"body",    "link", "slider", "guide", "journal",
                                               "bearing", "pin",  "ground", "shape", "cam"};
  return kRoles;
}

std::string vtk_machine(const Scene& scene, const RecordedMotion& motion, std::size_t frame) {
  PolyData data;
  std::vector<std::int32_t> bodies, roles, parts;
  std::vector<BodyPose> poses;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) poses.push_back(motion.pose(to_int(i), frame));
  for (std::size_t i = 0; i < scene.parts.size(); ++i) {
    const ScenePart& part = scene.parts[i];
    const Mesh& mesh = scene.meshes[idx(part.mesh)];
    const BodyPose pose = part.body < 0 ? BodyPose{} : poses[idx(part.body)];
    const PlacedPart placed = placed_part(part, pose, motion.time(frame));
    const auto first = static_cast<std::int32_t>(data.points.size() / 3);
    for (const auto& p : mesh.positions) {
      const Vec3 q = placed.origin + placed.A * Vec3{p[0], p[1], p[2]};
      for (const double x : q) data.points.push_back(finite(x));
    }
    const auto role = static_cast<std::int32_t>(std::find(vtk_roles().begin(), vtk_roles().end(), part.role) -
                                                vtk_roles().begin());
    for (const auto& triangle : mesh.triangles) {
      for (const std::uint32_t corner : triangle)
        data.connectivity.push_back(first + static_cast<std::int32_t>(corner));
      data.offsets.push_back(static_cast<std::int32_t>(data.connectivity.size()));
      bodies.push_back(part.body);
      roles.push_back(role);
      parts.push_back(static_cast<std::int32_t>(i));
    }
  }
  data.cell_data = data_array("body", bodies) + data_array("role", roles) + data_array("part", parts);
  return data.text();
}

VtkContacts::VtkContacts(const Result& result, const Scene& scene, const std::vector<std::size_t>& samples)
    : width_(idx(scene.dimension)), pushes_(samples.size()) {
  for (std::size_t i = 0; i < scene.contacts.size(); ++i)
    add_channels(result, "/contact/" + scene.contacts[i].name + "/", to_int(i), samples);
  if (const Table* table = result.table("/contacts")) add_table(result, *table, samples);
}

void VtkContacts::add(std::size_t frame, const Push& push) {
  const auto is_finite = [](double x) { return std::isfinite(x); };
  const bool pushes = push.numbers[3] != 0 || push.numbers[4] != 0 || push.numbers[5] != 0;
  if (pushes && std::all_of(push.numbers.begin(), push.numbers.end(), is_finite))
    pushes_[frame].push_back(push);
}

void VtkContacts::add_channels(const Result& result, const std::string& at, int contact,
                               const std::vector<std::size_t>& samples) {
  const auto has = [&](const char* name, std::size_t width) {
    const Channel* channel = result.channel(at + name);
    return channel != nullptr && idx(channel->width) == width;
  };
  if (!has("point", width_) || !has("force", width_)) return;
  recorded_ = true;
  std::vector<Push> pushes(samples.size(), Push{contact, {}, 0});
  const auto pick = [&](const char* name, int k, auto place) {
    const std::vector<double> values = result.values(at + name, k);
    for (std::size_t i = 0; i < samples.size(); ++i) place(pushes[i]) = values[samples[i]];
  };
  for (std::size_t k = 0; k < width_; ++k) {
    pick("point", to_int(k), [k](Push& push) -> double& { return push.numbers[k]; });
    pick("force", to_int(k), [k](Push& push) -> double& { return push.numbers[3 + k]; });
  }
  if (has("normal", 1)) pick("normal", 0, [](Push& push) -> double& { return push.normal; });
  for (std::size_t i = 0; i < pushes.size(); ++i) add(i, pushes[i]);
}

/// A row belongs to the first sample that is not before it.
void VtkContacts::add_table(const Result& result, const Table& table,
                            const std::vector<std::size_t>& samples) {
  std::array<int, 6> columns{};
  const std::array<const char*, 6> names{"x", "y", "z", "force_x", "force_y", "force_z"};
  for (std::size_t k = 0; k < 6; ++k) columns[k] = column(table, names[k]);
  const int normal = column(table, "normal");
  if (columns[0] < 0 || columns[3] < 0) return;
  recorded_ = true;
  const std::vector<double> times = result.values("/time");
  result.record.each_row(table.path, [&](std::span<const double> row) {
    const auto sample = idx(std::lower_bound(times.begin(), times.end(), row[0]) - times.begin());
    const auto frame = std::lower_bound(samples.begin(), samples.end(), sample);
    if (frame == samples.end() || *frame != sample) return;
    Push push{-1, {}, normal < 0 ? 0 : row[idx(normal)]};
    for (std::size_t k = 0; k < 6; ++k) {
      if (columns[k] >= 0) push.numbers[k] = row[idx(columns[k])];
    }
    add(idx(frame - samples.begin()), push);
  });
}

std::string VtkContacts::write(std::size_t frame) const {
  PolyData data;
  data.vertices = true;
  std::vector<float> forces, normals;
  std::vector<std::int32_t> contacts;
  for (const Push& push : pushes_[frame]) {
    for (std::size_t k = 0; k < 3; ++k) {
      data.points.push_back(finite(push.numbers[k]));
      forces.push_back(finite(push.numbers[3 + k]));
    }
    normals.push_back(finite(push.normal));
    contacts.push_back(push.contact);
    data.connectivity.push_back(static_cast<std::int32_t>(data.connectivity.size()));
    data.offsets.push_back(static_cast<std::int32_t>(data.connectivity.size()));
  }
  data.point_data =
      data_array("force", forces, 3) + data_array("normal", normals) + data_array("contact", contacts);
  return data.text();
}

std::string vtk_collection(const std::vector<double>& times, const std::vector<std::string>& files) {
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
      "  <Collection>\n";
  for (std::size_t i = 0; i < times.size(); ++i) {
    std::string file;
    for (const char c : files[i]) {
      switch (c) {
        case '&': file += "&amp;"; break;
        case '<': file += "&lt;"; break;
        case '"': file += "&quot;"; break;
        default: file += c;
      }
    }
    text += fmt::format("    <DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", times[i], file);
  }
  return text + "  </Collection>\n</VTKFile>\n";
}

}  // namespace freeplay
