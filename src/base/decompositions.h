// SPDX-License-Identifier: Apache-2.0
// Decompositions of dense matrices, compiled in one place: Eigen's templates for them take the compiler seconds in every
// file that calls compute() or solve(). Files keep Eigen's objects, whose factors are read as they are, and call these.
#pragma once

#include <Eigen/Dense>

namespace freeplay::dense {

using PivotedQr = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
using PivotedLu = Eigen::FullPivLU<Eigen::MatrixXd>;
using Cholesky = Eigen::LLT<Eigen::MatrixXd>;
using Svd = Eigen::JacobiSVD<Eigen::MatrixXd>;

/// of = A; nothing is allocated if the last matrix had the same size.
void decompose(const Eigen::MatrixXd& A, PivotedQr& of);
void decompose(const Eigen::MatrixXd& A, PivotedLu& of);
void decompose(const Eigen::MatrixXd& A, Cholesky& of);
void decompose(const Eigen::MatrixXd& A, Svd& of);

/// The x with the least |A x − b|.
Eigen::VectorXd solution(const PivotedQr& of, const Eigen::VectorXd& b);
/// x ← Q x
void apply_q(const PivotedQr& of, Eigen::VectorXd& x);
/// x ← A⁻¹ x
void solve_in_place(const Cholesky& of, Eigen::VectorXd& x);

/// Memory for U and V with as many columns as there are singular values.
Svd thin_svd(Eigen::Index rows, Eigen::Index columns);
/// With all columns of U and V.
Svd full_svd(const Eigen::MatrixXd& A);

/// Orthonormal columns N with A N = 0; pivots below `threshold` of the largest count as zero.
Eigen::MatrixXd null_space(const Eigen::MatrixXd& A, double threshold);
/// Orthonormal columns that span those of A, which are independent.
Eigen::MatrixXd orthonormal_columns(const Eigen::MatrixXd& A);
/// The shortest x with the least |A x − b|; pivots below `threshold` of the largest count as zero.
Eigen::VectorXd least_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double threshold);

/// A⁻¹ b of a regular A, of a symmetric one, and A⁻¹.
Eigen::VectorXd regular_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
Eigen::VectorXd symmetric_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
Eigen::MatrixXd symmetric_solution(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
Eigen::MatrixXd inverse(const Eigen::MatrixXd& A);

struct Modes {
  Eigen::VectorXd values;   ///< ascending
  Eigen::MatrixXd vectors;  ///< in columns
};
/// A x = value x, A symmetric.
Modes symmetric_modes(const Eigen::MatrixXd& A);
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A);
/// A x = value B x, both symmetric, B positive definite.
Modes symmetric_modes(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
/// Of any square matrix.
Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& A);

}  // namespace freeplay::dense
