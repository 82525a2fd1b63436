// SPDX-License-Identifier: Apache-2.0
#include "rigs/friction_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

namespace freeplay {
namespace {

constexpr double kVelocity = 1e-3, kLength = 1e-5;  // [m/s], [m], of laws that have no scales at all
constexpr int kEvenly = 20, kNearRest = 12;         // slips of the steady curve to either side
constexpr double kNearest = 1e-3;                   // the least of them over the largest
constexpr double kSettled = 1e-6;                   // change of the mean force over the largest force
constexpr int kWindows = 14;                        // each as long as all before
constexpr int kPasses = 400;                        // of a law that never settles: bonds that break
constexpr long long kSteps = 6000;                  // of one whose surfaces are uneven
constexpr int kPoints = 400;                        // of a period
constexpr int kSettling = 3;                        // periods before the lag is measured
constexpr double kSlowness[] = {0.05, 0.25, 1};     // of the swinging slip
constexpr int kRates = 13;
constexpr double kPi = std::numbers::pi;

/// The largest value of a parameter in that unit, or nothing.
template <class Map>
std::optional<double> largest(const FrictionSpecimen& specimen, std::string_view unit, Map map) {
  std::optional<double> found;
  for (const Param& param : specimen.entry->params) {
    if (param.kind != ParamKind::number || unit != param.unit) continue;
    const auto given = specimen.values.find(param.key);
    const double* number =
        given == specimen.values.end() ? &param.fallback : std::get_if<double>(&given->second.data);
    if (number == nullptr || !std::isfinite(*number) || *number <= 0) continue;
    found = std::max(found.value_or(0), map(*number));
  }
  return found;
}

double middle(std::vector<double> values, double otherwise) {
  if (values.empty()) return otherwise;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

RigScales scales(const FrictionConditions& at, double longest_step) {
  return {at.velocity / 10, at.amplitude, longest_step};
}

/// Slides at the slip v until the mean force over a window no longer changes.
SteadyForce slide(const FrictionSpecimen& specimen, const FrictionConditions& at, double v,
                  std::string& failure) {
  const FrictionLaw& law = *specimen.law;
  const double first = 10 * at.amplitude / std::max(std::abs(v), kNearest * at.velocity);
  FrictionRig rig = FrictionRig::dragged(
      law, at.normal, scales(at, first), [v](double) { return v; }, [](double) { return 0.0; }, 0);
  SteadyForce out{v, rig.sample().force, 0, 0};
  if (law.states(1) > 0 || law.memory(1) > 0) {
    const auto tired = [&] { return rig.passes() >= kPasses || rig.steps() >= kSteps; };
    RigSample before = rig.sample();
    int settled = 0;
    double window = first;
    for (int i = 0; i < kWindows && settled < 2; ++i) {
      if (!rig.run(before.t + window, [&](const RigSample&) { return !tired(); })) {
        failure = rig.failure();
        return out;
      }
      const RigSample now = rig.sample();
      if (!(now.t > before.t)) break;
      const double mean = (now.impulse - before.impulse) / (now.t - before.t);
      const bool steady = std::abs(mean - out.force) <= kSettled * at.normal * law.mu_static();
      settled = steady ? settled + 1 : 0;
      out.force = mean;
      before = now;
      window = now.t;
      if (tired()) break;
    }
  }
  const auto [low, high] = rig.range();
  out.low = low < high ? low : out.force;
  out.high = low < high ? high : out.force;
  return out;
}

void measure_steady(const FrictionSpecimen& specimen, const FrictionConditions& at, FrictionCurves& curves) {
  std::vector<double> slips;
  for (int i = 1; i <= kEvenly; ++i) slips.push_back(at.velocity * i / kEvenly);
  for (int i = 0; i < kNearRest; ++i)
    slips.push_back(at.velocity / kEvenly * std::pow(kNearest * kEvenly, 1 - i / double(kNearRest)));
  std::sort(slips.begin(), slips.end());
  std::vector<double> both;
  for (auto v = slips.rbegin(); v != slips.rend(); ++v) both.push_back(-*v);
  // At rest a law with states carries what its states remember: there is no steady force.
  if (!specimen.dynamic()) both.push_back(0);
  both.insert(both.end(), slips.begin(), slips.end());
  for (const double v : both) {
    std::string failure;
    const SteadyForce steady = slide(specimen, at, v, failure);
    if (failure.empty()) {
      curves.steady.push_back(steady);
    } else {
      curves.failures.push_back("steady sliding: " + failure);
    }
  }
}

void measure_presliding(const FrictionSpecimen& specimen, const FrictionConditions& at,
                        FrictionCurves& curves) {
  // So slow that the slip stays a tenth of what counts as slow.
  const double A = at.amplitude, w = at.velocity / 100 / A, period = 2 * kPi / w;
  FrictionRig rig = FrictionRig::dragged(
      *specimen.law, at.normal, scales(at, period / kPoints),
      [=](double t) { return A * w * std::cos(w * t); },
      [=](double t) { return -A * w * w * std::sin(w * t); }, A * w * w);
  const auto keep = [&](const RigSample& sample) {
    curves.presliding.push_back(sample);
    return true;
  };
  bool done = rig.run(1.25 * period, keep);
  const double before = rig.sample().work;
  done = done && rig.run(2.25 * period, keep);
  curves.dissipated = rig.sample().work - before;
  if (!done) curves.failures.push_back("cyclic displacement: " + rig.failure());
}

void measure_lag(const FrictionSpecimen& specimen, const FrictionConditions& at, FrictionCurves& curves) {
  for (const double slowness : kSlowness) {
    FrictionLag lag;
    lag.frequency = at.frequency * slowness;
    const double mean = at.mean(), swing = at.swing(), w = 2 * kPi * lag.frequency, period = 2 * kPi / w;
    FrictionRig rig = FrictionRig::dragged(
        *specimen.law, at.normal, scales(at, period / kPoints),
        [=](double t) { return mean - swing * std::cos(w * t); },
        [=](double t) { return swing * w * std::sin(w * t); }, swing * w);
    bool done = rig.run(kSettling * period);
    done = done && rig.run((kSettling + 1) * period, [&](const RigSample& sample) {
      lag.loop.push_back(sample);
      return true;
    });
    if (!done) {
      curves.failures.push_back("swinging slip: " + rig.failure());
      continue;
    }
    double area = 0;
    for (std::size_t i = 1; i < lag.loop.size(); ++i) {
      const RigSample &a = lag.loop[i - 1], &b = lag.loop[i];
      area += (a.force + b.force) / 2 * (b.v - a.v);
    }
    lag.difference = area / (2 * swing);
    curves.lag.push_back(std::move(lag));
  }
}

void measure_breakaway(const FrictionSpecimen& specimen, const FrictionConditions& at,
                       FrictionCurves& curves) {
  const double limit = at.normal * specimen.law->mu_static();
  if (!(limit > 0)) return;
  for (int i = 0; i < kRates; ++i) {
    BreakAway out;
    out.rate = at.slowest * std::pow(at.fastest / at.slowest, i / double(kRates - 1));
    const double rise = limit / out.rate;
    // The mass slides off soon after the pull exceeds friction; viscous friction may keep it back.
    const double patience = 100 * (rise + at.mass() * at.velocity / limit);
    FrictionRig rig = FrictionRig::pulled(*specimen.law, at.normal, scales(at, rise / 100), at.mass(),
                                          [&](double t) { return out.rate * t; });
    const bool done = rig.run(patience, [&](const RigSample& sample) {
      if (sample.force > out.force) {
        out.force = sample.force;
        out.distance = sample.x;
      }
      return std::abs(sample.v) < at.velocity;
    });
    if (done) {
      curves.breakaway.push_back(out);
    } else {
      curves.failures.push_back(fmt::format("break-away at {:.3g} N/s: {}", out.rate, rig.failure()));
    }
  }
}

}  // namespace

std::optional<double> FrictionSpecimen::velocity() const {
  if (const auto given = values.find("stribeck_velocity"); given != values.end()) {
    if (const double* v = std::get_if<double>(&given->second.data)) return *v;
  }
  return largest(*this, "m/s", [](double v) { return v; });
}

std::optional<double> FrictionSpecimen::length() const {
  const double mu = law->mu_static();
  const auto yielding = largest(*this, "1/m", [](double sigma) { return 1 / sigma; });
  if (yielding) return mu * *yielding;
  return dynamic() ? largest(*this, "m", [](double z) { return z; }) : std::nullopt;
}

bool FrictionSpecimen::stiction() const {
  return law->mu_static() > law->mu() || entry->traits.phenomena.stiction;
}

void complete(FrictionConditions& at, const std::vector<FrictionSpecimen>& laws) {
  std::vector<double> velocities, lengths;
  double mu = 0;
  for (const FrictionSpecimen& law : laws) {
    if (const auto velocity = law.velocity()) velocities.push_back(*velocity);
    if (const auto length = law.length()) lengths.push_back(*length);
    mu = std::max(mu, law.law->mu_static());
  }
  const double velocity = middle(velocities, kVelocity), length = middle(lengths, kLength);
  if (mu == 0) mu = 1;
  if (at.velocity == 0) at.velocity = 10 * velocity;
  if (at.amplitude == 0) at.amplitude = 1.5 * length;
  // At the mean slip the contact yields over its length about ten times in a period.
  if (at.frequency == 0) at.frequency = at.mean() / (10 * length);
  if (at.slowest == 0) at.slowest = 0.1 * mu * at.normal;
  if (at.fastest == 0) at.fastest = 300 * at.slowest;
}

FrictionCurves measure_friction(const FrictionSpecimen& specimen, const FrictionConditions& at) {
  FrictionCurves curves;
  curves.law = specimen.entry->name;
  if (at.steady) measure_steady(specimen, at, curves);
  if (at.presliding) measure_presliding(specimen, at, curves);
  if (at.lag) measure_lag(specimen, at, curves);
  if (at.breakaway) measure_breakaway(specimen, at, curves);
  return curves;
}

}  // namespace freeplay
