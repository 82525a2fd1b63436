// SPDX-License-Identifier: Apache-2.0
// Kelvin and Voigt: a linear spring and a linear damper side by side.
//   F = K δ + D δ̇                                             [Marques2015, section 1.2.2]
// K in N/m, D in N s/m. The force jumps to D δ̇⁽⁻⁾ when the contact begins, and would pull at its end;
// contacts never pull, so that bodies part when F = 0, before δ = 0.
//
// D is given, or follows from the restitution c_e and the effective mass m of the contact when it begins:
//   D = 2 ζ √(K m),   ln c_e = −2 α cot α  with ζ = cos α  (c_e ≥ exp(−2), ζ ≤ 1)
//                     ln c_e = −2 a coth a with ζ = cosh a (c_e < exp(−2), ζ > 1)
// the restitution of two bodies that part when F = 0 [SchwagerPoeschel2007, simplified]. It holds
// exactly for two bodies without other forces, at any velocity. Range: 0 < c_e ≤ 1.
// A contact whose both sides are driven has no mass that could come back: D = 0, and the spring acts alone.
#include <algorithm>
#include <cmath>

#include "freeplay/contact_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "stiffness",
     .symbol = "K",
     .unit = "N/m",
     .low = 0,
     .help = "of the spring",
     .open_low = true,
     .sample = 1e8},
    {.key = "damping", .symbol = "D", .unit = "N*s/m", .fallback = 0, .low = 0, .help = "of the damper"},
    {.key = "restitution",
     .symbol = "c_e",
     .low = 0,
     .high = 1,
     .help = "instead of the damping: D follows, with the mass",
     .optional = true,
     .open_low = true}};

// x cot x, or x coth x for the branch above critical damping.
double x_cot_x(double x) { return x > 0 ? x / std::tan(x) : 1; }
double x_coth_x(double x) { return x > 0 ? x / std::tanh(x) : 1; }

// ζ of the restitution e, to rounding.
double damping_ratio(double e) {
  const double target = -0.5 * std::log(e);
  const bool periodic = target <= 1;
  // x cot x falls from 1 to 0 between 0 and π/2; x coth x ≥ x grows from 1.
  double low = 0, high = periodic ? std::acos(0.0) : target;
  for (;;) {
    const double x = low + (high - low) / 2;
    if (!(x > low && x < high)) return periodic ? std::cos(x) : std::cosh(x);
    const bool further = periodic ? x_cot_x(x) > target : x_coth_x(x) < target;
    (further ? low : high) = x;
  }
}

class KelvinVoigt final : public ContactLaw {
 public:
  KelvinVoigt(double stiffness, double damping) : K_(stiffness), D_(damping) {}
  KelvinVoigt(double stiffness, std::optional<double> restitution)
      : K_(stiffness), restitution_(restitution), zeta_(damping_ratio(*restitution)) {}

  double force(const ContactInput& in) const override {
    const bool rebounds = restitution_ && std::isfinite(in.start.mass);
    const double D = rebounds ? 2 * zeta_ * std::sqrt(K_ * in.start.mass) : D_;
    return K_ * in.delta + D * in.rate;
  }
  double energy(double delta, const double*) const override { return 0.5 * elastic(delta, nullptr) * delta; }
  double elastic(double delta, const double*) const override { return K_ * std::max(delta, 0.0); }
  std::optional<Restitution> restitution() const override {
    if (!restitution_) return std::nullopt;
    return Restitution{*restitution_, *restitution_};
  }

 private:
  double K_, D_ = 0;
  std::optional<double> restitution_;
  double zeta_ = 0;  // of the critical damping
};

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry&, const std::string& contact,
                                 const std::string& key, Diagnostics& problems) {
  const double stiffness = given.number("stiffness");
  if (!given.given("restitution")) return std::make_unique<KelvinVoigt>(stiffness, given.number("damping"));
  if (given.given("damping")) {
    problems.error(given.where("damping"), key + ".damping",
                   "contact \"" + contact + "\": the restitution already says what the damping is",
                   "give one of them");
    return nullptr;
  }
  return std::make_unique<KelvinVoigt>(stiffness, std::optional(given.number("restitution")));
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(kelvin_voigt) = {
    {"kelvin_voigt", "SchwagerPoeschel2007", "linear spring and damper; damping given or from c_e", kParams},
    make};
}  // namespace entry
}  // namespace freeplay
