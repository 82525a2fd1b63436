// SPDX-License-Identifier: Apache-2.0
#include "base/decompositions.h"

namespace freeplay::dense {

using Eigen::MatrixXd;
using Eigen::VectorXd;

void decompose(const MatrixXd& A, PivotedQr& of) { of.compute(A); }
void decompose(const MatrixXd& A, PivotedLu& of) { of.compute(A); }
void decompose(const MatrixXd& A, Cholesky& of) { of.compute(A); }
void decompose(const MatrixXd& A, Svd& of) { of.compute(A); }

VectorXd solution(const PivotedQr& of, const VectorXd& b) { return of.solve(b); }
void apply_q(const PivotedQr& of, VectorXd& x) { x.applyOnTheLeft(of.householderQ()); }
void solve_in_place(const Cholesky& of, VectorXd& x) { of.solveInPlace(x); }

Svd thin_svd(Eigen::Index rows, Eigen::Index columns) {
  return Svd(rows, columns, Eigen::ComputeThinU | Eigen::ComputeThinV);
}

Svd full_svd(const MatrixXd& A) { return Svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV); }

MatrixXd null_space(const MatrixXd& A, double threshold) {
  PivotedQr qr(A.cols(), A.rows());
  qr.setThreshold(threshold);
  qr.compute(A.transpose());
  const MatrixXd Q = qr.householderQ();
  return Q.rightCols(A.cols() - qr.rank());
}

MatrixXd orthonormal_columns(const MatrixXd& A) {
  const Eigen::HouseholderQR<MatrixXd> qr(A);
  return qr.householderQ() * MatrixXd::Identity(A.rows(), A.cols());
}

VectorXd least_solution(const MatrixXd& A, const VectorXd& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver(A.rows(), A.cols());
  solver.setThreshold(threshold);
  solver.compute(A);
  return solver.solve(b);
}

VectorXd regular_solution(const MatrixXd& A, const VectorXd& b) { return A.partialPivLu().solve(b); }
VectorXd symmetric_solution(const MatrixXd& A, const VectorXd& b) { return A.ldlt().solve(b); }
MatrixXd symmetric_solution(const MatrixXd& A, const MatrixXd& B) { return A.ldlt().solve(B); }
MatrixXd inverse(const MatrixXd& A) { return A.inverse(); }

Modes symmetric_modes(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(A);
  return {eigen.eigenvalues(), eigen.eigenvectors()};
}

VectorXd symmetric_eigenvalues(const MatrixXd& A) { return A.selfadjointView<Eigen::Lower>().eigenvalues(); }

Modes symmetric_modes(const MatrixXd& A, const MatrixXd& B) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> eigen(A, B);
  return {eigen.eigenvalues(), eigen.eigenvectors()};
}

Eigen::VectorXcd eigenvalues(const MatrixXd& A) {
  return Eigen::EigenSolver<MatrixXd>(A, false).eigenvalues();
}

}  // namespace freeplay::dense
