// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/compliant_equations.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/index.h"
#include "freeplay/spatial.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

bool all_finite(std::span<const double> values) {
  double sum = 0;  // NaN and infinity survive a sum of products with zero
  for (const double value : values) sum += 0 * value;
  return sum == 0;
}

}  // namespace

CompliantEquations::CompliantEquations(const System& system, Formulation& formulation, double accuracy,
                                       double time_scale, JointFriction joint_friction)
    : system_(system),
      info_(system.info()),
      formulation_(formulation),
      ev_(system.info()),
      now_(make_contact_forces(system.info())),
      friction_(system, formulation, joint_friction),
      probe_(system.info()),
      contacts_(int_size(system.info().contacts)),
      reduces_(formulation.reduces()),
      scales_(system.info(), accuracy, time_scale) {
  const int z = elements() * info_.contact_states;
  size_ = info_.nq + info_.nu + z + kWorkParts;
  lambda_.assign(info_.constraints.size(), 0);
  q_.assign(idx(info_.nq), 0);
  u_.assign(idx(info_.nu), 0);
  weights_.assign(idx(size_), 0);
  probe_q_.assign(idx(info_.nq), 0);
  h_.assign(idx(info_.nu), 0);
  coupled_ = friction_is_coupled(info_);
  guarded_ = info_.friction_guarded;
  rubs_ = !info_.rubbing.empty() || info_.first_slot >= 0;
  for (int e = 0; e < elements(); ++e) {
    if (const FrictionLaw* its = law(e)) {
      rubs_ = true;
      guarded_ = guarded_ || its->guarded();
    }
  }
  tangents_ = SteadyTangents(system_, ev_, rubs_);
}

void CompliantEquations::begin_step(const State& state) {
  state_ = &state;
  veto_.clear();
  system_.load(state.features(), ev_);
  if (coupled_ || tangents_.may_jump()) system_.load(state.features(), probe_);
  if (tangents_.may_jump()) tangents_.begin(system_, state, ev_, probe_);
}

CompliantEquations::Point CompliantEquations::split(const double* y) const {
  return {{y, idx(info_.nq)},
          {y + info_.nq, idx(info_.nu)},
          {y + info_.nq + info_.nu, idx(elements() * info_.contact_states)}};
}

bool CompliantEquations::take(double t, const double* y, Point& out) {
  out = split(y);
  if (!reduces_) return true;
  std::copy(out.q.begin(), out.q.end(), q_.begin());
  std::copy(out.u.begin(), out.u.end(), u_.begin());
  out.q = q_;
  out.u = u_;
  return formulation_.complete(t, q_, u_, ev_);
}

bool CompliantEquations::complete(double t, std::span<double> y) {
  Point point;
  if (!take(t, y.data(), point)) return false;
  std::copy(q_.begin(), q_.end(), y.begin());
  std::copy(u_.begin(), u_.end(), y.begin() + info_.nq);
  return true;
}

bool CompliantEquations::choose(double t, std::span<const double> y) {
  const Point point = split(y.data());
  return formulation_.choose(t, point.q, point.u, ev_);
}

bool CompliantEquations::correct(double t, std::span<double> y, Correction& correction) {
  return correction.apply(t, y.first(idx(info_.nq)), y.subspan(idx(info_.nq), idx(info_.nu)), ev_);
}

double CompliantEquations::distance(std::span<const double> a, std::span<const double> b) {
  weights(a.data(), weights_.data());
  double largest = 0;
  for (int i = 0; i < info_.nq + info_.nu; ++i)
    largest = std::max(largest, weights_[idx(i)] * std::abs(a[idx(i)] - b[idx(i)]));
  return largest;
}

double CompliantEquations::energy(double t, std::span<const double> y) {
  const Point point = split(y.data());
  system_.place(t, point.q, ev_);
  system_.mass(point.q, ev_);
  return system_.energies(t, point.q, point.u, ev_).total();
}

void CompliantEquations::pack(const State& state, std::span<const double> works, std::span<double> y) const {
  auto to = std::copy(state.q().begin(), state.q().end(), y.begin());
  to = std::copy(state.u().begin(), state.u().end(), to);
  to = std::copy(state.z().begin(), state.z().end(), to);
  std::copy(works.begin(), works.end(), to);
}

void CompliantEquations::unpack(std::span<const double> y, State& state) const {
  const Point point = split(y.data());
  std::copy(point.q.begin(), point.q.end(), state.q().begin());
  std::copy(point.u.begin(), point.u.end(), state.u().begin());
  std::copy(point.z.begin(), point.z.end(), state.z().begin());
}

std::span<const double> CompliantEquations::works(std::span<const double> y) const {
  return y.subspan(idx(size_ - kWorkParts));
}

void CompliantEquations::weights(const double* y, double* out) const {
  scales_.weigh_motion(y + info_.nq, out);
  out += info_.nq + info_.nu;
  const FrictionLaw* last = nullptr;
  for (int e = 0, last_d = 0; e < elements(); ++e) {
    const FrictionLaw* friction = law(e);
    const int d = dimension(e);
    if (friction != nullptr && friction == last && d == last_d) {  // slots of a pool mostly have one law
      out = std::copy_n(out - info_.contact_states, info_.contact_states, out);
      continue;
    }
    for (int k = 0; k < info_.contact_states; ++k) {
      const bool used = friction != nullptr && k < friction->states(d);
      *out++ = used ? 1 / (scales_.accuracy() * friction->state_size(d, k)) : 0;
    }
    last = friction;
    last_d = d;
  }
  // Works follow from the motion, but a multistep method that does not look at them forgets a contact too
  // late.
  std::fill(out, out + kWorkParts, scales_.work_weight());
}

/// The states of friction laws that rub are a part of the motion; works follow from it. Where contacts that are met within a
/// step act at once, a slot may get another law before they do.
void CompliantEquations::roles(std::span<Role> out) const {
  std::fill(out.begin(), out.end(), Role::acts);
  auto at = out.begin() + info_.nq + info_.nu;
  for (int e = 0; e < elements(); ++e) {
    const FrictionLaw* friction = law(e);
    const bool rubs = friction != nullptr && (e >= contacts_ || acts(e));
    const bool changes = open_force_ && info_.first_slot >= 0 && e >= info_.first_slot && e < contacts_;
    const int used = changes ? info_.contact_states : rubs ? friction->states(dimension(e)) : 0;
    std::fill(at + used, at + info_.contact_states, Role::idle);
    at += info_.contact_states;
  }
  std::fill(at, out.end(), Role::follows);
}

ContactInput CompliantEquations::input(int contact, double delta, double rate) const {
  const double* m = state_->m().data() + contact * info_.contact_memory;
  ContactInput in{delta, rate, ContactMemory::start(m), m + ContactMemory::kStart};
  // a contact that is met within this step has not begun yet: its approach is what it is doing now
  if (state_->mode(contact) == ContactMode::open) in.start = {0, std::max(rate, 0.0), 0, 0};
  return in;
}

/// Everything that h and the rows of joints need, at a point that is placed.
void CompliantEquations::evaluate(double t, const Point& point) {
  system_.mass(point.q, ev_);
  system_.forces(t, point.q, point.u, ev_);
  if (!info_.constraints.empty()) {
    system_.constraints(t, point.q, ev_);
    system_.constraint_gamma(t, point.q, point.u, ev_);
  }
  if (!info_.rubbing.empty()) {
    system_.rubbing_rows(t, point.q, ev_);
    system_.rubbing_gammas(t, point.q, point.u, ev_);
  }
}

bool CompliantEquations::contact_force(const Point& point, int contact, ContactForces& out) {
  const ContactData& data = this->contact(contact);
  const std::size_t i = idx(contact);
  const int first = info_.dimension * contact;
  for (int row = first; row < first + info_.dimension; ++row)
    out.gamma[idx(row)] = dot_row(data.shape, ev_.row_W(row), point.u.data()) + ev_.w_tilde[idx(row)];
  out.turn[i] = tangents_.turn(contact);
  if (!(out.gap[i] < 0 || stays(contact)) || !acts(contact)) return true;
  const double delta = -ev_.gap[i], part = share(contact);
  if (part == 0) return true;
  if (delta >= data.force->limit()) {
    veto_.beyond_law(contact);
    return false;
  }
  const ContactInput in = input(contact, delta, -out.gamma_N(contact));
  const double force = data.force->force(in);
  out.F_N(contact) = part * (force > 0 || data.force->adheres() ? force : 0);  // others never pull
  out.whole[i] = data.force->energy(delta, in.m);
  out.energy += part * out.whole[i];
  if (out.deepest_contact < 0) out.deepest_contact = contact;
  if (delta > out.deepest * data.length) {
    out.deepest = delta / data.length;
    out.deepest_contact = contact;
  }
  return true;
}

void CompliantEquations::press(int c, const ContactForces& of) {
  const RowShape& shape = contact(c).shape;
  add_row(shape, ev_.row_W(info_.dimension * c), of.F_N(c), ev_.h.data());
  if (info_.contacts_share && of.whole[idx(c)] != 0)
    add_row(shape, ev_.row_share(c), -of.whole[idx(c)], ev_.h.data());
}

RightSide CompliantEquations::rates(double t, const double* y, double* out) {
  if (stopped() || !all_finite({y, idx(size_ - kWorkParts)})) return RightSide::failed;
  Point point;
  if (!take(t, y, point)) return RightSide::failed;
  double* q_dot = out;
  double* u_dot = q_dot + info_.nq;
  double* z_dot = u_dot + info_.nu;
  double* work = z_dot + point.z.size();
  std::fill(z_dot, out + size_, 0.0);
  system_.place(t, point.q, ev_);
  evaluate(t, point);
  const auto book = [work](WorkPart part, double power) { work[static_cast<int>(part)] += power; };
  if (contacts_ > 0) {
    system_.gaps(t, point.q, ev_);
    now_.energy = now_.deepest = 0;
    for (int c = 0; c < contacts_; ++c) {
      const std::size_t i = idx(c);
      const ContactData& data = contact(c);
      std::fill_n(now_.F.begin() + info_.dimension * c, info_.dimension, 0.0);
      now_.gap[i] = now_.whole[i] = 0;
      if ((!(ev_.gap[i] < 0) && !stays(c)) || !acts(c)) continue;
      const double* m = state_->m().data() + c * info_.contact_memory;
      now_.gap[i] = ev_.gap[i] + data.force->dent(m + ContactMemory::kStart);
      if (!(now_.gap[i] < 0) && !stays(c)) continue;
      if (veto_.too_deep(*state_, t, c, -now_.gap[i])) return RightSide::vetoed;
      contact_rows(t, point.q, c, ev_);
      if (!contact_force(point, c, now_)) return RightSide::vetoed;
      const double F_N = now_.F_N(c), part = share(c);
      if (part == 0) continue;
      press(c, now_);
      const double elastic = part * data.force->elastic(-ev_.gap[i], m + ContactMemory::kStart);
      book(WorkPart::impact, (F_N - elastic) * now_.gamma_N(c));
      // what surfaces that move by themselves do is the work of their drive
      book(WorkPart::drivers, -F_N * ev_.w_tilde[idx(info_.dimension * c)]);
    }
  }
  if (rubs_) {
    if (!rub_all(t, point, -1, now_)) return RightSide::failed;
    for (const Rub& rub : friction_.rubs()) {
      double power = 0;
      for (std::size_t k = 0; k < 3; ++k) power += rub.F[k] * rub.in.slip[k];
      book(WorkPart::friction, power);
      const int element = rub.contact >= 0 ? rub.contact : contacts_ + rub.place;
      if (rub.law->states(rub.in.d) > 0) rub.law->rates(rub.in, z_dot + state_place(element));
      if (rub.contact < 0) continue;
      for (int k = 0; k < rub.in.d; ++k) {
        const int row = info_.dimension * rub.contact + 1 + k;
        if (!coupled_) add_row(contact(rub.contact).shape, ev_.row_W(row), rub.F[idx(k)], ev_.h.data());
        book(WorkPart::drivers, -rub.F[idx(k)] * ev_.w_tilde[idx(row)]);
      }
    }
  }
  formulation_.accelerations(ev_, point.u, {u_dot, idx(info_.nu)}, lambda_);
  if (formulation_.singular_row() >= 0) return RightSide::failed;
  system_.rates(point.q, point.u, {q_dot, idx(info_.nq)});
  for (std::size_t r = 0; r < lambda_.size(); ++r) {
    const ConstraintInfo& row = info_.constraints[r];
    const double rate = dot_row(row.shape, ev_.row_D(to_int(r)), point.u.data());
    book(WorkPart::drivers, -lambda_[r] * ev_.Phi_t[r]);
    book(WorkPart::stabilisation, lambda_[r] * (rate + ev_.Phi_t[r]));
  }
  if (info_.books_forces) {
    for (std::size_t i = 0; i < point.u.size(); ++i) {
      book(WorkPart::applied, ev_.h_applied[i] * point.u[i]);
      book(WorkPart::damping, ev_.h_damping[i] * point.u[i]);
    }
  }
  return all_finite({out, idx(size_)}) ? RightSide::ok : RightSide::failed;
}

void CompliantEquations::contacts(double t, std::span<const double> y, bool all_rates, ContactForces& out) {
  collect(t, y, all_rates, -1, out);
}

void CompliantEquations::contact_alone(double t, std::span<const double> y, int c, ContactForces& out) {
  Point point;
  take(t, y.data(), point);
  system_.place(t, point.q, ev_);
  system_.gaps(t, point.q, ev_);
  collect_one(t, point, c, true, out);
}

void CompliantEquations::collect_one(double t, const Point& point, int c, bool all_rates,
                                     ContactForces& out) {
  const std::size_t i = idx(c);
  std::fill_n(out.F.begin() + info_.dimension * c, info_.dimension, 0.0);
  out.whole[i] = 0;
  const ContactData& data = contact(c);
  const double* m = state_->m().data() + c * info_.contact_memory;
  const bool empty = data.shape.size[0] == 0 && data.shape.size[1] == 0;
  out.delta[i] = -ev_.gap[i];
  out.gap[i] = ev_.gap[i] + (empty ? 0 : data.force->dent(m + ContactMemory::kStart));
  if (empty || (!all_rates && !(out.gap[i] < 0) && !stays(c))) return;
  contact_rows(t, point.q, c, ev_);
  contact_force(point, c, out);
}

/// `asks`: an element whose F_hold is wanted, −1: none.
void CompliantEquations::collect(double t, std::span<const double> y, bool all_rates, int asks,
                                 ContactForces& out) {
  Point point;
  take(t, y.data(), point);
  system_.place(t, point.q, ev_);
  if (coupled_) evaluate(t, point);
  system_.gaps(t, point.q, ev_);
  out.energy = out.deepest = 0;
  out.deepest_contact = -1;
  for (int c = 0; c < contacts_; ++c) {
    collect_one(t, point, c, all_rates, out);
    if (coupled_ && (out.F_N(c) != 0 || out.whole[idx(c)] != 0)) press(c, out);
  }
  if (rubs_) rub_all(t, point, asks, out);
}

bool CompliantEquations::accelerations(double t, std::span<const double> y, std::span<double> u_dot,
                                       std::span<double> lambda, ContactForces& out) {
  contacts(t, y, true, out);
  Point point;
  take(t, y.data(), point);
  if (!coupled_) {  // otherwise all forces are in h
    evaluate(t, point);
    for (int c = 0; c < contacts_; ++c) {
      if (out.F_N(c) == 0 && out.whole[idx(c)] == 0) continue;
      press(c, out);
      const Tangent F_T = out.F_T(c);
      for (int k = 0; k < info_.dimension - 1; ++k)
        add_row(contact(c).shape, ev_.row_W(info_.dimension * c + 1 + k), F_T[idx(k)], ev_.h.data());
    }
  }
  formulation_.accelerations(ev_, point.u, u_dot, lambda);
  return all_finite(u_dot);
}

double CompliantEquations::effective_mass(int c) {
  return 1 / formulation_.inverse_inertia(contact(c).shape, ev_.row_W(info_.dimension * c), ev_);
}

bool CompliantEquations::prescribed(int c) {
  constexpr double kRounding = 1e-12;  // of 1/mass without joints
  const RowShape& shape = contact(c).shape;
  const double* w = ev_.row_W(info_.dimension * c);
  const double inverse = formulation_.inverse_inertia(shape, w, ev_);
  double free = 0;
  for (std::size_t block = 0; info_.mass == MassKind::diagonal && block < 2; ++block) {
    for (int i = 0; i < shape.size[block]; ++i, ++w) free += *w * *w / ev_.M[idx(shape.start[block] + i)];
  }
  return !(inverse > kRounding * free);
}

std::span<const double> CompliantEquations::switches(double t, std::span<const double> y) {
  Point point;
  take(t, y.data(), point);
  system_.place(t, point.q, ev_);
  system_.switches(t, point.q, ev_);
  return ev_.switches;
}

}  // namespace freeplay
