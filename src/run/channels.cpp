// SPDX-License-Identifier: Apache-2.0
#include "run/channels.h"

#include <algorithm>
#include <string_view>

#include "base/assert.h"
#include "system/joint_elimination.h"

namespace freeplay {

std::vector<std::string> mode_words() { return {"open", "stick", "slip+", "slip-"}; }

void Channels::add(Channel channel) { all_.push_back(std::move(channel)); }

Channels::Channels(const System& system, const RecordOptions& options)
    : system_(system),
      ev_(system.info()),
      motion_(system.info().bodies.size()),
      last_motion_(system.info().bodies.size()),
      acceleration_(system.info().bodies.size()) {
  const SystemInfo& info = system.info();
  add({"/time", "s", "time of the sample", 1, {}});
  for (const BodyInfo& body : info.bodies) {
    const std::string at = "/body/" + body.name + "/";
    add({at + "position", "m", "centre of mass", 2, {}});
    add({at + "angle", "rad", "orientation", 1, {}});
    add({at + "velocity", "m/s", "of the centre of mass", 2, {}});
    add({at + "angular_velocity", "rad/s", "", 1, {}});
    const char* when = info.smooth ? "at the sample" : "mean since the last sample, impacts included";
    add({at + "acceleration", "m/s^2", when, 2, {}});
    add({at + "angular_acceleration", "rad/s^2", when, 1, {}});
  }
  for (const bool drivers : {false, true}) {  // in the order in which sample() writes them
    for (const ConstraintInfo& row : info.constraints) {
      if ((row.driver >= 0) != drivers) continue;
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
  for (int i = 0; i < info.fixed_contacts(); ++i) {
    const std::string at = "/contact/" + info.contacts[static_cast<std::size_t>(i)].name + "/";
    add({at + "gap", "m", "g_N, negative is overlap", 1, {}});
    if (info.smooth) {
      add({at + "penetration", "m", "how deep the two overlap; 0 when apart", 1, {}});
      add({at + "normal", "N", "normal force", 1, {}});
      add({at + "tangential", "N", "friction force", 1, {}});
      add({at + "normal_impulse", "N*s", "of the normal force since the last sample", 1, {}});
      add({at + "normal_peak", "N", "largest normal force since the last sample, of steps", 1, {}});
    } else {
      add({at + "normal", "N*s", "normal impulse since the last sample", 1, {}});
      add({at + "tangential", "N*s", "tangential impulse since the last sample", 1, {}});
    }
    add({at + "slip", "m/s", "tangential relative velocity", 1, {}});
    add({at + "mode", "", "what the contact does at the end of the step", 1, mode_words()});
  }
  for (const ExtraChannel& extra : info.extra) add({extra.path, extra.unit, extra.help, 1, {}});
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

  int column = 0;
  for (const Channel& channel : all_) {
    const std::string path = channel.path.substr(1);
    const bool kept = options.channels.empty() || channel.path == "/time" ||
                      std::any_of(options.channels.begin(), options.channels.end(),
                                  [&](const std::string& pattern) { return matches(path, pattern); });
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
  for (const bool drivers : {false, true}) {
    for (std::size_t r = 0; r < info.constraints.size(); ++r) {
      if ((info.constraints[r].driver >= 0) == drivers) put(book.joint_impulse[r]);
    }
  }
  for (int i = 0; i < info.fixed_contacts(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    system_.contact_rows(state.t(), state.q(), i, ev_);
    put(ev_.gap[k]);
    if (smooth) put(std::max(0.0, -ev_.gap[k]));
    put(smooth ? smooth->F[2 * k] : book.contact_impulse[2 * k]);
    put(smooth ? smooth->F[2 * k + 1] : book.contact_impulse[2 * k + 1]);
    if (smooth) {
      put(book.contact_impulse[2 * k]);
      put(std::max(book.contact_peak[k], smooth->F[2 * k]));
    }
    put(dot_row(ev_.contacts[k].shape, ev_.row_W(2 * i + 1), state.u().data()) + ev_.w_tilde[2 * k + 1]);
    put(static_cast<double>(static_cast<int>(state.mode(i))));
  }
  system_.sample(state.t(), state.q(), state.u(), ev_, extra_);
  for (const double value : extra_) put(value);
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
