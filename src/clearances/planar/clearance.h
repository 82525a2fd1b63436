// SPDX-License-Identifier: Apache-2.0
// Joints with play in the plane: instead of constraint rows they yield contact points.
//   g_N ≥ 0 the gap, w_N = ∂g_N/∂q, w_T the direction of the slip of b against a.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "freeplay/contact_law.h"
#include "freeplay/given_parameters.h"
#include "freeplay/joint_picture.h"
#include "freeplay/planar.h"
#include "freeplay/recycled.h"

namespace freeplay {

/// Where the two bodies of a joint are, at which time, and on which branch its gaps are.
struct PairPlace {
  const Pose& a;
  const Pose& b;
  double t = 0;
  const double* features = nullptr;
};

/// A number that a joint with play adds to the record: `/joint/<name>/<word>`.
struct ClearanceChannel {
  const char *word, *unit, *help;
  std::span<const char* const> words{};  ///< the channel is one of these, as their place
};

class PlanarClearance : public Recycled {
 public:
  virtual ~PlanarClearance() = default;
  virtual int contacts() const = 0;
  /// Word for contact i: the second half of its id.
  virtual const char* contact_name(int contact) const = 0;
  /// Contacts at the two ends of one face, whose gaps differ when the body tilts; −1: none.
  virtual std::array<int, 2> tilt() const { return {-1, -1}; }
  /// The clearance: what gaps are judged against.
  virtual double length() const = 0;
  /// g_N of every contact.
  virtual void gaps(const PairPlace& at, double* out) const = 0;
  /// w_N and w_T of one contact, six numbers each: three for body a, three for body b. w̃_N and w̃_T are zero
  /// on entry; surfaces that move by themselves set them.
  virtual void rows(int contact, const PairPlace& at, double* w_N, double* w_T, double* w_tilde) const = 0;
  /// Curvature of the two surfaces where they touch; by default a corner on a flat face.
  virtual ContactGeometry geometry(int) const { return {kFlat, 0}; }
  /// Where the contact is, in the world.
  virtual Vec2 point(int contact, const PairPlace& at) const = 0;

  // Gaps that jump, as that of a cam that drops, are smooth branch by branch. The branch is a number of the
  // state (`features`); on it the gap is continued smoothly beyond its end.
  virtual bool has_branches() const { return false; }
  /// The branch that the pose is on.
  virtual double branch(const PairPlace&) const { return 0; }
  /// Positive until the branch given by at.features ends.
  virtual double branch_left(const PairPlace&) const { return 1; }
  /// The branch that follows.
  virtual double next_branch(double branch) const { return branch; }

  /// Further channels, and their values.
  virtual std::span<const ClearanceChannel> channels() const { return {}; }
  virtual void sample(const PairPlace&, double*) const {}

  /// What play changes in the picture of the ideal joint, or of none.
  virtual void redraw(PlanarPicture& picture) const = 0;
};

struct ClearanceEntry : EntryInfo {
  /// Also given the parameters of the ideal joint of the same name. Reports what is wrong with them to
  /// `problems`, under `key`, and returns nothing then.
  std::unique_ptr<PlanarClearance> (*make)(const Parameters& clearance, const Parameters& ideal,
                                           const std::string& key, Diagnostics& problems);
};

/// Velocity along k of a point of body b relative to the point of body a that it faces; the arms go from the
/// bodies' centres to that point.
inline void relative_row(const Vec2& k, const Vec2& arm_a, const Vec2& arm_b, double* row) {
  row[0] = -k[0], row[1] = -k[1], row[2] = -cross(arm_a, k);
  row[3] = k[0], row[4] = k[1], row[5] = cross(arm_b, k);
}

}  // namespace freeplay

#define FREEPLAY_CLEARANCE(stem)                \
  extern const ClearanceEntry clearance_##stem; \
  const ClearanceEntry clearance_##stem
