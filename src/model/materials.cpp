// SPDX-License-Identifier: Apache-2.0
#include "model/materials.h"

namespace freeplay {
namespace {

constexpr Material kMaterials[] = {
    // structural steel: EN 1993-1-1, 3.2.6 (E, ν); EN 1991-1-1, table A.4 (77 to 78.5 kN/m³)
    {"steel", 210e9, 0.3, 7850},
    // austenitic, 1.4301: EN 10088-1, table E.1 (E, ρ); EN 1993-1-4, 2.1.3 (ν)
    {"stainless_steel", 200e9, 0.3, 7900},
    // EN-GJL-250: EN 1561, table A.1 (E 103 to 118 GPa, ν 0.26, ρ 7.20 kg/dm³)
    {"cast_iron", 110e9, 0.26, 7200},
    // wrought alloys: EN 1999-1-1, 3.2.5
    {"aluminium", 70e9, 0.3, 2700},
    // Ti-6Al-4V, annealed: ASM Handbook, volume 2
    {"titanium", 113.8e9, 0.342, 4430},
    // CuZn39Pb3, C38500: Copper Development Association (E 14 000 ksi, G 5200 ksi, so ν = E/2G − 1; ρ 8.47 g/cm³)
    {"brass", 97e9, 0.35, 8470},
    // CuSn8, C52100: Copper Development Association (E 16 000 ksi, G 6000 ksi; ρ 8.80 g/cm³)
    {"bronze", 110e9, 0.33, 8800},
    // float glass: EN 572-1
    {"glass", 70e9, 0.2, 2500},
    // dry, 23 °C: data sheet TECAMID 6 natural, Ensinger (E, ρ); ν as of polyamides in general, 0.39
    {"PA6", 3.3e9, 0.39, 1140},
    // copolymer, 23 °C: data sheet TECAFORM AH natural, Ensinger (E, ρ); ν as of polyacetals in general, 0.35
    {"POM", 2.8e9, 0.35, 1410},
};

}  // namespace

const Material* find_material(std::string_view name) {
  for (const Material& material : kMaterials) {
    if (name == material.name) return &material;
  }
  return nullptr;
}

std::vector<std::string> material_names() {
  std::vector<std::string> names;
  for (const Material& material : kMaterials) names.emplace_back(material.name);
  return names;
}

}  // namespace freeplay
