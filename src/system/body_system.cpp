// SPDX-License-Identifier: Apache-2.0
#include "system/body_system.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <variant>

#include "base/index.h"

namespace freeplay {
namespace {

double whole_turns_less(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

}  // namespace

// Evaluation::frames holds the poses of ground and bodies, then their twists.
template <class Bodies>
BodySystemOf<Bodies>::BodySystemOf(Parts parts) : parts_(std::move(parts)) {
  constexpr std::size_t kNumbers = (sizeof(Place) + sizeof(typename Bodies::Twist)) / sizeof(double);
  parts_.info.places_contacts = true;
  parts_.info.frame_numbers = static_cast<int>((parts_.info.bodies.size() + 1) * kNumbers);
  weight_.assign(idx(parts_.info.nu), 0);
  weigh();
  for (std::size_t j = 0; j < parts_.joints.size(); ++j) {
    FREEPLAY_ASSERT(!parts_.joints[j].ideal || parts_.joints[j].ideal->rows() <= Bodies::kMostRows);
    if (!parts_.joints[j].clearance) continue;
    playing_.push_back(to_int(j));
    contact_joint_.insert(contact_joint_.end(), idx(parts_.joints[j].clearance->contacts()), to_int(j));
  }
  for (std::size_t k = 0; k < parts_.sums.size(); ++k) {
    for (const int contact : parts_.sums[k].contact) {
      if (contact >= 0) sum_contact_.push_back(to_int(k));
    }
  }
}

template <class Bodies>
void BodySystemOf<Bodies>::place(double, std::span<const double> q, Evaluation& out) const {
  auto* pose = reinterpret_cast<Place*>(out.frames.data());
  *pose++ = Place{};
  for (std::size_t at = 0; at < q.size(); at += Bodies::kCoordinates) *pose++ = Bodies::place(q.data() + at);
}

template <class Bodies>
std::span<const typename Bodies::Twist> BodySystemOf<Bodies>::set_twists(std::span<const double> u,
                                                                         Evaluation& out) const {
  using Speed = typename Bodies::Twist;
  const std::span<const Place> pose = poses(out);
  const std::span<Speed> twist{
      reinterpret_cast<Speed*>(out.frames.data() + pose.size() * (sizeof(Place) / sizeof(double))),
      pose.size()};
  twist[0] = Speed{};
  for (std::size_t i = 1; i < pose.size(); ++i)
    twist[i] = Bodies::twist(pose[i], u.data() + Bodies::kVelocities * (i - 1));
  return twist;
}

template <class Bodies>
void BodySystemOf<Bodies>::mass(std::span<const double>, Evaluation& out) const {
  out.M = parts_.M;
}

template <class Bodies>
void BodySystemOf<Bodies>::forces(double t, std::span<const double>, std::span<const double> u,
                                  Evaluation& out) const {
  std::copy(weight_.begin(), weight_.end(), out.h.begin());
  for (std::size_t i = 0; i < u.size(); i += Bodies::kVelocities)
    Bodies::add_gyration(parts_.M.data() + i, u.data() + i, out.h.data() + i);
  if (!parts_.info.books_forces) return;
  const auto twist = set_twists(u, out);
  std::fill(out.h_applied.begin(), out.h_applied.end(), 0.0);
  std::fill(out.h_damping.begin(), out.h_damping.end(), 0.0);
  auto sums = Bodies::sums(poses(out), out);
  std::array<double, MovingInputs::kMost> scratch;
  for (std::size_t i = 0; i < parts_.forces.size(); ++i) {
    sums.inputs = inputs_of(i, t, u, out, scratch);
    parts_.forces[i]->apply(t, poses(out), twist, sums);
  }
  sum_forces(u, out);
  actuate(t, u, out);
}

template <class Bodies>
void BodySystemOf<Bodies>::constraints(double t, std::span<const double>, Evaluation& out) const {
  double rows[Bodies::kMostRows * kRow];
  for (const Joint& joint : parts_.joints) {
    if (!joint.ideal) continue;
    joint.ideal->evaluate(pose_a(joint, out), pose_b(joint, out), out.Phi.data() + joint.first_row, rows);
    for (int i = 0; i < joint.ideal->rows(); ++i)
      compact(joint, rows + i * kRow, out.row_D(joint.first_row + i));
  }
  for (const PlacedDriver& driver : parts_.drivers) {
    const Joint& joint = parts_.joints[idx(driver.joint)];
    const Place &a = pose_a(joint, out), &b = pose_b(joint, out);
    const auto row = idx(driver.row);
    const double error = Bodies::coordinate(joint.guide(), driver.coordinate, a, b) - driver.start -
                         driver.motion->position(t);
    out.Phi[row] = driver.turns ? whole_turns_less(error) : error;
    out.Phi_t[row] = -driver.motion->velocity(t);
    Bodies::coordinate_row(joint.guide(), driver.coordinate, a, b, rows);
    compact(joint, rows, out.row_D(driver.row));
  }
  for (const PlacedSum& sum : parts_.sums) {
    if (sum.row < 0) continue;
    out.Phi[idx(sum.row)] = sum_value(sum, out);
    sum_row(sum, 1, out, out.row_D(sum.row));
  }
}

template <class Bodies>
void BodySystemOf<Bodies>::constraint_gamma(double t, std::span<const double>, std::span<const double> u,
                                            Evaluation& out) const {
  const std::span<const Place> pose = poses(out);
  const auto twist = set_twists(u, out);
  for (const Joint& joint : parts_.joints) {
    if (!joint.ideal) continue;
    const auto a = idx(joint.a), b = idx(joint.b);
    joint.ideal->gamma(pose[a], pose[b], twist[a], twist[b], out.gamma.data() + joint.first_row);
  }
  for (const PlacedDriver& driver : parts_.drivers) {
    const Joint& joint = parts_.joints[idx(driver.joint)];
    const auto a = idx(joint.a), b = idx(joint.b);
    out.gamma[idx(driver.row)] =
        Bodies::coordinate_gamma(joint.guide(), driver.coordinate, pose[a], pose[b], twist[a], twist[b]) +
        driver.motion->acceleration(t);
  }
  for (const PlacedSum& sum : parts_.sums) {
    if (sum.row < 0) continue;
    double& gamma = out.gamma[idx(sum.row)] = 0;
    for (const PlacedSum::Term& term : std::span(sum.terms).first(idx(sum.count))) {
      const Joint& joint = parts_.joints[idx(term.joint)];
      const auto a = idx(joint.a), b = idx(joint.b);
      gamma += term.weight *
               Bodies::coordinate_gamma(joint.guide(), term.coordinate, pose[a], pose[b], twist[a], twist[b]);
    }
  }
}

template <class Bodies>
void BodySystemOf<Bodies>::load(std::span<const double> features, Evaluation& out) const {
  System::load(features, out);
  if (parts_.free.pooled()) parts_.free.load(features, out);
}

template <class Bodies>
bool BodySystemOf<Bodies>::choose_contacts(State& state, double dt) const {
  return parts_.free.choose(state, dt);
}

template <class Bodies>
std::string BodySystemOf<Bodies>::contact_name(int contact, std::span<const double> features) const {
  const double id = parts_.free.owns(contact) ? parts_.free.id(contact, features) : -1;
  return id < 0 ? System::contact_name(contact, features) : parts_.free.contacts().name(id);
}

template <class Bodies>
PairFeature BodySystemOf<Bodies>::slot(int contact, std::span<const double> features) const {
  return parts_.free.held(contact, features);
}

template <class Bodies>
std::array<double, 3> BodySystemOf<Bodies>::contact_force(int contact, std::span<const double> along,
                                                          const Evaluation& at) const {
  if (const PlacedSum* sum = parts_.free.owns(contact) ? nullptr : sum_of(contact)) {
    if (sum->count > 1) return {0, 0, 0};  // torques about axes: no force at one place
    return force_on_second(contact, parts_.joints[idx(sum->terms[0].joint)].b == kGround, along, at);
  }
  const int second =
      parts_.free.owns(contact) ? parts_.free.second_body(contact, at.features) : joint_of(contact).b;
  return force_on_second(contact, second == kGround, along, at);
}

template <class Bodies>
Energies BodySystemOf<Bodies>::energies(double, std::span<const double> q, std::span<const double> u,
                                        const Evaluation& at) const {
  Energies energies;
  for (std::size_t i = 0; i < u.size(); ++i) energies.kinetic += 0.5 * parts_.M[i] * u[i] * u[i];
  for (std::size_t b = 0; b < parts_.info.bodies.size(); ++b) {
    for (std::size_t k = 0; k < Bodies::kDimension; ++k)
      energies.gravity -= weight_[Bodies::kVelocities * b + k] * q[Bodies::kCoordinates * b + k];
  }
  const std::span<const Place> pose = poses(at);
  for (const auto& force : parts_.forces) energies.elastic += force->energy(pose);
  for (const PlacedSum& sum : parts_.sums) {
    const double y = sum.stiffness > 0 ? sum.outside(sum_value(sum, at)) : 0;
    energies.elastic += 0.5 * sum.stiffness * y * y;
  }
  return energies;
}

template <class Bodies>
void BodySystemOf<Bodies>::weigh() {
  bool depends = false;
  for (std::size_t i = 0; i < weight_.size(); i += Bodies::kVelocities) {
    for (std::size_t k = 0; k < Bodies::kDimension; ++k) weight_[i + k] = parts_.M[i + k] * parts_.gravity[k];
    depends = depends || Bodies::gyrates(parts_.M.data() + i);
  }
  for (const auto& force : parts_.forces) depends = depends || force->depends_on_velocity();
  for (const PlacedSum& sum : parts_.sums) depends = depends || sum.damping > 0;
  for (const BoundFormula& formula : parts_.formulas) depends = depends || formula.rates;
  for (const PlacedActuator& actuator : parts_.actuators)
    depends = depends || !std::holds_alternative<std::monostate>(actuator.law);
  parts_.info.books_forces = !parts_.forces.empty() || !parts_.actuators.empty() || has_springs();
  parts_.info.forces_depend_on_velocity = depends;
}

template <class Bodies>
void BodySystemOf<Bodies>::start_drivers(std::span<const double> q, Evaluation& scratch) {
  place(0, q, scratch);
  for (PlacedDriver& driver : parts_.drivers) {
    const Joint& joint = parts_.joints[idx(driver.joint)];
    driver.start = driver.absolute ? 0
                                   : Bodies::coordinate(joint.guide(), driver.coordinate,
                                                        pose_a(joint, scratch), pose_b(joint, scratch)) -
                                         driver.motion->position(0);
  }
  for (PlacedSum& sum : parts_.sums) {
    if (!sum.from_start) continue;
    sum.start = 0;
    sum.start = sum_value(sum, scratch) - sum.offset;
  }
}

template class BodySystemOf<PlanarBodies>;
template class BodySystemOf<SpatialBodies>;

}  // namespace freeplay
