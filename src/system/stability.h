// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "system/equilibrium.h"

namespace freeplay {

/// Stiffness and force, of the largest: smaller ones are rounding.
inline constexpr double kNeutralStiffness = 1e-8;

/// Eigenvalues and stability of M ÿ + K y = 0 in the free motions y of an equilibrium, into `out`; `force` is the largest that
/// acts there. Returns the motion that is held least.
Eigen::VectorXd judge_stability(const Eigen::MatrixXd& K, const Eigen::MatrixXd& M, double force,
                                Equilibrium& out);

}  // namespace freeplay
