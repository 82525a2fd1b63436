// SPDX-License-Identifier: Apache-2.0
#include "laws/contact/adhesion.h"

namespace freeplay {

std::optional<Adhesion> read_adhesion(const Parameters& given, const ContactGeometry& geometry,
                                      const std::string& contact, const std::string& key,
                                      Diagnostics& problems) {
  const std::optional<double> radius = read_radius(given, geometry, contact, key, problems);
  if (!radius) return std::nullopt;
  const Materials pair = read_materials(given);
  Adhesion of;
  of.w = given.number("work_of_adhesion");
  of.R = *radius;
  of.E = 1 / (pair.sigma_a + pair.sigma_b);
  of.fastest = pair.fastest;
  of.hertz.K = 4 * std::sqrt(of.R) / (3 * (pair.sigma_a + pair.sigma_b));
  of.hertz.fastest = pair.fastest;
  return of;
}

}  // namespace freeplay
