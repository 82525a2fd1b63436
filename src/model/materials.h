// SPDX-License-Identifier: Apache-2.0
// Materials by name: what bodies are weighed with, and what contact laws take their stiffness from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freeplay {

/// At room temperature.
struct Material {
  const char* name;
  double young;    ///< [Pa]
  double poisson;  ///< [-]
  double density;  ///< [kg/m³]
};

/// nullptr: there is none of that name.
const Material* find_material(std::string_view name);

std::vector<std::string> material_names();

}  // namespace freeplay
