// SPDX-License-Identifier: Apache-2.0
#include "stepping/gauss/gauss_point.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/registry.h"

namespace freeplay {

GaussPoint::GaussPoint(const GaussEquations& equations)
    : u(idx(equations.velocities()), 0),
      lambda(idx(equations.joints()), 0),
      P(idx(equations.rows()), 0),
      g(idx(equations.rows()), 0),
      T(idx(equations.slips()), 0),
      slip(idx(equations.slips()), 0),
      mode(idx(equations.rows()), ContactMode::open) {}

void GaussPoint::guess(const GaussPoint& other) {
  std::copy(other.u.begin(), other.u.end(), u.begin());
  std::copy(other.lambda.begin(), other.lambda.end(), lambda.begin());
  std::copy(other.P.begin(), other.P.end(), P.begin());
  std::copy(other.T.begin(), other.T.end(), T.begin());
  std::copy(other.mode.begin(), other.mode.end(), mode.begin());
}

GaussBranch::GaussBranch(const GaussEquations& equations)
    : eq_(equations), mode_(idx(equations.rows()), ContactMode::open), slip_(idx(equations.slips()), 0) {}

void GaussBranch::take(const GaussPoint& point) {
  std::copy(point.mode.begin(), point.mode.end(), mode_.begin());
  std::copy(point.slip.begin(), point.slip.end(), slip_.begin());
}

double GaussBranch::margin(const GaussPoint& point, int which) const {
  const int rows = int_size(mode_);
  if (which < rows) return open(which) ? point.g[idx(which)] : point.P[idx(which)];
  const int contact = which - rows, tangents = eq_.tangents();
  const ContactMode mode = mode_[idx(contact)];
  if (mode == ContactMode::open || eq_.mu(contact) == 0) return kInfinity;
  double force = 0, along = 0, size = 0;
  for (int a = 0; a < tangents; ++a) {
    const auto s = idx(tangents * contact + a);
    force += point.T[s] * point.T[s];
    along += point.slip[s] * slip_[s];
    size += slip_[s] * slip_[s];
  }
  if (mode == ContactMode::stick) {
    const double bound = eq_.mu(contact) * point.P[idx(contact)];
    return bound > 0 ? 1 - std::sqrt(force) / bound : force > 0 ? -1 : 0;
  }
  return size > 0 ? along / size : kInfinity;
}

}  // namespace freeplay
