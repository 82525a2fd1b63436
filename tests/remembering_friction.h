// SPDX-License-Identifier: Apache-2.0
// A friction law with a state and a memory, for tests of what carries them: the way slid since the contact
// closed is its state, the largest slip of accepted steps and their number are its memory. Its coefficient
// falls with the largest slip, so a step that was rejected but remembered shows in the motion.
#pragma once

#include <algorithm>
#include <cmath>

#include "freeplay/laws.h"

namespace freeplay {

class RememberingFriction final : public FrictionLaw {
 public:
  RememberingFriction(double mu, double velocity) : mu_(mu), velocity_(velocity) {}
  bool set_valued() const override { return false; }
  double mu() const override { return mu_; }
  Tangent force(const FrictionInput& in) const override {
    const double worn = mu_ / (1 + in.m[kLargest] / (10 * velocity_));
    return {-worn * in.normal * std::clamp(in.slip[0] / velocity_, -1.0, 1.0), 0, 0};
  }

  int states(int) const override { return 1; }
  void rates(const FrictionInput& in, double* z_dot) const override { z_dot[0] = std::abs(in.slip[0]); }

  static constexpr int kLargest = 0, kAccepted = 1, kStarted = 2;  ///< places in the memory
  int memory(int) const override { return 3; }
  void start(const FrictionInput& in, double* z, double* m) const override {
    z[0] = 0;
    m[kLargest] = 0;
    m[kAccepted] = 0;
    m[kStarted] = in.t;
  }
  void accept(const FrictionInput& in, double* m) const override {
    m[kLargest] = std::max(m[kLargest], std::abs(in.slip[0]));
    m[kAccepted] += 1;
  }

 private:
  double stick_velocity() const override { return velocity_; }
  double mu_, velocity_;
};

}  // namespace freeplay
