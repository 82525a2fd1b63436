// SPDX-License-Identifier: Apache-2.0
#include "run/channels.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "base/assert.h"
#include "system/joint_elimination.h"

namespace freeplay {

std::vector<std::string> mode_words(const SystemInfo& info) {
  if (info.dimension == 3) return {"open", "stick", "slip"};
  return {"open", "stick", "slip+", "slip-"};
}

namespace {

/// Are there rows of positions whose errors are angles, or lengths?
bool has_rows(const SystemInfo& info, bool angle) {
  return std::any_of(info.constraints.begin(), info.constraints.end(),
                     [&](const ConstraintInfo& row) { return row.holonomic && row.angle == angle; });
}

}  // namespace

void Channels::add(Channel channel) { all_.push_back(std::move(channel)); }

void Channels::add_contacts(const SystemInfo& info) {
  const int tangents = info.dimension - 1;
  for (int i = 0; i < info.fixed_contacts(); ++i) {
    const std::string at = "/contact/" + info.contacts[static_cast<std::size_t>(i)].name + "/";
    add({at + "gap", "m", "g_N, negative is overlap", 1, {}});
    if (info.smooth) {
      add({at + "penetration", "m", "how deep the two overlap; 0 when apart", 1, {}});
      add({at + "normal", "N", "normal force", 1, {}});
      add({at + "tangential", "N", "friction force", tangents, {}});
      add({at + "normal_impulse", "N*s", "of the normal force since the last sample", 1, {}});
      add({at + "normal_peak", "N", "largest normal force since the last sample, of steps", 1, {}});
    } else {
      add({at + "normal", "N*s", "normal impulse since the last sample", 1, {}});
      add({at + "tangential", "N*s", "tangential impulse since the last sample", tangents, {}});
    }
    add({at + "slip", "m/s", "tangential relative velocity", tangents, {}});
    add({at + "mode", "", "what the contact does at the end of the step", 1, mode_words(info)});
    if (!info.places_contacts) continue;
    add({at + "point", "m", "where it is, or would be, in the world", info.dimension, {}});
    add({at + "force",
         info.smooth ? "N" : "N*s",
         info.smooth ? "on the second body, in the world"
                     : "impulse on the second body since the last sample, in the world",
         info.dimension,
         {}});
  }
}

void Channels::add_rubbing(const SystemInfo& info) {
  const std::string s = info.smooth ? "" : "*s", when = info.smooth ? "" : ", impulse since the last sample";
  for (const RubbingInfo& joint : info.rubbing) {
    const std::string at = "/joint/" + info.joints[static_cast<std::size_t>(joint.joint)].name + "/";
    const char* what = joint.radius == 0 ? "friction on the second body along the joint"
                       : joint.d == 1    ? "friction on the second body at the radius of the pin"
                       : joint.d == 2    ? "friction on the second body, along the axis and around it"
                                         : "friction at the radius of the ball, in axes of the first body";
    add({at + "friction", "N" + s, what + when, joint.d, {}});
    if (joint.radius > 0 && joint.d != 2)
      add({at + "friction_torque", "N*m" + s, "of it about the joint" + when, joint.d, {}});
    add({at + "pressing", "N" + s, "sum of the forces that press the joint together" + when, 1, {}});
    add({at + "slip", "m/s", "velocity of the rubbing surfaces", joint.d, {}});
    add({at + "mode", "", "what the joint does at the end of the step", 1, mode_words(info)});
  }
}

void Channels::put_rubbing(const State& state, const Book& book, const SmoothSample* smooth) {
  const SystemInfo& info = system_.info();
  if (info.rubbing.empty()) return;
  system_.rubbing_rows(state.t(), state.q(), ev_);
  for (std::size_t i = 0; i < info.rubbing.size(); ++i) {
    const RubbingInfo& joint = info.rubbing[i];
    const Tangent& F = smooth ? smooth->joint_F[i] : book.rubbing_impulse[i];
    const auto d = static_cast<std::size_t>(joint.d);
    for (std::size_t k = 0; k < d; ++k) put(F[k]);
    for (std::size_t k = 0; k < d && joint.radius > 0 && d != 2; ++k) put(joint.radius * F[k]);
    put(smooth ? smooth->joint_N[i] : book.rubbing_pressing[i]);
    for (int k = 0; k < joint.d; ++k)
      put(dot_row(joint.shape, ev_.row_R(static_cast<int>(i), k), state.u().data()));
    put(static_cast<double>(static_cast<int>(book.rubbing_mode[i])));
  }
}

void Channels::put_contact(const State& state, int contact, const Book& book, const SmoothSample* smooth) {
  const auto k = static_cast<std::size_t>(contact);
  const auto d = static_cast<std::size_t>(system_.info().dimension), own = d * k;
  system_.contact_rows(state.t(), state.q(), contact, ev_);
  put(ev_.gap[k]);
  if (smooth) put(std::max(0.0, -ev_.gap[k]));
  for (std::size_t row = own; row < own + d; ++row) put(smooth ? smooth->F[row] : book.contact_impulse[row]);
  if (smooth) {
    put(book.contact_impulse[own]);
    put(std::max(book.contact_peak[k], smooth->F[own]));
  }
  for (std::size_t row = own + 1; row < own + d; ++row) {
    put(dot_row(ev_.contacts[k].shape, ev_.row_W(static_cast<int>(row)), state.u().data()) +
        ev_.w_tilde[row]);
  }
  put(static_cast<double>(static_cast<int>(state.mode(contact))));
  if (!system_.info().places_contacts) return;
  const std::span<const double> along{(smooth ? smooth->F.data() : book.contact_impulse.data()) + own, d};
  const std::array<double, 3> point = system_.contact_point(state.t(), contact, ev_);
  const std::array<double, 3> force = system_.contact_force(contact, along, ev_);
  for (std::size_t i = 0; i < d; ++i) put(point[i]);
  for (std::size_t i = 0; i < d; ++i) put(force[i]);
}

Channels::Channels(const System& system, const RecordOptions& options,
                   const std::vector<std::string>& left_out)
    : system_(system),
      ev_(system.info()),
      motion_(system.info().bodies.size()),
      last_motion_(system.info().bodies.size()),
      acceleration_(system.info().bodies.size()) {
  const SystemInfo& info = system.info();
  add({"/time", "s", "time of the sample", 1, {}});
  for (const BodyInfo& body : info.bodies) {
    const std::string at = "/body/" + body.name + "/";
    const bool space = info.dimension == 3;
    const int turns = space ? 3 : 1;
    const char* what = space ? "origin of the body's frame" : "centre of mass";
    add({at + "position", "m", what, info.dimension, {}});
    if (space) {
      add({at + "orientation", "", "Euler parameters w, x, y, z", 4, {}});
    } else {
      add({at + "angle", "rad", "orientation", 1, {}});
    }
    add({at + "velocity", "m/s", std::string("of the ") + what, info.dimension, {}});
    add({at + "angular_velocity", "rad/s", space ? "in world axes" : "", turns, {}});
    const char* when = info.smooth ? "at the sample" : "mean since the last sample, impacts included";
    add({at + "acceleration", "m/s^2", when, info.dimension, {}});
    add({at + "angular_acceleration", "rad/s^2", when, turns, {}});
  }
  if (info.dimension == 3) add_spatial_reactions();
  for (const bool drivers : {false, true}) {  // in the order in which sample() writes them
    for (const ConstraintInfo& row : info.constraints) {
      if ((row.driver >= 0) != drivers || (info.dimension == 3 && !drivers)) continue;
      const std::string unit = std::string(row.angle ? "N*m" : "N") + (info.smooth ? "" : "*s");
      const std::size_t dot = row.name.rfind('.');
      if (drivers) {
        add({"/driver/" + info.drivers[static_cast<std::size_t>(row.driver)] + "/effort",
             unit,
             info.smooth ? "along the driven coordinate"
                         : "impulse along the driven coordinate since the last sample",
             1,
             {}});
      } else {
        const std::string word = row.angle ? "moment" : row.name.substr(dot + 1);
        add({"/joint/" + row.name.substr(0, dot) + "/reaction_" + word,
             unit,
             info.smooth ? "on the second body" : "impulse on the second body since the last sample",
             1,
             {}});
      }
    }
  }
  add_rubbing(info);
  add_contacts(info);
  for (const ExtraChannel& extra : info.extra) add({extra.path, extra.unit, extra.help, 1, extra.words});
  for (const auto& [name, help] : std::initializer_list<std::pair<const char*, const char*>>{
           {"kinetic", ""},
           {"potential", info.compliant ? "gravity, springs and contacts" : "gravity and springs"},
           {"gravity", ""},
           {"elastic", "springs"},
           {"contact", "stored in compliant contacts"},
           {"total", "kinetic + potential"},
           {"drivers", "work of drivers since the start"},
           {"applied", "work of applied forces since the start"},
           {"damping", "work of dampers since the start"},
           {"impact", info.smooth ? "lost by hysteresis of contacts since the start"
                                  : "work of normal contact impulses since the start"},
           {"friction", info.smooth ? "work of friction since the start"
                                    : "work of tangential contact impulses since the start"},
           {"stabilisation", "work of the removal of drift since the start"},
           {"numerical", "what is left: total - start - works"}}) {
    if (std::string_view(name) == "contact" && !info.compliant) continue;
    add({std::string("/energy/") + name, "J", help, 1, {}});
  }
  add({"/steps/step", "s", "length of the last step", 1, {}});
  add({"/steps/substeps", "", "smooth pieces since the last sample", 1, {}});
  if (info.smooth) {
    add({"/steps/evaluations", "", "of the right-hand side since the last sample", 1, {}});
  } else {
    add({"/steps/solves", "", "contact problems since the last sample", 1, {}});
    add({"/steps/iterations", "", "pivots since the last sample", 1, {}});
    add({"/steps/worst_residual", "", "worst accepted residual so far", 1, {}});
  }
  for (const bool angle : {false, true}) {
    if (has_rows(info, angle))
      add({angle ? "/steps/violation_angle" : "/steps/violation",
           angle ? "rad" : "m",
           angle ? "largest error of joints and drivers in an angle"
                 : "largest error of joints and drivers in a length",
           1,
           {}});
  }

  int column = 0;
  for (const Channel& channel : all_) {
    const std::string path = channel.path.substr(1);
    const auto matched = [&](const std::string& pattern) { return matches(path, pattern); };
    const bool kept = std::none_of(left_out.begin(), left_out.end(), matched) &&
                      (options.channels.empty() || channel.path == "/time" ||
                       std::any_of(options.channels.begin(), options.channels.end(), matched));
    if (kept) {
      if (path.ends_with("acceleration") && !info.smooth) {
        for (int k = 0; k < channel.width; ++k) acceleration_columns_.push_back(column + k);
      }
      kept_.push_back(channel);
      column += channel.width;
    }
    keep_.insert(keep_.end(), static_cast<std::size_t>(channel.width), kept);
  }
  extra_.assign(info.extra.size(), 0);
  full_.reserve(keep_.size());
  row_.assign(static_cast<std::size_t>(column), 0);
}

void Channels::add_spatial_reactions() {
  const SystemInfo& info = system_.info();
  const std::string s = info.smooth ? "" : "*s";
  const std::string what = info.smooth ? "on the second body, at the joint"
                                       : "impulse on the second body since the last sample, at the joint";
  // a joint with play may have no rows: its contacts are recorded
  reacts_.assign(info.joints.size(), false);
  for (std::size_t j = 0; j < info.joints.size(); ++j) reacts_[j] = !info.joints[j].clearance;
  for (const ConstraintInfo& row : info.constraints) {
    if (row.joint >= 0) reacts_[static_cast<std::size_t>(row.joint)] = true;
  }
  for (std::size_t j = 0; j < info.joints.size(); ++j) {
    if (!reacts_[j]) continue;
    const JointInfo& joint = info.joints[j];
    add({"/joint/" + joint.name + "/force", "N" + s, what, 3, {}});
    add({"/joint/" + joint.name + "/moment", "N*m" + s, what, 3, {}});
  }
  reactions_.assign(6 * info.joints.size(), 0);
}

void Channels::put_spatial(std::size_t b, bool smooth, double rate) {
  BodyMotion& now = motion_[b];
  const BodyMotion& last = last_motion_[b];
  // e and −e are the same turn: the one nearer to the last sample is recorded
  double along = 0;
  for (std::size_t k = 0; k < 4; ++k) along += now.orientation[k] * last.orientation[k];
  if (along < 0) {
    for (double& e : now.orientation) e = -e;
  }
  for (const double value : {now.x, now.y, now.z}) put(value);
  for (const double value : now.orientation) put(value);
  for (const double value : {now.vx, now.vy, now.vz}) put(value);
  for (const double value : now.angular_velocity) put(value);
  if (smooth) {
    const BodyMotion& rates = acceleration_[b];
    for (const double value : {rates.vx, rates.vy, rates.vz}) put(value);
    for (const double value : rates.angular_velocity) put(value);
    return;
  }
  for (const double value : {now.vx - last.vx, now.vy - last.vy, now.vz - last.vz}) put(rate * value);
  for (std::size_t k = 0; k < 3; ++k) put(rate * (now.angular_velocity[k] - last.angular_velocity[k]));
}

void Channels::put_spatial_reactions(const State& state, const Book& book) {
  const SystemInfo& info = system_.info();
  system_.constraints(state.t(), state.q(), ev_);
  system_.reactions(book.joint_impulse, ev_, reactions_);
  for (std::size_t j = 0; j < info.joints.size(); ++j) {
    for (std::size_t k = 0; k < 6 && reacts_[j]; ++k) put(reactions_[6 * j + k]);
  }
}

void Channels::put_violation(const State& state) {
  const SystemInfo& info = system_.info();
  if (info.constraints.empty()) return;
  system_.constraints(state.t(), state.q(), ev_);
  for (const bool angle : {false, true}) {
    if (!has_rows(info, angle)) continue;
    double worst = 0;
    for (std::size_t r = 0; r < info.constraints.size(); ++r) {
      const ConstraintInfo& row = info.constraints[r];
      if (row.holonomic && row.angle == angle) worst = std::max(worst, std::abs(ev_.Phi[r]));
    }
    put(worst);
  }
}

/// Angles that are known up to whole turns go on from the last sample.
void Channels::put_extra() {
  constexpr double kTurn = 2 * std::numbers::pi;
  const std::vector<ExtraChannel>& channels = system_.info().extra;
  for (std::size_t i = 0; i < extra_.size(); ++i) {
    if (channels[i].turns && !first_) extra_[i] += kTurn * std::round((last_extra_[i] - extra_[i]) / kTurn);
    put(extra_[i]);
  }
  last_extra_ = extra_;
}

std::span<const double> Channels::sample(const State& state, Stepper& stepper, double energy_0) {
  const SystemInfo& info = system_.info();
  Book& book = stepper.book();
  system_.load(state.features(), ev_);
  system_.place(state.t(), state.q(), ev_);
  system_.mass(state.q(), ev_);
  system_.gaps(state.t(), state.q(), ev_);
  system_.motion(state.t(), state.q(), state.u(), motion_);
  energies_ = system_.energies(state.t(), state.q(), state.u(), ev_);
  const SmoothSample* smooth = stepper.sample(state);
  FREEPLAY_ASSERT((smooth != nullptr) == info.smooth);  // units would be wrong
  if (smooth) {
    energies_.contact = smooth->contact_energy;
    system_.accelerations(state.t(), state.q(), state.u(), smooth->u_dot, acceleration_);
    std::copy(smooth->lambda.begin(), smooth->lambda.end(), book.joint_impulse.begin());
  }
  numerical_ = energies_.total() - energy_0 - book.works.sum();
  const double interval = state.t() - last_t_;
  const double rate = first_ || interval <= 0 ? 0 : 1 / interval;

  full_.clear();
  put(state.t());
  for (std::size_t b = 0; b < motion_.size(); ++b) {
    const BodyMotion& now = motion_[b];
    const BodyMotion& last = last_motion_[b];
    if (info.dimension == 3) {
      put_spatial(b, smooth != nullptr, rate);
      continue;
    }
    for (const double value : {now.x, now.y, now.angle, now.vx, now.vy, now.omega}) put(value);
    if (smooth) {
      for (const double value : {acceleration_[b].vx, acceleration_[b].vy, acceleration_[b].omega})
        put(value);
    } else {
      for (const double value :
           {rate * (now.vx - last.vx), rate * (now.vy - last.vy), rate * (now.omega - last.omega)})
        put(value);
    }
  }
  if (info.dimension == 3) put_spatial_reactions(state, book);
  for (const bool drivers : {false, true}) {
    for (std::size_t r = 0; r < info.constraints.size(); ++r) {
      if ((info.constraints[r].driver >= 0) != drivers || (info.dimension == 3 && !drivers)) continue;
      put(book.joint_impulse[r]);
    }
  }
  put_rubbing(state, book, smooth);
  for (int i = 0; i < info.fixed_contacts(); ++i) put_contact(state, i, book, smooth);
  system_.sample(state.t(), state.q(), state.u(), ev_, extra_);
  put_extra();
  const Works& works = book.works;
  put(energies_.kinetic);
  put(energies_.total() - energies_.kinetic);
  put(energies_.gravity);
  put(energies_.elastic);
  if (info.compliant) put(energies_.contact);
  for (const double value : {energies_.total(), works.drivers, works.applied, works.damping, works.impact,
                             works.friction, works.stabilisation, numerical_}) {
    put(value);
  }
  const SolverStatistics& solver = stepper.solver_statistics();
  put(book.statistics.last_step);
  put(static_cast<double>(book.statistics.substeps - last_substeps_));
  if (smooth) {
    put(static_cast<double>(book.compliant.evaluations - last_evaluations_));
  } else {
    put(static_cast<double>(solver.solves - last_solves_));
    put(static_cast<double>(solver.iterations - last_iterations_));
    put(solver.worst_residual);
  }
  put_violation(state);

  last_substeps_ = book.statistics.substeps;
  last_evaluations_ = book.compliant.evaluations;
  last_solves_ = solver.solves;
  last_iterations_ = solver.iterations;
  std::swap(motion_, last_motion_);
  last_t_ = state.t();
  first_ = false;
  book.clear_impulses();
  std::size_t to = 0;
  for (std::size_t i = 0; i < full_.size(); ++i) {
    if (keep_[i]) row_[to++] = full_[i];
  }
  return row_;
}

}  // namespace freeplay
