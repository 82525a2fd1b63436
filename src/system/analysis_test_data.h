// SPDX-License-Identifier: Apache-2.0
// Small linkages as text, for tests of freedoms, driven motion and equilibrium.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "base/index.h"
#include "freeplay/assemble.h"
#include "freeplay/model.h"

namespace freeplay::testing {

/// A uniform bar with its frame in the middle.
inline std::string bar(const std::string& name, double x, double y, double angle, double mass = 1,
                       double inertia = 0.1) {
  return fmt::format("[[body]]\nname = \"{}\"\nmass = {}\ninertia = {}\nposition = [{}, {}]\nangle = {}\n",
                     name, mass, inertia, x, y, angle);
}

inline std::string pin(const std::string& name, const std::string& a, const std::string& b, double xa,
                       double ya, double xb, double yb) {
  return fmt::format(
      "[[joint]]\nname = \"{}\"\ntype = \"revolute\"\nbodies = [\"{}\", \"{}\"]\npoints = [[{}, {}], [{}, "
      "{}]]\n",
      name, a, b, xa, ya, xb, yb);
}

inline std::string guide(const std::string& name, const std::string& body, double y = 0) {
  return fmt::format(
      "[[joint]]\nname = \"{}\"\ntype = \"prismatic\"\nbodies = [\"ground\", \"{}\"]\npoints = [[0, {}], [0, "
      "0]]\naxis = [1, 0]\n",
      name, body, y);
}

inline std::string driver(const std::string& joint, const std::string& motion) {
  return fmt::format("[[driver]]\nname = \"{}_drive\"\njoint = \"{}\"\nmotion = {{ {} }}\n", joint, joint,
                     motion);
}

inline Model model_of(const std::string& parts, const std::string& mode, double end = 1) {
  return read_model_text(
      fmt::format("freeplay = 1\ngravity = [0, -9.81]\n{}[run]\nmode = \"{}\"\nend = {}\n", parts, mode, end),
      "test");
}

/// Crank 0.1 m, rod 0.3 m, slider on the x axis; the crank stands at `angle`.
inline std::string slider_crank(double angle) {
  const double tilt = -std::asin(std::sin(angle) / 3);
  const double x = 0.1 * std::cos(angle) + 0.3 * std::cos(tilt);
  return bar("crank", 0.05 * std::cos(angle), 0.05 * std::sin(angle), angle, 0.2, 1e-3) +
         bar("rod", 0.1 * std::cos(angle) + 0.15 * std::cos(tilt),
             0.1 * std::sin(angle) + 0.15 * std::sin(tilt), tilt, 0.3, 2e-3) +
         bar("slider", x, 0, 0, 0.5, 1e-3) + pin("shaft", "ground", "crank", 0, 0, -0.05, 0) +
         pin("crank_pin", "crank", "rod", 0.05, 0, -0.15, 0) + pin("wrist", "rod", "slider", 0.15, 0, 0, 0) +
         guide("guide", "slider");
}

/// A coupler of 2 m on `cranks` parallel cranks of 0.5 m, two of which would do.
inline std::string parallel_cranks(int cranks, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  std::string text = bar("coupler", 1 + 0.5 * c, 0.5 * s, 0, 2, 0.7);
  for (int i = 0; i < cranks; ++i) {
    const double x = 2.0 * i / (cranks - 1);
    const std::string name = fmt::format("crank{}", i + 1);
    text += bar(name, x + 0.25 * c, 0.25 * s, angle, 1, 0.02) +
            pin(fmt::format("foot{}", i + 1), "ground", name, x, 0, -0.25, 0) +
            pin(fmt::format("head{}", i + 1), name, "coupler", 0.25, 0, x - 1, 0);
  }
  return text;
}

/// A planar system with x, y, cos θ, sin θ as coordinates of each body: nq ≠ nu, as in space. Angles are
/// known up to turns, so that drivers of angles do not fit it.
class TurnedSystem final : public System {
 public:
  explicit TurnedSystem(const System& inner)
      : inner_(inner), info_(inner.info()), state_({inner.info().nu / 3 * 4, inner.info().nu}) {
    info_.nq = info_.nu / 3 * 4;
    info_.u_sizes = info_.sizes;
    info_.sizes.assign(idx(info_.nq), 1);
    const State start = inner.initial_state();
    for (std::size_t b = 0; 3 * b < start.q().size(); ++b) {
      const double* from = start.q().data() + 3 * b;
      const double to[4] = {from[0], from[1], std::cos(from[2]), std::sin(from[2])};
      std::copy(to, to + 4, state_.q().begin() + static_cast<std::ptrdiff_t>(4 * b));
    }
    std::copy(start.u().begin(), start.u().end(), state_.u().begin());
  }
  const SystemInfo& info() const override { return info_; }
  void place(double t, std::span<const double> q, Evaluation& out) const override {
    inner_.place(t, planar(q), out);
  }
  void mass(std::span<const double> q, Evaluation& out) const override { inner_.mass(planar(q), out); }
  void forces(double t, std::span<const double> q, std::span<const double> u,
              Evaluation& out) const override {
    inner_.forces(t, planar(q), u, out);
  }
  void constraints(double t, std::span<const double> q, Evaluation& out) const override {
    inner_.constraints(t, planar(q), out);
  }
  void constraint_gamma(double t, std::span<const double> q, std::span<const double> u,
                        Evaluation& out) const override {
    inner_.constraint_gamma(t, planar(q), u, out);
  }
  void gaps(double, std::span<const double>, Evaluation&) const override {}
  void contact_rows(double, std::span<const double>, int, Evaluation&) const override {}
  Energies energies(double t, std::span<const double> q, std::span<const double> u,
                    const Evaluation& at) const override {
    return inner_.energies(t, planar(q), u, at);
  }
  void motion(double t, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override {
    inner_.motion(t, planar(q), u, out);
  }
  void advance(std::span<const double> q, std::span<const double> u, double dt,
               std::span<double> out) const override {
    for (std::size_t b = 0; 3 * b < u.size(); ++b) {
      const double c = std::cos(u[3 * b + 2] * dt), s = std::sin(u[3 * b + 2] * dt);
      const double c0 = q[4 * b + 2], s0 = q[4 * b + 3];
      out[4 * b] = q[4 * b] + dt * u[3 * b];
      out[4 * b + 1] = q[4 * b + 1] + dt * u[3 * b + 1];
      out[4 * b + 2] = c0 * c - s0 * s;
      out[4 * b + 3] = s0 * c + c0 * s;
    }
  }
  State initial_state() const override { return state_; }

 private:
  static std::vector<double> planar(std::span<const double> q) {
    std::vector<double> out;
    for (std::size_t i = 0; i < q.size(); i += 4)
      out.insert(out.end(), {q[i], q[i + 1], std::atan2(q[i + 3], q[i + 2])});
    return out;
  }

  const System& inner_;
  SystemInfo info_;
  State state_;
};

}  // namespace freeplay::testing
