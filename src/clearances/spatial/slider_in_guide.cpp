// SPDX-License-Identifier: Apache-2.0
#include "clearances/spatial/slider_in_guide.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "base/index.h"
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr ClearanceChannel kChannels[] = {
    {"displacement", "m", "of the slider along the guide"},
    {"offset_y", "m", "centre of the slider off the axis of the guide, across the height"},
    {"offset_z", "m", "centre of the slider off the axis of the guide, across the width"},
    {"tilt_y", "rad", "of the slider about the guide's y axis: it lifts one end across the width"},
    {"tilt_z", "rad", "of the slider about the guide's z axis: it lifts one end across the height"},
    {"roll", "rad", "of the slider about the axis of the guide"}};

constexpr const char* kNames[] = {
    "upper_back_left",  "upper_back_right", "upper_front_left",  "upper_front_right",
    "lower_back_left",  "lower_back_right", "lower_front_left",  "lower_front_right",
    "right_back_lower", "right_back_upper", "right_front_lower", "right_front_upper",
    "left_back_lower",  "left_back_upper",  "left_front_lower",  "left_front_upper"};
constexpr const char* kMiddleNames[] = {"upper_back", "upper_front", "lower_back", "lower_front"};

}  // namespace

SliderInGuide::SliderInGuide(const SliderFrame& frame, const SliderSize& size, SliderFaces faces,
                             std::unique_ptr<SpatialJoint> rest)
    : frame_(frame),
      size_(size),
      faces_(faces),
      count_(faces == SliderFaces::all ? 16 : 4),
      rest_(std::move(rest)) {
  const int sides = faces == SliderFaces::all ? 2 : 1;
  for (int i = 0; i < count_; ++i) {
    // the bits of i, from the last: side, end, face, pair
    const int end = i / sides % 2, face = i / (2 * sides) % 2;
    const std::size_t pair = i < 8 ? 0 : 1, other = 1 - pair;
    const double up = face == 0 ? 1 : -1, side = sides == 1 ? 0 : i % 2 == 0 ? -1 : 1;
    const double half = 0.5 * size.across[pair], around = half + size.play[pair];
    Vec3 on_b{(end == 0 ? -0.5 : 0.5) * size.length, 0, 0}, on_a{0, 0, 0};
    on_b[1 + pair] = up * (size.guide_inside ? around : half);
    on_a[1 + pair] = up * (size.guide_inside ? half : around);
    // beside the middle: the corner of the slider, or the edge of the rod
    (size.guide_inside ? on_a : on_b)[1 + other] = side * 0.5 * size.across[other];
    places_[idx(i)] = {pair, up, frame.s.b + frame.C * on_b, frame.s.a + frame.F * on_a};
  }
}

const char* SliderInGuide::contact_name(int contact) const {
  return faces_ == SliderFaces::all ? kNames[contact] : kMiddleNames[contact];
}

double SliderInGuide::length(int contact) const { return size_.play[places_[idx(contact)].pair]; }

Vec3 SliderInGuide::normal(const Place& at, const Vec3& x, const SpatialPose& a, const SpatialPose& b) const {
  const Vec3 m = at.pair == 0 ? cross(edge(at, b), x) : cross(x, edge(at, b));
  const double size = norm(m);
  // lines along each other, a quarter of a turn from any pose that fits: the face of the guide decides
  if (size == 0) return at.face * a.turn(frame_.F.column(1 + static_cast<int>(at.pair)));
  return (at.face / size) * m;
}

void SliderInGuide::gaps(const SpatialPose& a, const SpatialPose& b, double* out) const {
  const Vec3 x = a.turn(frame_.F.column(0));
  const std::array<Vec3, 2> across{a.turn(frame_.F.column(1)), a.turn(frame_.F.column(2))};
  for (int i = 0; i < count_; ++i) {
    const Place& at = places_[idx(i)];
    const Vec3 out_of = size_.guide_inside ? normal(at, x, a, b) : -at.face * across[at.pair];
    out[i] = dot(out_of, b.point(at.on_b) - a.point(at.on_a));
  }
}

PlayContact SliderInGuide::contact(int contact, const SpatialPose& a, const SpatialPose& b) const {
  const Place& at = places_[idx(contact)];
  const Vec3 x = a.turn(frame_.F.column(0));
  Vec3 p = b.point(at.on_b);
  const Vec3 d = p - a.point(at.on_a);
  Vec3 n;
  if (size_.guide_inside) {
    n = normal(at, x, a, b);
    const Vec3 along = edge(at, b), beside = cross(x, n);
    const double meet = dot(beside, along);
    if (meet != 0) p = p - (dot(beside, d) / meet) * along;
  } else {
    n = -at.face * a.turn(frame_.F.column(1 + static_cast<int>(at.pair)));
  }
  return {dot(n, d), n, x, cross(n, x), p};
}

std::span<const ClearanceChannel> SliderInGuide::channels() const { return kChannels; }

void SliderInGuide::sample(const SpatialPose& a, const SpatialPose& b, double* out) const {
  const Vec3 d = frame_.F.transposed(a.turn_back(b.point(frame_.s.b) - a.point(frame_.s.a)));
  const Mat3 R = frame_.F.transpose() * a.A.transpose() * b.A * frame_.C;  // the slider's axes in the guide's
  for (std::size_t k = 0; k < 3; ++k) out[k] = d[k];
  out[3] = std::atan2(-R(2, 0), R(0, 0));
  out[4] = std::atan2(R(1, 0), R(0, 0));
  out[5] = std::atan2(R(2, 1), R(1, 1));
}

std::string SliderInGuide::outside(const SpatialPose& a, const SpatialPose& b) const {
  double s[6];
  sample(a, b, s);
  constexpr double kMost = std::numbers::pi / 4;  // beyond it other corners are nearest to a face
  constexpr const char* kTurns[] = {"tilted about the guide's y axis", "tilted about the guide's z axis",
                                    "turned about the guide's axis"};
  for (int k = 0; k < 3; ++k) {
    if (std::abs(s[3 + k]) > kMost)
      return fmt::format("the slider is {} by {:.0f} degrees", kTurns[k],
                         std::abs(s[3 + k]) * 180 / std::numbers::pi);
  }
  for (std::size_t k = 0; k < (faces_ == SliderFaces::all ? 2U : 1U); ++k) {
    const double room = 0.5 * size_.across[k] + size_.play[k];
    if (std::abs(s[1 + k]) > room)
      return fmt::format(
          "the slider's centre is {:g} m off the guide's axis across the {}, and the {} ends at {:g} m",
          std::abs(s[1 + k]), k == 0 ? "height" : "width", size_.guide_inside ? "bore" : "opening", room);
  }
  return {};
}

void SliderInGuide::redraw(SpatialPicture& picture) const {
  const bool all = faces_ == SliderFaces::all;
  if (!all) {
    picture.held_displacement = {false, true, false};
    picture.held_turn = {false, false, true};
  }
  picture.clearance = std::max(size_.play[0], size_.play[1]);
  auto* slider = std::get_if<SliderDrawing>(&picture.drawing);
  if (slider == nullptr) return;
  slider->play = {size_.play[0], all ? size_.play[1] : size_.play[0]};
  slider->plays_sideways = all;
  slider->fits = true;
}

std::optional<SliderFrame> read_slider_frame(const PlayParts& parts) {
  const FrameReader reader(parts.ideal, parts.a, parts.b, parts.key, parts.problems);
  const auto points = reader.points_or_drawn();
  const auto axes = reader.axes("direction");
  if (!points || !axes) return std::nullopt;
  const Mat3 F = columns(axes->e, axes->x, axes->y);
  const Mat3 aligned = FrameReader::aligned(parts.a, parts.b, axes->e, axes->e_b);
  return SliderFrame{*points, F, aligned.transpose() * (parts.a.pose.A * F)};
}

std::optional<SliderSize> read_slider_size(const PlayParts& parts, const char* play) {
  const Bearing& bearing = parts.bearing;
  const auto missing = [&](const char* what) {
    parts.problems.error(
        parts.play.where(play), fmt::format("{}.bearing.{}", parts.key, what),
        fmt::format("missing: play in a translational joint needs the {} of the slider", what),
        "add bearing = { length = \"40 mm\", height = \"20 mm\" } with the slider's dimensions");
  };
  if (!bearing.length) missing("length");
  if (!bearing.height) missing("height");
  if (!bearing.length || !bearing.height) return std::nullopt;
  SliderSize size;
  size.length = *bearing.length;
  size.across = {*bearing.height, bearing.width.value_or(*bearing.height)};
  size.guide_inside = bearing.guide.value_or("outside") == "inside";
  return size;
}

}  // namespace freeplay
