// SPDX-License-Identifier: Apache-2.0
// Accelerations of the bodies without joints, changed as little as the constraints ask for:
//   u̇ = u̇_unc + M^{-1/2} C⁺ (γ − D u̇_unc),   C = D M^{-1/2}                    [Marques2015, eq. (2.87)]
// C⁺ is the Moore–Penrose inverse, which exists whatever the rows are. With C in units of the mass norm and
// rows of unit length,
//   svd           C = U Σ Vᵀ, C⁺ = V Σ⁺ Uᵀ: singular values that count as zero are left out
//   gram_schmidt  rows in turn, the largest remainder first, made orthogonal (twice, for rounding): P C = L
//   Q;
//                 then the columns of L: L = Z T, so that C⁺ = Qᵀ T⁻¹ Zᵀ P
// λ = S⁻¹ (C Cᵀ)⁺ … is the least of those that give this u̇, each row measured by the acceleration (in the
// mass norm) that its force causes: redundant joints share their load. Errors of positions and velocities are
// not looked at: joints drift as with `lagrange`.
#include "base/decompositions.h"
#include "base/index.h"
#include "formulations/formulation.h"
#include "formulations/mass_units.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "method",
                              .help = "how the inverse is found",
                              .kind = ParamKind::choice,
                              .optional = true,
                              .choices = {"svd", "gram_schmidt"}},
                             FREEPLAY_FORMULATION_CORRECTION("none", "mass", "euclidean")};

/// C⁺ and (Cᵀ)⁺ of a matrix that has them both from one decomposition.
class Svd {
 public:
  Svd(int rows, int size) : svd_(dense::thin_svd(rows, size)), part_(std::min(rows, size)) {}
  /// y = C⁺ b, mu = (Cᵀ)⁺ y
  void solve(const DenseMatrix& C, const DenseVector& b, DenseVector& y, DenseVector& mu) {
    dense::decompose(C, svd_);
    const DenseVector& sigma = svd_.singularValues();
    const int rank = rule_(int_size(sigma), [&](int k) { return sigma[k]; });
    part_.noalias() = svd_.matrixU().transpose() * b;
    for (int k = 0; k < part_.size(); ++k) part_[k] = k < rank ? part_[k] / sigma[k] : 0;
    y.noalias() = svd_.matrixV() * part_;
    for (int k = 0; k < rank; ++k) part_[k] /= sigma[k];
    mu.noalias() = svd_.matrixU() * part_;
  }

 private:
  dense::Svd svd_;
  DenseVector part_;
  RankRule rule_;
};

class GramSchmidt {
 public:
  GramSchmidt(int rows, int size) : most_(std::min(rows, size)) {
    rest_.setZero(rows, size);
    L_.setZero(rows, most_);
    Q_.setZero(most_, size);
    T_.setZero(most_, most_);
    left_.setZero(most_);
    part_.setZero(most_);
    order_.assign(idx(rows), 0);
  }
  void solve(const DenseMatrix& C, const DenseVector& b, DenseVector& y, DenseVector& mu) {
    orthogonal_rows(C);
    const int rank = rule_(most_, [&](int k) { return left_[k]; });
    orthogonal_columns(rank);
    for (int k = 0; k < rank; ++k) part_[k] = L_.col(k).dot(b);
    for (int i = rank - 1; i >= 0; --i) {  // T⁻¹
      for (int k = i + 1; k < rank; ++k) part_[i] -= T_(i, k) * part_[k];
      part_[i] /= T_(i, i);
    }
    y.setZero();
    for (int k = 0; k < rank; ++k) y += part_[k] * Q_.row(k).transpose();
    for (int i = 0; i < rank; ++i) {  // T⁻ᵀ
      for (int k = 0; k < i; ++k) part_[i] -= T_(k, i) * part_[k];
      part_[i] /= T_(i, i);
    }
    mu.setZero();
    for (int k = 0; k < rank; ++k) mu += part_[k] * L_.col(k);
  }

 private:
  /// C = L Q; rows of Q are orthonormal. What is left of each row is in rest_.
  void orthogonal_rows(const DenseMatrix& C) {
    rest_ = C;
    L_.setZero();
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = to_int(i);
    const int rows = static_cast<int>(C.rows());
    for (int k = 0; k < most_; ++k) {
      int best = k;
      for (int i = k; i < rows; ++i) {
        if (rest_.row(at(i)).squaredNorm() > rest_.row(at(best)).squaredNorm()) best = i;
      }
      std::swap(order_[idx(k)], order_[idx(best)]);
      const int row = at(k);
      for (int j = 0; j < k; ++j) {  // once more: what rounding left of the others
        const double part = rest_.row(row).dot(Q_.row(j));
        rest_.row(row) -= part * Q_.row(j);
        L_(row, j) += part;
      }
      left_[k] = rest_.row(row).norm();
      L_(row, k) = left_[k];
      if (left_[k] > 0) {
        Q_.row(k) = rest_.row(row) / left_[k];
      } else {
        Q_.row(k).setZero();
      }
      for (int i = k + 1; i < rows; ++i) {
        const double part = rest_.row(at(i)).dot(Q_.row(k));
        rest_.row(at(i)) -= part * Q_.row(k);
        L_(at(i), k) += part;
      }
    }
  }
  /// L = Z T, Z in place of L.
  void orthogonal_columns(int rank) {
    T_.setZero();
    for (int k = 0; k < rank; ++k) {
      for (int pass = 0; pass < 2; ++pass) {
        for (int j = 0; j < k; ++j) {
          const double part = L_.col(j).dot(L_.col(k));
          L_.col(k) -= part * L_.col(j);
          T_(j, k) += part;
        }
      }
      T_(k, k) = L_.col(k).norm();
      L_.col(k) /= T_(k, k);
    }
  }
  int at(int i) const { return order_[idx(i)]; }

  int most_;
  DenseMatrix rest_, L_, Q_, T_;
  DenseVector left_, part_;
  std::vector<int> order_;
  RankRule rule_;
};

template <class Decomposition>
class GeneralizedInverse final : public Formulation {
 public:
  explicit GeneralizedInverse(const System& system)
      : Formulation(system),
        units_(system.info()),
        decomposition_(units_.rows(), units_.size()),
        missing_(units_.rows()),
        mu_(units_.rows()),
        x_(units_.size()) {}

  void accelerations(const Evaluation& ev, std::span<const double>, std::span<double> u_dot,
                     std::span<double> lambda) override {
    units_.take(ev);
    units_.take_right_side(ev.gamma);
    x_ = units_.g;
    if (units_.rows() > 0) {
      missing_ = units_.b;
      missing_.noalias() -= units_.C * units_.g;
      decomposition_.solve(units_.C, missing_, x_, mu_);
      x_ += units_.g;
    }
    units_.give_accelerations(x_, u_dot);
    units_.give_multipliers(mu_, lambda);
  }

 private:
  MassUnits units_;
  Decomposition decomposition_;
  DenseVector missing_, mu_, x_;
};

std::unique_ptr<Formulation> make(const System& system, const Parameters& given, double) {
  if (given.word("method") == "gram_schmidt")
    return std::make_unique<GeneralizedInverse<GramSchmidt>>(system);
  return std::make_unique<GeneralizedInverse<Svd>>(system);
}

}  // namespace

namespace entry {
FREEPLAY_FORMULATION(generalized_inverse) = {
    {.name = "generalized_inverse",
     .citation = "Marques2015",
     .help = "least change of the free accelerations, by the Moore–Penrose inverse: joints drift",
     .params = kParams},
    make,
    {.redundant = {.holds = true}, .singular = {.holds = true}}};
}  // namespace entry
}  // namespace freeplay
