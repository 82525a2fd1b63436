// SPDX-License-Identifier: Apache-2.0
// Random planar joints and poses, and derivatives by differences, against which rows are checked.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "freeplay/planar_joint.h"
#include "model/words.h"
#include "model/world_keys.h"
#include "tests/kit/random.h"

namespace freeplay::testing::joint_rows {

inline constexpr int kTrials = 50;
// Central differences over h of functions of order 1: truncation h²/6 = 2e-11, rounding 1e-16/h = 1e-11.
inline constexpr double kStep = 1e-5, kTolerance = 1e-9;
// Second derivatives from five points: truncation h⁴/90 f⁗'' = 1e-14 times powers of ω ≤ 2 up to 64, rounding
// 1e-15/h².
inline constexpr double kStep2 = 1e-3, kTolerance2 = 5e-8;

inline bool coin(Random& random) { return random() % 2 == 0; }

inline std::vector<double> random_list(Random& random, bool increasing) {
  std::vector<double> list;
  double sum = uniform(random, -1, 0);
  for (int i = 0; i < 5; ++i)
    list.push_back(increasing ? sum += uniform(random, 0.2, 1) : uniform(random, -1, 1));
  return list;
}

/// A lift that fills the turn: up, a dwell, and down again, at once or not.
inline std::vector<Choice> random_segments(Random& random) {
  const double rise = uniform(random, 1.5, 2.5), dwell = uniform(random, 0.5, 1), turn = 2 * std::acos(-1.0);
  const auto segment = [](const char* lift, double angle, std::optional<double> to) {
    Choice choice{lift, {}, {}};
    if (angle > 0) choice.values["angle"].data = angle;
    if (to) choice.values["to"].data = *to;
    return choice;
  };
  const char* const laws[] = {"cycloidal", "polynomial_345", "polynomial_4567"};
  const double lift = uniform(random, 0.05, 0.2);
  std::vector<Choice> segments{segment(laws[random() % 3], rise, lift)};
  if (coin(random)) {
    segments.push_back(segment("dwell", dwell, {}));
    segments.push_back(segment(laws[random() % 3], turn - rise - dwell, 0.0));
  } else {
    segments.push_back(segment("drop", 0, 0.0));
    segments.push_back(segment("dwell", turn - rise, {}));
  }
  return segments;
}

/// Any allowed value for every required parameter, and for about half of the optional ones.
inline Values random_values(const EntryInfo& entry, Random& random) {
  Values values;
  for (const Param& param : entry.params) {
    const bool required = (std::isnan(param.fallback) && !param.optional) || is_needed(entry, param.key);
    if (is_world_key(entry, param.key) || (!required && coin(random))) continue;
    const auto point = [&] { return Point{uniform(random, 0.1, 1), uniform(random, -1, 1)}; };
    Value value;
    switch (param.kind) {
      case ParamKind::number:
        value.data =
            param.low >= 0 ? uniform(random, 0.2, std::min(1.2, param.high)) : uniform(random, -1, 1);
        break;
      case ParamKind::boolean: value.data = coin(random); break;
      case ParamKind::choice: {
        const std::vector<std::string> words = words_of(param.choices);
        value.data = words[random() % words.size()];
        break;
      }
      case ParamKind::point: value.data = point(); break;
      case ParamKind::points: value.data = std::vector<Point>{point(), point()}; break;
      case ParamKind::polygon: value.data = std::vector<Point>{{0, 0}, {1, 0}, point()}; break;
      case ParamKind::numbers: value.data = random_list(random, std::string(param.key) == "times"); break;
      case ParamKind::method: ADD_FAILURE() << entry.name << "." << param.key; break;
      case ParamKind::methods: value.data = Choices(random_segments(random)); break;
      case ParamKind::texts: value.data = Texts({"text"}); break;
      case ParamKind::formula: value.data = std::string("= 0.3*sin(2*t) + 0.1*t^2"); break;
      case ParamKind::text: value.data = std::string("text"); break;
      case ParamKind::vector:  // of space; this test is about the plane
      case ParamKind::vectors:
      case ParamKind::vertices:
      case ParamKind::orientation: continue;
    }
    values.emplace(param.key, value);
  }
  return values;
}

using Six = std::array<double, 6>;

inline Six random_six(Random& random, bool ground_a, bool ground_b) {
  Six q;
  for (double& x : q) x = uniform(random, -2, 2);
  if (ground_a) q[0] = q[1] = q[2] = 0;
  if (ground_b) q[3] = q[4] = q[5] = 0;
  return q;
}

inline Pose pose(const Six& q, std::size_t body) {
  const double angle = q[3 * body + 2];
  return {q[3 * body], q[3 * body + 1], angle, std::cos(angle), std::sin(angle)};
}
inline Twist twist(const Six& u, std::size_t body) { return {u[3 * body], u[3 * body + 1], u[3 * body + 2]}; }

inline Six moved(const Six& q, const Six& u, double t) {
  Six out = q;
  for (std::size_t i = 0; i < 6; ++i) out[i] += t * u[i];
  return out;
}

inline double first_derivative(const std::function<double(double)>& f) {
  return (f(kStep) - f(-kStep)) / (2 * kStep);
}

/// (−f(2h) + 16 f(h) − 30 f(0) + 16 f(−h) − f(−2h)) / 12 h²
inline double second_derivative(const std::function<double(double)>& f) {
  const double h = kStep2;
  return (-f(2 * h) + 16 * f(h) - 30 * f(0) + 16 * f(-h) - f(-2 * h)) / (12 * h * h);
}

inline Body body_named(const char* name, Random& random) {
  Body body;
  body.name = name;
  body.mass = uniform(random, 0.5, 2);
  body.inertia = uniform(random, 0.5, 2);
  body.position = {uniform(random, -1, 1), uniform(random, -1, 1)};
  body.angle = uniform(random, -1, 1);
  return body;
}

/// A system's stored row spread over all velocities.
inline std::vector<double> spread(const RowShape& shape, const double* row, int nu) {
  std::vector<double> all(static_cast<std::size_t>(nu), 0);
  for (std::size_t block = 0; block < 2; ++block) {
    for (int k = 0; k < shape.size[block]; ++k)
      all[static_cast<std::size_t>(shape.start[block] + k)] += *row++;
  }
  return all;
}

}  // namespace freeplay::testing::joint_rows
