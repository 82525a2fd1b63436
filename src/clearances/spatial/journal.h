// SPDX-License-Identifier: Apache-2.0
// Journal (body b) in a bearing (body a) with radial play c_r = R_i − R_j and, between closed ends or
// flanges, axial play c_a = L_i − L_j: what the revolute and the cylindrical joint with play are made of. End
// A is the one in the direction of the axis [Marques2015, eqs. (4.9)–(4.12)].
//
//   wall_a, wall_b      nearest point of either end of the journal to the bore: see bore.h
//   end_a, end_b        deepest point of the rim over the end plane of the bearing: g = H − z_c − R_j σ
//   end_a_1 … end_a_3   three points of the rim fixed in the journal, 120° apart: the face when aligned
//   flanges             the journal goes on outside of the bearing and carries a flange before each end
//                       of it: the end circle of the bearing, of radius flange_radius, against the plane
//                       of the flange; the three points are then fixed in the bearing
//
// Shares of the compliant world, σ the sine of the tilt, S(x) = 3x² − 2x³ up to x = 1, then 1:
//   wall  w = ½ + ½ S(x),  x = L σ/transition    a line has two halves, a misaligned rim its own force
//   end   w = S(x) of the deepest point, (1 − S)/3 of each of the three;  x = 2 R σ/transition
// Both are smooth through alignment, where the paper has a jump from K δ^1.5 to 2 K δ^1.5 at σ = 0.
// Differs from [Marques2015]: alignment = "paper" has that jump (misaligned is σ > 1e-12), the deepest point
// of the rim replaces that of (4.26), which rim = "paper" gives; its row is then not the gradient of its gap.
//
// The channel `scenario` is one of the thirteen of its Fig. 4.7. A contact touches at a gap of at most 1e-6
// of its clearance; the wall is aligned at x < 1 of its share, the end likewise. A line or a face need
// alignment; all others are counted by rims that touch.
#pragma once

#include "base/index.h"
#include "clearances/spatial/bore.h"
#include "clearances/spatial/clearance.h"
#include "joints/spatial/joint_frame.h"

namespace freeplay {

/// Dimensions of the two and what is asked of their contacts.
struct JournalSizes {
  double bearing_radius = 0, bearing_length = 0;  ///< R_i, L_i
  double journal_radius = 0, journal_length = 0;  ///< R_j, L_j; infinite: it never leaves the bearing
  double radial = 0, axial = 0;                   ///< c_r, c_a
  bool closed_a = false, closed_b = false;
  bool flanges = false;                            ///< the ends are those of the journal, outside
  double flange_radius = 0;                        ///< of the bearing's end circle
  double wall_transition = 0, end_transition = 0;  ///< lengths over which line and face turn into points
  bool paper_alignment = false, paper_rim = false;
};

class JournalInBearing final : public SpatialClearance {
 public:
  JournalInBearing(const VectorPair& points, const AxisFrame& axes, const JournalSizes& sizes);

  int contacts() const override { return contacts_; }
  const char* contact_name(int contact) const override;
  double length(int contact) const override { return at_end(contact) ? size_.axial : size_.radial; }
  bool at_end(int contact) const override { return slot(contact).kind != Kind::wall; }
  ContactGeometry geometry(int contact) const override;
  void gaps(const SpatialPose& a, const SpatialPose& b, double* out) const override;
  PlayContact contact(int contact, const SpatialPose& a, const SpatialPose& b) const override;
  bool shares() const override { return true; }
  ContactShare share(int contact, const SpatialPose& a, const SpatialPose& b) const override;
  Vec3 centre(const SpatialPose&, const SpatialPose& b) const override { return b.point(s_.b); }
  std::span<const ClearanceChannel> channels() const override;
  void sample(const SpatialPose& a, const SpatialPose& b, double* out) const override;
  std::string outside(const SpatialPose& a, const SpatialPose& b) const override;
  void redraw(SpatialPicture& picture) const override;

 private:
  enum class Kind { wall, deepest, fixed };
  struct Slot {
    Kind kind;
    int end;    ///< +1: A, −1: B
    int point;  ///< 1 to 3 of a fixed one
  };
  /// The bearing's axes in the world, and the journal seen from them.
  struct View {
    Vec3 x, y, e;
    Vec3 origin;
    JournalPlace at;
    Lean lean;

    Vec3 turn(const Vec3& v) const { return v[0] * x + v[1] * y + v[2] * e; }
    Vec3 point(const Vec3& v) const { return origin + turn(v); }
  };
  /// A contact at an end, in the bearing's axes.
  struct EndPoint {
    double gap;
    Vec3 point, n;
  };

  const Slot& slot(int contact) const { return slots_[idx(contact)]; }
  View view(const SpatialPose& a, const SpatialPose& b) const;
  EndPoint end_point(const Slot& slot, const View& view, const SpatialPose& b) const;
  PlayContact wall_contact(int end, const View& view) const;
  /// x of the shares of wall and end.
  double misalignment(Kind kind, double sine) const;
  int scenario(const View& view, const SpatialPose& b) const;

  VectorPair s_;
  AxisFrame axes_;
  Vec3 y_b_;  ///< across the axis and axes_.z, of body b
  JournalSizes size_;
  Bore bore_;
  double wall_rate_, end_rate_;  ///< x over σ
  std::array<Slot, 10> slots_{};
  int contacts_ = 0;
};

/// Of `radial` and `journal_radius`, of which one or both are given: R_j and c_r into `sizes`. False, and an
/// error, when they are wrong.
bool read_radii(const PlayParts& parts, JournalSizes& sizes);
void read_transitions(const Parameters& play, JournalSizes& sizes);

inline constexpr Param kRadialParam{.key = "radial",
                                    .symbol = "c_r",
                                    .unit = "m",
                                    .low = 0,
                                    .help = "play: radius of the bearing minus radius of the journal",
                                    .optional = true,
                                    .open_low = true};
inline constexpr Param kJournalRadiusParam{.key = "journal_radius",
                                           .symbol = "R_j",
                                           .unit = "m",
                                           .low = 0,
                                           .help = "of the journal, instead of radial",
                                           .optional = true,
                                           .open_low = true};
inline constexpr Param kTransitionParam{.key = "transition",
                                        .unit = "m",
                                        .low = 0,
                                        .help =
                                            "difference of the gaps of two ends or sides over which a line "
                                            "or face turns into points; default: 0.1 of the clearance",
                                        .optional = true,
                                        .open_low = true};
inline constexpr Param kAlignmentParam{
    .key = "alignment",
    .help = "force of a line or face: without a jump, or with that of the paper",
    .kind = ParamKind::choice,
    .optional = true,
    .choices = {"smooth", "paper"}};

}  // namespace freeplay
