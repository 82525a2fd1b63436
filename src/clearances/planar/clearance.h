// SPDX-License-Identifier: Apache-2.0
// Joints with play in the plane: instead of constraint rows they yield contact points.
//   g_N ≥ 0 the gap, w_N = ∂g_N/∂q, w_T the direction of the slip of b against a.
#pragma once

#include <memory>

#include "base/planar.h"
#include "model/parameters.h"

namespace freeplay {

class PlanarClearance {
 public:
  virtual ~PlanarClearance() = default;
  virtual int contacts() const = 0;
  /// Word for contact i: the second half of its id.
  virtual const char* contact_name(int contact) const = 0;
  /// The clearance: what gaps are judged against.
  virtual double length() const = 0;
  /// g_N of every contact.
  virtual void gaps(const Pose& a, const Pose& b, double* out) const = 0;
  /// w_N and w_T of one contact, six numbers each: three for body a, three for body b.
  virtual void rows(int contact, const Pose& a, const Pose& b, double* w_N, double* w_T) const = 0;
  /// Where the contact is, in the world.
  virtual Vec2 point(int contact, const Pose& a, const Pose& b) const = 0;
};

struct ClearanceEntry : EntryInfo {
  /// Also given the parameters of the ideal joint of the same name.
  std::unique_ptr<PlanarClearance> (*make)(const Parameters& clearance, const Parameters& ideal);
};

}  // namespace freeplay

#define FREEPLAY_CLEARANCE(stem)                \
  extern const ClearanceEntry clearance_##stem; \
  const ClearanceEntry clearance_##stem
