// SPDX-License-Identifier: Apache-2.0
// Johnson, Kendall and Roberts: elastic spheres whose surfaces attract each other where they touch.
//   F = 4 E* a³/(3 R) − √(8 π w E* a³)                                  [JohnsonKendallRoberts1971]
//   δ = a²/R − √(2 π w a/E*)
// a is the radius of the area of contact; E*, R and w: adhesion.h. The surfaces meet at δ = 0, where the area jumps to
// a³ = 2 π w R²/E* and the force to −(4/3) π w R. They pull down to the pull-off force −(3/2) π w R, and tear at
//   δ_off = −3 b²/R,  b³ = π w R²/(8 E*)
// where dδ/da = 0, with −(5/6) π w R: below zero, so that what is made and broken loses the energy between the two,
//   7.09 (w⁵ R⁴/E*²)^(1/3)                                              [ThorntonNing1998]
// whatever the velocity. At zero load a³ = 9 π w R²/(2 E*). With w = 0 the law is Hertz's.
//
// With q = √(a/b), both are polynomials,
//   δ R/b² = q⁴ − 4 q,   F R/(E* b³) = (4/3) q⁶ − 8 q³,   q ≥ 1
// and ∫ F dδ = (E* b⁵/R²)(8/15 q¹⁰ − 16/3 q⁷ + 8 q⁴) + constant. Stored energy is counted from the instant at which the
// surfaces meet. Where they tear the slope of F(δ) is infinite, as √(δ − δ_off): integrators shorten their steps there.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "laws/contact/adhesion.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_ADHESION};

class Jkr final : public ContactLaw {
 public:
  explicit Jkr(const Adhesion& of)
      : of_(of), b_(std::cbrt(std::numbers::pi * of.w * of.R * of.R / (8 * of.E))), length_(b_ * b_ / of.R) {}
  double force(const ContactInput& in) const override { return elastic(in.delta, in.m); }
  double energy(double delta, const double*) const override {
    if (b_ == 0) return of_.hertz.energy(delta);
    const double unit = of_.E * b_ * length_ * length_, q = root(delta), q3 = q * q * q, q4 = q3 * q;
    // 4.8 · 4^(4/3): what it is at q³ = 4, δ = 0
    const double at_zero = -4.8 * kAtZero;
    return unit * (q4 * (8 / 15. * q3 * q3 - 16 / 3. * q3 + 8) - at_zero) +
           std::min(0.0, delta + 3 * length_) * pull(1);
  }
  double elastic(double delta, const double*) const override {
    return b_ == 0 ? of_.hertz.force(delta) : pull(root(delta));
  }
  double fastest() const override { return of_.fastest; }
  bool adheres() const override { return true; }

  /// Whether the surfaces have met.
  int memory() const override { return 1; }
  void start(const ContactStart&, double* m) const override { m[0] = 1; }
  void end(double* m) const override { m[0] = 0; }
  double dent(const double* m) const override { return m[0] != 0 ? -3 * length_ : 0; }

 private:
  static constexpr double kAtZero = 6.3496042078727976;  // 4^(4/3)

  double pull(double q) const {
    const double q3 = q * q * q;
    return of_.E * b_ * length_ * q3 * (4 / 3. * q3 - 8);
  }
  /// q of δ: with q = 1 + e, e⁴ + 4 e³ + 6 e² = (δ − δ_off) R/b², by Newton's method from above, where the left side is
  /// convex and grows. 1 beyond the end.
  double root(double delta) const {
    constexpr int kMost = 100;
    const double y = delta / length_ + 3;
    if (!(y > 0)) return 1;
    double e = std::min(std::sqrt(y / 6), std::sqrt(std::sqrt(y)));
    for (int i = 0; i < kMost; ++i) {
      const double next = e - (e * e * (6 + e * (4 + e)) - y) / (e * (12 + e * (12 + 4 * e)));
      if (!(next < e)) break;  // rounding
      e = next;
    }
    return 1 + e;
  }

  Adhesion of_;
  double b_, length_;  ///< b and b²/R [m]
};

std::unique_ptr<ContactLaw> make(const Parameters& given, const ContactGeometry& geometry,
                                 const std::string& contact, const std::string& key, Diagnostics& problems) {
  const std::optional<Adhesion> of = read_adhesion(given, geometry, contact, key, problems);
  return of ? std::make_unique<Jkr>(*of) : nullptr;
}

}  // namespace

namespace entry {
FREEPLAY_CONTACT_FORCE(jkr) = {
    {"jkr", "JohnsonKendallRoberts1971", "adhesion of soft bodies: pulls until the contact tears", kParams},
    make};
}  // namespace entry
}  // namespace freeplay
