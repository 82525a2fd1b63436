// SPDX-License-Identifier: Apache-2.0
// Friction in smooth motion: what rubs at a point, along which tangents, and with what force.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/spatial.h"
#include "stepping/compliant/compliant_equations.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

constexpr double kDifference = 1e-5;  // of the time that the motion has: by how much differences look aside
constexpr double kHoldRate = 10;      // of 1/(the machine's time): most that a slip left over is damped

}  // namespace

const FrictionLaw* CompliantEquations::law(int element) const {
  return element < contacts_ ? contact(element).friction : info_.rubbing[idx(element - contacts_)].friction;
}

int CompliantEquations::dimension(int element) const {
  return element < contacts_ ? info_.dimension - 1 : info_.rubbing[idx(element - contacts_)].d;
}

// A slip in a plane turns faster and faster as it dies out, and an explicit method would follow it down to
// the last digit. In space others come to rest with it, whose errors are in every slip of the machine.
double CompliantEquations::rest(int element) const {
  constexpr double kTurning = 100;
  const double slow = scales_.accuracy() * scales_.speed() * info_.length;
  return info_.dimension == 3 || dimension(element) > 1 ? kTurning * slow : slow;
}

Tangent CompliantEquations::slip_of(int element, const Point& point) const {
  Tangent slip{};
  for (int k = 0; k < dimension(element); ++k) {
    if (element < contacts_) {
      const int row = info_.dimension * element + 1 + k;
      slip[idx(k)] = dot_row(contact(element).shape, ev_.row_W(row), point.u.data()) + ev_.w_tilde[idx(row)];
    } else {
      const int place = element - contacts_;
      slip[idx(k)] = dot_row(info_.rubbing[idx(place)].shape, ev_.row_R(place, k), point.u.data());
    }
  }
  return slip;
}

// The rates of rows at constant u are central differences.
double CompliantEquations::closing(double t, std::span<const double> y, int c,
                                   std::span<const double> u_dot) {
  const Point point = split(y.data());
  const ContactData& data = contact(c);
  const int row = info_.dimension * c;
  double sum = dot_row(data.shape, ev_.row_W(row), u_dot.data());
  // a journal goes round its play faster than the machine turns
  double speed = scales_.speed() * data.length;
  for (int k = 0; k < info_.dimension; ++k)
    speed = std::max(
        speed, std::abs(dot_row(data.shape, ev_.row_W(row + k), point.u.data()) + ev_.w_tilde[idx(row + k)]));
  const double dt = kDifference * data.length / speed;
  system_.load(state_->features(), probe_);
  for (const double side : {-1.0, 1.0}) {
    system_.advance(point.q, point.u, side * dt, probe_q_);
    system_.place(t + side * dt, probe_q_, probe_);
    system_.gaps(t + side * dt, probe_q_, probe_);
    system_.contact_rows(t + side * dt, probe_q_, c, probe_);
    sum +=
        side / (2 * dt) * (dot_row(data.shape, probe_.row_W(row), point.u.data()) + probe_.w_tilde[idx(row)]);
  }
  return -sum;
}

void CompliantEquations::contact_targets(double t, const Point& point) {
  const auto held = [](const Rub& rub) { return rub.contact >= 0 && rub.hold != Hold::none; };
  if (std::none_of(friction_.rubs().begin(), friction_.rubs().end(), held)) return;
  // a central difference over a hundred-thousandth of the machine's time: its two errors are both below 1e-10
  const double dt = kDifference / scales_.speed();
  for (const double side : {-1.0, 1.0}) {
    system_.advance(point.q, point.u, side * dt, probe_q_);
    system_.place(t + side * dt, probe_q_, probe_);
    system_.gaps(t + side * dt, probe_q_, probe_);
    for (Rub& rub : friction_.rubs()) {
      if (!held(rub)) continue;
      contact_rows(t + side * dt, probe_q_, rub.contact, probe_);
      for (int k = 0; k < info_.dimension - 1; ++k) {
        const int row = info_.dimension * rub.contact + 1 + k;
        const double slip =
            dot_row(contact(rub.contact).shape, probe_.row_W(row), point.u.data()) + probe_.w_tilde[idx(row)];
        rub.target[idx(k)] -= side * slip / (2 * dt);
      }
    }
  }
}

Rub CompliantEquations::rub(double t, const Point& point, int element, double normal, bool asks) {
  Rub out;
  out.law = law(element);
  out.in.t = t;
  out.in.d = dimension(element);
  out.in.slip = slip_of(element, point);
  out.in.normal = normal;
  out.in.rest = rest(element);
  out.in.z = point.z.data() + state_place(element);
  out.in.m = state_->m().data() + memory_place(element);
  out.hold = out.law->hold(out.in);
  if (out.hold == Hold::none && asks) out.hold = Hold::asks;
  const bool joint = element >= contacts_;
  (joint ? out.place : out.contact) = joint ? element - contacts_ : element;
  if (out.hold == Hold::none) return out;
  double rate = out.law->hold_rate();
  if (!std::isfinite(rate)) rate = std::min(hold_rate_, kHoldRate * scales_.own_speed());
  if (joint) {
    for (int k = 0; k < out.in.d; ++k) out.target[idx(k)] = ev_.rubbing_gamma[idx(3 * out.place + k)];
  }
  out.target = out.target - rate * out.in.slip;
  return out;
}

void CompliantEquations::contact_rows(double t, std::span<const double> q, int c, Evaluation& ev) {
  system_.contact_rows(t, q, c, ev);
  tangents_.turn_back(*state_, c, contact(c), scales_, ev);
}

bool CompliantEquations::rub_all(double t, const Point& point, int asks, ContactForces& out) {
  friction_.clear();
  std::fill(out.guard.begin(), out.guard.end(), 1.0);
  for (int e = 0; e < elements(); ++e) {
    if (law(e) == nullptr) continue;
    double normal = 0;
    if (e < contacts_) {
      normal = std::max(0.0, out.F_N(e));  // where surfaces only stick to each other, nothing presses them
      if (!(out.gap[idx(e)] < 0) || !acts(e) || share(e) == 0) continue;
    }
    // what has come to rest together with it may hold together with it, but for what has just been judged
    const bool with =
        asks >= 0 && (judged_.empty() || judged_[idx(e)] == 0) && norm(slip_of(e, point)) <= rest(e);
    friction_.add(rub(t, point, e, normal, e == asks || with));
  }
  if (coupled_) contact_targets(t, point);
  bool solved = true;
  if (coupled_) {
    std::copy(ev_.h.begin(), ev_.h.end(), h_.begin());
    solved = friction_.solve(point.u, ev_);
    const bool shared = asks < 0 && solved && info_.dimension == 3 && friction_.share_load(ev_);
    if (asks < 0 && solved && !shared && friction_.clip()) {
      std::copy(h_.begin(), h_.end(), ev_.h.begin());
      solved = friction_.solve(point.u, ev_);
    }
  } else {
    for (Rub& rub : friction_.rubs()) rub.F = rub.law->force(rub.in);
  }
  for (const Rub& rub : friction_.rubs()) {
    const int element = rub.contact >= 0 ? rub.contact : contacts_ + rub.place;
    if (rub.law->guarded()) out.guard[idx(element)] = rub.law->guard(rub.in);
    if (rub.contact >= 0) {
      for (std::size_t k = 1; k < out.d; ++k) out.F[out.d * idx(rub.contact) + k] = rub.F[k - 1];
    } else {
      out.joint_F[idx(rub.place)] = rub.F;
      out.joint_slip[idx(rub.place)] = rub.in.slip;
      out.joint_N[idx(rub.place)] = rub.in.normal;
    }
  }
  return solved;
}

FrictionInput CompliantEquations::start_input(double t, std::span<const double> y, int element) {
  Point point;
  take(t, y.data(), point);
  system_.place(t, point.q, ev_);
  system_.rubbing_rows(t, point.q, ev_);
  FrictionInput in;
  in.t = t;
  in.d = dimension(element);
  in.slip = slip_of(element, point);
  in.rest = rest(element);
  return in;
}

std::span<const Rub> CompliantEquations::asked(double t, std::span<const double> y, int element,
                                               std::span<const char> judged) {
  judged_ = judged;
  collect(t, y, true, element, now_);
  judged_ = {};
  if (coupled_) friction_.resolve();
  return friction_.rubs();
}

}  // namespace freeplay
