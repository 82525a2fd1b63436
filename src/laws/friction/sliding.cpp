// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/sliding.h"

#include <fmt/format.h>

namespace freeplay {
namespace {

constexpr const char* kLawKeys[] = {"mu", "mu_static", "stribeck_velocity", "stribeck_exponent"};

/// The named curve with what the law itself was given of its parameters.
std::unique_ptr<FrictionCurve> own_curve(const std::string& name, const Parameters& given) {
  const CurveEntry& entry = *find_entry<CurveEntry>(name);
  return entry.make(Parameters(entry, given.values()));
}

std::unique_ptr<FrictionCurve> curve_of(const Parameters& given) {
  const Choice* chosen = given.method("sliding");
  if (!chosen) return own_curve(given.given("stribeck_velocity") ? "stribeck" : "constant", given);
  const CurveEntry& entry = *find_entry<CurveEntry>(chosen->name);
  return entry.make(Parameters(entry, chosen->values, chosen->where));
}

void check_chosen(const Parameters& given, const Choice& chosen, const std::string& key, bool at_rest,
                  Diagnostics& problems) {
  for (const char* own : kLawKeys) {
    if (!given.given(own)) continue;
    problems.error(given.where(own), key + "." + own, "given twice: the curve `sliding` says it too",
                   fmt::format("move {} into sliding = {{ curve = …, … }}, or leave sliding out", own));
  }
  const std::string place = key + ".sliding";
  const CurveEntry* entry = find_entry<CurveEntry>(chosen.name);
  if (entry == nullptr) {  // of a model built in code: files are checked when read
    problems.error(chosen.where, place + ".curve",
                   fmt::format("\"{}\" is not one of the friction curves", chosen.name));
    return;
  }
  const std::size_t before = problems.all().size();
  require_parameters(*entry, chosen.values, chosen.where, place, problems);
  if (problems.all().size() > before) return;
  const Parameters inner(*entry, chosen.values, chosen.where);
  if (entry->check) entry->check(inner, place, problems);
  if (chosen.name == std::string("constant") && inner.given("mu_static") && !at_rest) {
    problems.error(inner.where("mu_static"), place + ".mu_static",
                   "the law knows no limit at rest apart from the curve, and this curve does not fall to mu",
                   "take the curve stribeck or hess_soom, or leave mu_static out");
  }
}

}  // namespace

Sliding::Sliding(const Parameters& given)
    : curve_(curve_of(given)),
      viscous_(given.number("viscous")),
      viscous_exponent_(given.number("viscous_exponent")) {}

Sliding::Sliding(const std::string& curve, const Parameters& given)
    : curve_(own_curve(curve, given)),
      viscous_(given.number("viscous")),
      viscous_exponent_(given.number("viscous_exponent")) {}

void check_sliding(const Parameters& given, const std::string& key, bool at_rest, Diagnostics& problems) {
  if (const Choice* chosen = given.method("sliding")) {
    return check_chosen(given, *chosen, key, at_rest, problems);
  }
  if (!given.given("mu")) {
    problems.error(given.where("mu"), key + ".mu", "missing: kinetic coefficient of friction",
                   "give mu, or a curve as sliding = { curve = \"stribeck\", … }");
    return;
  }
  const bool two = given.given("mu_static"), fall = given.given("stribeck_velocity");
  if (two && given.number("mu_static") < given.number("mu")) {
    problems.error(given.where("mu_static"), key + ".mu_static",
                   fmt::format("static friction, {}, is below kinetic friction, {}",
                               given.number("mu_static"), given.number("mu")),
                   "give mu_static >= mu, or leave it out");
  }
  if (fall && !two) {
    problems.error(given.where("stribeck_velocity"), key + ".mu_static",
                   "missing: stribeck_velocity is given, and the Stribeck effect needs both",
                   "give mu_static as well, or neither");
  }
  if (two && !fall && !at_rest) {
    problems.error(given.where("mu_static"), key + ".stribeck_velocity",
                   "missing: mu_static is given, and the Stribeck effect needs both",
                   "give stribeck_velocity as well, or neither");
  }
}

}  // namespace freeplay
