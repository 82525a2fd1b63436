// SPDX-License-Identifier: Apache-2.0
// Runs of planar models, and the order of their errors.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/kit/run.h"

namespace freeplay::testing {

/// A model run to its end.
struct PlanarMotion : Ran {
  PlanarMotion(const std::string& text, double step, double end, std::vector<Assignment> changes = {})
      : Ran(run(text, step, end, std::move(changes))) {}
  double x(const std::string& body) const { return last("/body/" + body + "/position", 0); }
  double y(const std::string& body) const { return last("/body/" + body + "/position", 1); }
  double angle(const std::string& body) const { return last("/body/" + body + "/angle"); }
};

/// error(step) is c Δt² + smaller: the order from three halvings, and c.
struct MeasuredOrder {
  double order, coefficient;
};
inline MeasuredOrder measured_order(const std::function<double(double)>& error, double step) {
  const double coarse = error(step), fine = error(step / 2);
  return {std::log2(std::abs(coarse / fine)), fine / (0.25 * step * step)};
}

}  // namespace freeplay::testing
