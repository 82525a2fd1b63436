// SPDX-License-Identifier: Apache-2.0
// Baumgarte's stabilisation: constraint errors die out like a damped oscillator.
//   D u̇ = γ − 2α Φ̇ − β² Φ,   Φ̇ = D u + Φ_t        [Marques2015, eqs. (2.51), (2.52)]
// so that Φ̈ + 2α Φ̇ + β² Φ = 0. With α = β errors fade fastest without overshoot, as (1 + αt) e^(−αt); the
// papers take 5/s. The default, 10 over the time scale of the run, removes an error within it without asking
// for shorter steps. It is no projection: what the integrator adds in every step is held small, not removed.
#include "formulations/formulation.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "alpha",
     .symbol = "α",
     .unit = "1/s",
     .low = 0,
     .help = "rate at which errors of velocities fade; default: 10 over the time scale of the run",
     .optional = true},
    {.key = "beta",
     .symbol = "β",
     .unit = "1/s",
     .low = 0,
     .help = "rate at which errors of positions are drawn back; default: 10 over the time scale of the run",
     .optional = true},
    FREEPLAY_FORMULATION_CORRECTION("none", "mass", "euclidean")};
constexpr double kRate = 10;  // α and β by default, over the time scale

class Baumgarte final : public Formulation {
 public:
  Baumgarte(const System& system, double alpha, double beta)
      : Formulation(system), alpha_(alpha), beta_(beta) {}
  void accelerations(const Evaluation& ev, std::span<const double> u, std::span<double> u_dot,
                     std::span<double> lambda) override {
    dynamics_.apply_D(ev, u, lambda);
    for (std::size_t i = 0; i < ev.Phi.size(); ++i) {
      lambda[i] = ev.gamma[i] - 2 * alpha_ * (lambda[i] + ev.Phi_t[i]) - beta_ * beta_ * ev.Phi[i];
    }
    dynamics_.solve(ev, u_dot, lambda);
  }
  int singular_row() const override { return dynamics_.lost_row(); }

 private:
  double alpha_, beta_;
};

std::unique_ptr<Formulation> make(const System& system, const Parameters& given, double time_scale) {
  const auto rate = [&](const char* key) {
    return given.given(key) ? given.number(key) : kRate / time_scale;
  };
  return std::make_unique<Baumgarte>(system, rate("alpha"), rate("beta"));
}

}  // namespace

namespace entry {
FREEPLAY_FORMULATION(baumgarte) = {{.name = "baumgarte",
                                    .citation = "Marques2015",
                                    .help = "Lagrange multipliers with Baumgarte's stabilisation",
                                    .params = kParams},
                                   make,
                                   {.redundant = {.holds = true}}};
}  // namespace entry
}  // namespace freeplay
