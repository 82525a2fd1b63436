// SPDX-License-Identifier: Apache-2.0
#include "stepping/gauss/gauss_fixed_step.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr int kMostIterations = 40;
constexpr double kRounding = 1e-15;    // of the scale of each equation: not to be had better
constexpr double kAccepted = 5e-13;    // momentum, of the speed of the system
constexpr double kAcceptedGap = 1e-6;  // joints and gaps, of their lengths
constexpr double kResolution = 1e-15;  // of the coordinates
constexpr double kReach = 100;         // gaps that much larger than the motion of the step cannot close in it

}  // namespace

GaussPoint::GaussPoint(const GaussEquations& equations)
    : u(idx(equations.velocities()), 0),
      lambda(idx(equations.joints()), 0),
      P(idx(equations.rows()), 0),
      g(idx(equations.rows()), 0) {}

FixedStepSolver::FixedStepSolver(GaussEquations& equations, const Choice& solver)
    : eq_(equations),
      nu_(equations.velocities()),
      joints_(equations.joints()),
      rows_(equations.rows()),
      lu_(nu_ + joints_ + rows_),
      problem_(rows_, 1),
      chain_(solver, rows_, 1) {
  const std::size_t n = idx(nu_ + joints_ + rows_);
  jacobian_.assign(idx(nu_) * idx(nu_), 0);
  k_.assign(idx(nu_), 0);
  r_.assign(idx(nu_), 0);
  x_.assign(n, 0);
  columns_.assign(idx(rows_) * n, 0);
  row_scale_.assign(idx(rows_), 1);
  joint_scale_.assign(idx(joints_), 1);
  taken_.reserve(idx(rows_));
}

bool FixedStepSolver::complementary(double h, GaussPoint& point) { return newton(h, nullptr, point); }

bool FixedStepSolver::branch(double h, std::span<const char> closed, GaussPoint& point) {
  return newton(h, closed.data(), point);
}

void FixedStepSolver::scale_rows() {
  const auto scale = [&](const double* row) {
    const double mobility = eq_.row_mobility(row);
    return mobility > 0 ? 1 / std::sqrt(mobility) : 0;  // a row that nothing moves says nothing
  };
  for (int r = 0; r < joints_; ++r) joint_scale_[idx(r)] = scale(eq_.D(r));
  for (int i = 0; i < rows_; ++i) row_scale_[idx(i)] = scale(eq_.W(i));
}

/// Scaled by √M and the mobility of rows, every entry is of size one.
///   [ A −Dᵀ −Wᵀ ]
///   [ D  0   0  ]
///   [ W  0   0  ]
void FixedStepSolver::build(std::span<const char> held) {
  int n = nu_ + joints_;
  for (const char one : held) n += one != 0;
  lu_.resize(n);
  for (int i = 0; i < nu_; ++i) {
    for (int j = 0; j < nu_; ++j) {
      lu_.at(i, j) = jacobian_[idx(i) * idx(nu_) + idx(j)] / (eq_.mass_root(i) * eq_.mass_root(j));
    }
  }
  const auto border = [&](int place, const double* row, double scale) {
    for (int j = 0; j < nu_; ++j) {
      const double value = scale * row[j] / eq_.mass_root(j);
      lu_.at(place, j) = value;
      lu_.at(j, place) = -value;
    }
  };
  for (int r = 0; r < joints_; ++r) border(nu_ + r, eq_.D(r), joint_scale_[idx(r)]);
  int place = nu_ + joints_;
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i] != 0) border(place++, eq_.W(static_cast<int>(i)), row_scale_[i]);
  }
  lu_.factorise();
}

/// Right-hand side without contacts.
void FixedStepSolver::free_motion(double h) {
  eq_.momentum({}, {}, k_);
  std::fill(x_.begin(), x_.end(), 0.0);
  for (int j = 0; j < nu_; ++j) x_[idx(j)] = -k_[idx(j)] / eq_.mass_root(j);
  for (int r = 0; r < joints_; ++r) x_[idx(nu_ + r)] = -joint_scale_[idx(r)] * eq_.joint_error(r) / h;
}

void FixedStepSolver::solve_held(std::span<const char> held, GaussPoint& point) {
  free_motion(point.h);
  std::size_t place = idx(nu_ + joints_);
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i] != 0) x_[place++] = -row_scale_[i] * eq_.gap(static_cast<int>(i)) / point.h;
  }
  lu_.solve({x_.data(), idx(lu_.size())});
  place = idx(nu_ + joints_);
  for (std::size_t i = 0; i < held.size(); ++i) point.P[i] = held[i] != 0 ? row_scale_[i] * x_[place++] : 0;
}

bool FixedStepSolver::solve_contacts(GaussPoint& point) {
  free_motion(point.h);
  lu_.solve({x_.data(), idx(lu_.size())});
  // ξ = g/h + W δu, in units of √J
  const auto times = [&](int row, const double* v) {
    double sum = 0;
    for (int j = 0; j < nu_; ++j) sum += eq_.W(row)[j] / eq_.mass_root(j) * v[j];
    return row_scale_[idx(row)] * sum;
  };
  const auto clear = [&](int row) {
    return row_scale_[idx(row)] * eq_.gap(row) / point.h + times(row, x_.data());
  };
  double most = 0;
  for (int i = 0; i < rows_; ++i) most = std::max(most, -clear(i));
  std::fill(point.P.begin(), point.P.end(), 0.0);
  if (!(most > 0)) return true;  // nothing touches
  taken_.clear();
  for (int i = 0; i < rows_; ++i) {
    if (row_scale_[idx(i)] > 0 && clear(i) <= kReach * most) taken_.push_back(i);
  }
  const int n = static_cast<int>(taken_.size()), width = nu_ + joints_;
  problem_.resize(n);
  for (int c = 0; c < n; ++c) {
    double* column = columns_.data() + static_cast<std::ptrdiff_t>(c) * width;
    std::fill(column, column + width, 0.0);
    const int row = taken_[idx(c)];
    for (int j = 0; j < nu_; ++j) column[j] = row_scale_[idx(row)] * eq_.W(row)[j] / eq_.mass_root(j);
    lu_.solve({column, idx(width)});
  }
  for (int i = 0; i < n; ++i) {
    const int row = taken_[idx(i)];
    for (int j = 0; j < n; ++j) {
      problem_.G(i, j) = times(row, columns_.data() + static_cast<std::ptrdiff_t>(j) * width);
    }
    problem_.b(i) = clear(row);
    problem_.mu(i) = 0;
    problem_.mode(i) = clear(row) < 0 ? ContactMode::slip_plus : ContactMode::open;
  }
  if (!chain_.solve(problem_).solved) return false;
  for (int i = 0; i < n; ++i) {
    const double P = std::max(problem_.P(i), 0.0);
    point.P[idx(taken_[idx(i)])] = row_scale_[idx(taken_[idx(i)])] * P;
    const double* column = columns_.data() + static_cast<std::ptrdiff_t>(i) * width;
    for (int k = 0; k < width; ++k) x_[idx(k)] += P * column[k];
  }
  return true;
}

/// Largest error of all equations at the evaluated point, in units in which kRounding is all one can have.
double FixedStepSolver::error_of(const char* closed, GaussPoint& point) {
  double error = 0;
  eq_.momentum(point.lambda, point.P, r_);
  double moving = 0, jump = 0;
  point.momentum = 0;
  for (int j = 0; j < nu_; ++j) {
    moving += std::pow(eq_.mass_root(j) * point.u[idx(j)], 2);
    jump = std::max(jump, std::abs(eq_.mass_root(j) * (point.u[idx(j)] - eq_.u_A()[idx(j)])));
    point.momentum = std::max(point.momentum, std::abs(r_[idx(j)]) / eq_.mass_root(j));
  }
  const double speed = std::max({eq_.speed(), std::sqrt(moving), jump});
  if (point.momentum > 0) error = point.momentum / speed;
  point.worst_joint = 0;
  point.worst_joint_row = -1;
  for (int r = 0; r < joints_; ++r) {
    const double size = std::abs(eq_.joint_error(r)) / eq_.info().row_scale(idx(r));
    if (!(size <= point.worst_joint)) point.worst_joint = size, point.worst_joint_row = r;
  }
  error = std::max(error, point.worst_joint);
  for (int i = 0; i < rows_; ++i) {
    point.g[idx(i)] = eq_.gap(i);
    const bool held = closed != nullptr ? closed[i] != 0 : point.P[idx(i)] > 0;
    const double wrong = held ? std::abs(eq_.gap(i)) : closed != nullptr ? 0 : std::max(-eq_.gap(i), 0.0);
    // positions carry the rounding of the whole mechanism
    const double scale = std::max(eq_.length(i), eq_.info().length);
    error = std::max(error, wrong / scale);
  }
  return error;
}

/// Forces that are stiff beyond the resolution of the coordinates: no u is better than this one.
bool FixedStepSolver::moves_by_rounding(double h) const {
  if (eq_.q().size() != idx(nu_)) return false;
  double way = 0, size = 0;
  for (int j = 0; j < nu_; ++j) {
    way = std::max(way, std::abs(h * x_[idx(j)]));
    size = std::max(size, std::abs(eq_.q()[idx(j)]) * eq_.mass_root(j));
  }
  return way <= kResolution * size;
}

bool FixedStepSolver::newton(double h, const char* closed, GaussPoint& point) {
  const std::span<const char> held =
      closed != nullptr ? std::span<const char>{closed, idx(rows_)} : std::span<const char>{};
  point.h = h;
  point.solved = false;
  double last = kInfinity;
  bool fresh = false, resolved = false;
  for (int k = 0; k < kMostIterations; ++k) {
    eq_.evaluate(h, point.u);
    const double error = k == 0 ? kInfinity : error_of(closed, point);
    if (std::isnan(error)) return false;
    if (error <= kRounding || (resolved && error > 0.5 * last) ||
        (k > 2 && error <= kAccepted && error > 0.5 * last))
      break;
    if (k == 0 ||
        (error > 0.1 * last && !fresh)) {  // the matrix of the first iterate serves while it is good
      eq_.momentum_jacobian(point.lambda, point.P, jacobian_);
      fresh = true;
    } else {
      fresh = false;
    }
    last = error;
    scale_rows();
    build(held);
    if (closed != nullptr) {
      solve_held(held, point);
    } else if (!solve_contacts(point)) {
      return false;
    }
    resolved = moves_by_rounding(h);
    for (int j = 0; j < nu_; ++j) point.u[idx(j)] += x_[idx(j)] / eq_.mass_root(j);
    for (int r = 0; r < joints_; ++r) point.lambda[idx(r)] = joint_scale_[idx(r)] * x_[idx(nu_ + r)];
  }
  eq_.evaluate(h, point.u);
  error_of(closed, point);
  if (!(point.worst_joint <= kAcceptedGap)) return false;
  for (int i = 0; i < rows_; ++i) {
    const bool touches = closed != nullptr ? closed[i] != 0 : point.P[idx(i)] > 0;
    if (touches ? !(std::abs(point.g[idx(i)]) <= kAcceptedGap * eq_.length(i))
                : closed == nullptr && !(point.g[idx(i)] >= -kAcceptedGap * eq_.length(i)))
      return false;
  }
  double moving = 0;
  for (int j = 0; j < nu_; ++j) moving += std::pow(eq_.mass_root(j) * point.u[idx(j)], 2);
  if (!(point.momentum <= kAccepted * std::max(eq_.speed(), std::sqrt(moving))) && !resolved) return false;
  point.Z = eq_.objective(point.P);
  point.solved = true;
  return true;
}

}  // namespace freeplay
