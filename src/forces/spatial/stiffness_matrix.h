// SPDX-License-Identifier: Apache-2.0
// A symmetric matrix of three directions along axes and three about them, without negative energy.
#pragma once

#include <optional>
#include <vector>

#include "joints/spatial/joint_frame.h"

namespace freeplay {

/// Along the axes and about them.
struct Six {
  Vec3 along, about;
};

class StiffnessMatrix {
 public:
  bool zero() const { return zero_; }
  Six operator*(const Six& y) const {
    return {tt_ * y.along + tr_ * y.about, tr_.transposed(y.along) + rr_ * y.about};
  }

 private:
  friend std::optional<StiffnessMatrix> read_stiffness(const FrameReader& reader, const char* param,
                                                       const std::vector<double>& numbers);
  static constexpr Mat3 kNone{{0, 0, 0, 0, 0, 0, 0, 0, 0}};
  Mat3 tt_ = kNone, tr_ = kNone, rr_ = kNone;
  bool zero_ = true;
};

/// Six numbers of the diagonal or 36 of the matrix row by row, symmetric and positive semidefinite; nothing,
/// and an error, if they are not.
std::optional<StiffnessMatrix> read_stiffness(const FrameReader& reader, const char* param,
                                              const std::vector<double>& numbers);

}  // namespace freeplay
