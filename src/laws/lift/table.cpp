// SPDX-License-Identifier: Apache-2.0
// Lift from a table of angles and lifts, joined by a cubic spline: s, s' and s'' are continuous.
// With the slopes m_i at the knots, h_i = θ_{i+1} − θ_i and d_i = (s_{i+1} − s_i)/h_i:
//   h_i m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_{i−1} m_{i+1} = 3 (h_i d_{i−1} + h_{i−1} d_i)
// Ends: at rest (m = 0, so that a dwell can be next to it), or periodic (one table is the whole lobe).
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/index.h"
#include "base/spline_slopes.h"
#include "laws/lift/lift_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "angles",
     .symbol = "θ",
     .unit = "rad",
     .low = 0,
     .help = "from 0, the begin of the segment, increasing",
     .kind = ParamKind::numbers},
    {.key = "lifts",
     .symbol = "s",
     .unit = "m",
     .low = 0,
     .help = "one per angle, over the base circle",
     .kind = ParamKind::numbers},
    {.key = "ends",
     .help = "slope zero at both ends, or the same at both: the table is the whole lobe",
     .kind = ParamKind::choice,
     .optional = true,
     .choices = {"rest", "periodic"}}};

using List = RecycledVector<double>;

class TableLift final : public LiftLaw {
 public:
  TableLift(const std::vector<double>& angles, const std::vector<double>& lifts, bool periodic)
      : x_(angles.begin(), angles.end()), s_(lifts.begin(), lifts.end()) {
    if (periodic) {
      m_ = periodic_slopes(x_, s_);
    } else {
      find_slopes();
    }
  }
  double angle() const override { return x_.back(); }
  double end() const override { return s_.back(); }
  LiftPoint at(double angle) const override {
    const auto after = std::upper_bound(x_.begin() + 1, x_.end() - 1, angle);
    const auto i = idx(after - x_.begin()) - 1;
    const double h = width(i), d = slope(i), x = angle - x_[i];
    const double c = (3 * d - 2 * m_[i] - m_[i + 1]) / h, e = (m_[i] + m_[i + 1] - 2 * d) / (h * h);
    return {s_[i] + x * (m_[i] + x * (c + x * e)), m_[i] + x * (2 * c + 3 * e * x), 2 * c + 6 * e * x};
  }

 private:
  double width(std::size_t i) const { return x_[i + 1] - x_[i]; }
  double slope(std::size_t i) const { return (s_[i + 1] - s_[i]) / width(i); }

  void find_slopes() {
    const std::size_t n = x_.size();
    List below(n, 0), diagonal(n, 1), above(n, 0), rhs(n, 0);  // m = 0 at both ends
    for (std::size_t i = 1; i + 1 < n; ++i) {
      below[i] = width(i);
      diagonal[i] = 2 * (width(i - 1) + width(i));
      above[i] = width(i - 1);
      rhs[i] = 3 * (width(i) * slope(i - 1) + width(i - 1) * slope(i));
    }
    m_ = solve_tridiagonal(below, diagonal, above, rhs);
  }

  List x_, s_, m_;
};

std::unique_ptr<LiftLaw> make(const Parameters& given, double from, const std::string& key,
                              Diagnostics& problems) {
  const std::vector<double>&angles = given.numbers("angles"), &lifts = given.numbers("lifts");
  const bool periodic = given.word("ends") == "periodic";
  const std::size_t least = periodic ? 4 : 2;
  const auto refuse = [&](const char* which, const std::string& message, const char* hint = "") {
    problems.error(given.where(which), key + "." + which, message, hint);
    return nullptr;
  };
  if (angles.size() < least || angles.size() != lifts.size()) {
    return refuse("lifts",
                  fmt::format("expected one lift per angle and at least {}; found {} lifts for {} angles",
                              least, lifts.size(), angles.size()));
  }
  if (angles.front() != 0) {
    return refuse("angles",
                  fmt::format("begin at 0, where the segment does; found {:g} rad", angles.front()));
  }
  for (std::size_t i = 1; i < angles.size(); ++i) {
    if (angles[i] > angles[i - 1]) continue;
    return refuse("angles", fmt::format("must increase; entry {} does not", i + 1),
                  "sort the table by angle");
  }
  const double largest = *std::max_element(lifts.begin(), lifts.end());
  constexpr double kRounding = 1e-9;
  if (std::abs(lifts.front() - from) > kRounding * std::max(largest, from)) {
    return refuse("lifts",
                  fmt::format("begin with {:g} m, but the lift is {:g} m there", lifts.front(), from));
  }
  if (periodic && std::abs(lifts.back() - lifts.front()) > kRounding * largest) {
    return refuse("lifts", fmt::format("a periodic table ends where it begins; found {:g} m and {:g} m",
                                       lifts.front(), lifts.back()));
  }
  return std::make_unique<TableLift>(angles, lifts, periodic);
}

}  // namespace

namespace entry {
FREEPLAY_LIFT(table) = {{"table", "", "a smooth curve through angles and lifts", kParams}, make};
}  // namespace entry
}  // namespace freeplay
