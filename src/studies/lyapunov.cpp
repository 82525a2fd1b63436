// SPDX-License-Identifier: Apache-2.0
#include "studies/lyapunov.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "base/index.h"
#include "freeplay/simulation.h"
#include "freeplay/state.h"

namespace freeplay {
namespace {

constexpr LyapunovExponent kNone{std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::quiet_NaN()};
constexpr std::size_t kParts = 10;

double squared_difference(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

void place_between(std::span<double> twin, std::span<const double> from, double share) {
  for (std::size_t i = 0; i < twin.size(); ++i) twin[i] = from[i] + share * (twin[i] - from[i]);
}

class Twins {
 public:
  Twins(const System& system, const TwinOptions& options, const Method& method)
      : options_(options), motion_(system, method), twin_(system, method) {}

  void stop_when(const std::atomic<bool>* stop) {
    motion_.stop_when(stop);
    twin_.stop_when(stop);
    const auto count = [this](const Simulation&) { ++steps_; };
    motion_.observe(count);
  }

  bool advance_to(double t) {
    if (t <= motion_.t()) return true;
    return motion_.advance_to(t).status == StepStatus::ok && twin_.advance_to(t).status == StepStatus::ok &&
           (options_.most_steps == 0 || steps_ <= options_.most_steps);
  }

  /// Puts the twin next to the motion. Joints take back at once what of this they do not allow.
  void part() {
    State state = motion_.state();
    double sign = 1;
    for (const std::span<double> part : {state.q(), state.u()}) {
      for (double& number : part) {
        number += sign * options_.distance;
        sign = -sign;
      }
    }
    twin_.restore(state);
  }

  double distance() const {
    const State &a = motion_.state(), &b = twin_.state();
    return std::sqrt(squared_difference(a.q(), b.q()) +
                     options_.every * options_.every * squared_difference(a.u(), b.u()));
  }

  /// Brings the twin back to its first distance.
  void come_back(double distance) {
    State state = motion_.state();
    const double share = options_.distance / distance;
    std::copy(twin_.state().q().begin(), twin_.state().q().end(), state.q().begin());
    std::copy(twin_.state().u().begin(), twin_.state().u().end(), state.u().begin());
    place_between(state.q(), motion_.state().q(), share);
    place_between(state.u(), motion_.state().u(), share);
    twin_.restore(state);
  }

  double t() const { return motion_.t(); }

 private:
  const TwinOptions options_;
  Simulation motion_, twin_;
  long long steps_ = 0;
};

}  // namespace

LyapunovExponent largest_lyapunov(const System& system, const Method& method, const TwinOptions& options,
                                  const std::atomic<bool>* stop) {
  Twins twins(system, options, method);
  twins.stop_when(stop);
  if (!twins.advance_to(options.from)) return kNone;
  twins.part();
  const auto returns = static_cast<std::size_t>((options.to - twins.t()) / options.every + 1e-9);
  const std::size_t settling = returns / 10;  // until the twin has turned into the direction that grows most
  const std::size_t part = (returns - settling) / kParts;
  if (part == 0) return kNone;
  const double start = twins.t();
  std::vector<double> rates;
  double growth = 0, since = 0;
  for (std::size_t k = 1; k <= settling + kParts * part; ++k) {
    if (!twins.advance_to(start + static_cast<double>(k) * options.every)) return kNone;
    const double distance = twins.distance();
    if (!(distance > 0) || !std::isfinite(distance)) return kNone;
    twins.come_back(distance);
    if (k == settling) since = twins.t();
    if (k <= settling) continue;
    if (since == 0) since = start;
    growth += std::log(distance / options.distance);
    if ((k - settling) % part != 0) continue;
    rates.push_back(growth / (twins.t() - since));
    growth = 0;
    since = twins.t();
  }
  const auto n = static_cast<double>(rates.size());
  LyapunovExponent found;
  found.exponent = std::accumulate(rates.begin(), rates.end(), 0.0) / n;
  for (const double rate : rates) found.error += (rate - found.exponent) * (rate - found.exponent);
  found.error = std::sqrt(found.error / (n - 1) / n);
  return found;
}

}  // namespace freeplay
