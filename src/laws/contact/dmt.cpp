// SPDX-License-Identifier: Apache-2.0
// Derjaguin, Muller and Toporov: Hertz's contact, which the attraction of the surfaces around it presses together.
//   F = (4/3) E* √R δ^(3/2) − 2 π w R,  δ ≥ 0                           [DerjaguinMullerToporov1975]
// E*, R and w: adhesion.h. The force jumps to the pull-off force −2 π w R where the surfaces meet and from it where they
// part, both at δ = 0: nothing is lost, and a body parts as fast as it came. The attraction before they meet, over a few
// tenths of a nanometre, is left out. With w = 0 the law is Hertz's.
#include <numbers>

#include "laws/contact/adhesion.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_ADHESION};

class Dmt final : public ContactLaw {
 public:
  explicit Dmt(const Adhesion& of) : hertz_(of.hertz), pull_(2 * std::numbers::pi * of.w * of.R) {}
  double force(const ContactInput& in) const override { return elastic(in.delta, in.m); }
  double energy(double delta, const double*) const override { return hertz_.energy(delta) - pull_ * delta; }
  double elastic(double delta, const double*) const override { return hertz_.force(delta) - pull_; }
  double fastest() const override { return hertz_.fastest; }
  bool adheres() const override { return true; }

 private:
  PowerLaw hertz_;
  double pull_;
};

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  const std::optional<Adhesion> of = read_adhesion(given, geometry, contact, key, problems);
  return of ? std::make_unique<Dmt>(*of) : nullptr;
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(dmt) = {
    {"dmt", "DerjaguinMullerToporov1975", "adhesion of hard bodies: Hertz less a constant pull", kParams},
    make};
}  // namespace entry
}  // namespace freeplay
