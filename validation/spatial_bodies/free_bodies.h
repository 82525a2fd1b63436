// SPDX-License-Identifier: Apache-2.0
// Runs of a free body against elliptic functions. For validation/ and tests/, hence everything inline.
#pragma once

#include "validation/spatial_bodies/runs.h"

namespace freeplay::validation {

/// Moments of inertia of examples/free_body.
inline constexpr Vector kFreeBody = {1e-4, 2e-4, 2.7e-4};

/// Next to the intermediate axis, as in the example, or tumbling with all its might.
inline space_reference::FreeBody free_body(bool intermediate) {
  return intermediate ? space_reference::FreeBody::from_second_axis(kFreeBody, 20, 0.05)
                      : space_reference::FreeBody::from_first_and_third(kFreeBody, 12, 15);
}

struct FreeMotion {
  ExampleRun run;
  double omega = 0;        ///< error of Ω in the body's axes, relative to its largest component
  double precession = 0;   ///< error of the angle of the third axis about the angular momentum [rad]
  double revolutions = 0;  ///< ∫ |ω| dt/2π, to the sampling
  double momentum = 0;     ///< change of the angular momentum in the world, relative, per revolution
  double energy = 0;       ///< the same of the energy
};

inline FreeMotion run_free_body(bool intermediate, double periods, const Assignment& stepper) {
  using namespace space_reference;
  const FreeBody body = free_body(intermediate);
  const double end = periods * body.period();
  const Vector start = body.omega(0);
  FreeMotion out{run_example("free_body", {stepper,
                                           until(end),
                                           {"run.record.every", fmt::format("{:.17g}", body.period() / 256)},
                                           {"body.handle.angular_velocity", vector_text(start)}})};
  const std::vector<double> t = out.run.record.values("/time"),
                            e = out.run.record.values("/body/handle/orientation"),
                            w = out.run.record.values("/body/handle/angular_velocity"),
                            energy = out.run.record.values("/energy/total");
  const std::size_t last = t.size() - 1;
  const auto inner = [&](std::size_t i) { return turned(e.data() + 4 * i, vector_at(w, i), true); };
  const auto momentum = [&](std::size_t i) {
    const Vector in = inner(i);
    return turned(e.data() + 4 * i, {kFreeBody[0] * in[0], kFreeBody[1] * in[1], kFreeBody[2] * in[2]});
  };
  const Vector L = momentum(0);
  const double size = std::sqrt(dot(L, L));
  for (std::size_t i = 0; i <= last; ++i) {
    out.momentum = std::max(out.momentum, distance(momentum(i), L) / size);
    out.energy = std::max(out.energy, std::abs(energy[i] / energy[0] - 1));
    const Vector now = vector_at(w, i);
    if (i > 0) out.revolutions += std::sqrt(dot(now, now)) * (t[i] - t[i - 1]) / (2 * std::numbers::pi);
  }
  out.momentum /= out.revolutions;
  out.energy /= out.revolutions;
  const Vector most = body.amplitude();
  out.omega = distance(inner(last), body.omega(end)) / std::max({most[0], most[1], most[2]});
  // azimuth of the third axis about L, in a basis across it
  const Vector up{L[0] / size, L[1] / size, L[2] / size};
  Vector x = sum({0, 1, 0}, up, -up[1]);
  if (dot(x, x) < 0.1) x = sum({1, 0, 0}, up, -up[0]);
  const Vector y = cross(up, x);
  const auto azimuth = [&](std::size_t i) {
    const Vector axis = axis_at(e, i, {0, 0, 1});
    return std::atan2(dot(axis, y), dot(axis, x));
  };
  out.precession = std::abs(angle_between(azimuth(last) - azimuth(0), body.precession(end)));
  return out;
}

}  // namespace freeplay::validation
