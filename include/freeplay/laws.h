// SPDX-License-Identifier: Apache-2.0
// Laws of the compliant world: the normal force of a contact from its penetration, the friction force from
// its slip. Registered laws are in src/laws; a system of your own may bring laws of its own
// (ContactData::force, ContactData::friction).
//
// What a law remembers of a contact is its memory m, a few numbers of the State that change only when a step
// is accepted (accept) and when the contact starts (start). What it integrates are its states z. A law itself
// is constant: one object serves all contacts with the same parameters and geometry.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>

#include "freeplay/recycled.h"

namespace freeplay {

/// How a contact began, captured once, when it closes.
struct ContactStart {
  double t = 0;         ///< [s]
  double approach = 0;  ///< δ̇⁽⁻⁾ > 0, the velocity of approach [m/s]
  double mass = 0;      ///< 1 / (w_N M_J⁻¹ w_Nᵀ), what the contact has to stop [kg]
  double pressed = 0;   ///< v_s ≥ 0, the speed that what presses it would give it from rest [m/s]
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

class ContactLaw : public Recycled {
 public:
  virtual ~ContactLaw() = default;
  std::string name = "of its own";  ///< what messages call the law: the registered word
  /// F_N of the formula at δ > 0 [N]. It may be negative: unless the law adheres contacts never pull, and what is
  /// used is max(0, F).
  virtual double force(const ContactInput& in) const = 0;
  /// True when surfaces that have met pull each other. They touch until δ falls to dent(m), which may be negative;
  /// force(), energy() and elastic() go on smoothly a little beyond, as the step that ends there looks ahead. What
  /// energy() is there is lost.
  virtual bool adheres() const { return false; }
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
  /// The contact has ended.
  virtual void end(double* /*m*/) const {}
  /// The surfaces are dented by this much: they touch at δ = dent [m].
  virtual double dent(const double* /*m*/) const { return 0; }
  /// True when the formula changes at the turning point δ̇ = 0: steps then end there.
  virtual bool turns() const { return false; }
  /// The formula also changes where a growing penetration passes this δ: steps then end there [m].
  virtual double corner(const double* /*m*/) const { return std::numeric_limits<double>::infinity(); }
};

/// Slip or friction force along the tangent directions of a contact: one number in the plane, two in space,
/// three of a ball in its socket. Numbers that the contact does not have are zero, so that a law written with
/// norms and products serves all three.
using Tangent = std::array<double, 3>;

/// A rubbing contact.
struct FrictionInput {
  double t = 0;
  int d = 1;                  ///< numbers of `slip` that count
  Tangent slip{};             ///< γ_T, the velocity of b's surface against a's along w_T [m/s]
  double normal = 0;          ///< F_N ≥ 0 [N]
  Tangent hold{};             ///< F_hold on b along w_T: what would keep the slip as it is [N]; see Hold
  double rest = 0;            ///< a slip below this is none: it is less than the error of a step [m/s]
  const double* z = nullptr;  ///< states(d) numbers
  const double* m = nullptr;  ///< memory(d) numbers
};

/// What a law wants with F_hold, the force along w_T with which γ̇_T = −hold_rate() γ_T. It follows from the
/// dynamics of the whole machine, of all contacts that hold together.
enum class Hold {
  none,   ///< nothing
  asks,   ///< its force depends on it
  keeps,  ///< its force is F_hold: the contact sticks, exactly
};

/// A friction law has a form for each world. In rigid stepping it is set-valued, −λ_T ∈ μ(|γ_T|) λ_N
/// Sgn(γ_T); laws that are no more than that in their states and memory have it. In smooth motion (compliant
/// contacts, ideal joints) it gives a force.
///
/// A law with several formulas (stick and slip, branches, bonds that break) keeps in its memory m which one
/// is in force. Within a step m does not change; the step ends where guard() turns negative, found to
/// rounding, and pass() then goes on to the next formula.
class FrictionLaw : public Recycled {
 public:
  virtual ~FrictionLaw() = default;
  /// True when the law has the form that rigid stepping needs.
  virtual bool set_valued() const = 0;
  /// μ of fast sliding, without viscous friction.
  virtual double mu() const = 0;
  /// The largest friction at rest over F_N.
  virtual double mu_static() const { return mu(); }
  /// True when friction is F_N times something that does not know F_N, as rigid stepping needs it.
  virtual bool proportional() const { return true; }
  /// Friction over F_N in steady sliding at speed v > 0, viscous friction included; of a law with states the
  /// curve that it settles on, of the set-valued form the law itself.
  virtual double mu_at(double /*v*/) const { return mu(); }

  /// F_T along w_T, on b: against the slip [N].
  virtual Tangent force(const FrictionInput&) const = 0;
  virtual Hold hold(const FrictionInput&) const { return Hold::none; }
  /// Whether it ever asks for F_hold.
  virtual bool holds() const { return false; }
  /// How fast a slip that is left over dies out while the contact sticks [1/s]; infinite: as fast as steps
  /// allow.
  virtual double hold_rate() const { return 0; }
  /// What records call sticking.
  virtual bool sticks(const FrictionInput& in) const;
  /// The least that friction takes up at this slip beyond what bristles store, whatever their deflection, over
  /// F_N |γ_T|. Negative: it may give energy, and the run warns.
  virtual double least_taken(const FrictionInput&) const { return 0; }

  /// Internal states, integrated with the motion, and what their errors are judged against.
  virtual int states(int /*d*/) const { return 0; }
  virtual double state_size(int /*d*/, int /*state*/) const { return 1; }
  /// => ż
  virtual void rates(const FrictionInput&, double* /*z_dot*/) const {}
  virtual int memory(int /*d*/) const { return 0; }
  /// The contact closes: states and memory begin anew, with the slip at that instant.
  virtual void start(const FrictionInput&, double* /*z*/, double* /*m*/) const {}
  /// A step was accepted and ended like this.
  virtual void accept(const FrictionInput&, double* /*m*/) const {}

  /// Whether guard() and pass() have something to say.
  virtual bool guarded() const { return false; }
  /// Positive while the formula that m names is valid; continuous along the motion.
  virtual double guard(const FrictionInput&) const { return 1; }
  /// The guard has turned negative here: names another formula in m, and sets the states where it jumps.
  /// F_hold of the instant is there even if the law did not ask.
  virtual void pass(const FrictionInput&, double* /*z*/, double* /*m*/) const {}

 protected:
  /// A law without stick in its memory: the slip below which friction is not yet full [m/s].
  virtual double stick_velocity() const { return 0; }
};

inline bool FrictionLaw::sticks(const FrictionInput& in) const {
  const Tangent& v = in.slip;
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2] <= stick_velocity() * stick_velocity();
}

}  // namespace freeplay
