// SPDX-License-Identifier: Apache-2.0
// A mechanical system as the steppers see it:
//
//   M(q) du − h(q, u, t) dt − Dᵀ dΛ − W_N dP_N − W_T dP_T = 0,   q̇ = N(q) u [Flores2009, eq. (27)]
//   Φ(q, t) = 0   ideal joints and drivers,   D = ∂Φ/∂q N,  D u + Φ_t = 0,  D u̇ = γ
//   g_N(q, t) ≥ 0 contacts,  γ_N = w_Nᵀ u + w̃_N,  γ_T = w_Tᵀ u + w̃_T          [Flores2009, eqs. (30), (31)]
//
// assemble(model) returns the system made of bodies and joints. A researcher can derive one of their own
// with minimal coordinates: see examples/own_system. Every stepper, solver and recorder works on both.
//
// A System is constant after construction; all results go into an Evaluation that the caller owns.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "freeplay/laws.h"
#include "freeplay/state.h"

namespace freeplay {

struct ImpactEntry;

/// Which columns a row of D or W occupies: one or two blocks of consecutive velocities.
/// Its values are stored one block after the other.
struct RowShape {
  std::array<int, 2> start{0, 0};
  std::array<int, 2> size{0, 0};

  bool operator==(const RowShape&) const = default;
};

struct ConstraintInfo {
  std::string name;  ///< "shaft.x": owner and row
  int joint = -1;    ///< index into SystemInfo::joints, −1 for none
  int driver = -1;   ///< index into SystemInfo::drivers, −1 for none
  RowShape shape;
  bool angle =
      false;  ///< errors of the row are angles; otherwise lengths, judged against the system's length
  bool holonomic = true;  ///< false: a row of velocities only (rolling), whose Φ is always zero
  bool coupling = false;  ///< it couples the coordinates of two joints, and belongs to neither
};

/// What steppers need to know of a contact.
struct ContactData {
  const ImpactEntry* impact =
      nullptr;              ///< how velocities before and after an impact are related; unset: Newton's
  double restitutionN = 0;  ///< ε_N, or e* of the energetic law
  double restitutionT = 0;  ///< ε_T
  double mu = 0;            ///< μ
  double length = 1;        ///< size that gaps are judged against: the clearance, or the smaller solid [m]
  bool passable = false;    ///< a solid that a fast body may pass within a step: steps are kept short near it
  RowShape shape;           ///< of both w_N and w_T
  const ContactLaw* force = nullptr;      ///< in the compliant world; the system owns it
  const FrictionLaw* friction = nullptr;  ///< in the compliant world; none: frictionless
};

struct ContactInfo : ContactData {
  std::string name;  ///< "guide.upper_back"
};

/// Friction in an ideal joint. The joint is pressed together at one or more pads, by forces P that are linear
/// in its λ: F_N = Σ |P|. The friction law gives the force F_T along the slip, which is the same at all pads.
/// On the bodies act F_T along the rows of the slip and, where a pad is off the joint's axis, its share
/// F_T[0] P[0]/F_N along the row of its lever.
struct RubbingInfo {
  static constexpr int kMostPads = 4;
  int joint = -1;  ///< index into SystemInfo::joints
  int d = 1;       ///< numbers of its slip
  int pads = 1;
  std::array<int, kMostPads> lever{-1, -1, -1, -1};  ///< of each pad: 0 or 1, −1: none
  RowShape shape;                                    ///< of its rows
  double radius = 0;  ///< arm of the friction torque; 0: friction is a force along the joint [m]
  const FrictionLaw* friction = nullptr;
};

/// What a slot of a pool holds: two shapes, as indices into SystemInfo::shapes, and which of their contacts.
struct PairFeature {
  int first = -1, second = -1;  ///< −1: the slot is empty
  int feature = 0;
  int corner_first = -1, corner_second = -1;  ///< the corner that the contact is about, of either; −1: none
};

struct BodyInfo {
  std::string name;
  std::vector<std::array<double, 2>> outline;  ///< of a planar body
};

struct JointInfo {
  std::string name;
  std::string type;
  bool clearance = false;
  /// Contacts at the two ends of one face of a slider with play, whose gaps differ when it tilts; −1: none.
  std::array<int, 2> tilt{-1, -1};
};

/// A number that a joint adds to the record: `/joint/guide/tilt`.
struct ExtraChannel {
  std::string path, unit, help;
  bool turns = false;                ///< an angle in (−π, π]: the record counts the turns
  std::vector<std::string> words{};  ///< it is one of these, as their place
};

/// A number that the caller may change while the system moves: Simulation::set_input.
struct InputInfo {
  std::string name;  ///< as `--set` writes it: "force.motor.torque", "force.push.force[0]"
  std::string unit;  ///< SI unit: "N*m"
  double start = 0;  ///< value until it is set
  double low = -std::numeric_limits<double>::infinity();  ///< bounds of the value
  double high = std::numeric_limits<double>::infinity();
};

enum class MassKind {
  diagonal,  ///< constant and diagonal: M holds the diagonal
  dense,     ///< M(q), full, row by row; rows of D and W must then span all velocities
};

/// What never changes about a system.
struct SystemInfo {
  int dimension = 2;  ///< of the mechanism: 2 or 3. A contact has as many rows in W, the normal one first
  int nq = 0, nu = 0;
  MassKind mass = MassKind::diagonal;
  bool forces_depend_on_velocity = false;  ///< h(q, u, t): steppers then evaluate h at the mean velocity
  bool books_forces = false;               ///< fills h_applied and h_damping
  double length = 1;                       ///< size that constraint errors are judged against [m]
  std::vector<double> sizes;    ///< of each coordinate, what its errors are judged against; empty: 1
  std::vector<double> u_sizes;  ///< the same of each velocity times 1 s; empty: as sizes
  int frame_numbers = 0;        ///< size of Evaluation::frames, the system's own scratch
  std::vector<BodyInfo> bodies;
  std::vector<JointInfo> joints;
  std::vector<std::string> drivers;
  std::vector<ConstraintInfo> constraints;
  std::vector<ContactInfo> contacts;
  std::vector<RubbingInfo> rubbing;  ///< friction in ideal joints
  /// Contacts from this one on are slots of a pool: which pair of surfaces a slot holds changes from step to
  /// step, and Evaluation::contacts says what it is now; here it has the last impact law, the largest μ and
  /// the largest ε_T of its pairs. −1: every contact is always the same pair.
  int first_slot = -1;
  int slot_width = 0;               ///< numbers in the longest row of a slot
  std::vector<std::string> shapes;  ///< names of the shapes that pairs in slots are made of
  int corners = 0;                  ///< most corners of a shape
  int features = 0;                 ///< numbers in State::features, inputs included
  int switches = 0;                 ///< numbers in Evaluation::switches
  bool compliant = false;           ///< contacts are forces of ContactData::force, for smooth steppers
  std::vector<InputInfo> inputs;    ///< their values are the last numbers of State::features
  int contact_states = 0;         ///< numbers in State::z per contact and rubbing place: the most of its laws
  int contact_memory = 0;         ///< numbers in State::m per contact and rubbing place: see ContactMemory
  bool places_contacts = false;   ///< it knows where contacts are and push: contact_point, contact_force
  bool contacts_share = false;    ///< points of lines and faces share a force: see Evaluation::share
  bool friction_holds = false;    ///< some friction law of a pair in a slot may hold
  bool friction_guarded = false;  ///< some has several formulas
  bool stops = false;             ///< it says when a run has come to its end: System::stop
  bool samples = false;           ///< controllers act at times of their own: System::next_sample
  /// Further channels of joints, filled by System::sample.
  std::vector<ExtraChannel> extra;

  /// What errors of a constraint row are judged against.
  double row_scale(std::size_t row) const { return constraints[row].angle ? 1.0 : length; }
  /// What errors of a velocity times 1 s are judged against.
  double u_size(std::size_t i) const {
    const std::vector<double>& of = u_sizes.empty() ? sizes : u_sizes;
    return of.empty() ? 1.0 : of[i];
  }
  int row_width() const;  ///< longest row of D and W
  /// Contacts and, after them, places that rub: what State has modes, impulses, z and m of.
  int rubbing_elements() const { return static_cast<int>(contacts.size() + rubbing.size()); }
  /// Contacts that are always the same pair; slots of the pool follow them.
  int fixed_contacts() const { return first_slot < 0 ? static_cast<int>(contacts.size()) : first_slot; }
};

/// What State::m holds of a contact in the compliant world: first how it began, then the memory of its force
/// law, then that of its friction law.
struct ContactMemory {
  static constexpr int kStart = 4;  ///< the numbers of ContactStart
  static ContactStart start(const double* m) { return {m[0], m[1], m[2], m[3]}; }
  static void begin(const ContactStart& start, double* m) {
    m[0] = start.t, m[1] = start.approach, m[2] = start.mass, m[3] = start.pressed;
  }
  static int friction(const ContactData& contact) {
    return kStart + (contact.force ? contact.force->memory() : 0);
  }
};

struct Energies {
  double kinetic = 0;
  double gravity = 0;
  double elastic = 0;
  double contact = 0;  ///< stored in compliant contacts
  double total() const { return kinetic + gravity + elastic + contact; }
};

/// Position, orientation and velocity of a body's frame, for records and drawing. A planar body has the first
/// two lines, a spatial one everything but `angle` and `omega`.
struct BodyMotion {
  double x = 0, y = 0, angle = 0;
  double vx = 0, vy = 0, omega = 0;
  double z = 0, vz = 0;
  std::array<double, 4> orientation{1, 0, 0, 0};    ///< Euler parameters w, x, y, z
  std::array<double, 3> angular_velocity{0, 0, 0};  ///< in world axes
};

/// Where a System writes. Flat arrays, allocated once.
struct Evaluation {
  explicit Evaluation(const SystemInfo& info);

  int width = 0;                             ///< numbers per row in D and W
  std::vector<double> frames;                ///< scratch of the system: poses with their sines and cosines
  std::vector<double> M;                     ///< nu or nu·nu numbers
  std::vector<double> h;                     ///< generalized forces
  std::vector<double> h_applied, h_damping;  ///< the parts of h booked as applied and damping work
  std::vector<double> Phi, Phi_t, gamma;     ///< per constraint row
  std::vector<double> D;                     ///< per constraint row, `width` apart
  std::vector<double> gap;                   ///< g_N per contact
  std::vector<double> W;  ///< rows d·i (w_N), d·i+1 (w_T), … of contact i, `width` apart; d: the dimension
  std::vector<double> w_tilde;        ///< w̃_N, w̃_T, … per contact
  std::vector<ContactData> contacts;  ///< what each contact is now; fixed ones never change
  std::vector<double> features;       ///< a copy of State::features: see System::load
  std::vector<double> switches;       ///< positive until a gap jumps

  /// Where contacts share (SystemInfo::contacts_share): the part of each contact in the compliant force of
  /// the line or face it is a point of, and ∂(share)/∂q as a row of the contact's shape. Set with the rows of
  /// W.
  std::vector<double> share, share_rows;

  std::vector<double> R;              ///< rows of rubbing places: kRubbingRows each, `width` apart
  std::vector<double> rubbing_gamma;  ///< γ of the slip rows: R u̇ = γ keeps the slip; three per place

  /// Three rows of slip, then two of levers.
  static constexpr int kRubbingRows = 5;
  double* row_R(int place, int k) {
    return R.data() + static_cast<std::ptrdiff_t>(kRubbingRows * place + k) * width;
  }
  const double* row_R(int place, int k) const {
    return R.data() + static_cast<std::ptrdiff_t>(kRubbingRows * place + k) * width;
  }
  double* row_share(int i) { return share_rows.data() + static_cast<std::ptrdiff_t>(i) * width; }
  const double* row_share(int i) const { return share_rows.data() + static_cast<std::ptrdiff_t>(i) * width; }
  double* row_D(int i) { return D.data() + static_cast<std::ptrdiff_t>(i) * width; }
  const double* row_D(int i) const { return D.data() + static_cast<std::ptrdiff_t>(i) * width; }
  double* row_W(int i) { return W.data() + static_cast<std::ptrdiff_t>(i) * width; }
  const double* row_W(int i) const { return W.data() + static_cast<std::ptrdiff_t>(i) * width; }
};

class System {
 public:
  virtual ~System() = default;
  virtual const SystemInfo& info() const = 0;

  /// (t, q) => frames. Called before any of the functions below at the same (t, q).
  virtual void place(double t, std::span<const double> q, Evaluation& out) const = 0;
  /// (q) => M
  virtual void mass(std::span<const double> q, Evaluation& out) const = 0;
  /// (t, q, u) => h, h_applied, h_damping
  virtual void forces(double t, std::span<const double> q, std::span<const double> u,
                      Evaluation& out) const = 0;
  /// (t, q) => Phi, D, Phi_t
  virtual void constraints(double t, std::span<const double> q, Evaluation& out) const = 0;
  /// (t, q, u) => gamma, the right-hand side of D u̇ = γ
  virtual void constraint_gamma(double t, std::span<const double> q, std::span<const double> u,
                                Evaluation& out) const = 0;
  /// (t, q) => R
  virtual void rubbing_rows(double t, std::span<const double> q, Evaluation& out) const;
  /// (t, q, u) => rubbing_gamma
  virtual void rubbing_gammas(double t, std::span<const double> q, std::span<const double> u,
                              Evaluation& out) const;
  /// P of every pad of a rubbing joint, linear in λ; D is the one of the configuration, frames are placed.
  virtual void pressing(int place, std::span<const double> lambda, const Evaluation& at,
                        std::span<Tangent> P) const;
  /// (t, q) => gap
  virtual void gaps(double t, std::span<const double> q, Evaluation& out) const = 0;
  /// (t, q) => rows of W and w_tilde of one contact
  virtual void contact_rows(double t, std::span<const double> q, int contact, Evaluation& out) const = 0;
  // Contacts that change their partners, and gaps that jump. Systems without them override nothing.
  /// State::features says which pair of surfaces each slot of the pool holds, on which branch each gap that
  /// jumps (a cam that drops) is, and what inputs are. (features) => features, contacts. Called whenever they changed.
  virtual void load(std::span<const double> features, Evaluation& out) const;
  /// Gives slots of the pool to pairs that can touch within dt, and takes them from pairs that moved apart;
  /// a pair keeps its slot. Called between steps. False: the pool is too small.
  virtual bool choose_contacts(State& state, double dt) const;
  /// (t, q) => switches. A switch that turns negative is an event: the branch ends there.
  virtual void switches(double t, std::span<const double> q, Evaluation& out) const;
  /// Goes on to the next branch. A gap may only jump up: no impulse acts.
  virtual void pass_switch(int which, State& state) const;
  /// Names the contact: that of its slot, or of the pair the slot holds now.
  virtual std::string contact_name(int contact, std::span<const double> features) const;
  /// What a slot of the pool holds.
  virtual PairFeature slot(int contact, std::span<const double> features) const;
  /// q̇ = N(q) u; out = u by default.
  virtual void rates(std::span<const double> q, std::span<const double> u, std::span<double> out) const;
  /// Where a contact is, in the world. Frames are placed, features loaded.
  virtual std::array<double, 3> contact_point(double t, int contact, const Evaluation& at) const;
  /// The force of a contact on its second body, in the world, from its components along w_N, w_T, …, whose
  /// rows are at hand; of systems that say so (SystemInfo::places_contacts).
  virtual std::array<double, 3> contact_force(int contact, std::span<const double> along,
                                              const Evaluation& at) const;
  /// (t, q, u) => the extra channels, in the order of SystemInfo::extra. Frames are placed, features loaded.
  virtual void sample(double t, std::span<const double> q, std::span<const double> u, const Evaluation& at,
                      std::span<double> out) const;
  /// When a controller acts next; of systems with SystemInfo::samples. No step may reach beyond it.
  virtual double next_sample(const State& state) const;
  /// What controllers do that act now goes to State::features.
  virtual void take_samples(State& state, Evaluation& scratch) const;
  /// (t, u) => whether the run has come to its end; of systems with SystemInfo::stops. Frames are placed.
  virtual bool stop(double t, std::span<const double> u, const Evaluation& at) const;

  /// (t, q, u) => energies; M must be the one at q
  virtual Energies energies(double t, std::span<const double> q, std::span<const double> u,
                            const Evaluation& at) const = 0;
  /// Motion of every body, for records.
  virtual void motion(double t, std::span<const double> q, std::span<const double> u,
                      std::span<BodyMotion> out) const = 0;
  /// Accelerations of every body at u̇, as the velocities of `out`. By default from differences of motion().
  virtual void accelerations(double t, std::span<const double> q, std::span<const double> u,
                             std::span<const double> u_dot, std::span<BodyMotion> out) const;
  /// q̇ = u: out = q + u dt. Systems with other position coordinates override it.
  virtual void advance(std::span<const double> q, std::span<const double> u, double dt,
                       std::span<double> out) const;
  /// The velocities that lead from one q to the other in one second: advance(from, difference, 1) = to. By
  /// default to − from.
  virtual void difference(std::span<const double> from, std::span<const double> to,
                          std::span<double> out) const;
  /// Force and moment (six numbers) of every joint on its second body, from the λ of its rows, in space. D at
  /// `at` is the one of the configuration.
  virtual void reactions(std::span<const double> lambda, const Evaluation& at, std::span<double> out) const;
  /// The state the system starts from.
  virtual State initial_state() const = 0;
};

/// For System::contact_force of systems whose rows begin with the velocities of their bodies.
std::array<double, 3> force_on_second(int contact, bool second_is_ground, std::span<const double> along,
                                      const Evaluation& at);

}  // namespace freeplay
