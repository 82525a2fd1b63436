// SPDX-License-Identifier: Apache-2.0
// What a friction law does, measured on the rig (friction_rig.h): the four curves by which friction models
// are told apart [Marques2015, section 3.1].
//   velocity      force in steady sliding against the slip, with the interval where it is set-valued
//   displacement  force against displacement under a small cyclic one: pre-sliding
//   lag           force against the slip while it swings about a mean
//   breakaway     the largest friction while a pull grows, against the rate at which it grows
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "freeplay/friction_law.h"
#include "rigs/friction_rig.h"

namespace freeplay {

/// A law with the values it was made of.
struct FrictionSpecimen {
  const FrictionEntry* entry = nullptr;
  Values values;
  std::shared_ptr<const FrictionLaw> law;

  /// The Stribeck velocity, or the largest of its velocities; the way over which it yields before it slides.
  /// Empty: it has none.
  std::optional<double> velocity() const;
  std::optional<double> length() const;
  bool dynamic() const { return law->states(1) > 0; }
  bool stiction() const;
};

/// What is done to the laws. Zeros are filled in by complete().
struct FrictionConditions {
  double normal = 9.81;             ///< [N]
  double velocity = 0;              ///< largest slip of the steady curve [m/s]
  double amplitude = 0;             ///< of the cyclic displacement [m]
  double frequency = 0;             ///< of the swinging slip, the fastest [1/s]
  double slowest = 0, fastest = 0;  ///< rates of the growing pull [N/s]
  bool steady = true, presliding = true, lag = true, breakaway = true;

  double mean() const { return velocity / 5; }   ///< slip about which it swings
  double swing() const { return 0.9 * mean(); }  ///< and by how much
  double mass() const { return normal / 9.81; }  ///< that is pulled: its weight is the normal force
};

/// Ranges from the scales of the laws themselves, the same for all.
void complete(FrictionConditions& conditions, const std::vector<FrictionSpecimen>& laws);

struct SteadyForce {
  double v = 0, force = 0;
  double low = 0, high = 0;  ///< where the force depends on what else pulls: between these
};

struct FrictionLag {
  double frequency = 0;         ///< [1/s]
  std::vector<RigSample> loop;  ///< one period, when it has settled
  /// ∮ F dv over the period, over the swing: by how much the force is larger while the slip grows, in the
  /// mean [N].
  double difference = 0;
};

struct BreakAway {
  double rate = 0;      ///< of the pull [N/s]
  double force = 0;     ///< largest friction until the slip is that of the steady curve's end [N]
  double distance = 0;  ///< how far the mass had come then [m]
};

struct FrictionCurves {
  std::string law;
  std::vector<SteadyForce> steady;    ///< by growing slip
  std::vector<RigSample> presliding;  ///< from rest, then two periods
  double dissipated = 0;              ///< in the second period [J]
  std::vector<FrictionLag> lag;       ///< by growing frequency
  std::vector<BreakAway> breakaway;   ///< by growing rate
  std::vector<std::string> failures;  ///< what could not be measured, and why
};

FrictionCurves measure_friction(const FrictionSpecimen& specimen, const FrictionConditions& conditions);

}  // namespace freeplay
