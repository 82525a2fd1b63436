// SPDX-License-Identifier: Apache-2.0
#include "model/read_relative.h"

#include <fmt/format.h>

#include <map>

#include "model/fields.h"
#include "model/place.h"

namespace freeplay {
namespace {

enum class Stage { waiting, on_the_way, placed };

constexpr std::size_t kLongestShown = 8;  ///< bodies of a circle

bool has_position(const Body& body, int dimension) {
  return dimension == 3 ? body.space.position_given : body.position_given;
}
bool has_angle(const Body& body, int dimension) {
  return dimension == 3 ? body.space.orientation_given : body.angle_given;
}
const char* word_of_angle(int dimension) { return dimension == 3 ? "orientation" : "angle"; }

/// Where the frame of the body stands in the world.
Place place_of(const Body& body, int dimension) {
  if (dimension == 3) return {3, body.space.position, 0, body.space.orientation};
  return {2, {body.position[0], body.position[1], 0}, body.angle, {1, 0, 0, 0}};
}

/// "a → b → a"
std::string circle(const Model& model, const std::vector<std::size_t>& way, std::size_t again) {
  std::size_t first = 0;
  while (way[first] != again) ++first;
  std::string text;
  const std::size_t count = way.size() - first;
  for (std::size_t i = 0; i < count && i < kLongestShown; ++i)
    text += model.bodies[way[first + i]].name + " → ";
  return text + (count > kLongestShown ? "… → " : "") + model.bodies[again].name;
}

}  // namespace

void RelativeBodies::read(Block& block, Body& body) {
  Given& given = given_.emplace_back();
  const tree::Node* node = block.take(relative_to.key);
  if (node == nullptr) return;
  given.at = node->position;
  given.path = block.path_of(relative_to.key);
  const auto* name = node->as<std::string>();
  if (name == nullptr) {
    block.reader().error(node->position, given.path,
                         fmt::format("expected the name of a body; found {}", kind_name(*node)),
                         "write it like relative_to = \"crank\"");
    return;
  }
  if (*name == kGroundName) return;
  given.base = *name;
  body.relative = true;
}

void RelativeBodies::check(Reader& reader, const Model& model, std::size_t body, std::size_t base) const {
  const Given& given = given_[body];
  const int dimension = model.dimension;
  const Body &one = model.bodies[body], &other = model.bodies[base];
  const char* angle = word_of_angle(dimension);
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    reader.error(given.at, given.path, message, hint);
  };
  if (!has_position(one, dimension) && !has_angle(one, dimension))
    return refuse(fmt::format("neither position nor {} is given in the frame of \"{}\"", angle, other.name),
                  "give one of them, or take relative_to away");
  if (other.grid)
    return refuse(fmt::format("\"{}\" is a grid: it is not one body", other.name),
                  "name a body without a grid");
  const auto needs = [&](const char* key) {
    refuse(
        fmt::format("\"{0}\" has no {1}, so that its frame stands nowhere until the mechanism is assembled",
                    other.name, key),
        fmt::format("give body.{}.{}", other.name, key));
  };
  if (!has_angle(other, dimension)) return needs(angle);
  if (has_position(one, dimension) && !has_position(other, dimension)) return needs("position");
  if (one.grid && other.angle != 0) refuse("a grid cannot be turned", "give the grid its place in the world");
}

void RelativeBodies::place(Reader& reader, const Names& names, Model& model) const {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) index.emplace(model.bodies[i].name, i);
  std::vector<Stage> stage(model.bodies.size(), Stage::waiting);
  std::vector<std::size_t> way;  // each body stands on the next; not by recursion: a chain may be long
  for (std::size_t first = 0; first < model.bodies.size(); ++first) {
    std::size_t at = first;
    while (stage[at] == Stage::waiting && !given_[at].base.empty()) {
      const Given& given = given_[at];
      stage[at] = Stage::on_the_way;
      way.push_back(at);
      const auto found = index.find(given.base);
      if (found == index.end()) {
        if (names.check(reader, given.at, given.path, "body", given.base))
          reader.error(given.at, given.path, fmt::format("\"{}\" is one of a grid", given.base),
                       "name a body without a grid");
        stage[at] = Stage::placed, way.pop_back();
        break;
      }
      at = found->second;
      if (stage[at] != Stage::on_the_way) continue;
      reader.error(given.at, given.path,
                   fmt::format("bodies stand on each other in a circle: {}", circle(model, way, at)),
                   "give one of them its place in the world");
      for (const std::size_t one : way) stage[one] = Stage::placed;
      way.clear();
      break;
    }
    for (; !way.empty(); way.pop_back()) {
      const std::size_t body = way.back(), base = index.at(given_[body].base);
      model.bodies[base].relative = true;
      stage[body] = Stage::placed;
      check(reader, model, body, base);
      place_of(model.bodies[base], model.dimension).stand(model.bodies[body]);
    }
  }
}

}  // namespace freeplay
