// SPDX-License-Identifier: Apache-2.0
// The general form that most laws are cases of, with numbers of one's own.
//   F = K δ^n + χ δ^m δ̇                                       [Marques2015, eq. (1.2)]
// Units: K in N/m^n, χ in N s/m^(m+1); plain numbers in SI, since the units depend on the exponents.
// Range: any velocity; χ does not know the velocity of approach, so that the restitution falls with it.
#include <algorithm>

#include "freeplay/contact_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "stiffness", .symbol = "K", .low = 0, .help = "in N/m^n", .open_low = true, .sample = 3.39e10},
    {.key = "exponent", .symbol = "n", .fallback = 1.5, .low = 1, .high = 10, .help = "of the penetration"},
    {.key = "damping", .symbol = "χ", .fallback = 0, .low = 0, .help = "in N s/m^(m+1)"},
    {.key = "damping_exponent",
     .symbol = "m",
     .low = 0,
     .high = 10,
     .help = "of the penetration in the damping; default: exponent",
     .optional = true}};

class General final : public ContactLaw {
 public:
  explicit General(const Parameters& given)
      : K_(given.number("stiffness")),
        n_(given.number("exponent")),
        chi_(given.number("damping")),
        m_(given.given("damping_exponent") ? given.number("damping_exponent") : n_) {}

  double force(const ContactInput& in) const override {
    const double spring = elastic(in.delta, nullptr);
    return chi_ > 0 ? spring + chi_ * std::pow(std::max(in.delta, 0.0), m_) * in.rate : spring;
  }
  double energy(double delta, const double*) const override {
    return K_ * std::pow(std::max(delta, 0.0), n_ + 1) / (n_ + 1);
  }
  double elastic(double delta, const double*) const override {
    return K_ * std::pow(std::max(delta, 0.0), n_);
  }

 private:
  double K_, n_, chi_, m_;
};

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry&, const std::string&,
                                 const std::string&, Diagnostics&) {
  return std::make_unique<General>(given);
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(general) = {
    {"general", "Marques2015", "K, n, χ and m as given: F = K δ^n + χ δ^m δ̇", kParams}, make};
}  // namespace entry
}  // namespace freeplay
