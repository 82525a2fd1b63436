// SPDX-License-Identifier: Apache-2.0
// Poses of bodies over a record, in space: planar bodies lie in z = 0 and turn about z.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "freeplay/report.h"
#include "freeplay/spatial.h"
#include "report/scene.h"

namespace freeplay {

/// How the frame of a body that the user knows stands in the world.
struct BodyPose {
  Vec3 position{0, 0, 0};
  Quat orientation{1, 0, 0, 0};

  Vec3 point(const Vec3& p) const { return position + rotation(orientation) * p; }
  Vec3 turn(const Vec3& v) const { return rotation(orientation) * v; }
  /// Of a point and a direction of the world, in the body's frame.
  Vec3 point_back(const Vec3& p) const { return turn_back(p - position); }
  Vec3 turn_back(const Vec3& v) const { return rotation(orientation).transposed(v); }
};

/// A solid of the scene in the world, at a time: a corner p of its mesh is at origin + A p.
struct PlacedPart {
  Vec3 origin;
  Mat3 A;
};
PlacedPart placed_part(const ScenePart& part, const BodyPose& body, double t);

/// The turn by an angle about z.
Quat turn_about_z(double angle);
/// As the model file draws it.
BodyPose drawn_pose(const Body& body, int dimension);

class RecordedMotion {
 public:
  /// The result has a model. Frames are the samples of these numbers, which rise.
  RecordedMotion(const Result& result, const std::vector<std::size_t>& samples);

  /// At least one: the machine as drawn, where nothing was recorded.
  std::size_t frames() const { return std::max<std::size_t>(times_.size(), 1); }
  double time(std::size_t frame) const { return times_[frame]; }
  /// Body −1 is the ground. What was not recorded stands as drawn; where numbers are not finite, the last
  /// finite ones count.
  BodyPose pose(int body, std::size_t frame) const;

 private:
  struct Track {
    std::vector<double> position, angle;  ///< of the frames; empty: not recorded
    BodyPose drawn;
  };
  int dimension_;
  std::vector<double> times_;
  std::vector<Track> tracks_;
};

}  // namespace freeplay
