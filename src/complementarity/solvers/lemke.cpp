// SPDX-License-Identifier: Apache-2.0
// Lemke's complementary pivot algorithm on the LCP of Flores2009, eq. (85), with lexicographic ties.
//
//   y = A x + b,  0 ≤ y ⊥ x ≥ 0,   x = (P_N, P_R, ξ_L),  y = (ξ_N, ξ_R, P_L)       [Flores2009, eq. (76)]
//   P_R = μ P_N + P_T,  P_L = μ P_N − P_T,  ξ_T = ξ_R − ξ_L                           [Flores2009, eqs. (73)–(75)]
//
// The lexicographic rule makes cycling impossible on degenerate problems (CottlePangStone1992, section 4.9),
// such as the two corners of a face that stick together. The final basis names the mode of each contact; the
// impulses are then solved from the original matrix, so that no rounding of the pivots is left in them.
#include <algorithm>
#include <cmath>

#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS};

class Lemke final : public ContactSolver {
 public:
  explicit Lemke(int capacity) : capacity_(capacity), modes_(capacity) {
    const auto m = static_cast<std::size_t>(3 * capacity);
    tableau_.assign(m * (2 * m + 2), 0);
    basis_.assign(m, 0);
    raw_.assign(static_cast<std::size_t>(2 * capacity), 0);
    guess_.assign(static_cast<std::size_t>(capacity), ContactMode::open);
  }

  const char* name() const override { return "lemke"; }
  int most_contacts() const override { return capacity_; }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    SolveReport report;
    n_ = problem.size();
    m_ = 3 * n_;
    width_ = 2 * m_ + 2;
    fill(problem);
    if (!pivot_to_solution(report.iterations)) {
      report.residual = kInfinity;
      return report;
    }
    read_solution(problem);
    report.residual = problem.residual();
    const double raw = report.residual;
    // polish with the modes of the basis
    for (int i = 0; i < 2 * n_; ++i) raw_[static_cast<std::size_t>(i)] = problem.P(i);
    modes_.solve(problem, {guess_.data(), static_cast<std::size_t>(n_)});
    report.residual = problem.residual();
    if (!(report.residual <= raw)) {
      for (int i = 0; i < 2 * n_; ++i) problem.P(i) = raw_[static_cast<std::size_t>(i)];
      report.residual = raw;
    }
    for (int i = 0; i < n_; ++i) problem.mode(i) = guess_[static_cast<std::size_t>(i)];
    report.solved = report.residual <= tolerance;
    return report;
  }

 private:
  double& at(int row, int column) { return tableau_[static_cast<std::size_t>(row * width_ + column)]; }

  // Columns: 0 … m−1 the y's (they carry the inverse basis), m … 2m−1 the x's, 2m the artificial z₀,
  // 2m+1 the right-hand side. Row r reads: y_r − A_r x − z₀ = b_r.
  void fill(const ContactProblem& problem) {
    std::fill(tableau_.begin(), tableau_.begin() + static_cast<std::ptrdiff_t>(m_) * width_, 0.0);
    const auto x = [&](int variable) { return m_ + variable; };
    for (int r = 0; r < m_; ++r) {
      at(r, r) = 1;
      at(r, 2 * m_) = -1;
      basis_[static_cast<std::size_t>(r)] = r;
    }
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {  // Flores2009, eqs. (83), (84)
        const double mu = problem.mu(j);
        at(i, x(j)) = -(problem.G(2 * i, 2 * j) - mu * problem.G(2 * i, 2 * j + 1));
        at(i, x(n_ + j)) = -problem.G(2 * i, 2 * j + 1);
        at(n_ + i, x(j)) = -(problem.G(2 * i + 1, 2 * j) - mu * problem.G(2 * i + 1, 2 * j + 1));
        at(n_ + i, x(n_ + j)) = -problem.G(2 * i + 1, 2 * j + 1);
      }
      at(n_ + i, x(2 * n_ + i)) = -1;
      at(2 * n_ + i, x(i)) = -2 * problem.mu(i);  // Flores2009, eq. (79)
      at(2 * n_ + i, x(n_ + i)) = 1;
      at(i, width_ - 1) = problem.b(2 * i);
      at(n_ + i, width_ - 1) = problem.b(2 * i + 1);
    }
  }

  bool pivot_to_solution(int& pivots) {
    int leaving = -1;
    for (int r = 0; r < m_; ++r) {  // most negative right-hand side; ties by the inverse basis
      if (at(r, width_ - 1) < 0 && (leaving < 0 || before(r, leaving, -1))) leaving = r;
    }
    if (leaving < 0) return true;  // b ≥ 0: x = 0 solves it
    const int limit = 50 * (m_ + 1);
    int entering = 2 * m_;
    for (pivots = 1; pivots <= limit; ++pivots) {
      const int left = basis_[static_cast<std::size_t>(leaving)];
      pivot(leaving, entering);
      if (left == 2 * m_) return true;
      entering = left < m_ ? left + m_ : left - m_;
      leaving = -1;
      for (int r = 0; r < m_; ++r) {
        if (at(r, entering) > kPivotTolerance && (leaving < 0 || before(r, leaving, entering))) leaving = r;
      }
      if (leaving < 0) return false;  // a ray: no solution found by this path
      // z₀ leaves whenever it ties for the minimum, so that the path ends
      for (int r = 0; r < m_; ++r) {
        if (basis_[static_cast<std::size_t>(r)] == 2 * m_ && at(r, entering) > kPivotTolerance &&
            at(r, width_ - 1) * at(leaving, entering) <= at(leaving, width_ - 1) * at(r, entering)) {
          leaving = r;
        }
      }
    }
    return false;
  }

  /// Row r before row s in the lexicographic order of (rhs, inverse basis) divided by the entering column;
  /// entering < 0: the start, where the most negative right-hand side leaves.
  bool before(int r, int s, int entering) {
    const double scale_r = entering < 0 ? 1 : at(r, entering);
    const double scale_s = entering < 0 ? 1 : at(s, entering);
    const double first = at(r, width_ - 1) / scale_r - at(s, width_ - 1) / scale_s;
    if (first != 0) return first < 0;
    for (int k = 0; k < m_; ++k) {
      const double next = at(r, k) / scale_r - at(s, k) / scale_s;
      if (next != 0) return next < 0;
    }
    return r < s;
  }

  void pivot(int row, int column) {
    const double inverse = 1 / at(row, column);
    for (int k = 0; k < width_; ++k) at(row, k) *= inverse;
    at(row, column) = 1;
    for (int r = 0; r < m_; ++r) {
      if (r == row) continue;
      const double factor = at(r, column);
      if (factor == 0) continue;
      for (int k = 0; k < width_; ++k) at(r, k) -= factor * at(row, k);
      at(r, column) = 0;
    }
    basis_[static_cast<std::size_t>(row)] = column;
  }

  void read_solution(ContactProblem& problem) {
    const auto basic = [&](int column) {
      for (int r = 0; r < m_; ++r) {
        if (basis_[static_cast<std::size_t>(r)] == column) return r;
      }
      return -1;
    };
    for (int i = 0; i < n_; ++i) {
      const int P_N_row = basic(m_ + i), P_R_row = basic(m_ + n_ + i), xi_L_row = basic(m_ + 2 * n_ + i);
      const double P_N = P_N_row < 0 ? 0 : at(P_N_row, width_ - 1);
      const double P_R = P_R_row < 0 ? 0 : at(P_R_row, width_ - 1);
      problem.P(2 * i) = P_N;
      problem.P(2 * i + 1) = P_R - problem.mu(i) * P_N;
      // ξ_L basic: P_L = 0, slip in the negative direction; P_R nonbasic: P_R = 0, ξ_R > 0, positive slip
      guess_[static_cast<std::size_t>(i)] = P_N_row < 0    ? ContactMode::open
                                            : xi_L_row >= 0 ? ContactMode::slip_minus
                                            : P_R_row < 0   ? ContactMode::slip_plus
                                                            : ContactMode::stick;
    }
  }

  static constexpr double kPivotTolerance = 1e-12;  // of the normalised problem
  int capacity_, n_ = 0, m_ = 0, width_ = 0;
  std::vector<double> tableau_, raw_;
  std::vector<int> basis_;
  std::vector<ContactMode> guess_;
  ModeSolver modes_;
};

std::unique_ptr<ContactSolver> make(const Parameters&, int capacity) { return std::make_unique<Lemke>(capacity); }

}  // namespace

namespace entry {
FREEPLAY_SOLVER(lemke) = {
    {"lemke", "Flores2009", "Lemke's pivoting with lexicographic tie-break on the LCP (85)", kParams}, make};
}  // namespace entry
}  // namespace freeplay
