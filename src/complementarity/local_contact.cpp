// SPDX-License-Identifier: Apache-2.0
#include "complementarity/local_contact.h"

#include <algorithm>
#include <cmath>

#include "base/bracket.h"

namespace freeplay {
namespace {

void solve_plane(const double* A, int stride, const double* c, double mu, double* P) {
  const double a_NN = A[0], a_NT = A[1], a_TN = A[stride], a_TT = A[stride + 1];
  if (c[0] >= 0) {
    P[0] = P[1] = 0;
    return;
  }
  if (mu > 0) {
    const double determinant = a_NN * a_TT - a_NT * a_TN;
    if (determinant > 1e-14 * a_NN * a_TT) {
      const double P_N = (a_NT * c[1] - a_TT * c[0]) / determinant;
      const double P_T = (a_TN * c[0] - a_NN * c[1]) / determinant;
      if (std::abs(P_T) <= mu * P_N) {
        P[0] = P_N;
        P[1] = P_T;
        return;
      }
    }
  }
  double best = 0;
  double answer[2] = {P[0], P[1]};
  bool found = false;
  for (const double side : {-mu, mu}) {  // −μ: slip_plus
    const double slope = a_NN + side * a_NT;
    if (!(slope > 0)) continue;
    const double P_N = -c[0] / slope;
    const double slip = c[1] + (a_TN + side * a_TT) * P_N;
    const double wrong = mu == 0 ? 0 : std::max(0.0, side < 0 ? -slip : slip);
    if (!found || wrong < best) {
      found = true;
      best = wrong;
      answer[0] = P_N;
      answer[1] = side * P_N;
    }
    if (wrong == 0) break;
  }
  P[0] = answer[0];
  P[1] = answer[1];
}

class SpatialSlip {
 public:
  SpatialSlip(const double* A, int stride, const double* c, double mu)
      : mu_(mu), inverse_(1 / A[0]), c_N_(c[0]) {
    a_NT_[0] = A[1];
    a_NT_[1] = A[2];
    for (int r = 0; r < 2; ++r) {
      const double* row = A + (r + 1) * stride;
      for (int k = 0; k < 2; ++k) schur_[r][k] = row[k + 1] - row[0] * a_NT_[k] * inverse_;
      c_T_[r] = c[r + 1] - row[0] * c_N_ * inverse_;
    }
    size_ = std::max(std::abs(schur_[0][0]) + std::abs(schur_[0][1]),
                     std::abs(schur_[1][0]) + std::abs(schur_[1][1]));
  }

  double size() const { return size_; }

  /// P and |P_T| − μ P_N at λ.
  double at(double lambda, double* P) const {
    const double a = schur_[0][0] + lambda, d = schur_[1][1] + lambda;
    const double determinant = a * d - schur_[0][1] * schur_[1][0];
    P[1] = (schur_[0][1] * c_T_[1] - d * c_T_[0]) / determinant;
    P[2] = (schur_[1][0] * c_T_[0] - a * c_T_[1]) / determinant;
    P[0] = -(c_N_ + a_NT_[0] * P[1] + a_NT_[1] * P[2]) * inverse_;
    return std::hypot(P[1], P[2]) - mu_ * P[0];
  }

 private:
  double mu_, inverse_, c_N_, size_ = 0;
  double a_NT_[2], schur_[2][2], c_T_[2];
};

void solve_space(const double* A, int stride, const double* c, double mu, double* P) {
  if (c[0] >= 0) {
    P[0] = P[1] = P[2] = 0;
    return;
  }
  if (!(A[0] > 0)) return;
  if (mu == 0) {
    P[0] = -c[0] / A[0];
    P[1] = P[2] = 0;
    return;
  }
  const SpatialSlip slip(A, stride, c, mu);
  double trial[3];
  const double smallest = 1e-14 * slip.size();
  Bracket search{0, slip.at(0, trial), std::max(slip.size(), 1e-300), 0};
  if (!std::isfinite(search.f_low)) search.f_low = slip.at(search.low = smallest, trial);
  if (!(search.f_low > 0)) {  // stick
    std::copy(trial, trial + 3, P);
    return;
  }
  search.f_high = slip.at(search.high, trial);
  for (int k = 0; k < 60 && search.f_high > 0; ++k) {
    search.low = search.high, search.f_low = search.f_high;
    search.high *= 8;
    search.f_high = slip.at(search.high, trial);
  }
  // regula falsi with the Illinois rule, bisection when that is slow; the chord in a form of its own, which
  // differs from that of Bracket in the last digits
  for (int k = 0; k < 200 && search.f_high < 0 && search.width() > 4e-16 * search.high; ++k) {
    double middle =
        (search.low * search.f_high - search.high * search.f_low) / (search.f_high - search.f_low);
    if (k % 8 == 7 || !search.contains(middle)) middle = search.middle();
    const double f = slip.at(middle, trial);
    if (f == 0) break;
    search.take(middle, f);
    search.weigh();
  }
  // on the cone to rounding: P_T is shortened to μ P_N
  const double length = std::hypot(trial[1], trial[2]), bound = mu * std::max(trial[0], 0.0);
  P[0] = std::max(trial[0], 0.0);
  P[1] = length > bound ? trial[1] * bound / length : trial[1];
  P[2] = length > bound ? trial[2] * bound / length : trial[2];
}

}  // namespace

void solve_contact(const double* A, int stride, const double* c, double mu, int d, double* P) {
  if (d == 2) return solve_plane(A, stride, c, mu, P);
  if (d == 3) return solve_space(A, stride, c, mu, P);
  if (c[0] >= 0) {
    P[0] = 0;
  } else if (A[0] > 0) {
    P[0] = -c[0] / A[0];
  }
}

}  // namespace freeplay
