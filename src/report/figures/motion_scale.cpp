// SPDX-License-Identifier: Apache-2.0
#include "report/figures/motion_scale.h"

#include <algorithm>
#include <cmath>

#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr double kRounding = 1e-9;
constexpr const char* kLinear[] = {"velocity", "acceleration"};
constexpr const char* kTurning[] = {"angular_velocity", "angular_acceleration"};

/// How far bodies are from the origin, and how large they are: their radii of gyration and, in space, the way
/// from their frames to their centres. A top that spins about its tip goes nowhere but has a size.
double length_of(const std::vector<Result>& results) {
  double length = 0;
  for (const std::string& body : all_names(results, "/body/", "/position"))
    length = std::max(length, largest(results, "/body/" + body + "/position"));
  for (const Result& result : results) {
    if (!result.model) continue;
    for (const Body& body : result.model->bodies) {
      const SpatialBody& space = body.space;
      length = std::max(length, std::hypot(space.centre[0], space.centre[1], space.centre[2]));
      if (!(body.mass > 0)) continue;
      const double inertia = std::max({body.inertia, space.inertia[0], space.inertia[4], space.inertia[8]});
      length = std::max(length, std::sqrt(std::max(0.0, inertia) / body.mass));
    }
  }
  return length;
}

double largest_of_all(const std::vector<Result>& results, const std::string& channel) {
  double most = 0;
  for (const std::string& body : all_names(results, "/body/", "/" + channel))
    most = std::max(most, largest(results, "/body/" + body + "/" + channel));
  return most;
}

}  // namespace

MotionScale motion_scale(const std::vector<Result>& results) {
  MotionScale scale;
  scale.length = length_of(results);
  const double duration = extent_of(results, "/time", 0).range();
  double rate = 1;  // of a motion through the machine's length, or by 1 rad, during the run
  for (int order = 0; order < 2; ++order) {
    rate = duration > 0 ? rate / duration : 0;
    double& linear = scale.linear[order];
    double& turning = scale.turning[order];
    linear = std::max(largest_of_all(results, kLinear[order]), scale.length * rate);
    turning = std::max(largest_of_all(results, kTurning[order]), rate);
    // Points of a body that turns move, and a slow point far out belongs to a fast turn.
    linear = std::max(linear, scale.length * turning);
    if (scale.length > 0) turning = std::max(turning, linear / scale.length);
  }
  return scale;
}

bool MotionScale::moves(const std::vector<Result>& results, const std::string& body,
                        const std::string& channel, int component) const {
  const Extent extent = extent_of(results, "/body/" + body + "/" + channel, component);
  if (extent.empty) return false;
  for (int order = 0; order < 2; ++order) {
    if (channel == kLinear[order]) return extent.size() > kRounding * linear[order];
    if (channel == kTurning[order]) return extent.size() > kRounding * turning[order];
  }
  return extent.range() > kRounding * (channel == "position" ? length : 1);
}

}  // namespace freeplay
