// SPDX-License-Identifier: Apache-2.0
#include "io/schema_bodies.h"

#include <string>
#include <utility>

#include "freeplay/registry.h"
#include "model/fields.h"

namespace freeplay::schema {
namespace {

/// A body with its mass and inertia, or one that is weighed by its shapes.
Json weighed_or_not(Object& body) {
  body.add_params(weight_params);
  std::erase_if(body.required, [](const std::string& key) { return key == "mass" || key == "inertia"; });
  Json shape = body.json();
  shape["anyOf"] = {{{"required", {"mass", "inertia"}}},
                    {{"required", {weight_material.key}}},
                    {{"required", {weight_density.key}}}};
  return shape;
}

Json spatial_body_shape() {
  Object body;
  body.add_fields<Body>(body_head);
  Json inertia = {{"anyOf", {shape_of(spatial_inertia), list_of(shape_of(spatial_inertia), 3, 3)}}};
  body.add(spatial_inertia.key, described(inertia, spatial_inertia), true);
  body.add_fields<SpatialBody>(spatial_body_fields);
  body.add_params({&relative_to, 1});
  return weighed_or_not(body);
}

Json planar_body_shape() {
  Object body, grid;
  body.add_fields<Body>(body_fields);
  grid.add_fields<Grid>(grid_fields);
  body.add("grid", grid.json(), false);
  body.add_params({&relative_to, 1});
  return weighed_or_not(body);
}

}  // namespace

Json body_shape() {
  Json shape;
  shape["anyOf"] = {planar_body_shape(), spatial_body_shape()};
  return shape;
}

Json shape_shape() {
  Json variants = Json::array();
  for (const char* name : {"shape", "spatial_shape"}) {
    for (const EntryInfo* entry : registry(name).entries) {
      Object shape;
      shape.add_fields<Shape>(shape_fields);
      shape.properties["type"] = {{"const", entry->name}, {"description", entry->help}};
      shape.add_params(entry->params);
      shape.add_params(weight_params);
      variants.push_back(shape.json());
    }
  }
  return {{"anyOf", variants}};
}

}  // namespace freeplay::schema
