// SPDX-License-Identifier: Apache-2.0
// Equations with known solutions, for the tests of integrators.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/index.h"
#include "stepping/integrators/integrator.h"

namespace freeplay {

/// ẏ = f(t, y) with one tolerance for all components, or a tolerance of its own (0: no say) for each.
class FunctionEquations final : public Equations {
 public:
  using Rates = std::function<RightSide(double t, const double* y, double* out)>;
  FunctionEquations(int size, double tolerance, Rates rates)
      : tolerances_(idx(size), tolerance), rates_(std::move(rates)) {}
  FunctionEquations(std::vector<double> tolerances, Rates rates)
      : tolerances_(std::move(tolerances)), rates_(std::move(rates)) {}

  int size() const override { return int_size(tolerances_); }
  RightSide rates(double t, const double* y, double* out) override {
    ++calls;
    return rates_(t, y, out);
  }
  void weights(const double*, double* out) const override {
    for (std::size_t i = 0; i < tolerances_.size(); ++i) out[i] = tolerances_[i] > 0 ? 1 / tolerances_[i] : 0;
  }

  long long calls = 0;

 private:
  std::vector<double> tolerances_;
  Rates rates_;
};

/// y = (cos t, −sin t) from (1, 0).
inline RightSide oscillator(double, const double* y, double* out) {
  out[0] = y[1];
  out[1] = -y[0];
  return RightSide::ok;
}

/// Kepler's ellipse of eccentricity 0.6, period 2π: x, y, ẋ, ẏ.
inline RightSide kepler(double, const double* y, double* out) {
  const double r = std::hypot(y[0], y[1]), r3 = r * r * r;
  out[0] = y[2];
  out[1] = y[3];
  out[2] = -y[0] / r3;
  out[3] = -y[1] / r3;
  return RightSide::ok;
}
inline std::vector<double> kepler_start() { return {0.4, 0, 0, 2}; }

/// Arenstorf's orbit, closed after its period [HairerNorsettWanner1993, II.0]: x, y, ẋ, ẏ.
inline RightSide arenstorf(double, const double* y, double* out) {
  constexpr double mu = 0.012277471, other = 1 - mu;
  const double d1 = std::pow(std::hypot(y[0] + mu, y[1]), 3),
               d2 = std::pow(std::hypot(y[0] - other, y[1]), 3);
  out[0] = y[2];
  out[1] = y[3];
  out[2] = y[0] + 2 * y[3] - other * (y[0] + mu) / d1 - mu * (y[0] - other) / d2;
  out[3] = y[1] - 2 * y[2] - other * y[1] / d1 - mu * y[1] / d2;
  return RightSide::ok;
}
inline std::vector<double> arenstorf_start() { return {0.994, 0, 0, -2.00158510637908252240537862224}; }
constexpr double kArenstorfPeriod = 17.0652165601579625588917206249;

struct Advance {
  IntegrationStatus status = IntegrationStatus::ok;
  int steps = 0;
  std::vector<double> y;
};

/// On to t_end from where the integrator stands; gives up after `most` steps.
inline Advance advance(Integrator& integrator, double t_end, int most = 1000000) {
  Advance run;
  while (integrator.t() < t_end && run.steps < most && run.status == IntegrationStatus::ok) {
    run.status = integrator.step(t_end);
    ++run.steps;
  }
  run.y.assign(integrator.y().begin(), integrator.y().end());
  return run;
}

struct MethodCase {
  const char* name;
  std::unique_ptr<Integrator> (*make)(Equations&);
};

/// All of them, rk4 with a step of 0.01.
inline std::array<MethodCase, 6> all_methods() {
  return {{{"adams", [](Equations& e) { return make_adams(e); }},
           {"bdf", [](Equations& e) { return make_bdf(e); }},
           {"runge_kutta", [](Equations& e) { return make_runge_kutta(e, 5); }},
           {"rk4", [](Equations& e) { return make_rk4(e, 0.01); }},
           {"adams or bdf", [](Equations& e) { return make_switching(e, make_adams(e)); }},
           {"runge_kutta or bdf", [](Equations& e) { return make_switching(e, make_runge_kutta(e, 5)); }}}};
}

inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

}  // namespace freeplay
