// SPDX-License-Identifier: Apache-2.0
#include "complementarity/contact_problem.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {

ContactProblem::ContactProblem(int capacity, int d) : d_(d), G_(capacity, d) {
  const auto n = idx(capacity);
  b_.assign(n * idx(d), 0);
  P_.assign(n * idx(d), 0);
  mu_.assign(n, 0);
  scale_.assign(n, 1);
  mode_.assign(n, ContactMode::open);
}

void ContactProblem::resize(int n) {
  FREEPLAY_ASSERT(idx(n) <= mu_.size());
  G_.resize(n);
  normalised_ = false;
  std::fill(P_.begin(), P_.begin() + static_cast<std::ptrdiff_t>(n) * d_, 0.0);
}

void ContactProblem::resize_full(int n) {
  resize(n);
  G_.resize_full(n);
}

void ContactProblem::pose(const BlockMatrix& G) {
  G_.copy(G);
  normalised_ = false;
  std::fill(P_.begin(), P_.begin() + rows(), 0.0);
}

void ContactProblem::normalise(bool guess_too) {
  const int n = size(), d = d_, next = G_.stride() + 1;
  double unit = 0;  // not the member: numbers that are written could be it
  for (int i = 0; i < n; ++i) {
    double largest = 0;
    const double* diagonal = G_.diagonal(i);
    for (int a = 0; a < d; ++a) largest = std::max(largest, diagonal[a * next]);
    if (!(largest > 0)) {
      // no positive diagonal: a complementarity problem that no mechanism poses; its row gives the size
      G_.for_row(i, [&](int, const double* block, int stride) {
        for (int a = 0; a < d; ++a) {
          for (int k = 0; k < d; ++k) largest = std::max(largest, std::abs(block[a * stride + k]));
        }
      });
    }
    const double s = largest > 0 ? 1 / std::sqrt(largest) : 1;
    scale_[idx(i)] = s;
    double* b = b_.data() + static_cast<std::ptrdiff_t>(i) * d;
    for (int a = 0; a < d; ++a) {
      b[a] *= s;
      unit = std::max(unit, std::abs(b[a]));
    }
  }
  unit_ = unit = unit == 0 ? 1 : unit;
  if (n > 0 && noise_ != 0) noise_ *= *std::max_element(scale_.begin(), scale_.begin() + n) / unit;
  G_.scale(scale_.data());
  for (int k = 0; k < d * n; ++k) b_[idx(k)] /= unit;
  normalised_ = true;
  if (guess_too) normalise_guess(P());
}

void ContactProblem::normalise_guess(std::span<double> guess) const {
  for (int i = 0; i < size(); ++i) {
    const double unit = scale_[idx(i)] * unit_;
    for (int k = d_ * i; k < d_ * i + d_; ++k) guess[idx(k)] /= unit;
  }
}

void ContactProblem::restore_units() {
  const double unit = unit_;
  double* P = P_.data();
  for (int i = 0; i < size(); ++i, P += d_) {
    const double own = scale_[idx(i)] * unit;
    for (int a = 0; a < d_; ++a) P[a] *= own;
  }
}

void ContactProblem::natural_map(int contact, const double* xi, double* out) const {
  contact_map(P_.data() + static_cast<std::ptrdiff_t>(contact) * d_, xi, mu(contact), d_, out, facets_);
}

void spatial_map(const double* P, const double* xi, double mu, double* out, int facets) {
  out[0] = P[0] < xi[0] ? P[0] : xi[0];
  const double bound = mu * std::max(P[0], 0.0);
  double x[2] = {P[1] - xi[1], P[2] - xi[2]};
  if (facets > 0) {
    const bool outside = project_polygon(x, bound, facets);
    for (int a = 0; a < 2; ++a) out[a + 1] = outside ? P[a + 1] - x[a] : xi[a + 1];
    return;
  }
  const double length = std::hypot(x[0], x[1]);
  for (int a = 0; a < 2; ++a) out[a + 1] = length > bound ? P[a + 1] - bound * x[a] / length : xi[a + 1];
}

// By its symmetries the nearest point lies between the same two corners as v.
bool project_polygon(double* v, double bound, int facets) {
  const double sector = 2 * std::numbers::pi / facets;
  const double middle = (std::floor(std::atan2(v[1], v[0]) / sector) + 0.5) * sector;
  const double c = std::cos(middle), s = std::sin(middle);
  const double out = c * v[0] + s * v[1], side = bound * std::cos(0.5 * sector);
  if (out <= side) return false;
  const double half = bound * std::sin(0.5 * sector);
  const double along = std::clamp(c * v[1] - s * v[0], -half, half);
  v[0] = c * side - s * along;
  v[1] = s * side + c * along;
  return true;
}

double ContactProblem::error(int contact) const {
  double velocity[3], map[3], worst = 0;
  xi(contact, velocity);
  natural_map(contact, velocity, map);
  for (int a = 0; a < d_; ++a) {
    if (!(std::abs(map[a]) <= worst)) worst = std::abs(map[a]);  // also takes NaN
    if (std::isnan(worst)) return worst;
  }
  return worst;
}

double ContactProblem::residual() const {
  double worst = 0;
  for (int i = 0; i < size(); ++i) {
    const double here = error(i);
    if (!(here <= worst)) worst = here;
    if (std::isnan(worst)) return worst;
  }
  return worst;
}

int ContactProblem::worst_contact() const {
  int where = -1;
  double worst = -1;
  for (int i = 0; i < size(); ++i) {
    const double here = error(i);
    if (here <= worst) continue;
    where = i;
    worst = here;
    if (std::isnan(worst)) break;
  }
  return where;
}

}  // namespace freeplay
