// SPDX-License-Identifier: Apache-2.0
#include "system/planar_system.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace freeplay {
namespace {

constexpr int kMostRows = 3;  // of a planar joint: it cannot take away more than three freedoms
constexpr int kPoseNumbers = static_cast<int>(sizeof(Pose) / sizeof(double));
constexpr int kTwistNumbers = static_cast<int>(sizeof(Twist) / sizeof(double));

// Evaluation::frames holds the poses of ground and bodies, then their twists.
std::span<Pose> frames(Evaluation& ev, std::size_t count) {
  return {reinterpret_cast<Pose*>(ev.frames.data()), count};
}
std::span<Twist> twists(Evaluation& ev, std::size_t count) {
  return {reinterpret_cast<Twist*>(ev.frames.data() + count * static_cast<std::size_t>(kPoseNumbers)), count};
}

/// Moves a six-number row of (a, b) into the stored row, leaving out the ground's part.
void compact(int a, int b, const double* six, double* row) {
  int to = 0;
  if (a != kGround) {
    for (int i = 0; i < 3; ++i) row[to++] = six[i];
  }
  if (b != kGround) {
    for (int i = 3; i < 6; ++i) row[to++] = six[i];
  }
}

}  // namespace

PlanarSystem::PlanarSystem(PlanarParts parts) : parts_(std::move(parts)) {
  const std::size_t count = parts_.info.bodies.size() + 1;
  parts_.info.places_contacts = true;
  parts_.info.frame_numbers = static_cast<int>(count) * (kPoseNumbers + kTwistNumbers);
  weight_.assign(static_cast<std::size_t>(parts_.info.nu), 0);
  for (std::size_t i = 0; i < weight_.size(); i += 3) {
    weight_[i] = parts_.M[i] * parts_.gravity[0];
    weight_[i + 1] = parts_.M[i + 1] * parts_.gravity[1];
  }
  for (std::size_t j = 0; j < parts_.joints.size(); ++j) {
    FREEPLAY_ASSERT(!parts_.joints[j].ideal || parts_.joints[j].ideal->rows() <= kMostRows);
    if (!parts_.joints[j].clearance) continue;
    if (parts_.joints[j].feature >= 0) branched_.push_back(static_cast<int>(j));
    for (int c = 0; c < parts_.joints[j].clearance->contacts(); ++c)
      contact_joint_.push_back(static_cast<int>(j));
  }
}

void PlanarSystem::place(double, std::span<const double> q, Evaluation& out) const {
  const std::size_t count = parts_.info.bodies.size() + 1;
  const std::span<Pose> pose = frames(out, count);
  pose[0] = Pose{};
  for (std::size_t i = 1; i < count; ++i) {
    const double* at = q.data() + 3 * (i - 1);
    const double angle = at[2], c = std::cos(angle), s = std::sin(angle);  // one call of sincos
    pose[i] = {at[0], at[1], angle, c, s};
  }
}

std::span<const Pose> PlanarSystem::poses(const Evaluation& at) const {
  return {reinterpret_cast<const Pose*>(at.frames.data()), parts_.info.bodies.size() + 1};
}

void PlanarSystem::mass(std::span<const double>, Evaluation& out) const { out.M = parts_.M; }

Twist PlanarSystem::twist(int body, std::span<const double> u) const {
  if (body == kGround) return {};
  const double* v = u.data() + 3 * (body - 1);
  return {v[0], v[1], v[2]};
}

void PlanarSystem::forces(double t, std::span<const double>, std::span<const double> u,
                          Evaluation& out) const {
  std::copy(weight_.begin(), weight_.end(), out.h.begin());
  if (parts_.forces.empty()) return;
  const std::size_t count = parts_.info.bodies.size() + 1;
  const std::span<Twist> twist_of = twists(out, count);
  twist_of[0] = Twist{};
  for (std::size_t i = 1; i < count; ++i) twist_of[i] = twist(static_cast<int>(i), u);
  std::fill(out.h_applied.begin(), out.h_applied.end(), 0.0);
  std::fill(out.h_damping.begin(), out.h_damping.end(), 0.0);
  const ForceSums sums{out.h.data(), out.h_applied.data(), out.h_damping.data()};
  for (const auto& force : parts_.forces) force->apply(t, poses(out), twist_of, sums);
}

void PlanarSystem::constraints(double t, std::span<const double>, Evaluation& out) const {
  const std::span<const Pose> pose = poses(out);
  double six[kMostRows * kPlanarRow];
  for (const PlacedJoint& joint : parts_.joints) {
    if (!joint.ideal) continue;
    const Pose& a = pose[static_cast<std::size_t>(joint.a)];
    const Pose& b = pose[static_cast<std::size_t>(joint.b)];
    joint.ideal->evaluate(a, b, out.Phi.data() + joint.first_row, six);
    for (int i = 0; i < joint.ideal->rows(); ++i) {
      compact(joint.a, joint.b, six + i * kPlanarRow, out.row_D(joint.first_row + i));
    }
  }
  for (const PlacedDriver& driver : parts_.drivers) {
    const PlacedJoint& joint = parts_.joints[static_cast<std::size_t>(driver.joint)];
    const Pose& a = pose[static_cast<std::size_t>(joint.a)];
    const Pose& b = pose[static_cast<std::size_t>(joint.b)];
    const auto row = static_cast<std::size_t>(driver.row);
    out.Phi[row] = joint.ideal->coordinate(a, b) - driver.start - driver.motion->position(t);
    out.Phi_t[row] = -driver.motion->velocity(t);
    joint.ideal->coordinate_row(a, b, six);
    compact(joint.a, joint.b, six, out.row_D(driver.row));
  }
}

void PlanarSystem::constraint_gamma(double t, std::span<const double>, std::span<const double> u,
                                    Evaluation& out) const {
  const std::span<const Pose> pose = poses(out);
  const auto at = [&](int body) -> const Pose& { return pose[static_cast<std::size_t>(body)]; };
  for (const PlacedJoint& joint : parts_.joints) {
    if (!joint.ideal) continue;
    joint.ideal->gamma(at(joint.a), at(joint.b), twist(joint.a, u), twist(joint.b, u),
                       out.gamma.data() + joint.first_row);
  }
  for (const PlacedDriver& driver : parts_.drivers) {
    const PlacedJoint& joint = parts_.joints[static_cast<std::size_t>(driver.joint)];
    out.gamma[static_cast<std::size_t>(driver.row)] =
        joint.ideal->coordinate_gamma(at(joint.a), at(joint.b), twist(joint.a, u), twist(joint.b, u)) +
        driver.motion->acceleration(t);
  }
}

void PlanarSystem::rubbing_rows(double, std::span<const double>, Evaluation& out) const {
  const std::span<const Pose> pose = poses(out);
  double slip[kPlanarRow], lever[kPlanarRow];
  for (int place = 0; place < static_cast<int>(parts_.info.rubbing.size()); ++place) {
    const RubbingInfo& info = parts_.info.rubbing[static_cast<std::size_t>(place)];
    const PlacedJoint& joint = parts_.joints[static_cast<std::size_t>(info.joint)];
    joint.rubbing->rows(*joint.ideal, pose[static_cast<std::size_t>(joint.a)],
                        pose[static_cast<std::size_t>(joint.b)], slip, lever);
    compact(joint.a, joint.b, slip, out.row_R(place, 0));
    compact(joint.a, joint.b, lever, out.row_R(place, 3));
  }
}

void PlanarSystem::rubbing_gammas(double, std::span<const double>, std::span<const double> u,
                                  Evaluation& out) const {
  const std::span<const Pose> pose = poses(out);
  for (std::size_t place = 0; place < parts_.info.rubbing.size(); ++place) {
    const PlacedJoint& joint = parts_.joints[static_cast<std::size_t>(parts_.info.rubbing[place].joint)];
    out.rubbing_gamma[3 * place] =
        joint.rubbing->gamma(*joint.ideal, pose[static_cast<std::size_t>(joint.a)],
                             pose[static_cast<std::size_t>(joint.b)], twist(joint.a, u), twist(joint.b, u));
  }
}

void PlanarSystem::pressing(int place, std::span<const double> lambda, const Evaluation&,
                            std::span<Tangent> P) const {
  const RubbingInfo& info = parts_.info.rubbing[static_cast<std::size_t>(place)];
  const PlacedJoint& joint = parts_.joints[static_cast<std::size_t>(info.joint)];
  joint.rubbing->pressing(lambda.data() + joint.first_row, P);
}

PairPlace PlanarSystem::place_of(const PlacedJoint& joint, double t, const Evaluation& ev) const {
  const std::span<const Pose> pose = poses(ev);
  return {pose[static_cast<std::size_t>(joint.a)], pose[static_cast<std::size_t>(joint.b)], t,
          joint.feature < 0 ? nullptr : ev.features.data() + joint.feature};
}

void PlanarSystem::gaps(double t, std::span<const double>, Evaluation& out) const {
  for (const PlacedJoint& joint : parts_.joints) {
    if (joint.clearance) joint.clearance->gaps(place_of(joint, t, out), out.gap.data() + joint.first_contact);
  }
  if (parts_.free.any()) parts_.free.gaps(poses(out), out);
}

void PlanarSystem::contact_rows(double t, std::span<const double>, int contact, Evaluation& out) const {
  if (parts_.free.owns(contact)) return parts_.free.rows(contact, poses(out), out);
  const int owner = contact_joint_[static_cast<std::size_t>(contact)];
  const PlacedJoint& joint = parts_.joints[static_cast<std::size_t>(owner)];
  double w_N[kPlanarRow], w_T[kPlanarRow];
  double* w_tilde = out.w_tilde.data() + 2 * static_cast<std::ptrdiff_t>(contact);
  w_tilde[0] = w_tilde[1] = 0;
  joint.clearance->rows(contact - joint.first_contact, place_of(joint, t, out), w_N, w_T, w_tilde);
  compact(joint.a, joint.b, w_N, out.row_W(2 * contact));
  compact(joint.a, joint.b, w_T, out.row_W(2 * contact + 1));
}

void PlanarSystem::load(std::span<const double> features, Evaluation& out) const {
  System::load(features, out);
  if (parts_.free.pooled()) parts_.free.load(features, out);
}

bool PlanarSystem::choose_contacts(State& state, double dt) const { return parts_.free.choose(state, dt); }

std::string PlanarSystem::contact_name(int contact, std::span<const double> features) const {
  const double id = parts_.free.owns(contact) ? parts_.free.id(contact, features) : -1;
  return id < 0 ? System::contact_name(contact, features) : parts_.free.contacts().name(id);
}

PairFeature PlanarSystem::slot(int contact, std::span<const double> features) const {
  return parts_.free.held(contact, features);
}

std::array<double, 3> PlanarSystem::contact_force(int contact, std::span<const double> along,
                                                  const Evaluation& at) const {
  const int second =
      parts_.free.owns(contact)
          ? parts_.free.second_body(contact, at.features)
          : parts_.joints[static_cast<std::size_t>(contact_joint_[static_cast<std::size_t>(contact)])].b;
  return force_on_second(contact, second == kGround, along, at);
}

std::array<double, 3> PlanarSystem::contact_point(double t, int contact, const Evaluation& at) const {
  if (parts_.free.owns(contact)) {
    const Vec2 point = parts_.free.find(contact, poses(at), at).point;
    return {point[0], point[1], 0};
  }
  const PlacedJoint& joint =
      parts_.joints[static_cast<std::size_t>(contact_joint_[static_cast<std::size_t>(contact)])];
  const Vec2 point = joint.clearance->point(contact - joint.first_contact, place_of(joint, t, at));
  return {point[0], point[1], 0};
}

void PlanarSystem::switches(double t, std::span<const double>, Evaluation& out) const {
  for (std::size_t k = 0; k < branched_.size(); ++k) {
    const PlacedJoint& joint = parts_.joints[static_cast<std::size_t>(branched_[k])];
    out.switches[k] = joint.clearance->branch_left(place_of(joint, t, out));
  }
}

void PlanarSystem::pass_switch(int which, State& state) const {
  const auto j = static_cast<std::size_t>(branched_[static_cast<std::size_t>(which)]);
  double& branch = state.features()[static_cast<std::size_t>(parts_.joints[j].feature)];
  branch = parts_.joints[j].clearance->next_branch(branch);
}

void PlanarSystem::choose_branches(State& state) const {
  Evaluation ev(parts_.info);
  place(state.t(), state.q(), ev);
  for (const int j : branched_) {
    const PlacedJoint& joint = parts_.joints[static_cast<std::size_t>(j)];
    state.features()[static_cast<std::size_t>(joint.feature)] =
        joint.clearance->branch(place_of(joint, state.t(), ev));
  }
}

void PlanarSystem::sample(double t, std::span<const double>, std::span<const double>, const Evaluation& at,
                          std::span<double> out) const {
  for (const PlacedJoint& joint : parts_.joints) {
    if (joint.clearance) joint.clearance->sample(place_of(joint, t, at), out.data() + joint.first_extra);
  }
}

Energies PlanarSystem::energies(double, std::span<const double> q, std::span<const double> u,
                                const Evaluation& at) const {
  Energies energies;
  for (std::size_t i = 0; i < u.size(); ++i) energies.kinetic += 0.5 * parts_.M[i] * u[i] * u[i];
  for (std::size_t i = 0; i < q.size(); ++i) energies.gravity -= weight_[i] * q[i];
  const std::span<const Pose> pose = poses(at);
  for (const auto& force : parts_.forces) energies.elastic += force->energy(pose);
  return energies;
}

void PlanarSystem::motion(double, std::span<const double> q, std::span<const double> u,
                          std::span<BodyMotion> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double* at = q.data() + 3 * i;
    const double* v = u.data() + 3 * i;
    out[i] = {at[0], at[1], at[2], v[0], v[1], v[2]};
  }
}

void PlanarSystem::set_forces(std::vector<std::unique_ptr<PlanarForce>> forces) {
  parts_.forces = std::move(forces);
  parts_.info.books_forces = !parts_.forces.empty();
  parts_.info.forces_depend_on_velocity =
      std::any_of(parts_.forces.begin(), parts_.forces.end(),
                  [](const std::unique_ptr<PlanarForce>& force) { return force->depends_on_velocity(); });
}

void PlanarSystem::start_drivers(std::span<const double> q) {
  Evaluation ev(parts_.info);
  place(0, q, ev);
  const std::span<const Pose> pose = poses(ev);
  for (PlacedDriver& driver : parts_.drivers) {
    const PlacedJoint& joint = parts_.joints[static_cast<std::size_t>(driver.joint)];
    driver.start = driver.absolute ? 0
                                   : joint.ideal->coordinate(pose[static_cast<std::size_t>(joint.a)],
                                                             pose[static_cast<std::size_t>(joint.b)]) -
                                         driver.motion->position(0);
  }
}

void PlanarSystem::accelerations(double t, std::span<const double> q, std::span<const double>,
                                 std::span<const double> u_dot, std::span<BodyMotion> out) const {
  motion(t, q, u_dot, out);  // velocities of bodies are the generalized ones
}

}  // namespace freeplay
