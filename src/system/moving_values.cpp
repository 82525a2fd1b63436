// SPDX-License-Identifier: Apache-2.0
// Formulas of what moves in a system of bodies: forces, actuators, the end of a run.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <variant>

#include "base/index.h"
#include "system/body_system.h"
#include "system/planar_system.h"
#include "system/spatial_system.h"

namespace freeplay {
namespace {

double component(const Vec2& v, int k) { return v[idx(k)]; }
double component(const Vec3& v, int k) { return v[idx(k)]; }

/// Of the origin of a body's frame, which in the plane is its centre of mass.
double place_of(const Pose& pose, const std::vector<Mount>&, std::size_t, int k) {
  return component(pose.centre(), k);
}
double place_of(const SpatialPose& pose, const std::vector<Mount>& mounts, std::size_t body, int k) {
  return component(pose.r + pose.turn(mounts[body].point({0, 0, 0})), k);
}
double velocity_of(const Pose&, const std::vector<Mount>&, std::size_t, const double* u, int k) {
  return u[k];
}
double velocity_of(const SpatialPose& pose, const std::vector<Mount>& mounts, std::size_t body,
                   const double* u, int k) {
  const Vec3 arm = pose.turn(mounts[body].point({0, 0, 0}));
  return u[k] + component(cross(pose.turn({u[3], u[4], u[5]}), arm), k);
}
double spin_of(const Pose&, const double* u, int) { return u[2]; }
double spin_of(const SpatialPose& pose, const double* u, int k) {
  return component(pose.turn({u[3], u[4], u[5]}), k);
}
double angle_of(const Pose& pose) { return pose.angle; }
double angle_of(const SpatialPose&) { return 0; }  // a body in space has none: see find_moving

}  // namespace

template <class Bodies>
double BodySystemOf<Bodies>::coordinate_rate(const Joint& joint, int coordinate, std::span<const double> u,
                                             const Evaluation& at) const {
  constexpr std::size_t width = Bodies::kVelocities;
  double row[kRow];
  Bodies::coordinate_row(joint.guide(), coordinate, pose_a(joint, at), pose_b(joint, at), row);
  const auto a = idx(joint.a), b = idx(joint.b);
  double rate = 0;
  for (std::size_t i = 0; i < width; ++i) {
    if (joint.a != kGround) rate += row[i] * u[width * (a - 1) + i];
    if (joint.b != kGround) rate += row[width + i] * u[width * (b - 1) + i];
  }
  return rate;
}

template <class Bodies>
double BodySystemOf<Bodies>::moving_value(const MovingName& name, double t, std::span<const double> u,
                                          const Evaluation& at) const {
  const auto of = idx(name.of);
  const auto pose = [&]() -> const Place& { return poses(at)[of + 1]; };
  const auto velocity = [&] { return u.data() + Bodies::kVelocities * of; };
  switch (name.kind) {
    case MovingName::Kind::time: return t;
    case MovingName::Kind::coordinate: {
      const Joint& joint = parts_.joints[of];
      return Bodies::coordinate(joint.guide(), name.part, pose_a(joint, at), pose_b(joint, at));
    }
    case MovingName::Kind::rate: return coordinate_rate(parts_.joints[of], name.part, u, at);
    case MovingName::Kind::place: return place_of(pose(), parts_.mounts, of + 1, name.part);
    case MovingName::Kind::velocity: return velocity_of(pose(), parts_.mounts, of + 1, velocity(), name.part);
    case MovingName::Kind::angle: return angle_of(pose());
    case MovingName::Kind::spin: return spin_of(pose(), velocity(), name.part);
  }
  return 0;
}

template <class Bodies>
double BodySystemOf<Bodies>::formula_value(int formula, double t, std::span<const double> u,
                                           const Evaluation& at) const {
  const BoundFormula& bound = parts_.formulas[idx(formula)];
  std::array<double, BoundFormula::kMostNames> slots;
  for (std::size_t i = 0; i < bound.names.size(); ++i) slots[i] = moving_value(bound.names[i], t, u, at);
  return bound.formula.value({slots.data(), bound.names.size()});
}

template <class Bodies>
const double* BodySystemOf<Bodies>::inputs_of(std::size_t force, double t, std::span<const double> u,
                                              const Evaluation& at, std::span<double> scratch) const {
  const double* inputs = at.features.data() + at.features.size() - parts_.info.inputs.size();
  const std::vector<MovingInputs::Part>& parts = parts_.moving_inputs[force].parts;
  if (parts.empty()) return inputs + parts_.first_input[force];
  for (std::size_t k = 0; k < parts.size(); ++k)
    scratch[k] = parts[k].formula < 0 ? inputs[parts[k].input] : formula_value(parts[k].formula, t, u, at);
  return scratch.data();
}

template <class Bodies>
double BodySystemOf<Bodies>::asked(const PlacedActuator::Asked& what, double t, std::span<const double> u,
                                   const Evaluation& at) const {
  if (what.formula >= 0) return formula_value(what.formula, t, u, at);
  return at.features[at.features.size() - parts_.info.inputs.size() + idx(what.input)];
}

template <class Bodies>
typename BodySystemOf<Bodies>::ServoError BodySystemOf<Bodies>::servo_error(const PlacedActuator& actuator,
                                                                            double t,
                                                                            std::span<const double> u,
                                                                            const Evaluation& at) const {
  const Joint& joint = parts_.joints[idx(actuator.joint)];
  const double set_point = asked(actuator.asked[0], t, u, at);
  const double measured = actuator.measures ? asked(actuator.asked[2], t, u, at)
                                            : Bodies::coordinate(joint.guide(), actuator.coordinate,
                                                                 pose_a(joint, at), pose_b(joint, at));
  const double error = set_point - measured;
  return {set_point, actuator.turns ? std::remainder(error, 2 * std::numbers::pi) : error,
          asked(actuator.asked[1], t, u, at) - coordinate_rate(joint, actuator.coordinate, u, at)};
}

template <class Bodies>
typename BodySystemOf<Bodies>::Effort BodySystemOf<Bodies>::effort(const PlacedActuator& actuator, double t,
                                                                   std::span<const double> u,
                                                                   const Evaluation& at) const {
  if (std::holds_alternative<std::monostate>(actuator.law)) return {asked(actuator.asked[0], t, u, at), 0};
  if (const auto* motor = std::get_if<DcMotor>(&actuator.law)) {
    const Joint& joint = parts_.joints[idx(actuator.joint)];
    const double current = motor->current(asked(actuator.asked[0], t, u, at),
                                          coordinate_rate(joint, actuator.coordinate, u, at));
    return {motor->effort(current), current};
  }
  const ServoError now = servo_error(actuator, t, u, at);
  if (actuator.memory >= 0) return {at.features[idx(actuator.memory) + 1], now.set_point};
  return {std::get<Servo>(actuator.law).effort(now.error, now.rate_error), now.set_point};
}

/// Samples are counted, so that their times do not drift; one that is a rounding ahead is due.
template <class Bodies>
double BodySystemOf<Bodies>::next_sample(const State& state) const {
  constexpr double kRounding = 1e-9;
  double next = kInfinity;
  for (const PlacedActuator& actuator : parts_.actuators) {
    if (actuator.memory < 0) continue;
    const double period = std::get<Servo>(actuator.law).period;
    const double due = state.features()[idx(actuator.memory)] * period;
    next = std::min(next, due <= state.t() + kRounding * period ? state.t() : due);
  }
  return next;
}

template <class Bodies>
void BodySystemOf<Bodies>::take_samples(State& state, Evaluation& scratch) const {
  this->load(state.features(), scratch);
  place(state.t(), state.q(), scratch);
  for (const PlacedActuator& actuator : parts_.actuators) {
    if (actuator.memory < 0) continue;
    const Servo& servo = std::get<Servo>(actuator.law);
    auto* memory = reinterpret_cast<ServoMemory*>(state.features().data() + actuator.memory);
    constexpr double kRounding = 1e-9;
    if (memory->samples * servo.period > state.t() + kRounding * servo.period) continue;
    const ServoError now = servo_error(actuator, state.t(), state.u(), scratch);
    memory->held = servo.sampled_effort(now.error, now.rate_error, memory->sum);
    memory->samples = std::floor(state.t() / servo.period + kRounding) + 1;
  }
}

template <class Bodies>
void BodySystemOf<Bodies>::actuate(double t, std::span<const double> u, Evaluation& out) const {
  constexpr int width = Bodies::kVelocities;
  double row[kRow];
  for (const PlacedActuator& actuator : parts_.actuators) {
    const Joint& joint = parts_.joints[idx(actuator.joint)];
    const double force = effort(actuator, t, u, out).force;
    Bodies::coordinate_row(joint.guide(), actuator.coordinate, pose_a(joint, out), pose_b(joint, out), row);
    const double* from = row;
    for (const int body : {joint.a, joint.b}) {
      for (int k = 0; body != kGround && k < width; ++k) {
        out.h[idx(width * (body - 1) + k)] += force * from[k];
        out.h_applied[idx(width * (body - 1) + k)] += force * from[k];
      }
      from += width;
    }
  }
}

template <class Bodies>
void BodySystemOf<Bodies>::sample_actuators(double t, std::span<const double> u, const Evaluation& at,
                                            std::span<double> out) const {
  for (const PlacedActuator& actuator : parts_.actuators) {
    const Effort now = effort(actuator, t, u, at);
    double* to = out.data() + actuator.extra;
    to[0] = now.force;
    to[1] = now.force * coordinate_rate(parts_.joints[idx(actuator.joint)], actuator.coordinate, u, at);
    if (!std::holds_alternative<std::monostate>(actuator.law)) to[2] = now.beside;
  }
}

template <class Bodies>
bool BodySystemOf<Bodies>::stop(double t, std::span<const double> u, const Evaluation& at) const {
  return parts_.stop >= 0 && formula_value(parts_.stop, t, u, at) != 0;
}

#define FREEPLAY_MOVING_OF(Bodies)                                                                           \
  template double BodySystemOf<Bodies>::coordinate_rate(const Joint&, int, std::span<const double>,          \
                                                        const Evaluation&) const;                            \
  template double BodySystemOf<Bodies>::moving_value(const MovingName&, double, std::span<const double>,     \
                                                     const Evaluation&) const;                               \
  template double BodySystemOf<Bodies>::formula_value(int, double, std::span<const double>,                  \
                                                      const Evaluation&) const;                              \
  template const double* BodySystemOf<Bodies>::inputs_of(std::size_t, double, std::span<const double>,       \
                                                         const Evaluation&, std::span<double>) const;        \
  template double BodySystemOf<Bodies>::asked(const PlacedActuator::Asked&, double, std::span<const double>, \
                                              const Evaluation&) const;                                      \
  template BodySystemOf<Bodies>::ServoError BodySystemOf<Bodies>::servo_error(                               \
      const PlacedActuator&, double, std::span<const double>, const Evaluation&) const;                      \
  template double BodySystemOf<Bodies>::next_sample(const State&) const;                                     \
  template void BodySystemOf<Bodies>::take_samples(State&, Evaluation&) const;                               \
  template BodySystemOf<Bodies>::Effort BodySystemOf<Bodies>::effort(                                        \
      const PlacedActuator&, double, std::span<const double>, const Evaluation&) const;                      \
  template void BodySystemOf<Bodies>::actuate(double, std::span<const double>, Evaluation&) const;           \
  template void BodySystemOf<Bodies>::sample_actuators(double, std::span<const double>, const Evaluation&,   \
                                                       std::span<double>) const;                             \
  template bool BodySystemOf<Bodies>::stop(double, std::span<const double>, const Evaluation&) const;
FREEPLAY_MOVING_OF(PlanarBodies)
FREEPLAY_MOVING_OF(SpatialBodies)
#undef FREEPLAY_MOVING_OF

}  // namespace freeplay
