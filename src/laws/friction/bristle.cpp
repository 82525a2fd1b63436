// SPDX-License-Identifier: Apache-2.0
// The bristle model of Haessig and Friedland: bonds that stretch, break and form anew at random.
//   F_T = −F_N Σ σ (x − b_i),  ẋ = γ_T                                  [Marques2015, eq. (3.33)]
// x is the way slid since the contact closed, a state; b_i is where bond i was formed, in memory. A bond
// whose strain s_i = x − b_i reaches δ_i breaks and forms anew with the strain ρ δ_i u n, n = s_i/|s_i|, u
// uniform between −1 and 1. Reading: the paper says only that the new place is random and near; along n, so
// that the rule is the same in every direction. u is a hash of the seed, the number of the bond and how often
// it was formed (SplitMix64): the same seed gives the same run, whatever the integrator does in between. δ_i
// = δ (½ + (i − ½)/N), i = 1 … N: spread about δ, so that bonds do not break in step after a rest. A contact
// that closes has strains of zero. In sliding at any speed the mean strain of a bond is ½ δ_i (1 − ρ²/3), the
// mean of a sawtooth; σ is chosen so that the mean friction is μ. Friction never exceeds μ_S = Σ σ δ_i = 2
// μ/(1 − ρ²/3), all bonds about to break. σ is per unit of normal force; the paper's σ is F_N times
// ours. In place of δ the stiffness of a bond may be given, δ = 2 μ/(N σ (1 − ρ²/3)), which may be absolute
// (coefficients.h): bonds then break at a strain that follows F_N. Passive at constant F_N, bond by bond: a bond is a spring, and one that breaks loses energy since ρ
// < 1. Slow in simulation: there are N events in each δ that is slid.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "laws/friction/bristles.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "mu",
     .symbol = "μ",
     .low = 0,
     .high = 10,
     .help = "coefficient of friction in sliding, in the mean",
     .open_low = true,
     .sample = 0.1},
    {.key = "delta",
     .symbol = "δ",
     .unit = "m",
     .low = 0,
     .help = "strain at which bonds break, in the mean",
     .optional = true,
     .open_low = true,
     .sample = 1e-5},
    {.key = "sigma0",
     .symbol = "σ",
     .unit = "1/m",
     .low = 0,
     .help = "in place of delta: stiffness of a bond per unit of normal force",
     .optional = true,
     .open_low = true},
    {.key = "bristles", .symbol = "N", .fallback = 20, .low = 1, .high = 50, .help = "number of bonds"},
    {.key = "spread",
     .symbol = "ρ",
     .fallback = 0.5,
     .low = 0,
     .high = 1,
     .help = "largest strain of a new bond over that at which it breaks; below 1"},
    {.key = "seed", .fallback = 1, .low = 0, .high = 4294967295.0, .help = "of the random numbers"},
    FREEPLAY_FRICTION_COEFFICIENTS};

/// Uniform between −1 and 1.
double random(std::uint64_t seed, std::uint64_t bond, std::uint64_t times) {
  std::uint64_t x = seed + 0x9E3779B97F4A7C15ULL * (1 + bond + 64 * times);
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  x ^= x >> 31U;
  return static_cast<double>(x >> 11U) * 0x1p-52 - 1;
}

class Bristle final : public Bristles {
 public:
  explicit Bristle(const Parameters& given)
      : Bristles(given),
        mu_(given.number("mu")),
        rho_(given.number("spread")),
        n_(static_cast<int>(given.number("bristles"))),
        delta_(given.given("sigma0") ? mu_static() / (n_ * given.number("sigma0")) : given.number("delta")),
        seed_(static_cast<std::uint64_t>(given.number("seed"))) {}
  double mu() const override { return mu_; }
  double mu_static() const override { return 2 * mu_ / (1 - rho_ * rho_ / 3); }
  Tangent force(const FrictionInput& in) const override {
    Tangent sum{};
    for (int i = 0; i < n_; ++i) sum = sum + strain(in.z, in.m, i, in.d);
    return (-in.normal * mu_static() / (n_ * delta(in))) * sum;
  }
  /// All bonds are as they were formed.
  bool sticks(const FrictionInput& in) const override { return norm(in.slip) <= in.rest; }

  int states(int d) const override { return d; }
  double state_size(int, int) const override { return delta_ / coefficients_.per_force(); }
  void rates(const FrictionInput& in, double* z_dot) const override { put(in.slip, z_dot, in.d); }

  /// Of each bond where it was formed, and how often.
  int memory(int d) const override { return n_ * (d + 1); }
  void start(const FrictionInput& in, double* z, double* m) const override {
    put({}, z, in.d);
    std::fill(m, m + memory(in.d), 0.0);
  }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override {
    double least = kInfinity;
    for (int i = 0; i < n_; ++i) least = std::min(least, margin(in, in.z, in.m, i));
    return least;
  }
  void pass(const FrictionInput& in, double* z, double* m) const override {
    const double least = std::max(0.0, guard(in));
    for (int i = 0; i < n_; ++i) {
      if (margin(in, z, m, i) > least) continue;
      const Tangent now = strain(z, m, i, in.d);
      double* bond = m + i * (in.d + 1);
      bond[in.d] += 1;
      const double u = random(seed_, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(bond[in.d]));
      put(tangent(z, in.d) - (rho_ * limit(in, i) * u / norm(now)) * now, bond, in.d);
    }
  }

 private:
  double delta(const FrictionInput& in) const { return delta_ / per(in); }
  double limit(const FrictionInput& in, int i) const { return delta(in) * (0.5 + (i + 0.5) / n_); }
  static Tangent strain(const double* z, const double* m, int i, int d) {
    return tangent(z, d) - tangent(m + i * (d + 1), d);
  }
  double margin(const FrictionInput& in, const double* z, const double* m, int i) const {
    return 1 - norm(strain(z, m, i, in.d)) / limit(in, i);
  }

  double mu_, rho_;
  int n_;
  double delta_;  ///< where per() is 1
  std::uint64_t seed_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Bristle>(given); }

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_either(given, "delta", key, problems);
  check_count(given, "bristles", key, problems);
  check_count(given, "seed", key, problems);
  if (!(given.number("spread") < 1)) {
    problems.error(
        given.where("spread"), key + ".spread",
        fmt::format("must be below 1: a new bond is not to break at once; found {}", given.number("spread")),
        "leave it out for 0.5");
  }
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(bristle) = {
    {.name = "bristle",
     .citation = "Marques2015",
     .help = "Haessig and Friedland's bristles: bonds that break and form at random",
     .params = kParams},
    make,
    {.states = "x: way slid since the contact closed",
     .phenomena = {.stiction = true, .presliding = true, .hysteresis = true, .breakaway = true}},
    check};
}  // namespace entry
}  // namespace freeplay
