// SPDX-License-Identifier: Apache-2.0
// Lemke's complementary pivot algorithm (lemke_pivots.h) on the contact problem as an LCP.
//
// In the plane, Flores2009, eq. (85):
//   y = A x + b,  0 ≤ y ⊥ x ≥ 0,   x = (P_N, P_R, ξ_L),  y = (ξ_N, ξ_R, P_L)       [Flores2009, eq. (76)]
//   P_R = μ P_N + P_T,  P_L = μ P_N − P_T,  ξ_T = ξ_R − ξ_L
//                                                                 [Flores2009, eqs. (73)–(75)]
//
// In space friction is a pyramid inside the cone [StewartTrinkle1996; AnitescuPotra1997]: P_T = Σ β_k d_k
// with the directions d_k = (cos 2πk/f, sin 2πk/f), k = 0 … f−1,
//   0 ≤ ξ_N ⊥ P_N ≥ 0,   0 ≤ d_kᵀ ξ_T + λ ⊥ β_k ≥ 0,   0 ≤ μ P_N − Σ β_k ⊥ λ ≥ 0
// which says that P_T takes the most energy that a point of the polygon can. λ is the slip. The answer is
// judged by the residual of the polygon, not of the disc.
//
// Contacts without friction, and all with d = 1, bring only their normal row. The final basis names the mode
// of each contact; the impulses are then solved from the original matrix, so that no rounding of the pivots
// is left in them.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/index.h"
#include "complementarity/lemke_pivots.h"
#include "complementarity/mode_solver.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr int kFacets = 8;

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS,
                             {.key = "facets",
                              .symbol = "f",
                              .fallback = kFacets,
                              .low = 4,
                              .high = 64,
                              .help = "sides of the friction pyramid, an even number; in space only"}};

constexpr int kMostRows = LemkePivots::kMostRows;

class Lemke final : public ContactSolver {
 public:
  Lemke(int capacity, int d, int iterations, int facets)
      : iterations_(iterations),
        facets_(d == 3 ? facets : 0),
        lcp_(std::min(capacity, kMostRows) * (d == 1   ? 1
                                              : d == 2 ? 3
                                                       : facets + 2)),
        modes_(d == 3 ? 0 : std::min(capacity, kMostRows)),
        basic_(d == 3 ? std::min(std::min(capacity, kMostRows) * (facets + 2), kMostRows) : 0) {
    const auto n = idx(std::min(capacity, kMostRows));
    rough_.assign(n, 0);
    raw_.assign(idx(std::max(d, 2)) * n, 0);
    best_.assign(raw_.size(), 0);
    guess_.assign(n, ContactMode::open);
    if (d < 3) return;
    const auto rows = std::min<std::size_t>(n * idx(facets + 2), kMostRows);
    unknown_.reserve(rows);
    x_.assign(rows, 0);
    for (int k = 0; k < facets; ++k) {
      const double angle = 2 * std::numbers::pi * k / facets;
      direction_.push_back({std::cos(angle), std::sin(angle)});
    }
  }

  const char* name() const override { return "lemke"; }
  int facets() const override { return facets_; }

  bool accepts(const ContactProblem& problem) const override {
    if (problem.size() > kMostRows || problem.facets() != facets_) return false;
    if (problem.d() == 3 && facets_ == 0) return false;  // the cone itself
    int rows = problem.size();
    for (int i = 0; i < problem.size() && problem.d() > 1; ++i)
      rows += problem.mu(i) > 0 ? rows_of_friction(problem.d()) : 0;
    return rows <= kMostRows;
  }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    SolveReport report;
    report.residual = kInfinity;
    n_ = problem.size();
    d_ = problem.d();
    f_ = 0;
    for (int i = 0; i < n_ && d_ > 1; ++i) {
      if (problem.mu(i) > 0) rough_[idx(f_++)] = i;
    }
    m_ = n_ + rows_of_friction(d_) * f_;
    const int attempts = m_ <= LemkePivots::kFewRows ? LemkePivots::kAttempts : 1;
    for (int attempt = 0; attempt < attempts && !report.solved; ++attempt) {
      fill(problem, attempt);
      const bool ended = lcp_.solve(iterations_, problem);
      report.iterations += lcp_.pivots();
      if (!ended) {
        if (attempt == 0) report.reason = lcp_.ray() ? "the path of pivots ends on a ray" : "too many pivots";
        continue;
      }
      const double residual = d_ == 3 ? read_pyramid(problem) : read_plane(problem);
      if (!(residual < report.residual)) continue;
      report.residual = residual;
      for (int k = 0; k < d_ * n_; ++k) best_[idx(k)] = problem.P(k);
      for (int i = 0; i < n_; ++i) problem.mode(i) = guess_[idx(i)];
      report.solved = residual <= tolerance;
      if (!report.solved) report.reason = "rounding of the pivots is larger than the tolerance";
    }
    if (std::isfinite(report.residual)) {
      for (int k = 0; k < d_ * n_; ++k) problem.P(k) = best_[idx(k)];
    }
    return report;
  }

 private:
  int rows_of_friction(int d) const { return d == 2 ? 2 : d == 3 ? facets_ + 1 : 0; }
  int rough(int k) const { return rough_[idx(k)]; }

  void fill(const ContactProblem& problem, int attempt) {
    lcp_.start(m_, attempt);
    if (d_ == 3) {
      fill_pyramid(problem);
    } else {
      fill_plane(problem);
    }
  }

  // ---------------------------------------------------------------------------------------------- the plane
  void fill_plane(const ContactProblem& problem) {
    for (int i = 0; i < n_; ++i) {  // Flores2009, eq. (83)
      for (int j = 0; j < n_; ++j) lcp_.set_A(i, j, normal_column(problem, d_ * i, j));
      for (int k = 0; k < f_; ++k) lcp_.set_A(i, n_ + k, problem.G(2 * i, 2 * rough(k) + 1));
      lcp_.set_b(i, problem.b(d_ * i));
    }
    for (int r = 0; r < f_; ++r) {  // Flores2009, eq. (84)
      const int row = 2 * rough(r) + 1;
      for (int j = 0; j < n_; ++j) lcp_.set_A(n_ + r, j, normal_column(problem, row, j));
      for (int k = 0; k < f_; ++k) lcp_.set_A(n_ + r, n_ + k, problem.G(row, 2 * rough(k) + 1));
      lcp_.set_A(n_ + r, n_ + f_ + r, 1);
      lcp_.set_b(n_ + r, problem.b(row));
      lcp_.set_A(n_ + f_ + r, rough(r), 2 * problem.mu(rough(r)));  // Flores2009, eq. (79)
      lcp_.set_A(n_ + f_ + r, n_ + r, -1);
    }
  }

  /// Column of P_N once P_T = P_R − μ P_N is inserted.
  double normal_column(const ContactProblem& problem, int row, int contact) const {
    if (d_ == 1) return problem.G(row, contact);
    return problem.G(row, 2 * contact) - problem.mu(contact) * problem.G(row, 2 * contact + 1);
  }

  double read_plane(ContactProblem& problem) {
    for (int i = 0; i < n_; ++i) {
      problem.P(d_ * i) = lcp_.x(i);
      if (d_ == 2) problem.P(2 * i + 1) = 0;
      guess_[idx(i)] = lcp_.basic(i) ? ContactMode::slip_plus : ContactMode::open;
    }
    for (int k = 0; k < f_; ++k) {
      const int i = rough(k);
      if (guess_[idx(i)] == ContactMode::open) continue;
      problem.P(2 * i + 1) = lcp_.x(n_ + k) - problem.mu(i) * problem.P(2 * i);
      // ξ_L basic: P_L = 0, slip in the negative direction; P_R not basic: ξ_R > 0, positive slip
      guess_[idx(i)] = lcp_.basic(n_ + f_ + k) ? ContactMode::slip_minus
                       : lcp_.basic(n_ + k)    ? ContactMode::stick
                                               : ContactMode::slip_plus;
    }
    return polish(problem, [&] { modes_.solve(problem, {guess_.data(), idx(n_)}); });
  }

  // ---------------------------------------------------------------------------------------------- the
  // pyramid Rows and unknowns: n of P_N, f_·facets of β, f_ of λ.
  int beta(int k, int facet) const { return n_ + k * facets_ + facet; }
  int lambda(int k) const { return n_ + f_ * facets_ + k; }
  const std::array<double, 2>& direction(int facet) const { return direction_[idx(facet)]; }

  void fill_pyramid(const ContactProblem& problem) {
    for (int i = 0; i < n_; ++i) {
      fill_row(problem, i, 3 * i, 1, 0, 0);
      lcp_.set_b(i, problem.b(3 * i));
    }
    for (int k = 0; k < f_; ++k) {
      const int first = 3 * rough(k);
      for (int facet = 0; facet < facets_; ++facet) {
        const int row = beta(k, facet);
        const auto [c, s] = direction(facet);
        fill_row(problem, row, first, 0, c, s);
        lcp_.set_A(row, lambda(k), 1);
        lcp_.set_b(row, c * problem.b(first + 1) + s * problem.b(first + 2));
        lcp_.set_A(lambda(k), row, -1);
      }
      lcp_.set_A(lambda(k), rough(k), problem.mu(rough(k)));
    }
  }

  /// The row of a combination of the three rows of a contact.
  void fill_row(const ContactProblem& problem, int row, int first, double normal, double c, double s) {
    const auto entry = [&](int column) {
      if (normal != 0) return problem.G(first, column);
      return c * problem.G(first + 1, column) + s * problem.G(first + 2, column);
    };
    for (int j = 0; j < n_; ++j) lcp_.set_A(row, j, entry(3 * j));
    for (int k = 0; k < f_; ++k) {
      const double t1 = entry(3 * rough(k) + 1), t2 = entry(3 * rough(k) + 2);
      for (int facet = 0; facet < facets_; ++facet)
        lcp_.set_A(row, beta(k, facet), direction(facet)[0] * t1 + direction(facet)[1] * t2);
    }
  }

  double read_pyramid(ContactProblem& problem) {
    unknown_.clear();
    for (int r = 0; r < m_; ++r) {
      if (lcp_.basic(r)) unknown_.push_back(r);
    }
    for (std::size_t r = 0; r < unknown_.size(); ++r) x_[r] = lcp_.x(unknown_[r]);
    put_pyramid(problem);
    return polish(problem, [&] {  // the rows of what is in the basis, as equations
      fill(problem, 0);
      const int count = int_size(unknown_);
      basic_.start(count);
      for (int r = 0; r < count; ++r) {
        const int row = unknown_[idx(r)];
        for (int c = 0; c < count; ++c) basic_.A(r, c) = lcp_.A(row, unknown_[idx(c)]);
        basic_.rhs(r) = -lcp_.b(row);
      }
      basic_.solve({x_.data(), idx(count)});
      put_pyramid(problem);
    });
  }

  /// x_ of the unknowns as impulses, and the modes: λ is in the basis where a contact slides.
  void put_pyramid(ContactProblem& problem) {
    std::fill(problem.P().begin(), problem.P().end(), 0.0);
    std::fill_n(guess_.begin(), n_, ContactMode::open);
    for (std::size_t r = 0; r < unknown_.size(); ++r) {
      const int k = unknown_[r] - n_;
      if (k < 0) {
        problem.P(3 * unknown_[r]) = x_[r];
        const bool smooth = problem.mu(unknown_[r]) == 0;
        guess_[idx(unknown_[r])] = smooth ? ContactMode::slip_plus : ContactMode::stick;
      } else if (k < f_ * facets_) {
        const int i = rough(k / facets_);
        problem.P(3 * i + 1) += direction(k % facets_)[0] * x_[r];
        problem.P(3 * i + 2) += direction(k % facets_)[1] * x_[r];
      } else {
        ContactMode& mode = guess_[idx(rough(k - f_ * facets_))];
        if (mode == ContactMode::stick) mode = ContactMode::slip_plus;
      }
    }
  }

  /// The impulses of the basis from the original matrix, unless what the pivots left is better.
  template <class F>
  double polish(ContactProblem& problem, F&& solve_again) {
    const double raw = problem.residual();
    for (int k = 0; k < d_ * n_; ++k) raw_[idx(k)] = problem.P(k);
    solve_again();
    const double polished = problem.residual();
    if (polished <= raw) return polished;
    for (int k = 0; k < d_ * n_; ++k) problem.P(k) = raw_[idx(k)];
    return raw;
  }

  int iterations_, facets_, n_ = 0, d_ = 2;
  int f_ = 0, m_ = 0;  // contacts with friction, rows
  LemkePivots lcp_;
  std::vector<double> raw_, best_, x_;
  std::vector<int> rough_, unknown_;
  std::vector<std::array<double, 2>> direction_;
  std::vector<ContactMode> guess_;
  ModeSolver modes_;
  DenseDirect basic_;
};

std::unique_ptr<ContactSolver> make(const Parameters& given, int capacity, int d) {
  return std::make_unique<Lemke>(capacity, d, static_cast<int>(given.number("iterations")),
                                 static_cast<int>(given.number("facets")));
}

}  // namespace

namespace entry {
FREEPLAY_SOLVER(lemke) = {
    {"lemke", "Flores2009", "Lemke's pivoting on the LCP (85); in space with a friction pyramid", kParams},
    make};
}  // namespace entry
}  // namespace freeplay
