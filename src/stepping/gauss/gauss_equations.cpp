// SPDX-License-Identifier: Apache-2.0
#include "stepping/gauss/gauss_equations.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kFar = 1e9;          // a gap of so many clearances is not looked at
constexpr double kResolved = 1e-8;    // of the coordinates
constexpr double kDifference = 1e-6;  // of the scale of a velocity, or of the step

double dot(const double* a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < b.size(); ++i) sum += a[i] * b[i];
  return sum;
}

bool has_friction(const SystemInfo& info) {
  return std::any_of(info.contacts.begin(), info.contacts.end(),
                     [](const ContactInfo& contact) { return contact.mu > 0; });
}

}  // namespace

GaussEquations::Point::Point(const SystemInfo& info, int rows, int slips) : ev(info) {
  const auto nu = idx(info.nu), n = idx(rows);
  q.assign(idx(info.nq), 0);
  u.assign(nu, 0);
  g.assign(n, 0);
  W.assign(n * nu, 0);
  D.assign(info.constraints.size() * nu, 0);
  w_tilde.assign(n, 0);
  W_T.assign(idx(slips) * nu, 0);
  slip.assign(idx(slips), 0);
}

GaussEquations::GaussEquations(const System& system, bool angular_row)
    : system_(system),
      info_(system.info()),
      nu_(info_.nu),
      joints_(int_size(info_.constraints)),
      contacts_(int_size(info_.contacts)),
      tangents_(has_friction(info_) ? info_.dimension - 1 : 0),
      angular_([&] {
        std::vector<AngularRow> rows;
        for (const JointInfo& joint : info_.joints) {
          if (!angular_row || joint.tilt[0] < 0) continue;
          for (const double sign : {1.0, -1.0}) rows.push_back({joint.tilt[0], joint.tilt[1], sign});
        }
        return rows;
      }()),
      rows_(contacts_ + int_size(angular_)),
      here_(info_, rows_, tangents_ * contacts_),
      other_(info_, rows_, tangents_ * contacts_),
      mass_(info_) {
  const auto nu = idx(nu_);
  q_A_.assign(idx(info_.nq), 0);
  for (std::vector<double>* v : {&u_A_, &mass_root_, &force_, &accel_, &r_, &trial_u_}) v->assign(nu, 0);
  gap_A_.assign(info_.contacts.size(), 0);
  for (const ContactInfo& contact : info_.contacts) length_.push_back(contact.length);
  for (const AngularRow& row : angular_) length_.push_back(length_[idx(row.front)]);
}

bool GaussEquations::choose_contacts(State& state, double longest) {
  if (!system_.choose_contacts(state, longest)) return false;
  if (info_.switches == 0) return true;
  Evaluation& ev = here_.ev;
  system_.load(state.features(), ev);
  system_.place(state.t(), state.q(), ev);
  system_.switches(state.t(), state.q(), ev);
  for (int k = 0; k < info_.switches; ++k) {  // a gap jumps at the end of the step in which its branch ended
    if (ev.switches[idx(k)] < 0) system_.pass_switch(k, state);
  }
  return true;
}

void GaussEquations::load(const State& state) {
  if (info_.features == 0) return;
  system_.load(state.features(), here_.ev);
  system_.load(state.features(), other_.ev);
  for (int i = 0; i < contacts_; ++i) {
    length_[idx(i)] = here_.ev.contacts[idx(i)].length;
  }
}

void GaussEquations::start(const State& state, double longest) {
  std::copy(state.q().begin(), state.q().end(), q_A_.begin());
  std::copy(state.u().begin(), state.u().end(), u_A_.begin());
  t_A_ = state.t();
  longest_ = longest;
  load(state);
  Evaluation& ev = here_.ev;
  system_.place(t_A_, q_A_, ev);
  system_.mass(q_A_, ev);
  system_.forces(t_A_, q_A_, u_A_, ev);
  if (contacts_ > 0) system_.gaps(t_A_, q_A_, ev);
  std::copy(ev.gap.begin(), ev.gap.end(), gap_A_.begin());
  double moving = 0, pushed = 0;
  for (std::size_t j = 0; j < mass_root_.size(); ++j) {
    const bool dense = info_.mass == MassKind::dense;
    mass_root_[j] = std::sqrt(dense ? ev.M[j * mass_root_.size() + j] : ev.M[j]);
    moving += std::pow(mass_root_[j] * u_A_[j], 2);
    pushed += std::pow(ev.h[j] / mass_root_[j], 2);
  }
  speed_ = std::sqrt(moving) + longest * std::sqrt(pushed);
}

void GaussEquations::place(double h, std::span<const double> u, Point& at) const {
  const double t = t_A_ + h;
  at.h = h;
  std::copy(u.begin(), u.end(), at.u.begin());
  system_.advance(q_A_, u, h, at.q);
  system_.place(t, at.q, at.ev);
  system_.mass(at.q, at.ev);
  system_.forces(t, at.q, u, at.ev);
  const auto nu = idx(nu_);
  if (joints_ > 0) {
    system_.constraints(t, at.q, at.ev);
    std::fill(at.D.begin(), at.D.end(), 0.0);
    for (int r = 0; r < joints_; ++r) {
      add_row(info_.constraints[idx(r)].shape, at.ev.row_D(r), 1, at.D.data() + idx(r) * nu);
    }
  }
  if (contacts_ > 0) contact_rows(t, at);
}

void GaussEquations::contact_rows(double t, Point& at) const {
  const auto nu = idx(nu_);
  system_.gaps(t, at.q, at.ev);
  std::fill(at.W.begin(), at.W.end(), 0.0);
  std::fill(at.W_T.begin(), at.W_T.end(), 0.0);
  std::fill(at.slip.begin(), at.slip.end(), 0.0);
  for (int i = 0; i < contacts_; ++i) {
    const auto k = idx(i);
    at.g[k] = at.ev.gap[k];
    if (!(at.g[k] < kFar * length_[k])) {  // an empty slot, or nothing to be touched in a step
      at.g[k] = kFar * length_[k];
      at.w_tilde[k] = 0;
      continue;
    }
    system_.contact_rows(t, at.q, i, at.ev);
    const int first = info_.dimension * i;
    add_row(at.ev.contacts[k].shape, at.ev.row_W(first), 1, at.W.data() + k * nu);
    at.w_tilde[k] = at.ev.w_tilde[idx(first)];
    for (int a = 0; a < tangents_; ++a) {
      const auto s = idx(tangents_ * i + a);
      add_row(at.ev.contacts[k].shape, at.ev.row_W(first + 1 + a), 1, at.W_T.data() + s * nu);
      at.slip[s] = dot(at.W_T.data() + s * nu, at.u) + at.ev.w_tilde[idx(first + 1 + a)];
    }
  }
  for (std::size_t a = 0; a < angular_.size(); ++a) {
    const AngularRow& row = angular_[a];
    const auto b = idx(row.back), f = idx(row.front);
    const std::size_t k = idx(contacts_) + a;
    at.g[k] = 0.5 * length_[k] - row.sign * (at.g[f] - at.g[b]);
    at.w_tilde[k] = -row.sign * (at.w_tilde[f] - at.w_tilde[b]);
    for (std::size_t j = 0; j < nu; ++j) {
      at.W[k * nu + j] = -row.sign * (at.W[f * nu + j] - at.W[b * nu + j]);
    }
  }
}

double GaussEquations::gap_rate(int row) const { return dot(W(row), here_.u) + here_.w_tilde[idx(row)]; }

double GaussEquations::joint_rate(int joint) const { return dot(D(joint), here_.u) + joint_drive(joint); }

double GaussEquations::normal_rate(int contact, std::span<const double> u) const {
  return dot(W(contact), u) + here_.w_tilde[idx(contact)];
}

double GaussEquations::slip_rate(int contact, int which, std::span<const double> u) const {
  const int row = row_T(contact, which);
  return dot_row(here_.ev.contacts[idx(contact)].shape, here_.ev.row_W(row), u.data()) +
         here_.ev.w_tilde[idx(row)];
}

void GaussEquations::momentum_at(const Point& at, const GaussImpulses& by, std::span<double> out) const {
  const auto nu = idx(nu_);
  for (std::size_t i = 0; i < nu; ++i) {
    double sum = 0;
    if (info_.mass == MassKind::diagonal) {
      sum = at.ev.M[i] * (at.u[i] - u_A_[i]);
    } else {
      for (std::size_t j = 0; j < nu; ++j) sum += at.ev.M[i * nu + j] * (at.u[j] - u_A_[j]);
    }
    out[i] = sum - at.h * at.ev.h[i];
  }
  const auto take = [&](std::span<const double> impulses, const std::vector<double>& rows) {
    for (std::size_t k = 0; k < impulses.size(); ++k) {
      if (impulses[k] == 0) continue;
      for (std::size_t i = 0; i < nu; ++i) out[i] -= rows[k * nu + i] * impulses[k];
    }
  };
  take(by.lambda, at.D);
  take(by.P, at.W);
  take(by.T, at.W_T);
}

/// By how much √M u is changed for a difference: a part of the speed, but not less than positions resolve.
double GaussEquations::difference() const {
  double size = 0;
  const bool turns = q_A_.size() != mass_root_.size();  // Euler parameters: coordinates are not those of u
  for (std::size_t j = 0; j < mass_root_.size(); ++j) {
    size = std::max(size, (turns ? info_.u_size(j) : std::abs(q_A_[j])) * mass_root_[j]);
  }
  const double change = std::max(kDifference * speed_, kResolved * size / here_.h);
  return change > 0 ? change : 1;
}

void GaussEquations::jacobian(const GaussImpulses& by, std::span<double> momentum, std::span<double> slip) {
  const auto nu = idx(nu_);
  momentum_at(here_, by, r_);
  const double unit = difference();
  for (std::size_t j = 0; j < nu; ++j) {
    std::copy(here_.u.begin(), here_.u.end(), trial_u_.begin());
    trial_u_[j] += unit / mass_root_[j];
    const double delta = trial_u_[j] - here_.u[j];
    place(here_.h, trial_u_, other_);
    momentum_at(other_, by, force_);
    for (std::size_t i = 0; i < nu; ++i) momentum[i * nu + j] = (force_[i] - r_[i]) / delta;
    for (std::size_t s = 0; s < here_.slip.size(); ++s)
      slip[s * nu + j] = (other_.slip[s] - here_.slip[s]) / delta;
  }
}

void GaussEquations::step_rates(const GaussImpulses& by, std::span<double> momentum, std::span<double> slip) {
  momentum_at(here_, by, r_);
  const double trial = here_.h * (1 + kDifference);
  place(trial, here_.u, other_);
  momentum_at(other_, by, force_);
  for (std::size_t i = 0; i < momentum.size(); ++i) momentum[i] = (force_[i] - r_[i]) / (trial - here_.h);
  for (std::size_t s = 0; s < slip.size(); ++s)
    slip[s] = (other_.slip[s] - here_.slip[s]) / (trial - here_.h);
}

double GaussEquations::objective_at(const Point& at, const GaussImpulses& by) {
  const auto nu = idx(nu_);
  std::fill(force_.begin(), force_.end(), 0.0);
  std::fill(accel_.begin(), accel_.end(), 0.0);
  bool pushed = false;
  const auto push = [&](std::span<const double> impulses, const std::vector<double>& rows) {
    for (std::size_t k = 0; k < impulses.size(); ++k) {
      if (impulses[k] == 0) continue;
      pushed = true;
      for (std::size_t i = 0; i < nu; ++i) force_[i] += rows[k * nu + i] * impulses[k];
    }
  };
  push(by.P, at.W);
  push(by.T, at.W_T);
  if (!pushed) return 0;
  mass_.factorise(at.ev, true);
  mass_.inverse_mass(force_, accel_);
  return dot(force_.data(), accel_) / (at.h * at.h);
}

double GaussEquations::objective_rates(const GaussImpulses& by, std::span<double> by_u,
                                       std::span<double> by_P, std::span<double> by_T) {
  const double Z = objective(by), h = here_.h;
  for (std::size_t k = 0; k < by_P.size(); ++k) {
    by_P[k] = 2 * dot(W(to_int(k)), accel_) / (h * h);
  }
  for (std::size_t k = 0; k < by_T.size(); ++k) {
    by_T[k] = 2 * dot(W_T(to_int(k)), accel_) / (h * h);
  }
  const double unit = difference();
  for (std::size_t j = 0; j < by_u.size(); ++j) {
    std::copy(here_.u.begin(), here_.u.end(), trial_u_.begin());
    trial_u_[j] += unit / mass_root_[j];
    place(h, trial_u_, other_);
    by_u[j] = (objective_at(other_, by) - Z) / (trial_u_[j] - here_.u[j]);
  }
  place(h * (1 + kDifference), here_.u, other_);
  return (objective_at(other_, by) - Z) / (other_.h - h);
}

double GaussEquations::row_mobility(const double* row) const {
  double sum = 0;
  for (int j = 0; j < nu_; ++j) sum += std::pow(row[j] / mass_root(j), 2);
  return sum;
}

}  // namespace freeplay
