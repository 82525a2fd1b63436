// SPDX-License-Identifier: Apache-2.0
#include "model/read_spatial.h"

#include <fmt/format.h>

#include <algorithm>

#include "freeplay/spatial_joint.h"
#include "model/fields.h"
#include "model/orientation.h"
#include "model/read_fields.h"
#include "model/read_value.h"
#include "model/words.h"

namespace freeplay {
namespace {

constexpr const char* kForms =
    "{ axis = [0, 0, 1], angle = \"30 deg\" }, { quaternion = [1, 0, 0, 0] } or { sequence = \"zyx\", angles "
    "= "
    "[\"30 deg\", 0, 0] }";

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

/// The quaternion of the numbers, or nothing after reporting why they make none.
std::optional<Orientation> finished(Orientation orientation, Block& block, tree::Position position) {
  const auto wrong = make_quaternion(orientation);
  if (!wrong) return orientation;
  block.reader().error(position, block.path_of(wrong->key), wrong->message, wrong->hint);
  return {};
}

/// As many numbers as `expected`, which begins with the word for their count.
bool read_list(Block& block, tree::Position position, const Param& param, std::size_t count,
               const char* expected, Orientation& out) {
  const auto numbers = member<std::vector<double>>(block, param);
  if (!numbers) return false;
  if (numbers->size() != count) {
    block.reader().error(position, block.path_of(param.key),
                         fmt::format("expected {}; found {}", expected, numbers->size()));
    return false;
  }
  std::copy(numbers->begin(), numbers->end(), out.numbers.begin());
  return true;
}

std::optional<Orientation> of_quaternion(Block& block, tree::Position position) {
  Orientation out;
  if (!read_list(block, position, kOrientationQuaternion, 4, "four numbers [w, x, y, z]", out)) return {};
  return finished(out, block, position);
}

std::optional<Orientation> of_axis(Block& block, tree::Position position) {
  const auto axis = member<Point3>(block, kOrientationAxis);
  const auto angle = member<double>(block, kOrientationAngle);
  if (!axis || !angle) return {};
  Orientation out;
  out.form = Orientation::Form::axis;
  out.numbers = {(*axis)[0], (*axis)[1], (*axis)[2], *angle};
  return finished(out, block, position);
}

std::optional<Orientation> of_sequence(Block& block, tree::Position position) {
  const tree::Node* node = block.take("sequence");
  const auto* word = node->as<std::string>();
  Orientation out;
  out.form = Orientation::Form::sequence;
  const bool read =
      read_list(block, position, kOrientationAngles, 3, "three angles, one for each letter", out);
  if (word == nullptr || !is_sequence(*word)) {
    block.reader().error(
        node->position, block.path_of("sequence"), "expected three letters such as \"zyx\" or \"zxz\"",
        "small letters turn about axes of the body as it turns, capital ones about axes of the "
        "world; no letter twice in a row");
    return {};
  }
  if (!read) return {};
  std::copy(word->begin(), word->end(), out.letters.begin());
  return finished(out, block, position);
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
  body.inertia_rows = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto row = read_vector(reader, (*items)[i], path, param, param.unit);
    for (std::size_t k = 0; row && k < 3; ++k) body.inertia[3 * i + k] = (*row)[k];
  }
}

}  // namespace

void read_spatial_body(Block& block, bool weighed, SpatialBody& body) {
  if (!weighed) read_inertia(block, body);
  for (const Field<SpatialBody>& field : spatial_body_fields) {
    const std::string_view key = field.param.key;
    if (!weighed || (key != "centre" && key != "inertia_axes")) read_field(block, field, body);
  }
}

std::optional<Orientation> read_orientation(Reader& reader, const tree::Node& node, const std::string& path) {
  const auto* table = node.as<tree::Table>();
  if (table == nullptr) {
    reader.error(node.position, path, fmt::format("expected an orientation; found {}", kind_name(node)),
                 fmt::format("write {}", kForms));
    return {};
  }
  Block block(reader, *table, node.position, path);
  std::optional<Orientation> e;
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
    const auto* ideal = find_entry<SpatialJointEntry>(joint.type);
    reader.error(node.position, path, fmt::format("a {} joint cannot have clearance", joint.type),
                 ideal != nullptr && ideal->instead_of_play != nullptr
                     ? ideal->instead_of_play
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
