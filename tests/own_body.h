// SPDX-License-Identifier: Apache-2.0
// One body in space as a System of one's own, for tests: q = centre and Euler parameters, u = velocity of the
// centre in the world and angular velocity in the principal axes of the body. Planes, a pin and rolling rows
// can be added.
#pragma once

#include <string>
#include <vector>

#include "freeplay/spatial.h"
#include "freeplay/system.h"

namespace freeplay {

/// A point of the body, or a ball about it, above the plane through the origin with normal n.
struct PlaneContact {
  Vec3 point{0, 0, 0};
  double radius = 0;
  Vec3 n{0, 0, 1}, t1{1, 0, 0}, t2{0, 1, 0};
};

class OwnBody final : public System {
 public:
  OwnBody(double mass, const Vec3& inertia, const Vec3& gravity)
      : mass_(mass), inertia_(inertia), gravity_(gravity) {
    info_.dimension = 3;
    info_.nq = 7;
    info_.nu = 6;
    info_.forces_depend_on_velocity = true;
    info_.bodies = {{"body", {}}};
    info_.sizes.assign(7, 1);
    info_.u_sizes.assign(6, 1);
  }

  Vec3 position{0, 0, 0}, velocity{0, 0, 0};
  Quat orientation{1, 0, 0, 0};
  Vec3 omega{0, 0, 0};  ///< in the axes of the body

  void add_contact(const PlaneContact& plane, const ContactData& laws, double length = 1) {
    ContactInfo contact;
    static_cast<ContactData&>(contact) = laws;
    contact.name = "plane." + std::to_string(planes_.size());
    contact.length = length;
    contact.shape = kShape;
    info_.contacts.push_back(contact);
    planes_.push_back(plane);
  }
  /// The point of the body stays where it is at the start.
  void add_pin(const Vec3& point) {
    pin_ = point;
    target_ = position + rotation(orientation) * point;
    for (const char* row : {"pin.x", "pin.y", "pin.z"}) add_row(row, true);
    pinned_ = true;
  }
  /// A ball of this radius about the centre rolls on the plane z = 0: one row of positions, two of
  /// velocities.
  void add_rolling(double radius) {
    rolling_ = radius;
    add_row("floor.height", true);
    add_row("floor.x", false);
    add_row("floor.y", false);
  }

  const SystemInfo& info() const override { return info_; }
  void place(double, std::span<const double>, Evaluation&) const override {}
  void mass(std::span<const double>, Evaluation& out) const override {
    for (std::size_t k = 0; k < 3; ++k) out.M[k] = mass_, out.M[3 + k] = inertia_[k];
  }
  void forces(double, std::span<const double>, std::span<const double> u, Evaluation& out) const override {
    const Vec3 w = {u[3], u[4], u[5]};
    const Vec3 gyroscopic = cross(w, {inertia_[0] * w[0], inertia_[1] * w[1], inertia_[2] * w[2]});
    for (std::size_t k = 0; k < 3; ++k) out.h[k] = mass_ * gravity_[k], out.h[3 + k] = -gyroscopic[k];
  }
  void constraints(double, std::span<const double> q, Evaluation& out) const override {
    int row = 0;
    const Mat3 A = turn(q);
    if (pinned_) {
      const Vec3 arm = A * pin_, place = centre(q) + arm;
      for (std::size_t k = 0; k < 3; ++k) {
        out.Phi[static_cast<std::size_t>(row)] = place[k] - target_[k];
        put_row(A, arm, axis(k), out.row_D(row++));
      }
    }
    if (rolling_ > 0) {
      const Vec3 arm = {0, 0, -rolling_};
      out.Phi[static_cast<std::size_t>(row)] = q[2] - rolling_;
      put_row(A, arm, {0, 0, 1}, out.row_D(row++));
      put_row(A, arm, {1, 0, 0}, out.row_D(row++));
      put_row(A, arm, {0, 1, 0}, out.row_D(row++));
    }
  }
  void constraint_gamma(double, std::span<const double>, std::span<const double>,
                        Evaluation&) const override {}
  void gaps(double, std::span<const double> q, Evaluation& out) const override {
    const Mat3 A = turn(q);
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      const PlaneContact& plane = planes_[i];
      out.gap[i] = dot(plane.n, centre(q) + A * plane.point) - plane.radius;
    }
  }
  void contact_rows(double, std::span<const double> q, int contact, Evaluation& out) const override {
    const PlaneContact& plane = planes_[static_cast<std::size_t>(contact)];
    const Mat3 A = turn(q);
    const Vec3 arm = A * plane.point - plane.radius * plane.n;
    put_row(A, arm, plane.n, out.row_W(3 * contact));
    put_row(A, arm, plane.t1, out.row_W(3 * contact + 1));
    put_row(A, arm, plane.t2, out.row_W(3 * contact + 2));
  }
  void rates(std::span<const double> q, std::span<const double> u, std::span<double> out) const override {
    const Quat e = Quat{q[3], q[4], q[5], q[6]} * Quat{0, u[3], u[4], u[5]};
    for (std::size_t k = 0; k < 3; ++k) out[k] = u[k];
    for (std::size_t k = 0; k < 4; ++k) out[3 + k] = 0.5 * e[k];
  }
  void advance(std::span<const double> q, std::span<const double> u, double dt,
               std::span<double> out) const override {
    const Quat e = normalised(Quat{q[3], q[4], q[5], q[6]} * turn_by({dt * u[3], dt * u[4], dt * u[5]}));
    for (std::size_t k = 0; k < 3; ++k) out[k] = q[k] + dt * u[k];
    for (std::size_t k = 0; k < 4; ++k) out[3 + k] = e[k];
  }
  std::array<double, 3> contact_point(double, int contact, const Evaluation&) const override {
    return planes_[static_cast<std::size_t>(contact)].point;
  }
  Energies energies(double, std::span<const double> q, std::span<const double> u,
                    const Evaluation&) const override {
    Energies all;
    for (std::size_t k = 0; k < 3; ++k) {
      all.kinetic += 0.5 * (mass_ * u[k] * u[k] + inertia_[k] * u[3 + k] * u[3 + k]);
      all.gravity -= mass_ * gravity_[k] * q[k];
    }
    return all;
  }
  void motion(double, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override {
    out[0] = {};
    out[0].x = q[0], out[0].y = q[1], out[0].z = q[2];
    out[0].vx = u[0], out[0].vy = u[1], out[0].vz = u[2];
    out[0].orientation = {q[3], q[4], q[5], q[6]};
    out[0].angular_velocity = turn(q) * Vec3{u[3], u[4], u[5]};
  }
  State initial_state() const override {
    StateSizes sizes;
    sizes.q = 7, sizes.u = 6, sizes.contacts = static_cast<int>(planes_.size()), sizes.dimension = 3;
    State state(sizes);
    for (std::size_t k = 0; k < 3; ++k) {
      state.q()[k] = position[k];
      state.u()[k] = velocity[k];
      state.u()[3 + k] = omega[k];
    }
    for (std::size_t k = 0; k < 4; ++k) state.q()[3 + k] = orientation[k];
    return state;
  }

  /// Angular momentum about the centre, in world axes.
  Vec3 angular_momentum(const State& state) const {
    Vec3 own;
    for (std::size_t k = 0; k < 3; ++k) own[k] = inertia_[k] * state.u()[3 + k];
    return turn(state.q()) * own;
  }

 private:
  static constexpr RowShape kShape{{0, 0}, {6, 0}};
  static Mat3 turn(std::span<const double> q) { return rotation(Quat{q[3], q[4], q[5], q[6]}); }
  static Vec3 centre(std::span<const double> q) { return {q[0], q[1], q[2]}; }
  static Vec3 axis(std::size_t k) { return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}; }
  /// The velocity of the point at `arm` along w, as a row.
  static void put_row(const Mat3& A, const Vec3& arm, const Vec3& w, double* row) {
    const Vec3 moment = A.transposed(cross(arm, w));
    for (std::size_t k = 0; k < 3; ++k) row[k] = w[k], row[3 + k] = moment[k];
  }
  void add_row(const std::string& name, bool holonomic) {
    ConstraintInfo row;
    row.name = name;
    row.shape = kShape;
    row.holonomic = holonomic;
    info_.constraints.push_back(row);
  }

  SystemInfo info_;
  double mass_;
  Vec3 inertia_, gravity_;
  std::vector<PlaneContact> planes_;
  bool pinned_ = false;
  Vec3 pin_{0, 0, 0}, target_{0, 0, 0};
  double rolling_ = 0;
};

}  // namespace freeplay
