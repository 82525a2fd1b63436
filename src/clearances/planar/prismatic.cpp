// SPDX-License-Identifier: Apache-2.0
// Slider in a guide with play c per side: four corners against two parallel surfaces.
//
//   guide outside (default)             guide inside: a slider on a rod
//   ───────────────────────  y' = H     the corners are the edges of the slider's bore,
//     1 ┌───────────┐ 2                 the surfaces those of the rod, y' = ± width/2
//       │     ·     │
//     3 └───────────┘ 4
//   ───────────────────────  y' = −H,   H = width/2 + c
//
// With y' = nᵀ(p − o), the height of corner p over the guide's centre line (o, e), n = perp(e):
//   outside:  g_N = H − y' (corners 1, 2),   g_N = H + y' (corners 3, 4)     [Flores2009, eqs. (98)–(105)]
//   inside:   g_N = y' − width/2 (upper),    g_N = −y' − width/2 (lower), corners at ± H in the slider
// Both surfaces belong to body a, so that guide and slider may both move; the slip is e·(velocity of the
// corner relative to body a).
#include "clearances/planar/clearance.h"

#include "base/index.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "clearance",
                              .symbol = "c",
                              .unit = "m",
                              .low = 0,
                              .help = "play on each side; leave it out and the joint is ideal",
                              .open_low = true},
                             {.key = "length",
                              .symbol = "2a",
                              .unit = "m",
                              .low = 0,
                              .help = "of the slider along the axis",
                              .open_low = true},
                             {.key = "width",
                              .symbol = "2b",
                              .unit = "m",
                              .low = 0,
                              .help = "of the part inside: the slider, or the rod when guide = \"inside\""},
                             {.key = "guide",
                              .help = "the guide is around the slider or inside it",
                              .kind = ParamKind::choice,
                              .optional = true,
                              .choices = {"outside", "inside"}}};

class PrismaticClearance final : public PlanarClearance {
 public:
  PrismaticClearance(const Parameters& given, const Parameters& ideal) : c_(given.number("clearance")) {
    if (const auto points = ideal.points("points")) sa_ = points->at(0), sb_ = points->at(1);
    const Point axis = *ideal.point("axis");
    const Point slider_axis = ideal.point("slider_axis").value_or(axis);
    e_ = (1 / norm(axis)) * axis;
    const Vec2 along = (0.5 * given.number("length") / norm(slider_axis)) * slider_axis;
    const Vec2 across = perp((1 / norm(slider_axis)) * slider_axis);
    const double half_width = 0.5 * given.number("width");
    const bool inside = given.word("guide") == "inside";
    const double corner = inside ? half_width + c_ : half_width;
    surface_ = inside ? half_width : half_width + c_;
    sign_ = inside ? -1 : 1;
    corners_[0] = sb_ - along + corner * across;
    corners_[1] = sb_ + along + corner * across;
    corners_[2] = sb_ - along - corner * across;
    corners_[3] = sb_ + along - corner * across;
  }

  int contacts() const override { return 4; }
  const char* contact_name(int contact) const override {
    constexpr const char* kNames[] = {"upper_back", "upper_front", "lower_back", "lower_front"};
    return kNames[contact];
  }
  std::array<int, 2> tilt() const override { return {0, 1}; }
  double length() const override { return c_; }

  void gaps(const PairPlace& at, double* out) const override {
    const Pose &a = at.a, &b = at.b;
    const Vec2 n = a.turn(perp(e_));
    const double origin = dot(n, a.point(sa_));
    for (std::size_t i = 0; i < 4; ++i) {
      const double height = dot(n, b.point(corners_[i])) - origin;
      out[i] = sign_ * (surface_ - (i < 2 ? height : -height));
    }
  }

  void rows(int contact, const PairPlace& at, double* w_N, double* w_T, double*) const override {
    const Pose &a = at.a, &b = at.b;
    const Vec2 e = a.turn(e_);
    const double up = contact < 2 ? -sign_ : sign_;
    const Vec2 k = up * perp(e);  // direction in which the gap grows when the corner moves
    const Vec2 rb = b.turn(corners_[idx(contact)]);
    const Vec2 from_a = b.centre() + rb - a.centre();
    relative_row(k, from_a, rb, w_N);
    relative_row(e, from_a, rb, w_T);
  }

  Vec2 point(int contact, const PairPlace& at) const override { return at.b.point(corners_[idx(contact)]); }

  void redraw(PlanarPicture& picture) const override {
    picture.clearance = c_;
    if (auto* slider = std::get_if<SliderDrawing>(&picture.drawing)) slider->play[0] = c_;
  }

 private:
  double c_, surface_, sign_;
  Vec2 sa_{0, 0}, sb_{0, 0}, e_{1, 0};
  std::array<Vec2, 4> corners_;
};

std::unique_ptr<PlanarClearance> make(const Parameters& clearance, const Parameters& ideal,
                                      const std::string&, Diagnostics&) {
  return std::make_unique<PrismaticClearance>(clearance, ideal);
}

}  // namespace

namespace entry {
FREEPLAY_CLEARANCE(prismatic) = {
    {"prismatic", "Flores2009", "slider in a guide, or on a rod, with play on both sides", kParams}, make};
}  // namespace entry
}  // namespace freeplay
