// SPDX-License-Identifier: Apache-2.0
// Friction of Wojewoda et al.: more in acceleration than in deceleration, with a random part.
//   −F_T = F_N φ γ_T/|γ_T|,   φ = φ₊(|γ_T|) while the slip grows, φ₋(|γ_T|) while it falls
//   φ₊(v) = μ + (μ_S(v) − μ) |g(v) + f_R|                               [Marques2015, eq. (3.25)]
//   φ₋(v) = max(μ − (μ_S − μ) |g(v) + f_R|, 0)                          [Marques2015, eq. (3.26)]
//   μ_S(v) = μ_S + Δμ_S/(1 + v/v_S)                                     [Marques2015, eq. (3.27)]
// and viscous friction added to both. g falls from 1 at rest to 0: it is the shape of the curve of sliding.h,
// (curve − μ)/(μ_S − μ).
// Differs from [Marques2015]: (3.24) asks γ̇_T of a force that itself decides γ̇_T; the equation has no root or
// two, and is 0/0 at rest. Here the force is set-valued in γ̇_T instead: with φ_hold the friction that would
// keep the slip as it is,
//   φ = clamp(φ_hold, φ₋, φ₊)
// so that the slip grows with φ₊ (φ_hold above it), falls with φ₋ (φ_hold below it), and stays as it is in
// between. The sticking branch (3.24), which the paper's own text calls sticking, is exact stick: F_T =
// F_hold up to φ₊(0) F_N, with which it goes over into sliding. k_S and F_0 do not occur.
//
// f_R, the random part, belongs to the surfaces: a smooth function of the distance s slid since the contact
// closed, between ±`roughness`. Numbers drawn by `seed` for s = 0, ℓ, 2ℓ, … are joined by the quintic that
// has neither slope nor curvature at its ends. |g + f_R| keeps φ₋ below φ₊.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "laws/friction/sliding.h"
#include "laws/friction/stick_slip.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_FRICTION_SLIDING(1e-3, kRequired),
    {.key = "variation",
     .symbol = "Δμ_S",
     .fallback = 0,
     .low = 0,
     .high = 10,
     .help = "by which friction at break-away exceeds mu_static",
     .sample = 0.01},
    {.key = "roughness",
     .symbol = "f_R",
     .fallback = 0,
     .low = 0,
     .high = 1,
     .help = "largest random part, of the difference between mu_static and mu",
     .sample = 0.05},
    {.key = "roughness_length",
     .symbol = "ℓ",
     .unit = "m",
     .low = 0,
     .help = "slid distance over which the random part changes; needed with roughness",
     .optional = true,
     .open_low = true,
     .sample = 1e-4},
    {.key = "seed", .fallback = 1, .low = 0, .high = 1e9, .help = "of the random part"}};

/// A number between −1 and 1 for each place and seed: the bits of both, mixed (SplitMix64).
double drawn(std::uint64_t place, std::uint64_t seed) {
  std::uint64_t x = place + seed * 0x9E3779B97F4A7C15ULL + 0x632BE59BD9B4E019ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  x ^= x >> 31;
  return static_cast<double>(x >> 11) * 0x1p-52 - 1;
}

class Wojewoda final : public StickSlip {
 public:
  explicit Wojewoda(const Parameters& given)
      : coefficients_(given),
        sliding_(given),
        variation_(given.number("variation")),
        roughness_(given.number("roughness")),
        length_(given.given("roughness_length") ? given.number("roughness_length") : 1),
        seed_(static_cast<std::uint64_t>(given.number("seed"))) {}
  bool set_valued() const override { return false; }
  double mu() const override { return sliding_.mu(); }
  double mu_static() const override { return sliding_.mu_static() + variation_; }
  /// The middle between acceleration and deceleration, without the random part.
  double mu_at(double v) const override {
    const double per = coefficients_.per_force();
    return (upper(v, shape(v), per) + lower(v, shape(v), per)) / 2;
  }
  Tangent force(const FrictionInput& in) const override {
    if (stuck(in)) return in.hold;
    const Tangent along = direction(wide(in));
    const double v = norm(in.slip), part = std::abs(shape(v) + random(in.z[0]));
    const double needed = -dot(in.hold, along), per = coefficients_.per_force(in);
    return -std::clamp(needed, lower(v, part, per) * in.normal, upper(v, part, per) * in.normal) * along;
  }
  Hold hold(const FrictionInput& in) const override { return stuck(in) ? Hold::keeps : Hold::asks; }
  double hold_rate() const override { return 0; }

  /// The distance slid.
  int states(int) const override { return 1; }
  double state_size(int, int) const override { return length_; }
  void rates(const FrictionInput& in, double* z_dot) const override {
    z_dot[0] = stuck(in) ? 0 : norm(in.slip);
  }
  void start(const FrictionInput& in, double* z, double* m) const override {
    z[0] = 0;
    StickSlip::start(wide(in), z, m);
  }
  void accept(const FrictionInput& in, double* m) const override { StickSlip::accept(wide(in), m); }
  void pass(const FrictionInput& in, double* z, double* m) const override { StickSlip::pass(wide(in), z, m); }

 private:
  /// A slip that friction keeps as it is, between φ₋ and φ₊, may be kept near rest, where in more than one direction it
  /// turns faster and faster the slower it is. There its direction counts from a hundred times the slip that counts as
  /// none on.
  static FrictionInput wide(const FrictionInput& in) {
    constexpr double kWider = 100;
    FrictionInput out = in;
    if (in.d > 1) out.rest *= kWider;
    return out;
  }
  double limit(const FrictionInput& in) const override { return upper(0, std::abs(1 + random(in.z[0])), 1); }
  /// g(v)
  double shape(double v) const {
    return (sliding_.dry(v) - sliding_.mu()) / (sliding_.mu_static() - sliding_.mu());
  }
  double upper(double v, double part, double per) const {
    const double fall = sliding_.mu_static() + variation_ / (1 + v / sliding_.velocity()) - sliding_.mu();
    return sliding_.mu() + fall * part + per * sliding_.viscous(v);
  }
  double lower(double v, double part, double per) const {
    return std::max(sliding_.mu() - (sliding_.mu_static() - sliding_.mu()) * part, 0.0) +
           per * sliding_.viscous(v);
  }
  double random(double slid) const {
    if (roughness_ == 0) return 0;
    const double x = std::max(slid, 0.0) / length_, place = std::floor(x), w = x - place;
    const auto i = static_cast<std::uint64_t>(place);
    const double share = w * w * w * (10 + w * (6 * w - 15));
    return roughness_ * ((1 - share) * drawn(i, seed_) + share * drawn(i + 1, seed_));
  }

  Coefficients coefficients_;
  Sliding sliding_;
  double variation_, roughness_, length_;
  std::uint64_t seed_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Wojewoda>(given); }

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  const std::size_t before = problems.all().size();
  check_sliding(given, key, false, problems);
  if (problems.all().size() > before) return;
  const Sliding sliding(given);
  if (!(sliding.mu_static() > sliding.mu()) || sliding.velocity() == 0) {
    problems.error(given.where("mu_static"), key + ".mu_static",
                   "the law needs friction that falls with the slip",
                   "give mu_static > mu and stribeck_velocity, or a curve that falls");
  }
  if (given.number("roughness") > 0 && !given.given("roughness_length")) {
    problems.error(given.where("roughness"), key + ".roughness_length",
                   "missing: the slid distance over which the random part changes",
                   "give roughness_length, for instance \"0.1 mm\"");
  }
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(wojewoda) = {
    {.name = "wojewoda",
     .citation = "Marques2015",
     .help = "more friction in acceleration than in deceleration, with a random part, exact stick",
     .params = kParams},
    make,
    {.states = "s: distance slid",
     .phenomena =
         {.stiction = true, .stribeck = true, .viscous = true, .hysteresis = true, .breakaway = true}},
    check};
}  // namespace entry
}  // namespace freeplay
