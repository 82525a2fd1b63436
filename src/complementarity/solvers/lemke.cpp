// SPDX-License-Identifier: Apache-2.0
// Lemke's complementary pivot algorithm on the LCP of Flores2009, eq. (85), with lexicographic ties.
//
//   y = A x + b,  0 ≤ y ⊥ x ≥ 0,   x = (P_N, P_R, ξ_L),  y = (ξ_N, ξ_R, P_L)       [Flores2009, eq. (76)]
//   P_R = μ P_N + P_T,  P_L = μ P_N − P_T,  ξ_T = ξ_R − ξ_L                           [Flores2009, eqs.
//   (73)–(75)]
//
// Contacts without friction, and all with d = 1, bring only their normal row. The lexicographic rule makes
// cycling impossible on degenerate problems (CottlePangStone1992, section 4.9), such as the two corners of a
// face that stick together. The final basis names the mode of each contact; the impulses are then solved from
// the original matrix, so that no rounding of the pivots is left in them.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "complementarity/mode_solver.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS};

constexpr int kAttempts = 8;  // when there are few rows
constexpr int kFewRows = 100;
constexpr int kMostRows = 600;  // of the LCP; the tableau then takes 6 MB

class Lemke final : public ContactSolver {
 public:
  Lemke(int capacity, int d, int iterations)
      : iterations_(iterations), modes_(std::min(capacity, kMostRows)) {
    const auto n = static_cast<std::size_t>(std::min(capacity, kMostRows));
    const auto m = std::min<std::size_t>(d == 1 ? n : 3 * n, kMostRows);
    tableau_.assign(m * (2 * m + 2), 0);
    basis_.assign(m, 0);
    rough_.assign(n, 0);
    raw_.assign(2 * n, 0);
    best_.assign(2 * n, 0);
    guess_.assign(n, ContactMode::open);
  }

  const char* name() const override { return "lemke"; }

  bool accepts(const ContactProblem& problem) const override {
    if (problem.d() > 2 || problem.size() > kMostRows) return false;
    int rows = problem.size();
    for (int i = 0; i < problem.size() && problem.d() == 2; ++i) rows += problem.mu(i) > 0 ? 2 : 0;
    return rows <= kMostRows;
  }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    SolveReport report;
    report.residual = kInfinity;
    n_ = problem.size();
    d_ = problem.d();
    f_ = 0;
    for (int i = 0; i < n_ && d_ == 2; ++i) {
      if (problem.mu(i) > 0) rough_[static_cast<std::size_t>(f_++)] = i;
    }
    m_ = n_ + 2 * f_;
    width_ = 2 * m_ + 2;
    const int attempts = m_ <= kFewRows ? kAttempts : 1;
    for (int attempt = 0; attempt < attempts && !report.solved; ++attempt) {
      int pivots = 0;
      fill(problem, attempt);
      const bool ended = pivot_to_solution(pivots);
      report.iterations += pivots;
      if (!ended) {
        if (attempt == 0) report.reason = ray_ ? "the path of pivots ends on a ray" : "too many pivots";
        continue;
      }
      read_solution(problem);
      const double residual = polish(problem);
      if (!(residual < report.residual)) continue;
      report.residual = residual;
      for (int k = 0; k < d_ * n_; ++k) best_[static_cast<std::size_t>(k)] = problem.P(k);
      for (int i = 0; i < n_; ++i) problem.mode(i) = guess_[static_cast<std::size_t>(i)];
      report.solved = residual <= tolerance;
      if (!report.solved) report.reason = "rounding of the pivots is larger than the tolerance";
    }
    if (std::isfinite(report.residual)) {
      for (int k = 0; k < d_ * n_; ++k) problem.P(k) = best_[static_cast<std::size_t>(k)];
    }
    return report;
  }

 private:
  /// The impulses of the modes of the basis from the original matrix, unless what the pivots left is better.
  double polish(ContactProblem& problem) {
    const double raw = problem.residual();
    for (int k = 0; k < d_ * n_; ++k) raw_[static_cast<std::size_t>(k)] = problem.P(k);
    modes_.solve(problem, {guess_.data(), static_cast<std::size_t>(n_)});
    const double polished = problem.residual();
    if (polished <= raw) return polished;
    for (int k = 0; k < d_ * n_; ++k) problem.P(k) = raw_[static_cast<std::size_t>(k)];
    return raw;
  }

  double& at(int row, int column) { return tableau_[static_cast<std::size_t>(row * width_ + column)]; }

  // Columns: 0 … m−1 the y's (they carry the inverse basis), m … 2m−1 the x's, 2m the artificial z₀,
  // 2m+1 the right-hand side. Row r reads: y_r − A_r x − z₀ = b_r. Later attempts go another way: the column
  // of z₀ is a vector of numbers between 1 and 2, and b is larger by that times 1e-7, so that nothing ties.
  void fill(const ContactProblem& problem, int attempt) {
    std::fill(tableau_.begin(), tableau_.begin() + static_cast<std::ptrdiff_t>(m_) * width_, 0.0);
    const auto x = [&](int variable) { return m_ + variable; };
    for (int r = 0; r < m_; ++r) {
      at(r, r) = 1;
      at(r, 2 * m_) = -1 - (attempt == 0 ? 0 : spread(attempt, r));
      basis_[static_cast<std::size_t>(r)] = r;
    }
    for (int i = 0; i < n_; ++i) {  // Flores2009, eq. (83)
      for (int j = 0; j < n_; ++j) at(i, x(j)) = -normal_column(problem, d_ * i, j);
      for (int k = 0; k < f_; ++k) at(i, x(n_ + k)) = -problem.G(2 * i, 2 * rough(k) + 1);
      at(i, width_ - 1) = problem.b(d_ * i);
    }
    for (int r = 0; r < f_; ++r) {  // Flores2009, eq. (84)
      const int row = 2 * rough(r) + 1;
      for (int j = 0; j < n_; ++j) at(n_ + r, x(j)) = -normal_column(problem, row, j);
      for (int k = 0; k < f_; ++k) at(n_ + r, x(n_ + k)) = -problem.G(row, 2 * rough(k) + 1);
      at(n_ + r, x(n_ + f_ + r)) = -1;
      at(n_ + r, width_ - 1) = problem.b(row);
      at(n_ + f_ + r, x(rough(r))) = -2 * problem.mu(rough(r));  // Flores2009, eq. (79)
      at(n_ + f_ + r, x(n_ + r)) = 1;
    }
    for (int r = 0; r < m_ && attempt > 0; ++r)
      at(r, width_ - 1) += 1e-7 * (1 + spread(attempt + kAttempts, r));
  }

  /// Numbers between 0 and 1 that look random and are always the same.
  static double spread(int seed, int r) {
    const auto word = static_cast<std::uint64_t>(seed) * 1000003u + static_cast<std::uint64_t>(r) + 1;
    std::uint64_t bits = word * 0x9E3779B97F4A7C15u;
    bits = (bits ^ (bits >> 29)) * 0xBF58476D1CE4E5B9u;
    bits ^= bits >> 32;
    return static_cast<double>(bits >> 11) * 0x1p-53;
  }

  /// Column of P_N once P_T = P_R − μ P_N is inserted.
  double normal_column(const ContactProblem& problem, int row, int contact) const {
    if (d_ == 1) return problem.G(row, contact);
    return problem.G(row, 2 * contact) - problem.mu(contact) * problem.G(row, 2 * contact + 1);
  }
  int rough(int k) const { return rough_[static_cast<std::size_t>(k)]; }

  bool pivot_to_solution(int& pivots) {
    int leaving = -1;
    for (int r = 0; r < m_; ++r) {  // most negative right-hand side; ties by the inverse basis
      if (at(r, width_ - 1) < 0 && (leaving < 0 || before(r, leaving, -1))) leaving = r;
    }
    if (leaving < 0) return true;  // b ≥ 0: x = 0 solves it
    const int limit = iterations_ > 0 ? iterations_ : m_ <= kFewRows ? 50 * (m_ + 1) : 5000;
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
      ray_ = leaving < 0;  // no solution is found by this path
      if (ray_) return false;
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
    const double scale_r = entering < 0 ? -at(r, 2 * m_) : at(r, entering);
    const double scale_s = entering < 0 ? -at(s, 2 * m_) : at(s, entering);
    for (int k = -1; k < m_; ++k) {
      const int column = k < 0 ? width_ - 1 : k;
      const double a = at(r, column) / scale_r, b = at(s, column) / scale_s;
      // what differs by rounding is a tie: the next column decides
      if (std::abs(a - b) > kTieTolerance * std::max({1.0, std::abs(a), std::abs(b)})) return a < b;
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
      const int row = basic(m_ + i);
      problem.P(d_ * i) = row < 0 ? 0 : at(row, width_ - 1);
      if (d_ == 2) problem.P(2 * i + 1) = 0;
      guess_[static_cast<std::size_t>(i)] = row < 0 ? ContactMode::open : ContactMode::slip_plus;
    }
    for (int k = 0; k < f_; ++k) {
      const int i = rough(k);
      if (guess_[static_cast<std::size_t>(i)] == ContactMode::open) continue;
      const int P_R_row = basic(m_ + n_ + k), xi_L_row = basic(m_ + n_ + f_ + k);
      problem.P(2 * i + 1) = (P_R_row < 0 ? 0 : at(P_R_row, width_ - 1)) - problem.mu(i) * problem.P(2 * i);
      // ξ_L basic: P_L = 0, slip in the negative direction; P_R not basic: ξ_R > 0, positive slip
      guess_[static_cast<std::size_t>(i)] = xi_L_row >= 0 ? ContactMode::slip_minus
                                            : P_R_row < 0 ? ContactMode::slip_plus
                                                          : ContactMode::stick;
    }
  }

  static constexpr double kPivotTolerance = 1e-10;  // of the normalised problem
  static constexpr double kTieTolerance = 1e-12;
  bool ray_ = false;
  int iterations_, n_ = 0, d_ = 2;
  int f_ = 0, m_ = 0, width_ = 0;  // contacts with friction, rows, columns
  std::vector<double> tableau_, raw_, best_;
  std::vector<int> basis_, rough_;
  std::vector<ContactMode> guess_;
  ModeSolver modes_;
};

std::unique_ptr<ContactSolver> make(const Parameters& given, int capacity, int d) {
  return std::make_unique<Lemke>(capacity, d, static_cast<int>(given.number("iterations")));
}

}  // namespace

namespace entry {
FREEPLAY_SOLVER(lemke) = {
    {"lemke", "Flores2009", "Lemke's pivoting with lexicographic tie-break on the LCP (85)", kParams}, make};
}  // namespace entry
}  // namespace freeplay
