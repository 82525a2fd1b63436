// SPDX-License-Identifier: Apache-2.0
// Hertz: elastic contact of round bodies, without losses.
//   F = K δ^n,  n = 3/2                                          [FloresAmbrosio2010, eq. (1)]
// K and where it is valid: materials.h. Bodies part as fast as they met.
#include "laws/contact/materials.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_POWER_LAW};

class Hertz final : public ContactLaw {
 public:
  explicit Hertz(const PowerLaw& elastic) : elastic_(elastic) {}
  double force(const ContactInput& in) const override { return elastic_.force(in.delta); }
  double energy(double delta, const double*) const override { return elastic_.energy(delta); }
  double elastic(double delta, const double*) const override { return elastic_.force(delta); }
  double fastest() const override { return elastic_.fastest; }

 private:
  PowerLaw elastic_;
};

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  const std::optional<PowerLaw> elastic = read_power_law(given, geometry, contact, key, problems);
  return elastic ? std::make_unique<Hertz>(*elastic) : nullptr;
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(hertz) = {{"hertz", "FloresAmbrosio2010", "elastic, without losses", kParams}, make};
}  // namespace entry
}  // namespace freeplay
