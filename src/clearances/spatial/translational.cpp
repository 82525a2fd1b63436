// SPDX-License-Identifier: Apache-2.0
// Slider in a guide with play on two pairs of faces: four corners on each of four faces.
// The gaps are in slider_in_guide.h. All six freedoms are left; the displacement along the guide has no end.
#include "clearances/spatial/slider_in_guide.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "height",
     .symbol = "c_y",
     .unit = "m",
     .low = 0,
     .help = "play on each of the two sides across the height",
     .open_low = true},
    {.key = "width",
     .symbol = "c_z",
     .unit = "m",
     .low = 0,
     .help = "play on each of the two sides across the width; that across the height by default",
     .optional = true,
     .open_low = true}};

std::unique_ptr<SpatialClearance> make(const PlayParts& parts) {
  const auto frame = read_slider_frame(parts);
  auto size = read_slider_size(parts, "height");
  if (!frame || !size) return nullptr;
  const double height = parts.play.number("height");
  size->play = {height, parts.play.given("width") ? parts.play.number("width") : height};
  return std::make_unique<SliderInGuide>(*frame, *size, SliderFaces::all, nullptr);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_CLEARANCE(translational) = {
    {"translational", "", "slider in a guide, or on a rod, with play across height and width", kParams},
    make};
}  // namespace entry
}  // namespace freeplay
