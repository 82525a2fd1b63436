// SPDX-License-Identifier: Apache-2.0
// The model of Bliman and Sorine of second order: a fast Dahl model less a slow one, which leaves a peak.
//   F_T = −F_N (x₁ + x₂),   ds = |γ_T| dt                               [Marques2015, eqs. (3.36), (3.39)]
//   dx₁/ds = (f₁ e − x₁)/(η ε_f),  dx₂/ds = −(f₂ e + x₂)/ε_f            [Marques2015, eqs. (3.38), (3.42)]
// with e = γ_T/|γ_T|; linear in e, so the plane needs no other form. f₁, f₂ and the states are per unit of
// normal force; the paper's are F_N times ours. In place of ε_f the stiffness at the beginning, σ₀ = (f₁/η − f₂)/ε_f, may
// be given, which may be absolute (coefficients.h): the states are forces in N then, and ε_f follows F_N.
// Sliding settles on f₁ − f₂. From rest friction has its peak after the way s = ε_f η/(1 − η) ln(f₁/(η f₂)),
// Δ = f₂ e^(−s/ε_f) − f₁ e^(−s/(η ε_f)) above that; after sliding the other way it is 2 Δ above it. The
// latter is what μ_S says. Stribeck's effect is one of the way here, not of the speed. Passive at constant
// F_N for f₂ < f₁ and η < 1: the real part of f₁/(1 + iη ω) − f₂/(1 + i ω), the response of friction to e
// along the way, is ((f₁ − f₂) + ω² (f₁ − η² f₂)) over squares, never negative.
#include <fmt/format.h>

#include <cmath>

#include "laws/friction/bliman_sorine.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "f1",
                              .symbol = "f₁",
                              .low = 0,
                              .high = 10,
                              .help = "friction of the fast part",
                              .open_low = true,
                              .sample = 0.2},
                             {.key = "f2",
                              .symbol = "f₂",
                              .low = 0,
                              .high = 10,
                              .help = "what the slow part takes off it: f1 - f2 is left in sliding",
                              .open_low = true,
                              .sample = 0.1},
                             {.key = "eta",
                              .symbol = "η",
                              .low = 0,
                              .high = 1,
                              .help = "way of the fast part over that of the slow one",
                              .open_low = true,
                              .sample = 0.1},
                             FREEPLAY_FRICTION_BLIMAN_SORINE("way of the slow part", 1e-4)};

double stiffness(const Parameters& given, double way) {
  return (given.number("f1") / given.number("eta") - given.number("f2")) / way;
}

class BlimanSorine2 final : public Bristles {
 public:
  explicit BlimanSorine2(const Parameters& given)
      : Bristles(given),
        f1_(given.number("f1")),
        f2_(given.number("f2")),
        slow_(way_of(given, stiffness)),
        fast_(given.number("eta") * slow_) {
    const double eta = fast_ / slow_, s = eta / (1 - eta) * std::log(f1_ / (eta * f2_));
    peak_ = f2_ * std::exp(-s) - f1_ * std::exp(-s / eta);
  }
  double mu() const override { return f1_ - f2_; }
  double mu_static() const override { return f1_ - f2_ + 2 * peak_; }
  Tangent force(const FrictionInput& in) const override {
    return (-in.normal * per(in)) * (tangent(in.z, in.d) + tangent(in.z + in.d, in.d));
  }

  int states(int d) const override { return 2 * d; }
  double state_size(int, int) const override { return f1_ / coefficients_.per_force(); }
  void rates(const FrictionInput& in, double* z_dot) const override {
    const double v = per(in) * norm(in.slip);
    put((1 / fast_) * (f1_ * in.slip - v * tangent(in.z, in.d)), z_dot, in.d);
    put((-1 / slow_) * (f2_ * in.slip + v * tangent(in.z + in.d, in.d)), z_dot + in.d, in.d);
  }
  void start(const FrictionInput& in, double* z, double*) const override {
    put({}, z, in.d);
    put({}, z + in.d, in.d);
  }

 private:
  double f1_, f2_, slow_, fast_, peak_;  ///< ways where per() is 1
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<BlimanSorine2>(given); }

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_way(given, key, problems);
  if (given.number("f2") >= given.number("f1")) {
    problems.error(given.where("f2"), key + ".f2",
                   fmt::format("the slow part, {}, takes off all of the fast one, {}", given.number("f2"),
                               given.number("f1")),
                   "give f2 < f1: friction in sliding is f1 - f2");
  }
  if (given.number("eta") >= 1) {
    problems.error(
        given.where("eta"), key + ".eta",
        fmt::format("must be below 1: the fast part is to be the faster one; found {}", given.number("eta")),
        "0.1 is a sensible value");
  }
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(bliman_sorine_2) = {
    {.name = "bliman_sorine_2",
     .citation = "Marques2015",
     .help = "Bliman and Sorine's model of second order: a peak of friction along the way slid",
     .params = kParams},
    make,
    {.states = "x1, x2: friction over F_N of the fast and the slow part",
     .phenomena = {.stiction = true, .presliding = true, .hysteresis = true}},
    check};
}  // namespace entry
}  // namespace freeplay
