// SPDX-License-Identifier: Apache-2.0
#include "report/motion.h"

#include <algorithm>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {
namespace {

/// Rows with a number that is not finite become those before them; the first ones those of `start`.
std::vector<double> finite(std::vector<double> numbers, std::size_t width, const std::vector<double>& start) {
  for (std::size_t row = 0; row + width <= numbers.size(); row += width) {
    const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(row);
    const auto end = begin + static_cast<std::ptrdiff_t>(width);
    if (std::all_of(begin, end, [](double x) { return std::isfinite(x); })) continue;
    for (std::size_t k = 0; k < width; ++k) numbers[row + k] = row == 0 ? start[k] : numbers[row + k - width];
  }
  return numbers;
}

}  // namespace

Quat turn_about_z(double angle) { return {std::cos(0.5 * angle), 0, 0, std::sin(0.5 * angle)}; }

BodyPose drawn_pose(const Body& body, int dimension) {
  if (dimension == 3) return {body.space.position, body.space.orientation};
  return {{body.position[0], body.position[1], 0}, turn_about_z(body.angle)};
}

RecordedMotion::RecordedMotion(const Result& result) {
  FREEPLAY_ASSERT(result.model.has_value());
  dimension_ = result.model->dimension;
  const auto width = idx(dimension_);
  times_ = result.values("/time");
  const auto recorded = [&](const std::string& path, std::size_t expected, const std::vector<double>& start) {
    const Channel* channel = result.channel(path);
    if (channel == nullptr || idx(channel->width) != expected) return std::vector<double>();
    return finite(result.record.channels.at(path), expected, start);
  };
  for (const Body& body : result.model->bodies) {
    Track track;
    track.drawn = drawn_pose(body, dimension_);
    const Vec3& p = track.drawn.position;
    const Quat& e = track.drawn.orientation;
    const std::string path = "/body/" + body.name + "/";
    track.position = recorded(path + "position", width, {p[0], p[1], p[2]});
    track.angle = dimension_ == 3 ? recorded(path + "orientation", 4, {e[0], e[1], e[2], e[3]})
                                  : recorded(path + "angle", 1, {body.angle});
    tracks_.push_back(std::move(track));
  }
}

BodyPose RecordedMotion::pose(int body, std::size_t sample) const {
  if (body < 0) return {};
  const Track& track = tracks_[idx(body)];
  BodyPose pose = track.drawn;
  const auto width = idx(dimension_);
  if (track.position.size() >= (sample + 1) * width) {
    for (std::size_t k = 0; k < width; ++k) pose.position[k] = track.position[sample * width + k];
  }
  if (dimension_ == 3 && track.angle.size() >= 4 * (sample + 1)) {
    Quat e{};
    for (std::size_t k = 0; k < 4; ++k) e[k] = track.angle[4 * sample + k];
    pose.orientation = normalised(e);
  } else if (dimension_ == 2 && track.angle.size() > sample) {
    pose.orientation = turn_about_z(track.angle[sample]);
  }
  return pose;
}

}  // namespace freeplay
