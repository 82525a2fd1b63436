// SPDX-License-Identifier: Apache-2.0
// The bodies, joints, drivers, forces and shapes of a model as the parts of a system, in the plane and in
// space. What there is, is found out once; what is made from numbers is made by steps that are kept, so that
// changed numbers need no new assembly.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/index.h"
#include "model/actuators.h"
#include "model/copies.h"
#include "system/assembly_names.h"
#include "system/body_system.h"
#include "system/contact_laws.h"
#include "system/initial.h"
#include "system/place_shapes.h"
#include "system/planar_system.h"
#include "system/spatial_system.h"

namespace freeplay {

template <class Bodies>
class AssemblerOf {
 public:
  using System = typename Bodies::System;
  using Side = typename Bodies::Side;

  /// `ideal`: joints with play are taken as ideal, and nothing touches. Everything wrong goes to `problems`.
  AssemblerOf(const WrittenOut& written, bool ideal, Diagnostics& problems)
      : written_(written),
        model_(written.model),
        problems_(problems),
        laws_(written.model, *parts_.laws, problems),
        names_(written.model, problems),
        ideal_(ideal) {}
  AssemblerOf(const AssemblerOf&) = delete;  // steps point to it
  AssemblerOf& operator=(const AssemblerOf&) = delete;
  virtual ~AssemblerOf() = default;

  /// Nothing after errors.
  std::unique_ptr<System> build();
  /// Makes what is made from numbers of the model anew, but for the force elements. `changed`: the bodies,
  /// joints, … of the model with other numbers than before.
  void refill(std::span<const void* const> changed);
  /// Force elements as they stand once the mechanism is assembled: free lengths "as drawn" are measured then.
  void make_forces(std::span<const double> q);
  /// The state as drawn.
  void draw(State& state) const;
  GivenCoordinates given() const;
  /// Two equal numbers mean the same rows, contacts and memories, whatever the numbers of the model.
  std::uint64_t structure() const;

 protected:
  using Joint = PlacedJointOf<Bodies>;
  using Parts = PartsOf<Bodies>;

  /// A joint that is being added.
  struct Site {
    const freeplay::Joint& joint;
    std::string key;
    std::size_t index;
    RowShape shape;
  };

  // What differs between the plane and space.
  virtual void add_body(const Body& body, std::size_t index) = 0;
  virtual void draw_body(const Body& body, std::size_t index, double* q, double* u) const = 0;
  virtual void given_body(const Body& body, GivenCoordinates& given) const = 0;
  virtual void check_joint(const freeplay::Joint& joint, const std::string& key) = 0;
  /// The ideal joint; nothing after an error.
  virtual std::unique_ptr<typename Bodies::Joint> ideal_of(const Site& site) = 0;
  virtual void add_play(const Site& site) = 0;
  /// Of the joint, which the driver prescribes; −1 after an error.
  virtual int driven_coordinate(const Driver& driver, const freeplay::Joint& joint,
                                const std::string& key) = 0;
  virtual std::unique_ptr<typename Bodies::Force> make_force(const Force& force, std::array<int, 2> bodies,
                                                             const std::string& key) = 0;
  virtual PlacedShapesOf<typename Bodies::Shapes> place_shapes() = 0;
  /// `placed`: the parts that it had.
  virtual void remake_shape(const Shape& shape, const std::string& key,
                            std::span<PlacedShapeOf<typename Bodies::Shapes>> placed) = 0;
  virtual double characteristic_length() = 0;

  /// `chosen` has the laws of contacts along the wall, then of those at its ends.
  void add_contacts(const Site& site, std::array<ChosenLaws, 2> chosen);
  /// Does a step now and whenever numbers have changed; those of one block of the model only, if that is all
  /// it is made from.
  template <class Action>
  void make(Action action, const void* from = nullptr) {
    action();
    steps_.push_back({std::move(action), {from, nullptr}});
  }
  /// The parts, which the system has once it is built.
  Parts& parts() { return system_ != nullptr ? system_->parts() : parts_; }
  const Parts& parts() const { return system_ != nullptr ? system_->parts() : parts_; }
  Joint& joint_at(const Site& site) { return parts().joints[site.index]; }
  const Side& side(int body) const { return sides_[idx(body)]; }

  const WrittenOut& written_;
  const Model& model_;
  Diagnostics& problems_;
  Parts parts_;
  ContactLaws laws_;
  AssemblyNames names_;
  std::vector<Side> sides_;  ///< ground and bodies, as drawn

 private:
  void add_joint(const freeplay::Joint& joint);
  bool is_measured(const freeplay::Joint& joint) const;
  void add_limits(std::size_t index);
  void set_limits(std::size_t index, std::size_t place);
  void add_coupling(const Coupling& coupling);
  bool couple(const Coupling& coupling, PlacedSum& sum);
  void add_stops(std::size_t place, const std::string& name, const Where& where, const std::string& key,
                 const std::optional<ContactSettings>& own, const char* what);
  void add_rows(const Site& site);
  void add_rubbing(const Site& site);
  void add_channels(const Site& site);
  void add_driver(const Driver& driver);
  void add_shapes();
  void keep_shapes();
  void add_tables();
  void add_actuator(const Actuator& actuator);
  void set_actuator(const Actuator& actuator, const ActuatorEntry& entry, std::size_t place);
  void set_samples(const Actuator& actuator, const Parameters& given, Servo& servo);
  void add_rotor(const Actuator& actuator, const Parameters& given, const PlacedActuator& placed);
  void add_stop();
  /// Its index, −1 after an error.
  int add_formula(const std::string& text, const Where& where, const std::string& key);
  bool names_joint(const freeplay::Joint& joint) const;
  void list_inputs(const Force& force);
  void list_inputs(const Actuator& actuator, const ActuatorEntry& entry, const std::string& unit,
                   PlacedActuator& placed);
  void read_inputs();
  void finish();
  void measure();

  FreePartsOf<typename Bodies::Shapes> free_;
  bool ideal_;
  std::vector<bool> sound_;  ///< joints without mistakes
  std::vector<std::array<int, 2>> force_bodies_;
  std::vector<std::string> force_keys_;
  std::shared_ptr<const formula::Tables> tables_;
  struct Step {
    std::function<void()> action;
    std::array<const void*, 2> from;  ///< blocks of the model; none: all
  };
  std::vector<Step> steps_;
  System* system_ = nullptr;
};

/// That of the plane, or of space.
template <class Bodies>
std::unique_ptr<AssemblerOf<Bodies>> make_assembler(const WrittenOut& written, bool ideal,
                                                    Diagnostics& problems);
template <>
std::unique_ptr<AssemblerOf<PlanarBodies>> make_assembler(const WrittenOut& written, bool ideal,
                                                          Diagnostics& problems);
template <>
std::unique_ptr<AssemblerOf<SpatialBodies>> make_assembler(const WrittenOut& written, bool ideal,
                                                           Diagnostics& problems);

extern template class AssemblerOf<PlanarBodies>;
extern template class AssemblerOf<SpatialBodies>;

}  // namespace freeplay
