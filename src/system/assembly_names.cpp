// SPDX-License-Identifier: Apache-2.0
#include "system/assembly_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/given_parameters.h"
#include "freeplay/planar.h"
#include "model/words.h"

namespace freeplay {

void AssemblyNames::add_body(const Body& body) {
  if (body.name == "ground" || !index_.emplace(body.name, int_size(index_) + 1).second) {
    problems_.error(body.where, "body." + body.name, "this name is taken",
                    "give every body a name of its own");
  }
}

void AssemblyNames::check_mass(const Body& body) {
  if (!(body.mass > 0) || !std::isfinite(body.mass)) {
    problems_.error(body.where, "body." + body.name + ".mass",
                    fmt::format("must be positive, got {}", body.mass));
  }
}

int AssemblyNames::body(const std::string& name, const Where& where, const std::string& key) {
  if (name == "ground") return kGround;
  const auto found = index_.find(name);
  if (found != index_.end()) return found->second;
  std::vector<std::string> names{"ground"};
  for (const Body& body : model_.bodies) names.push_back(body.name);
  const std::string near = did_you_mean(name, names);
  problems_.error(where, key, fmt::format("there is no body named '{}'", name),
                  near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  return kGround;
}

void AssemblyNames::unknown_word(const Where& where, const std::string& key, const std::string& word,
                                 const std::string& registry_name) {
  const std::vector<std::string> names = registry(registry_name).names();
  const std::string near = did_you_mean(word, names);
  problems_.error(where, key,
                  fmt::format("unknown {} '{}'; known are {}", registry_name, word, fmt::join(names, ", ")),
                  near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

std::optional<std::array<int, 2>> AssemblyNames::force_bodies(const Force& force) {
  const std::string key = "force." + force.name;
  const RegistryInfo& known = registry_in("force", model_.dimension);
  const EntryInfo* entry = known.find(force.type);
  if (!entry) {
    unknown_word(force.where, key + ".type", force.type, known.name);
    return std::nullopt;
  }
  require_parameters(*entry, force.values, force.where, key, problems_);
  const int count = force_bodies_of(force.type, model_.dimension);
  if (int_size(force.bodies) != count) {
    problems_.error(force.where, key,
                    fmt::format("a {} acts on {} {}, {} given", force.type, count,
                                count == 1 ? "body" : "bodies", force.bodies.size()));
    return std::nullopt;
  }
  std::array<int, 2> bodies{kGround, kGround};
  for (std::size_t i = 0; i < force.bodies.size(); ++i) {
    bodies[i] = body(force.bodies[i], force.where, key + (count == 1 ? ".body" : ".bodies"));
  }
  return bodies;
}

const Joint* AssemblyNames::driven_joint(const Driver& driver) {
  const std::string key = "driver." + driver.name;
  const auto found = std::find_if(model_.joints.begin(), model_.joints.end(),
                                  [&](const Joint& joint) { return joint.name == driver.joint; });
  if (found == model_.joints.end()) {
    problems_.error(driver.where, key + ".joint", fmt::format("there is no joint named '{}'", driver.joint));
    return nullptr;
  }
  const EntryInfo* motion = registry("driver").find(driver.motion.name);
  if (!motion) {
    unknown_word(driver.motion.where, key + ".motion.law", driver.motion.name, "driver");
    return nullptr;
  }
  require_parameters(*motion, driver.motion.values, driver.motion.where, key + ".motion", problems_);
  for (const Driver& other : model_.drivers) {
    if (&other >= &driver) break;
    if (other.joint != driver.joint || other.coordinate != driver.coordinate) continue;
    problems_.error(driver.where, key + ".joint",
                    fmt::format("joint '{}' is already driven by '{}'", driver.joint, other.name),
                    "remove one of the two drivers");
  }
  return &*found;
}

}  // namespace freeplay
