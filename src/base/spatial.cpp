// SPDX-License-Identifier: Apache-2.0
#include "freeplay/spatial.h"

#include <algorithm>

namespace freeplay {

Vec3 rotation_vector(const Quat& q) {
  const Vec3 v = q[0] < 0 ? Vec3{-q[1], -q[2], -q[3]} : Vec3{q[1], q[2], q[3]};
  const double s = norm(v), c = std::abs(q[0]);
  const double k = s < 1e-8 ? 2 / c : 2 * std::atan2(s, c) / s;
  return k * v;
}

// The largest of the four is found first: no division by a small number.
Quat quaternion(const Mat3& A) {
  const double trace = A(0, 0) + A(1, 1) + A(2, 2);
  Quat e;
  if (trace >= std::max({A(0, 0), A(1, 1), A(2, 2)})) {
    e = {1 + trace, A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1)};
  } else if (A(0, 0) >= A(1, 1) && A(0, 0) >= A(2, 2)) {
    e = {A(2, 1) - A(1, 2), 1 + 2 * A(0, 0) - trace, A(0, 1) + A(1, 0), A(0, 2) + A(2, 0)};
  } else if (A(1, 1) >= A(2, 2)) {
    e = {A(0, 2) - A(2, 0), A(0, 1) + A(1, 0), 1 + 2 * A(1, 1) - trace, A(1, 2) + A(2, 1)};
  } else {
    e = {A(1, 0) - A(0, 1), A(0, 2) + A(2, 0), A(1, 2) + A(2, 1), 1 + 2 * A(2, 2) - trace};
  }
  e = normalised(e);
  return e[0] < 0 ? Quat{-e[0], -e[1], -e[2], -e[3]} : e;
}

}  // namespace freeplay
