// SPDX-License-Identifier: Apache-2.0
// Lankarani and Nikravesh with permanent indentation: losses by a dent instead of damping.
//   first loading, δ ≥ δ_m:   F = K δ^n
//   else:                     F = F_m ((δ − δ_p)/(δ_m − δ_p))^n,  0 below δ_p     [LankaraniNikravesh1994]
//   δ_p = (1 − c_e²) δ_m
// δ_m is the deepest penetration so far and F_m = K δ_m^n. The depth of the dent follows from the energy. The
// impact brings ½ m (δ̇⁽⁻⁾)² = F_m δ_m/(n + 1) and loses the part 1 − c_e² of it: the loop between loading and
// unloading, F_m δ_p/(n + 1). So the first impact of two surfaces delivers c_e exactly, at any velocity; an
// impact into the dent that is not deeper than δ_m is elastic.
//
// Range: 0 < c_e ≤ 1; impacts faster than 1e-5 √(E/ρ) are what it is for, so that no limit is declared.
// K: materials.h.
#include <algorithm>

#include "laws/contact/hysteresis.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_POSITIVE_RESTITUTION,
                             {.key = "permanent",
                              .help = "the dent stays when the contact opens (default), or heals",
                              .kind = ParamKind::boolean,
                              .optional = true},
                             FREEPLAY_POWER_LAW};

constexpr double kRounding = 1e-12;  // of δ_m
constexpr double kAtRest = 1e-9;  // of the speed that the contact begins with, or is given by what presses it

class PlasticLaw final : public ContactLaw {
 public:
  PlasticLaw(const PowerLaw& elastic, double restitution, bool permanent)
      : elastic_(elastic), e_(restitution), permanent_(permanent) {}

  double force(const ContactInput& in) const override {
    return in.delta >= in.m[0] ? elastic_.force(in.delta) : elastic(in.delta, in.m);
  }
  double energy(double delta, const double* m) const override {
    const double deepest = std::max(m[0], delta);
    return e_ * e_ * elastic_.energy(deepest) * std::pow(part(delta, deepest), elastic_.n + 1);
  }
  /// While the dent grows, only the part c_e² of the work is stored. Within a step it grows or it does not:
  /// steps end where that changes, and what a stage overshoots says nothing.
  double elastic(double delta, const double* m) const override {
    if (m[1] == 0) return e_ * e_ * elastic_.force(delta);
    if (delta >= m[0]) return elastic_.force(delta);
    return elastic_.force(m[0]) * std::pow(part(delta, m[0]), elastic_.n);
  }
  std::optional<Restitution> restitution() const override { return Restitution{e_, e_}; }

  /// δ_m, and whether the contact is below it: 0 while the dent grows, else 1.
  int memory() const override { return 2; }
  void start(const ContactStart&, double* m) const override {
    if (!permanent_) m[0] = 0;
    m[1] = m[0] > 0 ? 1 : 0;
  }
  void accept(const ContactInput& in, double* m) const override {
    const double speed = std::max(in.start.approach, in.start.pressed);
    const bool loads = in.rate > kAtRest * speed && in.delta >= (1 - kRounding) * m[0];
    m[0] = loads ? in.delta : std::max(m[0], in.delta);
    m[1] = loads ? 0 : 1;
  }
  double dent(const double* m) const override { return permanent_ ? plastic(m[0]) : 0; }
  bool turns() const override { return true; }
  /// Back on the curve of first loading; from there on the dent grows.
  double corner(const double* m) const override { return m[0]; }

 private:
  double plastic(double deepest) const { return (1 - e_ * e_) * deepest; }
  /// (δ − δ_p)/(δ_m − δ_p), from 0 to 1.
  double part(double delta, double deepest) const {
    if (!(delta < deepest)) return 1;
    const double dent = plastic(deepest);
    return delta > dent ? (delta - dent) / (deepest - dent) : 0;
  }

  PowerLaw elastic_;
  double e_;
  bool permanent_;
};

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  const std::optional<PowerLaw> elastic = read_power_law(given, geometry, contact, key, problems);
  if (!elastic) return nullptr;
  return std::make_unique<PlasticLaw>(*elastic, given.number("restitution"), given.flag("permanent", true));
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(lankarani_nikravesh_plastic) = {
    {"lankarani_nikravesh_plastic", "LankaraniNikravesh1994", "losses by a dent that stays", kParams}, make};
}  // namespace entry
}  // namespace freeplay
