// SPDX-License-Identifier: Apache-2.0
// Parameters of every friction law for the block on the belt: those of Marques2015, Table 3.2, where the
// paper has them. The paper's coefficients in N, N/m and N s/m are divided by the weight of the block, 9.81
// N.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

namespace freeplay::validation {

enum class BeltGroup { no_stiction, stiction, dynamic };  ///< Marques2015, Figs. 3.20, 3.21, 3.22

struct BeltModel {
  const char* law;
  std::string parameters;
  BeltGroup group;
  bool of_the_paper;  ///< in one of those figures
  /// To which integrators must agree in x [m] and w [m/s]. Jumps at instants that depend on all that was
  /// before let errors grow from one to the next: breaking bonds of `bristle`.
  double agreement = 1e-6;
};

inline constexpr double kWeight = 9.81;  // [N]

inline std::vector<BeltModel> belt_models() {
  const std::string viscous = fmt::format("viscous = {}", 0.1 / kWeight);
  const std::string mu = "mu = 0.1", both = "mu = 0.1, mu_static = 0.15";
  const std::string sliding = both + ", stribeck_velocity = 0.001, " + viscous;
  const std::string sigma0 = fmt::format("sigma0 = {}", 1e5 / kWeight);
  const std::string bristles = fmt::format("{}, sigma1 = {}", sigma0, std::sqrt(1e5) / kWeight);
  using enum BeltGroup;
  return {
      {"coulomb", mu, no_stiction, true},
      {"coulomb_viscous", mu + ", " + viscous, no_stiction, true},
      {"threlfall", mu + ", velocity = 0.001, form = \"printed\"", no_stiction, true},
      {"ambrosio", mu + ", v0 = 0.0001, v1 = 0.001", no_stiction, true},
      {"linear", mu + ", velocity = 0.001", no_stiction, false},
      {"tanh", mu + ", velocity = 0.001", no_stiction, false},
      {"coulomb_stiction", both, stiction, true},
      {"stribeck", sliding, stiction, true},
      {"karnopp", both + ", velocity = 0.001", stiction, true},
      {"bengisu_akay", both + ", velocity = 0.001, fall = 50", stiction, true},
      {"awrejcewicz", both + ", velocity = 0.001", stiction, true},
      {"stribeck_hess_soom", sliding, stiction, false},
      {"switch", fmt::format("{}, velocity = 0.001, rate = {}", both, std::sqrt(2.0)), stiction, false},
      {"linear_stiction", both + ", v0 = 0.0005, v1 = 0.001", stiction, false},
      {"armstrong",
       fmt::format("{}, stribeck_velocity = 0.001, {}, lag = 0.001, dwell_time = 2, {}", both, sigma0,
                   viscous),
       stiction, false},
      {"wojewoda", sliding + ", variation = 0.01, roughness = 0.1, roughness_length = 0.05, seed = 1",
       stiction, false},
      {"dahl", mu + ", " + sigma0, dynamic, true},
      {"reset_integrator", both + ", " + bristles, dynamic, true},
      {"lugre", sliding + ", " + bristles, dynamic, true},
      {"elasto_plastic", sliding + ", " + bristles, dynamic, true},
      {"gonthier", sliding + ", " + bristles + ", dwell_time = 2, form = \"smooth\"", dynamic, true},
      {"liang", fmt::format("{}, v_d = 0.001, k_b = {}, c_b = {}", both, 5e4 / kWeight, 80 / kWeight),
       dynamic, true},
      // slides at 0.1, and first peaks at 0.15 after rest: f₂²/(4 f₁) = 0.05 with η = ½
      {"bliman_sorine_1", fmt::format("f1 = 0.1, epsilon_f = {}", 0.1 * kWeight / 1e5), dynamic, false},
      {"bliman_sorine_2",
       fmt::format("f1 = {}, f2 = {}, epsilon_f = 0.01, eta = 0.5", 0.2 + std::sqrt(0.03),
                   0.1 + std::sqrt(0.03)),
       dynamic, false},
      {"harnoy_friedland",
       fmt::format("mu_static = 0.15, viscous = {}, velocity = 0.02, squeeze_time = 0.01", 0.5 / kWeight),
       dynamic, false},
      {"bristle", "mu = 0.1, delta = 0.01, bristles = 10, seed = 1", dynamic, false, 1e-4},
      {"leuven", sliding + ", " + bristles, dynamic, false},
      {"leuven_modified", sliding + ", " + bristles, dynamic, false},
      {"generalized_maxwell_slip",
       fmt::format("{}, {}, sigma1 = 0.5, elements = 4, attraction = 0.001", sliding, sigma0), dynamic,
       false},
  };
}

}  // namespace freeplay::validation
