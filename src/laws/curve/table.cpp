// SPDX-License-Identifier: Apache-2.0
// Friction from a table of slips and coefficients, as measured: joined by cubics that are smooth at the
// points and do not overshoot between them, constant beyond the last. With h_i = v_{i+1} − v_i and
// d_i = (μ_{i+1} − μ_i)/h_i the slope at a point inside is the weighted harmonic mean
//   m_i = 3 (h_{i−1} + h_i) / ((h_{i−1} + 2 h_i)/d_{i−1} + (2 h_{i−1} + h_i)/d_i)     [FritschButland1984]
// and zero where d changes sign; it is d at rest and zero at the last point.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.h"
#include "base/piecewise.h"
#include "laws/curve/curve.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "velocities",
                              .symbol = "v",
                              .unit = "m/s",
                              .low = 0,
                              .help = "slips, from 0, increasing",
                              .kind = ParamKind::numbers},
                             {.key = "coefficients",
                              .symbol = "μ",
                              .low = 0,
                              .high = 10,
                              .help = "friction over normal force, one per slip; the first is that at rest",
                              .kind = ParamKind::numbers,
                              .open_low = true}};

class Table final : public FrictionCurve {
 public:
  explicit Table(const Parameters& given)
      : v_(given.numbers("velocities").begin(), given.numbers("velocities").end()),
        mu_(given.numbers("coefficients").begin(), given.numbers("coefficients").end()),
        m_(v_.size(), 0) {
    m_[0] = slope(0);
    for (std::size_t i = 1; i + 1 < v_.size(); ++i)
      m_[i] = monotone_slope(width(i - 1), width(i), slope(i - 1), slope(i));
    velocity_ = find_velocity();
  }
  double mu() const override { return mu_.back(); }
  double mu_static() const override { return mu_.front(); }
  double velocity() const override { return velocity_; }
  double dry(double v) const override {
    if (v >= v_.back()) return mu_.back();
    const auto after = std::upper_bound(v_.begin() + 1, v_.end() - 1, v);
    const auto i = idx(after - v_.begin()) - 1;
    const double h = width(i), d = slope(i), x = v - v_[i];
    const double c = (3 * d - 2 * m_[i] - m_[i + 1]) / h, e = (m_[i] + m_[i + 1] - 2 * d) / (h * h);
    return mu_[i] + x * (m_[i] + x * (c + x * e));
  }

 private:
  double width(std::size_t i) const { return v_[i + 1] - v_[i]; }
  double slope(std::size_t i) const { return (mu_[i + 1] - mu_[i]) / width(i); }
  /// The first point at which 1/e or less is left of the fall, as in the exponential curve.
  double find_velocity() const {
    const double fall = mu_.front() - mu_.back();
    if (!(fall > 0)) return 0;
    std::size_t i = 0;
    while (mu_[i] - mu_.back() > std::exp(-1.0) * fall) ++i;
    return v_[i];
  }

  RecycledVector<double> v_, mu_, m_;
  double velocity_ = 0;
};

std::unique_ptr<FrictionCurve> make(const Parameters& given) { return std::make_unique<Table>(given); }

/// Contacts that share a law share its warning.
void warn_of_rise(const Parameters& given, const std::vector<double>& mu, const std::string& key,
                  Diagnostics& problems) {
  const double most = *std::max_element(mu.begin(), mu.end());
  if (most <= mu.front()) return;
  const Where& where = given.where("coefficients");
  const std::string path = key + ".coefficients";
  for (const Diagnostic& known : problems.all()) {
    if (known.key == path && known.where.line == where.line && known.where.column == where.column) return;
  }
  problems.warning(
      where, path,
      fmt::format("what sticks holds less, {:g}, than what slides, up to {:g}", mu.front(), most),
      "the first coefficient is that at rest: usually the largest");
}

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  const std::vector<double>&v = given.numbers("velocities"), &mu = given.numbers("coefficients");
  if (v.size() < 2 || v.size() != mu.size()) {
    problems.error(
        given.where("coefficients"), key + ".coefficients",
        fmt::format("expected one coefficient per slip and at least 2; found {} coefficients for {} slips",
                    mu.size(), v.size()));
    return;
  }
  if (v.front() != 0) {
    problems.error(given.where("velocities"), key + ".velocities",
                   fmt::format("begin at 0, with the friction at rest; found {:g} m/s", v.front()));
  }
  for (std::size_t i = 1; i < v.size(); ++i) {
    if (v[i] > v[i - 1]) continue;
    problems.error(given.where("velocities"), key + ".velocities",
                   fmt::format("must increase; entry {} does not", i + 1), "sort the table by slip");
    return;
  }
  warn_of_rise(given, mu, key, problems);
}

}  // namespace

namespace entry {
FREEPLAY_CURVE(table) = {{.name = "table",
                          .citation = "FritschButland1984",
                          .help = "a smooth curve through slips and coefficients",
                          .params = kParams},
                         make,
                         check};
}  // namespace entry
}  // namespace freeplay
