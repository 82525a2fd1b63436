// SPDX-License-Identifier: Apache-2.0
#include "system/initial.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "base/tolerances.h"
#include "system/sparse_initial.h"

namespace freeplay {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr double kNewtonTolerance = 1e-13;  // last correction, relative to the system's size or 1 rad
constexpr int kNewtonIterations = 60;

/// Velocities of a body: those of its centre come first.
int per_body(const SystemInfo& info) { return info.dimension == 3 ? 6 : 3; }
bool is_translation(const SystemInfo& info, int i) { return i % per_body(info) < info.dimension; }

/// The constraints at one configuration in units of the mass norm: A = D M^{-1/2}, rows of unit length.
struct Linearised {
  Matrix A;
  Vector residual;   // of the scaled rows
  Vector row_scale;  // scaled row = row / row_scale
};

/// Rows that are combinations of earlier ones (Gram–Schmidt, twice for safety); `partners` gets the rows
/// each of them depends on.
std::vector<int> dependent_rows(const Matrix& A, std::vector<std::vector<int>>& partners) {
  std::vector<int> dependent;
  std::vector<int> kept;
  Matrix basis(A.rows(), A.cols());
  Matrix mix = Matrix::Identity(A.rows(), A.rows());  // basis row = combination of the rows of A
  int rank = 0;
  for (int r = 0; r < A.rows(); ++r) {
    Eigen::RowVectorXd rest = A.row(r);
    for (int pass = 0; pass < 2; ++pass) {
      for (int k = 0; k < rank; ++k) {
        const double part = rest.dot(basis.row(k));
        rest -= part * basis.row(k);
        mix.row(r) -= part * mix.row(kept[static_cast<std::size_t>(k)]);
      }
    }
    const double length = rest.norm();
    if (length > kDependentRow) {
      basis.row(rank++) = rest / length;
      mix.row(r) /= length;
      kept.push_back(r);
      continue;
    }
    dependent.push_back(r);
    std::vector<int> with;
    for (int k = 0; k < A.rows(); ++k) {
      if (k != r && std::abs(mix(r, k)) > 1e-6) with.push_back(k);
    }
    partners.push_back(with);
  }
  return dependent;
}

class Initial {
 public:
  Initial(const System& system, State& state) : system_(system), state_(state), ev_(system.info()) {
    system.mass(state.q(), ev_);
    inverse_root_.resize(system.info().nu);
    for (int i = 0; i < system.info().nu; ++i)
      inverse_root_[i] = 1 / std::sqrt(ev_.M[static_cast<std::size_t>(i)]);
    if (system.info().constraints.size() >= SparseInitial::kLeastRows)
      sparse_ = std::make_unique<SparseInitial>(system, state);
  }

  /// Rows at the current q; the residual is Φ, or D u + Φ_t when `velocity` is set. Rows in `without` are
  /// zero. A large system has no dense matrix: A is empty, its rows have their own lengths.
  Linearised linearise(bool velocity, const std::vector<bool>& without = {}) {
    const SystemInfo& info = system_.info();
    const int rows = static_cast<int>(info.constraints.size());
    system_.place(state_.t(), state_.q(), ev_);
    system_.constraints(state_.t(), state_.q(), ev_);
    Linearised lin{Matrix::Zero(sparse_ ? 0 : rows, info.nu), Vector::Zero(rows), Vector::Ones(rows)};
    for (int r = 0; r < rows; ++r) {
      if (!without.empty() && without[static_cast<std::size_t>(r)]) continue;
      const RowShape& shape = info.constraints[static_cast<std::size_t>(r)].shape;
      const double* value = ev_.row_D(r);
      double rate = ev_.Phi_t[static_cast<std::size_t>(r)];
      for (std::size_t block = 0; block < 2; ++block) {
        for (int k = 0; k < shape.size[block]; ++k, ++value) {
          const int column = shape.start[block] + k;
          if (!sparse_) lin.A(r, column) += *value * inverse_root_[column];
          rate += *value * state_.u()[static_cast<std::size_t>(column)];
        }
      }
      lin.residual[r] = velocity ? rate : ev_.Phi[static_cast<std::size_t>(r)];
      if (sparse_) continue;
      const double length = lin.A.row(r).norm();
      if (length > 0) {
        lin.row_scale[r] = length;
        lin.A.row(r) /= length;
        lin.residual[r] /= length;
      }
    }
    return lin;
  }

  /// Least change that removes the residual using the coordinates that `free` allows, in file units.
  Vector correction(const Linearised& lin, const std::vector<bool>& free) const {
    Matrix A = lin.A;
    for (int c = 0; c < A.cols(); ++c) {
      if (!free[static_cast<std::size_t>(c)]) A.col(c).setZero();
    }
    Eigen::CompleteOrthogonalDecomposition<Matrix> solver(A.rows(), A.cols());
    solver.setThreshold(kDependentRow);
    solver.compute(A);
    const Vector step = solver.solve(-lin.residual);
    return step.cwiseProduct(inverse_root_);
  }

  /// Size of a change: lengths against the system's length, angles against 1.
  double relative(const Vector& change) const {
    double size = 0;
    for (int i = 0; i < change.size(); ++i) {
      size = std::max(size, std::abs(change[i]) / system_.info().u_size(static_cast<std::size_t>(i)));
    }
    return size;
  }

  /// Largest error of a row that is left, as a change of coordinates, and its joints.
  bool positions(const std::vector<bool>& free, std::vector<bool> without) {
    leave_out_rolling(without);
    if (sparse_) return sparse_->positions(free, without);
    for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
      const Linearised lin = linearise(false, without);
      if (lin.residual.size() == 0 || lin.residual.isZero(0)) return true;
      Vector change = correction(lin, free);
      if (!change.allFinite()) return false;
      const double size = relative(change);
      if (size < kNewtonTolerance) return left_over(lin, change) < 1e-9;
      if (size > 0.3) change *= 0.3 / size;  // stay near the drawing: a longer step could flip the mechanism
      system_.advance(q_before(), {change.data(), static_cast<std::size_t>(change.size())}, 1, state_.q());
    }
    const Linearised lin = linearise(false, without);
    const Vector change = correction(lin, free);
    return relative(change) < 1e3 * kNewtonTolerance && left_over(lin, change) < 1e-9;
  }

  bool velocities(const std::vector<bool>& free) {
    if (sparse_) return sparse_->velocities(free);
    const Vector before = Eigen::Map<const Vector>(state_.u().data(), system_.info().nu);
    for (int pass = 0; pass < 2; ++pass) {  // the second pass removes the rounding of the first
      const Linearised lin = linearise(true);
      const Vector change = correction(lin, free);
      for (int i = 0; i < change.size(); ++i) state_.u()[static_cast<std::size_t>(i)] += change[i];
    }
    const Linearised lin = linearise(true);
    const Vector after = Eigen::Map<const Vector>(state_.u().data(), system_.info().nu);
    double speed = 0;  // in units of the mass norm, as the residual
    for (int i = 0; i < after.size(); ++i) {
      speed =
          std::max({speed, std::abs(after[i]) / inverse_root_[i], std::abs(before[i]) / inverse_root_[i]});
    }
    for (int r = 0; r < lin.residual.size(); ++r) {
      speed = std::max(speed, std::abs(ev_.Phi_t[static_cast<std::size_t>(r)]) / lin.row_scale[r]);
    }
    return lin.residual.size() == 0 || lin.residual.lpNorm<Eigen::Infinity>() <= 1e-9 * speed;
  }

  /// Some u̇ satisfies D u̇ = γ: drivers of one motion that agree in speed may part at once.
  bool accelerations() {
    if (sparse_) return sparse_->accelerations();
    const Linearised lin = linearise(true);
    if (lin.residual.size() == 0) return true;
    system_.constraint_gamma(state_.t(), state_.q(), state_.u(), ev_);
    Vector b(lin.residual.size());
    for (int r = 0; r < b.size(); ++r) b[r] = ev_.gamma[static_cast<std::size_t>(r)] / lin.row_scale[r];
    Eigen::CompleteOrthogonalDecomposition<Matrix> solver(lin.A.rows(), lin.A.cols());
    solver.setThreshold(kDependentRow);
    solver.compute(lin.A);
    const Vector rest = lin.A * solver.solve(b) - b;
    // sizes of γ and of the centripetal terms it is made of, in units of the mass norm
    double energy = 0, mass = 0;
    for (int i = 0; i < system_.info().nu; ++i) {
      const double root = 1 / inverse_root_[i], u = state_.u()[static_cast<std::size_t>(i)];
      energy += root * root * u * u;
      if (is_translation(system_.info(), i)) mass = std::max(mass, root);
    }
    const double size = std::max(b.lpNorm<Eigen::Infinity>(), energy / (mass * system_.info().length));
    return rest.lpNorm<Eigen::Infinity>() <= 1e-8 * size;
  }

  /// What no change can remove, as a relative size; > 0 when constraints contradict each other.
  double left_over(const Linearised& lin, const Vector& change) const {
    const Vector rest = lin.residual + lin.A * change.cwiseQuotient(inverse_root_);
    double size = 0;
    for (int r = 0; r < rest.size(); ++r) {
      const double scale = system_.info().row_scale(static_cast<std::size_t>(r));
      size = std::max(size, std::abs(rest[r]) * lin.row_scale[r] / scale);
    }
    return size;
  }

  std::vector<int> dependent(const std::vector<bool>& without, std::vector<std::vector<int>>& partners) {
    if (sparse_) return sparse_->dependent_rows(without, partners);
    return dependent_rows(linearise(false, without).A, partners);
  }

 private:
  /// Rows of velocities only say nothing about positions.
  void leave_out_rolling(std::vector<bool>& without) const {
    const std::vector<ConstraintInfo>& rows = system_.info().constraints;
    without.resize(rows.size(), false);
    for (std::size_t r = 0; r < rows.size(); ++r) without[r] = without[r] || !rows[r].holonomic;
  }
  std::span<const double> q_before() {
    q_.assign(state_.q().begin(), state_.q().end());
    return q_;
  }

  const System& system_;
  State& state_;
  Evaluation ev_;
  Vector inverse_root_;
  std::vector<double> q_;
  std::unique_ptr<SparseInitial> sparse_;  ///< of large systems
};

std::string owner(const std::string& row_name) { return row_name.substr(0, row_name.rfind('.')); }

std::string owners(const SystemInfo& info, const std::vector<int>& rows) {
  std::set<std::string> names;
  for (const int row : rows)
    names.insert("'" + owner(info.constraints[static_cast<std::size_t>(row)].name) + "'");
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The worst rows by name, for a message.
std::string worst_rows(const System& system, const Linearised& lin, bool velocity) {
  std::vector<int> order(static_cast<std::size_t>(lin.residual.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return std::abs(lin.residual[i]) > std::abs(lin.residual[j]); });
  std::vector<std::string> parts;
  for (const int row : order) {
    if (parts.size() == 3 || std::abs(lin.residual[row]) < 1e-3 * std::abs(lin.residual[order[0]])) break;
    const ConstraintInfo& info = system.info().constraints[static_cast<std::size_t>(row)];
    parts.push_back(fmt::format("{} by {:.3g} {}{}", info.name, lin.residual[row] * lin.row_scale[row],
                                info.angle ? "rad" : "m", velocity ? "/s" : ""));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<bool> all_of(int count) { return std::vector<bool>(static_cast<std::size_t>(count), true); }
std::vector<bool> not_given(const std::vector<bool>& given) {
  std::vector<bool> free(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) free[i] = !given[i];
  return free;
}

/// Rows that cannot hold together, the first such set; a single row is one without any direction.
std::vector<int> contradiction(Initial& initial, const std::vector<bool>& without) {
  std::vector<std::vector<int>> partners;
  const std::vector<int> dependent = initial.dependent(without, partners);
  for (std::size_t i = 0; i < dependent.size(); ++i) {
    if (without[static_cast<std::size_t>(dependent[i])]) continue;
    std::vector<int> rows = partners[i];
    rows.push_back(dependent[i]);
    return rows;
  }
  return {};
}

/// Positions, in the order of what may give way: coordinates that were not given, the start of relative
/// drivers, given coordinates. Of two ways to move the latter, the one that moves them less is taken.
bool place(const System& system, Initial& initial, const GivenCoordinates& given, const State& drawn,
           State& state) {
  const std::vector<bool> free = not_given(given.q);
  if (initial.positions(free, {})) return true;
  state.restore(drawn);
  if (initial.positions(free, given.relative)) return true;
  const std::vector<bool> everything = all_of(static_cast<int>(free.size()));
  const auto moved = [&](const State& now) {
    Eigen::VectorXd change = Eigen::VectorXd::Zero(static_cast<int>(free.size()));
    system.difference(drawn.q(), now.q(), {change.data(), free.size()});
    for (std::size_t i = 0; i < free.size(); ++i) {
      if (free[i]) change[static_cast<int>(i)] = 0;
    }
    return initial.relative(change);
  };
  const bool from_closest = initial.positions(everything, given.relative);
  const State closest = state;
  state.restore(drawn);
  const bool from_drawn = initial.positions(everything, given.relative);
  if (from_closest && (!from_drawn || moved(closest) < moved(state))) state.restore(closest);
  return from_closest || from_drawn;
}

/// Changes of what the user gave; the rest was free to be found.
void report_moves(const System& system, const GivenCoordinates& given, const State& before,
                  const State& after, InitialReport& report) {
  const SystemInfo& info = system.info();
  double speed_scale = 0;
  for (std::size_t i = 0; i < after.u().size(); ++i) {
    const double size = is_translation(info, static_cast<int>(i)) ? 1.0 : info.length;
    speed_scale = std::max({speed_scale, std::abs(after.u()[i]) * size, std::abs(before.u()[i]) * size});
  }
  const double length = info.length;
  std::vector<double> change(after.u().size()), faster(after.u().size());
  system.difference(before.q(), after.q(), change);
  for (std::size_t i = 0; i < change.size(); ++i) {
    if (!given.q[i]) change[i] = 0;
    faster[i] = given.u[i] ? after.u()[i] - before.u()[i] : 0;
  }
  const auto per = static_cast<std::size_t>(per_body(info)),
             lengths = static_cast<std::size_t>(info.dimension);
  for (std::size_t b = 0; b < info.bodies.size(); ++b) {
    const auto size = [&](const std::vector<double>& of, std::size_t from, std::size_t to) {
      if (to - from == 1) return of[per * b + from];  // an angle of the plane keeps its sign
      double sum = 0;
      for (std::size_t k = from; k < to; ++k) sum = std::hypot(sum, of[per * b + k]);
      return sum;
    };
    MovedBody moved{info.bodies[b].name, size(change, 0, lengths), size(change, lengths, per),
                    size(faster, 0, lengths), size(faster, lengths, per)};
    const bool position = moved.distance > 1e-9 * length || std::abs(moved.angle) > 1e-9;
    const bool velocity =
        moved.speed > 1e-9 * speed_scale || std::abs(moved.angular_speed) * length > 1e-9 * speed_scale;
    if (!position) moved.distance = moved.angle = 0;
    if (!velocity) moved.speed = moved.angular_speed = 0;
    if (position || velocity) report.moved.push_back(moved);
  }
}

}  // namespace

InitialReport make_consistent(const System& system, const GivenCoordinates& given, State& state,
                              Diagnostics& problems) {
  const SystemInfo& info = system.info();
  InitialReport report;
  const State drawn = state;
  Initial initial(system, state);
  if (!place(system, initial, given, drawn, state)) {
    const Linearised lin = initial.linearise(false, given.relative);
    std::string hint = "check points, lengths and positions of these joints";
    if (const std::vector<int> rows = contradiction(initial, given.relative); rows.size() > 1) {
      hint = fmt::format(
          "joints {} constrain the same motion and contradict each other: remove one of them, or "
          "make their geometry agree",
          owners(info, rows));
    } else if (!rows.empty()) {
      hint = fmt::format("{} has no direction to move in: draw its two points apart", owners(info, rows));
    }
    problems.error(
        {}, "joint",
        fmt::format("the joints cannot be assembled; apart remain {}", worst_rows(system, lin, false)), hint);
    report.failed = true;
    return report;
  }

  std::vector<std::vector<int>> partners;
  const std::vector<int> dependent = initial.dependent({}, partners);
  for (std::size_t i = 0; i < dependent.size(); ++i) {
    const std::string& name = info.constraints[static_cast<std::size_t>(dependent[i])].name;
    report.redundant.push_back(name);
    problems.warning(
        {}, "joint",
        fmt::format("constraint {} is redundant: it follows from joints {}", name, owners(info, partners[i])),
        "the motion is not affected; the reactions of these joints are not unique");
  }
  report.degrees_of_freedom = info.nu - static_cast<int>(info.constraints.size() - dependent.size());

  std::string hint = "drivers or joints ask for different motions";
  if (!dependent.empty()) {
    std::vector<int> rows = partners.front();
    rows.push_back(dependent.front());
    hint = fmt::format("{} prescribe the same motion differently: remove one of them", owners(info, rows));
  }
  // given velocities change only when they must, from the closest that the others can come
  report.failed = !initial.velocities(not_given(given.u)) && !initial.velocities(all_of(info.nu));
  if (report.failed) {
    problems.error({}, "driver",
                   fmt::format("no velocity satisfies all joints and drivers; left over {}",
                               worst_rows(system, initial.linearise(true), true)),
                   hint);
  } else if (!initial.accelerations()) {
    problems.error({}, "driver",
                   "no acceleration satisfies all joints and drivers: they part after the start", hint);
    report.failed = true;
  }
  if (report.failed) return report;
  report_moves(system, given, drawn, state, report);
  return report;
}

}  // namespace freeplay
