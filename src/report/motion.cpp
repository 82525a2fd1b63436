// SPDX-License-Identifier: Apache-2.0
#include "report/motion.h"

#include <algorithm>
#include <span>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {
namespace {

/// Some samples of a channel. Those with a number that is not finite become those before them; the first ones `last`.
std::vector<double> finite(const Result& result, const Channel& channel,
                           const std::vector<std::size_t>& samples, std::vector<double> last) {
  const std::size_t width = last.size();
  std::vector<double> out;
  out.reserve(width * samples.size());
  auto wanted = samples.begin();
  std::size_t sample = 0;
  result.record.each_block(channel.path, [&](std::span<const double> block) {
    for (; block.size() >= width && wanted != samples.end(); block = block.subspan(width), ++sample) {
      const auto row = block.first(width);
      if (std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); }))
        last.assign(row.begin(), row.end());
      if (sample != *wanted) continue;
      out.insert(out.end(), last.begin(), last.end());
      ++wanted;
    }
  });
  return out;
}

}  // namespace

PlacedPart placed_part(const ScenePart& part, const BodyPose& body, double t) {
  const Quat turn = part.spin == 0 ? part.orientation : part.orientation * turn_about_z(part.spin * t);
  return {body.point(part.position), rotation(body.orientation) * rotation(turn)};
}

Quat turn_about_z(double angle) { return {std::cos(0.5 * angle), 0, 0, std::sin(0.5 * angle)}; }

BodyPose drawn_pose(const Body& body, int dimension) {
  if (dimension == 3) {
    const Quaternion& turn = body.space.orientation;  // without the form in which it was written
    return {body.space.position, turn};
  }
  return {{body.position[0], body.position[1], 0}, turn_about_z(body.angle)};
}

RecordedMotion::RecordedMotion(const Result& result, const std::vector<std::size_t>& samples) {
  FREEPLAY_ASSERT(result.model.has_value());
  dimension_ = result.model->dimension;
  const std::vector<double> times = result.values("/time");
  for (const std::size_t sample : samples) times_.push_back(times[sample]);
  const auto recorded = [&](const std::string& path, const std::vector<double>& start) {
    const Channel* channel = result.channel(path);
    if (channel == nullptr || idx(channel->width) != start.size()) return std::vector<double>();
    return finite(result, *channel, samples, start);
  };
  for (const Body& body : result.model->bodies) {
    Track track;
    track.drawn = drawn_pose(body, dimension_);
    const Vec3& p = track.drawn.position;
    const Quat& e = track.drawn.orientation;
    const std::string path = "/body/" + body.name + "/";
    track.position = recorded(path + "position", dimension_ == 3 ? std::vector<double>{p[0], p[1], p[2]}
                                                                 : std::vector<double>{p[0], p[1]});
    track.angle = dimension_ == 3 ? recorded(path + "orientation", {e[0], e[1], e[2], e[3]})
                                  : recorded(path + "angle", {body.angle});
    tracks_.push_back(std::move(track));
  }
}

BodyPose RecordedMotion::pose(int body, std::size_t frame) const {
  if (body < 0) return {};
  const Track& track = tracks_[idx(body)];
  BodyPose pose = track.drawn;
  const auto width = idx(dimension_);
  if (track.position.size() >= (frame + 1) * width) {
    for (std::size_t k = 0; k < width; ++k) pose.position[k] = track.position[frame * width + k];
  }
  if (dimension_ == 3 && track.angle.size() >= 4 * (frame + 1)) {
    Quat e{};
    for (std::size_t k = 0; k < 4; ++k) e[k] = track.angle[4 * frame + k];
    pose.orientation = normalised(e);
  } else if (dimension_ == 2 && track.angle.size() > frame) {
    pose.orientation = turn_about_z(track.angle[frame]);
  }
  return pose;
}

}  // namespace freeplay
