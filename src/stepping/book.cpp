// SPDX-License-Identifier: Apache-2.0
#include "stepping/book.h"

#include <algorithm>

namespace freeplay {

void Book::clear_impulses() {
  std::fill(contact_impulse.begin(), contact_impulse.end(), 0.0);
  std::fill(joint_impulse.begin(), joint_impulse.end(), 0.0);
}

void Book::contact_work(double t, int contact, double normal, double tangential, double scale) {
  works.impact += normal;
  works.friction += tangential;
  const double work = normal + tangential;
  if (work <= 1e-10 * scale) return;  // rounding of the velocities that the products are made of
  ++gain.count;
  gain.total += work;
  if (work > gain.worst) {
    gain.worst = work;
    gain.worst_time = t;
    gain.worst_contact = contact;
  }
}

}  // namespace freeplay
