// SPDX-License-Identifier: Apache-2.0
// Slider in a straight guide of rectangular section in space: the guide belongs to body a, the slider to b.
// Axes of the guide: x along it, y across the height, z across the width; k_b are those of the slider.
//
//   guide outside (default)             guide inside: a slider on a rod
//   ───────────────────────  y = H      the rod has the height h, the bore of the slider h + 2c
//       ┌───────────┐                   each edge at the ends of the bore, along z_b, against the two edges
//       │     ·     │                   of the rod under it, along x; and so for y_b at the width
//       └───────────┘
//   ───────────────────────  y = −H,   H = h/2 + c, and so for the width
//
// Outside: a corner p of the slider against a face, g_N = H ∓ yᵀ (p − o) and n = ∓ y.
// Inside: two straight lines in space, q + t z_b and r + s x, and their signed distance
//   m = ± z_b × x/|z_b × x|,  g_N = mᵀ (q − r),  n = m
// Both are exact: a box is inside a convex opening when its corners are, and a rod is inside a bore when its
// edges are between the ends of it. In the plane the two are those of clearances/planar/prismatic.cpp.
#pragma once

#include <array>
#include <optional>

#include "clearances/spatial/clearance.h"
#include "joints/spatial/joint_frame.h"

namespace freeplay {

struct SliderFrame {
  VectorPair s;  ///< centre of the guide's axis and of the slider, in the inner frames
  Mat3 F, C;     ///< columns x, y, z in the inner frame of a; those of the slider in that of b
};

/// Which faces have contacts: four corners on each of four faces, or two in the middle of each of two.
enum class SliderFaces { all, height };

struct SliderSize {
  double length = 0;
  std::array<double, 2> across{0, 0};  ///< height and width of the part inside
  std::array<double, 2> play{0, 0};    ///< on each side
  bool guide_inside = false;
};

class SliderInGuide final : public SpatialClearance {
 public:
  /// `rest`: the rows that remain, or nothing.
  SliderInGuide(const SliderFrame& frame, const SliderSize& size, SliderFaces faces,
                std::unique_ptr<SpatialJoint> rest);

  int contacts() const override { return count_; }
  const char* contact_name(int contact) const override;
  double length(int contact) const override;
  void gaps(const SpatialPose& a, const SpatialPose& b, double* out) const override;
  PlayContact contact(int contact, const SpatialPose& a, const SpatialPose& b) const override;
  const SpatialJoint* rest() const override { return rest_.get(); }
  Vec3 centre(const SpatialPose&, const SpatialPose& b) const override { return b.point(frame_.s.b); }
  std::span<const ClearanceChannel> channels() const override;
  void sample(const SpatialPose& a, const SpatialPose& b, double* out) const override;
  std::string outside(const SpatialPose& a, const SpatialPose& b) const override;
  void redraw(SpatialPicture& picture) const override;

 private:
  /// A corner of the slider, or an edge at the end of its bore, and what it meets.
  struct Place {
    std::size_t pair;  ///< 0: faces across the height, 1: across the width
    double face;       ///< 1: the upper or right one, −1: the lower or left one
    Vec3 on_b;         ///< corner, or middle of the edge of the bore, in the inner frame of b
    Vec3 on_a;         ///< a point of the face or edge of the guide, in the inner frame of a
  };

  /// m of the two lines.
  Vec3 normal(const Place& at, const Vec3& x, const SpatialPose& a, const SpatialPose& b) const;
  Vec3 edge(const Place& at, const SpatialPose& b) const {
    return b.turn(frame_.C.column(at.pair == 0 ? 2 : 1));
  }

  SliderFrame frame_;
  SliderSize size_;
  SliderFaces faces_;
  int count_;
  std::array<Place, 16> places_;
  std::unique_ptr<SpatialJoint> rest_;
};

/// The frame of a translational joint: x along its axis, y nearest to its `direction`; nothing after an
/// error.
std::optional<SliderFrame> read_slider_frame(const PlayParts& parts);
/// The dimensions of `bearing`; nothing after an error. `play` names the key of the clearance.
std::optional<SliderSize> read_slider_size(const PlayParts& parts, const char* play);

}  // namespace freeplay
