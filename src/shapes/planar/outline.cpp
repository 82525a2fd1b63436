// SPDX-License-Identifier: Apache-2.0
// A solid whose sides are straight or arcs: grooves, sockets, ratchets, cams.
#include "shapes/planar/make_outline.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "points",
     .symbol = "s",
     .unit = "m",
     .low = -1e9,
     .high = 1e9,
     .help = "corners in order, in the body's frame",
     .kind = ParamKind::polygon},
    {.key = "radii",
     .symbol = "R",
     .unit = "m",
     .low = -1e9,
     .high = 1e9,
     .help = "of its sides, the first from corner 0 to 1: 0 is straight, a positive one "
             "bulges out, a negative one is hollow; all are straight by default",
     .kind = ParamKind::numbers,
     .optional = true},
    {.key = "radius",
     .symbol = "r",
     .unit = "m",
     .fallback = 0,
     .low = 0,
     .high = 1e9,
     .help = "of outer corners between straight sides, which are rounded within the outline"},
    FREEPLAY_PLANAR_CONTACT};

PlanarShape make(const Parameters& given, const std::string& key, Diagnostics& problems) {
  const OutlineInput input{*given.points("points"), given.numbers("radii"), given.number("radius")};
  return make_outline(given, key, input, problems);
}

}  // namespace

namespace entry {
FREEPLAY_SHAPE(outline) = {{"outline", "", "solid with straight and round sides, hollow ones too", kParams},
                           make};
}  // namespace entry
}  // namespace freeplay
