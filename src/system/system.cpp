// SPDX-License-Identifier: Apache-2.0
#include "freeplay/system.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/registry.h"

namespace freeplay {

int SystemInfo::row_width() const {
  int width = 0;
  for (const ConstraintInfo& row : constraints)
    width = std::max(width, row.shape.size[0] + row.shape.size[1]);
  for (const ContactInfo& row : contacts) width = std::max(width, row.shape.size[0] + row.shape.size[1]);
  for (const RubbingInfo& row : rubbing) width = std::max(width, row.shape.size[0] + row.shape.size[1]);
  return std::max(width, slot_width);
}

Evaluation::Evaluation(const SystemInfo& info) : width(info.row_width()) {
  const auto nu = idx(info.nu);
  const auto row_numbers = idx(width);
  frames.assign(idx(info.frame_numbers), 0);
  M.assign(info.mass == MassKind::diagonal ? nu : nu * nu, 0);
  h.assign(nu, 0);
  h_applied.assign(nu, 0);
  h_damping.assign(nu, 0);
  Phi.assign(info.constraints.size(), 0);
  Phi_t.assign(info.constraints.size(), 0);
  gamma.assign(info.constraints.size(), 0);
  D.assign(info.constraints.size() * row_numbers, 0);
  gap.assign(info.contacts.size(), 0);
  const auto d = idx(info.dimension);
  W.assign(d * info.contacts.size() * row_numbers, 0);
  w_tilde.assign(d * info.contacts.size(), 0);
  if (info.contacts_share) {
    share.assign(info.contacts.size(), 1);
    share_rows.assign(info.contacts.size() * row_numbers, 0);
  }
  contacts.assign(info.contacts.begin(), info.contacts.end());
  features.assign(idx(info.features), 0);
  for (std::size_t i = 0, first = features.size() - info.inputs.size(); i < info.inputs.size(); ++i)
    features[first + i] = info.inputs[i].start;
  switches.assign(idx(info.switches), 1);
  R.assign(kRubbingRows * info.rubbing.size() * row_numbers, 0);
  rubbing_gamma.assign(3 * info.rubbing.size(), 0);
}

void System::load(std::span<const double> features, Evaluation& out) const {
  std::copy(features.begin(), features.end(), out.features.begin());
}

void System::rubbing_rows(double, std::span<const double>, Evaluation&) const {}

void System::rubbing_gammas(double, std::span<const double>, std::span<const double>, Evaluation&) const {}

void System::pressing(int, std::span<const double>, const Evaluation&, std::span<Tangent>) const {}

bool System::choose_contacts(State&, double) const { return true; }

void System::switches(double, std::span<const double>, Evaluation&) const {}

void System::pass_switch(int, State&) const {}

std::string System::contact_name(int contact, std::span<const double>) const {
  return info().contacts[idx(contact)].name;
}

PairFeature System::slot(int, std::span<const double>) const { return {}; }

std::array<double, 3> System::contact_point(double, int, const Evaluation&) const { return {0, 0, 0}; }

std::array<double, 3> System::contact_force(int, std::span<const double>, const Evaluation&) const {
  return {0, 0, 0};
}

std::array<double, 3> force_on_second(int contact, bool second_is_ground, std::span<const double> along,
                                      const Evaluation& at) {
  const RowShape& shape = at.contacts[idx(contact)].shape;
  const std::size_t d = along.size();
  std::array<double, 3> force{0, 0, 0};
  if (shape.size[0] == 0) return force;  // an empty slot
  const int block = second_is_ground || shape.size[1] == 0 ? 0 : shape.size[0];
  const double sign = second_is_ground ? -1 : 1;
  for (std::size_t row = 0; row < d; ++row) {
    const double* w = at.row_W(static_cast<int>(d) * contact + to_int(row)) + block;
    for (std::size_t k = 0; k < d; ++k) force[k] += sign * along[row] * w[k];
  }
  return force;
}

void System::sample(double, std::span<const double>, std::span<const double>, const Evaluation&,
                    std::span<double>) const {}

double System::next_sample(const State&) const { return kInfinity; }

void System::take_samples(State&, Evaluation&) const {}

bool System::stop(double, std::span<const double>, const Evaluation&) const { return false; }

void System::rates(std::span<const double>, std::span<const double> u, std::span<double> out) const {
  std::copy(u.begin(), u.end(), out.begin());
}

void System::advance(std::span<const double> q, std::span<const double> u, double dt,
                     std::span<double> out) const {
  for (std::size_t i = 0; i < q.size(); ++i) out[i] = q[i] + dt * u[i];
}

void System::difference(std::span<const double> from, std::span<const double> to,
                        std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = to[i] - from[i];
}

void System::reactions(std::span<const double>, const Evaluation&, std::span<double>) const {}

void System::accelerations(double t, std::span<const double> q, std::span<const double> u,
                           std::span<const double> u_dot, std::span<BodyMotion> out) const {
  // central difference along the motion; the time is that in which velocities change by a small part
  double rate = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double size = info().u_size(i);
    rate = std::max({rate, std::abs(u[i]) / size, std::sqrt(std::abs(u_dot[i]) / size)});
  }
  const double dt = rate > 0 ? 1e-5 / rate : 1;
  std::vector<double> q_at(q.size()), u_at(u.size());
  std::vector<BodyMotion> before(out.size());
  const auto move = [&](double by, std::span<BodyMotion> to) {
    for (std::size_t i = 0; i < u.size(); ++i) u_at[i] = u[i] + 0.5 * by * u_dot[i];
    advance(q, u_at, by, q_at);
    for (std::size_t i = 0; i < u.size(); ++i) u_at[i] = u[i] + by * u_dot[i];
    motion(t + by, q_at, u_at, to);
  };
  move(-dt, before);
  move(dt, out);
  for (std::size_t b = 0; b < out.size(); ++b) {
    out[b].vx = (out[b].vx - before[b].vx) / (2 * dt);
    out[b].vy = (out[b].vy - before[b].vy) / (2 * dt);
    out[b].vz = (out[b].vz - before[b].vz) / (2 * dt);
    out[b].omega = (out[b].omega - before[b].omega) / (2 * dt);
    for (std::size_t k = 0; k < 3; ++k) {
      double& rate_k = out[b].angular_velocity[k];
      rate_k = (rate_k - before[b].angular_velocity[k]) / (2 * dt);
    }
  }
}

}  // namespace freeplay
