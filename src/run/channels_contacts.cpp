// SPDX-License-Identifier: Apache-2.0
// Channels of contacts and of joints that rub.
#include <algorithm>

#include "base/index.h"
#include "run/channels.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

double number(ContactMode mode) { return static_cast<double>(static_cast<int>(mode)); }

}  // namespace

void Channels::add_rubbing(std::size_t place) {
  const std::string s = smooth_ ? "" : "*s", when = smooth_ ? "" : ", impulse since the last sample";
  const RubbingInfo& joint = info_.rubbing[place];
  const std::string at = "/joint/" + info_.joints[idx(joint.joint)].name + "/";
  const char* what = joint.radius == 0 ? "friction on the second body along the joint"
                     : joint.d == 1    ? "friction on the second body at the radius of the pin"
                     : joint.d == 2    ? "friction on the second body, along the axis and around it"
                                       : "friction at the radius of the ball, in axes of the first body";
  add_load(
      {at + "friction", "N" + s, what + when, joint.d, {}},
      [](const Channels& of, std::size_t i, double* out) {
        const Tangent& F = of.now_.smooth ? of.now_.smooth->joint_F[i] : of.now_.book->rubbing_impulse[i];
        std::copy(F.begin(), F.begin() + of.info_.rubbing[i].d, out);
      },
      place);
  if (joint.radius > 0 && joint.d != 2) {
    add_load(
        {at + "friction_torque", "N*m" + s, "of it about the joint" + when, joint.d, {}},
        [](const Channels& of, std::size_t i, double* out) {
          const RubbingInfo& own = of.info_.rubbing[i];
          const Tangent& F = of.now_.smooth ? of.now_.smooth->joint_F[i] : of.now_.book->rubbing_impulse[i];
          for (std::size_t k = 0; k < idx(own.d); ++k) out[k] = own.radius * F[k];
        },
        place);
  }
  add_load(
      {at + "pressing", "N" + s, "sum of the forces that press the joint together" + when, 1, {}},
      [](const Channels& of, std::size_t i, double* out) {
        *out = of.now_.smooth ? of.now_.smooth->joint_N[i] : of.now_.book->rubbing_pressing[i];
      },
      place);
  add(
      {at + "slip", "m/s", "velocity of the rubbing surfaces", joint.d, {}},
      [](const Channels& of, std::size_t i, double* out) {
        const RubbingInfo& own = of.info_.rubbing[i];
        for (int k = 0; k < own.d; ++k) {
          out[k] = dot_row(own.shape, of.ev_.row_R(to_int(i), k), of.now_.state->u().data());
        }
      },
      place);
  add(
      {at + "mode", "", "what the joint does at the end of the step", 1, mode_words(info_)},
      [](const Channels& of, std::size_t i, double* out) { *out = number(of.now_.book->rubbing_mode[i]); },
      place);
}

void Channels::add_contact(std::size_t contact) {
  const int tangents = info_.dimension - 1;
  const std::string at = "/contact/" + info_.contacts[contact].name + "/";
  const Getter normal = [](const Channels& of, std::size_t i, double* out) {
    *out = of.now_.contact_F[idx(of.info_.dimension) * i];
  };
  const Getter tangential = [](const Channels& of, std::size_t i, double* out) {
    const auto d = idx(of.info_.dimension);
    std::copy(of.now_.contact_F + d * i + 1, of.now_.contact_F + d * (i + 1), out);
  };
  add(
      {at + "gap", "m", "g_N, negative is overlap", 1, {}},
      [](const Channels& of, std::size_t i, double* out) { *out = of.ev_.gap[i]; }, contact);
  if (smooth_) {
    add(
        {at + "penetration", "m", "how deep the two overlap; 0 when apart", 1, {}},
        [](const Channels& of, std::size_t i, double* out) { *out = std::max(0.0, -of.ev_.gap[i]); },
        contact);
    add({at + "normal", "N", "normal force", 1, {}}, normal, contact);
    add({at + "tangential", "N", "friction force", tangents, {}}, tangential, contact);
    add(
        {at + "normal_impulse", "N*s", "of the normal force since the last sample", 1, {}},
        [](const Channels& of, std::size_t i, double* out) {
          *out = of.now_.book->contact_impulse[idx(of.info_.dimension) * i];
        },
        contact);
    add(
        {at + "normal_peak", "N", "largest normal force since the last sample", 1, {}},
        [](const Channels& of, std::size_t i, double* out) {
          *out = std::max(of.now_.book->contact_peak[i], of.now_.contact_F[idx(of.info_.dimension) * i]);
        },
        contact);
  } else {
    add_impulse({at + "normal", "N*s", "normal impulse since the last sample", 1, {}}, normal, contact);
    add_impulse(
        {at + "normal_impacts", "N*s", "the part of it that is of impacts", 1, {}},
        [](const Channels& of, std::size_t i, double* out) { *out = of.now_.book->contact_impacts[i]; },
        contact);
    add_impulse({at + "tangential", "N*s", "tangential impulse since the last sample", tangents, {}},
                tangential, contact);
  }
  add(
      {at + "slip", "m/s", "tangential relative velocity", tangents, {}},
      [](const Channels& of, std::size_t i, double* out) {
        const int d = of.info_.dimension, own = d * to_int(i);
        for (int row = own + 1; row < own + d; ++row) {
          *out++ = dot_row(of.ev_.contacts[i].shape, of.ev_.row_W(row), of.now_.state->u().data()) +
                   of.ev_.w_tilde[idx(row)];
        }
      },
      contact);
  add(
      {at + "mode", "", "what the contact does at the end of the step", 1, mode_words(info_)},
      [](const Channels& of, std::size_t i, double* out) { *out = number(of.now_.state->mode(to_int(i))); },
      contact);
  if (!info_.places_contacts) return;
  add(
      {at + "point", "m", "where it is, or would be, in the world", info_.dimension, {}},
      [](const Channels& of, std::size_t i, double* out) {
        const std::array<double, 3> point = of.system_.contact_point(of.now_.state->t(), to_int(i), of.ev_);
        std::copy(point.begin(), point.begin() + of.info_.dimension, out);
      },
      contact);
  add_load(
      {at + "force",
       smooth_ ? "N" : "N*s",
       smooth_ ? "on the second body, in the world"
               : "impulse on the second body since the last sample, in the world",
       info_.dimension,
       {}},
      [](const Channels& of, std::size_t i, double* out) {
        const std::array<double, 3> force = of.contact_force(i);
        std::copy(force.begin(), force.begin() + of.info_.dimension, out);
      },
      contact);
}

std::array<double, 3> Channels::contact_force(std::size_t contact) const {
  const auto d = idx(info_.dimension);
  return system_.contact_force(static_cast<int>(contact), {now_.contact_F + d * contact, d}, ev_);
}

}  // namespace freeplay
