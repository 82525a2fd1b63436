// SPDX-License-Identifier: Apache-2.0
// Lift from a table of angles and lifts, joined by a cubic spline: s, s' and s'' are continuous.
// With the slopes m_i at the knots, h_i = θ_{i+1} − θ_i and d_i = (s_{i+1} − s_i)/h_i:
//   h_i m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_{i−1} m_{i+1} = 3 (h_i d_{i−1} + h_{i−1} d_i)
// Ends: at rest (m = 0, so that a dwell can be next to it), or periodic (one table is the whole lobe).
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/index.h"
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

/// Solves for x: below[i] x[i−1] + diagonal[i] x[i] + above[i] x[i+1] = rhs[i], by elimination (Thomas).
List solve_tridiagonal(const List& below, List diagonal, const List& above, List rhs) {
  for (std::size_t i = 1; i < rhs.size(); ++i) {
    const double factor = below[i] / diagonal[i - 1];
    diagonal[i] -= factor * above[i - 1];
    rhs[i] -= factor * rhs[i - 1];
  }
  for (std::size_t i = rhs.size(); i-- > 0;) {
    if (i + 1 < rhs.size()) rhs[i] -= above[i] * rhs[i + 1];
    rhs[i] /= diagonal[i];
  }
  return rhs;
}

class TableLift final : public LiftLaw {
 public:
  TableLift(const std::vector<double>& angles, const std::vector<double>& lifts, bool periodic)
      : x_(angles.begin(), angles.end()), s_(lifts.begin(), lifts.end()) {
    periodic ? find_periodic_slopes() : find_slopes();
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

  /// The equations close in a ring of n − 1 unknowns; its two corners are taken off by Sherman and Morrison:
  /// A = T + u vᵀ with u = (γ, 0, …, corner_last), v = (1, 0, …, corner_first/γ).
  void find_periodic_slopes() {
    const std::size_t n = x_.size() - 1;
    List below(n), diagonal(n), above(n), rhs(n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t before = i == 0 ? n - 1 : i - 1;
      below[i] = width(i);
      diagonal[i] = 2 * (width(before) + width(i));
      above[i] = width(before);
      rhs[i] = 3 * (width(i) * slope(before) + width(before) * slope(i));
    }
    const double first = below[0], last = above[n - 1], gamma = -diagonal[0];
    diagonal[0] -= gamma;
    diagonal[n - 1] -= first * last / gamma;
    List u(n, 0);
    u[0] = gamma, u[n - 1] = last;
    m_ = solve_tridiagonal(below, diagonal, above, rhs);
    const List z = solve_tridiagonal(below, diagonal, above, u);
    const double k = (m_[0] + m_[n - 1] * first / gamma) / (1 + z[0] + z[n - 1] * first / gamma);
    for (std::size_t i = 0; i < n; ++i) m_[i] -= k * z[i];
    m_.push_back(m_[0]);
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
