// SPDX-License-Identifier: Apache-2.0
#include "formulations/mass_units.h"

#include <cmath>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {

MassUnits::MassUnits(const SystemInfo& info)
    : C(static_cast<Eigen::Index>(info.constraints.size()), info.nu),
      g(info.nu),
      b(C.rows()),
      s(C.rows()),
      info_(&info) {
  C.setZero();
  if (info.mass == MassKind::diagonal) {
    inverse_root_.setZero(info.nu);
  } else {
    root_.setZero(info.nu, info.nu);
  }
}

void MassUnits::take(const Evaluation& ev) {
  const int n = size();
  for (int i = 0; i < n; ++i) g[i] = ev.h[idx(i)];
  C.setZero();
  for (int r = 0; r < rows(); ++r) {
    const RowShape& shape = info_->constraints[idx(r)].shape;
    const double* value = ev.row_D(r);
    for (std::size_t block = 0; block < 2; ++block) {
      for (int k = 0; k < shape.size[block]; ++k) C(r, shape.start[block] + k) += *value++;
    }
  }
  if (info_->mass == MassKind::diagonal) {
    for (int i = 0; i < n; ++i) {
      inverse_root_[i] = 1 / std::sqrt(ev.M[idx(i)]);
      g[i] *= inverse_root_[i];
      C.col(i) *= inverse_root_[i];
    }
  } else {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j) {
        double sum = ev.M[idx(i * n + j)];
        for (int k = 0; k < j; ++k) sum -= root_(i, k) * root_(j, k);
        root_(i, j) = i == j ? std::sqrt(sum) : sum / root_(j, j);
      }
    }
    for (int i = 0; i < n; ++i) {  // g = G⁻¹ h, and rows of C likewise
      for (int k = 0; k < i; ++k) {
        g[i] -= root_(i, k) * g[k];
        C.col(i) -= root_(i, k) * C.col(k);
      }
      g[i] /= root_(i, i);
      C.col(i) /= root_(i, i);
    }
  }
  for (int r = 0; r < rows(); ++r) {
    s[r] = C.row(r).norm();
    if (s[r] > 0) {
      C.row(r) /= s[r];
    } else {
      s[r] = 1;
    }
  }
}

void MassUnits::take_right_side(std::span<const double> r) {
  for (int i = 0; i < rows(); ++i) b[i] = r[idx(i)] / s[i];
}

void MassUnits::give_accelerations(const DenseVector& x, std::span<double> u_dot) const {
  const int n = size();
  if (info_->mass == MassKind::diagonal) {
    for (int i = 0; i < n; ++i) u_dot[idx(i)] = x[i] * inverse_root_[i];
    return;
  }
  for (int i = n - 1; i >= 0; --i) {
    double sum = x[i];
    for (int k = i + 1; k < n; ++k) sum -= root_(k, i) * u_dot[idx(k)];
    u_dot[idx(i)] = sum / root_(i, i);
  }
}

void MassUnits::give_multipliers(const DenseVector& mu, std::span<double> lambda) const {
  for (int i = 0; i < rows(); ++i) lambda[idx(i)] = mu[i] / s[i];
}

}  // namespace freeplay
