// SPDX-License-Identifier: Apache-2.0
// Table of positions or velocities over time.
//   position: natural cubic spline through the points (continuous acceleration), or straight lines;
//   velocity: straight lines between the points, integrated exactly.
// Before the first time the first value holds, after the last time the last one.
#include <algorithm>
#include <cmath>

#include "freeplay/driver.h"

#include "base/index.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "times", .symbol = "t_i", .unit = "s", .help = "increasing", .kind = ParamKind::numbers},
    {.key = "values",
     .symbol = "s_i",
     .help = "one per time, in SI units (rad or m; rad/s or m/s for velocities)",
     .kind = ParamKind::numbers},
    {.key = "kind",
     .help = "what the values are",
     .kind = ParamKind::choice,
     .optional = true,
     .choices = {"position", "velocity"}},
    {.key = "interpolation",
     .help = "of positions between the points",
     .kind = ParamKind::choice,
     .optional = true,
     .choices = {"spline", "linear"}},
    FREEPLAY_DRIVER_ABSOLUTE};

/// Piecewise cubic: on [t_i, t_{i+1}], s = a + b τ + c τ² + d τ³ with τ = t − t_i; outside the table the
/// velocity is `before_` and `after_`.
class TableMotion final : public Motion {
 public:
  TableMotion(const std::vector<double>& times, const std::vector<double>& values, bool velocities,
              bool spline)
      : t_(times.begin(), times.end()) {
    const std::size_t n = t_.size();
    a_.assign(n, 0);
    b_.assign(n, 0);
    c_.assign(n, 0);
    d_.assign(n, 0);
    if (velocities) {
      for (std::size_t i = 0; i + 1 < n; ++i) {
        const double dt = t_[i + 1] - t_[i];
        b_[i] = values[i];
        c_[i] = 0.5 * (values[i + 1] - values[i]) / dt;
        a_[i + 1] = a_[i] + (b_[i] + c_[i] * dt) * dt;
      }
      before_ = values.front();
      after_ = values.back();
    } else {
      a_.assign(values.begin(), values.end());
      if (spline && n > 2) {
        make_spline();
      } else {
        for (std::size_t i = 0; i + 1 < n; ++i) b_[i] = (values[i + 1] - values[i]) / (t_[i + 1] - t_[i]);
      }
    }
  }

  double position(double t) const override {
    if (t <= t_.front()) return a_.front() + before_ * (t - t_.front());
    if (t >= t_.back()) return a_.back() + after_ * (t - t_.back());
    const std::size_t i = interval(t);
    const double tau = t - t_[i];
    return a_[i] + (b_[i] + (c_[i] + d_[i] * tau) * tau) * tau;
  }
  double velocity(double t) const override {
    if (t < t_.front()) return before_;
    if (t >= t_.back()) return after_;
    const std::size_t i = interval(t);
    const double tau = t - t_[i];
    return b_[i] + (2 * c_[i] + 3 * d_[i] * tau) * tau;
  }
  double acceleration(double t) const override {
    if (t < t_.front() || t >= t_.back()) return 0;
    const std::size_t i = interval(t);
    return 2 * c_[i] + 6 * d_[i] * (t - t_[i]);
  }

 private:
  std::size_t interval(double t) const {
    const auto after = std::upper_bound(t_.begin(), t_.end(), t);
    return idx(after - t_.begin()) - 1;
  }

  /// Natural cubic spline: second derivatives 2 c_i from a tridiagonal system, c_0 = c_{n−1} = 0.
  void make_spline() {
    const std::size_t n = t_.size();
    RecycledVector<double> diagonal(n, 1), upper(n, 0), rhs(n, 0);
    for (std::size_t i = 1; i + 1 < n; ++i) {
      const double left = t_[i] - t_[i - 1], right = t_[i + 1] - t_[i];
      const double slope = (a_[i + 1] - a_[i]) / right - (a_[i] - a_[i - 1]) / left;
      // eliminate the entry below the diagonal as we go (Thomas)
      const double factor = i == 1 ? 0 : left / diagonal[i - 1];
      diagonal[i] = 2 * (left + right) - factor * upper[i - 1];
      upper[i] = right;
      rhs[i] = 3 * slope - factor * rhs[i - 1];
    }
    for (std::size_t i = n - 1; i-- > 1;) c_[i] = (rhs[i] - upper[i] * c_[i + 1]) / diagonal[i];
    for (std::size_t i = 0; i + 1 < n; ++i) {
      const double dt = t_[i + 1] - t_[i];
      b_[i] = (a_[i + 1] - a_[i]) / dt - dt * (2 * c_[i] + c_[i + 1]) / 3;
      d_[i] = (c_[i + 1] - c_[i]) / (3 * dt);
    }
  }

  RecycledVector<double> t_, a_, b_, c_, d_;
  double before_ = 0, after_ = 0;
};

std::unique_ptr<Motion> make(const Parameters& given, const std::string& key, Diagnostics& problems) {
  const std::vector<double>& times = given.numbers("times");
  const std::vector<double>& values = given.numbers("values");
  bool usable = true;
  if (times.size() < 2 || times.size() != values.size()) {
    problems.error(given.where("values"), key + ".values",
                   "expected one value per time and at least two, got " + std::to_string(values.size()) +
                       " values for " + std::to_string(times.size()) + " times");
    usable = false;
  }
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] > times[i - 1]) continue;
    problems.error(given.where("times"), key + ".times",
                   "times must increase; entry " + std::to_string(i + 1) + " does not",
                   "sort the table by time");
    usable = false;
    break;
  }
  if (!usable) return nullptr;
  return std::make_unique<TableMotion>(times, values, given.word("kind") == "velocity",
                                       given.word("interpolation") == "spline");
}

}  // namespace

namespace entry {
FREEPLAY_DRIVER(table) = {{"table", "", "table of positions or velocities", kParams}, make};
}  // namespace entry
}  // namespace freeplay
