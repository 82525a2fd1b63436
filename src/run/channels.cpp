// SPDX-License-Identifier: Apache-2.0
#include "run/channels.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "base/index.h"
#include "system/given_start.h"

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

Channels::Channels(const System& system, bool smooth, const RecordOptions& options,
                   const std::vector<std::string>& left_out)
    : system_(system),
      info_(system.info()),
      smooth_(smooth),
      wanted_(options.channels),
      left_out_(left_out),
      ev_(info_),
      motion_(info_.bodies.size()),
      last_motion_(info_.bodies.size()),
      acceleration_(info_.bodies.size()) {
  add({"/time", "s", "time of the sample", 1, {}},
      [](const Channels& of, std::size_t, double* out) { *out = of.now_.state->t(); });
  for (std::size_t b = 0; b < info_.bodies.size(); ++b) add_body(info_.bodies[b], b);
  add_reactions();
  for (std::size_t i = 0; i < info_.rubbing.size(); ++i) add_rubbing(i);
  for (std::size_t i = 0; i < idx(info_.fixed_contacts()); ++i) add_contact(i);
  for (std::size_t i = 0; i < info_.extra.size(); ++i) {
    const ExtraChannel& extra = info_.extra[i];
    add(
        {extra.path, extra.unit, extra.help, 1, extra.words},
        [](const Channels& of, std::size_t k, double* out) { *out = of.extra_[k]; }, i);
  }
  add_energies();
  add_steps();
  extra_.assign(info_.extra.size(), 0);
  Phi_.assign(info_.constraints.size(), 0);
  rates_.assign(info_.constraints.size(), 0);
  last_drive_.assign(info_.constraints.size(), 0);
  reactions_.assign(info_.dimension == 3 ? 6 * info_.joints.size() : 0, 0);
  std::size_t width = 0;
  for (const Entry& entry : entries_) width += idx(entry.width);
  row_.assign(width, 0);
}

void Channels::add(Channel channel, Getter get, std::size_t i, bool mean) {
  const std::string path = channel.path.substr(1);
  const auto matched = [&](const std::string& pattern) { return matches(path, pattern); };
  const bool kept =
      std::none_of(left_out_.begin(), left_out_.end(), matched) &&
      (wanted_.empty() || path == "time" || std::any_of(wanted_.begin(), wanted_.end(), matched));
  if (!kept) return;
  if (mean || (path.ends_with("acceleration") && !smooth_)) {
    int column = 0;
    for (const Entry& entry : entries_) column += entry.width;
    for (int k = 0; k < channel.width; ++k) mean_columns_.push_back(column + k);
  }
  entries_.push_back({get, i, channel.width, mean});
  list_.push_back(std::move(channel));
}

void Channels::add_impulse(const Channel& channel, Getter get, std::size_t i) {
  add(channel, get, i);
  Channel mean = channel;
  mean.path += "_mean";
  mean.unit.erase(mean.unit.rfind("*s"));
  mean.help = "mean force since the last sample, impacts included";
  if (mean.unit != "N") mean.help.replace(5, 5, "torque");
  add(std::move(mean), get, i, true);
}

/// A force of smooth steppers; an impulse of others.
void Channels::add_load(const Channel& channel, Getter get, std::size_t i) {
  if (smooth_) {
    add(channel, get, i);
  } else {
    add_impulse(channel, get, i);
  }
}

void Channels::add_body(const BodyInfo& body, std::size_t b) {
  const std::string at = "/body/" + body.name + "/";
  const bool space = info_.dimension == 3;
  const int turns = space ? 3 : 1;
  const char* what = space ? "origin of the body's frame" : "centre of mass";
  const char* when = smooth_ ? "at the sample" : "mean since the last sample, impacts included";
  add(
      {at + "position", "m", what, info_.dimension, {}},
      [](const Channels& of, std::size_t i, double* out) {
        const BodyMotion& now = of.motion_[i];
        out[0] = now.x, out[1] = now.y;
        if (of.info_.dimension == 3) out[2] = now.z;
      },
      b);
  if (space) {
    add(
        {at + "orientation", "", "Euler parameters w, x, y, z", 4, {}},
        [](const Channels& of, std::size_t i, double* out) {
          std::copy(of.motion_[i].orientation.begin(), of.motion_[i].orientation.end(), out);
        },
        b);
  } else {
    add(
        {at + "angle", "rad", "orientation", 1, {}},
        [](const Channels& of, std::size_t i, double* out) { *out = of.motion_[i].angle; }, b);
  }
  add(
      {at + "velocity", "m/s", std::string("of the ") + what, info_.dimension, {}},
      [](const Channels& of, std::size_t i, double* out) {
        const BodyMotion& now = of.motion_[i];
        out[0] = now.vx, out[1] = now.vy;
        if (of.info_.dimension == 3) out[2] = now.vz;
      },
      b);
  add(
      {at + "angular_velocity", "rad/s", space ? "in world axes" : "", turns, {}},
      [](const Channels& of, std::size_t i, double* out) {
        const BodyMotion& now = of.motion_[i];
        out[0] = now.omega;
        if (of.info_.dimension == 3) std::copy(now.angular_velocity.begin(), now.angular_velocity.end(), out);
      },
      b);
  add(
      {at + "acceleration", "m/s^2", when, info_.dimension, {}},
      [](const Channels& of, std::size_t i, double* out) {
        const BodyMotion &now = of.motion_[i], &last = of.last_motion_[i], &rates = of.acceleration_[i];
        const bool smooth = of.now_.smooth != nullptr;
        out[0] = smooth ? rates.vx : of.now_.rate * (now.vx - last.vx);
        out[1] = smooth ? rates.vy : of.now_.rate * (now.vy - last.vy);
        if (of.info_.dimension == 3) out[2] = smooth ? rates.vz : of.now_.rate * (now.vz - last.vz);
      },
      b);
  add(
      {at + "angular_acceleration", "rad/s^2", when, turns, {}},
      [](const Channels& of, std::size_t i, double* out) {
        const BodyMotion &now = of.motion_[i], &last = of.last_motion_[i], &rates = of.acceleration_[i];
        const bool smooth = of.now_.smooth != nullptr;
        if (of.info_.dimension == 2) {
          *out = smooth ? rates.omega : of.now_.rate * (now.omega - last.omega);
          return;
        }
        for (std::size_t k = 0; k < 3; ++k) {
          out[k] = smooth ? rates.angular_velocity[k]
                          : of.now_.rate * (now.angular_velocity[k] - last.angular_velocity[k]);
        }
      },
      b);
}

/// Of joints, then of drivers.
void Channels::add_reactions() {
  const Getter get = [](const Channels& of, std::size_t row, double* out) { *out = of.now_.lambda[row]; };
  const auto unit = [&](const ConstraintInfo& row) {
    return std::string(row.angle ? "N*m" : "N") + (smooth_ ? "" : "*s");
  };
  if (info_.dimension == 3) add_spatial_reactions();
  for (std::size_t r = 0; r < info_.constraints.size(); ++r) {
    const ConstraintInfo& row = info_.constraints[r];
    if (row.driver >= 0 || row.coupling || info_.dimension == 3) continue;
    const std::size_t dot = row.name.rfind('.');
    const std::string word = row.angle ? "moment" : row.name.substr(dot + 1);
    add_load({"/joint/" + row.name.substr(0, dot) + "/reaction_" + word,
              unit(row),
              smooth_ ? "on the second body" : "impulse on the second body since the last sample",
              1,
              {}},
             get, r);
  }
  for (std::size_t r = 0; r < info_.constraints.size(); ++r) {
    const ConstraintInfo& row = info_.constraints[r];
    if (row.driver < 0) continue;
    add_load({"/driver/" + info_.drivers[idx(row.driver)] + "/effort",
              unit(row),
              smooth_ ? "along the driven coordinate"
                      : "impulse along the driven coordinate since the last sample",
              1,
              {}},
             get, r);
    add_power(row, r);
  }
  for (std::size_t r = 0; r < info_.constraints.size(); ++r) {
    const ConstraintInfo& row = info_.constraints[r];
    if (!row.coupling) continue;
    add({"/coupling/" + row.name.substr(0, row.name.rfind('.')) + "/force",
         unit(row),
         smooth_ ? "of the mesh" : "impulse of the mesh since the last sample",
         1,
         {}},
        get, r);
  }
}

/// What a driver puts in: its effort times the speed that it prescribes, −Φ_t.
void Channels::add_power(const ConstraintInfo& row, std::size_t r) {
  const Channel power{
      "/driver/" + info_.drivers[idx(row.driver)] + "/power",
      "W",
      smooth_ ? "effort times speed" : "mean effort times mean speed since the last sample, impacts included",
      1,
      {}};
  if (smooth_) {
    add(
        power,
        [](const Channels& of, std::size_t i, double* out) { *out = -of.now_.lambda[i] * of.ev_.Phi_t[i]; },
        r);
    return;
  }
  add(
      power,
      [](const Channels& of, std::size_t i, double* out) {
        *out = -0.5 * of.now_.lambda[i] * (of.ev_.Phi_t[i] + of.last_drive_[i]);
      },
      r, true);
}

void Channels::add_spatial_reactions() {
  const std::string s = smooth_ ? "" : "*s";
  const std::string what = smooth_ ? "on the second body, at the joint"
                                   : "impulse on the second body since the last sample, at the joint";
  for (std::size_t j = 0; j < info_.joints.size(); ++j) {
    const JointInfo& joint = info_.joints[j];
    // a joint with play may have no rows: its contacts are recorded
    const bool reacts =
        !joint.clearance || std::any_of(info_.constraints.begin(), info_.constraints.end(),
                                        [&](const ConstraintInfo& row) { return row.joint == to_int(j); });
    if (!reacts) continue;
    const auto three = [](const Channels& of, std::size_t first, double* out) {
      for (std::size_t k = 0; k < 3; ++k) out[k] = of.reactions_[first + k];
    };
    add_load({"/joint/" + joint.name + "/force", "N" + s, what, 3, {}}, three, 6 * j);
    add_load({"/joint/" + joint.name + "/moment", "N*m" + s, what, 3, {}}, three, 6 * j + 3);
  }
}

void Channels::add_energies() {
  const auto energy = [&](const char* name, const char* help, Getter get) {
    add({std::string("/energy/") + name, "J", help, 1, {}}, get);
  };
  using Of = const Channels&;
  energy("kinetic", "", [](Of of, std::size_t, double* out) { *out = of.energies_.kinetic; });
  energy("potential", info_.compliant ? "gravity, springs and contacts" : "gravity and springs",
         [](Of of, std::size_t, double* out) { *out = of.energies_.total() - of.energies_.kinetic; });
  energy("gravity", "", [](Of of, std::size_t, double* out) { *out = of.energies_.gravity; });
  energy("elastic", "springs", [](Of of, std::size_t, double* out) { *out = of.energies_.elastic; });
  if (info_.compliant) {
    energy("contact", "stored in compliant contacts",
           [](Of of, std::size_t, double* out) { *out = of.energies_.contact; });
  }
  energy("total", "kinetic + potential",
         [](Of of, std::size_t, double* out) { *out = of.energies_.total(); });
  energy("drivers", "work of drivers since the start",
         [](Of of, std::size_t, double* out) { *out = of.now_.book->works.drivers; });
  energy("applied", "work of applied forces since the start",
         [](Of of, std::size_t, double* out) { *out = of.now_.book->works.applied; });
  energy("damping", "work of dampers since the start",
         [](Of of, std::size_t, double* out) { *out = of.now_.book->works.damping; });
  energy("impact",
         smooth_ ? "lost by hysteresis of contacts since the start"
                 : "work of normal contact impulses since the start",
         [](Of of, std::size_t, double* out) { *out = of.now_.book->works.impact; });
  energy("friction",
         smooth_ ? "work of friction since the start" : "work of tangential contact impulses since the start",
         [](Of of, std::size_t, double* out) { *out = of.now_.book->works.friction; });
  energy("stabilisation", "work of the removal of drift since the start",
         [](Of of, std::size_t, double* out) { *out = of.now_.book->works.stabilisation; });
  energy("numerical", "what is left: total - start - works",
         [](Of of, std::size_t, double* out) { *out = of.numerical_; });
}

void Channels::add_steps() {
  using Of = const Channels&;
  add({"/steps/step", "s", "length of the last step", 1, {}},
      [](Of of, std::size_t, double* out) { *out = of.now_.book->statistics.last_step; });
  add({"/steps/substeps", "", "pieces between impacts since the last sample", 1, {}},
      [](Of of, std::size_t, double* out) {
        *out = static_cast<double>(of.now_.book->statistics.substeps - of.last_substeps_);
      });
  if (smooth_) {
    add({"/steps/evaluations", "", "of the right-hand side since the last sample", 1, {}},
        [](Of of, std::size_t, double* out) {
          *out = static_cast<double>(of.now_.book->compliant.evaluations - of.last_evaluations_);
        });
  } else {
    add({"/steps/solves", "", "contact problems since the last sample", 1, {}},
        [](Of of, std::size_t, double* out) {
          *out = static_cast<double>(of.now_.solver->solves - of.last_solves_);
        });
    add({"/steps/iterations", "", "solver iterations since the last sample", 1, {}},
        [](Of of, std::size_t, double* out) {
          *out = static_cast<double>(of.now_.solver->iterations - of.last_iterations_);
        });
    add({"/steps/worst_residual", "", "worst accepted residual so far", 1, {}},
        [](Of of, std::size_t, double* out) { *out = of.now_.solver->worst_residual; });
  }
  if (has_rows(info_, false)) {
    add({"/steps/violation", "m", "largest error of joints and drivers in a length", 1, {}},
        [](Of of, std::size_t, double* out) { *out = of.violation(false); });
  }
  if (has_rows(info_, true)) {
    add({"/steps/violation_angle", "rad", "largest error of joints and drivers in an angle", 1, {}},
        [](Of of, std::size_t, double* out) { *out = of.violation(true); });
  }
  if (info_.constraints.empty()) return;
  constexpr const char* kUnits = ", of joints and drivers; lengths in m, angles in rad  [Marques2015]";
  add({"/steps/violation_squared", "", std::string("ΦᵀΦ") + kUnits, 1, {}},
      [](Of of, std::size_t, double* out) { *out = of.squared(of.Phi_); });
  add({"/steps/violation_rate_squared", "", std::string("Φ̇ᵀΦ̇, Φ̇ = D u + Φ_t") + kUnits, 1, {}},
      [](Of of, std::size_t, double* out) { *out = of.squared(of.rates_); });
}

double Channels::squared(const std::vector<double>& of) {
  return std::inner_product(of.begin(), of.end(), of.begin(), 0.0);
}

double Channels::violation(bool angle) const {
  double worst = 0;
  for (std::size_t r = 0; r < info_.constraints.size(); ++r) {
    const ConstraintInfo& row = info_.constraints[r];
    if (row.holonomic && row.angle == angle) worst = std::max(worst, std::abs(ev_.Phi[r]));
  }
  return worst;
}

/// e and −e are the same turn: the one nearer to the last sample is recorded. Angles that are known up to
/// whole turns go on from the last sample.
void Channels::follow_turns(const State& state) {
  for (std::size_t b = 0; b < motion_.size() && info_.dimension == 3; ++b) {
    double along = 0;
    for (std::size_t k = 0; k < 4; ++k) along += motion_[b].orientation[k] * last_motion_[b].orientation[k];
    if (along >= 0) continue;
    for (double& e : motion_[b].orientation) e = -e;
  }
  constexpr double kTurn = 2 * std::numbers::pi;
  system_.sample(state.t(), state.q(), state.u(), ev_, extra_);
  for (std::size_t i = 0; i < extra_.size(); ++i) {
    if (info_.extra[i].turns && !first_)
      extra_[i] += kTurn * std::round((last_extra_[i] - extra_[i]) / kTurn);
  }
  last_extra_ = extra_;
}

/// Everything that getters look at.
void Channels::evaluate(const State& state, Stepper& stepper, double energy_0) {
  const Book& book = stepper.book();
  system_.load(state.features(), ev_);
  system_.place(state.t(), state.q(), ev_);
  system_.mass(state.q(), ev_);
  system_.gaps(state.t(), state.q(), ev_);
  system_.motion(state.t(), state.q(), state.u(), motion_);
  energies_ = system_.energies(state.t(), state.q(), state.u(), ev_);
  const SmoothSample* smooth = stepper.sample(state);
  if ((smooth != nullptr) != smooth_) {
    throw std::invalid_argument(
        smooth_ ? "the record is that of a smooth stepper, and a rigid one runs the system"
                : "the record is that of a rigid stepper, and a smooth one runs the system");
  }
  if (smooth) {
    energies_.contact = smooth->contact_energy;
    system_.accelerations(state.t(), state.q(), state.u(), smooth->u_dot, acceleration_);
  }
  numerical_ = energies_.total() - energy_0 - book.works.sum();
  const double interval = state.t() - last_t_;
  now_ = {&state,
          &book,
          smooth,
          &stepper.solver_statistics(),
          first_ || interval <= 0 ? 0 : 1 / interval,
          smooth ? smooth->lambda.data() : book.joint_impulse.data(),
          smooth ? smooth->F.data() : book.contact_impulse.data()};
  if (!info_.constraints.empty()) constraint_errors(system_, state, ev_, Phi_, rates_);
  if (info_.dimension == 3) system_.reactions({now_.lambda, info_.constraints.size()}, ev_, reactions_);
  if (!info_.rubbing.empty()) system_.rubbing_rows(state.t(), state.q(), ev_);
  for (int i = 0; i < info_.fixed_contacts(); ++i) system_.contact_rows(state.t(), state.q(), i, ev_);
  follow_turns(state);
}

std::span<const double> Channels::sample(const State& state, Stepper& stepper, double energy_0) {
  evaluate(state, stepper, energy_0);
  double* out = row_.data();
  for (const Entry& entry : entries_) {
    entry.get(*this, entry.i, out);
    for (int k = 0; entry.mean && k < entry.width; ++k) out[k] *= now_.rate;
    out += entry.width;
  }
  Book& book = stepper.book();
  last_substeps_ = book.statistics.substeps;
  last_evaluations_ = book.compliant.evaluations;
  last_solves_ = now_.solver->solves;
  last_iterations_ = now_.solver->iterations;
  std::swap(motion_, last_motion_);
  last_t_ = state.t();
  std::copy(ev_.Phi_t.begin(), ev_.Phi_t.end(), last_drive_.begin());
  first_ = false;
  book.clear_impulses();
  now_ = {};
  return row_;
}

void Channels::visit(Archive& a) {
  a(last_t_, first_, last_evaluations_, last_substeps_, last_solves_, last_iterations_, last_extra_,
    last_drive_, numerical_);
  a(energies_.kinetic, energies_.gravity, energies_.elastic, energies_.contact);
  for (BodyMotion& body : last_motion_) {
    a(body.x, body.y, body.z, body.angle, body.orientation);
    a(body.vx, body.vy, body.vz, body.omega, body.angular_velocity);
  }
}

}  // namespace freeplay
