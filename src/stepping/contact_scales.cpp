// SPDX-License-Identifier: Apache-2.0
#include "stepping/contact_scales.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace freeplay {
namespace {

/// Largest δ with f(δ) ≤ wanted, for a growing f with f(0) = 0; in decades first, then by bisection. A few
/// digits are enough: these are scales.
template <class F>
double depth_of(F f, double wanted, double limit) {
  constexpr int kDecades = 60, kHalvings = 40;
  double low = 0, high = std::min(1e-12, 0.5 * limit);
  // no scale of length is known here: look upwards, then downwards
  int turns = 0;
  while (f(high) < wanted && high < limit && turns++ < kDecades) {
    low = high;
    high = std::min(10 * high, limit);
    if (high == limit) break;
  }
  if (turns == 0) {
    while (f(high) > wanted && high > 0 && turns++ < kDecades) high *= 0.1;
    low = high;
    high *= 10;
  }
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    (f(middle) < wanted ? low : high) = middle;
  }
  return low;
}

}  // namespace

ImpactScales impact_scales(const ContactLaw& law, const double* memory, double mass, double speed,
                           double pressing) {
  const double dent = law.dent(memory), room = law.limit() - dent;
  const auto force = [&](double delta) { return law.elastic(dent + delta, memory); };
  const auto energy = [&](double delta) {
    return law.energy(dent + delta, memory) - law.energy(dent, memory);
  };
  ImpactScales scales;
  scales.approach = speed;
  if (pressing > 0) {
    const double rest = depth_of(force, mass * pressing, room);
    const double square = 2 * (pressing * rest - energy(rest) / mass);
    scales.approach = std::max(speed, std::sqrt(std::max(0.0, square)));
  }
  if (!(scales.approach > 0)) {
    scales.duration = std::numeric_limits<double>::infinity();
    return scales;
  }
  constexpr double kHertz = 2.94;  // duration · speed / depth of an elastic impact with exponent 1.5
  scales.depth = depth_of(energy, 0.5 * mass * scales.approach * scales.approach, room);
  scales.duration = kHertz * scales.depth / scales.approach;
  return scales;
}

}  // namespace freeplay
