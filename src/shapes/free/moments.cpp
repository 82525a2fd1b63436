// SPDX-License-Identifier: Apache-2.0
#include "shapes/free/moments.h"

#include <cstddef>

namespace freeplay {

void Moments::add_product(double factor, const Vec3& v) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) second_[3 * i + k] += factor * v[i] * v[k];
  }
}

void Moments::add_simplex(double volume, std::span<const Vec3> corners) {
  const double n = static_cast<double>(corners.size());
  Vec3 sum{0, 0, 0};
  const double factor = volume / ((n + 1) * (n + 2));
  for (const Vec3& corner : corners) {
    sum = sum + corner;
    add_product(factor, corner);
  }
  add_product(factor, sum);
  first_ = first_ + (volume / (n + 1)) * sum;
  volume_ += volume;
}

void Moments::add(double volume, const Vec3& centre, const std::array<double, 9>& second) {
  const Vec3 from = centre - origin_;
  volume_ += volume;
  first_ = first_ + volume * from;
  add_product(volume, from);
  for (std::size_t k = 0; k < 9; ++k) second_[k] += second[k];
}

Solid Moments::solid() const {
  Solid out;
  out.volume = volume_;
  const Vec3 centre = (1 / volume_) * first_;
  out.centre = origin_ + centre;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      out.second[3 * i + k] = second_[3 * i + k] - volume_ * centre[i] * centre[k];
  }
  return out;
}

std::array<double, 9> along_axes(const Mat3& axes, const Vec3& lambda) {
  std::array<double, 9> out{};
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 e = axes.column(axis);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k)
        out[3 * i + k] += lambda[static_cast<std::size_t>(axis)] * e[i] * e[k];
    }
  }
  return out;
}

}  // namespace freeplay
