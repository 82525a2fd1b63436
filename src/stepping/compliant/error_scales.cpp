// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/error_scales.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kLap = 20;      // own sizes, about three turns; chosen
constexpr double kSlower = 0.1;  // motion that is slower by less keeps its scales: they do not waver; chosen
constexpr double kAtRest =
    1e-24;  // kinetic energy over that of a free fall by the own size: less is rounding

}  // namespace

ErrorScales::ErrorScales(const SystemInfo& info, double accuracy, double time_scale)
    : accuracy_(accuracy), slowest_(1 / time_scale), least_(1 / time_scale) {
  // positions are judged against the play, not against the machine: penetrations are a small part of it
  double share = 1;
  for (const ContactInfo& contact : info.contacts) share = std::min(share, contact.length / info.length);
  std::vector<double> sizes = info.sizes;
  sizes.resize(idx(info.nq), 1.0);
  for (const double size : sizes) q_weights_.push_back(1 / (accuracy * share * size));
  for (std::size_t i = 0; i < idx(info.nu); ++i) u_sizes_.push_back(info.u_size(i));
}

void ErrorScales::note(const System& system, const State& state, Evaluation& ev) {
  const std::span<const double> u = state.u();
  double now = 0;
  for (std::size_t i = 0; i < u.size(); ++i) now = std::max(now, std::abs(u[i]) / u_sizes_[i]);
  system.place(state.t(), state.q(), ev);
  system.mass(state.q(), ev);
  count_way(state.t(), now, system.energies(state.t(), state.q(), u, ev).kinetic);
  if (rest_energy_ > 0) return;
  // what the machine will have when it moves by its own size in its own time
  double largest = 0;
  const std::size_t stride = system.info().mass == MassKind::diagonal ? 1 : u.size() + 1;
  for (std::size_t i = 0; i < u.size(); ++i)
    largest = std::max(largest, ev.M[i * stride] * u_sizes_[i] * u_sizes_[i]);
  rest_energy_ = 0.5 * largest * slowest_ * slowest_;
  // in equilibrium that is rounding too; what the loads would do without joints is not
  system.forces(state.t(), state.q(), u, ev);
  double prevented = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    prevented = std::max(prevented, std::abs(ev.h[i] / ev.M[i * stride]) / u_sizes_[i]);
  fall_energy_ = std::isfinite(prevented) ? 0.5 * largest * prevented : 0;
}

void ErrorScales::count_way(double t, double speed, double energy) {
  speed_ = std::max(speed_, speed);
  energy_ = std::max(energy_, energy);
  lap_speed_ = std::max(lap_speed_, speed);
  lap_energy_ = std::max(lap_energy_, energy);
  if (rest_energy_ > 0) way_ += speed * std::max(t - t_, 0.0);  // not before the first state
  t_ = t;
  if (!(way_ >= kLap)) return;
  if (lap_speed_ < kSlower * this->speed()) {
    speed_ = least_ = lap_speed_;
    energy_ = lap_energy_;
  }
  lap_speed_ = speed;
  lap_energy_ = energy;
  way_ = 0;
}

void ErrorScales::weigh_motion(const double* u, double* out) const {
  out = std::copy(q_weights_.begin(), q_weights_.end(), out);
  const double scale = speed();  // a machine at rest is judged by the speed it will have
  for (std::size_t i = 0; i < u_sizes_.size(); ++i)
    out[i] = 1 / (accuracy_ * std::max(std::abs(u[i]), scale * u_sizes_[i]));
}

double ErrorScales::work_weight() const {
  constexpr double kLenient = 10;
  // at rest, or trembling by rounding, it is judged by the energy it could have
  const double energy = energy_ == 0                       ? rest_energy_
                        : energy_ > kAtRest * fall_energy_ ? energy_
                                                           : fall_energy_;
  return energy > 0 ? 1 / (kLenient * accuracy_ * energy) : 0.0;
}

}  // namespace freeplay
