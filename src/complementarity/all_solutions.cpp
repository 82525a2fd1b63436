// SPDX-License-Identifier: Apache-2.0
#include "complementarity/all_solutions.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr long long kMostCombinations = 70'000;
constexpr double kZero = 1e-11;     // of the normalised problem
constexpr double kDistinct = 1e-7;  // solutions that differ by less are one

/// A x = c, x ≥ 0 by the tableau simplex method with Bland's rule.
class Simplex {
 public:
  Simplex(int rows, int columns)
      : rows_(rows), columns_(columns), width_(columns + rows + 1), T_(idx(rows * width_)) {}

  double& A(int r, int c) { return T_[idx(r * width_ + c)]; }
  double& rhs(int r) { return A(r, width_ - 1); }

  /// Whether there is an x; it is the current vertex then.
  bool feasible() {
    for (int r = 0; r < rows_; ++r) {
      if (rhs(r) < 0) {
        for (int c = 0; c < width_; ++c) A(r, c) = -A(r, c);
      }
      A(r, columns_ + r) = 1;
      basis_.push_back(columns_ + r);
    }
    std::vector<double> cost(idx(width_ - 1), 0);
    for (int r = 0; r < rows_; ++r) cost[idx(columns_ + r)] = 1;
    minimise(cost, width_ - 1);
    double infeasible = 0;
    for (int r = 0; r < rows_; ++r) {
      if (basis_[idx(r)] >= columns_) infeasible += std::abs(rhs(r));
    }
    if (infeasible > 1e-9) return false;
    for (int r = 0; r < rows_; ++r) {  // artificial variables that stay at zero leave where they can
      if (basis_[idx(r)] < columns_) continue;
      for (int c = 0; c < columns_; ++c) {
        if (std::abs(A(r, c)) > 1e-9) {
          pivot(r, c);
          break;
        }
      }
    }
    return true;
  }

  /// From a feasible vertex; false when the sum has no least value.
  bool minimise(const std::vector<double>& cost, int columns) {
    for (int step = 0; step < 5000; ++step) {
      int entering = -1;
      for (int c = 0; c < columns && entering < 0; ++c) {
        double reduced = cost[idx(c)];
        for (int r = 0; r < rows_; ++r) {
          reduced -= cost[idx(basis_[idx(r)])] * A(r, c);
        }
        if (reduced < -1e-9) entering = c;
      }
      if (entering < 0) return true;
      int leaving = -1;
      for (int r = 0; r < rows_; ++r) {
        if (A(r, entering) <= kZero) continue;
        if (leaving < 0) {
          leaving = r;
          continue;
        }
        const double a = rhs(r) * A(leaving, entering), b = rhs(leaving) * A(r, entering);
        const bool tie = std::abs(a - b) <= kZero * std::max(std::abs(a), std::abs(b));
        if (tie ? basis_[idx(r)] < basis_[idx(leaving)] : a < b) {
          leaving = r;
        }
      }
      if (leaving < 0) return false;
      pivot(leaving, entering);
    }
    return true;
  }

  std::vector<double> x() {
    std::vector<double> values(idx(columns_), 0);
    for (int r = 0; r < rows_; ++r) {
      const int c = basis_[idx(r)];
      if (c < columns_) values[idx(c)] = std::max(rhs(r), 0.0);
    }
    return values;
  }
  int columns() const { return columns_; }

 private:
  void pivot(int row, int column) {
    const double inverse = 1 / A(row, column);
    for (int c = 0; c < width_; ++c) A(row, c) *= inverse;
    for (int r = 0; r < rows_; ++r) {
      const double factor = r == row ? 0 : A(r, column);
      if (factor == 0) continue;
      for (int c = 0; c < width_; ++c) A(r, c) -= factor * A(row, c);
    }
    basis_[idx(row)] = column;
  }

  int rows_, columns_, width_;
  std::vector<double> T_;
  std::vector<int> basis_;
};

/// The linear problem of one combination of modes, and the way back to P.
class Combination {
 public:
  Combination(const ContactProblem& problem, const std::vector<ContactMode>& modes)
      : problem_(problem), modes_(modes), rows_(count_rows()), simplex_(rows_, rows_) {
    int row = 0, column = 0;
    for (int i = 0; i < problem.size(); ++i) {
      first_.push_back(column);
      column += width(i);
    }
    for (int i = 0; i < problem.size(); ++i) {
      const int d = problem.d();
      const int equations = width(i);
      for (int a = 0; a < equations; ++a, ++row) {
        for (int j = 0; j < problem.size(); ++j) add_column(row, d * i + a, j);
        const int own = first_[idx(i)];
        if (mode(i) == ContactMode::open) simplex_.A(row, own) -= 1;
        if (a == 1 && mode(i) == ContactMode::slip_plus) simplex_.A(row, own + 1) -= 1;
        if (a == 1 && mode(i) == ContactMode::slip_minus) simplex_.A(row, own + 1) += 1;
        simplex_.rhs(row) = -problem.b(d * i + a);
      }
    }
  }

  bool feasible() { return simplex_.feasible(); }

  /// Vertices where two weighted sums are least and largest; the flag says that one of them has no end.
  std::vector<std::vector<double>> corners(bool& endless) {
    std::vector<std::vector<double>> found{impulses()};
    for (int k = 0; k < 4; ++k) {
      const int weights = k / 2 + 1;
      std::vector<double> cost(idx(2 * rows_), 0);
      for (int c = 0; c < rows_; ++c) {
        cost[idx(c)] = (k % 2 == 0 ? 1 : -1) * (1 + std::fmod(0.618034 * (c + 1) * weights, 1.0));
      }
      if (!simplex_.minimise(cost, rows_)) endless = true;
      found.push_back(impulses());
    }
    return found;
  }

 private:
  ContactMode mode(int i) const { return modes_[idx(i)]; }
  bool rough(int i) const { return problem_.d() == 2 && problem_.mu(i) > 0; }
  /// Variables, and equations, of a contact.
  int width(int i) const { return mode(i) != ContactMode::open && rough(i) ? 2 : 1; }
  int count_rows() const {
    int rows = 0;
    for (int i = 0; i < problem_.size(); ++i) rows += width(i);
    return rows;
  }

  void add_column(int row, int number, int j) {
    if (mode(j) == ContactMode::open) return;
    const int at = first_[idx(j)], d = problem_.d();
    const double normal = problem_.G(number, d * j);
    if (!rough(j)) {
      simplex_.A(row, at) += normal;
      return;
    }
    const double tangential = problem_.G(number, d * j + 1), mu = problem_.mu(j);
    if (mode(j) == ContactMode::stick) {
      simplex_.A(row, at) += normal / (2 * mu) + 0.5 * tangential;
      simplex_.A(row, at + 1) += normal / (2 * mu) - 0.5 * tangential;
    } else {
      simplex_.A(row, at) += normal + (mode(j) == ContactMode::slip_plus ? -mu : mu) * tangential;
    }
  }

  std::vector<double> impulses() {
    const std::vector<double> x = simplex_.x();
    const int d = problem_.d();
    std::vector<double> P(idx(problem_.rows()), 0);
    for (int i = 0; i < problem_.size(); ++i) {
      if (mode(i) == ContactMode::open) continue;
      const auto at = idx(first_[idx(i)]);
      double* own = P.data() + static_cast<std::ptrdiff_t>(d) * i;
      own[0] = x[at];
      if (!rough(i)) continue;
      const double mu = problem_.mu(i);
      if (mode(i) == ContactMode::stick) {
        own[0] = (x[at] + x[at + 1]) / (2 * mu);
        own[1] = 0.5 * (x[at] - x[at + 1]);
      } else {
        own[1] = (mode(i) == ContactMode::slip_plus ? -mu : mu) * x[at];
      }
    }
    return P;
  }

  const ContactProblem& problem_;
  const std::vector<ContactMode>& modes_;
  int rows_;
  std::vector<int> first_;
  Simplex simplex_;
};

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

}  // namespace

AllSolutions find_all_solutions(ContactProblem& problem) {
  AllSolutions all;
  if (problem.d() > 2 || problem.size() == 0) return all;
  const int n = problem.size();
  std::vector<int> choices;
  long long combinations = 1;
  for (int i = 0; i < n; ++i) {
    choices.push_back(problem.d() == 2 && problem.mu(i) > 0 ? 4 : 2);
    combinations *= choices.back();
    if (combinations > kMostCombinations) return all;
  }
  std::vector<ContactMode> modes(idx(n));
  std::vector<double> first_P, first_xi;
  bool several = false;
  for (long long code = 0; code < combinations; ++code) {
    long long rest = code;
    for (std::size_t i = 0; i < modes.size(); ++i) {
      const auto digit = static_cast<int>(rest % choices[i]);
      rest /= choices[i];
      modes[i] = choices[i] == 2 && digit == 1 ? ContactMode::slip_plus : static_cast<ContactMode>(digit);
    }
    ++all.combinations;
    Combination combination(problem, modes);
    if (!combination.feasible()) continue;
    bool endless = false;
    bool fits = false;
    for (const std::vector<double>& P : combination.corners(endless)) {
      std::copy(P.begin(), P.end(), problem.P().begin());
      if (!(problem.residual() <= 1e-7)) continue;  // rounding of the simplex tableau
      fits = true;
      std::vector<double> xi;
      for (int k = 0; k < problem.rows(); ++k) xi.push_back(problem.xi(k));
      if (first_P.empty()) {
        first_P = P;
        first_xi = xi;
      }
      several = several || distance(P, first_P) > kDistinct;
      all.one_motion = all.one_motion && distance(xi, first_xi) <= kDistinct;
    }
    all.fitting += fits ? 1 : 0;
    several = several || (fits && endless);
  }
  if (!first_P.empty()) std::copy(first_P.begin(), first_P.end(), problem.P().begin());
  all.count = first_P.empty() ? SolutionCount::none : several ? SolutionCount::several : SolutionCount::one;
  return all;
}

}  // namespace freeplay
