// SPDX-License-Identifier: Apache-2.0
// Revolute joint with radial and axial play [Marques2015, section 4.2]: a journal in a bearing whose ends are
// closed, open, or faced by flanges of the journal. Its contacts are those of journal.h.
//   closed     the journal is shorter than the bearing by axial
//   open_a, open_b, open   through these ends it may leave; journal_length may exceed the bearing's if both
//              are open
//   flanges    the journal reaches through the bearing; its flanges are farther apart than the bearing's
//              ends by axial
#include <cmath>

#include <fmt/format.h>

#include "clearances/spatial/journal.h"

namespace freeplay {
namespace {

constexpr Param length_param(const char* key, const char* symbol, const char* help) {
  return {
      .key = key, .symbol = symbol, .unit = "m", .low = 0, .help = help, .optional = true, .open_low = true};
}
constexpr Param choice_param(const char* key, const char* help, const Words& choices) {
  return {.key = key, .help = help, .kind = ParamKind::choice, .optional = true, .choices = choices};
}

constexpr Param kParams[] = {
    kRadialParam,
    length_param(
        "axial", "c_a",
        "play: length of the bearing minus that of the journal; with flanges, their distance minus the "
        "length of the bearing; not needed when both ends are open"),
    kJournalRadiusParam,
    length_param(
        "journal_length", "L_j",
        "of the journal, instead of axial; with flanges, the distance between them; default with open "
        "ends: that of the bearing"),
    choice_param("ends", "of the bearing; A is the one in the direction of the axis",
                 {"closed", "open_a", "open_b", "open", "flanges"}),
    length_param("flange_radius", "", "at which the flanges touch the bearing; default: 1.5 bearing radii"),
    kAlignmentParam,
    choice_param("rim",
                 "wall contact: at the deepest point of the rim, or in the middle of its two crossings",
                 {"deepest", "paper"}),
    kTransitionParam};

/// L_j and c_a into `sizes`; false, and an error, when they are wrong.
bool read_lengths(const PlayParts& parts, JournalSizes& sizes) {
  constexpr double kRounding = 1e-9;  // of lengths given in decimal units
  const Parameters& play = parts.play;
  const auto key = [&](const char* word) { return parts.key + ".clearance." + word; };
  const std::string ends = play.word("ends");
  const double bearing = sizes.bearing_length;
  const bool by_play = play.given("axial"), by_length = play.given("journal_length");
  const bool open = ends == "open";
  sizes.flanges = ends == "flanges";
  sizes.closed_a = !open && ends != "open_a";
  sizes.closed_b = !open && ends != "open_b";
  if (!by_play && !by_length && !open) {
    parts.problems.error(play.where("axial"), key("axial"), "play along the axis is not given",
                         "give axial, or journal_length, or ends = \"open\"");
    return false;
  }
  const double sign = sizes.flanges ? -1 : 1;
  const double journal = by_length ? play.number("journal_length")
                         : by_play ? bearing - sign * play.number("axial")
                                   : bearing;
  sizes.journal_length = journal;
  sizes.axial = by_play ? play.number("axial") : sign * (bearing - journal);
  if (!open && sign * (bearing - journal) <= 0) {
    parts.problems.error(
        play.where(by_length ? "journal_length" : "axial"), key(by_length ? "journal_length" : "axial"),
        sizes.flanges
            ? fmt::format("the journal, {:g} m between its flanges, is not longer than the bearing, {:g} m",
                          journal, bearing)
            : fmt::format("the journal, {:g} m, is not shorter than the bearing, {:g} m", journal, bearing),
        "the bearing belongs to the first of `bodies`, the journal to the second; a journal that reaches "
        "through "
        "the bearing has ends = \"open\" or \"flanges\"");
    return false;
  }
  if (journal <= 0) {
    parts.problems.error(
        play.where("axial"), key("axial"),
        fmt::format("must be smaller than the bearing's length, {:g} m; found {:g} m", bearing, sizes.axial),
        "it is the length of the bearing minus that of the journal");
    return false;
  }
  if (by_play && by_length && std::abs(sign * (bearing - journal) - sizes.axial) > kRounding * bearing) {
    parts.problems.error(
        play.where("journal_length"), key("journal_length"),
        fmt::format("with axial = {:g} m the journal's length is {:g} m, but it is given as {:g} m",
                    sizes.axial, bearing - sign * sizes.axial, journal),
        "leave journal_length out, or make the three agree");
    return false;
  }
  if (sizes.flanges) sizes.journal_length = kInfinity;  // it goes on beyond them
  return true;
}

bool read_flange(const PlayParts& parts, JournalSizes& sizes) {
  const bool given = parts.play.given("flange_radius");
  sizes.flange_radius = given ? parts.play.number("flange_radius") : 1.5 * sizes.bearing_radius;
  const char* wrong = given && !sizes.flanges                       ? "has no effect without flanges"
                      : sizes.flange_radius <= sizes.bearing_radius ? "must exceed the bearing's radius"
                                                                    : nullptr;
  if (!wrong) return true;
  parts.problems.error(
      parts.play.where("flange_radius"), parts.key + ".clearance.flange_radius",
      fmt::format("{}; found {:g} m with a bearing of {:g} m", wrong, sizes.flange_radius,
                  sizes.bearing_radius),
      sizes.flanges ? "a smaller flange would slip into the bearing" : "add ends = \"flanges\"");
  return false;
}

std::unique_ptr<SpatialClearance> make(const PlayParts& parts) {
  const FrameReader reader(parts.ideal, parts.a, parts.b, parts.key, parts.problems);
  const auto points = reader.points();
  const auto axes = reader.axes();
  JournalSizes sizes;
  if (!read_radii(parts, sizes) || !read_lengths(parts, sizes) || !read_flange(parts, sizes)) return nullptr;
  if (!points || !axes) return nullptr;
  read_transitions(parts.play, sizes);
  sizes.paper_rim = parts.play.word("rim") == "paper";
  return std::make_unique<JournalInBearing>(*points, *axes, sizes);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_CLEARANCE(revolute) = {
    {"revolute", "Marques2015", "journal in a bearing with radial and axial play", kParams}, make};
}  // namespace entry
}  // namespace freeplay
