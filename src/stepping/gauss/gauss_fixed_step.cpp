// SPDX-License-Identifier: Apache-2.0
#include "stepping/gauss/gauss_fixed_step.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr int kMostIterations = 40;
constexpr double kRounding = 1e-15;     // of the scale of each equation: not to be had better
constexpr double kAccepted = 5e-13;     // momentum, of the speed of the system
constexpr double kAcceptedLaw = 1e-10;  // of friction, of the speed: what contact solvers aim at
constexpr double kAcceptedGap = 1e-6;   // joints and gaps, of their lengths
constexpr double kResolution = 1e-15;   // of the coordinates
constexpr double kReach = 100;  // gaps that much larger than the motion of the step cannot close in it

}  // namespace

FixedStepSolver::FixedStepSolver(GaussEquations& equations, const Choice& solver)
    : eq_(equations),
      nu_(equations.velocities()),
      joints_(equations.joints()),
      rows_(equations.rows()),
      tangents_(equations.tangents()),
      d_(1 + tangents_),
      lu_(nu_ + joints_ + d_ * rows_),
      problem_(rows_, d_),
      chain_(solver, rows_, d_) {
  const std::size_t n = idx(nu_ + joints_ + d_ * rows_);
  jacobian_.assign(idx(nu_) * idx(nu_), 0);
  slip_jacobian_.assign(idx(equations.slips()) * idx(nu_), 0);
  k_.assign(idx(nu_), 0);
  r_.assign(idx(nu_), 0);
  x_.assign(n, 0);
  columns_.assign(idx(d_ * rows_) * n, 0);
  row_scale_.assign(idx(rows_), 1);
  joint_scale_.assign(idx(joints_), 1);
  taken_.reserve(idx(rows_));
}

bool FixedStepSolver::complementary(double h, GaussPoint& point) { return newton(h, {}, point); }

bool FixedStepSolver::branch(double h, std::span<const ContactMode> modes, GaussPoint& point) {
  return newton(h, modes, point);
}

void FixedStepSolver::scale_rows() {
  const auto scale = [&](const double* row) {
    const double mobility = eq_.row_mobility(row);
    return mobility > 0 ? 1 / std::sqrt(mobility) : 0;  // a row that nothing moves says nothing
  };
  for (int r = 0; r < joints_; ++r) joint_scale_[idx(r)] = scale(eq_.D(r));
  for (int i = 0; i < rows_; ++i) row_scale_[idx(i)] = scale(eq_.W(i));
}

/// Values along √M u stand in the row, rates in the column, with the sign of an impulse.
void FixedStepSolver::border(int row, int column, const double* values, const double* rates, double scale) {
  for (int j = 0; j < nu_; ++j) {
    if (values != nullptr) lu_.at(j, column) = -scale * values[j] / eq_.mass_root(j);
    if (rates != nullptr) lu_.at(row, j) = scale * rates[j] / eq_.mass_root(j);
  }
}

/// Scaled by √M and the mobility of rows, every entry is of size one.
///   [ A −Dᵀ −Wᵀ ]
///   [ D  0   0  ]
///   [ W  0   0  ]
/// With friction each closed contact has rows and columns of T beside those of P.
void FixedStepSolver::build(Modes modes, const GaussPoint& point) {
  int n = nu_ + joints_;
  for (const ContactMode mode : modes) n += mode != ContactMode::open ? d_ : 0;
  lu_.resize(n);
  for (int i = 0; i < nu_; ++i) {
    for (int j = 0; j < nu_; ++j) {
      lu_.at(i, j) = jacobian_[idx(i) * idx(nu_) + idx(j)] / (eq_.mass_root(i) * eq_.mass_root(j));
    }
  }
  for (int r = 0; r < joints_; ++r) border(nu_ + r, nu_ + r, eq_.D(r), eq_.D(r), joint_scale_[idx(r)]);
  int place = nu_ + joints_;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (modes[i] == ContactMode::open) continue;
    const int contact = to_int(i);
    border(place, place, eq_.W(contact), eq_.W(contact), row_scale_[i]);
    for (int a = 0; a < tangents_; ++a) {
      const int slip = tangents_ * contact + a;
      const double* rate = modes[i] == ContactMode::stick ? slip_rate(slip) : nullptr;
      border(place + 1 + a, place + 1 + a, eq_.W_T(slip), rate, row_scale_[i]);
    }
    if (tangents_ > 0 && modes[i] != ContactMode::stick) build_slip(contact, place, point);
    place += d_;
  }
  lu_.factorise();
}

/// Which way a contact that slips does so: γ_T/|γ_T|, against T where it is about to begin.
void FixedStepSolver::direction(int contact, Modes modes, const GaussPoint& point, double* t) const {
  if (tangents_ == 1) {
    t[0] = modes[idx(contact)] == ContactMode::slip_minus ? -1 : 1;
    return;
  }
  const int first = tangents_ * contact;
  double size = std::hypot(eq_.slip(first), eq_.slip(first + 1));
  for (int a = 0; a < 2; ++a) t[a] = size > 0 ? eq_.slip(first + a) / size : 0;
  if (size > 0) return;
  size = std::hypot(point.T[idx(first)], point.T[idx(first + 1)]);
  for (int a = 0; a < 2; ++a) t[a] = size > 0 ? -point.T[idx(first + a)] / size : a == 0 ? 1 : 0;
}

/// T + μ P t + μ P (I − t tᵀ)/|γ_T| δγ_T = 0, t = γ_T/|γ_T|: the last term, which turns the direction, is for space.
void FixedStepSolver::build_slip(int contact, int place, const GaussPoint& point) {
  const double s = row_scale_[idx(contact)], mu = eq_.mu(contact);
  double t[2] = {0, 0};
  direction(contact, {point.mode.data(), point.mode.size()}, point, t);
  const int first = tangents_ * contact;
  const double size = tangents_ == 2 ? s * std::hypot(eq_.slip(first), eq_.slip(first + 1)) : 0;
  const double turn = size > 0 && s > 0 ? mu * std::max(point.P[idx(contact)], 0.0) / s / size : 0;
  const double unit = 1 / std::max(1.0, turn);
  for (int a = 0; a < tangents_; ++a) {
    const int row = place + 1 + a;
    lu_.at(row, row) = unit;
    lu_.at(row, place) = unit * mu * t[a];
    for (int b = 0; b < tangents_ && turn > 0; ++b) {
      const double weight = unit * turn * ((a == b ? 1 : 0) - t[a] * t[b]) * s;
      for (int j = 0; j < nu_; ++j) lu_.at(row, j) += weight * slip_rate(first + b)[j] / eq_.mass_root(j);
    }
  }
}

/// Right-hand side without contacts.
void FixedStepSolver::free_motion(double h) {
  eq_.momentum({}, k_);
  std::fill(x_.begin(), x_.end(), 0.0);
  for (int j = 0; j < nu_; ++j) x_[idx(j)] = -k_[idx(j)] / eq_.mass_root(j);
  for (int r = 0; r < joints_; ++r) x_[idx(nu_ + r)] = -joint_scale_[idx(r)] * eq_.joint_error(r) / h;
}

void FixedStepSolver::solve_held(Modes modes, GaussPoint& point) {
  free_motion(point.h);
  std::size_t place = idx(nu_ + joints_);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (modes[i] == ContactMode::open) continue;
    x_[place] = -row_scale_[i] * eq_.gap(to_int(i)) / point.h;
    for (int a = 0; a < tangents_; ++a) {
      const bool sticks = modes[i] == ContactMode::stick;
      x_[place + idx(1 + a)] = sticks ? -row_scale_[i] * eq_.slip(tangents_ * to_int(i) + a) : 0;
    }
    place += idx(d_);
  }
  lu_.solve({x_.data(), idx(lu_.size())});
  place = idx(nu_ + joints_);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const bool closed = modes[i] != ContactMode::open;
    point.P[i] = closed ? row_scale_[i] * x_[place] : 0;
    for (std::size_t a = 0; a < idx(tangents_); ++a)
      point.T[idx(tangents_) * i + a] = closed ? row_scale_[i] * x_[place + 1 + a] : 0;
    if (closed) place += idx(d_);
  }
}

/// A scaled row times √M u.
double FixedStepSolver::times(const double* row, double scale, const double* v) const {
  double sum = 0;
  for (int j = 0; j < nu_; ++j) sum += row[j] / eq_.mass_root(j) * v[j];
  return scale * sum;
}

/// ξ_N = g/h + W δu without contacts, in units of √J.
double FixedStepSolver::clear(int row, double h) const {
  return row_scale_[idx(row)] * eq_.gap(row) / h + times(eq_.W(row), row_scale_[idx(row)], x_.data());
}

/// The contact problem of those in taken_, with the columns of A⁻¹ Wᵀ; returns their width.
int FixedStepSolver::pose_contacts(const GaussPoint& point) {
  const int n = int_size(taken_), width = nu_ + joints_;
  problem_.resize_full(n);
  const auto row_of = [&](int k) {  // of force: W or W_T
    const int contact = taken_[idx(k / d_)];
    return k % d_ == 0 ? eq_.W(contact) : eq_.W_T(tangents_ * contact + k % d_ - 1);
  };
  const auto rate_of = [&](int k) {  // of motion
    return k % d_ == 0 ? row_of(k) : slip_rate(tangents_ * taken_[idx(k / d_)] + k % d_ - 1);
  };
  for (int c = 0; c < d_ * n; ++c) {
    double* column = columns_.data() + static_cast<std::ptrdiff_t>(c) * width;
    std::fill(column, column + width, 0.0);
    const double scale = row_scale_[idx(taken_[idx(c / d_)])];
    for (int j = 0; j < nu_; ++j) column[j] = scale * row_of(c)[j] / eq_.mass_root(j);
    lu_.solve({column, idx(width)});
  }
  for (int k = 0; k < d_ * n; ++k) {
    const int contact = taken_[idx(k / d_)];
    const double scale = row_scale_[idx(contact)];
    for (int c = 0; c < d_ * n; ++c) {
      problem_.G(k, c) = times(rate_of(k), scale, columns_.data() + static_cast<std::ptrdiff_t>(c) * width);
    }
    const int slip = tangents_ * contact + k % d_ - 1;
    problem_.b(k) =
        k % d_ == 0 ? clear(contact, point.h) : scale * eq_.slip(slip) + times(rate_of(k), scale, x_.data());
    if (d_ > 1) problem_.P(k) = (k % d_ == 0 ? point.P[idx(contact)] : point.T[idx(slip)]) / scale;
  }
  for (int i = 0; i < n; ++i) {
    const int contact = taken_[idx(i)];
    problem_.mu(i) = d_ > 1 ? eq_.mu(contact) : 0;
    problem_.mode(i) = d_ > 1 && point.mode[idx(contact)] != ContactMode::open ? point.mode[idx(contact)]
                       : clear(contact, point.h) < 0                           ? ContactMode::slip_plus
                                                                               : ContactMode::open;
  }
  return width;
}

bool FixedStepSolver::solve_contacts(GaussPoint& point) {
  free_motion(point.h);
  lu_.solve({x_.data(), idx(lu_.size())});
  double most = 0;
  for (int i = 0; i < rows_; ++i) most = std::max(most, -clear(i, point.h));
  taken_.clear();
  for (int i = 0; i < rows_ && most > 0; ++i) {  // most = 0: nothing touches
    if (row_scale_[idx(i)] > 0 && clear(i, point.h) <= kReach * most) taken_.push_back(i);
  }
  const int width = taken_.empty() ? 0 : pose_contacts(point);
  std::fill(point.P.begin(), point.P.end(), 0.0);
  std::fill(point.T.begin(), point.T.end(), 0.0);
  std::fill(point.mode.begin(), point.mode.end(), ContactMode::open);
  if (taken_.empty()) return true;
  if (!chain_.solve(problem_).solved) return false;
  for (int i = 0; i < problem_.size(); ++i) {
    const auto contact = idx(taken_[idx(i)]);
    const double scale = row_scale_[contact], P = std::max(problem_.P(d_ * i), 0.0);
    point.P[contact] = scale * P;
    point.mode[contact] = P > 0 ? problem_.mode(i) : ContactMode::open;
    if (P > 0 && problem_.mode(i) == ContactMode::open) point.mode[contact] = ContactMode::slip_plus;
    for (int a = 0; a < d_; ++a) {
      const double impulse = a == 0 ? P : P > 0 ? problem_.P(d_ * i + a) : 0;
      if (a > 0) point.T[idx(tangents_) * contact + idx(a - 1)] = scale * impulse;
      const double* column = columns_.data() + static_cast<std::ptrdiff_t>(d_ * i + a) * width;
      for (int k = 0; k < width; ++k) x_[idx(k)] += impulse * column[k];
    }
  }
  return true;
}

/// Friction of a contact at the evaluated point: of given modes their equation, else the natural map of Coulomb's law;
/// in √J.
double FixedStepSolver::law_error(int contact, Modes modes, const GaussPoint& point) const {
  const double s = row_scale_[idx(contact)], mu = eq_.mu(contact);
  if (!(s > 0)) return 0;
  const int first = tangents_ * contact;
  double P[3] = {point.P[idx(contact)] / s, 0, 0}, xi[3] = {0, 0, 0}, map[3] = {0, 0, 0}, t[2] = {0, 0};
  for (int a = 0; a < tangents_; ++a) {
    P[1 + a] = point.T[idx(first + a)] / s;
    xi[1 + a] = s * eq_.slip(first + a);
  }
  if (modes.empty()) {
    contact_map(P, xi, mu, d_, map, chain_.facets());
  } else if (modes[idx(contact)] == ContactMode::stick) {
    std::copy(xi, xi + 3, map);
  } else if (modes[idx(contact)] != ContactMode::open) {
    direction(contact, modes, point, t);
    for (int a = 0; a < tangents_; ++a) map[1 + a] = P[1 + a] + mu * P[0] * t[a];
  }
  return std::hypot(map[1], map[2]);
}

/// Largest error of all equations at the evaluated point, in units in which kRounding is all one can have.
double FixedStepSolver::error_of(Modes modes, GaussPoint& point) {
  double error = 0;
  eq_.momentum(point.impulses(), r_);
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
    const bool given = !modes.empty();
    const bool held = given ? modes[idx(i)] != ContactMode::open : point.P[idx(i)] > 0;
    const double wrong = held ? std::abs(eq_.gap(i)) : given ? 0 : std::max(-eq_.gap(i), 0.0);
    // positions carry the rounding of the whole mechanism
    const double scale = std::max(eq_.length(i), eq_.info().length);
    error = std::max(error, wrong / scale);
  }
  rest_ = error;
  point.law = 0;
  for (int k = 0; k < eq_.slips(); ++k) point.slip[idx(k)] = eq_.slip(k);
  for (int i = 0; i < rows_ && tangents_ > 0 && speed > 0; ++i) {
    point.law = std::max(point.law, law_error(i, modes, point) / speed);
  }
  return std::max(error, point.law);
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

bool FixedStepSolver::newton(double h, Modes modes, GaussPoint& point) {
  point.h = h;
  point.solved = false;
  if (!modes.empty()) std::copy(modes.begin(), modes.end(), point.mode.begin());
  double last = kInfinity;
  bool fresh = false, resolved = false;
  for (int k = 0; k < kMostIterations; ++k) {
    eq_.evaluate(h, point.u);
    if (k > 0 && tangents_ > 0) scale_rows();
    const double error = k == 0 ? kInfinity : error_of(modes, point);
    if (std::isnan(error)) return false;
    const bool good = k > 2 && rest_ <= kAccepted && point.law <= kAcceptedLaw;
    if (error <= kRounding || ((resolved || good) && error > 0.5 * last)) break;
    if (k == 0 ||
        (error > 0.1 * last && !fresh)) {  // the matrix of the first iterate serves while it is good
      eq_.jacobian(point.impulses(), jacobian_, slip_jacobian_);
      fresh = true;
    } else {
      fresh = false;
    }
    last = error;
    scale_rows();
    build(modes, point);
    if (!modes.empty()) {
      solve_held(modes, point);
    } else if (!solve_contacts(point)) {
      return false;
    }
    resolved = moves_by_rounding(h);
    for (int j = 0; j < nu_; ++j) point.u[idx(j)] += x_[idx(j)] / eq_.mass_root(j);
    for (int r = 0; r < joints_; ++r) point.lambda[idx(r)] = joint_scale_[idx(r)] * x_[idx(nu_ + r)];
  }
  return is_solution(h, modes, resolved, point);
}

bool FixedStepSolver::is_solution(double h, Modes modes, bool resolved, GaussPoint& point) {
  eq_.evaluate(h, point.u);
  error_of(modes, point);
  if (!(point.worst_joint <= kAcceptedGap)) return false;
  for (int i = 0; i < rows_; ++i) {
    const bool given = !modes.empty();
    const bool touches = given ? modes[idx(i)] != ContactMode::open : point.P[idx(i)] > 0;
    if (touches ? !(std::abs(point.g[idx(i)]) <= kAcceptedGap * eq_.length(i))
                : !given && !(point.g[idx(i)] >= -kAcceptedGap * eq_.length(i)))
      return false;
  }
  double moving = 0;
  for (int j = 0; j < nu_; ++j) moving += std::pow(eq_.mass_root(j) * point.u[idx(j)], 2);
  if (!(point.momentum <= kAccepted * std::max(eq_.speed(), std::sqrt(moving))) && !resolved) return false;
  if (!(point.law <= chain_.statistics().accept)) return false;
  point.Z = eq_.objective(point.impulses());
  point.solved = true;
  return true;
}

}  // namespace freeplay
