// SPDX-License-Identifier: Apache-2.0
#include "model/couplings.h"

#include <numbers>

namespace freeplay {
namespace {

#define FREEPLAY_COUPLING_PARAMS                                                                            \
  {.key = "backlash",                                                                                       \
   .symbol = "b",                                                                                           \
   .unit = "m",                                                                                             \
   .low = 0,                                                                                                \
   .help = "way between the two flanks, along the pitch circle, the rack or the belt",                      \
   .optional = true,                                                                                        \
   .open_low = true},                                                                                       \
      {.key = "stiffness",                                                                                  \
       .symbol = "k",                                                                                       \
       .unit = "N/m",                                                                                       \
       .low = 0,                                                                                            \
       .help = "of the mesh: the flanks are a spring in place of contacts",                                 \
       .optional = true,                                                                                    \
       .open_low = true},                                                                                   \
      {.key = "damping",                                                                                    \
       .symbol = "d",                                                                                       \
       .unit = "N*s/m",                                                                                     \
       .fallback = 0,                                                                                       \
       .low = 0,                                                                                            \
       .help = "of the mesh, beside its stiffness"},                                                        \
  {                                                                                                         \
    .key = "offset", .symbol = "x₀", .unit = "m", .fallback = 0,                                            \
    .help = "where the start is between the flanks: 0 in the middle, half the backlash at the second flank" \
  }

constexpr Param radii(const char* help) {
  return {.key = "radii",
          .symbol = "r₁, r₂",
          .unit = "m",
          .low = 0,
          .help = help,
          .kind = ParamKind::point,
          .open_low = true};
}
constexpr Param radius(const char* help) {
  return {.key = "radius", .symbol = "r", .unit = "m", .low = 0, .help = help, .open_low = true};
}
constexpr Param flag(const char* key, const char* help) {
  return {.key = key, .fallback = 0, .help = help, .kind = ParamKind::boolean};
}

constexpr Param kGear[] = {radii("of the two pitch circles"),
                           flag("internal", "one gear lies inside the other: both turn the same way"),
                           FREEPLAY_COUPLING_PARAMS};
constexpr Param kBelt[] = {radii("of the two pulleys or sprockets"),
                           flag("crossed", "the pulleys turn against each other"), FREEPLAY_COUPLING_PARAMS};
constexpr Param kRack[] = {radius("of the pinion's pitch circle"), FREEPLAY_COUPLING_PARAMS};
constexpr Param kWorm[] = {
    {.key = "lead",
     .symbol = "p",
     .unit = "m",
     .help = "way of the thread in one turn of the worm; negative for a left-hand thread"},
    radius("of the wheel's pitch circle"),
    FREEPLAY_COUPLING_PARAMS};
constexpr Param kClaw[] = {radius("at which the claws touch"), FREEPLAY_COUPLING_PARAMS};
constexpr Param kCatch[] = {FREEPLAY_COUPLING_PARAMS};

std::array<double, 2> pair(const Parameters& given, bool same_way) {
  const Point r = *given.point("radii");
  return {r[0], same_way ? -r[1] : r[1]};
}

const CouplingEntry kEntries[] = {
    {{"gear", "", "two gears: r₁ φ₁ + r₂ φ₂ stays; with internal teeth r₁ φ₁ − r₂ φ₂", kGear},
     {"rad", "rad"},
     [](const Parameters& given) { return pair(given, given.flag("internal", false)); }},
    {{"belt", "", "belt or chain: r₁ φ₁ − r₂ φ₂ stays; crossed r₁ φ₁ + r₂ φ₂", kBelt},
     {"rad", "rad"},
     [](const Parameters& given) { return pair(given, !given.flag("crossed", false)); }},
    {{"rack", "", "pinion and rack: r φ₁ − s₂ stays", kRack},
     {"rad", "m"},
     [](const Parameters& given) {
       return std::array<double, 2>{given.number("radius"), -1};
     }},
    {{"worm", "", "worm and wheel: p/2π φ₁ − r φ₂ stays; without friction it drives both ways", kWorm},
     {"rad", "rad"},
     [](const Parameters& given) {
       return std::array<double, 2>{given.number("lead") / (2 * std::numbers::pi), -given.number("radius")};
     }},
    {{"claw", "", "claws, splines or a coupling of two shafts: r (φ₁ − φ₂) stays", kClaw},
     {"rad", "rad"},
     [](const Parameters& given) {
       return std::array<double, 2>{given.number("radius"), -given.number("radius")};
     }},
    {{"catch", "", "two slides that carry each other along: s₁ − s₂ stays", kCatch},
     {"m", "m"},
     [](const Parameters&) {
       return std::array<double, 2>{1, -1};
     }},
};

}  // namespace

std::span<const CouplingEntry> coupling_entries() { return kEntries; }

const CouplingEntry* find_coupling(const std::string& type) {
  for (const CouplingEntry& entry : kEntries) {
    if (type == entry.name) return &entry;
  }
  return nullptr;
}

std::vector<std::string> coupling_types() {
  std::vector<std::string> words;
  for (const CouplingEntry& entry : kEntries) words.emplace_back(entry.name);
  return words;
}

}  // namespace freeplay
