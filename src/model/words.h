// SPDX-License-Identifier: Apache-2.0
// What the words of a model mean: parameters and types, as the registries have them.
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/registry.h"

namespace freeplay {

/// True when the user must give the parameter.
inline bool is_required(const Param& param) { return std::isnan(param.fallback) && !param.optional; }

/// True when the parameter's numbers are limited to [low, high].
inline bool is_ranged(const Param& param) { return param.low < param.high; }

/// The parameter called `key`, or nullptr.
const Param* find_param(const EntryInfo& entry, std::string_view key);

/// The words as texts.
std::vector<std::string> words_of(const Words& choices);

/// The registry that a word of the file is looked up in: "joint" of a spatial model is "spatial_joint".
const RegistryInfo& registry_in(const char* name, int dimension);

/// A free coordinate of a joint, which a driver may prescribe.
struct DrivenCoordinate {
  std::string name;  ///< empty for the only one of a planar joint
  std::string unit;  ///< "rad" or "m"; a driver's parameters write "@" for it: "@/s"
};
std::vector<DrivenCoordinate> driven_coordinates(const std::string& joint_type, int dimension);

/// The place of a coordinate among those of its joint, −1: there is none of that name. No name is that of the only
/// one.
int coordinate_place(const std::vector<DrivenCoordinate>& all, const std::string& name);

/// SI unit of the coordinate called `name`, or of the only one; "" when there is none.
std::string driven_unit(const std::string& joint_type, int dimension, const std::string& name);

/// `unit` with "@" replaced by the coordinate's unit, and "#" by that of what acts on it; "" (any dimension) when
/// that is not known.
std::string resolve_unit(const char* unit, const std::string& coordinate);

/// Ends the words of joints in space whose play is in the plane across their axis only.
inline constexpr const char* kInPlane = "_in_plane";

/// The entry of registry "clearance" that extends a joint type, or nullptr.
const EntryInfo* clearance_entry(const std::string& joint_type);

/// True for types that have no ideal form, as a cam: they yield contacts without the key `clearance`.
bool always_pushes(const std::string& joint_type);

/// True when the joint yields contacts in place of constraint rows.
bool has_play(const Joint& joint);

/// False for a shape that is only drawn.
bool touches(const Shape& shape);

/// How many bodies a force acts on; 0: there is no such force.
int force_bodies_of(const std::string& type, int dimension);
/// Its keys whose values may change as the system moves.
std::span<const char* const> force_inputs_of(const std::string& type, int dimension);

/// Every word that `type` of a joint may have.
std::vector<std::string> joint_types();

}  // namespace freeplay
