// SPDX-License-Identifier: Apache-2.0
// Projection onto the motions that joints admit: the columns of R are a basis of the null space of D, and
//   D R = 0,   [D; Rᵀ M] u̇ = [γ; Rᵀ h]                              [Marques2015, eqs. (2.78), (2.80)]
// so that the joint forces drop out. In units of the mass norm R is orthonormal and the system is solved by
// the factorisation that yields R: with Cᵀ P = [Q₁ Q₂] [T; 0], columns pivoted,
//   R = G⁻ᵀ Q₂,   Tᵀ y = P b,   x = Q₁ y + Q₂ Q₂ᵀ g,   T P mu = y − Q₁ᵀ g
// Redundant rows come last and are left out, with λ = 0. Errors of positions and velocities are not looked
// at: joints drift as with `lagrange`.
#include <algorithm>
#include <cmath>

#include "base/decompositions.h"
#include "formulations/formulation.h"
#include "formulations/mass_units.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FORMULATION_CORRECTION("none", "mass", "euclidean")};

class Projection final : public Formulation {
 public:
  explicit Projection(const System& system)
      : Formulation(system),
        units_(system.info()),
        transposed_(units_.size(), units_.rows()),
        qr_(units_.size(), units_.rows()),
        x_(units_.size()),
        mu_(units_.rows()) {}

  void accelerations(const Evaluation& ev, std::span<const double>, std::span<double> u_dot,
                     std::span<double> lambda) override {
    units_.take(ev);
    units_.take_right_side(ev.gamma);
    const int m = units_.rows();
    x_ = units_.g;
    mu_.setZero();
    if (m > 0) {
      transposed_ = units_.C.transpose();
      dense::decompose(transposed_, qr_);
      solve();
    }
    units_.give_accelerations(x_, u_dot);
    units_.give_multipliers(mu_, lambda);
  }
  int singular_row() const override { return singular_; }

 private:
  void solve() {
    const DenseMatrix& T = qr_.matrixQR();
    const auto& order = qr_.colsPermutation().indices();
    const int most = static_cast<int>(std::min(T.rows(), T.cols()));
    const int rank = rule_(most, [&](int k) { return std::abs(T(k, k)); });
    // x = Qᵀ g, one reflection after the other
    for (int k = 0; k < most; ++k) reflect(k);
    for (int i = 0; i < rank; ++i) {
      double y = units_.b[order[i]];
      for (int k = 0; k < i; ++k) y -= T(k, i) * x_[k];
      y /= T(i, i);
      mu_[order[i]] = y - x_[i];
      x_[i] = y;
    }
    for (int i = rank - 1; i >= 0; --i) {
      for (int k = i + 1; k < rank; ++k) mu_[order[i]] -= T(i, k) * mu_[order[k]];
      mu_[order[i]] /= T(i, i);
    }
    for (int k = most - 1; k >= 0; --k) reflect(k);
    singular_ = rule_.lost() ? static_cast<int>(order[rank]) : -1;
  }

  /// x ← H_k x, H_k = 1 − τ v vᵀ with v = (1, what is stored below the diagonal)
  void reflect(int k) {
    const DenseMatrix& QR = qr_.matrixQR();
    double sum = x_[k];
    for (int i = k + 1; i < QR.rows(); ++i) sum += QR(i, k) * x_[i];
    sum *= qr_.hCoeffs()[k];
    x_[k] -= sum;
    for (int i = k + 1; i < QR.rows(); ++i) x_[i] -= sum * QR(i, k);
  }

  MassUnits units_;
  DenseMatrix transposed_;
  dense::PivotedQr qr_;
  DenseVector x_, mu_;
  RankRule rule_;
  int singular_ = -1;
};

std::unique_ptr<Formulation> make(const System& system, const Parameters&, double) {
  return std::make_unique<Projection>(system);
}

}  // namespace

namespace entry {
FREEPLAY_FORMULATION(projection) = {
    {.name = "projection",
     .citation = "Marques2015",
     .help = "motion in a basis R of what joints admit, no stabilisation: joints drift",
     .params = kParams},
    make,
    {.redundant = {.holds = true}}};
}  // namespace entry
}  // namespace freeplay
