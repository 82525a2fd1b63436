// SPDX-License-Identifier: Apache-2.0
#include "system/planar_system.h"

#include "base/index.h"

namespace freeplay {

PlanarSystem::PlanarSystem(PlanarParts parts) : BodySystemOf(std::move(parts)) {
  for (const int j : playing_) {
    if (parts_.joints[idx(j)].feature >= 0) branched_.push_back(j);
  }
}

void PlanarSystem::rubbing_rows(double, std::span<const double>, Evaluation& out) const {
  double slip[kRow], lever[kRow];
  for (int place = 0; place < int_size(parts_.info.rubbing); ++place) {
    const PlacedJoint& joint = joint_of(parts_.info.rubbing[idx(place)]);
    joint.rubbing->rows(*joint.ideal, pose_a(joint, out), pose_b(joint, out), slip, lever);
    compact(joint, slip, out.row_R(place, 0));
    compact(joint, lever, out.row_R(place, 3));
  }
}

void PlanarSystem::rubbing_gammas(double, std::span<const double>, std::span<const double> u,
                                  Evaluation& out) const {
  if (parts_.info.rubbing.empty()) return;
  const std::span<const Twist> twist = set_twists(u, out);
  for (std::size_t place = 0; place < parts_.info.rubbing.size(); ++place) {
    const PlacedJoint& joint = joint_of(parts_.info.rubbing[place]);
    out.rubbing_gamma[3 * place] = joint.rubbing->gamma(*joint.ideal, pose_a(joint, out), pose_b(joint, out),
                                                        twist[idx(joint.a)], twist[idx(joint.b)]);
  }
}

void PlanarSystem::pressing(int place, std::span<const double> lambda, const Evaluation&,
                            std::span<Tangent> P) const {
  const PlacedJoint& joint = joint_of(parts_.info.rubbing[idx(place)]);
  joint.rubbing->pressing(lambda.data() + joint.first_row, P);
}

PairPlace PlanarSystem::place_of(const PlacedJoint& joint, double t, const Evaluation& ev) const {
  return {pose_a(joint, ev), pose_b(joint, ev), t,
          joint.feature < 0 ? nullptr : ev.features.data() + joint.feature};
}

void PlanarSystem::gaps(double t, std::span<const double>, Evaluation& out) const {
  for (const int j : playing_) {
    const PlacedJoint& joint = parts_.joints[idx(j)];
    joint.clearance->gaps(place_of(joint, t, out), out.gap.data() + joint.first_contact);
  }
  sum_gaps(out);
  if (parts_.free.any()) parts_.free.gaps(poses(out), out);
}

void PlanarSystem::contact_rows(double t, std::span<const double>, int contact, Evaluation& out) const {
  if (parts_.free.owns(contact)) return parts_.free.rows(contact, poses(out), out);
  if (const PlacedSum* sum = sum_of(contact)) return sum_rows(*sum, contact, out);
  const PlacedJoint& joint = joint_of(contact);
  double w_N[kRow], w_T[kRow];
  double* w_tilde = out.w_tilde.data() + 2 * static_cast<std::ptrdiff_t>(contact);
  w_tilde[0] = w_tilde[1] = 0;
  joint.clearance->rows(contact - joint.first_contact, place_of(joint, t, out), w_N, w_T, w_tilde);
  compact(joint, w_N, out.row_W(2 * contact));
  compact(joint, w_T, out.row_W(2 * contact + 1));
}

std::array<double, 3> PlanarSystem::contact_point(double t, int contact, const Evaluation& at) const {
  if (parts_.free.owns(contact))
    return PlanarBodies::in_space(parts_.free.find(contact, poses(at), at).point);
  if (const PlacedSum* sum = sum_of(contact)) return sum_point(*sum, at);
  const PlacedJoint& joint = joint_of(contact);
  return PlanarBodies::in_space(
      joint.clearance->point(contact - joint.first_contact, place_of(joint, t, at)));
}

void PlanarSystem::switches(double t, std::span<const double>, Evaluation& out) const {
  for (std::size_t k = 0; k < branched_.size(); ++k) {
    const PlacedJoint& joint = parts_.joints[idx(branched_[k])];
    out.switches[k] = joint.clearance->branch_left(place_of(joint, t, out));
  }
}

void PlanarSystem::pass_switch(int which, State& state) const {
  const auto j = idx(branched_[idx(which)]);
  double& branch = state.features()[idx(parts_.joints[j].feature)];
  branch = parts_.joints[j].clearance->next_branch(branch);
}

void PlanarSystem::choose_branches(State& state, Evaluation& scratch) const {
  place(state.t(), state.q(), scratch);
  for (const int j : branched_) {
    const PlacedJoint& joint = parts_.joints[idx(j)];
    state.features()[idx(joint.feature)] = joint.clearance->branch(place_of(joint, state.t(), scratch));
  }
}

void PlanarSystem::sample(double t, std::span<const double>, std::span<const double> u, const Evaluation& at,
                          std::span<double> out) const {
  for (const PlacedJoint& joint : parts_.joints) {
    double* to = out.data() + joint.first_extra;
    if (joint.clearance) {
      joint.clearance->sample(place_of(joint, t, at), to);
      to += joint.clearance->channels().size();
    }
    const PlanarJoint* one = joint.measure ? joint.measure.get() : joint.ideal.get();
    if (one == nullptr || !one->has_coordinate()) continue;
    to[0] = one->coordinate(pose_a(joint, at), pose_b(joint, at));
    to[1] = coordinate_rate(joint, 0, u, at);
  }
  sample_sums(at, out);
  sample_actuators(t, u, at, out);
}

void PlanarSystem::motion(double, std::span<const double> q, std::span<const double> u,
                          std::span<BodyMotion> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double* at = q.data() + 3 * i;
    const double* v = u.data() + 3 * i;
    out[i] = {at[0], at[1], at[2], v[0], v[1], v[2]};
  }
}

void PlanarSystem::accelerations(double t, std::span<const double> q, std::span<const double>,
                                 std::span<const double> u_dot, std::span<BodyMotion> out) const {
  motion(t, q, u_dot, out);  // velocities of bodies are the generalized ones
}

}  // namespace freeplay
