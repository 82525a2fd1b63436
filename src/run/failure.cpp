// SPDX-License-Identifier: Apache-2.0
#include "run/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "formulations/dependent_joints.h"
#include "registry/formulation_entry.h"

namespace freeplay {

std::string contact_name(const System& system, const State& state, int contact) {
  if (contact < 0 || contact >= int_size(system.info().contacts)) return "(none)";
  return system.contact_name(contact, state.features());
}

namespace {

/// Of the pair that a slot holds now, or of a fixed contact.
std::string law_name(const System& system, const State& state, int contact) {
  Evaluation ev(system.info());
  system.load(state.features(), ev);
  const ContactLaw* law = ev.contacts[idx(contact)].force;
  return law == nullptr ? "none" : law->name;
}

/// Why a smooth stepper found no step, where rows of joints lose their directions; "" where they do not.
std::string describe_singular(const System& system, const State& state, const Choice& formulation) {
  const auto* entry = find_entry<FormulationEntry>(formulation.name);
  if (entry == nullptr || entry->traits.singular.with(formulation.values)) return "";
  const std::vector<std::string> joints = dependent_joints(system, state.t(), state.q());
  if (joints.empty()) return "";
  std::vector<std::string> others;
  for (const FormulationEntry* other : entries_of<FormulationEntry>()) {
    if (other->traits.singular.with({})) others.emplace_back(other->name);
  }
  return fmt::format(
      "the machine is in a singular position at t = {:.9g} s: the constraints of '{}' are no longer "
      "independent "
      "of each other, and the formulation {} does not pass such positions; ask for less accuracy, with which "
      "a "
      "step goes past, or take one that does: {}",
      state.t(), fmt::join(joints, "', '"), entry->name, fmt::join(others, ", "));
}

/// What shorter steps do, as tried: steps of fixed length are divided before they are given up (divided_step.h).
std::string shorter_steps(const Method& method) {
  const bool fixed = method.stepper.name == "moreau" ||
                     (method.stepper.name == "symmetric" && method.stepper.values.count("accuracy") == 0);
  return fixed ? "steps of a tenth and of a hundredth fail here, too" : "try a smaller step";
}

/// Why a contact problem was not solved, as far as can be told from what is left of it.
std::string describe_unsolved(const System& system, const StepReport& report, const SolverStatistics& solver,
                              const std::string& advice) {
  const std::string limits = fmt::format("best residual {:.2e}, tolerance {:.0e}, accepted up to {:.0e})",
                                         report.residual, solver.tolerance, solver.accept);
  if (solver.no_solution) {
    return limits +
           "; it provably has no solution: normal impulses that move nothing would have to part its "
           "contacts; cause: "
           "surfaces that close on a body from opposite sides, or that are all to be left with restitution" +
           (system.info().drivers.empty()
                ? std::string(
                      "; try a larger clearance, less restitution, or check what drives them together")
                : fmt::format(
                      ", or '{}', which asks for a motion that play does not allow; try a larger clearance "
                      "or less restitution, or let a force or a spring lead it",
                      fmt::join(system.info().drivers, "', '")));
  }
  const double next = std::pow(10, std::ceil(std::log10(report.residual)));
  const bool settable = next <= 1e-2;
  if (solver.rounding > solver.accept) {
    return limits + fmt::format(
                        "; its residual is known to {:.0e} only; likely cause: contacts that "
                        "nearly exclude each other, or masses that differ too much for sixteen "
                        "digits; {}; bring the masses closer together{}",
                        solver.rounding, advice,
                        settable ? fmt::format(", or set method.solver.accept = {:.0e}", next) : "");
  }
  if (report.residual <= 100 * solver.accept && settable) {
    return limits + fmt::format(
                        "; it is close: likely cause: loads that contacts can share in many ways; set "
                        "method.solver.accept = {:.0e}; {}",
                        next, advice);
  }
  const bool in_joint =
      report.culprit >= 0 && (system.info().first_slot < 0 || report.culprit < system.info().first_slot);
  if (in_joint && !system.info().drivers.empty()) {
    return limits +
           fmt::format(
               "; likely cause: '{}' asks for a motion that the play of the joint, or its friction, does "
               "not allow; {}; let a force or a spring lead it, or give less friction or more play",
               fmt::join(system.info().drivers, "', '"), advice);
  }
  if (in_joint) {
    return limits +
           fmt::format(
               "; likely cause: friction that jams the joint, or contacts that exclude each other; {}; "
               "less friction or a larger clearance may help",
               advice);
  }
  return limits +
         fmt::format(
             "; likely cause: bodies that friction wedges between others, or contacts that exclude each "
             "other; {}; less friction or less restitution may help",
             advice);
}

/// Of the paper's iteration, which nothing helps (augmented_lagrangian, form = "fixed_point"); "" of others.
std::string describe_iteration(const std::string& where, double residual, double tolerance,
                               const Choice& solver) {
  const auto form = solver.values.find("form");
  if (form == solver.values.end() || std::get<std::string>(form->second.data) != "fixed_point") return "";
  const auto r = solver.values.find("r");
  const double given = r == solver.values.end() ? 0 : std::get<double>(r->second.data);
  return fmt::format(
      "the iteration of form = \"fixed_point\" {} at {}; {}, or take form = \"newton\"",
      std::isfinite(residual)
          ? fmt::format("ended with a residual of {:.2e}, above the tolerance {:.0e},", residual, tolerance)
          : "diverged",
      where,
      given > 0
          ? fmt::format("likely cause: r = {:g}, which converges below 2 over the largest eigenvalue of the "
                        "normalised G only, and slowly if it is small; leave r out: it is then chosen per "
                        "contact, or allow more iterations",
                        given)
          : "likely cause: contacts that share a load in many ways; allow more iterations, or a larger "
            "tolerance");
}

/// A joint whose friction has no solution.
std::string describe_jam(const System& system, double t, int culprit, const Method& method) {
  const RubbingInfo& rubbing = system.info().rubbing[idx(culprit)];
  const bool bristles = rubbing.friction != nullptr && rubbing.friction->states(rubbing.d) > 0;
  const bool iterated = method.joint_friction == "iterated";
  return fmt::format(
      "the friction of joint {} has no solution at t = {:.9g} s: its reactions and its friction feed each "
      "other; likely cause: the joint jams (friction, or a lever, that no driving force can overcome){}; "
      "{}try less friction, {}{}a longer bearing{}",
      system.info().joints[idx(rubbing.joint)].name, t,
      bristles ? ", or its bristles are damped too much (sigma1)" : "",
      is_smooth(method) ? "" : shorter_steps(method) + "; ", bristles ? "less damping, " : "",
      iterated ? "" : "or ", iterated ? ", or method.joints.friction = \"implicit\"" : "");
}

/// Joints that a step took apart. Without drivers the positions before the step are an answer: nothing locks, and the motion
/// is too fast.
std::string describe_lock(const System& system, const State& state, const StepReport& report,
                          const Method& method) {
  const SystemInfo& info = system.info();
  const ConstraintInfo& row = info.constraints[idx(report.culprit)];
  const std::string what =
      fmt::format("constraint {} can no longer be met at t = {:.9g} s (off by {:.3g} {}); {}", row.name,
                  state.t(), report.residual, row.angle ? "rad" : "m", shorter_steps(method));
  if (info.drivers.empty()) {
    double fastest = 0;
    for (std::size_t i = 0; i < state.u().size(); ++i)
      fastest = std::max(fastest, std::abs(state.u()[i]) / info.u_size(i));
    return fmt::format(
        "the joints come apart: {}; nothing drives them, so that nothing can lock: the machine moves by its "
        "own "
        "size within {:.2g} s; likely cause: speeds that an error of the steps before has given it; look at "
        "the "
        "energies up to there, and run it with a smaller step from the start",
        what, 1 / fastest);
  }
  const std::vector<std::string> dependent = dependent_joints(system, state.t(), state.q());
  return fmt::format(
      "the mechanism locks: {}; likely cause: '{}' asks for a motion that the linkage cannot make{}; check "
      "lengths "
      "and how far it is to go, or let a force or a spring lead it",
      what, fmt::join(info.drivers, "', '"),
      dependent.empty() ? "" : fmt::format(", at a dead point of '{}'", fmt::join(dependent, "', '")));
}

/// The step problem of gauss_optimisation, whose contacts and joints are solved together.
std::string describe_step_problem(double t, const StepReport& report, const Method& method) {
  return fmt::format(
      "no step within the bounds of gauss_optimisation meets joints, contacts and equations of motion at "
      "once at "
      "t = {:.9g} s (the equations of motion to {:.1e}); {}; or take the stepper symmetric",
      t, report.residual, shorter_steps(method));
}

/// An integrator that does not get on, or a step whose error cannot be met.
std::string describe_stall(const System& system, const State& state, const StepReport& report,
                           const Method& method) {
  const double t = state.t();
  if (is_smooth(method) && method.stepper.name == "rk4") {
    return fmt::format(
        "the machine has become so fast at t = {:.9g} s that no step is short enough to look for contacts; "
        "likely cause: a step too long for a stiff spring, contact or damper; try a smaller "
        "method.stepper.step, more contact_steps, or the stepper runge_kutta",
        t);
  }
  if (is_smooth(method)) {
    const std::string where = report.culprit < 0
                                  ? "no contact is closed"
                                  : "the deepest contact is " + contact_name(system, state, report.culprit);
    return fmt::format(
        "the integrator stalls at t = {:.9g} s: not even a step near rounding keeps its error below the "
        "accuracy "
        "asked; {}; likely cause: a contact or friction far stiffer than the motion, or an accuracy near "
        "rounding; try the stepper bdf, less accuracy, a softer contact or a larger slip velocity in the "
        "friction law",
        t, where);
  }
  return fmt::format(
      "the accuracy asked cannot be reached at t = {:.9g} s: even the shortest step errs by {:.2g}; likely "
      "cause: a force that jumps, or an accuracy near rounding; ask for less accuracy, or give a fixed "
      "step",
      t, report.residual);
}

/// Numbers that are none any more.
std::string describe_not_finite(const System& system, const State& state, const StepReport& report,
                                const Method& method) {
  return fmt::format(
      "velocities became infinite or NaN at t = {:.9g} s{}; likely cause: a step too long for a stiff "
      "spring{} or damper; try a smaller method.stepper.step{}",
      state.t(),
      report.culprit < 0 || !is_smooth(method)
          ? ""
          : fmt::format(" (the deepest contact is {})", contact_name(system, state, report.culprit)),
      system.info().compliant ? ", contact" : "",
      system.info().compliant ? ", or detection = \"event\"" : "");
}

}  // namespace

std::string describe_failure(const System& system, const State& state, const StepReport& report,
                             const SolverStatistics& solver, const Method& method) {
  const double t = state.t();
  if (is_smooth(method) &&
      (report.status == StepStatus::stalled || report.status == StepStatus::not_finite)) {
    const std::string singular = describe_singular(
        system, state, method.formulation ? *method.formulation : StepperOptions{}.formulation);
    if (!singular.empty()) return singular;
  }
  if (report.status == StepStatus::jammed) return describe_jam(system, t, report.culprit, method);
  if (report.status == StepStatus::too_many_contacts) {
    return fmt::format(
        "more than {} free contacts at t = {:.9g} s; enlarge [contact] pool = {}, or check that bodies do "
        "not "
        "pile up inside each other",
        report.culprit, t, 2 * report.culprit);
  }
  if (report.status == StepStatus::outside_law) {
    return fmt::format(
        "contact {} reached at t = {:.9g} s the penetration of {:.3g} m, beyond which its contact force law, "
        "{}, "
        "has no force, and no shorter step avoids it; likely cause: a load or an impact that the law is not "
        "made for; take a law without such a limit, such as hertz or exact, or more clearance",
        contact_name(system, state, report.culprit), t, report.residual,
        law_name(system, state, report.culprit));
  }
  if (report.status == StepStatus::stalled) return describe_stall(system, state, report, method);
  if (report.status == StepStatus::not_finite) return describe_not_finite(system, state, report, method);
  if (report.status == StepStatus::not_assembled) return describe_lock(system, state, report, method);
  if (report.status == StepStatus::friction_unsettled) {
    return fmt::format(
        "friction of contact {} at t = {:.9g} s does not settle on that of its slip (μ off by {:.2e}); "
        "likely "
        "cause: friction that rises or falls far faster than the step resolves; {}; a larger "
        "stribeck_velocity or less viscous friction in the friction law may help",
        contact_name(system, state, report.culprit), t, report.residual, shorter_steps(method));
  }
  if (method.stepper.name == "gauss_optimisation") return describe_step_problem(t, report, method);
  const std::string iteration = describe_iteration(
      fmt::format("contact {} at t = {:.9g} s", contact_name(system, state, report.culprit), t),
      report.residual, solver.tolerance, method.solver);
  if (!iteration.empty()) return iteration;
  return fmt::format("no solver solved the contact problem at contact {} at t = {:.9g} s ({}",
                     contact_name(system, state, report.culprit), t,
                     describe_unsolved(system, report, solver, shorter_steps(method)));
}

std::string describe_no_headway(const System& system, const State& state, const Headway& headway) {
  std::vector<std::string> closed;
  constexpr std::size_t kMostNamed = 3;
  const int contacts = int_size(system.info().contacts);
  for (int i = 0; i < contacts && closed.size() < kMostNamed; ++i) {
    if (state.mode(i) != ContactMode::open) closed.push_back(contact_name(system, state, i));
  }
  return fmt::format(
      "no headway: the last {} steps, up to t = {:.9g} s, went {:.1e} s; {}; try less accuracy, {}",
      headway.steps(), state.t(), state.t() - headway.since(),
      closed.empty()
          ? "no contact is closed: likely causes are bars that lie in one line, or a force that jumps"
          : fmt::format("closed: '{}'", fmt::join(closed, "', '")),
      system.info().compliant ? "a softer contact, or another friction law" : "or a fixed step");
}

std::string Simulation::describe(const StepReport& report) const {
  if (report.status == StepStatus::ok) return "";
  if (report.status == StepStatus::interrupted) return fmt::format("stopped at t = {:.9g} s", t());
  return describe_failure(system(), state(), report, stepper().solver_statistics(), method());
}

}  // namespace freeplay
