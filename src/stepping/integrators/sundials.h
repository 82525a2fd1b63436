// SPDX-License-Identifier: Apache-2.0
// What CVODE and ARKODE share here: handles that free themselves, the right-hand side and the weights in the
// form that SUNDIALS calls, and silence: failures are values (IntegrationStatus), not lines on a terminal.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/index.h"
#include "stepping/integrators/sun_vector.h"

namespace freeplay {

/// The equations as SUNDIALS calls them; user data of the integrator.
struct SunEquations {
  explicit SunEquations(Equations& given)
      : equations(given), n(given.size()), y_before(idx(n), 0), f_before(idx(n), 0), weight(idx(n), 0) {}

  Equations& equations;
  int n;
  long long evaluations = 0;
  RightSide last = RightSide::ok;  ///< the last answer that was not ok since somebody set it to ok

  // |∂f/∂y| along the way from one call to the next at the same time [HairerWanner1996, IV.2]: the largest since somebody
  // set it to zero
  double slope = 0;
  double t_before = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> y_before, f_before, weight;

  void note_slope(double t, const double* y, const double* f) {
    if (t == t_before) {
      equations.weights(y, weight.data());
      double moved = 0, changed = 0;
      constexpr double kRounding = 10 * std::numeric_limits<double>::epsilon();
      for (std::size_t i = 0; i < idx(n); ++i) {
        const double w = weight[i] * weight[i], df = f[i] - f_before[i];
        const double dy = std::max(std::abs(y[i] - y_before[i]), kRounding * std::abs(y[i]));
        moved += w * dy * dy;
        changed += w * df * df;
      }
      if (moved > 0) slope = std::max(slope, std::sqrt(changed / moved));
    }
    t_before = t;
    std::copy(y, y + n, y_before.begin());
    std::copy(f, f + n, f_before.begin());
  }

  RightSide call(double t, const double* y, double* out) {
    ++evaluations;
    RightSide answer = equations.rates(t, y, out);
    if (answer == RightSide::ok) {
      double sum = 0;  // NaN and infinity survive a product with zero
      for (int i = 0; i < n; ++i) sum += 0 * out[i];
      if (sum != 0 || sum != sum) answer = RightSide::failed;
    }
    if (answer != RightSide::ok) last = answer;
    return answer;
  }

  /// A failure too is one that a shorter step may avoid: too long a step leads to impossible points.
  static int rates(realtype t, N_Vector y, N_Vector out, void* self) {
    SunEquations& its = *static_cast<SunEquations*>(self);
    const RightSide answer = its.call(t, N_VGetArrayPointer(y), N_VGetArrayPointer(out));
    if (answer == RightSide::ok) its.note_slope(t, N_VGetArrayPointer(y), N_VGetArrayPointer(out));
    return answer == RightSide::ok ? 0 : 1;
  }

  /// The norm of SUNDIALS is √(Σ (w_i e_i)² / n) over all components; the mean must be over those that have a
  /// say, or books that are kept along would loosen the control.
  static int weights(N_Vector y, N_Vector out, void* self) {
    const SunEquations& its = *static_cast<SunEquations*>(self);
    double* w = N_VGetArrayPointer(out);
    its.equations.weights(N_VGetArrayPointer(y), w);
    int active = 0;
    for (int i = 0; i < its.n; ++i) {
      if (!std::isfinite(w[i]) || w[i] < 0) return -1;
      active += w[i] > 0;
    }
    if (active > 0 && active < its.n) {
      const double scale = std::sqrt(static_cast<double>(its.n) / active);
      for (int i = 0; i < its.n; ++i) w[i] *= scale;
    }
    return 0;
  }

  /// What a failure because of the right-hand side is called.
  IntegrationStatus failure() const {
    return last == RightSide::vetoed ? IntegrationStatus::vetoed : IntegrationStatus::not_finite;
  }
};

inline void ignore_sundials_error(int, const char*, const char*, char*, void*) {}

}  // namespace freeplay
