// SPDX-License-Identifier: Apache-2.0
// Runs of the rolling disc against its closed form and its reduced equations. For validation/ and tests/,
// hence everything inline.
#pragma once

#include "validation/spatial_bodies/runs.h"

namespace freeplay::validation {

/// The disc of examples/rolling_disc, and its lean and circle.
inline constexpr space_reference::Disc kDisc{1, 0.1, 2.5e-3, 5e-3};
inline constexpr double kLean = 70 * std::numbers::pi / 180, kCircle = 0.5;

struct DiscMotion {
  ExampleRun run;
  double position = 0;  ///< of the centre, largest error or that at the end [m]
  double axle = 0;      ///< the same of the axle's direction
  double energy = 0;    ///< largest change [J]
  double reaction = 0;  ///< largest error of the force at the rim [N]
  double slip = 0;      ///< largest velocity of the lowest point of the rim [m/s]
};

inline Vector axle_of(double theta, double phi) {
  return {std::sin(phi) * std::sin(theta), -std::cos(phi) * std::sin(theta), std::cos(theta)};
}

inline void look_at_slip(DiscMotion& out) {
  using namespace space_reference;
  const std::vector<double> e = out.run.record.values("/body/disc/orientation"),
                            v = out.run.record.values("/body/disc/velocity"),
                            w = out.run.record.values("/body/disc/angular_velocity"),
                            energy = out.run.record.values("/energy/total");
  for (std::size_t i = 0; i < energy.size(); ++i) {
    const Vector axle = axis_at(e, i, {0, 0, 1});
    Vector up = sum({0, 0, 1}, axle, -axle[2]);  // in the disc
    const double length = std::sqrt(dot(up, up));
    const Vector arm{-kDisc.radius * up[0] / length, -kDisc.radius * up[1] / length,
                     -kDisc.radius * up[2] / length};
    const Vector at = sum(vector_at(v, i), cross(vector_at(w, i), arm));
    out.slip = std::max(out.slip, std::sqrt(dot(at, at)));
    out.energy = std::max(out.energy, std::abs(energy[i] - energy[0]));
  }
}

/// One turn of steady rolling.
inline DiscMotion steady_disc(const std::vector<Assignment>& changes) {
  const double rate = kDisc.steady(kLean, kCircle), end = 2 * std::numbers::pi / rate;
  const double s = std::sin(kLean), c = std::cos(kLean), own = rate * kCircle / kDisc.radius;
  std::vector<Assignment> all = changes;
  all.push_back(until(end));
  all.emplace_back("run.record.every", fmt::format("{:.17g}", end / 64));
  all.emplace_back("body.disc.position", vector_text({0, -kCircle, kDisc.radius * s}));
  all.emplace_back("body.disc.angular_velocity",
                   vector_text({0, rate * s * c + own * s, rate * s * s - own * c}));
  DiscMotion out{run_example("rolling_disc", all)};
  const std::vector<double> t = out.run.record.values("/time"),
                            x = out.run.record.values("/body/disc/position"),
                            e = out.run.record.values("/body/disc/orientation"),
                            force = out.run.record.values("/joint/rim/force");
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double phi = rate * t[i], inwards = kDisc.mass * rate * rate * kCircle;
    out.position = std::max(
        out.position,
        distance(vector_at(x, i), {kCircle * std::sin(phi), -kCircle * std::cos(phi), kDisc.radius * s}));
    out.axle = std::max(out.axle, distance(axis_at(e, i, {0, 0, 1}), axle_of(kLean, phi)));
    out.reaction = std::max(out.reaction,
                            distance(vector_at(force, i), {-inwards * std::sin(phi), inwards * std::cos(phi),
                                                           kDisc.mass * space_reference::kGravity}));
  }
  look_at_slip(out);
  return out;
}

/// Spun and tipped otherwise, so that it wobbles: ω = (ω₁, ω₂, ω₃) at the start in the axes of the reduced
/// equations.
inline DiscMotion wobbling_disc(double end, const std::vector<Assignment>& changes) {
  using space_reference::Disc;
  const Vector start{1.5, 1.0, -14};
  const double s = std::sin(kLean), c = std::cos(kLean);
  std::vector<Assignment> all = changes;
  all.push_back(until(end));
  all.emplace_back("body.disc.position", vector_text({0, -kCircle, kDisc.radius * s}));
  all.emplace_back("body.disc.angular_velocity",  // e₁ = x, e₂ = (0, cos θ, sin θ), e₃ = (0, −sin θ, cos θ)
                   vector_text({start[0], start[1] * c - start[2] * s, start[1] * s + start[2] * c}));
  DiscMotion out{run_example("rolling_disc", all)};
  const Disc::Motion exact = space_reference::integrate<7>(
      [](const Disc::Motion& y) { return kDisc.rate(y); },
      {kLean, 0, start[0], start[1], start[2], 0, -kCircle}, end, static_cast<int>(50000 * end));
  out.position = distance(last_vector(out.run, "/body/disc/position"),
                          {exact[5], exact[6], kDisc.radius * std::sin(exact[0])});
  out.axle = distance(last_axis(out.run, "disc", {0, 0, 1}), axle_of(exact[0], exact[1]));
  look_at_slip(out);
  return out;
}

}  // namespace freeplay::validation
