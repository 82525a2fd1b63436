// SPDX-License-Identifier: Apache-2.0
#include "examples/own_system/cam_follower.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace freeplay {

constexpr double kTurn = 2 * std::numbers::pi;

OwnCamFollower::OwnCamFollower(const CamFollowerData& data) : data_(data), beta_(kTurn / data.lobes) {
  info_.nq = info_.nu = 1;
  info_.length = data.R_b + data.h;
  info_.bodies = {{"follower", {}}};
  ContactInfo contact;
  contact.name = "cam.face";
  contact.restitutionN = data.restitutionN;
  contact.length = data.h;
  contact.shape = {{0, 0}, {1, 0}};
  info_.contacts = {contact};
  info_.features = 1;  // the lobe
  info_.switches = 1;  // positive until it ends
}

void OwnCamFollower::mass(std::span<const double>, Evaluation& out) const {
  out.M[0] = data_.m;  // Flores2012, eq. (60)
}

void OwnCamFollower::forces(double, std::span<const double> q, std::span<const double>,
                            Evaluation& out) const {
  out.h[0] = -data_.m * data_.g - data_.K_s * q[0];  // Flores2012, eq. (61)
}

double OwnCamFollower::on_lobe(double t, const Evaluation& at) const {
  return data_.omega * t / beta_ - at.features[0];
}

void OwnCamFollower::gaps(double t, std::span<const double> q, Evaluation& out) const {
  const double x = std::clamp(on_lobe(t, out), 0.0, 1.0);  // smooth beyond the lobe: its slope is zero there
  const double s = data_.h * (x - std::sin(kTurn * x) / kTurn);  // Flores2012, eq. (57)
  out.gap[0] = q[0] - data_.R_b - s;                             // Flores2012, eq. (62)
}

void OwnCamFollower::contact_rows(double t, std::span<const double>, int, Evaluation& out) const {
  const double x = std::clamp(on_lobe(t, out), 0.0, 1.0);
  out.row_W(0)[0] = 1;                                                          // Flores2012, eq. (63)
  out.row_W(1)[0] = 0;                                                          // frictionless
  out.w_tilde[0] = -data_.h / beta_ * (1 - std::cos(kTurn * x)) * data_.omega;  // Flores2012, eq. (64)
  out.w_tilde[1] = 0;
}

void OwnCamFollower::switches(double t, std::span<const double>, Evaluation& out) const {
  out.switches[0] = 1 - on_lobe(t, out);
}

void OwnCamFollower::pass_switch(int, State& state) const { state.features()[0] += 1; }

Energies OwnCamFollower::energies(double, std::span<const double> q, std::span<const double> u,
                                  const Evaluation&) const {
  return {.kinetic = 0.5 * data_.m * u[0] * u[0],
          .gravity = data_.m * data_.g * q[0],
          .elastic = 0.5 * data_.K_s * q[0] * q[0]};
}

void OwnCamFollower::motion(double, std::span<const double> q, std::span<const double> u,
                            std::span<BodyMotion> out) const {
  out[0] = {};
  out[0].y = q[0];
  out[0].vy = u[0];
}

State OwnCamFollower::initial_state() const {
  StateSizes sizes;
  sizes.q = sizes.u = 1;
  sizes.contacts = 1;
  sizes.features = 1;
  State state(sizes);
  state.q()[0] = data_.y_0;
  state.u()[0] = data_.v_0;
  return state;
}

}  // namespace freeplay
