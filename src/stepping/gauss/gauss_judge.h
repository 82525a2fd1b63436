// SPDX-License-Identifier: Apache-2.0
// For tests: the mistakes of one implicit Euler step, computed from the system, the two states and the booked
// impulses alone.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "stepping/book.h"
#include "system/joint_elimination.h"

namespace freeplay {

struct StepMistakes {
  double momentum = 0;  ///< M (u − u_A) − h f − Dᵀ Λ − Wᵀ P, the largest
  double allowed = 0;   ///< 1e-12 max(m |v|, 1e-3 N s)
  double overlap = 0;   ///< −g, in clearances
  double product = 0;   ///< P |g| in clearances [N s]
  double joints = 0;    ///< |Φ|
  double least_P = 0;   ///< negative: a contact pulled
  double beyond = 0;    ///< |T| − μ P, the most [N s]
  double against = 0;  ///< of what slips: |T + μ P γ_T/|γ_T||, or |γ_T| times the mass if that is less [N s]
};

inline StepMistakes judge_step(const System& system, const State& A, const State& E, const Book& book) {
  const SystemInfo& info = system.info();
  Evaluation ev(info);
  system.place(E.t(), E.q(), ev);
  system.mass(E.q(), ev);
  system.forces(E.t(), E.q(), E.u(), ev);
  system.constraints(E.t(), E.q(), ev);
  system.gaps(E.t(), E.q(), ev);
  const double h = E.t() - A.t();
  const auto nu = idx(info.nu);
  std::vector<double> r(nu, 0), carried(nu, 0);
  for (std::size_t i = 0; i < nu; ++i) {
    for (std::size_t j = 0; j < nu; ++j) {
      const double M = info.mass == MassKind::dense ? ev.M[i * nu + j] : i == j ? ev.M[i] : 0;
      r[i] += M * (E.u()[j] - A.u()[j]);
      carried[i] += std::abs(M * E.u()[j]);
    }
    r[i] -= h * ev.h[i];
  }
  StepMistakes found;
  for (std::size_t k = 0; k < info.constraints.size(); ++k) {
    add_row(info.constraints[k].shape, ev.row_D(to_int(k)), -book.joint_impulse[k], r.data());
    found.joints = std::max(found.joints, std::abs(ev.Phi[k]));
  }
  for (std::size_t k = 0; k < info.contacts.size(); ++k) {
    system.contact_rows(E.t(), E.q(), to_int(k), ev);
    const auto d = idx(info.dimension);
    const double P = book.contact_impulse[d * k], mu = info.contacts[k].mu;
    found.least_P = std::min(found.least_P, P);
    double T[2] = {0, 0}, slip[2] = {0, 0};
    for (std::size_t a = 0; a < d; ++a) {
      const double* row = ev.row_W(static_cast<int>(d * k + a));
      add_row(info.contacts[k].shape, row, -book.contact_impulse[d * k + a], r.data());
      if (a == 0) continue;
      T[a - 1] = book.contact_impulse[d * k + a];
      slip[a - 1] = dot_row(info.contacts[k].shape, row, E.u().data()) + ev.w_tilde[d * k + a];
    }
    found.beyond = std::max(found.beyond, std::hypot(T[0], T[1]) - mu * P);
    const double speed = std::hypot(slip[0], slip[1]), mass = info.mass == MassKind::dense ? 1 : ev.M[0];
    if (speed > 0) {
      const double wrong = std::hypot(T[0] + mu * P * slip[0] / speed, T[1] + mu * P * slip[1] / speed);
      found.against = std::max(found.against, std::min(wrong, mass * speed));
    }
    found.overlap = std::max(found.overlap, -ev.gap[k] / info.contacts[k].length);
    found.product = std::max(found.product, P * std::abs(ev.gap[k]) / info.contacts[k].length);
  }
  for (std::size_t i = 0; i < nu; ++i) {
    found.momentum = std::max(found.momentum, std::abs(r[i]));
    found.allowed = std::max(found.allowed, 1e-12 * std::max(carried[i], 1e-3));
  }
  return found;
}

}  // namespace freeplay
