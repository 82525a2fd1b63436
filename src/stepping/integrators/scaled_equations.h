// SPDX-License-Identifier: Apache-2.0
// Equations in numbers of about the size of their errors, by powers of two: elimination with pivoting compares them.
#pragma once

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "base/index.h"
#include "stepping/integrators/integrator.h"

namespace freeplay {

class ScaledEquations final : public Equations {
 public:
  explicit ScaledEquations(Equations& given)
      : given_(given), scale_(idx(given.size()), 1), y_(idx(given.size()), 0) {}
  int size() const override { return given_.size(); }
  RightSide rates(double t, const double* y, double* out) override {
    const RightSide answer = given_.rates(t, back(y), out);
    for (std::size_t i = 0; i < scale_.size(); ++i) out[i] *= scale_[i];
    return answer;
  }
  void weights(const double* y, double* out) const override {
    given_.weights(back(y), out);
    for (std::size_t i = 0; i < scale_.size(); ++i) out[i] /= scale_[i];
  }
  void roles(std::span<Role> out) const override { given_.roles(out); }
  /// Scales by what errors at y are judged against; false: they are what they were.
  bool choose(const std::vector<double>& y) {
    std::swap(scale_, y_);
    given_.weights(y.data(), scale_.data());
    for (double& scale : scale_)
      scale = scale > 0 && std::isfinite(scale) ? std::ldexp(1.0, std::ilogb(scale)) : 1.0;
    return scale_ != y_;
  }
  void scale(const std::vector<double>& y, std::vector<double>& out) const {
    for (std::size_t i = 0; i < scale_.size(); ++i) out[i] = y[i] * scale_[i];
  }
  void unscale(std::span<double> y) const {
    for (std::size_t i = 0; i < scale_.size(); ++i) y[i] /= scale_[i];
  }

 private:
  const double* back(const double* y) const {
    for (std::size_t i = 0; i < scale_.size(); ++i) y_[i] = y[i] / scale_[i];
    return y_.data();
  }

  Equations& given_;
  std::vector<double> scale_;
  mutable std::vector<double> y_;
};

}  // namespace freeplay
