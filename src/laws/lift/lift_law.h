// SPDX-License-Identifier: Apache-2.0
// Segments of a cam's lift diagram: how the lift s changes while the cam turns by an angle.
//
//   s ↑        ╭──────╮ to          A segment begins at the lift that the one before it left. Derivatives
//     │      ╱ ┊      ┊╲            are by the cam's angle, s' = ds/dθ: the velocity of a follower that
//     │   ╭╱   ┊      ┊  ╲          stays in touch is ṡ = s' ω.
//     └───┴────┴──────┴───┴──→ θ
//         rise   dwell  fall        A drop has no angle: the lift falls at once.
#pragma once

#include <memory>

#include "freeplay/given_parameters.h"
#include "freeplay/recycled.h"

namespace freeplay {

/// Lift and its derivatives by the angle: s [m], s' [m/rad], s'' [m/rad²].
struct LiftPoint {
  double s = 0, ds = 0, dds = 0;
};

class LiftLaw : public Recycled {
 public:
  virtual ~LiftLaw() = default;
  /// How far the cam turns; 0: at once.
  virtual double angle() const = 0;
  /// The lift when it has.
  virtual double end() const = 0;
  /// For angles between 0 and angle().
  virtual LiftPoint at(double angle) const = 0;
};

struct LiftEntry : EntryInfo {
  /// Begins at the lift `from`. Reports what is wrong to `problems`, under `key`, and returns nothing then.
  std::unique_ptr<LiftLaw> (*make)(const Parameters&, double from, const std::string& key,
                                   Diagnostics& problems);
};

/// A law given by its shape: f(x) from f(0) = 0 to f(1) = 1 over x = θ/β.
///   s = from + (to − from) f(θ/β)
template <LiftPoint (*shape)(double x)>
class ShapedLift final : public LiftLaw {
 public:
  ShapedLift(double angle, double from, double to) : angle_(angle), from_(from), to_(to) {}
  double angle() const override { return angle_; }
  double end() const override { return to_; }
  LiftPoint at(double angle) const override {
    const LiftPoint f = shape(angle / angle_);
    const double rise = to_ - from_, per_angle = 1 / angle_;
    return {from_ + rise * f.s, rise * per_angle * f.ds, rise * per_angle * per_angle * f.dds};
  }

 private:
  double angle_, from_, to_;
};

template <LiftPoint (*shape)(double x)>
std::unique_ptr<LiftLaw> make_shaped(const Parameters& given, double from, const std::string&, Diagnostics&) {
  return std::make_unique<ShapedLift<shape>>(given.number("angle"), from, given.number("to"));
}

}  // namespace freeplay

#define FREEPLAY_LIFT(stem)           \
  extern const LiftEntry lift_##stem; \
  const LiftEntry lift_##stem

/// What most segments take.
#define FREEPLAY_LIFT_ANGLE                                                                             \
  {                                                                                                     \
    .key = "angle", .symbol = "β", .unit = "rad", .low = 0, .help = "by which the cam turns meanwhile", \
    .open_low = true                                                                                    \
  }
#define FREEPLAY_LIFT_TO \
  { .key = "to", .symbol = "h", .unit = "m", .low = 0, .help = "lift at the end, over the base circle" }
