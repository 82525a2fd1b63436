// SPDX-License-Identifier: Apache-2.0
#include "laws/contact/cylinder.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace freeplay {

namespace {

// z ≥ 0 with z − ln(1 + z) = y ≥ 0. The left side is convex and at least z²/(2 (1 + z)), so that Newton's
// steps come from the right and never pass the root.
double invert_remainder(double y) {
  double z = y + std::sqrt(y * (y + 2));
  while (z > 0) {
    const double next = z - (0.5 * z * z * log_remainder(z) - y) * (1 + z) / z;
    if (!(next < z)) break;
    z = std::max(next, 0.0);
  }
  return z;
}

class CylinderLaw final : public ContactLaw {
 public:
  CylinderLaw(const LogarithmicLaw& law, double fastest, double restitution, double slow, bool given)
      : F_1_(law.b * std::exp(law.c - 1)),
        delta_1_(law.a * F_1_),
        losses_{exact_factor(restitution), slow},
        fastest_(fastest),
        restitution_{restitution, restitution},
        given_(given) {}

  double force(const ContactInput& in) const override {
    return elastic(in.delta, nullptr) * losses_.factor(in);
  }
  double energy(double delta, const double*) const override {
    const double g = invert_logarithmic(delta / delta_1_);
    if (!(g > 0)) return 0;
    return 0.25 * F_1_ * delta_1_ * g * g * (1 - 2 * std::log(g));
  }
  double elastic(double delta, const double*) const override {
    return F_1_ * invert_logarithmic(delta / delta_1_);
  }
  double limit() const override { return delta_1_; }
  double fastest() const override { return fastest_; }
  std::optional<Restitution> restitution() const override {
    return given_ ? std::optional(restitution_) : std::nullopt;
  }

 private:
  double F_1_, delta_1_;  // where the law ends [N], [m]
  Hysteresis losses_;
  double fastest_;
  Restitution restitution_;
  bool given_;
};

}  // namespace

double invert_logarithmic(double x) {
  if (!(x > 0)) return 0;
  if (!(x < 1)) return 1;
  return x / (1 + invert_remainder(-std::log(x)));
}

std::unique_ptr<ContactLaw> make_cylinder(LogarithmicLaw (*formula)(const LineContact&, const Parameters&),
                                          bool radii, const Parameters& given,
                                          const ContactGeometry& geometry, const std::string& contact,
                                          const std::string& key, Diagnostics& problems) {
  const bool has_radius = !radii && given.given("radius");
  const bool flat = std::isinf(geometry.radius_a) || std::isinf(geometry.radius_b);
  if (!has_radius && (!geometry.curved() || (radii && flat))) {
    const bool corner = geometry.radius_a == 0 || geometry.radius_b == 0;
    const char* what = corner  ? "a sharp corner has no radius"
                       : !flat ? "the journal is not smaller than its bearing"
                               : "a flat surface has no radius";
    const char* hint = radii ? "give the law hertz or exact a stiffness, or dubowsky_freudenstein a radius"
                             : "add the effective radius of the line: radius = \"0.5 mm\"";
    problems.error(given.where("length"), key,
                   fmt::format("contact \"{}\": the law is for round surfaces, and {}", contact, what), hint);
    return nullptr;
  }
  const Materials pair = read_materials(given);
  LineContact line;
  line.L = given.number("length");
  line.E = 1 / (pair.sigma_a + pair.sigma_b);
  line.h = 1 / (std::numbers::pi * line.E);
  line.delta_R = std::abs(geometry.radius_a + geometry.radius_b);
  line.R = has_radius ? given.number("radius") : geometry.effective_radius();
  return std::make_unique<CylinderLaw>(formula(line, given), pair.fastest, given.number("restitution"),
                                       given.number("slow_start"), given.given("restitution"));
}

}  // namespace freeplay
