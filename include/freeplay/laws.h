// SPDX-License-Identifier: Apache-2.0
// Laws of the compliant world: the normal force of a contact from its penetration, the friction force from
// its slip. Registered laws are in src/laws; a system of your own may bring laws of its own
// (ContactData::force, ContactData::friction).
//
// What a law remembers of a contact is its memory m, a few numbers of the State that change only when a step
// is accepted (accept) and when the contact starts (start). What it integrates are its states z. A law itself
// is constant: one object serves all contacts with the same parameters and geometry.
#pragma once

#include <limits>
#include <optional>
#include <string>

namespace freeplay {

/// How a contact began, captured once, when it closes.
struct ContactStart {
  double t = 0;         ///< [s]
  double approach = 0;  ///< δ̇⁽⁻⁾ > 0, the velocity of approach [m/s]
  double mass = 0;      ///< 1 / (w_N M_J⁻¹ w_Nᵀ), what the contact has to stop [kg]
};

/// A contact in the middle of things.
struct ContactInput {
  double delta = 0;  ///< δ = −g_N > 0, the penetration [m]
  double rate = 0;   ///< δ̇ = −γ_N [m/s]
  ContactStart start;
  const double* m = nullptr;  ///< the law's own memory, memory() numbers
};

/// What a law promises of an impact between two bodies, and what the solution of its equation gives.
struct Restitution {
  double asked = 1, delivered = 1;
};

class ContactLaw {
 public:
  virtual ~ContactLaw() = default;
  std::string name = "of its own";  ///< what messages call the law: the registered word
  /// F_N of the formula at δ > 0 [N]. It may be negative: contacts never pull, so what is used is max(0, F).
  virtual double force(const ContactInput& in) const = 0;
  /// Energy that the contact stores at δ [J]: what it gives back if it opens without hysteresis.
  virtual double energy(double delta, const double* m) const = 0;
  /// dV/dδ of that energy as the contact moves on [N]: what F_N is beyond it is lost to hysteresis.
  virtual double elastic(double delta, const double* m) const = 0;
  /// Penetrations from here on are outside the law; a step that goes there is rejected [m].
  virtual double limit() const { return std::numeric_limits<double>::infinity(); }
  /// Impacts faster than this are outside the law's validity [m/s]; the run then warns.
  virtual double fastest() const { return std::numeric_limits<double>::infinity(); }
  /// Coefficient of restitution: of laws that are given one.
  virtual std::optional<Restitution> restitution() const { return std::nullopt; }

  /// Numbers in its memory.
  virtual int memory() const { return 0; }
  /// The contact closes. Memory of an earlier contact of the same surfaces is still there (a dent).
  virtual void start(const ContactStart&, double* /*m*/) const {}
  /// A step was accepted and ended like this.
  virtual void accept(const ContactInput&, double* /*m*/) const {}
  /// The surfaces are dented by this much: they touch at δ = dent [m].
  virtual double dent(const double* /*m*/) const { return 0; }
  /// True when the formula changes at the turning point δ̇ = 0: steps then end there.
  virtual bool turns() const { return false; }
  /// The formula also changes where a growing penetration passes this δ: steps then end there [m].
  virtual double corner(const double* /*m*/) const { return std::numeric_limits<double>::infinity(); }
};

/// A rubbing contact.
struct FrictionInput {
  double t = 0;
  double slip = 0;            ///< γ_T, the velocity of b's surface against a's along w_T [m/s]
  double normal = 0;          ///< F_N ≥ 0 [N]
  const double* z = nullptr;  ///< states() numbers
  const double* m = nullptr;  ///< memory() numbers
};

class FrictionLaw {
 public:
  virtual ~FrictionLaw() = default;
  /// True when the law has the form −λ_T ∈ μ λ_N Sgn(γ_T) that rigid stepping needs.
  virtual bool set_valued() const = 0;
  /// μ of the set-valued form; otherwise that of fast sliding.
  virtual double mu() const = 0;

  /// True when the law gives a force as a function of slip and its states: what the compliant world needs.
  virtual bool smooth() const { return false; }
  /// F_T along w_T, on b: against the slip [N].
  virtual double force(const FrictionInput&) const { return 0; }
  /// Slip below this counts as sticking in records [m/s].
  virtual double stick_velocity() const { return 0; }

  /// Internal states, integrated with the motion, and what their errors are judged against.
  virtual int states() const { return 0; }
  virtual double state_size(int) const { return 1; }
  /// => ż
  virtual void rates(const FrictionInput&, double* /*z_dot*/) const {}
  virtual int memory() const { return 0; }
  /// The contact closes: states and memory begin anew.
  virtual void start(double /*t*/, double* /*z*/, double* /*m*/) const {}
  /// A step was accepted and ended like this.
  virtual void accept(const FrictionInput&, double* /*m*/) const {}
};

}  // namespace freeplay
