// SPDX-License-Identifier: Apache-2.0
// Coordinate partitioning: as many coordinates as the machine has degrees of freedom are integrated, and the
// others follow from them, so that constraints hold to rounding wherever the equations are evaluated.
//   u = (u_d, u_i),  D = [D_d D_i]                                     [Marques2015, eqs. (2.66), (2.68)]
//   Φ(q_d, q_i) = 0 for q_d, by Newton's method with D_d               [Marques2015, eq. (2.71)]
//   D_d u_d = −D_i u_i − Φ_t                                           [Marques2015, eq. (2.74)]
//   D u̇ = γ as in `lagrange`
// The dependent coordinates are integrated too, but only to start Newton's method from: a better guess than
// extrapolation (2.72), at no cost. Positions move by System::advance along dependent velocities, so that
// coordinates need not be integrals of velocities. Rows of velocities only (rolling) determine velocities;
// positions then have fewer dependent ones among them.
//
// Which velocities are dependent is chosen by full pivoting (dependent_columns.h), so that those that move
// most for their size are independent, as a crank's angle. Between steps, when their share of the motion has
// fallen below half of what others would have, they are chosen anew. Errors of independent positions reach
// the other velocities with the square of its inverse, so there is nothing to gain from waiting.
#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/index.h"
#include "formulations/dependent_columns.h"
#include "formulations/formulation.h"
#include "system/constraint_space.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "independent",
     .help = "the velocities that are integrated, by name, such as [\"crank.angle\"]; default: chosen, and "
             "chosen anew where others serve better",
     .kind = ParamKind::texts,
     .optional = true}};

constexpr double kEnough = 0.5;       // of the best determinant
constexpr double kConverged = 1e-13;  // last correction, of the coordinates' sizes
constexpr double kQuadratic = 1e-8;   // the next correction of Newton's method is the square of this
constexpr double kFarthest = 0.5;     // a longer correction leads to another way to assemble the machine
constexpr int kIterations = 20;

class CoordinatePartitioning final : public Formulation {
 public:
  CoordinatePartitioning(const System& system, const std::vector<int>& independent)
      : Formulation(system),
        system_(system),
        info_(system.info()),
        velocities_(info_, false),
        positions_(info_, true),
        given_(!independent.empty()),
        allowed_(idx(info_.nu), true),
        moved_(idx(info_.nq), 0),
        delta_(idx(info_.nu), 0),
        right_(info_.constraints.size(), 0) {
    for (const int column : independent) allowed_[idx(column)] = false;
    for (const ConstraintInfo& row : info_.constraints) rolls_ = rolls_ || !row.holonomic;
  }

  void accelerations(const Evaluation& ev, std::span<const double>, std::span<double> u_dot,
                     std::span<double> lambda) override {
    std::copy(ev.gamma.begin(), ev.gamma.end(), lambda.begin());
    dynamics_.solve(ev, u_dot, lambda);
  }
  int singular_row() const override { return singular_ >= 0 ? singular_ : dynamics_.lost_row(); }

  bool reduces() const override { return true; }

  bool complete(double t, std::span<double> q, std::span<double> u, Evaluation& ev) override {
    singular_ = -1;
    if (info_.constraints.empty()) return true;
    if (!complete_positions(t, q, ev)) return false;
    system_.place(t, q, ev);
    system_.constraints(t, q, ev);
    if (rolls_) singular_ = velocities_.factorise(ev);
    if (singular_ >= 0) return false;
    for (int pass = 0; pass < 3; ++pass) {  // the factorisation may be of a point nearby
      for (std::size_t i = 0; i < velocities_.rows().size(); ++i) {
        const int row = velocities_.rows()[i];
        const auto r = idx(row);
        right_[i] = -dot_row(info_.constraints[r].shape, ev.row_D(row), u.data()) - ev.Phi_t[r];
      }
      velocities_.solve(right_, delta_);
      for (std::size_t i = 0; i < u.size(); ++i) u[i] += delta_[i];
    }
    return std::all_of(u.begin(), u.end(), [](double value) { return std::isfinite(value); });
  }

  bool choose(double t, std::span<const double> q, std::span<const double>, Evaluation& ev) override {
    if (info_.constraints.empty() || given_) return false;
    system_.place(t, q, ev);
    system_.constraints(t, q, ev);
    bool changed = velocities_.improve(ev, allowed_, kEnough);
    if (rolls_) {
      if (changed) {
        positions_.choose(ev, velocities_.dependent());
      } else {
        changed = positions_.improve(ev, velocities_.dependent(), kEnough);
      }
    }
    return changed;
  }
  void visit(Archive& a) override { a(velocities_, positions_); }

 private:
  /// Without rolling, what determines velocities determines positions too.
  DependentColumns& of_positions() { return rolls_ ? positions_ : velocities_; }

  bool complete_positions(double t, std::span<double> q, Evaluation& ev) {
    DependentColumns& columns = of_positions();
    double before = 0;
    bool serves = false;  // an old factorisation does while it converges
    for (int iteration = 0; iteration < kIterations; ++iteration) {
      system_.place(t, q, ev);
      system_.constraints(t, q, ev);
      if (!velocities_.chosen()) {
        velocities_.choose(ev, allowed_);
        if (rolls_) positions_.choose(ev, velocities_.dependent());
      }
      if (!serves) singular_ = columns.factorise(ev);
      if (singular_ >= 0) return false;
      for (std::size_t i = 0; i < columns.rows().size(); ++i) right_[i] = -ev.Phi[idx(columns.rows()[i])];
      const double size = columns.solve(right_, delta_);
      if (!(size < kFarthest)) return false;
      system_.advance(q, delta_, 1, moved_);
      std::copy(moved_.begin(), moved_.end(), q.begin());
      if (size < kConverged || (!serves && size < kQuadratic)) return true;
      serves = iteration > 0 && size < 0.01 * before;
      before = size;
    }
    return false;
  }

  const System& system_;
  const SystemInfo& info_;
  DependentColumns velocities_, positions_;
  bool given_, rolls_ = false;
  std::vector<bool> allowed_;  ///< may be dependent
  std::vector<double> moved_, delta_, right_;
  int singular_ = -1;
};

std::unique_ptr<Formulation> make(const System& system, const Parameters& given, double) {
  std::vector<int> independent;
  for (const std::string& word : given.texts("independent")) {
    int found = 0;
    while (found < system.info().nu && velocity_name(system.info(), found) != word) ++found;
    FREEPLAY_ASSERT(found < system.info().nu);  // unknown names are reported when the model is assembled
    independent.push_back(found);
  }
  return std::make_unique<CoordinatePartitioning>(system, independent);
}

}  // namespace

namespace entry {
FREEPLAY_FORMULATION(coordinate_partitioning) = {
    {.name = "coordinate_partitioning",
     .citation = "Marques2015",
     .help = "as many coordinates as degrees of freedom are integrated: joints hold to rounding",
     .params = kParams},
    make,
    {.redundant = {.holds = true}}};
}  // namespace entry
}  // namespace freeplay
