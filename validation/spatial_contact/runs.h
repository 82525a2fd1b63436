// SPDX-License-Identifier: Apache-2.0
// Sliding and rolling in space against closed forms. For validation/ and tests/, hence everything inline.
#pragma once

#include "validation/spatial_bodies/runs.h"

namespace freeplay::validation {

// ---- the ball of examples/slip_to_roll
/// Slip s keeps its direction: v̇ = −μ g s/|s|, ṡ = −7/2 μ g s/|s|.
struct SlipToRoll {
  double mu = 0.3, radius = 0.05;
  Vector velocity{2, 0, 0}, omega{15, -10, 5};

  Vector slip() const {  // of the lowest point
    return {velocity[0] - radius * omega[1], velocity[1] + radius * omega[0], 0};
  }
  double time() const {
    return 2 * std::sqrt(space_reference::dot(slip(), slip())) / (7 * mu * space_reference::kGravity);
  }
  Vector final_velocity() const { return space_reference::sum(velocity, slip(), -2.0 / 7); }
  /// At the beginning of rolling.
  Vector way() const {
    const Vector both = space_reference::sum(velocity, final_velocity());
    return {0.5 * time() * both[0], 0.5 * time() * both[1], 0};
  }
};

struct BallErrors {
  ExampleRun run;
  double time = 0;      ///< of the beginning of rolling [s]
  double velocity = 0;  ///< at the end [m/s]
  double omega = 0;     ///< the same × radius [m/s]
  double position = 0;  ///< at the end [m]
};

inline BallErrors run_ball(const std::vector<Assignment>& changes) {
  const SlipToRoll exact;
  BallErrors out{run_example("slip_to_roll", changes)};
  const std::vector<double> rest = times_of_rest(out.run);
  out.time = rest.empty() ? std::nan("") : std::abs(rest.front() - exact.time());
  const Vector v = exact.final_velocity();
  out.velocity = distance(last_vector(out.run, "/body/ball/velocity"), v);
  out.omega = exact.radius * distance(last_vector(out.run, "/body/ball/angular_velocity"),
                                      {-v[1] / exact.radius, v[0] / exact.radius, exact.omega[2]});
  const double left = last_of(out.run, "/time") - exact.time();
  out.position =
      distance(last_vector(out.run, "/body/ball/position"),
               space_reference::sum(space_reference::sum({0, 0, exact.radius}, exact.way()), v, left));
  return out;
}

// ---- the box of examples/box_on_incline_3d
struct Incline {
  double slope = 20 * std::numbers::pi / 180, heading = 25 * std::numbers::pi / 180;

  Vector down() const {
    return {std::cos(slope) * std::cos(heading), std::cos(slope) * std::sin(heading), -std::sin(slope)};
  }
  Vector across() const { return {-std::sin(heading), std::cos(heading), 0}; }
  Vector start() const {
    return {0.04 * std::sin(slope) * std::cos(heading), 0.04 * std::sin(slope) * std::sin(heading),
            0.04 * std::cos(slope)};
  }
  /// From rest.
  Vector slide(double mu, double t) const {
    const double a = space_reference::kGravity * (std::sin(slope) - mu * std::cos(slope));
    return space_reference::sum(start(), down(), a > 0 ? 0.5 * a * t * t : 0);
  }
  // Thrown across with speed v₀ at μ = tan α: with k = g sin α and φ from the steepest line,
  //   v̇ = k (cos φ − 1), v φ̇ = −k sin φ  ⇒  v = v₀/(1 + cos φ),  t = v₀/(2k) ((1 − τ²)/2 − ln τ),  τ = tan
  //   ½φ.
  /// τ at t.
  double turn(double v0, double t) const {
    const double scale = v0 / (2 * space_reference::kGravity * std::sin(slope));
    double low = 1e-30, high = 1;
    for (int i = 0; i < 200; ++i) {
      const double tau = low > 0.5 * high ? 0.5 * (low + high) : std::sqrt(low * high);
      (scale * (0.5 * (1 - tau * tau) - std::log(tau)) > t ? low : high) = tau;
    }
    return 0.5 * (low + high);
  }
  Vector thrown_velocity(double v0, double t) const {
    const double tau = turn(v0, t), v = 0.5 * v0 * (1 + tau * tau);  // 1 + cos φ = 2/(1 + τ²)
    const double cosine = (1 - tau * tau) / (1 + tau * tau), sine = 2 * tau / (1 + tau * tau);
    return space_reference::sum(space_reference::sum({0, 0, 0}, down(), v * cosine), across(), v * sine);
  }
  Vector thrown(double v0, double t) const {
    Vector at = start();
    for (std::size_t k = 0; k < 3; ++k)
      at[k] += space_reference::integral([&](double s) { return thrown_velocity(v0, s)[k]; }, 0, t, 100);
    return at;
  }
};

struct BoxErrors {
  ExampleRun run;
  double position = 0, velocity = 0;  ///< at the end [m], [m/s]
  double turned = 0;                  ///< largest change of orientation over the run [rad]
  double kept = 0;                    ///< largest change of v + v·down over the run [m/s]
};

inline BoxErrors run_box(bool thrown, double mu, const std::vector<Assignment>& changes) {
  const Incline incline;
  std::vector<Assignment> all = changes;
  all.emplace_back("contact.friction.mu", fmt::format("{:.17g}", mu));
  all.emplace_back("body.box.velocity", vector_text(thrown ? incline.across() : Vector{0, 0, 0}));
  BoxErrors out{run_example("box_on_incline_3d", all)};
  const std::vector<double> e = out.run.record.values("/body/box/orientation"),
                            v = out.run.record.values("/body/box/velocity");
  const double t = last_of(out.run, "/time");
  for (std::size_t i = 0; 4 * i < e.size(); ++i) {
    for (const Vector& axis : {Vector{1, 0, 0}, Vector{0, 1, 0}})
      out.turned = std::max(out.turned, distance(axis_at(e, i, axis), axis_at(e, 0, axis)));
    const Vector now = vector_at(v, i);
    if (thrown)
      out.kept = std::max(out.kept, std::abs(std::sqrt(space_reference::dot(now, now)) +
                                             space_reference::dot(now, incline.down()) - 1));
  }
  const Vector position = thrown ? incline.thrown(1, t) : incline.slide(mu, t);
  const double a = space_reference::kGravity * (std::sin(incline.slope) - mu * std::cos(incline.slope));
  const Vector velocity = thrown ? incline.thrown_velocity(1, t)
                                 : space_reference::sum({0, 0, 0}, incline.down(), a > 0 ? a * t : 0);
  out.position = distance(last_vector(out.run, "/body/box/position"), position);
  out.velocity = distance(last_vector(out.run, "/body/box/velocity"), velocity);
  return out;
}

// ---- a box that slides to rest on a floor, in some direction
inline constexpr const char* kSlidingBox = R"(
freeplay = 1
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
name = "box"
mass = 1
inertia = [1e-2, 1e-2, 1e-2]
position = [0, 0, 0.02]
[[shape]]
body = "box"
type = "box"
size = [0.2, 0.2, 0.04]
[[shape]]
name = "floor"
body = "ground"
type = "half_space"
normal = [0, 0, 1]
[contact]
impact = { law = "newton", restitution = 0 }
friction = { law = "coulomb", mu = 0.3 }
[run]
end = 0.6
record = { every = 0.6 }
)";

struct Slide {
  double way = 0;       ///< along the throw, relative to v²/(2 μ g), less 1
  double sideways = 0;  ///< relative to v²/(2 μ g)
};

inline Slide slide_box(double direction, const std::string& solver, const Assignment& stepper) {
  const double c = std::cos(direction), s = std::sin(direction);
  const ExampleRun run = run_text(
      kSlidingBox, {{"method.solver", solver}, stepper, {"body.box.velocity", vector_text({c, s, 0})}});
  const Vector at = last_vector(run, "/body/box/position");
  const double exact = 1 / (2 * 0.3 * space_reference::kGravity);
  return {(at[0] * c + at[1] * s) / exact - 1, (at[1] * c - at[0] * s) / exact};
}

inline Assignment accurate(double accuracy) {
  return {"method.stepper", fmt::format(R"({{ name = "symmetric", accuracy = {} }})", accuracy)};
}

}  // namespace freeplay::validation
