// SPDX-License-Identifier: Apache-2.0
// Lagrange multipliers as they stand: constraints are kept at the level of accelerations only.
//   D u̇ = γ                                  [Marques2015, eqs. (2.16), (2.46)]
// Errors of velocities grow in proportion to the time, those of positions with its square: for short runs,
// and to see what stabilisation does. Three ways to solve for u̇ and λ:
//
//   elimination  D M⁻¹ Dᵀ factorised along the chains of joints, redundant rows left out; λ = 0 for them
//   pivoted      [M −Dᵀ; D 0] [u̇; λ] = [h; γ] by Gauss' elimination with full pivoting      (2.46)
//                redundant rows leave no pivot; λ = 0 for those that come last
//   closed_form  the inverse of that matrix in blocks, with (D M⁻¹ Dᵀ)⁻¹ written out      (2.50)
//                it has none where joints are redundant
// All of them solve the same equations; the first is the fastest. The signs of λ differ from the paper's.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/decompositions.h"
#include "formulations/formulation.h"
#include "formulations/mass_units.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "solution",
                              .help = "how the equations are solved",
                              .kind = ParamKind::choice,
                              .optional = true,
                              .choices = {"elimination", "pivoted", "closed_form"}},
                             FREEPLAY_FORMULATION_CORRECTION("none", "mass", "euclidean")};

class Elimination final : public Formulation {
 public:
  using Formulation::Formulation;
  void accelerations(const Evaluation& ev, std::span<const double>, std::span<double> u_dot,
                     std::span<double> lambda) override {
    std::copy(ev.gamma.begin(), ev.gamma.end(), lambda.begin());
    dynamics_.solve(ev, u_dot, lambda);
  }
  int singular_row() const override { return dynamics_.lost_row(); }
};

class Pivoted final : public Formulation {
 public:
  explicit Pivoted(const System& system)
      : Formulation(system),
        units_(system.info()),
        n_(units_.size()),
        matrix_(n_ + units_.rows(), n_ + units_.rows()),
        solution_(matrix_.rows()),
        permuted_(matrix_.rows()),
        lu_(matrix_.rows(), matrix_.cols()),
        x_(n_),
        mu_(units_.rows()) {}

  void accelerations(const Evaluation& ev, std::span<const double>, std::span<double> u_dot,
                     std::span<double> lambda) override {
    units_.take(ev);
    units_.take_right_side(ev.gamma);
    const int m = units_.rows(), size = n_ + m;
    matrix_.setZero();
    matrix_.topLeftCorner(n_, n_).diagonal().setOnes();
    matrix_.bottomLeftCorner(m, n_) = units_.C;
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n_; ++j) matrix_(j, n_ + i) = -units_.C(i, j);
    }
    dense::decompose(matrix_, lu_);
    const DenseMatrix& LU = lu_.matrixLU();
    const int rank = n_ + rule_(m, [&](int k) { return std::abs(LU(n_ + k, n_ + k)); });
    for (int i = 0; i < size; ++i)
      permuted_[lu_.permutationP().indices()[i]] = i < n_ ? units_.g[i] : units_.b[i - n_];
    for (int i = 0; i < rank; ++i) {
      for (int k = 0; k < i; ++k) permuted_[i] -= LU(i, k) * permuted_[k];
    }
    for (int i = rank - 1; i >= 0; --i) {
      for (int k = i + 1; k < rank; ++k) permuted_[i] -= LU(i, k) * permuted_[k];
      permuted_[i] /= LU(i, i);
    }
    for (int i = 0; i < size; ++i) solution_[lu_.permutationQ().indices()[i]] = i < rank ? permuted_[i] : 0;
    x_ = solution_.head(n_);
    mu_ = solution_.tail(m);
    units_.give_accelerations(x_, u_dot);
    units_.give_multipliers(mu_, lambda);
    singular_ = -1;
    if (rule_.lost())  // what pivoting has left to the end
      singular_ = std::max<int>(0, static_cast<int>(lu_.permutationQ().indices()[rank]) - n_);
  }
  int singular_row() const override { return singular_; }

 private:
  MassUnits units_;
  int n_;
  DenseMatrix matrix_;
  DenseVector solution_, permuted_;
  dense::PivotedLu lu_;
  DenseVector x_, mu_;
  RankRule rule_{2};
  int singular_ = -1;
};

class ClosedForm final : public Formulation {
 public:
  explicit ClosedForm(const System& system)
      : Formulation(system),
        units_(system.info()),
        K_(units_.rows(), units_.rows()),
        inverse_(units_.rows(), units_.rows()),
        x_(units_.size()),
        mu_(units_.rows()),
        missing_(units_.rows()) {}

  void accelerations(const Evaluation& ev, std::span<const double>, std::span<double> u_dot,
                     std::span<double> lambda) override {
    units_.take(ev);
    units_.take_right_side(ev.gamma);
    invert();
    missing_ = units_.b;
    missing_.noalias() -= units_.C * units_.g;
    mu_.noalias() = inverse_ * missing_;
    x_ = units_.g;
    x_.noalias() += units_.C.transpose() * mu_;
    units_.give_accelerations(x_, u_dot);
    units_.give_multipliers(mu_, lambda);
  }
  int singular_row() const override { return singular_; }

 private:
  /// (C Cᵀ)⁻¹ = L⁻ᵀ L⁻¹
  void invert() {
    const int m = units_.rows();
    K_.noalias() = units_.C * units_.C.transpose();
    singular_ = -1;
    for (int i = 0; i < m; ++i) {  // L, then L⁻¹, below the diagonal and on it
      for (int j = 0; j < i; ++j) {
        for (int k = 0; k < j; ++k) K_(i, j) -= K_(i, k) * K_(j, k);
        K_(i, j) /= K_(j, j);
        K_(i, i) -= K_(i, j) * K_(i, j);
      }
      if (!(K_(i, i) > kSmallest)) singular_ = i;
      K_(i, i) = std::sqrt(std::max(K_(i, i), std::numeric_limits<double>::epsilon()));
    }
    for (int j = 0; j < m; ++j) {
      K_(j, j) = 1 / K_(j, j);
      for (int i = j + 1; i < m; ++i) {
        double sum = 0;
        for (int k = j; k < i; ++k) sum -= K_(i, k) * K_(k, j);
        K_(i, j) = sum / K_(i, i);
      }
    }
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j <= i; ++j) {
        double sum = 0;
        for (int k = i; k < m; ++k) sum += K_(k, i) * K_(k, j);
        inverse_(i, j) = inverse_(j, i) = sum;
      }
    }
  }

  static constexpr double kSmallest = 1e-12;  // pivot of a row of unit length
  MassUnits units_;
  DenseMatrix K_, inverse_;
  DenseVector x_, mu_, missing_;
  int singular_ = -1;
};

std::unique_ptr<Formulation> make(const System& system, const Parameters& given, double) {
  const std::string solution = given.word("solution");
  if (solution == "pivoted") return std::make_unique<Pivoted>(system);
  if (solution == "closed_form") return std::make_unique<ClosedForm>(system);
  return std::make_unique<Elimination>(system);
}

}  // namespace

namespace entry {
FREEPLAY_FORMULATION(lagrange) = {{.name = "lagrange",
                                   .citation = "Marques2015",
                                   .help = "Lagrange multipliers, no stabilisation: joints drift",
                                   .params = kParams},
                                  make,
                                  {.redundant = {true, "solution", "closed_form"}}};
}  // namespace entry
}  // namespace freeplay
