// SPDX-License-Identifier: Apache-2.0
// What CVODE and ARKODE share here: handles that free themselves, the right-hand side and the weights in the
// form that SUNDIALS calls, and silence: failures are values (IntegrationStatus), not lines on a terminal.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "base/assert.h"
#include "base/index.h"
#include "stepping/integrators/integrator.h"

namespace freeplay {

struct SunContextDeleter {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
};
using SunContext = std::unique_ptr<std::remove_pointer_t<SUNContext>, SunContextDeleter>;

struct SunVectorDeleter {
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
};
using SunVector = std::unique_ptr<std::remove_pointer_t<N_Vector>, SunVectorDeleter>;

inline SunContext make_sun_context() {
  SUNContext context = nullptr;
  FREEPLAY_ASSERT(SUNContext_Create(nullptr, &context) == 0);
  return SunContext(context);
}

/// z = Σ c_i x_i in one pass over z, where SUNDIALS makes one for every i; the same sums in the same order.
inline int sun_linear_combination(int count, realtype* c, N_Vector* x, N_Vector z) {
  constexpr int kMost = 16;
  const sunindextype n = N_VGetLength(z);
  double* out = N_VGetArrayPointer(z);
  const double* first = N_VGetArrayPointer(x[0]);
  if (count > kMost) {  // no table has as many stages
    const int flag = sun_linear_combination(kMost, c, x, z);
    for (int i = kMost; i < count; ++i) N_VLinearSum(c[i], x[i], 1, z, z);
    return flag;
  }
  const double* from[kMost];
  for (int i = 0; i < count; ++i) from[i] = N_VGetArrayPointer(x[i]);
  sunindextype j = 0;
  for (; j + 4 <= n; j += 4) {
    double sum[4] = {c[0] * first[j], c[0] * first[j + 1], c[0] * first[j + 2], c[0] * first[j + 3]};
    for (int i = 1; i < count; ++i) {
      const double* at = from[i] + j;
      for (int k = 0; k < 4; ++k) sum[k] += c[i] * at[k];
    }
    for (int k = 0; k < 4; ++k) out[j + k] = sum[k];
  }
  for (; j < n; ++j) {
    double sum = c[0] * first[j];
    for (int i = 1; i < count; ++i) sum += c[i] * from[i][j];
    out[j] = sum;
  }
  return 0;
}

/// A vector of SUNDIALS on the numbers of `values`, which must stay where they are.
inline SunVector make_sun_vector(std::vector<double>& values, const SunContext& context) {
  SunVector vector(N_VMake_Serial(static_cast<sunindextype>(values.size()), values.data(), context.get()));
  FREEPLAY_ASSERT(vector != nullptr);
  vector->ops->nvlinearcombination = sun_linear_combination;  // clones take it over
  return vector;
}

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
