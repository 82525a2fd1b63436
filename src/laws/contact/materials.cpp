// SPDX-License-Identifier: Apache-2.0
#include "laws/contact/materials.h"

#include <fmt/format.h>

#include <algorithm>

namespace freeplay {

namespace {

constexpr double kHertz = 1.5;  // exponent of round elastic bodies

double sigma(double young, double poisson) { return (1 - poisson * poisson) / young; }

double optional_number(const Parameters& given, const char* key, double otherwise) {
  return given.given(key) ? given.number(key) : otherwise;
}

// δ^n; the common exponent costs a square root.
double power(double delta, double n) {
  return n == kHertz ? delta * std::sqrt(delta) : std::pow(delta, n);  // NOLINT: that very number
}

}  // namespace

Materials read_materials(const Parameters& given) {
  Materials pair;
  pair.young_a = given.number("young");
  pair.young_b = optional_number(given, "young_2", pair.young_a);
  const double poisson_a = given.number("poisson");
  pair.sigma_a = sigma(pair.young_a, poisson_a);
  pair.sigma_b = sigma(pair.young_b, optional_number(given, "poisson_2", poisson_a));
  pair.fastest = 1e-5 * std::sqrt(std::min(pair.young_a, pair.young_b) / given.number("density"));
  return pair;
}

double PowerLaw::force(double delta) const { return K * power(std::max(delta, 0.0), n); }

double PowerLaw::energy(double delta) const { return force(delta) * std::max(delta, 0.0) / (n + 1); }

std::optional<double> read_radius(const Parameters& given, const ContactGeometry& geometry,
                                  const std::string& contact, const std::string& key, Diagnostics& problems) {
  const bool has_radius = given.given("radius");
  if (!has_radius && !geometry.curved()) {
    const bool corner = geometry.radius_a == 0 || geometry.radius_b == 0;
    problems.error(
        given.where("young"), key,
        fmt::format("contact \"{}\": {}, so that no stiffness follows from the materials", contact,
                    corner ? "a sharp corner has no radius" : "flat surfaces have no radius"),
        "add the radius of the edge, radius = \"0.5 mm\"; or take a law that can be given a stiffness itself "
        "(stiffness = \"3.39e10 N/m^1.5\")");
    return std::nullopt;
  }
  return has_radius ? given.number("radius") : geometry.effective_radius();
}

std::optional<PowerLaw> read_power_law(const Parameters& given, const ContactGeometry& geometry,
                                       const std::string& contact, const std::string& key,
                                       Diagnostics& problems) {
  PowerLaw law;
  law.n = given.number("exponent");
  law.fastest = kInfinity;
  const bool materials = given.given("young");
  if (materials) law.fastest = read_materials(given).fastest;
  if (given.given("stiffness")) {
    law.K = given.number("stiffness");
    return law;
  }
  if (!materials) {
    problems.error(given.where("stiffness"), key,
                   fmt::format("contact \"{}\" needs a stiffness or a material", contact),
                   "add young = \"207 GPa\", poisson = 0.3, or stiffness = \"3.39e10 N/m^1.5\"");
    return std::nullopt;
  }
  if (law.n != kHertz) {
    problems.error(
        given.where("exponent"), key + ".exponent",
        fmt::format("contact \"{}\": a stiffness from materials belongs to the exponent 1.5, not {:g}",
                    contact, law.n),
        "leave the exponent out, or give the stiffness that belongs to it");
    return std::nullopt;
  }
  const std::optional<double> radius = read_radius(given, geometry, contact, key, problems);
  if (!radius) return std::nullopt;
  const Materials pair = read_materials(given);
  law.K = 4 * std::sqrt(*radius) / (3 * (pair.sigma_a + pair.sigma_b));
  return law;
}

}  // namespace freeplay
