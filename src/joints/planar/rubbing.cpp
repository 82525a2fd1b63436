// SPDX-License-Identifier: Apache-2.0
#include "joints/planar/rubbing.h"

#include <fmt/format.h>

#include "joints/bearing_keys.h"

namespace freeplay {

std::optional<PlanarRubbing> PlanarRubbing::make(const Joint& joint, const std::string& key,
                                                 Diagnostics& problems) {
  static const Bearing kNone;
  const Bearing& bearing = joint.bearing ? *joint.bearing : kNone;
  PlanarRubbing out;
  const JointEntry* entry = find_entry<JointEntry>(joint.type);
  switch (entry ? entry->rubs : PlanarSurface::none) {
    case PlanarSurface::pin:
      if (bearing.radius) {
        out.radius_ = *bearing.radius;
        return out;
      }
      problems.error(joint.friction->where, key + ".bearing.radius",
                     fmt::format("missing: friction in a {} joint acts at the radius of its pin", joint.type),
                     "add to the joint: bearing = { radius = \"5 mm\" }");
      return std::nullopt;
    case PlanarSurface::slider:
      out.length_ = bearing.length.value_or(0);
      out.lever_ = (bearing.guide == "inside" ? -0.5 : 0.5) * bearing.height.value_or(0);
      return out;
    case PlanarSurface::none: break;
  }
  problems.error(joint.friction->where, key + ".friction",
                 fmt::format("a {} joint cannot have friction", joint.type),
                 fmt::format("joints of the plane that can: {}", fmt::join(rubbing_types(2), ", ")));
  return std::nullopt;
}

void PlanarRubbing::rows(const PlanarJoint& joint, const Pose& a, const Pose& b, double* slip,
                         double* lever) const {
  joint.coordinate_row(a, b, slip);
  if (radius_ > 0) {
    for (int i = 0; i < kPlanarRow; ++i) slip[i] *= radius_;
  }
  for (int i = 0; i < kPlanarRow; ++i) lever[i] = 0;
  lever[2] = -lever_;
  lever[5] = lever_;
}

double PlanarRubbing::gamma(const PlanarJoint& joint, const Pose& a, const Pose& b, const Twist& va,
                            const Twist& vb) const {
  const double gamma = joint.coordinate_gamma(a, b, va, vb);
  return radius_ > 0 ? radius_ * gamma : gamma;
}

void PlanarRubbing::pressing(const double* lambda, std::span<Tangent> P) const {
  if (radius_ > 0) {
    P[0] = {lambda[0], lambda[1], 0};
  } else if (length_ == 0) {
    P[0] = {lambda[0], 0, 0};
  } else {
    P[0] = {0.5 * lambda[0] + lambda[1] / length_, 0, 0};
    P[1] = {0.5 * lambda[0] - lambda[1] / length_, 0, 0};
  }
}

}  // namespace freeplay
