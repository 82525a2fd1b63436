// SPDX-License-Identifier: Apache-2.0
// Mechanisms for tests of formulations, evaluated at a state.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/index.h"
#include "formulations/formulation.h"
#include "freeplay/assemble.h"
#include "tests/kit/models.h"

namespace freeplay {

/// A crank, a rod and a slider, driven by gravity and their own motion.
inline const std::string kSliderCrank = testing::slider_crank_text(
    {.crank = 0.153,
     .rod = 0.3,
     .of_crank = "mass = 0.038\ninertia = 7.4e-5\nposition = [0.0765, 0]\nangular_velocity = 150\n",
     .of_rod = "mass = 0.038\ninertia = 5.9e-4\nposition = [0.303, 0]\n",
     .of_slider = "mass = 0.076\ninertia = 2.7e-6\nposition = [0.453, 0]\n"});

inline constexpr const char* kRun = "[run]\nend = 1\n";

/// A second guide beside the first: three rows, of which none says anything new.
inline const std::string kSecondGuide =
    testing::joint_text("second_guide", "prismatic", "ground", "slider") + "axis = [1, 0]\n";

inline constexpr const char* kPendulum = R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "rod"
mass = 2
inertia = 0.1
position = [0.3, -0.4]
angular_velocity = 3
[[joint]]
name = "pivot"
type = "revolute"
bodies = ["ground", "rod"]
points = [[0, 0], [-0.3, 0.4]]
)";

/// A pendulum whose angle is written as (cos, sin): four coordinates, three velocities, as turned bodies in
/// space have more coordinates than velocities. A rod of length 2 `kHalf` hangs on its end.
class CirclePendulum final : public System {
 public:
  CirclePendulum() {
    info_.nq = 4;
    info_.nu = 3;
    info_.length = kHalf;
    info_.bodies = {{"rod", {}}};
    for (const char* name : {"pivot.x", "pivot.y"}) {
      ConstraintInfo row;
      row.name = name;
      row.shape = {{0, 0}, {3, 0}};
      info_.constraints.push_back(row);
    }
    info_.frame_numbers = 2;
  }
  const SystemInfo& info() const override { return info_; }
  void place(double, std::span<const double> q, Evaluation& out) const override {
    const double size = std::hypot(q[2], q[3]);
    out.frames[0] = q[2] / size;
    out.frames[1] = q[3] / size;
  }
  void mass(std::span<const double>, Evaluation& out) const override {
    out.M[0] = out.M[1] = kMass;
    out.M[2] = kInertia;
  }
  void forces(double, std::span<const double>, std::span<const double>, Evaluation& out) const override {
    out.h = {0, -kMass * 9.81, 0};
  }
  void constraints(double, std::span<const double> q, Evaluation& out) const override {
    const double c = out.frames[0], s = out.frames[1];
    out.Phi = {q[0] - kHalf * c, q[1] - kHalf * s};
    out.Phi_t = {0, 0};
    const double rows[2][3] = {{1, 0, kHalf * s}, {0, 1, -kHalf * c}};
    for (int i = 0; i < 2; ++i) std::copy(rows[i], rows[i] + 3, out.row_D(i));
  }
  void constraint_gamma(double, std::span<const double>, std::span<const double> u,
                        Evaluation& out) const override {
    out.gamma = {-kHalf * out.frames[0] * u[2] * u[2], -kHalf * out.frames[1] * u[2] * u[2]};
  }
  void gaps(double, std::span<const double>, Evaluation&) const override {}
  void contact_rows(double, std::span<const double>, int, Evaluation&) const override {}
  void rates(std::span<const double> q, std::span<const double> u, std::span<double> out) const override {
    out[0] = u[0];
    out[1] = u[1];
    out[2] = -q[3] * u[2];
    out[3] = q[2] * u[2];
  }
  void advance(std::span<const double> q, std::span<const double> u, double dt,
               std::span<double> out) const override {
    const double angle = std::atan2(q[3], q[2]) + u[2] * dt;
    out[0] = q[0] + u[0] * dt;
    out[1] = q[1] + u[1] * dt;
    out[2] = std::cos(angle);
    out[3] = std::sin(angle);
  }
  Energies energies(double, std::span<const double> q, std::span<const double> u,
                    const Evaluation&) const override {
    return {0.5 * kMass * (u[0] * u[0] + u[1] * u[1]) + 0.5 * kInertia * u[2] * u[2], kMass * 9.81 * q[1], 0};
  }
  void motion(double, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override {
    out[0] = {q[0], q[1], std::atan2(q[3], q[2]), u[0], u[1], u[2]};
  }
  State initial_state() const override {
    StateSizes sizes;
    sizes.q = 4;
    sizes.u = 3;
    State state(sizes);
    const double q[] = {kHalf, 0, 1, 0}, u[] = {0, kHalf * 2, 2};
    std::copy(q, q + 4, state.q().begin());
    std::copy(u, u + 3, state.u().begin());
    return state;
  }

  static constexpr double kMass = 2, kHalf = 0.5, kInertia = 0.1;

 private:
  SystemInfo info_;
};

inline Assembly assembled(const std::string& text) {
  return assemble(read_model_text(text + kRun, "test.toml"));
}

/// Everything that a formulation looks at.
inline Evaluation evaluated(const System& system, double t, std::span<const double> q,
                            std::span<const double> u) {
  Evaluation ev(system.info());
  system.place(t, q, ev);
  system.mass(q, ev);
  system.forces(t, q, u, ev);
  system.constraints(t, q, ev);
  system.constraint_gamma(t, q, u, ev);
  return ev;
}

inline std::unique_ptr<Formulation> make_named(const System& system, const std::string& name,
                                               const std::map<std::string, double>& numbers = {}) {
  Choice choice{name, {}, {}};
  for (const auto& [key, number] : numbers) choice.values[key].data = number;
  return make_formulation(choice, system, 1.0);
}

struct Accelerations {
  Accelerations(const System& system, Formulation& formulation, const Evaluation& ev,
                std::span<const double> u)
      : u_dot(static_cast<std::size_t>(system.info().nu)), lambda(system.info().constraints.size()) {
    formulation.accelerations(ev, u, u_dot, lambda);
  }
  /// D u̇ of a row.
  double row(const System& system, const Evaluation& ev, std::size_t i) const {
    return dot_row(system.info().constraints[i].shape, ev.row_D(to_int(i)), u_dot.data());
  }
  std::vector<double> u_dot, lambda;
};

}  // namespace freeplay
