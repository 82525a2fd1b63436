// SPDX-License-Identifier: Apache-2.0
// The block on the moving belt [Marques2015, section 3.4] as a System of one's own, for tests: q = x and y of
// the block, held by a spring along the belt and pressed on it by its weight. Contacts are rigid.
//   m ẍ = −k x + F_T,   γ_T = ẋ − v_b
#pragma once

#include <cmath>
#include <string>

#include "freeplay/system.h"
#include "laws/friction/stick_slip.h"

namespace freeplay::testing {

/// μ(v) = μ + (μ_S − μ) e^(−(v/v_S)²) + F_v v; without v_S friction falls at once.
class FallingFriction final : public StickSlip {
 public:
  FallingFriction(double mu, double mu_static, double v_s, double viscous)
      : mu_(mu), mu_static_(mu_static), v_s_(v_s), viscous_(viscous) {}
  double mu() const override { return mu_; }
  double mu_static() const override { return mu_static_; }
  double mu_at(double v) const override {
    const double fall = v_s_ > 0 ? (mu_static_ - mu_) * std::exp(-(v / v_s_) * (v / v_s_)) : 0;
    return mu_ + fall + viscous_ * v;
  }

 private:
  double mu_, mu_static_, v_s_, viscous_;
};

struct Belt final : System {
  static constexpr double kMass = 1, kStiffness = 2, kSpeed = 0.1, kGravity = 9.81;

  /// `law` none: constant μ.
  Belt(const FrictionLaw* law, double mu, double speed = kSpeed, int dimension = 2) : speed_(speed) {
    info_.dimension = dimension;
    info_.nq = info_.nu = dimension;
    info_.bodies = {{"block", {}}};
    info_.sizes.assign(static_cast<std::size_t>(dimension), 1);
    ContactInfo contact;
    contact.name = "belt";
    contact.mu = law != nullptr ? law->mu_static() : mu;
    contact.friction = law;
    contact.shape = {{0, 0}, {dimension, 0}};
    info_.contacts.push_back(contact);
  }
  /// Along the belt; the block starts with its velocity. In space a second direction, across.
  double across = 0;      ///< velocity at the start
  double start = kSpeed;  ///< velocity along the belt at the start
  double push = 0;        ///< rate of a force along the belt [N/s]
  double stiffness = kStiffness;

  const SystemInfo& info() const override { return info_; }
  void place(double, std::span<const double>, Evaluation&) const override {}
  void mass(std::span<const double>, Evaluation& out) const override {
    for (double& m : out.M) m = kMass;
  }
  void forces(double t, std::span<const double> q, std::span<const double>, Evaluation& out) const override {
    out.h[0] = -stiffness * q[0] + push * t;
    for (std::size_t k = 1; k < q.size(); ++k) out.h[k] = 0;
    out.h[q.size() - 1] = -kMass * kGravity;
  }
  void constraints(double, std::span<const double>, Evaluation&) const override {}
  void constraint_gamma(double, std::span<const double>, std::span<const double>,
                        Evaluation&) const override {}
  void gaps(double, std::span<const double> q, Evaluation& out) const override {
    out.gap[0] = q[q.size() - 1];
  }
  void contact_rows(double, std::span<const double> q, int, Evaluation& out) const override {
    const auto d = static_cast<int>(q.size());
    for (int a = 0; a < d; ++a) {
      for (int k = 0; k < d; ++k) out.row_W(a)[k] = 0;
      out.row_W(a)[a == 0 ? d - 1 : a - 1] = 1;
      out.w_tilde[static_cast<std::size_t>(a)] = a == 1 ? -speed_ : 0;
    }
  }
  Energies energies(double, std::span<const double> q, std::span<const double> u,
                    const Evaluation&) const override {
    Energies all;
    for (const double v : u) all.kinetic += 0.5 * kMass * v * v;
    all.gravity = kMass * kGravity * q[q.size() - 1];
    all.elastic = 0.5 * stiffness * q[0] * q[0];
    return all;
  }
  void motion(double, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override {
    out[0] = {};
    out[0].x = q[0], out[0].y = q[1], out[0].vx = u[0], out[0].vy = u[1];
  }
  State initial_state() const override {
    StateSizes sizes;
    sizes.q = sizes.u = info_.nq;
    sizes.contacts = 1, sizes.dimension = info_.dimension;
    State state(sizes);
    state.u()[0] = start;
    if (info_.dimension == 3) state.u()[1] = across;
    return state;
  }

 private:
  SystemInfo info_;
  double speed_;
};

}  // namespace freeplay::testing
