// SPDX-License-Identifier: Apache-2.0
// Journal in a bearing with radial play c: the bearing belongs to body a, the journal to body b.
//
//       ╭───────╮         e = journal centre − bearing centre,  n = e/|e|
//     ╭─┤  b·→n ├─╮       R_j = R_b − c
//     │ ╰───────╯ │       g_N = c − |e|                      [FloresAmbrosio2010, eq. (18)]
//     │     a·    │       the journal touches at its own point in the direction n
//     ╰───────────╯
//
//   w_N: the gap closes when the journal moves along n relative to the bearing, γ_N = −n·ė
//   w_T: slip of the journal's surface against the bearing's at the contact, along t = perp(n); both
//        rotations count, with the arms R_j and R_b once the gap is closed
// At e = 0 every direction is as good as another: n is the x axis of the bearing.
#include <cmath>

#include <fmt/format.h>

#include "clearances/planar/clearance.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "clearance",
                              .symbol = "c",
                              .unit = "m",
                              .low = 0,
                              .help = "radial play: radius of the bearing minus radius of the journal; leave "
                                      "it out and the joint is ideal",
                              .open_low = true},
                             {.key = "radius",
                              .symbol = "R_b",
                              .unit = "m",
                              .low = 0,
                              .help = "of the bearing, which belongs to the first body",
                              .open_low = true},
                             {.key = "journal_radius",
                              .symbol = "R_j",
                              .unit = "m",
                              .low = 0,
                              .help = "of the journal, which belongs to the second body; radius − clearance, "
                                      "and checked against it if given",
                              .optional = true,
                              .open_low = true}};

constexpr ClearanceChannel kChannels[] = {
    {"orbit_x", "m", "journal centre in the bearing's frame, from the bearing's centre"},
    {"orbit_y", "m", "journal centre in the bearing's frame, from the bearing's centre"},
    {"contact_angle", "rad", "direction of the journal centre in the bearing's frame"},
    {"eccentricity", "", "distance of the centres over the clearance: 1 is contact"}};

class RevoluteClearance final : public PlanarClearance {
 public:
  RevoluteClearance(const Parameters& given, const Parameters& ideal)
      : c_(given.number("clearance")),
        bearing_(given.number("radius")),
        journal_(bearing_ - c_),
        sa_(ideal.points("points")->at(0)),
        sb_(ideal.points("points")->at(1)) {}

  int contacts() const override { return 1; }
  const char* contact_name(int) const override { return "journal"; }
  double length() const override { return c_; }
  ContactGeometry geometry(int) const override { return {-bearing_, journal_}; }

  void gaps(const PairPlace& at, double* out) const override { out[0] = c_ - norm(offset(at)); }

  void rows(int, const PairPlace& at, double* w_N, double* w_T, double*) const override {
    const Vec2 n = direction(at), t = perp(n);
    const Vec2 p = touch(at, n);
    relative_row(-1 * n, p - at.a.centre(), p - at.b.centre(), w_N);
    relative_row(t, p - at.a.centre(), p - at.b.centre(), w_T);
  }

  Vec2 point(int, const PairPlace& at) const override { return touch(at, direction(at)); }

  std::span<const ClearanceChannel> channels() const override { return kChannels; }
  void sample(const PairPlace& at, double* out) const override {
    const Vec2 e = offset(at);
    out[0] = at.a.c * e[0] + at.a.s * e[1];
    out[1] = -at.a.s * e[0] + at.a.c * e[1];
    out[2] = std::atan2(out[1], out[0]);
    out[3] = norm(e) / c_;
  }

  void redraw(PlanarPicture& picture) const override {
    picture.clearance = c_;
    picture.drawing = PinDrawing{.radius = bearing_, .radial = c_};
  }

 private:
  Vec2 offset(const PairPlace& at) const { return at.b.point(sb_) - at.a.point(sa_); }
  Vec2 direction(const PairPlace& at) const {
    const Vec2 e = offset(at);
    const double distance = norm(e);
    return distance > 0 ? (1 / distance) * e : at.a.turn({1, 0});
  }
  Vec2 touch(const PairPlace& at, const Vec2& n) const { return at.b.point(sb_) + journal_ * n; }

  double c_, bearing_, journal_;
  Vec2 sa_, sb_;
};

std::unique_ptr<PlanarClearance> make(const Parameters& clearance, const Parameters& ideal,
                                      const std::string& key, Diagnostics& problems) {
  constexpr double kRounding = 1e-9;  // of radii given in decimal units
  const double c = clearance.number("clearance"), bearing = clearance.number("radius");
  if (clearance.given("journal_radius")) {
    const double journal = clearance.number("journal_radius");
    if (journal >= bearing) {
      problems.error(
          clearance.where("journal_radius"), key + ".journal_radius",
          fmt::format("the journal, {:g} m, is not smaller than the bearing, {:g} m", journal, bearing),
          "the bearing belongs to the first of `bodies`, the journal to the second");
      return nullptr;
    }
    if (std::abs(bearing - c - journal) > kRounding * bearing) {
      problems.error(clearance.where("journal_radius"), key + ".journal_radius",
                     fmt::format("radius − clearance is {:g} m, but the journal's radius is given as {:g} m",
                                 bearing - c, journal),
                     "leave journal_radius out, or make the three agree");
      return nullptr;
    }
  }
  if (c >= bearing) {
    problems.error(clearance.where("clearance"), key + ".clearance",
                   fmt::format("must be smaller than the bearing's radius, {:g} m; found {:g} m", bearing, c),
                   "clearance is radial: radius of the bearing minus radius of the journal");
    return nullptr;
  }
  return std::make_unique<RevoluteClearance>(clearance, ideal);
}

}  // namespace

namespace entry {
FREEPLAY_CLEARANCE(revolute) = {
    {"revolute", "FloresAmbrosio2010", "journal in a bearing with radial play", kParams}, make};
}  // namespace entry
}  // namespace freeplay
