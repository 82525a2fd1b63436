// SPDX-License-Identifier: Apache-2.0
// What the tests of laws with adhesion share: a ball of soft rubber on a rigid plane.
#pragma once

#include <string>

#include "freeplay/contact_law.h"

namespace freeplay {

inline constexpr double kRadius = 2e-3, kYoung = 3e6, kPoisson = 0.5;
/// E* of two bodies alike.
inline constexpr double kModulus = kYoung / (2 * (1 - kPoisson * kPoisson));

inline Values adhesive_values(const ContactForceEntry& entry, double w) {
  Values values;
  for (const Param& param : entry.params) {
    const std::string key = param.key;
    if (key == "work_of_adhesion") values[key] = Value{w, {}};
    if (key == "young") values[key] = Value{kYoung, {}};
    if (key == "poisson") values[key] = Value{kPoisson, {}};
  }
  return values;
}

inline std::unique_ptr<ContactLaw> adhesive(const std::string& name, double w) {
  const ContactForceEntry& entry = *find_entry<ContactForceEntry>(name);
  Diagnostics problems;
  return entry.make(Parameters(entry, adhesive_values(entry, w)), {kFlat, kRadius}, "ball", "contact.force",
                    problems);
}

/// The key of the first error; empty: none.
inline std::string adhesive_error(const std::string& name, const ContactGeometry& geometry) {
  const ContactForceEntry& entry = *find_entry<ContactForceEntry>(name);
  Diagnostics problems;
  entry.make(Parameters(entry, adhesive_values(entry, 0.1)), geometry, "ball", "contact.force", problems);
  return problems.has_errors() ? problems.all().front().key : std::string();
}

/// F at δ of surfaces that have met.
inline double force_of(const ContactLaw& law, double delta) {
  const double m[1] = {1};
  ContactInput in;
  in.delta = delta;
  in.m = m;
  return law.force(in);
}

}  // namespace freeplay
