// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/rubbing.h"

#include <fmt/format.h>

#include "joints/bearing_keys.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

Vec3 vec(const double* v) { return {v[0], v[1], v[2]}; }

void scale(double* row, double k) {
  for (int i = 0; i < kSpatialRow; ++i) row[i] *= k;
}

}  // namespace

std::optional<SpatialRubbing> SpatialRubbing::make(const Joint& joint, const std::string& key,
                                                   Diagnostics& problems) {
  static const Bearing kNone;
  const Bearing& bearing = joint.bearing ? *joint.bearing : kNone;
  SpatialRubbing out;
  const SpatialJointEntry* entry = find_entry<SpatialJointEntry>(joint.type);
  out.kind_ = entry ? entry->rubs : SpatialSurface::none;
  if (out.kind_ == SpatialSurface::none) {
    problems.error(joint.friction->where, key + ".friction",
                   fmt::format("a {} joint cannot have friction", joint.type),
                   fmt::format("joints in space that can: {}", fmt::join(rubbing_types(3), ", ")));
    return std::nullopt;
  }
  if (out.kind_ == SpatialSurface::slider) {
    const double side = bearing.guide == "inside" ? -0.5 : 0.5;
    out.lever_x_ = side * bearing.height.value_or(0);
    out.lever_y_ = side * bearing.width.value_or(bearing.height.value_or(0));
  } else if (bearing.radius) {
    out.radius_ = *bearing.radius;
  } else {
    problems.error(joint.friction->where, key + ".bearing.radius",
                   fmt::format("missing: friction in a {} joint acts at the radius of its {}", joint.type,
                               out.kind_ == SpatialSurface::ball ? "ball" : "pin"),
                   "add to the joint: bearing = { radius = \"5 mm\" }");
    return std::nullopt;
  }
  if (out.kind_ != SpatialSurface::ball) out.length_ = bearing.length.value_or(0);
  return out;
}

int SpatialRubbing::d() const {
  return kind_ == SpatialSurface::ball ? 3 : kind_ == SpatialSurface::sleeve ? 2 : 1;
}

int SpatialRubbing::pads() const {
  const int ends = length_ > 0 ? 2 : 1;
  switch (kind_) {
    case SpatialSurface::pin: return ends + 1;
    case SpatialSurface::sleeve: return ends;
    case SpatialSurface::slider: return 2 * ends;
    case SpatialSurface::ball:
    case SpatialSurface::none: break;
  }
  return 1;
}

int SpatialRubbing::lever(int pad) const {
  if (kind_ != SpatialSurface::slider) return -1;
  const int across = pad % 2;  // x and y in turn
  return (across == 0 ? lever_x_ : lever_y_) != 0 ? across : -1;
}

SpatialRubbing::Frame SpatialRubbing::frame(const SpatialJoint& joint, const SpatialPose& a,
                                            const SpatialPose& b) const {
  Frame out{};
  double row[kMostSpatialRows * kSpatialRow];
  if (kind_ == SpatialSurface::slider) {  // its first rows push along x and y
    double Phi[kMostSpatialRows];
    joint.evaluate(a, b, Phi, row);
    out.x = vec(row + 6);
    out.y = vec(row + kSpatialRow + 6);
    out.e = cross(out.x, out.y);
  } else if (kind_ != SpatialSurface::ball) {
    joint.coordinate_row(0, a, b, row);
    out.e = b.turn(vec(row + 9));
  }
  return out;
}

void SpatialRubbing::slip_rows(const SpatialJoint& joint, const SpatialPose& a, const SpatialPose& b,
                               double* rows) const {
  switch (kind_) {
    case SpatialSurface::pin:
      joint.coordinate_row(0, a, b, rows);
      scale(rows, radius_);
      break;
    case SpatialSurface::sleeve:
      joint.coordinate_row(1, a, b, rows);
      joint.coordinate_row(0, a, b, rows + kSpatialRow);
      scale(rows + kSpatialRow, radius_);
      break;
    case SpatialSurface::slider: joint.coordinate_row(0, a, b, rows); break;
    case SpatialSurface::ball:
      for (int k = 0; k < 3; ++k) rows::put_turn(rows + k * kSpatialRow, a, b, radius_ * a.A.column(k));
      break;
    case SpatialSurface::none: break;
  }
}

void SpatialRubbing::lever_rows(const SpatialJoint& joint, const SpatialPose& a, const SpatialPose& b,
                                double* rows) const {
  // friction along e at −x h/2 turns by (−x h/2) × e = y h/2, at −y w/2 by −x w/2
  const Frame at = frame(joint, a, b);
  rows::put_turn(rows, a, b, lever_x_ * at.y);
  rows::put_turn(rows + kSpatialRow, a, b, -lever_y_ * at.x);
}

void SpatialRubbing::gamma(const SpatialJoint& joint, const SpatialPose& a, const SpatialPose& b,
                           const SpatialTwist& va, const SpatialTwist& vb, double* out) const {
  switch (kind_) {
    case SpatialSurface::pin: out[0] = radius_ * joint.coordinate_gamma(0, a, b, va, vb); break;
    case SpatialSurface::sleeve:
      out[0] = joint.coordinate_gamma(1, a, b, va, vb);
      out[1] = radius_ * joint.coordinate_gamma(0, a, b, va, vb);
      break;
    case SpatialSurface::slider: out[0] = joint.coordinate_gamma(0, a, b, va, vb); break;
    case SpatialSurface::ball:
      for (int k = 0; k < 3; ++k)  // the axes turn with a
        out[k] = -radius_ * dot(cross(va.omega, a.A.column(k)), vb.omega - va.omega);
      break;
    case SpatialSurface::none: break;
  }
}

void SpatialRubbing::pressing(const SpatialJoint& joint, const SpatialPose& a, const SpatialPose& b,
                              const Vec3& force, const Vec3& moment, std::span<Tangent> P) const {
  if (kind_ == SpatialSurface::ball) {
    P[0] = force;
    return;
  }
  const Frame at = frame(joint, a, b);
  if (kind_ == SpatialSurface::slider) {
    const double x = dot(force, at.x), y = dot(force, at.y);
    if (length_ == 0) {
      P[0] = {x, 0, 0};
      P[1] = {y, 0, 0};
      return;
    }
    const double from_y = dot(moment, at.y) / length_, from_x = dot(moment, at.x) / length_;
    P[0] = {0.5 * x + from_y, 0, 0};
    P[1] = {0.5 * y - from_x, 0, 0};
    P[2] = {0.5 * x - from_y, 0, 0};
    P[3] = {0.5 * y + from_x, 0, 0};
    return;
  }
  const double axial = dot(force, at.e);
  const Vec3 across = force - axial * at.e;
  std::size_t pad = 0;
  if (length_ == 0) {
    P[pad++] = across;
  } else {
    const Vec3 couple = (1 / length_) * cross(moment, at.e);
    P[pad++] = 0.5 * across + couple;
    P[pad++] = 0.5 * across - couple;
  }
  if (kind_ == SpatialSurface::pin) P[pad] = {axial, 0, 0};
}

}  // namespace freeplay
