// SPDX-License-Identifier: Apache-2.0
#include "model/read_spatial.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "freeplay/spatial.h"
#include "model/fields.h"
#include "model/read_fields.h"
#include "model/read_value.h"
#include "model/words.h"

namespace freeplay {
namespace {

constexpr double kUnitError = 1e-3;  // a quaternion of decimals is not exactly of unit length
constexpr const char* kForms =
    "{ axis = [0, 0, 1], angle = \"30 deg\" }, { quaternion = [1, 0, 0, 0] } or { sequence = \"zyx\", angles "
    "= "
    "[\"30 deg\", 0, 0] }";

constexpr Param kAngle{.key = "angle",
                       .symbol = "φ",
                       .unit = "rad",
                       .low = -1e9,
                       .high = 1e9,
                       .help = "of the turn about the axis"};
constexpr Param kAxis{.key = "axis", .help = "of the turn", .kind = ParamKind::vector};
constexpr Param kAngles{.key = "angles",
                        .unit = "rad",
                        .low = -1e9,
                        .high = 1e9,
                        .help = "one for each letter of the sequence",
                        .kind = ParamKind::numbers};
constexpr Param kQuaternion{.key = "quaternion",
                            .symbol = "e",
                            .low = -2,
                            .high = 2,
                            .help = "Euler parameters [w, x, y, z]",
                            .kind = ParamKind::numbers};

/// Three letters of x, y, z, all small or all capital, no letter twice in a row.
bool is_sequence(const std::string& word) {
  if (word.size() != 3) return false;
  const std::string_view letters = word[0] >= 'x' ? "xyz" : "XYZ";
  for (std::size_t i = 0; i < 3; ++i) {
    if (letters.find(word[i]) == std::string_view::npos) return false;
    if (i > 0 && word[i] == word[i - 1]) return false;
  }
  return true;
}

Quat about(char letter, double angle) {
  const double c = std::cos(angle / 2), s = std::sin(angle / 2);
  if (letter == 'x' || letter == 'X') return {c, s, 0, 0};
  if (letter == 'y' || letter == 'Y') return {c, 0, s, 0};
  return {c, 0, 0, s};
}

template <class T>
std::optional<T> member(Block& block, const Param& param) {
  const tree::Node* node = block.take(param.key);
  if (node == nullptr) {
    block.missing(param.key, expected_of(param, param.unit), param.help);
    return {};
  }
  const auto value = read_value(block.reader(), *node, block.path_of(param.key), param, param.unit);
  return value ? std::optional<T>(std::get<T>(value->data)) : std::nullopt;
}

std::optional<Quaternion> of_quaternion(Block& block, tree::Position position) {
  const auto e = member<std::vector<double>>(block, kQuaternion);
  if (!e) return {};
  const std::string path = block.path_of("quaternion");
  if (e->size() != 4) {
    block.reader().error(position, path,
                         fmt::format("expected four numbers [w, x, y, z]; found {}", e->size()));
    return {};
  }
  const Quat q{(*e)[0], (*e)[1], (*e)[2], (*e)[3]};
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (std::abs(length - 1) > kUnitError) {
    block.reader().error(
        position, path,
        fmt::format("a quaternion of a rotation has unit length; this one has {:.6g}", length),
        length > 0 ? fmt::format("[{:.9g}, {:.9g}, {:.9g}, {:.9g}] points the same way", q[0] / length,
                                 q[1] / length, q[2] / length, q[3] / length)
                   : "no rotation is [1, 0, 0, 0]");
    return {};
  }
  return normalised(q);
}

std::optional<Quaternion> of_axis(Block& block, tree::Position position) {
  const auto axis = member<Point3>(block, kAxis);
  const auto angle = member<double>(block, kAngle);
  if (!axis || !angle) return {};
  if (norm(*axis) == 0) {
    block.reader().error(position, block.path_of("axis"), "a direction cannot be [0, 0, 0]",
                         "give the axis of the turn, for example [0, 0, 1]");
    return {};
  }
  const Vec3 k = unit(*axis);
  const double s = std::sin(*angle / 2);
  return Quat{std::cos(*angle / 2), s * k[0], s * k[1], s * k[2]};
}

std::optional<Quaternion> of_sequence(Block& block, tree::Position position) {
  const tree::Node* node = block.take("sequence");
  const auto* word = node->as<std::string>();
  const auto angles = member<std::vector<double>>(block, kAngles);
  if (word == nullptr || !is_sequence(*word)) {
    block.reader().error(
        node->position, block.path_of("sequence"), "expected three letters such as \"zyx\" or \"zxz\"",
        "small letters turn about axes of the body as it turns, capital ones about axes of the "
        "world; no letter twice in a row");
    return {};
  }
  if (!angles) return {};
  if (angles->size() != 3) {
    block.reader().error(position, block.path_of("angles"),
                         fmt::format("expected three angles, one for each letter; found {}", angles->size()));
    return {};
  }
  Quat e{1, 0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    const Quat next = about((*word)[i], (*angles)[i]);
    e = (*word)[i] >= 'x' ? e * next : next * e;
  }
  return normalised(e);
}

}  // namespace

std::optional<Point3> read_vector(Reader& reader, const tree::Node& node, const std::string& path,
                                  const Param& param, const std::string& unit) {
  const auto* items = node.as<tree::List>();
  Param one = param;
  one.kind = ParamKind::vector;
  if (items == nullptr || items->size() != 3) {
    const std::string found = items == nullptr ? kind_name(node) : fmt::format("a list of {}", items->size());
    reader.error(node.position, path, fmt::format("expected {}; found {}", expected_of(one, unit), found),
                 items != nullptr && items->size() == 2 ? "the model is spatial (dimension = 3)" : "");
    return {};
  }
  one.kind = ParamKind::number;
  Point3 out{};
  bool fine = true;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto number = read_value(reader, (*items)[k], path, one, unit);
    if (number) out[k] = std::get<double>(number->data);
    fine = fine && number.has_value();
  }
  return fine ? std::optional<Point3>(out) : std::nullopt;
}

std::optional<std::vector<Point3>> read_vectors(Reader& reader, const tree::Node& node,
                                                const std::string& path, const Param& param,
                                                const std::string& unit, std::size_t least,
                                                std::size_t most) {
  const auto* items = node.as<tree::List>();
  if (items == nullptr || items->size() < least || items->size() > most) {
    const std::string found = items == nullptr ? kind_name(node) : fmt::format("a list of {}", items->size());
    reader.error(node.position, path, fmt::format("expected {}; found {}", expected_of(param, unit), found));
    return {};
  }
  std::vector<Point3> all;
  for (const tree::Node& item : *items) {
    if (const auto one = read_vector(reader, item, path, param, unit)) all.push_back(*one);
  }
  if (all.size() != items->size()) return {};
  return all;
}

namespace {

/// [Jx, Jy, Jz], or three rows. Whether it is the inertia of a body is for the assembly to say.
void read_inertia(Block& block, SpatialBody& body) {
  const Param& param = spatial_inertia;
  const std::string path = block.path_of(param.key);
  Reader& reader = block.reader();
  const tree::Node* node = block.take(param.key);
  if (node == nullptr) {
    block.missing(param.key, expected_of(param, param.unit), param.help);
    return;
  }
  body.inertia_where = reader.where(node->position);
  const auto* items = node->as<tree::List>();
  const bool rows = items != nullptr && items->size() == 3 && (*items)[0].as<tree::List>() != nullptr;
  if (!rows) {
    if (items == nullptr) {
      reader.error(node->position, path,
                   fmt::format("expected [Jx, Jy, Jz] or three rows, in kg*m^2; found {}", kind_name(*node)),
                   "a sphere has [J, J, J]");
    } else if (const auto diagonal = read_vector(reader, *node, path, param, param.unit)) {
      for (std::size_t k = 0; k < 3; ++k) body.inertia[4 * k] = (*diagonal)[k];
    }
    return;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const auto row = read_vector(reader, (*items)[i], path, param, param.unit);
    for (std::size_t k = 0; row && k < 3; ++k) body.inertia[3 * i + k] = (*row)[k];
  }
}

}  // namespace

void read_spatial_body(Block& block, SpatialBody& body) {
  read_inertia(block, body);
  read_fields<SpatialBody>(block, spatial_body_fields, body);
}

std::optional<Quaternion> read_orientation(Reader& reader, const tree::Node& node, const std::string& path) {
  const auto* table = node.as<tree::Table>();
  if (table == nullptr) {
    reader.error(node.position, path, fmt::format("expected an orientation; found {}", kind_name(node)),
                 fmt::format("write {}", kForms));
    return {};
  }
  Block block(reader, *table, node.position, path);
  std::optional<Quaternion> e;
  const int forms = (block.has("quaternion") ? 1 : 0) + (block.has("axis") || block.has("angle") ? 1 : 0) +
                    (block.has("sequence") || block.has("angles") ? 1 : 0);
  if (forms != 1) {
    reader.error(node.position, path,
                 forms == 0 ? "an orientation is missing" : "an orientation is given in more than one way",
                 fmt::format("write {}", kForms));
    return {};
  }
  if (block.has("quaternion")) {
    e = of_quaternion(block, node.position);
  } else if (block.has("axis") || block.has("angle")) {
    e = of_axis(block, node.position);
  } else if (block.has("sequence")) {
    e = of_sequence(block, node.position);
  } else {
    block.missing("sequence", "three letters such as \"zyx\"");
  }
  block.finish();
  return e;
}

void read_play(Reader& reader, Block& block, const tree::Node& node, Joint& joint) {
  const std::string path = block.path_of("clearance");
  const RegistryInfo& known = registry("spatial_clearance");
  const auto* table = node.as<tree::Table>();
  const EntryInfo* entry = table == nullptr ? known.find(joint.type + kInPlane) : nullptr;
  if (entry == nullptr) entry = known.find(joint.type);
  if (entry == nullptr) {
    std::vector<std::string> words = known.names();
    std::erase_if(words, [](const std::string& word) { return word.ends_with(kInPlane); });
    reader.error(node.position, path, fmt::format("a {} joint cannot have clearance", joint.type),
                 joint.type == "universal"
                     ? "make it of a cross with two revolute joints that have clearance: "
                       "docs/play_in_space.md"
                     : "joints that can: " + list_words(words));
    return;
  }
  joint.play = Choice{entry->name, {}, reader.where(node.position)};
  if (table == nullptr) {
    const Param& first = entry->params.front();
    if (auto value = read_value(reader, node, path, first, first.unit))
      joint.play->values.emplace(first.key, std::move(*value));
    return;
  }
  Block inner(reader, *table, node.position, path);
  read_params(inner, entry->params, joint.play->values);
  inner.finish();
}

}  // namespace freeplay
