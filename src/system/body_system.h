// SPDX-License-Identifier: Apache-2.0
// The system made of bodies, as far as it is the same in the plane and in space: coordinates of each centre
// of mass and of its turn, M constant and diagonal.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "base/index.h"
#include "freeplay/driver.h"
#include "freeplay/system.h"
#include "system/actuator_laws.h"
#include "system/bodies.h"
#include "system/bound_formula.h"
#include "system/contact_laws.h"
#include "system/free_slots.h"

namespace freeplay {

/// In which axes the reactions of a joint in space are recorded.
enum class ReactionFrame { world, first, second };

/// A joint at its place. With play, `ideal` has the constraint rows that remain, if any.
template <class Bodies>
struct PlacedJointOf {
  std::unique_ptr<typename Bodies::Joint> ideal;
  std::unique_ptr<typename Bodies::Clearance> clearance;
  /// With play: the ideal joint, where its free coordinate is recorded, driven, limited or coupled; it has no
  /// rows.
  std::unique_ptr<typename Bodies::Joint> measure;
  int a = kGround, b = kGround;  ///< body indices
  int first_row = 0;             ///< of its constraint rows
  int first_contact = 0;         ///< of its contacts
  int feature = -1;              ///< the branch its gaps are on, −1: they have only one
  int first_extra = 0;           ///< of its further channels
  ReactionFrame frame = ReactionFrame::world;
  std::optional<typename Bodies::Rubbing> rubbing;  ///< friction of the ideal joint

  /// What has the free coordinates.
  const typename Bodies::Joint& guide() const { return measure ? *measure : *ideal; }
};

/// A limit of one coordinate or a coupling of two: a length x = Σ w c − start that is held at zero, kept
/// between two bounds by contacts, or pressed back by a spring outside them.
struct PlacedSum {
  struct Term {
    int joint = 0;
    int coordinate = 0;
    double weight = 1;   ///< metres per unit of the coordinate
    bool turns = false;  ///< the coordinate is an angle in (−π, π]
    double middle = 0;   ///< … which is taken within half a turn of this
  };
  std::array<Term, 2> terms;
  int count = 1;
  RowShape shape;
  bool from_start = false;  ///< x is zero, or `offset`, at the start
  double start = 0, offset = 0;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  int row = -1;                        ///< of its constraint
  std::array<int, 2> contact{-1, -1};  ///< at the low and the high bound
  double stiffness = 0, damping = 0;   ///< of the spring
  int extra = -1;                      ///< of its channel

  /// How far x is outside its bounds, with the sign of the side.
  double outside(double x) const { return x > high ? x - high : x < low ? x - low : 0; }
};

struct PlacedDriver {
  std::unique_ptr<Motion> motion;
  int joint = 0;
  int coordinate = 0;  ///< of the joint
  int row = 0;
  bool turns = false;  ///< the coordinate is an angle in (−π, π]
  bool absolute = false;
  double start = 0;  ///< coordinate − s at t = 0
};

/// What acts on a coordinate of a joint, and back.
struct PlacedActuator {
  /// What is asked of it: the effort; the voltage; the set-point, its rate and what is measured.
  struct Asked {
    int formula = -1;
    int input = -1;  ///< where there is no formula
  };
  int joint = 0;
  int coordinate = 0;
  std::variant<std::monostate, DcMotor, Servo> law;  ///< none: the effort is given
  std::array<Asked, 3> asked;
  bool measures = false;  ///< something else than the coordinate
  bool turns = false;     ///< the coordinate is an angle in (−π, π]
  int memory = -1;        ///< of a sampled servo, in State::features: see ServoMemory
  int extra = 0;          ///< the first of its channels
};

/// The inputs of a force element of which some are formulas; none: all are as they are set.
struct MovingInputs {
  static constexpr std::size_t kMost = 12;
  struct Part {
    int formula = -1;  ///< −1: it is set
    int input = -1;
  };
  std::vector<Part> parts;
};

/// What assemble() puts together.
template <class Bodies>
struct PartsOf {
  SystemInfo info;
  std::vector<double> M;  ///< diagonal
  typename Bodies::Vector gravity{};
  std::vector<Mount>
      mounts;  ///< in space: how the users' frames of ground and bodies stand in the inner ones
  std::vector<PlacedJointOf<Bodies>> joints;
  std::vector<PlacedDriver> drivers;
  std::vector<PlacedSum> sums;  ///< their contacts follow those of the joints
  std::vector<std::unique_ptr<typename Bodies::Force>> forces;
  std::vector<int> first_input;             ///< of each force element, in SystemInfo::inputs
  std::vector<MovingInputs> moving_inputs;  ///< of each force element
  std::vector<PlacedActuator> actuators;
  std::vector<BoundFormula> formulas;         ///< of moving inputs, actuators and the end of the run
  int stop = -1;                              ///< that of the end of the run
  FreeSlotsOf<typename Bodies::Shapes> free;  ///< their contacts come last
  std::shared_ptr<OwnedLaws> laws = std::make_shared<OwnedLaws>();  ///< that contacts point to
  State initial;
};

template <class Bodies>
class BodySystemOf : public System {
 public:
  using Place = typename Bodies::Place;
  using Joint = PlacedJointOf<Bodies>;
  using Parts = PartsOf<Bodies>;

  const SystemInfo& info() const override { return parts_.info; }
  void place(double t, std::span<const double> q, Evaluation& out) const override;
  void mass(std::span<const double> q, Evaluation& out) const override;
  void forces(double t, std::span<const double> q, std::span<const double> u, Evaluation& out) const override;
  void constraints(double t, std::span<const double> q, Evaluation& out) const override;
  void constraint_gamma(double t, std::span<const double> q, std::span<const double> u,
                        Evaluation& out) const override;
  void load(std::span<const double> features, Evaluation& out) const override;
  bool choose_contacts(State& state, double dt) const override;
  std::string contact_name(int contact, std::span<const double> features) const override;
  PairFeature slot(int contact, std::span<const double> features) const override;
  std::array<double, 3> contact_force(int contact, std::span<const double> along,
                                      const Evaluation& at) const override;
  Energies energies(double t, std::span<const double> q, std::span<const double> u,
                    const Evaluation& at) const override;
  State initial_state() const override { return parts_.initial; }
  bool stop(double t, std::span<const double> u, const Evaluation& at) const override;
  double next_sample(const State& state) const override;
  void take_samples(State& state, Evaluation& scratch) const override;

  /// For assembly: where drivers start.
  void start_drivers(std::span<const double> q, Evaluation& scratch);
  /// After masses, gravity or force elements changed.
  void weigh();
  const Parts& parts() const { return parts_; }
  Parts& parts() { return parts_; }
  /// Poses of the ground and all bodies, as placed.
  std::span<const Place> poses(const Evaluation& at) const {
    return {reinterpret_cast<const Place*>(at.frames.data()), parts_.info.bodies.size() + 1};
  }

 protected:
  explicit BodySystemOf(Parts parts);

  static constexpr int kRow = 2 * Bodies::kVelocities;  ///< numbers of a row between two bodies

  /// Moves a row of (a, b) into the stored row, leaving out the ground's part.
  static void compact(const Joint& joint, const double* full, double* row) {
    constexpr int width = Bodies::kVelocities;
    if (joint.a != kGround) row = std::copy(full, full + width, row);
    if (joint.b != kGround) std::copy(full + width, full + 2 * width, row);
  }
  const Place& pose_a(const Joint& joint, const Evaluation& at) const { return poses(at)[idx(joint.a)]; }
  const Place& pose_b(const Joint& joint, const Evaluation& at) const { return poses(at)[idx(joint.b)]; }
  /// The joint with play that a contact belongs to.
  const Joint& joint_of(int contact) const { return parts_.joints[idx(contact_joint_[idx(contact)])]; }
  const Joint& joint_of(const RubbingInfo& info) const { return parts_.joints[idx(info.joint)]; }
  /// The limit or coupling that a contact belongs to; nullptr: that of a joint with play.
  const PlacedSum* sum_of(int contact) const {
    const auto place = idx(contact) - contact_joint_.size();
    return contact < int_size(contact_joint_) ? nullptr : &parts_.sums[idx(sum_contact_[place])];
  }
  void sum_gaps(Evaluation& out) const;
  void sum_rows(const PlacedSum& sum, int contact, Evaluation& out) const;
  std::array<double, 3> sum_point(const PlacedSum& sum, const Evaluation& at) const;
  void sample_sums(const Evaluation& at, std::span<double> out) const;
  void sample_actuators(double t, std::span<const double> u, const Evaluation& at,
                        std::span<double> out) const;
  double coordinate_rate(const Joint& joint, int coordinate, std::span<const double> u,
                         const Evaluation& at) const;
  std::span<const typename Bodies::Twist> set_twists(std::span<const double> u, Evaluation& out) const;

  Parts parts_;
  std::vector<int> playing_;  ///< joints with play, in the order of their contacts

 private:
  std::vector<double> weight_;  ///< generalized gravity force
  std::vector<int> contact_joint_;
  std::vector<int> sum_contact_;

  double sum_value(const PlacedSum& sum, const Evaluation& at) const;
  void sum_row(const PlacedSum& sum, double sign, const Evaluation& at, double* row) const;
  void sum_forces(std::span<const double> u, Evaluation& out) const;
  bool has_springs() const;
  double moving_value(const MovingName& name, double t, std::span<const double> u,
                      const Evaluation& at) const;
  double formula_value(int formula, double t, std::span<const double> u, const Evaluation& at) const;
  struct ServoError {
    double set_point, error, rate_error;
  };
  ServoError servo_error(const PlacedActuator& actuator, double t, std::span<const double> u,
                         const Evaluation& at) const;
  double asked(const PlacedActuator::Asked& what, double t, std::span<const double> u,
               const Evaluation& at) const;
  /// What it gives, and what it is recorded with: its current, or its set-point.
  struct Effort {
    double force = 0, beside = 0;
  };
  Effort effort(const PlacedActuator& actuator, double t, std::span<const double> u,
                const Evaluation& at) const;
  void actuate(double t, std::span<const double> u, Evaluation& out) const;
  const double* inputs_of(std::size_t force, double t, std::span<const double> u, const Evaluation& at,
                          std::span<double> scratch) const;
};

extern template class BodySystemOf<PlanarBodies>;
extern template class BodySystemOf<SpatialBodies>;

}  // namespace freeplay
