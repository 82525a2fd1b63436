// SPDX-License-Identifier: Apache-2.0
#include "examples/own_system/slider_crank.h"

#include <cmath>

namespace freeplay {

OwnSliderCrank::OwnSliderCrank(const SliderCrankData& data) : data_(data) {
  info_.nq = info_.nu = 3;
  info_.mass = MassKind::dense;
  info_.forces_depend_on_velocity = true;
  info_.length = data.l1 + data.l2;
  info_.frame_numbers = 6;  // sines and cosines of the three angles
  info_.bodies = {{"crank", {}}, {"rod", {}}, {"slider", {}}};
  for (const char* point : {"upper_back", "upper_front", "lower_back", "lower_front"}) {
    ContactInfo contact;
    contact.name = std::string("guide.") + point;
    contact.restitutionN = data.restitutionN;
    contact.restitutionT = data.restitutionT;
    contact.mu = data.mu;
    contact.length = data.clearance;
    contact.shape = {{0, 0}, {3, 0}};
    info_.contacts.push_back(contact);
  }
}

void OwnSliderCrank::place(double, std::span<const double> q, Evaluation& out) const {
  for (std::size_t i = 0; i < 3; ++i) {
    const double s = std::sin(q[i]), c = std::cos(q[i]);  // both before storing: one call of sincos
    out.frames[2 * i] = s;
    out.frames[2 * i + 1] = c;
  }
}

void OwnSliderCrank::mass(std::span<const double>, Evaluation& out) const {
  const auto& [l1, l2] = std::pair{data_.l1, data_.l2};
  const double s1 = out.frames[0], c1 = out.frames[1], s2 = out.frames[2], c2 = out.frames[3];
  const double cos21 = c2 * c1 + s2 * s1;
  out.M[0] = data_.J1 + (0.25 * data_.m1 + data_.m2 + data_.m3) * l1 * l1;  // Flores2009, eq. (90)
  out.M[1] = out.M[3] = (0.5 * data_.m2 + data_.m3) * l1 * l2 * cos21;      // Flores2009, eq. (91)
  out.M[4] = data_.J2 + (0.25 * data_.m2 + data_.m3) * l2 * l2;             // Flores2009, eq. (93)
  out.M[8] = data_.J3;                                                      // Flores2009, eq. (94)
}

void OwnSliderCrank::forces(double, std::span<const double>, std::span<const double> u,
                            Evaluation& out) const {
  const double s1 = out.frames[0], c1 = out.frames[1], s2 = out.frames[2], c2 = out.frames[3];
  const double sin21 = s2 * c1 - c2 * s1;
  const double coupling = (0.5 * data_.m2 + data_.m3) * data_.l1 * data_.l2 * sin21;
  out.h[0] =
      coupling * u[1] * u[1] - (0.5 * data_.m1 + data_.m2 + data_.m3) * data_.g * data_.l1 * c1;  // eq. (95)
  out.h[1] = -coupling * u[0] * u[0] - (0.5 * data_.m2 + data_.m3) * data_.g * data_.l2 * c2;     // eq. (96)
  out.h[2] = 0;                                                                                   // eq. (97)
}

void OwnSliderCrank::gaps(double, std::span<const double>, Evaluation& out) const {
  const double s1 = out.frames[0], s2 = out.frames[2], s3 = out.frames[4], c3 = out.frames[5];
  const double y = data_.l1 * s1 + data_.l2 * s2;  // height of the slider's centre
  const double reach = 0.5 * data_.d - data_.b * c3;
  out.gap[0] = reach - y + data_.a * s3;  // Flores2009, eq. (98)
  out.gap[1] = reach - y - data_.a * s3;  // Flores2009, eq. (100)
  out.gap[2] = reach + y - data_.a * s3;  // Flores2009, eq. (102)
  out.gap[3] = reach + y + data_.a * s3;  // Flores2009, eq. (104)
}

void OwnSliderCrank::contact_rows(double, std::span<const double>, int contact, Evaluation& out) const {
  const double s1 = out.frames[0], c1 = out.frames[1], s2 = out.frames[2], c2 = out.frames[3];
  const double s3 = out.frames[4], c3 = out.frames[5];
  const double upper = contact < 2 ? -1 : 1;       // the gap grows downwards at the upper surface
  const double front = contact % 2 == 1 ? 1 : -1;  // corner ahead of or behind the centre
  double* w_N = out.row_W(2 * contact);
  double* w_T = out.row_W(2 * contact + 1);
  w_N[0] = upper * data_.l1 * c1;  // Flores2009, eqs. (106), (108), (110), (112)
  w_N[1] = upper * data_.l2 * c2;
  w_N[2] = upper * front * data_.a * c3 + data_.b * s3;
  w_T[0] = -data_.l1 * s1;  // Flores2009, eqs. (107), (109), (111), (113)
  w_T[1] = -data_.l2 * s2;
  w_T[2] = -front * data_.a * s3 + upper * data_.b * c3;
}

Energies OwnSliderCrank::energies(double, std::span<const double> q, std::span<const double> u,
                                  const Evaluation& at) const {
  Energies energies;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) energies.kinetic += 0.5 * u[i] * at.M[3 * i + j] * u[j];
  }
  energies.gravity = data_.g * ((0.5 * data_.m1 + data_.m2 + data_.m3) * data_.l1 * std::sin(q[0]) +
                                (0.5 * data_.m2 + data_.m3) * data_.l2 * std::sin(q[1]));
  return energies;
}

void OwnSliderCrank::motion(double, std::span<const double> q, std::span<const double> u,
                            std::span<BodyMotion> out) const {
  const auto step = [&](const BodyMotion& from, std::size_t i, double length) {  // along link i
    const double s = length * std::sin(q[i]), c = length * std::cos(q[i]);
    return BodyMotion{from.x + c, from.y + s, q[i], from.vx - s * u[i], from.vy + c * u[i], u[i]};
  };
  const BodyMotion pin = step({}, 0, data_.l1);
  out[0] = step({}, 0, 0.5 * data_.l1);
  out[1] = step(pin, 1, 0.5 * data_.l2);
  out[2] = step(pin, 1, data_.l2);
  out[2].angle = q[2];
  out[2].omega = u[2];
}

State OwnSliderCrank::initial_state() const {
  StateSizes sizes;
  sizes.q = sizes.u = 3;
  sizes.contacts = 4;
  State state(sizes);
  std::copy(data_.theta, data_.theta + 3, state.q().begin());
  std::copy(data_.omega, data_.omega + 3, state.u().begin());
  return state;
}

}  // namespace freeplay
