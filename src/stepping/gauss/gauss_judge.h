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
    add_row(info.constraints[k].shape, ev.row_D(static_cast<int>(k)), -book.joint_impulse[k], r.data());
    found.joints = std::max(found.joints, std::abs(ev.Phi[k]));
  }
  for (std::size_t k = 0; k < info.contacts.size(); ++k) {
    system.contact_rows(E.t(), E.q(), static_cast<int>(k), ev);
    const double P = book.contact_impulse[2 * k];
    found.least_P = std::min(found.least_P, P);
    add_row(info.contacts[k].shape, ev.row_W(static_cast<int>(2 * k)), -P, r.data());
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
