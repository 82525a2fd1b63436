// SPDX-License-Identifier: Apache-2.0
// What the tests of friction laws share.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "laws/friction/friction_law.h"

namespace freeplay {

inline Values friction_values(const std::map<std::string, double>& numbers) {
  Values values;
  for (const auto& [key, number] : numbers) values[key].data = number;
  return values;
}

inline std::unique_ptr<FrictionLaw> make_friction_of(const std::string& name, const Values& values) {
  const FrictionEntry& entry = *find_entry<FrictionEntry>(name);
  return entry.make(Parameters(entry, values));
}

inline std::unique_ptr<FrictionLaw> make_friction(const std::string& name,
                                                  const std::map<std::string, double>& numbers) {
  return make_friction_of(name, friction_values(numbers));
}

/// F_T of a law without states.
inline double friction_at(const FrictionLaw& law, double slip, double normal) {
  FrictionInput in;
  in.slip = slip;
  in.normal = normal;
  return law.force(in);
}

/// A law with at most one state, dragged along at given slips under a constant normal force: z by the
/// classical Runge–Kutta rule, the energy that friction took up along with it.
class FrictionPath {
 public:
  FrictionPath(const FrictionLaw& law, double normal) : law_(&law) {
    in_.normal = normal;
    in_.z = &z_;
    law.start(0, &z_, nullptr);
  }

  /// slip(t), t from 0 to duration.
  void slide(const std::function<double(double)>& slip, double duration, int steps) {
    const double h = duration / steps;
    for (int i = 0; i < steps; ++i) {
      const double t = duration * i / steps, z = z_;
      const Rates a = rates(slip(t), z), b = rates(slip(t + h / 2), z + h / 2 * a.z);
      const Rates c = rates(slip(t + h / 2), z + h / 2 * b.z), d = rates(slip(t + h), z + h * c.z);
      z_ = z + h / 6 * (a.z + 2 * b.z + 2 * c.z + d.z);
      taken_ += h / 6 * (a.power + 2 * b.power + 2 * c.power + d.power);
    }
    time_ += duration;
    in_.slip = slip(duration);
  }

  double time() const { return time_; }
  double state() const { return z_; }
  double force() const { return law_->force(in_); }
  /// −∫ F_T γ_T dt
  double taken() const { return taken_; }

 private:
  struct Rates {
    double z = 0, power = 0;
  };
  Rates rates(double slip, double z) const {
    FrictionInput in = in_;
    in.slip = slip;
    in.z = &z;
    Rates out;
    if (law_->states() > 0) law_->rates(in, &out.z);
    out.power = -law_->force(in) * slip;
    return out;
  }

  const FrictionLaw* law_;
  FrictionInput in_;
  double z_ = 0, taken_ = 0, time_ = 0;
};

}  // namespace freeplay
