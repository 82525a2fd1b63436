// SPDX-License-Identifier: Apache-2.0
// Names of a model as indices, for the assembly in the plane and in space.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "freeplay/model.h"

namespace freeplay {

class AssemblyNames {
 public:
  AssemblyNames(const Model& model, Diagnostics& problems) : model_(model), problems_(problems) {}

  /// Gives the body its index, after those before it; reports a name that is taken.
  void add_body(const Body& body);
  /// Index of a body, after reporting one that does not exist.
  int body(const std::string& name, const Where& where, const std::string& key);
  /// Says that `word` is in no registry of that name.
  void unknown_word(const Where& where, const std::string& key, const std::string& word,
                    const std::string& registry_name);
  /// The mass must be positive.
  void check_mass(const Body& body);
  /// The bodies of a force, or nothing when something is wrong with it.
  std::optional<std::array<int, 2>> force_bodies(const Force& force);
  /// The joint that a driver names, after reporting what is wrong with the driver; nullptr then.
  const Joint* driven_joint(const Driver& driver);

 private:
  const Model& model_;
  Diagnostics& problems_;
  std::map<std::string, int> index_;
};

}  // namespace freeplay
