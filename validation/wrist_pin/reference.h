// SPDX-License-Identifier: Apache-2.0
// The slider-crank of model.toml by other means: two coordinates, extrapolation in place of the program's integrators, contacts
// begun and ended where their gap is zero, and the law of LankaraniNikravesh1990 as printed. For validation/ and tests/, hence
// everything inline.
//
//   A = r (cos ωt, sin ωt) the crank pin, B = A + L (cos φ, sin φ) the bearing, S = (x, 0) the journal
//   e = S − B, δ = |e| − play, n = e/|e|, F = K δ^1.5 (1 + c δ̇/δ̇⁽⁻⁾) ≥ 0
//   (I + m L²/4) φ̈ = −m L/2 (cos φ (Ä_y + g) − sin φ Ä_x) + F L (cos φ n_y − sin φ n_x),   m_s ẍ = −F n_x
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace freeplay::validation::wrist_pin {

using Real = long double;
using Motion = std::array<Real, 4>;  ///< φ, x, φ̇, ẋ

struct Contact {
  double begin = 0, approach = 0, end = 0, parting = 0;  ///< [s], [m/s]
};

struct Machine {
  Real r = 0.05L, L = 0.12L, m = 0.21L, I = 2.5e-4L, m_s = 0.14L, g = 9.81L, play = 5e-4L;
  Real omega = 200 * std::numbers::pi_v<Real> / 3;
  Real K = 6.61e10L, c = 0.75L * (1 - 0.8L * 0.8L);
  Real approach = 0;  ///< of the contact under way; 0: none is

  struct Gap {
    Real n_x, n_y, delta, rate;
  };
  Gap gap(Real t, const Motion& y) const {
    const Real e_x = y[1] - r * std::cos(omega * t) - L * std::cos(y[0]);
    const Real e_y = -r * std::sin(omega * t) - L * std::sin(y[0]);
    const Real v_x = y[3] + r * omega * std::sin(omega * t) + L * y[2] * std::sin(y[0]);
    const Real v_y = -r * omega * std::cos(omega * t) - L * y[2] * std::cos(y[0]);
    const Real size = std::hypot(e_x, e_y);
    const Real n_x = size > 0 ? e_x / size : 1, n_y = size > 0 ? e_y / size : 0;
    return {n_x, n_y, size - play, n_x * v_x + n_y * v_y};
  }
  Motion rates(Real t, const Motion& y) const {
    const Gap at = gap(t, y);
    Real F = 0;
    if (approach > 0 && at.delta > 0)
      F = std::max<Real>(0, K * at.delta * std::sqrt(at.delta) * (1 + c * at.rate / approach));
    const Real a = -r * omega * omega;
    const Real turning =
        -m * L / 2 *
            (std::cos(y[0]) * (a * std::sin(omega * t) + g) - std::sin(y[0]) * a * std::cos(omega * t)) +
        F * L * (std::cos(y[0]) * at.n_y - std::sin(y[0]) * at.n_x);
    return {y[2], y[3], turning / (I + m * L * L / 4), -F * at.n_x / m_s};
  }
};

/// One step by extrapolated midpoint rules; `error` is the difference of the last two extrapolations.
inline Motion extrapolate(const Machine& machine, Real t, const Motion& y, Real h, Real& error) {
  constexpr int kColumns = 7;
  std::array<Motion, kColumns> table{};
  const auto along = [](const Motion& from, Real by, const Motion& rate) {
    Motion out;
    for (std::size_t i = 0; i < 4; ++i) out[i] = from[i] + by * rate[i];
    return out;
  };
  for (int k = 0; k < kColumns; ++k) {
    const int parts = 2 * (k + 1);
    const Real part = h / parts;
    Motion before = y, now = along(y, part, machine.rates(t, y));
    for (int i = 1; i < parts; ++i) {
      const Motion next = along(before, 2 * part, machine.rates(t + i * part, now));
      before = now;
      now = next;
    }
    const Motion rate = machine.rates(t + h, now);
    Motion value;
    for (std::size_t i = 0; i < 4; ++i) value[i] = (before[i] + now[i] + part * rate[i]) / 2;
    const Motion last = table[0];
    table[static_cast<std::size_t>(k)] = value;
    for (int j = k - 1; j >= 0; --j) {  // Neville's scheme in (1/parts)²
      Motion& of = table[static_cast<std::size_t>(j)];
      const Real ratio = static_cast<Real>(k + 1) / static_cast<Real>(j + 1);
      for (std::size_t i = 0; i < 4; ++i) value[i] += (value[i] - of[i]) / (ratio * ratio - 1);
      of = value;
    }
    error = 0;
    for (std::size_t i = 0; i < 4; ++i)
      error = std::max(error, std::abs(value[i] - last[i]) / (i < 2 ? 1 : 100));
  }
  return table[0];
}

/// Contacts that begin before `end`; `tolerance` is the error of a step in rad, m and 0.01 rad/s, 0.01 m/s.
inline std::vector<Contact> integrate(Machine machine, Real end, Real tolerance) {
  constexpr Real kLongest = 2e-5L;
  std::vector<Contact> contacts;
  Real t = 0, h = 1e-6L;
  Motion y{0, machine.r + machine.L, -machine.r * machine.omega / machine.L, 0};
  const auto outside = [&](Real at, const Motion& of) {  // negative where the step has passed the change
    const Real delta = machine.gap(at, of).delta;
    return machine.approach > 0 ? delta : -delta;
  };
  while (t < end) {
    h = std::min({h, kLongest, end - t});
    Real error = 0;
    Motion next = extrapolate(machine, t, y, h, error);
    if (error > tolerance) {
      h *= std::clamp<Real>(0.8L * std::pow(tolerance / error, 1 / 12.0L), 0.05L, 0.7L);
      continue;
    }
    const bool passes = outside(t + h, next) < 0;
    if (passes) {  // Newton's method on the length of the step, kept in its bracket
      Real low = 0, high = h, length = h, unused = 0;
      for (int i = 0; i < 100; ++i) {
        const auto at = machine.gap(t + length, next);
        (outside(t + length, next) < 0 ? high : low) = length;
        Real better = length - at.delta / at.rate;
        if (!(better > low && better < high)) better = (low + high) / 2;
        if (std::abs(better - length) <= 1e-19L * (t + length) || better == length) break;
        length = better;
        next = extrapolate(machine, t, y, length, unused);
      }
      h = length;
    }
    t += h;
    y = next;
    const auto at = machine.gap(t, y);
    if (!passes) {
      h *= std::min<Real>(3, 0.8L * std::pow(tolerance / std::max(error, tolerance * 1e-12L), 1 / 12.0L));
    } else if (machine.approach > 0) {
      machine.approach = 0;
      contacts.back().end = static_cast<double>(t);
      contacts.back().parting = static_cast<double>(-at.rate);
      h = 1e-7L;
    } else {
      machine.approach = at.rate;
      contacts.push_back({static_cast<double>(t), static_cast<double>(at.rate), 0, 0});
      h = 1e-10L;
    }
  }
  return contacts;
}

}  // namespace freeplay::validation::wrist_pin
