// SPDX-License-Identifier: Apache-2.0
// Where ideal joints of the plane rub, and what presses there.
//
//   pin        slip r φ̇ at the pin; P is the reaction force (λ_x, λ_y)
//   slider     slip ṡ along the axis. One pad with P = λ_n or, when the slider has a length L, one at either
//              end with P = λ_n/2 ± λ_M/L: the force there that makes up the moment of the joint. A pad with
//              P > 0 pushes the slider along n, so in a guide around the slider it is the face at −n h/2, and
//              friction turns the slider by the lever h/2 [Marques2015, Fig. 4.1a]; around a guide inside the
//              slider by −h/2 [Marques2015, Fig. 4.1b].
#pragma once

#include <optional>
#include <span>

#include "freeplay/laws.h"
#include "freeplay/planar_joint.h"

namespace freeplay {

class PlanarRubbing {
 public:
  /// For a joint whose entry says what rubs; what is missing goes to `problems` under `key`, and nothing is
  /// returned.
  static std::optional<PlanarRubbing> make(const Joint& joint, const std::string& key, Diagnostics& problems);

  int pads() const { return radius_ > 0 || length_ == 0 ? 1 : 2; }
  bool has_lever() const { return lever_ != 0; }
  double radius() const { return radius_; }
  /// Rows of the slip and of the lever (6 numbers each).
  void rows(const PlanarJoint& joint, const Pose& a, const Pose& b, double* slip, double* lever) const;
  double gamma(const PlanarJoint& joint, const Pose& a, const Pose& b, const Twist& va,
               const Twist& vb) const;
  /// P of the pads from the λ of the joint's rows.
  void pressing(const double* lambda, std::span<Tangent> P) const;

 private:
  double radius_ = 0;  ///< 0: a slider
  double length_ = 0, lever_ = 0;
};

}  // namespace freeplay
