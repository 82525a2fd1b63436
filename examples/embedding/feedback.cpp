// SPDX-License-Identifier: Apache-2.0
// A force of one's own with feedback: a controller that holds an upside-down pendulum upright by the torque
//   T = −k (θ − θ₀) − c ω
// registered as the force "upright" and used from a model text. Its target θ₀ is an input, which the program moves.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "freeplay/assemble.h"
#include "freeplay/planar_force.h"
#include "freeplay/simulation.h"

namespace {

using namespace freeplay;

constexpr Param kParams[] = {
    {.key = "target",
     .symbol = "θ₀",
     .unit = "rad",
     .low = -10,
     .high = 10,
     .help = "angle that is held",
     .sample = 0},
    {.key = "stiffness", .symbol = "k", .unit = "N*m/rad", .low = 0, .help = "torque per angle", .sample = 1},
    {.key = "damping",
     .symbol = "c",
     .unit = "N*m*s/rad",
     .fallback = 0,
     .low = 0,
     .help = "torque per rate",
     .sample = 0}};
constexpr const char* kInputs[] = {"target"};

class Upright final : public PlanarForce {
 public:
  Upright(const Parameters& given, int body)
      : target_(given.number("target")),
        k_(given.number("stiffness")),
        c_(given.number("damping")),
        body_(body) {}
  void apply(double, std::span<const Pose> poses, std::span<const Twist> twists,
             const ForceSums& out) const override {
    const auto i = static_cast<std::size_t>(body_);
    const double target = out.inputs ? out.inputs[0] : target_;
    const double torque = -k_ * (poses[i].angle - target) - c_ * twists[i].omega;
    ForceSums::add(out.h, body_, {0, 0}, {0, 0}, torque);
    ForceSums::add(out.applied, body_, {0, 0}, {0, 0}, torque);  // its work is booked as applied
  }
  bool depends_on_velocity() const override { return true; }

 private:
  double target_, k_, c_;
  int body_;
};

const ForceEntry kUpright = [] {
  ForceEntry entry{};
  entry.name = "upright";
  entry.citation = "";
  entry.help = "a controller that turns a body to an angle";
  entry.params = kParams;
  entry.make = [](const Parameters& given, std::array<int, 2> bodies, const Pose&,
                  const Pose&) -> std::unique_ptr<PlanarForce> {
    return std::make_unique<Upright>(given, bodies[0]);
  };
  entry.inputs = kInputs;
  return entry;
}();

constexpr const char* kModel = R"(
freeplay = 1
name = "pendulum held upright"
gravity = [0, -9.81]
[[body]]
name = "rod"
mass = 1
inertia = 0.02
position = [0, 0.25]
angle = "90 deg"
angular_velocity = 0.5
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "rod"]
points = [[0, 0], [-0.25, 0]]
[[force]]
name = "servo"
type = "upright"
body = "rod"
target = "90 deg"
stiffness = 8
damping = 0.6
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 3
)";

}  // namespace

int main() {
  try {
    add_entry(kUpright);
    const Model model = read_model_text(kModel, "upright.toml");
    const Assembly assembly = assemble(model);
    Simulation simulation(*assembly.system, model.method);
    double worst = 0;
    simulation.observe([&](const Simulation& now) {
      worst = std::max(worst, std::abs(now.state().q()[2] - std::numbers::pi / 2));
    });
    simulation.advance_to(3);
    const double swing = worst, left = simulation.state().q()[2] - std::numbers::pi / 2;
    fmt::print("swings out by {:.4f} rad, {:.2g} rad are left after 3 s\n", swing, left);
    simulation.set_input("force.servo.target", 1.4);
    simulation.advance_to(6);
    const double angle = simulation.state().q()[2];
    const double torque = -8 * (angle - 1.4) - 9.81 * 0.25 * std::cos(angle);  // of the servo and of gravity
    fmt::print("leans to {:.4f} rad, where {:.2g} N m are left\n", angle, torque);
    return swing < 0.2 && std::abs(left) < 1e-4 && std::abs(torque) < 1e-3 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
