// SPDX-License-Identifier: Apache-2.0
#include "system/spatial_system.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr int kPoseNumbers = static_cast<int>(sizeof(SpatialPose) / sizeof(double));
constexpr int kTwistNumbers = static_cast<int>(sizeof(SpatialTwist) / sizeof(double));

// Evaluation::frames holds the poses of ground and bodies, then their twists.
std::span<SpatialPose> frames(Evaluation& ev, std::size_t count) {
  return {reinterpret_cast<SpatialPose*>(ev.frames.data()), count};
}
std::span<SpatialTwist> twists(Evaluation& ev, std::size_t count) {
  return {reinterpret_cast<SpatialTwist*>(ev.frames.data() + count * static_cast<std::size_t>(kPoseNumbers)),
          count};
}

/// Moves a twelve-number row of (a, b) into the stored row, leaving out the ground's part.
void compact(int a, int b, const double* twelve, double* row) {
  if (a != kGround) row = std::copy(twelve, twelve + 6, row);
  if (b != kGround) std::copy(twelve + 6, twelve + 12, row);
}

Vec3 vec(const double* at) { return {at[0], at[1], at[2]}; }
Quat quat(const double* at) { return {at[0], at[1], at[2], at[3]}; }

/// The turn of the user's frame when the inner frame is turned by e.
Quat user_orientation(const Mount& mount, const Quat& e) { return e * conjugate(quaternion(mount.axes)); }

double whole_turns_less(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

}  // namespace

SpatialSystem::SpatialSystem(SpatialParts parts) : parts_(std::move(parts)) {
  const std::size_t count = parts_.info.bodies.size() + 1;
  FREEPLAY_ASSERT(parts_.mounts.size() == count);
  parts_.info.places_contacts = true;
  parts_.info.frame_numbers = static_cast<int>(count) * (kPoseNumbers + kTwistNumbers);
  weight_.assign(static_cast<std::size_t>(parts_.info.nu), 0);
  for (std::size_t i = 0; i < weight_.size(); i += kSpatialVelocities) {
    for (std::size_t k = 0; k < 3; ++k) weight_[i + k] = parts_.M[i + k] * parts_.gravity[k];
  }
  set_forces({});
  for (std::size_t j = 0; j < parts_.joints.size(); ++j) {
    if (parts_.joints[j].clearance) playing_.push_back(static_cast<int>(j));
  }
}

/// The joint with play that a contact belongs to: the last that begins at it or before.
const PlacedSpatialJoint& SpatialSystem::joint_of(int contact) const {
  const auto after = std::partition_point(playing_.begin(), playing_.end(), [&](int j) {
    return parts_.joints[static_cast<std::size_t>(j)].first_contact <= contact;
  });
  return parts_.joints[static_cast<std::size_t>(*std::prev(after))];
}

PlayContact SpatialSystem::play_contact(int contact, const Evaluation& at) const {
  const PlacedSpatialJoint& joint = joint_of(contact);
  const std::span<const SpatialPose> pose = poses(at);
  return joint.clearance->contact(contact - joint.first_contact, pose[static_cast<std::size_t>(joint.a)],
                                  pose[static_cast<std::size_t>(joint.b)]);
}

void SpatialSystem::place(double, std::span<const double> q, Evaluation& out) const {
  const std::size_t count = parts_.info.bodies.size() + 1;
  const std::span<SpatialPose> pose = frames(out, count);
  pose[0] = SpatialPose{};
  for (std::size_t i = 1; i < count; ++i) {
    const double* at = q.data() + kSpatialCoordinates * (i - 1);
    pose[i].r = vec(at);
    // Integrators let the length of e wander within their accuracy; the rotation is that of its direction.
    pose[i].A = rotation(normalised(quat(at + 3)));
  }
}

std::span<const SpatialPose> SpatialSystem::poses(const Evaluation& at) const {
  return {reinterpret_cast<const SpatialPose*>(at.frames.data()), parts_.info.bodies.size() + 1};
}

std::span<const SpatialTwist> SpatialSystem::set_twists(std::span<const double> u, Evaluation& out) const {
  const std::size_t count = parts_.info.bodies.size() + 1;
  const std::span<const SpatialPose> pose = poses(out);
  const std::span<SpatialTwist> twist = twists(out, count);
  twist[0] = SpatialTwist{};
  for (std::size_t i = 1; i < count; ++i) {
    const double* v = u.data() + kSpatialVelocities * (i - 1);
    twist[i] = {vec(v), pose[i].turn(vec(v + 3))};
  }
  return twist;
}

void SpatialSystem::mass(std::span<const double>, Evaluation& out) const { out.M = parts_.M; }

void SpatialSystem::forces(double t, std::span<const double>, std::span<const double> u,
                           Evaluation& out) const {
  std::copy(weight_.begin(), weight_.end(), out.h.begin());
  const std::size_t bodies = parts_.info.bodies.size();
  for (std::size_t i = 0; i < bodies; ++i) {  // −ω' × J ω'        [Marques2015, eq. (2.19)]
    const double* J = parts_.M.data() + kSpatialVelocities * i + 3;
    const double* w = u.data() + kSpatialVelocities * i + 3;
    double* h = out.h.data() + kSpatialVelocities * i + 3;
    h[0] = (J[1] - J[2]) * w[1] * w[2];
    h[1] = (J[2] - J[0]) * w[2] * w[0];
    h[2] = (J[0] - J[1]) * w[0] * w[1];
  }
  if (parts_.forces.empty()) return;
  const std::span<const SpatialTwist> twist = set_twists(u, out);
  std::fill(out.h_applied.begin(), out.h_applied.end(), 0.0);
  std::fill(out.h_damping.begin(), out.h_damping.end(), 0.0);
  const SpatialForceSums sums{poses(out), out.h.data(), out.h_applied.data(), out.h_damping.data()};
  for (const auto& force : parts_.forces) force->apply(t, poses(out), twist, sums);
}

void SpatialSystem::constraints(double t, std::span<const double>, Evaluation& out) const {
  const std::span<const SpatialPose> pose = poses(out);
  double rows[kMostSpatialRows * kSpatialRow];
  for (const PlacedSpatialJoint& joint : parts_.joints) {
    const SpatialPose& a = pose[static_cast<std::size_t>(joint.a)];
    const SpatialPose& b = pose[static_cast<std::size_t>(joint.b)];
    joint.ideal->evaluate(a, b, out.Phi.data() + joint.first_row, rows);
    for (int i = 0; i < joint.ideal->rows(); ++i) {
      compact(joint.a, joint.b, rows + i * kSpatialRow, out.row_D(joint.first_row + i));
    }
  }
  for (const PlacedSpatialDriver& driver : parts_.drivers) {
    const PlacedSpatialJoint& joint = parts_.joints[static_cast<std::size_t>(driver.joint)];
    const SpatialPose& a = pose[static_cast<std::size_t>(joint.a)];
    const SpatialPose& b = pose[static_cast<std::size_t>(joint.b)];
    const auto row = static_cast<std::size_t>(driver.row);
    const double error =
        joint.ideal->coordinate(driver.coordinate, a, b) - driver.start - driver.motion->position(t);
    out.Phi[row] = driver.angle ? whole_turns_less(error) : error;
    out.Phi_t[row] = -driver.motion->velocity(t);
    joint.ideal->coordinate_row(driver.coordinate, a, b, rows);
    compact(joint.a, joint.b, rows, out.row_D(driver.row));
  }
}

void SpatialSystem::constraint_gamma(double t, std::span<const double>, std::span<const double> u,
                                     Evaluation& out) const {
  const std::span<const SpatialPose> pose = poses(out);
  const std::span<const SpatialTwist> twist = set_twists(u, out);
  for (const PlacedSpatialJoint& joint : parts_.joints) {
    const auto a = static_cast<std::size_t>(joint.a), b = static_cast<std::size_t>(joint.b);
    joint.ideal->gamma(pose[a], pose[b], twist[a], twist[b], out.gamma.data() + joint.first_row);
  }
  for (const PlacedSpatialDriver& driver : parts_.drivers) {
    const PlacedSpatialJoint& joint = parts_.joints[static_cast<std::size_t>(driver.joint)];
    const auto a = static_cast<std::size_t>(joint.a), b = static_cast<std::size_t>(joint.b);
    out.gamma[static_cast<std::size_t>(driver.row)] =
        joint.ideal->coordinate_gamma(driver.coordinate, pose[a], pose[b], twist[a], twist[b]) +
        driver.motion->acceleration(t);
  }
}

void SpatialSystem::gaps(double, std::span<const double>, Evaluation& out) const {
  const std::span<const SpatialPose> pose = poses(out);
  for (const int j : playing_) {
    const PlacedSpatialJoint& joint = parts_.joints[static_cast<std::size_t>(j)];
    joint.clearance->gaps(pose[static_cast<std::size_t>(joint.a)], pose[static_cast<std::size_t>(joint.b)],
                          out.gap.data() + joint.first_contact);
  }
  if (parts_.free.any()) parts_.free.gaps(pose, out);
}

void SpatialSystem::contact_rows(double, std::span<const double>, int contact, Evaluation& out) const {
  if (parts_.free.owns(contact)) {
    parts_.free.rows(contact, poses(out), out);
    if (parts_.info.contacts_share) out.share[static_cast<std::size_t>(contact)] = 1;
    return;
  }
  const PlacedSpatialJoint& joint = joint_of(contact);
  const SpatialPose& a = poses(out)[static_cast<std::size_t>(joint.a)];
  const SpatialPose& b = poses(out)[static_cast<std::size_t>(joint.b)];
  const PlayContact touch = joint.clearance->contact(contact - joint.first_contact, a, b);
  const Vec3 arm_a = touch.point - a.r, arm_b = touch.point - b.r;
  double row[kSpatialRow];
  int to = 3 * contact;
  for (const Vec3& k : {touch.n, touch.t1, touch.t2}) {
    rows::put(row, a, b, k, -cross(arm_a, k), cross(arm_b, k));
    compact(joint.a, joint.b, row, out.row_W(to++));
  }
  if (!parts_.info.contacts_share) return;
  const ContactShare share = joint.clearance->share(contact - joint.first_contact, a, b);
  out.share[static_cast<std::size_t>(contact)] = share.weight;
  rows::put_turn(row, a, b, share.turn);
  compact(joint.a, joint.b, row, out.row_share(contact));
}

void SpatialSystem::load(std::span<const double> features, Evaluation& out) const {
  System::load(features, out);
  if (parts_.free.pooled()) parts_.free.load(features, out);
}

bool SpatialSystem::choose_contacts(State& state, double dt) const { return parts_.free.choose(state, dt); }

std::string SpatialSystem::contact_name(int contact, std::span<const double> features) const {
  const double id = parts_.free.owns(contact) ? parts_.free.id(contact, features) : -1;
  return id < 0 ? System::contact_name(contact, features) : parts_.free.contacts().name(id);
}

PairFeature SpatialSystem::slot(int contact, std::span<const double> features) const {
  return parts_.free.held(contact, features);
}

std::array<double, 3> SpatialSystem::contact_force(int contact, std::span<const double> along,
                                                   const Evaluation& at) const {
  const int second =
      parts_.free.owns(contact) ? parts_.free.second_body(contact, at.features) : joint_of(contact).b;
  return force_on_second(contact, second == kGround, along, at);
}

std::array<double, 3> SpatialSystem::contact_point(double, int contact, const Evaluation& at) const {
  return parts_.free.owns(contact) ? parts_.free.find(contact, poses(at), at).point
                                   : play_contact(contact, at).point;
}

void SpatialSystem::sample(double, std::span<const double>, std::span<const double> u, const Evaluation& at,
                           std::span<double> out) const {
  const std::span<const SpatialPose> pose = poses(at);
  double row[kSpatialRow];
  for (const PlacedSpatialJoint& joint : parts_.joints) {
    const auto a = static_cast<std::size_t>(joint.a), b = static_cast<std::size_t>(joint.b);
    for (int k = 0; k < joint.ideal->coordinates(); ++k) {
      joint.ideal->coordinate_row(k, pose[a], pose[b], row);
      double rate = 0;
      for (std::size_t i = 0; i < 6; ++i) {
        if (joint.a != kGround) rate += row[i] * u[6 * (a - 1) + i];
        if (joint.b != kGround) rate += row[6 + i] * u[6 * (b - 1) + i];
      }
      const auto to = static_cast<std::size_t>(joint.first_extra + 2 * k);
      out[to] = joint.ideal->coordinate(k, pose[a], pose[b]);
      out[to + 1] = rate;
    }
    if (joint.clearance) joint.clearance->sample(pose[a], pose[b], out.data() + joint.first_extra);
  }
}

std::vector<std::pair<int, std::string>> SpatialSystem::outside(std::span<const double> q) const {
  std::vector<std::pair<int, std::string>> found;
  Evaluation ev(parts_.info);
  place(0, q, ev);
  const std::span<const SpatialPose> pose = poses(ev);
  for (const int j : playing_) {
    const PlacedSpatialJoint& joint = parts_.joints[static_cast<std::size_t>(j)];
    std::string words = joint.clearance->outside(pose[static_cast<std::size_t>(joint.a)],
                                                 pose[static_cast<std::size_t>(joint.b)]);
    if (!words.empty()) found.emplace_back(j, std::move(words));
  }
  return found;
}

// The rows of a joint act on its second body with D_bᵀ λ: a force, and a torque about the centre of mass. On
// the ground, it is what acts on the first body, reversed.
std::pair<Vec3, Vec3> SpatialSystem::wrench(const PlacedSpatialJoint& joint, std::span<const double> lambda,
                                            const Evaluation& at) const {
  const std::span<const SpatialPose> pose = poses(at);
  const SpatialPose& a = pose[static_cast<std::size_t>(joint.a)];
  const SpatialPose& b = pose[static_cast<std::size_t>(joint.b)];
  const bool on_b = joint.b != kGround;
  const int offset = on_b && joint.a != kGround ? 6 : 0;
  Vec3 force{0, 0, 0}, torque{0, 0, 0};
  for (int row = joint.first_row; row < joint.first_row + joint.ideal->rows(); ++row) {
    const double* D = at.row_D(row) + offset;
    const double l = (on_b ? 1 : -1) * lambda[static_cast<std::size_t>(row)];
    force = force + l * vec(D);
    torque = torque + l * vec(D + 3);
  }
  const SpatialPose& on = on_b ? b : a;
  return {force, on.turn(torque) - cross(joint.ideal->point(a, b) - on.r, force)};
}

void SpatialSystem::reactions(std::span<const double> lambda, const Evaluation& at,
                              std::span<double> out) const {
  const std::span<const SpatialPose> pose = poses(at);
  for (std::size_t j = 0; j < parts_.joints.size(); ++j) {
    const PlacedSpatialJoint& joint = parts_.joints[j];
    auto [force, moment] = wrench(joint, lambda, at);
    if (joint.frame != ReactionFrame::world) {
      const auto body = static_cast<std::size_t>(joint.frame == ReactionFrame::first ? joint.a : joint.b);
      const Mat3& axes = parts_.mounts[body].axes;
      force = axes * pose[body].turn_back(force);
      moment = axes * pose[body].turn_back(moment);
    }
    std::copy(force.begin(), force.end(), out.begin() + static_cast<std::ptrdiff_t>(6 * j));
    std::copy(moment.begin(), moment.end(), out.begin() + static_cast<std::ptrdiff_t>(6 * j + 3));
  }
}

void SpatialSystem::rubbing_rows(double, std::span<const double>, Evaluation& out) const {
  const std::span<const SpatialPose> pose = poses(out);
  double rows[3 * kSpatialRow];
  for (int place = 0; place < static_cast<int>(parts_.info.rubbing.size()); ++place) {
    const RubbingInfo& info = parts_.info.rubbing[static_cast<std::size_t>(place)];
    const PlacedSpatialJoint& joint = parts_.joints[static_cast<std::size_t>(info.joint)];
    const SpatialPose& a = pose[static_cast<std::size_t>(joint.a)];
    const SpatialPose& b = pose[static_cast<std::size_t>(joint.b)];
    joint.rubbing->slip_rows(*joint.ideal, a, b, rows);
    for (int k = 0; k < info.d; ++k) compact(joint.a, joint.b, rows + k * kSpatialRow, out.row_R(place, k));
    if (info.lever[0] < 0 && info.lever[1] < 0) continue;
    joint.rubbing->lever_rows(*joint.ideal, a, b, rows);
    for (int k = 0; k < 2; ++k) compact(joint.a, joint.b, rows + k * kSpatialRow, out.row_R(place, 3 + k));
  }
}

void SpatialSystem::rubbing_gammas(double, std::span<const double>, std::span<const double> u,
                                   Evaluation& out) const {
  if (parts_.info.rubbing.empty()) return;
  const std::span<const SpatialPose> pose = poses(out);
  const std::span<const SpatialTwist> twist = set_twists(u, out);
  for (std::size_t place = 0; place < parts_.info.rubbing.size(); ++place) {
    const PlacedSpatialJoint& joint =
        parts_.joints[static_cast<std::size_t>(parts_.info.rubbing[place].joint)];
    const auto a = static_cast<std::size_t>(joint.a), b = static_cast<std::size_t>(joint.b);
    joint.rubbing->gamma(*joint.ideal, pose[a], pose[b], twist[a], twist[b],
                         out.rubbing_gamma.data() + 3 * place);
  }
}

void SpatialSystem::pressing(int place, std::span<const double> lambda, const Evaluation& at,
                             std::span<Tangent> P) const {
  const RubbingInfo& info = parts_.info.rubbing[static_cast<std::size_t>(place)];
  const PlacedSpatialJoint& joint = parts_.joints[static_cast<std::size_t>(info.joint)];
  const std::span<const SpatialPose> pose = poses(at);
  const auto [force, moment] = wrench(joint, lambda, at);
  joint.rubbing->pressing(*joint.ideal, pose[static_cast<std::size_t>(joint.a)],
                          pose[static_cast<std::size_t>(joint.b)], force, moment, P);
}

Energies SpatialSystem::energies(double, std::span<const double> q, std::span<const double> u,
                                 const Evaluation& at) const {
  Energies energies;
  for (std::size_t i = 0; i < u.size(); ++i) energies.kinetic += 0.5 * parts_.M[i] * u[i] * u[i];
  for (std::size_t b = 0; b < parts_.info.bodies.size(); ++b) {
    for (std::size_t k = 0; k < 3; ++k) {
      energies.gravity -= weight_[kSpatialVelocities * b + k] * q[kSpatialCoordinates * b + k];
    }
  }
  const std::span<const SpatialPose> pose = poses(at);
  for (const auto& force : parts_.forces) energies.elastic += force->energy(pose);
  return energies;
}

void SpatialSystem::motion(double, std::span<const double> q, std::span<const double> u,
                           std::span<BodyMotion> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double* at = q.data() + kSpatialCoordinates * i;
    const double* v = u.data() + kSpatialVelocities * i;
    const Mount& mount = parts_.mounts[i + 1];
    const Quat e = normalised(quat(at + 3));
    const Mat3 A = rotation(e);
    const Vec3 omega = A * vec(v + 3), arm = A * mount.point({0, 0, 0});
    const Vec3 r = vec(at) + arm, velocity = vec(v) + cross(omega, arm);
    BodyMotion& body = out[i];
    body = {};
    body.x = r[0], body.y = r[1], body.z = r[2];
    body.vx = velocity[0], body.vy = velocity[1], body.vz = velocity[2];
    body.orientation = user_orientation(mount, e);
    body.angular_velocity = omega;
  }
}

void SpatialSystem::accelerations(double t, std::span<const double> q, std::span<const double> u,
                                  std::span<const double> u_dot, std::span<BodyMotion> out) const {
  motion(t, q, u, out);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double* at = q.data() + kSpatialCoordinates * i;
    const double* a = u_dot.data() + kSpatialVelocities * i;
    const Mat3 A = rotation(normalised(quat(at + 3)));
    const Vec3 omega = out[i].angular_velocity, arm = A * parts_.mounts[i + 1].point({0, 0, 0});
    const Vec3 alpha = A * vec(a + 3);  // d/dt (A ω') = A ω̇' + ω × ω
    const Vec3 of_origin = vec(a) + cross(alpha, arm) + cross(omega, cross(omega, arm));
    out[i].vx = of_origin[0], out[i].vy = of_origin[1], out[i].vz = of_origin[2];
    out[i].angular_velocity = alpha;
  }
}

// ė = ½ e ∘ (0, ω')        [Marques2015, eq. (2.11), there with ω in world axes]
void SpatialSystem::rates(std::span<const double> q, std::span<const double> u, std::span<double> out) const {
  const std::size_t bodies = parts_.info.bodies.size();
  for (std::size_t i = 0; i < bodies; ++i) {
    const double* at = q.data() + kSpatialCoordinates * i;
    const double* v = u.data() + kSpatialVelocities * i;
    double* to = out.data() + kSpatialCoordinates * i;
    const Quat rate = quat(at + 3) * Quat{0, 0.5 * v[3], 0.5 * v[4], 0.5 * v[5]};
    std::copy(v, v + 3, to);
    std::copy(rate.begin(), rate.end(), to + 3);
  }
}

void SpatialSystem::advance(std::span<const double> q, std::span<const double> u, double dt,
                            std::span<double> out) const {
  const std::size_t bodies = parts_.info.bodies.size();
  for (std::size_t i = 0; i < bodies; ++i) {
    const double* at = q.data() + kSpatialCoordinates * i;
    const double* v = u.data() + kSpatialVelocities * i;
    double* to = out.data() + kSpatialCoordinates * i;
    const Quat e = normalised(quat(at + 3) * turn_by(dt * vec(v + 3)));
    for (std::size_t k = 0; k < 3; ++k) to[k] = at[k] + dt * v[k];
    std::copy(e.begin(), e.end(), to + 3);
  }
}

void SpatialSystem::difference(std::span<const double> from, std::span<const double> to,
                               std::span<double> out) const {
  const std::size_t bodies = parts_.info.bodies.size();
  for (std::size_t i = 0; i < bodies; ++i) {
    const double* a = from.data() + kSpatialCoordinates * i;
    const double* b = to.data() + kSpatialCoordinates * i;
    double* d = out.data() + kSpatialVelocities * i;
    const Vec3 turn = rotation_vector(normalised(conjugate(quat(a + 3)) * quat(b + 3)));
    for (std::size_t k = 0; k < 3; ++k) d[k] = b[k] - a[k], d[3 + k] = turn[k];
  }
}

void SpatialSystem::set_forces(std::vector<std::unique_ptr<SpatialForce>> forces) {
  parts_.forces = std::move(forces);
  parts_.info.books_forces = !parts_.forces.empty();
  bool depends = false;
  for (std::size_t i = 0; i < parts_.M.size(); i += kSpatialVelocities) {
    const double* J = parts_.M.data() + i + 3;
    depends = depends || J[0] != J[1] || J[1] != J[2];  // gyroscopic torque
  }
  for (const auto& force : parts_.forces) depends = depends || force->depends_on_velocity();
  parts_.info.forces_depend_on_velocity = depends;
}

void SpatialSystem::start_drivers(std::span<const double> q) {
  Evaluation ev(parts_.info);
  place(0, q, ev);
  const std::span<const SpatialPose> pose = poses(ev);
  for (PlacedSpatialDriver& driver : parts_.drivers) {
    const PlacedSpatialJoint& joint = parts_.joints[static_cast<std::size_t>(driver.joint)];
    driver.start = driver.absolute
                       ? 0
                       : joint.ideal->coordinate(driver.coordinate, pose[static_cast<std::size_t>(joint.a)],
                                                 pose[static_cast<std::size_t>(joint.b)]) -
                             driver.motion->position(0);
  }
}

void inner_state(const SpatialBody& body, const Mount& mount, double* q, double* u) {
  const Quat e = normalised(body.orientation * quaternion(mount.axes));
  const Vec3 arm = rotation(body.orientation) * mount.centre;
  const Vec3 r = body.position + arm, v = body.velocity + cross(body.angular_velocity, arm);
  const Vec3 omega = rotation(e).transposed(body.angular_velocity);
  std::copy(r.begin(), r.end(), q);
  std::copy(e.begin(), e.end(), q + 3);
  std::copy(v.begin(), v.end(), u);
  std::copy(omega.begin(), omega.end(), u + 3);
}

}  // namespace freeplay
