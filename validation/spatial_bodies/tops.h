// SPDX-License-Identifier: Apache-2.0
// Runs of the heavy top against its closed forms. For validation/ and tests/, hence everything inline.
#pragma once

#include "validation/spatial_bodies/runs.h"

namespace freeplay::validation {

/// The top of examples/heavy_top: A at the tip by Steiner's rule.
inline space_reference::Top example_top() {
  return {3e-4 + 0.5 * 0.04 * 0.04, 4e-4, 0.5 * space_reference::kGravity * 0.04, std::numbers::pi / 6, 150};
}

struct TopMotion {
  ExampleRun run;
  double axis = 0;        ///< error of the axis, or of cos θ
  double precession = 0;  ///< error of its angle, relative
  double energy = 0;      ///< largest change, relative
  double cosine = 0, angle = 0;
};

inline double energy_change(const ExampleRun& run, double scale) {
  const std::vector<double> total = run.record.values("/energy/total");
  double worst = 0;
  for (const double value : total) worst = std::max(worst, std::abs(value - total.front()));
  return worst / scale;
}

/// Two turns of steady precession.
inline TopMotion steady_top(bool fast, const Assignment& stepper) {
  const space_reference::Top top = example_top();
  const double rate = top.steady(fast), s = std::sin(top.theta), c = std::cos(top.theta);
  const double own = top.spin - rate * c, end = 4 * std::numbers::pi / rate;
  TopMotion out{
      run_example("heavy_top", {stepper,
                                until(end),
                                {"run.record.every", fmt::format("{:.17g}", end / 64)},
                                {"body.top.angular_velocity", vector_text({own * s, 0, own * c + rate})}})};
  const std::vector<double> t = out.run.record.values("/time"),
                            e = out.run.record.values("/body/top/orientation");
  double angle = 0;  // counted on over turns
  for (std::size_t i = 0; i < t.size(); ++i) {
    const Vector axis = axis_at(e, i, {0, 0, 1});
    out.axis = std::max(out.axis, distance(axis, {s * std::cos(rate * t[i]), s * std::sin(rate * t[i]), c}));
    angle += angle_between(std::atan2(axis[1], axis[0]), angle);
  }
  out.precession = std::abs(angle / (rate * end) - 1);
  out.energy = energy_change(out.run, out.run.summary.start.kinetic);
  return out;
}

/// Released with spin only.
inline TopMotion nutating_top(double periods, const Assignment& stepper) {
  const space_reference::Top top = example_top();
  const double end = periods * top.period();
  TopMotion out{
      run_example("heavy_top", {stepper, until(end), {"run.record.every", fmt::format("{:.17g}", end)}})};
  const Vector axis = last_axis(out.run, "top", {0, 0, 1});
  out.cosine = top.cosine(end);
  out.angle = top.precession(end);
  out.axis = std::abs(axis[2] - out.cosine);
  out.precession = std::abs(angle_between(std::atan2(axis[1], axis[0]), out.angle)) / out.angle;
  out.energy = energy_change(out.run, out.run.summary.start.kinetic);
  return out;
}

}  // namespace freeplay::validation
