// SPDX-License-Identifier: Apache-2.0
#include "system/assembler.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "joints/bearing_keys.h"
#include "model/read_method.h"
#include "model/words.h"
#include "system/planar_system.h"
#include "system/spatial_system.h"
#include "system/stepper_checks.h"

namespace freeplay {

template <class Bodies>
std::unique_ptr<typename Bodies::System> AssemblerOf<Bodies>::build() {
  sides_.resize(model_.bodies.size() + 1);
  parts_.M.resize(model_.bodies.size() * Bodies::kVelocities);
  for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
    names_.add_body(model_.bodies[i]);
    parts_.info.bodies.push_back({model_.bodies[i].name, {}});
    make([this, i] { names_.check_mass(model_.bodies[i]); });
    add_body(model_.bodies[i], i);
  }
  if (model_.bodies.empty()) {
    problems_.error(model_.where, "body", "the model has no bodies",
                    "add a [[body]] with name, mass and inertia");
  }
  make([this] {
    if constexpr (Bodies::kDimension == 2) parts().gravity = model_.gravity;
    if constexpr (Bodies::kDimension == 3) parts().gravity = model_.gravity3;
  });
  for (const freeplay::Joint& joint : model_.joints) add_joint(joint);
  for (const Driver& driver : model_.drivers) add_driver(driver);
  for (std::size_t i = 0; i < model_.joints.size(); ++i) add_limits(i);
  for (const Coupling& coupling : model_.couplings) add_coupling(coupling);
  add_tables();
  for (const Actuator& actuator : model_.actuators) add_actuator(actuator);
  add_stop();
  for (const Force& force : model_.forces) {
    const auto bodies = names_.force_bodies(force);
    force_bodies_.push_back(bodies.value_or(std::array<int, 2>{}));
    force_keys_.push_back("force." + force.name);
    if (bodies) list_inputs(force);
  }
  make([this] { read_inputs(); });
  if (!ideal_ && !model_.shapes.empty()) add_shapes();
  if (!ideal_ && is_dynamic(model_.run)) {
    make([this] { check_stepper(model_, parts().info, problems_); }, &model_.method);
    // what the reader has checked
    steps_.push_back({[this] { check_steps(model_, {}, problems_); }, {&model_.method, nullptr}});
  }
  if (problems_.has_errors()) return nullptr;
  finish();
  auto system = std::make_unique<System>(std::move(parts_));
  system_ = system.get();
  return system;
}

template <class Bodies>
void AssemblerOf<Bodies>::refill(std::span<const void* const> changed) {
  const auto is_changed = [&](const void* block) {
    return block != nullptr && std::find(changed.begin(), changed.end(), block) != changed.end();
  };
  for (const Step& step : steps_) {
    if (step.from[0] != nullptr && !is_changed(step.from[0]) && !is_changed(step.from[1])) continue;
    step.action();
    if (problems_.has_errors()) return;  // later steps build on what is missing now
  }
  measure();
  if (parts().free.any()) {
    parts().free.contacts().parts().length = parts().info.length;
    parts().free.refill(norm(parts().gravity), parts().info);
  }
  system_->weigh();
}

template <class Bodies>
void AssemblerOf<Bodies>::add_joint(const freeplay::Joint& joint) {
  const Errors errors(problems_);
  Site site{joint, "joint." + joint.name, parts_.joints.size(), {}};
  Joint& placed = parts_.joints.emplace_back();
  sound_.push_back(false);
  const bool play = has_play(joint) && !ideal_;
  parts_.info.joints.push_back({joint.name, joint.type, play});
  const bool pushes = Bodies::kDimension == 2 && always_pushes(joint.type);
  const auto* entry = find_entry<typename Bodies::JointEntry>(joint.type);
  if (!entry && !pushes) {
    names_.unknown_word(joint.where, site.key + ".type", joint.type,
                        Bodies::kDimension == 2 ? "joint" : "spatial_joint");
    return;
  }
  if (entry) require_parameters(*entry, joint.values, joint.where, site.key, problems_);
  placed.a = names_.body(joint.bodies[0], joint.where, site.key + ".bodies");
  placed.b = names_.body(joint.bodies[1], joint.where, site.key + ".bodies");
  if (placed.a == placed.b && !errors.any())
    problems_.error(joint.where, site.key + ".bodies", "a joint needs two different bodies");
  check_joint(joint, site.key);
  if (errors.any()) return;
  site.shape = row_of_bodies(placed.a, placed.b, Bodies::kVelocities);
  if (play) {
    add_play(site);
    if (!errors.any() && entry && is_measured(joint)) {
      make([this, site] {
        joint_at(site).measure.reset();
        joint_at(site).measure = ideal_of(site);
      });
    }
  } else if (entry) {  // a joint that only pushes is not there in the mechanism without play
    make([this, site] {
      joint_at(site).ideal.reset();  // its memory is used again: see Recycled
      joint_at(site).ideal = ideal_of(site);
    });
  }
  if (errors.any()) return;
  add_rows(site);
  if (joint.friction && placed.ideal) add_rubbing(site);
  add_channels(site);
  sound_.back() = !errors.any();
}

template <class Bodies>
void AssemblerOf<Bodies>::add_contacts(const Site& site, std::array<ChosenLaws, 2> chosen) {
  const auto& play = *joint_at(site).clearance;
  joint_at(site).first_contact = int_size(parts_.info.contacts);
  for (int i = 0; i < play.contacts(); ++i) {
    ContactInfo contact;
    contact.name = site.joint.name + "." + play.contact_name(i);
    parts_.info.contacts.push_back(contact);
  }
  std::vector<int> slots(idx(play.contacts()), -1);
  make([this, site, chosen, slots]() mutable {
    const auto& clearance = *joint_at(site).clearance;
    const Errors errors(problems_);
    const ContactData wall = laws_.make(chosen[0]);
    const ContactData end = chosen[1].impact != chosen[0].impact || chosen[1].friction != chosen[0].friction
                                ? laws_.make(chosen[1])
                                : wall;
    for (int i = 0; i < clearance.contacts() && !errors.any(); ++i) {
      ContactInfo& contact = parts().info.contacts[idx(joint_at(site).first_contact + i)];
      const bool at_end = Bodies::at_end(clearance, i);
      static_cast<ContactData&>(contact) = at_end ? end : wall;
      contact.shape = site.shape;
      contact.length = Bodies::length(clearance, i);
      contact.force =
          laws_.make_force(chosen[at_end ? 1 : 0], clearance.geometry(i), contact.name, slots[idx(i)]);
    }
  });
}

template <class Bodies>
void AssemblerOf<Bodies>::add_rows(const Site& site) {
  const auto& ideal = joint_at(site).ideal;
  joint_at(site).first_row = int_size(parts_.info.constraints);
  for (int i = 0; ideal && i < ideal->rows(); ++i) {
    bool holonomic = true;
    if constexpr (Bodies::kDimension == 3) holonomic = ideal->row_is_holonomic(i);
    parts_.info.constraints.push_back({site.joint.name + "." + ideal->row_name(i),
                                       static_cast<int>(site.index), -1, site.shape, ideal->row_is_angle(i),
                                       holonomic});
  }
}

template <class Bodies>
void AssemblerOf<Bodies>::add_rubbing(const Site& site) {
  const Errors errors(problems_);
  warn_of_unused_bearing(site.joint, Bodies::kDimension, site.key, problems_);
  const std::size_t place = parts_.info.rubbing.size();
  parts_.info.rubbing.emplace_back();
  make([this, site, place, key = site.key + ".friction", slot = -1]() mutable {
    joint_at(site).rubbing = Bodies::Rubbing::make(site.joint, site.key, problems_);
    const FrictionLaw* law = laws_.joint_friction(*site.joint.friction, key, slot);
    if (!joint_at(site).rubbing || !law) return;
    RubbingInfo& info = parts().info.rubbing[place];
    info = {};
    info.joint = static_cast<int>(site.index);
    info.shape = site.shape;
    info.friction = law;
    Bodies::describe(*joint_at(site).rubbing, info);
  });
  if (errors.any()) parts_.info.rubbing.pop_back();  // checks that follow do not look at half of one
}

template <class Bodies>
void AssemblerOf<Bodies>::add_channels(const Site& site) {
  std::vector<ExtraChannel>& extra = parts_.info.extra;
  joint_at(site).first_extra = int_size(extra);
  const std::string path = "/joint/" + site.joint.name + "/";
  if (joint_at(site).clearance) {
    for (const ClearanceChannel& channel : joint_at(site).clearance->channels()) {
      extra.push_back({path + channel.word, channel.unit, channel.help, false,
                       std::vector<std::string>(channel.words.begin(), channel.words.end())});
    }
  } else if (Bodies::kDimension == 3) {
    for (const DrivenCoordinate& coordinate : driven_coordinates(site.joint.type, 3)) {
      extra.push_back({path + coordinate.name, coordinate.unit, "free coordinate", coordinate.unit == "rad"});
      extra.push_back({path + coordinate.name + "_rate", coordinate.unit + "/s", "", false});
    }
  }
  if (Bodies::kDimension == 3) return;
  for (const DrivenCoordinate& coordinate : driven_coordinates(site.joint.type, 2)) {
    const std::string name = coordinate.unit == "rad" ? "angle" : "displacement";
    const char* what =
        joint_at(site).clearance ? "coordinate that the joint without play leaves free" : "free coordinate";
    extra.push_back({path + name, coordinate.unit, what, false});
    extra.push_back({path + name + "_rate", coordinate.unit + "/s", "", false});
  }
}

template <class Bodies>
void AssemblerOf<Bodies>::add_driver(const Driver& driver) {
  const std::string key = "driver." + driver.name;
  const Errors errors(problems_);
  const freeplay::Joint* joint = names_.driven_joint(driver);
  if (!joint || errors.any()) return;
  const auto index = idx(joint - model_.joints.data());
  PlacedDriver placed;
  placed.coordinate = driven_coordinate(driver, *joint, key);
  if (errors.any() || !sound_[index]) return;
  placed.joint = to_int(index);
  placed.row = int_size(parts_.info.constraints);
  const bool angle = driven_coordinates(joint->type, model_.dimension)[idx(placed.coordinate)].unit == "rad";
  placed.turns = angle && Bodies::kDimension == 3;
  const Joint& on = parts_.joints[index];
  const std::size_t place = parts_.drivers.size();
  parts_.info.constraints.push_back(
      {driver.name + ".motion", -1, to_int(place), row_of_bodies(on.a, on.b, Bodies::kVelocities), angle});
  parts_.info.drivers.push_back(driver.name);
  parts_.drivers.push_back(std::move(placed));
  const auto remake = [this, &driver, place, motion = key + ".motion"] {
    const DriverEntry& entry = *find_entry<DriverEntry>(driver.motion.name);
    const Parameters given(entry, driver.motion.values);
    PlacedDriver& to = parts().drivers[place];
    to.motion.reset();  // its memory is used again: see Recycled
    to.motion = entry.make(given, motion, problems_);
    to.absolute = given.flag("absolute", false);
  };
  make(remake, &driver);
}

template <class Bodies>
void AssemblerOf<Bodies>::add_shapes() {
  auto placed = place_shapes();
  if (problems_.has_errors() || placed.parts.shapes.empty()) return;
  free_ = std::move(placed.parts);
  free_.laws.resize(placed.laws.size());
  keep_shapes();
  make([this, laws = std::move(placed.laws), forces = std::move(placed.forces)]() mutable {
    auto& free = system_ != nullptr ? parts().free.contacts().parts() : free_;
    for (std::size_t k = 0; k < laws.size(); ++k) free.laws[k] = laws_.make(laws[k]);
    for (GroupForce& force : forces) {
      const auto place = [&](int a, int b) -> const ContactLaw*& {
        return free.force[idx(a * free.groups + b)];
      };
      place(force.first, force.second) = place(force.second, force.first) = laws_.make_force(
          force.chosen,
          pair_geometry(free.shapes[idx(force.shapes[0])].shape, free.shapes[idx(force.shapes[1])].shape),
          force.contact, force.slot);
    }
  });
}

/// Shapes are made; steps make them again, all copies from the numbers of the first, when these or those of
/// their body have changed. What is only drawn stays as it is.
template <class Bodies>
void AssemblerOf<Bodies>::keep_shapes() {
  std::vector<const Shape*> first(written_.group_names.size(), nullptr);
  for (std::size_t i = 0, end = 0; i < free_.shapes.size(); i = end) {
    for (end = i + 1; end < free_.shapes.size() && free_.shapes[end].written == free_.shapes[i].written;)
      ++end;
    const auto written = idx(free_.shapes[i].written), group = idx(written_.groups[written]);
    const Shape*& from = first[group];
    if (from == nullptr) from = &model_.shapes[written];
    if (!Bodies::Shapes::touches(free_.shapes[i].shape)) continue;
    const int body = free_.shapes[i].body;
    const void* on = body == kGround ? nullptr : &model_.bodies[idx(body - 1)];
    const auto remake = [this, i, count = end - i, shape = from,
                         key = "shape." + written_.group_names[group]] {
      remake_shape(*shape, key, std::span(parts().free.contacts().parts().shapes).subspan(i, count));
    };
    steps_.push_back({remake, {from, on}});
  }
}

template <class Bodies>
void AssemblerOf<Bodies>::make_forces(std::span<const double> q) {
  for (std::size_t i = 1; i < sides_.size(); ++i) {
    const auto pose = Bodies::place(q.data() + Bodies::kCoordinates * (i - 1));
    if constexpr (Bodies::kDimension == 2) sides_[i] = pose;
    if constexpr (Bodies::kDimension == 3) sides_[i].pose = pose;
  }
  parts().forces.resize(model_.forces.size());
  for (std::size_t i = 0; i < model_.forces.size(); ++i) {
    parts().forces[i].reset();
    parts().forces[i] = make_force(model_.forces[i], force_bodies_[i], force_keys_[i]);
  }
  if (!problems_.has_errors()) system_->weigh();
}

template <class Bodies>
void AssemblerOf<Bodies>::draw(State& state) const {
  const std::vector<InputInfo>& inputs = parts().info.inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) state.inputs()[i] = inputs[i].start;
  for (std::size_t i = 0; i < model_.bodies.size(); ++i)
    draw_body(model_.bodies[i], i, state.q().data() + Bodies::kCoordinates * i,
              state.u().data() + Bodies::kVelocities * i);
}

template <class Bodies>
GivenCoordinates AssemblerOf<Bodies>::given() const {
  GivenCoordinates given;
  given.relative.assign(parts().info.constraints.size(), false);
  for (const PlacedDriver& driver : parts().drivers) given.relative[idx(driver.row)] = !driver.absolute;
  for (const PlacedSum& sum : parts().sums) {
    if (sum.row >= 0) given.relative[idx(sum.row)] = true;
  }
  for (const Body& body : model_.bodies) given_body(body, given);
  return given;
}

template <class Bodies>
void AssemblerOf<Bodies>::finish() {
  SystemInfo& info = parts_.info;
  info.dimension = Bodies::kDimension;
  info.nq = int_size(model_.bodies) * Bodies::kCoordinates;
  info.nu = int_size(parts_.M);
  info.sizes.resize(idx(info.nq));
  if (info.nq != info.nu) info.u_sizes.resize(idx(info.nu));
  measure();
  if (!free_.shapes.empty()) {
    free_.length = info.length;
    parts_.free = FreeSlotsOf<typename Bodies::Shapes>(std::move(free_), norm(parts_.gravity),
                                                       model_.contact.pool, info);
  }
  info.compliant = is_compliant(model_) && !info.contacts.empty();
  size_memory(*parts_.laws, info);
  StateSizes sizes;
  sizes.q = info.nq;
  sizes.u = info.nu;
  sizes.z = info.rubbing_elements() * info.contact_states;
  sizes.m = info.rubbing_elements() * info.contact_memory;
  sizes.contacts = info.rubbing_elements();
  sizes.inputs = int_size(info.inputs);
  sizes.features = info.features += sizes.inputs;
  sizes.dimension = info.dimension;
  parts_.initial = State(sizes);
  draw(parts_.initial);
}

/// What errors of constraints and coordinates are judged against: the largest length in the drawing.
template <class Bodies>
void AssemblerOf<Bodies>::measure() {
  SystemInfo& info = parts().info;
  info.length = characteristic_length();
  const auto fill = [&](std::vector<double>& sizes, std::size_t per) {
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = i % per < Bodies::kDimension ? info.length : 1;
  };
  fill(info.sizes, Bodies::kCoordinates);
  fill(info.u_sizes, Bodies::kVelocities);
}

template class AssemblerOf<PlanarBodies>;
template class AssemblerOf<SpatialBodies>;

}  // namespace freeplay
