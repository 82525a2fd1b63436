// SPDX-License-Identifier: Apache-2.0
// Threlfall's friction: Coulomb with an exponential through rest.
//   F_T = −μ F_N sgn(γ_T) (1 − e^(−3|γ_T|/v₀)) / (1 − e⁻³)   for |γ_T| ≤ v₀        [Marques2015, eq. (3.15)]
//   F_T = −μ F_N sgn(γ_T)                                      beyond
// Differs from [Marques2015]: the printed form lacks the divisor 1 − e⁻³ = 0.950 and jumps by 5 % at v₀.
// The slope at rest is 3.16 times that of the linear ramp over v₀ (printed: 3 times).
//
// `form = "printed"` keeps the jump. A contact that needs a force within it can be neither below v₀, where it
// is accelerated, nor above, where it is braked: it slides along |γ_T| = v₀ with what it needs (the solution
// in the sense of Filippov), until that leaves the jump. Which of the three is in force is remembered.
// So along a line. In more directions what keeps |γ_T| does not follow from F_hold, which keeps the
// direction too: there the jump is spread over a hundredth of v₀ above it, less steep than through rest.
#include <algorithm>
#include <cmath>

#include "freeplay/friction_law.h"
#include "freeplay/spatial.h"
#include "laws/friction/slip_curve.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FRICTION_MU,
                             FREEPLAY_FRICTION_VELOCITY("v₀, the slip from which friction is full"),
                             {.key = "form",
                              .help = "without the paper's jump of 5 % at v₀, or with it",
                              .kind = ParamKind::choice,
                              .optional = true,
                              .choices = {"continuous", "printed"}}};

/// 1 − e^(−3v/v₀)
double rise(double v, double v0) { return -std::expm1(-3 * v / v0); }

class Threlfall final : public SlipCurve {
 public:
  explicit Threlfall(const Parameters& given) : mu_(given.number("mu")), v0_(given.number("velocity")) {}
  double mu() const override { return mu_; }
  double mu_at(double v) const override { return mu_ * (v < v0_ ? rise(v, v0_) / rise(v0_, v0_) : 1); }

 private:
  double stick_velocity() const override { return v0_; }
  double mu_, v0_;
};

class PrintedThrelfall final : public FrictionLaw {
 public:
  explicit PrintedThrelfall(const Parameters& given)
      : mu_(given.number("mu")), v0_(given.number("velocity")) {}
  bool set_valued() const override { return false; }
  double mu() const override { return mu_; }
  double mu_at(double v) const override { return mu_ * (v <= v0_ ? rise(v, v0_) : 1); }
  Tangent force(const FrictionInput& in) const override {
    const double v = norm(in.slip);
    if (in.m[kMode] == kAt) return in.hold;
    if (!(v > 0)) return {};
    if (in.d > 1) return (-mu_ * in.normal * spread(v) / v) * in.slip;
    const double share = mu_ * in.normal * (in.m[kMode] == kBelow ? rise(v, v0_) : 1);
    return (-share / v) * in.slip;
  }
  Hold hold(const FrictionInput& in) const override { return in.m[kMode] == kAt ? Hold::keeps : Hold::none; }
  bool holds() const override { return true; }

  int memory(int) const override { return 2; }
  void start(const FrictionInput& in, double*, double* m) const override {
    m[kMode] = norm(in.slip) > v0_ ? kAbove : kBelow;
    m[kEdge] = v0_;
  }
  void accept(const FrictionInput& in, double* m) const override {
    const double v = norm(in.slip);
    if ((m[kMode] == kBelow && v < v0_) || (m[kMode] == kAbove && v > v0_)) m[kEdge] = v0_;
  }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override {
    const double v = norm(in.slip);
    if (in.d > 1) return 1;
    if (in.m[kMode] == kBelow) return (in.m[kEdge] - v) / v0_;
    if (in.m[kMode] == kAbove) return (v - in.m[kEdge]) / v0_;
    return std::min(needed(in) - low(in), mu_ * in.normal - needed(in));
  }
  /// A slip that is at v₀ already may be off it by rounding: its way out begins a little behind it.
  void pass(const FrictionInput& in, double*, double* m) const override {
    const double v = norm(in.slip), force = needed(in);
    if (force > mu_ * in.normal) {
      m[kMode] = kAbove;
      m[kEdge] = std::min(v0_, (1 - kSlack) * v);
    } else if (force < low(in)) {
      m[kMode] = kBelow;
      m[kEdge] = std::max(v0_, (1 + kSlack) * v);
    } else {
      m[kMode] = kAt;
    }
  }

 private:
  static constexpr int kMode = 0, kEdge = 1;  ///< places in the memory: the formula, and where it ends
  static constexpr double kBelow = 0, kAbove = 1, kAt = 2;
  static constexpr double kSlack = 1e-9;

  double stick_velocity() const override { return v0_; }
  /// Friction over μ F_N where the jump is spread.
  double spread(double v) const {
    constexpr double kWidth = 0.01;
    const double at = rise(v0_, v0_);
    return v <= v0_ ? rise(v, v0_) : std::min(1.0, at + (1 - at) * (v / v0_ - 1) / kWidth);
  }
  /// Friction against the slip that would keep it.
  static double needed(const FrictionInput& in) {
    const double v = norm(in.slip);
    return v > 0 ? -dot(in.hold, in.slip) / v : 0;
  }
  /// Friction just below v₀.
  double low(const FrictionInput& in) const { return mu_ * in.normal * rise(v0_, v0_); }

  double mu_, v0_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) {
  if (given.word("form") == "printed") return std::make_unique<PrintedThrelfall>(given);
  return std::make_unique<Threlfall>(given);
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(threlfall) = {{.name = "threlfall",
                                 .citation = "Marques2015",
                                 .help = "Coulomb with an exponential through rest",
                                 .params = kParams},
                                make};
}  // namespace entry
}  // namespace freeplay
