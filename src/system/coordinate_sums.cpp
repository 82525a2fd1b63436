// SPDX-License-Identifier: Apache-2.0
// Limits and couplings of joint coordinates: what a system of bodies does with a PlacedSum.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/index.h"
#include "system/body_system.h"
#include "system/planar_system.h"
#include "system/spatial_system.h"

namespace freeplay {

template <class Bodies>
double BodySystemOf<Bodies>::sum_value(const PlacedSum& sum, const Evaluation& at) const {
  double x = -sum.start;
  for (const PlacedSum::Term& term : std::span(sum.terms).first(idx(sum.count))) {
    const Joint& joint = parts_.joints[idx(term.joint)];
    double c = Bodies::coordinate(joint.guide(), term.coordinate, pose_a(joint, at), pose_b(joint, at));
    if (term.turns) c = term.middle + std::remainder(c - term.middle, 2 * std::numbers::pi);
    x += term.weight * c;
  }
  return x;
}

/// ±∂x/∂q, in the columns of its bodies.
template <class Bodies>
void BodySystemOf<Bodies>::sum_row(const PlacedSum& sum, double sign, const Evaluation& at,
                                   double* row) const {
  constexpr int width = Bodies::kVelocities;
  double full[kRow];
  std::fill_n(row, sum.shape.size[0] + sum.shape.size[1], 0.0);
  for (const PlacedSum::Term& term : std::span(sum.terms).first(idx(sum.count))) {
    const Joint& joint = parts_.joints[idx(term.joint)];
    Bodies::coordinate_row(joint.guide(), term.coordinate, pose_a(joint, at), pose_b(joint, at), full);
    const double* from = full;
    for (const int body : {joint.a, joint.b}) {
      if (body != kGround) {
        double* to = row + (width * (body - 1) == sum.shape.start[0] ? 0 : sum.shape.size[0]);
        for (int k = 0; k < width; ++k) to[k] += sign * term.weight * from[k];
      }
      from += width;
    }
  }
}

template <class Bodies>
bool BodySystemOf<Bodies>::has_springs() const {
  return std::any_of(parts_.sums.begin(), parts_.sums.end(),
                     [](const PlacedSum& sum) { return sum.stiffness > 0; });
}

/// F = k y + d ẏ outside the bounds, y = x − bound. Flanks with play between them never pull.
template <class Bodies>
void BodySystemOf<Bodies>::sum_forces(std::span<const double> u, Evaluation& out) const {
  constexpr int width = Bodies::kVelocities;
  double full[kRow];
  for (const PlacedSum& sum : parts_.sums) {
    if (!(sum.stiffness > 0)) continue;
    const bool play = sum.high > sum.low;
    const double y = sum.outside(sum_value(sum, out));
    if (y == 0 && play) continue;
    const auto each = [&](auto&& act) {
      for (const PlacedSum::Term& term : std::span(sum.terms).first(idx(sum.count))) {
        const Joint& joint = parts_.joints[idx(term.joint)];
        Bodies::coordinate_row(joint.guide(), term.coordinate, pose_a(joint, out), pose_b(joint, out), full);
        if (joint.a != kGround) act(width * (joint.a - 1), full, term.weight);
        if (joint.b != kGround) act(width * (joint.b - 1), full + width, term.weight);
      }
    };
    double rate = 0;
    each([&](int first, const double* row, double weight) {
      for (int k = 0; k < width; ++k) rate += weight * row[k] * u[idx(first + k)];
    });
    const double elastic = sum.stiffness * y;
    double damping = sum.damping * rate;
    if (play && (elastic + damping) * y < 0) damping = -elastic;
    each([&](int first, const double* row, double weight) {
      for (int k = 0; k < width; ++k) {
        out.h[idx(first + k)] -= (elastic + damping) * weight * row[k];
        out.h_damping[idx(first + k)] -= damping * weight * row[k];
      }
    });
  }
}

template <class Bodies>
void BodySystemOf<Bodies>::sum_gaps(Evaluation& out) const {
  for (const PlacedSum& sum : parts_.sums) {
    if (sum.contact[0] < 0 && sum.contact[1] < 0) continue;
    const double x = sum_value(sum, out);
    if (sum.contact[0] >= 0) out.gap[idx(sum.contact[0])] = x - sum.low;
    if (sum.contact[1] >= 0) out.gap[idx(sum.contact[1])] = sum.high - x;
  }
}

/// Nothing slides along a coordinate: the tangential rows are zero.
template <class Bodies>
void BodySystemOf<Bodies>::sum_rows(const PlacedSum& sum, int contact, Evaluation& out) const {
  const int d = Bodies::kDimension;
  sum_row(sum, contact == sum.contact[0] ? 1 : -1, out, out.row_W(d * contact));
  for (int k = 1; k < d; ++k)
    std::fill_n(out.row_W(d * contact + k), sum.shape.size[0] + sum.shape.size[1], 0.0);
  std::fill_n(out.w_tilde.data() + static_cast<std::ptrdiff_t>(d) * contact, d, 0.0);
  if (!parts_.info.contacts_share) return;
  out.share[idx(contact)] = 1;
  std::fill_n(out.row_share(contact), sum.shape.size[0] + sum.shape.size[1], 0.0);
}

/// Where it is shown: the first joint's second body, or its first one when that is the ground.
template <class Bodies>
std::array<double, 3> BodySystemOf<Bodies>::sum_point(const PlacedSum& sum, const Evaluation& at) const {
  const Joint& joint = parts_.joints[idx(sum.terms[0].joint)];
  const Place& pose = joint.b == kGround ? pose_a(joint, at) : pose_b(joint, at);
  if constexpr (Bodies::kDimension == 2) return Bodies::in_space(pose.centre());
  if constexpr (Bodies::kDimension == 3) return Bodies::in_space(pose.r);
}

template <class Bodies>
void BodySystemOf<Bodies>::sample_sums(const Evaluation& at, std::span<double> out) const {
  for (const PlacedSum& sum : parts_.sums) {
    if (sum.extra >= 0) out[idx(sum.extra)] = sum_value(sum, at);
  }
}

#define FREEPLAY_SUMS_OF(Bodies)                                                                             \
  template double BodySystemOf<Bodies>::sum_value(const PlacedSum&, const Evaluation&) const;                \
  template void BodySystemOf<Bodies>::sum_row(const PlacedSum&, double, const Evaluation&, double*) const;   \
  template bool BodySystemOf<Bodies>::has_springs() const;                                                   \
  template void BodySystemOf<Bodies>::sum_forces(std::span<const double>, Evaluation&) const;                \
  template void BodySystemOf<Bodies>::sum_gaps(Evaluation&) const;                                           \
  template void BodySystemOf<Bodies>::sum_rows(const PlacedSum&, int, Evaluation&) const;                    \
  template std::array<double, 3> BodySystemOf<Bodies>::sum_point(const PlacedSum&, const Evaluation&) const; \
  template void BodySystemOf<Bodies>::sample_sums(const Evaluation&, std::span<double>) const;
FREEPLAY_SUMS_OF(PlanarBodies)
FREEPLAY_SUMS_OF(SpatialBodies)
#undef FREEPLAY_SUMS_OF

}  // namespace freeplay
