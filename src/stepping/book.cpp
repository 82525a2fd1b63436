// SPDX-License-Identifier: Apache-2.0
#include "stepping/book.h"

#include <algorithm>

namespace freeplay {

void Book::clear_impulses() {
  std::fill(contact_peak.begin(), contact_peak.end(), 0.0);
  std::fill(contact_impacts.begin(), contact_impacts.end(), 0.0);
  std::fill(contact_impulse.begin(), contact_impulse.end(), 0.0);
  std::fill(joint_impulse.begin(), joint_impulse.end(), 0.0);
  std::fill(rubbing_impulse.begin(), rubbing_impulse.end(), Tangent{});
  std::fill(rubbing_pressing.begin(), rubbing_pressing.end(), 0.0);
}

void Book::contact_work(int contact, double normal, double tangential, double scale) {
  works.impact += normal;
  works.friction += tangential;
  const double work = normal + tangential;
  solve_work_ += work;
  solve_scale_ += scale;
  if (solve_contact_ >= 0 && work <= solve_most_) return;
  solve_most_ = work;
  solve_contact_ = contact;
}

void Book::end_solve(double t) {
  const double work = solve_work_;
  largest_scale_ = std::max(largest_scale_, solve_scale_);
  const bool rounding = work <= 1e-12 * solve_scale_ || work <= 1e-20 * largest_scale_;
  const int contact = solve_contact_;
  solve_work_ = solve_scale_ = solve_most_ = 0;
  solve_contact_ = -1;
  if (rounding) return;
  ++gain.count;
  gain.total += work;
  if (work <= gain.worst) return;
  gain.worst = work;
  gain.worst_time = t;
  gain.worst_contact = contact;
}

}  // namespace freeplay
