// SPDX-License-Identifier: Apache-2.0
// Smooth motion as first-order equations, ẏ = f(t, y), with compliant contacts as forces.
//
//   M u̇ = h + Dᵀ λ + Σ (w_N F_N + w_T F_T),   D u̇ = γ (+ stabilisation: the formulation)
//   y = (q, u, z, W): W are the works of the ledger, integrated with the motion.
//
// δ = −g_N; F_N = max(0, law(δ, δ̇, how the contact began)), or without the bound if the law adheres; F_T of the friction law: one number in the plane,
// two in space. The memory m of laws and the modes are those of the State that the step began with: within a
// step they do not change.
//
// Points of one line or face share a force: with the share s of a contact, which follows from the pose,
//   F_N = s law(δ, …),   elastic energy s U(δ),   generalized force w_N F_N − U ∂s/∂q
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "base/index.h"
#include "formulations/correction.h"
#include "formulations/formulation.h"
#include "freeplay/system.h"
#include "stepping/compliant/contact_forces.h"
#include "stepping/compliant/contact_veto.h"
#include "stepping/compliant/error_scales.h"
#include "stepping/compliant/friction_forces.h"
#include "stepping/compliant/steady_tangents.h"
#include "stepping/integrators/integrator.h"

namespace freeplay {

/// Works in y, in this order.
enum class WorkPart { drivers, applied, damping, impact, friction, stabilisation };
inline constexpr int kWorkParts = 6;

class CompliantEquations final : public Equations {
 public:
  CompliantEquations(const System& system, Formulation& formulation, double accuracy, double time_scale,
                     JointFriction joint_friction = JointFriction::implicit);

  // --- Equations
  int size() const override { return size_; }
  RightSide rates(double t, const double* y, double* out) override;
  void weights(const double* y, double* out) const override;
  void roles(std::span<Role> out) const override;

  /// The state whose memory and modes the next step uses; kept by reference.
  void begin_step(const State& state);
  /// Largest penetration with which an open contact may be met in a step, per contact; a deeper one vetoes
  /// the point unless the step is shorter than `step_min` of that contact. Empty: no veto.
  void set_veto(std::span<const double> penetration_max, std::span<const double> step_min) {
    veto_.set(penetration_max, step_min);
  }
  /// How fast a slip that is left over dies out in exact stick: a part of the steps', so that it never makes
  /// the equations stiff [1/s].
  void set_hold_rate(double rate) { hold_rate_ = rate; }
  /// False: contacts that are open exert no force within the step, however deep; their start is an event.
  void set_open_force(bool acts) { open_force_ = acts; }
  /// Contact that vetoed last, −1: none; `limit` tells that it left the range of its law.
  int veto_contact() const { return veto_.contact(); }
  bool veto_was_limit() const { return veto_.was_limit(); }

  // --- y and State
  void pack(const State& state, std::span<const double> works, std::span<double> y) const;
  /// Copies q, u, z.
  void unpack(std::span<const double> y, State& state) const;
  std::span<const double> works(std::span<const double> y) const;

  /// Gaps (less dents) and, for the contacts that are closed or asked for, rates and forces.
  void contacts(double t, std::span<const double> y, bool all_rates, ContactForces& out);
  /// Gap, rates and normal force of one contact, without friction: searches within a step ask for these often.
  void contact_alone(double t, std::span<const double> y, int contact, ContactForces& out);
  /// u̇ and λ at a point; the forces of contacts are in `out`.
  bool accelerations(double t, std::span<const double> y, std::span<double> u_dot, std::span<double> lambda,
                     ContactForces& out);
  /// The friction law of a contact or, after them, of a rubbing joint; nullptr: none.
  const FrictionLaw* law(int element) const;
  /// What rubs, of the last evaluation.
  std::span<const Rub> rubs() const { return friction_.rubs(); }
  /// What rubs at a point; F_hold is there for an element whether or not it asks, and for those that are at
  /// rest with it, as they can hold together; but not for those that have been `judged` at this instant.
  std::span<const Rub> asked(double t, std::span<const double> y, int element, std::span<const char> judged);
  /// What the law of a joint begins with.
  FrictionInput start_input(double t, std::span<const double> y, int element);
  /// True when some law has guards.
  bool guarded() const { return guarded_; }
  /// Places of the law's states in z and of its memory in m.
  int state_place(int element) const { return element * info_.contact_states; }
  int memory_place(int element) const {
    return element * info_.contact_memory +
           (element < contacts_ ? ContactMemory::friction(contact(element)) : 0);
  }
  /// A slip below this is less than the error of a step [m/s].
  double rest(int element) const;
  /// The joint whose friction had no solution at the last evaluation, as a rubbing place; −1: none.
  int jammed() const { return friction_.jammed(); }
  /// A step was accepted; the last evaluation was at its end.
  void remember_pressing() { friction_.remember(); }
  int elements() const { return info_.rubbing_elements(); }
  /// Numbers of the slip of a contact or rubbing joint.
  int dimension(int element) const;
  /// Place in m of the angle by which the tangents of a contact's friction are turned; −1: they never are.
  int turn_place(int contact) const { return tangents_.memory_place(contact); }
  /// The part of a contact in the force of its line or face, at the point last evaluated.
  double share(int contact) const { return info_.contacts_share ? ev_.share[idx(contact)] : 1.0; }

  /// 1 / (w_N M_J⁻¹ w_Nᵀ) of a contact at the point last evaluated by accelerations().
  double effective_mass(int contact);
  /// No force along the normal moves anything: both sides are driven. The point is that of effective_mass().
  bool prescribed(int contact);
  /// −d²g_N/dt² of a contact at the point that accelerations() was asked for last, which gave u̇: the rows of
  /// W move with the bodies, −(w_N u̇ + ẇ_N u + …) [m/s²].
  double closing(double t, std::span<const double> y, int contact, std::span<const double> u_dot);
  /// Kinetic, potential and elastic energy at a point, without that of contacts [J].
  double energy(double t, std::span<const double> y);
  /// q and u of y as the formulation has them; false: it has none there.
  bool complete(double t, std::span<double> y);
  /// Formulation::choose at a point.
  bool choose(double t, std::span<const double> y);
  /// Puts q and u of y onto the constraints; false: none is near, y is as it was.
  bool correct(double t, std::span<double> y, Correction& correction);
  /// How far two points are apart in q and u: the largest difference in units of the error of one step.
  double distance(std::span<const double> a, std::span<const double> b);

  /// (t, y) => switches of the system
  std::span<const double> switches(double t, std::span<const double> y);

  /// Speeds are judged against the largest of late, |u_i| / size_i [1/s], works against the largest kinetic
  /// energy: error_scales.h. Called for the state that a step ends with.
  void note_scales(const State& state) { scales_.note(system_, state, ev_); }
  double largest_speed() const { return scales_.largest_speed(); }
  double speed() const { return scales_.speed(); }  ///< and, at rest, the one it will have
  /// With which the machine moves by its own size in its own time [m/s²].
  double own_acceleration() const { return scales_.own_speed() * scales_.own_speed() * info_.length; }
  void visit(Archive& a) { a(scales_, friction_); }
  /// Points are not evaluated any more once the flag is set.
  void stop_when(const std::atomic<bool>* flag) { stop_ = flag; }
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  const Evaluation& evaluation() const { return ev_; }
  const ContactData& contact(int i) const { return ev_.contacts[idx(i)]; }

 private:
  struct Point {
    std::span<const double> q, u, z;
  };
  Point split(const double* y) const;
  /// The same, with q and u as the formulation has them. False: it has none there.
  bool take(double t, const double* y, Point& out);
  ContactInput input(int contact, double delta, double rate) const;
  /// A contact or joint that rubs, `asks`: although the law does not, F_hold is wanted.
  Rub rub(double t, const Point& at, int element, double normal, bool asks);
  Tangent slip_of(int element, const Point& at) const;
  /// Adds −d/dt of w_Tᵀ u at constant u, what w_Tᵀ u̇ must be for the slip to stay, of contacts that hold.
  void contact_targets(double t, const Point& at);
  /// Friction of everything that rubs; h has all other forces when `coupled_`.
  bool rub_all(double t, const Point& at, int asks, ContactForces& out);
  void evaluate(double t, const Point& at);
  /// δ, rates and forces of a contact whose rows are there; returns false outside the law's range.
  bool contact_force(const Point& at, int contact, ContactForces& out);
  void collect(double t, std::span<const double> y, bool all_rates, int asks, ContactForces& out);
  /// The part of a contact in collect(), at a point whose gaps are there.
  void collect_one(double t, const Point& at, int contact, bool all_rates, ContactForces& out);
  /// Rows of a contact, with the tangents of its friction.
  void contact_rows(double t, std::span<const double> q, int contact, Evaluation& ev);
  /// Adds the normal force of a contact, and what its share does, to h.
  void press(int contact, const ContactForces& of);
  /// A contact that adheres and has begun pulls until the step that ends it has been found.
  bool stays(int contact) const {
    return state_->mode(contact) != ContactMode::open && this->contact(contact).force->adheres();
  }
  bool acts(int contact) const { return open_force_ || state_->mode(contact) != ContactMode::open; }

  const System& system_;
  const SystemInfo& info_;
  Formulation& formulation_;
  const State* state_ = nullptr;
  const std::atomic<bool>* stop_ = nullptr;
  Evaluation ev_;
  ContactForces now_;
  FrictionForces friction_;
  Evaluation probe_;      ///< of poses nearby
  bool rubs_ = false;     ///< there is friction
  bool coupled_ = false;  ///< it follows from the dynamics
  bool guarded_ = false;
  std::vector<double> probe_q_, h_;
  double hold_rate_ = 0;
  std::span<const char> judged_;  ///< of asked(), while it runs
  std::vector<double> lambda_, q_, u_, weights_;
  ContactVeto veto_;
  int size_, contacts_;
  bool open_force_ = true, reduces_;
  ErrorScales scales_;
  SteadyTangents tangents_;
};

}  // namespace freeplay
