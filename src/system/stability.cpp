// SPDX-License-Identifier: Apache-2.0
#include "system/stability.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/decompositions.h"

namespace freeplay {

Eigen::VectorXd judge_stability(const Eigen::MatrixXd& K, const Eigen::MatrixXd& M, double force,
                                Equilibrium& out) {
  const dense::Modes symmetric = dense::symmetric_modes(0.5 * (K + K.transpose()));
  const double floor = kNeutralStiffness * std::max(symmetric.values.lpNorm<Eigen::Infinity>(), force);
  Eigen::VectorXd weakest = symmetric.vectors.col(0);
  if ((K - K.transpose()).lpNorm<Eigen::Infinity>() <= 1e-6 * K.lpNorm<Eigen::Infinity>() + floor) {
    const dense::Modes eigen = dense::symmetric_modes(0.5 * (K + K.transpose()), M);
    out.eigenvalues.assign(eigen.values.begin(), eigen.values.end());
    const double least = symmetric.values[0];
    out.stability = least > floor    ? Stability::stable
                    : least < -floor ? Stability::unstable
                                     : Stability::neutral;
    if (out.stability == Stability::stable) weakest = eigen.vectors.col(0);
  } else {  // forces without a potential: M ÿ + K y = 0 may flutter
    const Eigen::VectorXcd eigenvalues = dense::eigenvalues(dense::symmetric_solution(M, K));
    const double least_mass = dense::symmetric_eigenvalues(M).minCoeff();
    const double noise = floor / least_mass;
    for (const std::complex<double>& value : eigenvalues) {
      out.eigenvalues.push_back(value.real());
      const bool away = value.real() < -noise || std::abs(value.imag()) > noise;
      if (away) {
        out.stability = Stability::unstable;
      } else if (value.real() <= noise && out.stability == Stability::stable) {
        out.stability = Stability::neutral;
      }
    }
    std::sort(out.eigenvalues.begin(), out.eigenvalues.end());
  }
  return weakest;
}

}  // namespace freeplay
