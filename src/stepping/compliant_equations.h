// SPDX-License-Identifier: Apache-2.0
// Smooth motion as first-order equations, ẏ = f(t, y), with compliant contacts as forces.
//
//   M u̇ = h + Dᵀ λ + Σ (w_N F_N + w_T F_T),   D u̇ = γ (+ stabilisation: the formulation)
//   y = (q, u, z, W): W are the works of the ledger, integrated with the motion.
//
// δ = −g_N; F_N = max(0, law(δ, δ̇, how the contact began)), F_T of the friction law. The memory m of laws and
// the modes are those of the State that the step began with: within a step they do not change.
#pragma once

#include <span>
#include <vector>

#include "formulations/correction.h"
#include "formulations/formulation.h"
#include "freeplay/system.h"
#include "stepping/integrators/integrator.h"

namespace freeplay {

/// What the contacts do at one instant.
struct ContactForces {
  std::vector<double> F;      ///< F_N, F_T per contact [N]
  std::vector<double> gamma;  ///< γ_N, γ_T per contact that was asked for; others are old
  std::vector<double> gap;    ///< g_N + dent: positive is apart [m]
  std::vector<double> delta;  ///< −g_N: positive is overlap, dents included [m]
  double energy = 0;          ///< stored in all contacts [J]
  double deepest = 0;         ///< δ of the deepest contact over its length
  int deepest_contact = -1;
};

/// Works in y, in this order.
enum class WorkPart { drivers, applied, damping, impact, friction, stabilisation };
inline constexpr int kWorkParts = 6;

class CompliantEquations final : public Equations {
 public:
  CompliantEquations(const System& system, Formulation& formulation, double accuracy, double time_scale);

  // --- Equations
  int size() const override { return size_; }
  RightSide rates(double t, const double* y, double* out) override;
  void weights(const double* y, double* out) const override;

  /// The state whose memory and modes the next step uses; kept by reference.
  void begin_step(const State& state);
  /// Largest penetration with which an open contact may be met in a step, per contact; a deeper one vetoes
  /// the point unless the step is shorter than `step_min` of that contact. Empty: no veto.
  void set_veto(std::span<const double> penetration_max, std::span<const double> step_min);
  /// False: contacts that are open exert no force within the step, however deep; their start is an event.
  void set_open_force(bool acts) { open_force_ = acts; }
  /// Contact that vetoed last, −1: none; `limit` tells that it left the range of its law.
  int veto_contact() const { return veto_contact_; }
  bool veto_was_limit() const { return veto_was_limit_; }

  // --- y and State
  void pack(const State& state, std::span<const double> works, std::span<double> y) const;
  /// Copies q, u, z.
  void unpack(std::span<const double> y, State& state) const;
  std::span<const double> works(std::span<const double> y) const;

  /// Gaps (less dents) and, for the contacts that are closed or asked for, rates and forces.
  void contacts(double t, std::span<const double> y, bool all_rates, ContactForces& out);
  /// u̇ and λ at a point; the forces of contacts are in `out`.
  bool accelerations(double t, std::span<const double> y, std::span<double> u_dot, std::span<double> lambda,
                     ContactForces& out);
  /// 1 / (w_N M_J⁻¹ w_Nᵀ) of a contact at the point last evaluated by accelerations().
  double effective_mass(int contact);
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

  /// Speeds are judged against the largest so far, |u_i| / size_i [1/s], works against the largest kinetic
  /// energy. Called for the state that a step ends with.
  void note_scales(const State& state);
  double largest_speed() const { return speed_; }
  const Evaluation& evaluation() const { return ev_; }
  const ContactData& contact(int i) const { return ev_.contacts[static_cast<std::size_t>(i)]; }

 private:
  struct Point {
    std::span<const double> q, u, z;
  };
  Point split(const double* y) const;
  /// The same, with q and u as the formulation has them. False: it has none there.
  bool take(double t, const double* y, Point& out);
  ContactInput input(int contact, double delta, double rate) const;
  FrictionInput rubbing(double t, const Point& at, int contact, double slip, double normal) const;
  /// δ, rates and forces of a contact whose rows are there; returns false outside the law's range.
  bool contact_force(double t, const Point& at, int contact, ContactForces& out);
  bool acts(int contact) const { return open_force_ || state_->mode(contact) != ContactMode::open; }
  bool vetoed(double t, int contact, double overlap);

  const System& system_;
  const SystemInfo& info_;
  Formulation& formulation_;
  const State* state_ = nullptr;
  Evaluation ev_;
  ContactForces now_;
  std::vector<double> lambda_, sizes_, u_sizes_, q_, u_, weights_;
  std::span<const double> penetration_max_, step_min_;
  int size_, contacts_, veto_contact_ = -1;
  bool veto_was_limit_ = false, open_force_ = true, reduces_;
  double accuracy_, position_share_ = 1, speed_ = 0, slowest_, energy_ = 0, rest_energy_ = 0,
                    fall_energy_ = 0;
};

}  // namespace freeplay
