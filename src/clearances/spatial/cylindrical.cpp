// SPDX-License-Identifier: Apache-2.0
// Cylindrical joint with radial play: a shaft in a sleeve, which it may leave if its length is given. Its
// contacts wall_a and wall_b are those of journal.h with open ends.
#include "clearances/spatial/journal.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    kRadialParam,
    kJournalRadiusParam,
    {.key = "journal_length",
     .symbol = "L_j",
     .unit = "m",
     .low = 0,
     .help = "of the shaft, about the joint's point; default: it reaches through the sleeve wherever it is",
     .optional = true,
     .open_low = true},
    kAlignmentParam,
    kTransitionParam};

std::unique_ptr<SpatialClearance> make(const PlayParts& parts) {
  const FrameReader reader(parts.ideal, parts.a, parts.b, parts.key, parts.problems);
  const auto points = reader.points();
  const auto axes = reader.axes();
  JournalSizes sizes;
  if (!read_radii(parts, sizes) || !points || !axes) return nullptr;
  read_transitions(parts.play, sizes);
  sizes.journal_length = parts.play.given("journal_length") ? parts.play.number("journal_length") : kInfinity;
  return std::make_unique<JournalInBearing>(*points, *axes, sizes);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_CLEARANCE(cylindrical) = {{"cylindrical", "", "shaft in a sleeve with radial play", kParams},
                                           make};
}  // namespace entry
}  // namespace freeplay
