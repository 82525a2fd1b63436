// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/contact_scales.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/bracket.h"

namespace freeplay {
namespace {

/// Largest δ with f(δ) ≤ wanted, for a growing f with f(0) = 0; bracketed by powers of two, then by
/// bisection. A few digits are enough: these are scales. Powers of two, lest the same model at another size
/// by such a factor differ in its last digits.
template <class F>
double depth_of(F f, double wanted, double limit) {
  constexpr int kDoublings = 200, kHalvings = 40;
  // no scale of length is known here: look upwards, then downwards
  double low = 0, high = std::ldexp(1.0, -40);
  if (high > 0.5 * limit) high = std::ldexp(1.0, std::ilogb(0.5 * limit));
  int turns = 0;
  while (f(high) < wanted && high < limit && turns++ < kDoublings) {
    low = high;
    high = std::min(2 * high, limit);
    if (high == limit) break;
  }
  if (turns == 0) {
    while (f(high) > wanted && high > 0 && turns++ < kDoublings) high *= 0.5;
    low = high;
    high *= 2;
  }
  return halve(low, high, kHalvings, [&](double delta) { return f(delta) < wanted; }).low;
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
  if (!std::isfinite(mass)) {
    scales.duration = std::numeric_limits<double>::infinity();
    return scales;
  }
  if (pressing > 0) {
    const double rest = depth_of(force, mass * pressing, room);
    const double square = 2 * (pressing * rest - energy(rest) / mass);
    scales.pressed = std::sqrt(std::max(0.0, square));
  }
  const double fastest = std::max(speed, scales.pressed);
  if (!(fastest > 0)) {
    scales.duration = std::numeric_limits<double>::infinity();
    return scales;
  }
  constexpr double kHertz = 2.94;  // duration · speed / depth of an elastic impact with exponent 1.5
  scales.depth = depth_of(energy, 0.5 * mass * fastest * fastest, room);
  scales.duration = kHertz * scales.depth / fastest;
  return scales;
}

}  // namespace freeplay
