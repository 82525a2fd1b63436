// SPDX-License-Identifier: Apache-2.0
#include "model/read_weights.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <variant>

#include "model/fields.h"
#include "model/materials.h"
#include "model/names.h"
#include "model/place.h"
#include "model/read_value.h"
#include "model/solid.h"

namespace freeplay {

/// ∫ dm, ∫ x dm and ∫ x xᵀ dm about the origin of the body's frame. The last are moved to the centre of mass by Steiner's
/// theorem; J = tr(S) 1 − S.
struct BodyWeights::Sum {
  double mass = 0;
  Point3 first{0, 0, 0};
  std::vector<std::pair<double, Solid>> solids{};  ///< with their mass by volume

  Point3 centre() const { return {first[0] / mass, first[1] / mass, first[2] / mass}; }
  std::array<double, 9> inertia() const {
    const Point3 c = centre();
    std::array<double, 9> S{}, J{};
    for (const auto& [density, solid] : solids) {
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
          const double apart = (solid.centre[i] - c[i]) * (solid.centre[k] - c[k]);
          S[3 * i + k] += density * (solid.second[3 * i + k] + solid.volume * apart);
        }
      }
    }
    for (std::size_t i = 0; i < 9; ++i) J[i] = (i % 4 == 0 ? S[0] + S[4] + S[8] : 0) - S[i];
    return J;
  }
};

std::optional<double> BodyWeights::read_density(Block& block) {
  const auto read = [&](const Param& param) -> std::optional<Value> {
    const tree::Node* node = block.take(param.key);
    if (node == nullptr) return {};
    return read_value(reader_, *node, block.path_of(param.key), param, param.unit);
  };
  const auto density = read(weight_density);
  if (const auto word = read(weight_material)) {
    const auto& name = std::get<std::string>(word->data);
    const Material* material = find_material(name);
    if (material == nullptr) {
      reader_.error(block.take(weight_material.key)->position, block.path_of(weight_material.key),
                    fmt::format("\"{}\" is not one of the materials", name),
                    reader_.suggest_from(name, material_names(), "known: ") +
                        "; of others give the density: density = \"1200 kg/m^3\"");
      return {};
    }
    if (!density) return material->density;
  }
  return density ? std::optional(std::get<double>(density->data)) : std::nullopt;
}

BodyWeights::Given BodyWeights::read(Block& block, int dimension) {
  Given given{read_density(block), {}, block.position(), block.path()};
  const tree::Node* node = dimension == 2 ? block.take(weight_thickness.key) : nullptr;
  if (node == nullptr) return given;
  const auto value = read_value(reader_, *node, block.path_of(weight_thickness.key), weight_thickness,
                                weight_thickness.unit);
  if (value) given.thickness = std::get<double>(value->data);
  return given;
}

bool BodyWeights::is_weighed(const Block& block) {
  return block.has(weight_material.key) || block.has(weight_density.key);
}

void BodyWeights::read_body(Block& block, int dimension, const Body& body) {
  bodies_.push_back(read(block, dimension));
  if (!body.weighed) {
    if (bodies_.back().thickness)
      reader_.error(block.take(weight_thickness.key)->position, block.path_of(weight_thickness.key),
                    "nothing is weighed by it", "give a material or a density in place of mass and inertia");
    return;
  }
  for (const char* key : {"mass", "inertia", "centre", "inertia_axes"}) {
    if (dimension == 2 && (std::string_view(key) == "centre" || std::string_view(key) == "inertia_axes"))
      continue;
    const tree::Node* node = block.take(key);
    if (node == nullptr) continue;
    reader_.error(node->position, block.path_of(key),
                  fmt::format("the {} of this body follows from its shapes",
                              std::string_view(key) == "centre" ? "centre of mass" : key),
                  "take it away, or the material and the density");
  }
}

void BodyWeights::read_shape(Block& block, const Model& model, const Shape& shape) {
  const Given& given = shapes_.emplace_back(read(block, model.dimension));
  if (!given.density && !given.thickness) return;
  const char* what = given.density ? "density" : "thickness";
  for (const Body& body : model.bodies) {
    if (body.name == shape.body && body.weighed) return;
  }
  reader_.error(block.position(), block.path_of(what),
                fmt::format("\"{}\" is not weighed, so that the {} of a shape has no use", shape.body, what),
                shape.body == kGroundName
                    ? "take it away"
                    : "give the body a material or a density in place of mass and inertia");
}

bool BodyWeights::add(const Model& model, std::size_t body, std::size_t shape, Sum& sum) const {
  const Given &one = shapes_[shape], &whole = bodies_[body];
  const double density = one.density.value_or(*whole.density);
  if (density == 0) return true;
  double thickness = 1;
  if (model.dimension == 2) {
    if (!one.thickness && !whole.thickness) {
      reader_.error(whole.at, fmt::format("{}.{}", whole.path, weight_thickness.key),
                    fmt::format("missing; expected {}", expected_of(weight_thickness, weight_thickness.unit)),
                    "across the plane: a body in the plane is weighed as a plate");
      return false;
    }
    thickness = one.thickness ? *one.thickness : *whole.thickness;
  }
  const auto solid = solid_of(model.shapes[shape], model.dimension, "shape." + model.shapes[shape].name,
                              reader_.diagnostics());
  if (!solid) return false;
  const double factor = density * thickness, mass = factor * solid->volume;
  sum.mass += mass;
  for (std::size_t k = 0; k < 3; ++k) sum.first[k] += mass * solid->centre[k];
  sum.solids.emplace_back(factor, *solid);
  return true;
}

void BodyWeights::put_in_plane(Model& model, std::size_t index, const Sum& sum) const {
  Body& body = model.bodies[index];
  const Point3 centre = sum.centre();
  const auto J = sum.inertia();
  body.inertia = J[8];
  // drawn about its middle, up to rounding
  const double gyration = std::sqrt(body.inertia / body.mass);
  if (std::hypot(centre[0], centre[1]) <= 1e-12 * gyration) return;
  if (body.grid) {
    reader_.error(
        bodies_[index].at, bodies_[index].path,
        fmt::format("the centre of mass of a grid's body must be at the origin of its frame, and this one "
                    "is at [{:g}, {:g}] m",
                    centre[0], centre[1]),
        "move its shapes");
    return;
  }
  if (body.position_given) {
    const double c = std::cos(body.angle), s = std::sin(body.angle);
    body.position[0] += c * centre[0] - s * centre[1];
    body.position[1] += s * centre[0] + c * centre[1];
  }
  for (Point& corner : body.outline) corner = {corner[0] - centre[0], corner[1] - centre[1]};
  const Place shift(body.name, {-centre[0], -centre[1]});
  for (Joint& joint : model.joints) shift.move(joint);
  for (Force& force : model.forces) shift.move(force);
  for (Shape& shape : model.shapes) shift.move(shape);
}

void BodyWeights::weigh(Model& model, std::size_t index) const {
  Body& body = model.bodies[index];
  if (!bodies_[index].density) return;  // reported
  Sum sum;
  for (std::size_t shape = 0; shape < model.shapes.size(); ++shape) {
    if (model.shapes[shape].body == body.name && !add(model, index, shape, sum)) return;
  }
  if (!(sum.mass > 0)) {
    reader_.error(
        bodies_[index].at, bodies_[index].path, "it has no shape that could be weighed",
        fmt::format("write [[shape]] blocks with body = \"{}\", or give mass and inertia", body.name));
    return;
  }
  body.mass = sum.mass;
  if (model.dimension == 2) return put_in_plane(model, index, sum);
  body.space.centre = sum.centre();
  body.space.centre_given = true;
  body.space.inertia = sum.inertia();
  body.space.inertia_rows = true;
}

void BodyWeights::weigh(Model& model) const {
  if (reader_.diagnostics().has_errors()) return;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (model.bodies[i].weighed) weigh(model, i);
  }
}

}  // namespace freeplay
