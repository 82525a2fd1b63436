// SPDX-License-Identifier: Apache-2.0
#include "report/gltf.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "base/index.h"
#include "freeplay/version.h"
#include "report/body_colours.h"
#include "report/creased.h"

namespace freeplay {
namespace {

using Json = nlohmann::ordered_json;
static_assert(std::endian::native == std::endian::little, "glTF is little-endian");

constexpr int kFloat = 5126, kUnsigned = 5125;               // component types
constexpr int kArrayBuffer = 34962, kElementBuffer = 34963;  // targets of buffer views

/// Colours of glTF are linear.
double linear(std::uint32_t byte) {
  const double x = byte / 255.0;
  return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
}

std::array<float, 3> narrow(const Vec3& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}
/// x, y, z, w.
std::array<float, 4> narrow(const Quat& q) {
  return {static_cast<float>(q[1]), static_cast<float>(q[2]), static_cast<float>(q[3]),
          static_cast<float>(q[0])};
}

/// The smallest turn of `up` onto y.
Quat up_onto_y(const Vec3& up) {
  const Vec3 c = cross(up, {0, 1, 0});
  if (up[1] < -1 + 1e-9) return {0, 1, 0, 0};
  return normalised({1 + up[1], c[0], c[1], c[2]});
}

class Writer {
 public:
  Writer(const Scene& scene, const RecordedMotion& motion, const std::string& title)
      : scene_(scene), motion_(motion) {
    json_["asset"] = {{"version", "2.0"}, {"generator", std::string("Freeplay ") + kVersion}};
    json_["scene"] = 0;
    json_["scenes"] = Json::array({{{"name", title}, {"nodes", {0}}}});
    for (const char* key : {"nodes", "meshes", "materials", "accessors", "bufferViews"})
      json_[key] = Json::array();
  }

  std::string write() {
    json_["nodes"].push_back({{"name", "machine"}});
    const Quat up = up_onto_y(scene_.up);
    if (up[0] < 1) json_["nodes"][0]["rotation"] = narrow(up);
    Json channels = Json::array(), samplers = Json::array(), children = Json::array();
    std::vector<float> times;
    for (std::size_t frame = 0; frame < motion_.frames(); ++frame)
      times.push_back(static_cast<float>(motion_.time(frame) - motion_.time(0)));
    // differences of times may coincide where the times themselves did not
    for (std::size_t i = 1; i < times.size(); ++i) {
      if (!(times[i] > times[i - 1]))
        times[i] = std::nextafter(times[i - 1], std::numeric_limits<float>::infinity());
    }
    const int input = accessor(times, 1, "SCALAR", kFloat, 0, true);
    const auto animate = [&](int node, const char* path, int output) {
      channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
      samplers.push_back({{"input", input}, {"interpolation", "LINEAR"}, {"output", output}});
    };
    for (int body = -1; body < int_size(scene_.bodies); ++body) {
      const int node = body_node(body);
      if (node < 0) continue;
      children.push_back(node);
      if (body >= 0) {
        animate(node, "translation", positions(body));
        animate(node, "rotation", turns(body));
      }
    }
    for (const auto& [node, part] : spinning_) animate(node, "rotation", spins(*part));
    json_["nodes"][0]["children"] = children;
    if (children.empty()) json_["nodes"][0].erase("children");
    if (!channels.empty())
      json_["animations"] =
          Json::array({{{"name", "motion"}, {"channels", channels}, {"samplers", samplers}}});
    json_["buffers"] = Json::array({{{"byteLength", bytes_.size()}}});
    for (const char* key : {"meshes", "materials"}) {
      if (json_[key].empty()) json_.erase(key);  // empty lists are not allowed
    }
    return container();
  }

 private:
  /// Numbers into the buffer; the index of their accessor.
  template <class T>
  int accessor(const std::vector<T>& numbers, std::size_t width, const char* type, int component, int target,
               bool limits) {
    Json view{{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", numbers.size() * sizeof(T)}};
    if (target != 0) view["target"] = target;
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T));
    Json made{{"bufferView", json_["bufferViews"].size()},
              {"componentType", component},
              {"count", numbers.size() / width},
              {"type", type}};
    if (limits) {
      std::vector<T> low(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(width)), high = low;
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        low[i % width] = std::min(low[i % width], numbers[i]);
        high[i % width] = std::max(high[i % width], numbers[i]);
      }
      made["min"] = low;
      made["max"] = high;
    }
    json_["bufferViews"].push_back(view);
    json_["accessors"].push_back(made);
    return static_cast<int>(json_["accessors"].size()) - 1;
  }
  template <class T, std::size_t N>
  int accessor(const std::vector<std::array<T, N>>& rows, const char* type, int component, int target,
               bool limits) {
    std::vector<T> numbers;
    numbers.reserve(N * rows.size());
    for (const auto& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
    const bool one = std::string(type) == "SCALAR";
    return accessor(numbers, one ? 1 : N, type, component, target, limits);
  }

  int material(int body, const std::string& role) {
    const bool ground = body < 0;
    const std::size_t colour = ground ? kBodyColours.size() : idx(body) % kBodyColours.size();
    // what belongs to a joint is metal, and darker or lighter than its body
    const bool metal = role == "pin" || role == "journal" || role == "bearing";
    const auto [at, is_new] =
        materials_.try_emplace({colour, metal}, static_cast<int>(json_["materials"].size()));
    if (!is_new) return at->second;
    const double shade = metal ? 0.55 : 1;
    Json rgba = Json::array();
    for (const int shift : {16, 8, 0}) rgba.push_back(shade * linear((body_colour(body) >> shift) & 0xff));
    rgba.push_back(1.0);
    json_["materials"].push_back(
        {{"name",
          std::string(ground ? "ground" : "body " + std::to_string(colour + 1)) + (metal ? " joints" : "")},
         {"pbrMetallicRoughness",
          {{"baseColorFactor", rgba}, {"metallicFactor", metal ? 0.3 : 0.0}, {"roughnessFactor", 0.6}}}});
    return at->second;
  }

  /// A mesh in the colour of a body; −1 when it has no area.
  int mesh(int index, int colour) {
    const auto [at, is_new] = meshes_.try_emplace({index, colour}, -1);
    if (!is_new) return at->second;
    auto [numbers, first] = accessors_.try_emplace(index, std::array<int, 3>{-1, -1, -1});
    if (first) {
      const CreasedMesh made = creased(scene_.meshes[idx(index)]);
      if (!made.triangles.empty()) {
        numbers->second = {accessor(made.positions, "VEC3", kFloat, kArrayBuffer, true),
                           accessor(made.normals, "VEC3", kFloat, kArrayBuffer, false),
                           accessor(made.triangles, "SCALAR", kUnsigned, kElementBuffer, false)};
      }
    }
    const auto [position, normal, triangles] = numbers->second;
    if (position < 0) return -1;
    json_["meshes"].push_back(
        {{"primitives", Json::array({{{"attributes", {{"POSITION", position}, {"NORMAL", normal}}},
                                      {"indices", triangles},
                                      {"material", colour}}})}});
    return at->second = static_cast<int>(json_["meshes"].size()) - 1;
  }

  /// The node of a body with its parts; −1 when there are none.
  int body_node(int body) {
    Json children = Json::array();
    for (const ScenePart& part : scene_.parts) {
      if (part.body != body) continue;
      const int shape = mesh(part.mesh, material(body, part.role));
      if (shape < 0) continue;
      Json node{{"name", part.name + " " + part.role}, {"mesh", shape}};
      if (part.position != Point3{0, 0, 0}) node["translation"] = narrow(part.position);
      if (part.orientation != Quaternion{1, 0, 0, 0}) node["rotation"] = narrow(part.orientation);
      if (part.spin != 0) spinning_.emplace_back(static_cast<int>(json_["nodes"].size()), &part);
      children.push_back(json_["nodes"].size());
      json_["nodes"].push_back(node);
    }
    if (children.empty()) return -1;
    const std::string name = body < 0 ? "ground" : scene_.bodies[idx(body)].name;
    json_["nodes"].push_back({{"name", name}, {"children", children}});
    return static_cast<int>(json_["nodes"].size()) - 1;
  }

  int positions(int body) {
    std::vector<std::array<float, 3>> rows;
    for (std::size_t frame = 0; frame < motion_.frames(); ++frame)
      rows.push_back(narrow(motion_.pose(body, frame).position));
    return accessor(rows, "VEC3", kFloat, 0, false);
  }
  int turns(int body) {
    std::vector<Quat> all;
    for (std::size_t frame = 0; frame < motion_.frames(); ++frame)
      all.push_back(motion_.pose(body, frame).orientation);
    return turns(all);
  }
  int spins(const ScenePart& part) {
    std::vector<Quat> all;
    for (std::size_t frame = 0; frame < motion_.frames(); ++frame)
      all.push_back(part.orientation * turn_about_z(part.spin * motion_.time(frame)));
    return turns(all);
  }
  /// q and −q are the same turn; between frames it goes the short way.
  int turns(std::vector<Quat>& all) {
    std::vector<std::array<float, 4>> rows;
    for (std::size_t i = 0; i < all.size(); ++i) {
      Quat& q = all[i];
      if (i > 0) {
        const Quat& last = all[i - 1];
        if (q[0] * last[0] + q[1] * last[1] + q[2] * last[2] + q[3] * last[3] < 0)
          for (double& x : q) x = -x;
      }
      rows.push_back(narrow(q));
    }
    return accessor(rows, "VEC4", kFloat, 0, false);
  }

  /// Header, the JSON chunk padded with blanks, the binary chunk padded with zeros (section 4.4).
  std::string container() const {
    std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.append((4 - text.size() % 4) % 4, ' ');
    std::string binary = bytes_;
    binary.append((4 - binary.size() % 4) % 4, '\0');
    std::string out;
    const auto number = [&out](std::size_t value) {
      const auto word = static_cast<std::uint32_t>(value);
      out.append(reinterpret_cast<const char*>(&word), sizeof word);
    };
    out += "glTF";
    number(2);
    number(12 + 8 + text.size() + 8 + binary.size());
    number(text.size());
    out += "JSON" + text;
    number(binary.size());
    out += std::string("BIN\0", 4) + binary;
    return out;
  }

  const Scene& scene_;
  const RecordedMotion& motion_;
  Json json_;
  std::string bytes_;
  std::map<std::pair<std::size_t, bool>, int> materials_;
  std::map<std::pair<int, int>, int> meshes_;
  std::map<int, std::array<int, 3>> accessors_;  ///< positions, normals and triangles of a mesh
  std::vector<std::pair<int, const ScenePart*>> spinning_;
};

}  // namespace

std::string gltf_binary(const Scene& scene, const RecordedMotion& motion, const std::string& title) {
  return Writer(scene, motion, title).write();
}

}  // namespace freeplay
