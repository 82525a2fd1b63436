// SPDX-License-Identifier: Apache-2.0
#include "model/quantities.h"

#include <span>
#include <string>

#include "base/index.h"
#include "base/unit_scale.h"
#include "model/words.h"

namespace freeplay {
namespace {

using Kind = MovingName::Kind;

struct BodyWord {
  const char* word;
  Kind kind;
  int part;
  const char* unit;
};
constexpr BodyWord kPlanar[] = {{"x", Kind::place, 0, "m"},       {"y", Kind::place, 1, "m"},
                                {"angle", Kind::angle, 0, "rad"}, {"vx", Kind::velocity, 0, "m/s"},
                                {"vy", Kind::velocity, 1, "m/s"}, {"omega", Kind::spin, 0, "rad/s"}};
constexpr BodyWord kSpatial[] = {{"x", Kind::place, 0, "m"},          {"y", Kind::place, 1, "m"},
                                 {"z", Kind::place, 2, "m"},          {"vx", Kind::velocity, 0, "m/s"},
                                 {"vy", Kind::velocity, 1, "m/s"},    {"vz", Kind::velocity, 2, "m/s"},
                                 {"omega_x", Kind::spin, 0, "rad/s"}, {"omega_y", Kind::spin, 1, "rad/s"},
                                 {"omega_z", Kind::spin, 2, "rad/s"}};

std::span<const BodyWord> body_words(int dimension) {
  return dimension == 3 ? std::span<const BodyWord>(kSpatial) : std::span<const BodyWord>(kPlanar);
}

/// The word of a coordinate: as in the record.
std::string word_of(const DrivenCoordinate& coordinate) {
  if (!coordinate.name.empty()) return coordinate.name;
  return coordinate.unit == "rad" ? "angle" : "displacement";
}

/// Calls `take(word, kind, part, unit)` for everything that a joint has to name, until it returns true.
template <class Take>
bool any_of_joint(const Joint& joint, int dimension, Take take) {
  const std::vector<DrivenCoordinate> all = driven_coordinates(joint.type, dimension);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const bool angle = all[k].unit == "rad";
    const std::string word = word_of(all[k]);
    const char *unit = angle ? "rad" : "m", *per_second = angle ? "rad/s" : "m/s";
    if (take(word, Kind::coordinate, to_int(k), unit)) return true;
    if (take(word + "_rate", Kind::rate, to_int(k), per_second)) return true;
    if (all.size() == 1 && take(std::string("rate"), Kind::rate, to_int(k), per_second)) return true;
  }
  return false;
}

}  // namespace

std::optional<MovingName> find_moving(const Model& model, std::string_view name) {
  if (name == kTimeName) return MovingName{};
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view of = name.substr(0, dot), word = name.substr(dot + 1);
  std::optional<MovingName> found;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (model.joints[j].name != of) continue;
    any_of_joint(model.joints[j], model.dimension,
                 [&](const std::string& known, Kind kind, int part, const char* unit) {
                   if (known == word) found = MovingName{kind, to_int(j), part, unit};
                   return found.has_value();
                 });
  }
  if (found) return found;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    if (model.bodies[b].name != of || model.bodies[b].grid) continue;
    for (const BodyWord& known : body_words(model.dimension)) {
      if (word == known.word) return MovingName{known.kind, to_int(b), known.part, known.unit};
    }
  }
  return {};
}

formula::Moving dimension_of(const std::optional<MovingName>& name) {
  Scale scale;
  if (!name || !parse_unit(name->unit, scale)) return {};
  return scale.dimension;
}

std::vector<std::string> moving_names(const Model& model) {
  std::vector<std::string> names{kTimeName};
  for (const Joint& joint : model.joints) {
    any_of_joint(joint, model.dimension, [&](const std::string& word, Kind, int, const char*) {
      names.push_back(joint.name + "." + word);
      return false;
    });
  }
  for (const Body& body : model.bodies) {
    for (const BodyWord& known : body_words(model.dimension)) names.push_back(body.name + "." + known.word);
  }
  return names;
}

}  // namespace freeplay
