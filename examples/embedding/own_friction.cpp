// SPDX-License-Identifier: Apache-2.0
// A friction law of one's own, registered from outside: the friction grows with the square of the slip beyond
// a limit. Models name it like any other law, and its parameters are checked like any other's.
//   F = −μ F_N (1 + (v/v_f)²) v/|v|, ramped linearly over |v| < v_r
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "freeplay/assemble.h"
#include "freeplay/friction_law.h"
#include "freeplay/simulation.h"

namespace {

using namespace freeplay;

constexpr Param kParams[] = {{.key = "mu",
                              .symbol = "μ",
                              .unit = "-",
                              .low = 0,
                              .high = 10,
                              .help = "friction of slow sliding",
                              .sample = 0.2},
                             {.key = "fade",
                              .symbol = "v_f",
                              .unit = "m/s",
                              .low = 0,
                              .help = "speed at which friction has doubled",
                              .open_low = true,
                              .sample = 1},
                             {.key = "ramp",
                              .symbol = "v_r",
                              .unit = "m/s",
                              .fallback = 1e-3,
                              .low = 0,
                              .help = "slip at which friction is full",
                              .open_low = true,
                              .sample = 1e-3}};

class Growing final : public FrictionLaw {
 public:
  explicit Growing(const Parameters& given)
      : mu_(given.number("mu")), fade_(given.number("fade")), ramp_(given.number("ramp")) {}
  bool set_valued() const override { return false; }  // a force of smooth motion, not for rigid stepping
  double mu() const override { return mu_; }
  double mu_at(double v) const override { return mu_ * (1 + v * v / (fade_ * fade_)); }
  Tangent force(const FrictionInput& in) const override {
    const double v = std::hypot(in.slip[0], in.slip[1], in.slip[2]);
    if (v == 0) return {};
    const double size = in.normal * mu_at(v) * std::min(1.0, v / ramp_) / v;
    return {-size * in.slip[0], -size * in.slip[1], -size * in.slip[2]};
  }

 private:
  double mu_, fade_, ramp_;
};

const FrictionEntry kGrowing = [] {
  FrictionEntry entry{};
  entry.name = "growing";
  entry.citation = "";
  entry.help = "friction that grows with the square of the slip";
  entry.params = kParams;
  entry.make = [](const Parameters& given) -> std::unique_ptr<FrictionLaw> {
    return std::make_unique<Growing>(given);
  };
  return entry;
}();

constexpr const char* kModel = R"(
freeplay = 1
name = "block on a floor"
gravity = [0, -10]
[[body]]
name = "block"
mass = 2
inertia = 0.01
velocity = [3, 0]
[[joint]]
name = "floor"
type = "prismatic"
bodies = ["ground", "block"]
axis = [1, 0]
friction = { law = "growing", mu = 0.2, fade = "2 m/s" }
[method]
stepper = { name = "runge_kutta", accuracy = 1e-10 }
[run]
end = 0.5
)";

}  // namespace

int main() {
  try {
    add_entry(kGrowing);
    const Model model = read_model_text(kModel, "block.toml");
    const Assembly assembly = assemble(model);
    Simulation simulation(*assembly.system, model.method);
    simulation.advance_to(0.5);
    // v̇ = −μ g (1 + v²/v_f²)  =>  v = v_f tan(atan(v₀/v_f) − μ g t/v_f)
    const double exact = 2 * std::tan(std::atan(3.0 / 2) - 0.2 * 10 * 0.5 / 2), v = simulation.state().u()[0];
    fmt::print("speed after 0.5 s: {:.9f} m/s, exact {:.9f}\n", v, exact);
    return std::abs(v - exact) < 1e-8 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
