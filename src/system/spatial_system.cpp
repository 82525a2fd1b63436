// SPDX-License-Identifier: Apache-2.0
#include "system/spatial_system.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"
#include "base/index.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

Vec3 vec(const double* at) { return {at[0], at[1], at[2]}; }
Quat quat(const double* at) { return {at[0], at[1], at[2], at[3]}; }

/// The turn of the user's frame when the inner frame is turned by e.
Quat user_orientation(const Mount& mount, const Quat& e) { return e * conjugate(quaternion(mount.axes)); }

}  // namespace

SpatialSystem::SpatialSystem(SpatialParts parts) : BodySystemOf(std::move(parts)) {
  FREEPLAY_ASSERT(parts_.mounts.size() == parts_.info.bodies.size() + 1);
}

void SpatialSystem::gaps(double, std::span<const double>, Evaluation& out) const {
  const std::span<const SpatialPose> pose = poses(out);
  for (const int j : playing_) {
    const PlacedSpatialJoint& joint = parts_.joints[idx(j)];
    joint.clearance->gaps(pose_a(joint, out), pose_b(joint, out), out.gap.data() + joint.first_contact);
  }
  sum_gaps(out);
  if (parts_.free.any()) parts_.free.gaps(pose, out);
}

void SpatialSystem::contact_rows(double, std::span<const double>, int contact, Evaluation& out) const {
  if (parts_.free.owns(contact)) {
    parts_.free.rows(contact, poses(out), out);
    if (parts_.info.contacts_share) out.share[idx(contact)] = 1;
    return;
  }
  if (const PlacedSum* sum = sum_of(contact)) return sum_rows(*sum, contact, out);
  const PlacedSpatialJoint& joint = joint_of(contact);
  const SpatialPose& a = pose_a(joint, out);
  const SpatialPose& b = pose_b(joint, out);
  const PlayContact touch = joint.clearance->contact(contact - joint.first_contact, a, b);
  const Vec3 arm_a = touch.point - a.r, arm_b = touch.point - b.r;
  double row[kSpatialRow];
  int to = 3 * contact;
  for (const Vec3& k : {touch.n, touch.t1, touch.t2}) {
    rows::put(row, a, b, k, -cross(arm_a, k), cross(arm_b, k));
    compact(joint, row, out.row_W(to++));
  }
  if (!parts_.info.contacts_share) return;
  const ContactShare share = joint.clearance->share(contact - joint.first_contact, a, b);
  out.share[idx(contact)] = share.weight;
  rows::put_turn(row, a, b, share.turn);
  compact(joint, row, out.row_share(contact));
}

std::array<double, 3> SpatialSystem::contact_point(double, int contact, const Evaluation& at) const {
  if (parts_.free.owns(contact)) return parts_.free.find(contact, poses(at), at).point;
  if (const PlacedSum* sum = sum_of(contact)) return sum_point(*sum, at);
  const PlacedSpatialJoint& joint = joint_of(contact);
  return joint.clearance->contact(contact - joint.first_contact, pose_a(joint, at), pose_b(joint, at)).point;
}

void SpatialSystem::sample(double t, std::span<const double>, std::span<const double> u, const Evaluation& at,
                           std::span<double> out) const {
  const std::span<const SpatialPose> pose = poses(at);
  for (const PlacedSpatialJoint& joint : parts_.joints) {
    const auto a = idx(joint.a), b = idx(joint.b);
    for (int k = 0; k < joint.ideal->coordinates(); ++k) {
      const auto to = idx(joint.first_extra + 2 * k);
      out[to] = joint.ideal->coordinate(k, pose[a], pose[b]);
      out[to + 1] = coordinate_rate(joint, k, u, at);
    }
    if (joint.clearance) joint.clearance->sample(pose[a], pose[b], out.data() + joint.first_extra);
  }
  sample_actuators(t, u, at, out);
}

std::vector<std::pair<int, std::string>> SpatialSystem::outside(std::span<const double> q,
                                                                Evaluation& scratch) const {
  std::vector<std::pair<int, std::string>> found;
  place(0, q, scratch);
  for (const int j : playing_) {
    const PlacedSpatialJoint& joint = parts_.joints[idx(j)];
    std::string words = joint.clearance->outside(pose_a(joint, scratch), pose_b(joint, scratch));
    if (!words.empty()) found.emplace_back(j, std::move(words));
  }
  return found;
}

// The rows of a joint act on its second body with D_bᵀ λ: a force, and a torque about the centre of mass. On
// the ground, it is what acts on the first body, reversed.
std::pair<Vec3, Vec3> SpatialSystem::wrench(const PlacedSpatialJoint& joint, std::span<const double> lambda,
                                            const Evaluation& at) const {
  const SpatialPose& a = pose_a(joint, at);
  const SpatialPose& b = pose_b(joint, at);
  const bool on_b = joint.b != kGround;
  const int offset = on_b && joint.a != kGround ? 6 : 0;
  Vec3 force{0, 0, 0}, torque{0, 0, 0};
  for (int row = joint.first_row; row < joint.first_row + joint.ideal->rows(); ++row) {
    const double* D = at.row_D(row) + offset;
    const double l = (on_b ? 1 : -1) * lambda[idx(row)];
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
      const auto body = idx(joint.frame == ReactionFrame::first ? joint.a : joint.b);
      const Mat3& axes = parts_.mounts[body].axes;
      force = axes * pose[body].turn_back(force);
      moment = axes * pose[body].turn_back(moment);
    }
    std::copy(force.begin(), force.end(), out.begin() + static_cast<std::ptrdiff_t>(6 * j));
    std::copy(moment.begin(), moment.end(), out.begin() + static_cast<std::ptrdiff_t>(6 * j + 3));
  }
}

void SpatialSystem::rubbing_rows(double, std::span<const double>, Evaluation& out) const {
  double rows[3 * kSpatialRow];
  for (int place = 0; place < int_size(parts_.info.rubbing); ++place) {
    const RubbingInfo& info = parts_.info.rubbing[idx(place)];
    const PlacedSpatialJoint& joint = joint_of(info);
    const SpatialPose& a = pose_a(joint, out);
    const SpatialPose& b = pose_b(joint, out);
    joint.rubbing->slip_rows(*joint.ideal, a, b, rows);
    for (int k = 0; k < info.d; ++k) compact(joint, rows + k * kSpatialRow, out.row_R(place, k));
    if (info.lever[0] < 0 && info.lever[1] < 0) continue;
    joint.rubbing->lever_rows(*joint.ideal, a, b, rows);
    for (int k = 0; k < 2; ++k) compact(joint, rows + k * kSpatialRow, out.row_R(place, 3 + k));
  }
}

void SpatialSystem::rubbing_gammas(double, std::span<const double>, std::span<const double> u,
                                   Evaluation& out) const {
  if (parts_.info.rubbing.empty()) return;
  const std::span<const SpatialPose> pose = poses(out);
  const std::span<const SpatialTwist> twist = set_twists(u, out);
  for (std::size_t place = 0; place < parts_.info.rubbing.size(); ++place) {
    const PlacedSpatialJoint& joint = joint_of(parts_.info.rubbing[place]);
    const auto a = idx(joint.a), b = idx(joint.b);
    joint.rubbing->gamma(*joint.ideal, pose[a], pose[b], twist[a], twist[b],
                         out.rubbing_gamma.data() + 3 * place);
  }
}

void SpatialSystem::pressing(int place, std::span<const double> lambda, const Evaluation& at,
                             std::span<Tangent> P) const {
  const PlacedSpatialJoint& joint = joint_of(parts_.info.rubbing[idx(place)]);
  const auto [force, moment] = wrench(joint, lambda, at);
  joint.rubbing->pressing(*joint.ideal, pose_a(joint, at), pose_b(joint, at), force, moment, P);
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
