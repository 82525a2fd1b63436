// SPDX-License-Identifier: Apache-2.0
// Runs of spatial models, kept in memory, and what is read off them. For validation/ and tests/, hence
// everything inline.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "validation/spatial_bodies/reference.h"
#include "validation/textbook/runs.h"

namespace freeplay::validation {

using space_reference::Vector;

inline ExampleRun run_text(const std::string& text, const std::vector<Assignment>& changes = {}) {
  const Model model = read_model_text(text, "model.toml", changes);
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
  return {std::move(summary), std::move(record)};
}

inline Assignment tight(double accuracy) {
  return {"method.stepper", fmt::format(R"({{ name = "runge_kutta", order = 8, accuracy = {} }})", accuracy)};
}
inline Assignment fixed(const std::string& stepper, double step) {
  return {"method.stepper", fmt::format(R"({{ name = "{}", step = {:.17g} }})", stepper, step)};
}
inline Assignment until(double end) { return {"run.end", fmt::format("{:.17g}", end)}; }
inline std::string vector_text(const Vector& v) {
  return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v[0], v[1], v[2]);
}

/// Three numbers of a sample; the last one by default.
inline Vector vector_at(const std::vector<double>& values, std::size_t sample) {
  return {values[3 * sample], values[3 * sample + 1], values[3 * sample + 2]};
}
inline Vector last_vector(const ExampleRun& run, const std::string& channel) {
  const std::vector<double> values = run.record.values(channel);
  return vector_at(values, values.size() / 3 - 1);
}

/// R(e) v of Euler parameters e, or Rᵀ v.
inline Vector turned(const double* e, const Vector& v, bool back = false) {
  const Vector axis{e[1], e[2], e[3]};
  const Vector t = space_reference::cross(axis, v);
  return space_reference::sum(space_reference::sum(v, t, back ? -2 * e[0] : 2 * e[0]),
                              space_reference::cross(axis, t), 2);
}
/// Where an axis of the body points at a sample.
inline Vector axis_at(const std::vector<double>& orientation, std::size_t sample, const Vector& axis) {
  return turned(orientation.data() + 4 * sample, axis);
}
inline Vector last_axis(const ExampleRun& run, const std::string& body, const Vector& axis) {
  const std::vector<double> e = run.record.values("/body/" + body + "/orientation");
  return axis_at(e, e.size() / 4 - 1, axis);
}

inline double distance(const Vector& a, const Vector& b) {
  const Vector d = space_reference::sum(a, b, -1);
  return std::sqrt(space_reference::dot(d, d));
}
/// The difference of two angles, in (−π, π].
inline double angle_between(double a, double b) { return std::remainder(a - b, 2 * std::numbers::pi); }

}  // namespace freeplay::validation
