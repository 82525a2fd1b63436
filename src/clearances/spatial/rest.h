// SPDX-License-Identifier: Apache-2.0
// What a joint with play is besides its contacts: the rows that remain, or none, as an ideal joint.
#pragma once

#include "clearances/spatial/clearance.h"

namespace freeplay {

class RestOfPlay final : public SpatialJoint {
 public:
  explicit RestOfPlay(const SpatialClearance& play) : play_(&play) {}

  int rows() const override { return rest() ? rest()->rows() : 0; }
  const char* row_name(int row) const override { return rest()->row_name(row); }
  bool row_is_angle(int row) const override { return rest()->row_is_angle(row); }
  bool row_is_holonomic(int row) const override { return rest()->row_is_holonomic(row); }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const override {
    if (rest()) rest()->evaluate(a, b, Phi, D);
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const override {
    if (rest()) rest()->gamma(a, b, va, vb, out);
  }
  Vec3 point(const SpatialPose& a, const SpatialPose& b) const override { return play_->centre(a, b); }

 private:
  const SpatialJoint* rest() const { return play_->rest(); }

  const SpatialClearance* play_;
};

}  // namespace freeplay
