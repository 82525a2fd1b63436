// SPDX-License-Identifier: Apache-2.0
// Slider in a guide with play across the height only: it moves in the plane of axis and height, the rows of a
// planar joint keep it there. Its four corners are in the middle of the width, as in the plane [Flores2009].
// The gaps are in slider_in_guide.h.
#include "clearances/spatial/in_plane.h"
#include "clearances/spatial/slider_in_guide.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "height",
                              .symbol = "c",
                              .unit = "m",
                              .low = 0,
                              .help = "play on each of the two sides across the height",
                              .open_low = true}};

std::unique_ptr<SpatialClearance> make(const PlayParts& parts) {
  const auto frame = read_slider_frame(parts);
  auto size = read_slider_size(parts, "height");
  if (!frame || !size) return nullptr;
  size->play[0] = parts.play.number("height");
  auto plane = make_plane(frame->s, {frame->F.column(2), frame->C.column(2)}, frame->F.column(0), parts);
  if (!plane) return nullptr;
  return std::make_unique<SliderInGuide>(*frame, *size, SliderFaces::height, std::move(plane));
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_CLEARANCE(translational_in_plane) = {
    {"translational_in_plane", "Flores2009",
     "slider in a guide, or on a rod, with play across its height; ideal across its width", kParams},
    make};
}  // namespace entry
}  // namespace freeplay
