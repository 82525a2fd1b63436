// SPDX-License-Identifier: Apache-2.0
#include "system/assemble_spatial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "clearances/spatial/rest.h"
#include "joints/bearing_keys.h"
#include "model/fields.h"
#include "system/assembly_checks.h"
#include "system/assembly_names.h"
#include "system/contact_laws.h"
#include "system/formulation_checks.h"
#include "system/place_shapes.h"
#include "system/principal_axes.h"
#include "system/spatial_system.h"
#include "system/stepper_checks.h"

namespace freeplay {
namespace {

class SpatialAssembler {
 public:
  /// `ideal`: joints with play are taken as ideal, and nothing touches.
  SpatialAssembler(const WrittenOut& written, bool ideal, Diagnostics& problems)
      : written_(written),
        model_(written.model),
        ideal_(ideal),
        problems_(problems),
        laws_(written.model, problems),
        names_(written.model, problems) {}

  std::unique_ptr<SpatialSystem> build() {
    add_bodies();
    if (problems_.has_errors()) return nullptr;  // joints are placed on bodies
    for (const Joint& joint : model_.joints) add_joint(joint);
    for (const Driver& driver : model_.drivers) add_driver(driver);
    for (const Force& force : model_.forces) names_.force_bodies(force);
    if (!ideal_) add_shapes();
    if (!ideal_ && is_dynamic(model_.run)) check_stepper(model_, parts_.info, problems_);
    if (problems_.has_errors()) return nullptr;
    finish();
    return std::make_unique<SpatialSystem>(std::move(parts_));
  }

  /// Force elements as they stand once the mechanism is assembled: free lengths "as drawn" are measured then.
  std::vector<std::unique_ptr<SpatialForce>> forces(const SpatialSystem& system, const State& state) {
    Evaluation ev(system.info());
    system.place(0, state.q(), ev);
    for (std::size_t i = 0; i < sides_.size(); ++i) sides_[i].pose = system.poses(ev)[i];
    std::vector<std::unique_ptr<SpatialForce>> placed;
    for (const Force& force : model_.forces) {
      const SpatialForceEntry* entry = find_entry<SpatialForceEntry>(force.type);
      const std::array<int, 2> bodies = names_.force_bodies(force).value();
      auto made = entry->make(Parameters(*entry, force.values, force.where), bodies, side(bodies[0]),
                              side(bodies[1]), "force." + force.name, problems_);
      if (made) placed.push_back(std::move(made));
    }
    return placed;
  }

 private:
  void add_bodies() {
    sides_.push_back({});  // the ground
    parts_.mounts.push_back({});
    for (const Body& body : model_.bodies) {
      names_.check_mass(body);
      names_.add_body(body);
      const PrincipalInertia principal = principal_inertia(body, problems_);
      parts_.info.bodies.push_back({body.name, {}});
      parts_.mounts.push_back(principal.mount);
      parts_.M.insert(parts_.M.end(), {body.mass, body.mass, body.mass});
      parts_.M.insert(parts_.M.end(), principal.moments.begin(), principal.moments.end());
      double q[kSpatialCoordinates], u[kSpatialVelocities];
      inner_state(body.space, principal.mount, q, u);
      q_.insert(q_.end(), q, q + kSpatialCoordinates);
      u_.insert(u_.end(), u, u + kSpatialVelocities);
      sides_.push_back({principal.mount, {{q[0], q[1], q[2]}, rotation({q[3], q[4], q[5], q[6]})}});
    }
    if (model_.bodies.empty()) {
      problems_.error(model_.where, "body", "the model has no bodies",
                      "add a [[body]] with name, mass and inertia");
    }
    parts_.gravity = model_.gravity3;
  }

  const SpatialSide& side(int body) const { return sides_[static_cast<std::size_t>(body)]; }

  static RowShape row_shape(int a, int b) {
    RowShape shape;
    std::size_t block = 0;
    for (const int body : {a, b}) {
      if (body == kGround) continue;
      shape.start[block] = kSpatialVelocities * (body - 1);
      shape.size[block++] = kSpatialVelocities;
    }
    return shape;
  }

  void add_joint(const Joint& joint) {
    const std::string key = "joint." + joint.name;
    const SpatialJointEntry* entry = find_entry<SpatialJointEntry>(joint.type);
    if (!entry) {
      names_.unknown_word(joint.where, key + ".type", joint.type, "spatial_joint");
      return;
    }
    require_parameters(*entry, joint.values, joint.where, key, problems_);
    PlacedSpatialJoint placed;
    placed.a = names_.body(joint.bodies[0], joint.where, key + ".bodies");
    placed.b = names_.body(joint.bodies[1], joint.where, key + ".bodies");
    if (placed.a == placed.b && !problems_.has_errors()) {
      problems_.error(joint.where, key + ".bodies", "a joint needs two different bodies");
    }
    if (problems_.has_errors()) return;
    const Parameters ideal(*entry, joint.values, joint.where);
    const RowShape shape = row_shape(placed.a, placed.b);
    const bool play = joint.play && !ideal_;
    if (play) {
      add_play(joint, key, ideal, shape, placed);
      if (!placed.clearance) return;
      placed.ideal = std::make_unique<RestOfPlay>(*placed.clearance);
    } else {
      placed.ideal = entry->make(ideal, side(placed.a), side(placed.b), key, problems_);
      if (!placed.ideal) return;
    }
    if (const auto axes = joint.values.find("reactions"); axes != joint.values.end()) {
      const auto& word = std::get<std::string>(axes->second.data);
      placed.frame = word == "first"    ? ReactionFrame::first
                     : word == "second" ? ReactionFrame::second
                                        : ReactionFrame::world;
    }
    const auto index = static_cast<int>(parts_.joints.size());
    placed.first_row = static_cast<int>(parts_.info.constraints.size());
    for (int i = 0; i < placed.ideal->rows(); ++i) {
      parts_.info.constraints.push_back({joint.name + "." + placed.ideal->row_name(i), index, -1, shape,
                                         placed.ideal->row_is_angle(i), placed.ideal->row_is_holonomic(i)});
    }
    if (joint.friction) add_rubbing(joint, key, index, shape, placed);
    placed.first_extra = static_cast<int>(parts_.info.extra.size());
    if (play) {
      for (const ClearanceChannel& channel : placed.clearance->channels()) {
        parts_.info.extra.push_back(
            {"/joint/" + joint.name + "/" + channel.word, channel.unit, channel.help, false,
             *channel.words == '\0' ? std::vector<std::string>() : words_of(channel.words)});
      }
    } else {
      for (const DrivenCoordinate& coordinate : driven_coordinates(joint.type, 3)) {
        const std::string path = "/joint/" + joint.name + "/" + coordinate.name;
        parts_.info.extra.push_back({path, coordinate.unit, "free coordinate", coordinate.unit == "rad"});
        parts_.info.extra.push_back({path + "_rate", coordinate.unit + "/s", "", false});
      }
    }
    parts_.info.joints.push_back({joint.name, joint.type, play});
    parts_.joints.push_back(std::move(placed));
  }

  void add_play(const Joint& joint, const std::string& key, const Parameters& ideal, const RowShape& shape,
                PlacedSpatialJoint& placed) {
    const SpatialClearanceEntry* entry = find_entry<SpatialClearanceEntry>(joint.play->name);
    if (!entry) {
      names_.unknown_word(joint.play->where, key + ".clearance", joint.play->name, "spatial_clearance");
      return;
    }
    require_parameters(*entry, joint.play->values, joint.play->where, key + ".clearance", problems_);
    if (problems_.has_errors()) return;
    warn_of_unused_bearing(joint, 3, key, problems_);
    const Bearing bearing = joint.bearing.value_or(Bearing{});
    placed.clearance = entry->make({Parameters(*entry, joint.play->values, joint.play->where), ideal,
                                    joint.values, bearing, side(placed.a), side(placed.b), key, problems_});
    if (!placed.clearance) return;
    const SpatialClearance& play = *placed.clearance;
    bool ends = false;
    for (int i = 0; i < play.contacts(); ++i) ends = ends || play.at_end(i);
    if (joint.end_contact && !ends) {
      problems_.error(joint.end_contact->where, key + ".end_contact", "this joint has no ends that touch",
                      "take end_contact away; its contacts follow `contact`");
      return;
    }
    placed.first_contact = static_cast<int>(parts_.info.contacts.size());
    const char* what = "a joint with clearance needs";
    const ContactData wall = laws_.laws(joint.contact, joint.where, key, what);
    const std::optional<ContactSettings>& end_laws = joint.end_contact ? joint.end_contact : joint.contact;
    const ContactData end = joint.end_contact ? laws_.laws(end_laws, joint.where, key, what) : wall;
    for (int i = 0; i < play.contacts(); ++i) {
      ContactInfo contact;
      static_cast<ContactData&>(contact) = play.at_end(i) ? end : wall;
      contact.shape = shape;
      contact.length = play.length(i);
      contact.name = joint.name + "." + play.contact_name(i);
      contact.force = laws_.force(play.at_end(i) ? end_laws : joint.contact, play.geometry(i), contact.name,
                                  joint.where, key);
      parts_.info.contacts.push_back(contact);
    }
    parts_.info.contacts_share = parts_.info.contacts_share || (play.shares() && is_compliant(model_));
  }

  void add_rubbing(const Joint& joint, const std::string& key, int index, const RowShape& shape,
                   PlacedSpatialJoint& placed) {
    placed.rubbing = SpatialRubbing::make(joint, key, problems_);
    const FrictionLaw* law = laws_.joint_friction(*joint.friction, key + ".friction");
    if (!placed.rubbing || !law) return;
    RubbingInfo info;
    info.joint = index;
    info.d = placed.rubbing->d();
    info.pads = placed.rubbing->pads();
    for (int pad = 0; pad < info.pads; ++pad)
      info.lever[static_cast<std::size_t>(pad)] = placed.rubbing->lever(pad);
    info.shape = shape;
    info.radius = placed.rubbing->radius();
    info.friction = law;
    parts_.info.rubbing.push_back(info);
  }

  void add_shapes() {
    const auto body = [this](const std::string& name, const Where& where, const std::string& key) {
      return names_.body(name, where, key);
    };
    const auto laws = [this](const std::optional<ContactSettings>& own, const Where& where,
                             const std::string& key) {
      return laws_.laws(own, where, key, "shapes that touch need");
    };
    const auto force = [this](const std::optional<ContactSettings>& own, const ContactGeometry& geometry,
                              const std::string& contact, const Where& where, const std::string& key) {
      return laws_.force(own, geometry, contact, where, key);
    };
    const auto mount = [this](int index) { return side(index).mount; };
    free_ = place_spatial_shapes({written_, body, laws, force, problems_, mount});
  }

  void add_driver(const Driver& driver) {
    const std::string key = "driver." + driver.name;
    const Joint* joint = names_.driven_joint(driver);
    if (!joint || problems_.has_errors()) return;
    const std::vector<DrivenCoordinate> coordinates = driven_coordinates(joint->type, 3);
    std::vector<std::string> names;
    PlacedSpatialDriver placed;
    placed.coordinate = coordinates.size() == 1 && driver.coordinate.empty() ? 0 : -1;
    for (std::size_t k = 0; k < coordinates.size(); ++k) {
      names.push_back(coordinates[k].name);
      if (coordinates[k].name == driver.coordinate) placed.coordinate = static_cast<int>(k);
    }
    if (placed.coordinate < 0) {
      problems_.error(driver.where, key + ".coordinate",
                      names.empty() ? fmt::format("a {} joint leaves no coordinate to drive", joint->type)
                                    : fmt::format("a {} joint needs the name of a coordinate", joint->type),
                      names.empty() ? "drive a revolute or a translational joint"
                                    : fmt::format("name one of {}", fmt::join(names, ", ")));
      return;
    }
    const DriverEntry* entry = find_entry<DriverEntry>(driver.motion.name);
    const Parameters given(*entry, driver.motion.values);
    placed.motion = entry->make(given, key + ".motion", problems_);
    placed.absolute = given.flag("absolute", false);
    placed.joint = static_cast<int>(joint - model_.joints.data());
    placed.row = static_cast<int>(parts_.info.constraints.size());
    placed.angle = coordinates[static_cast<std::size_t>(placed.coordinate)].unit == "rad";
    const PlacedSpatialJoint& on = parts_.joints[static_cast<std::size_t>(placed.joint)];
    parts_.info.constraints.push_back({driver.name + ".motion", -1, static_cast<int>(parts_.drivers.size()),
                                       row_shape(on.a, on.b), placed.angle});
    parts_.info.drivers.push_back(driver.name);
    parts_.drivers.push_back(std::move(placed));
  }

  void finish() {
    SystemInfo& info = parts_.info;
    info.dimension = 3;
    info.nq = static_cast<int>(q_.size());
    info.nu = static_cast<int>(u_.size());
    info.length = characteristic_length();
    for (int i = 0; i < info.nq; ++i) info.sizes.push_back(i % kSpatialCoordinates < 3 ? info.length : 1);
    for (int i = 0; i < info.nu; ++i) info.u_sizes.push_back(i % kSpatialVelocities < 3 ? info.length : 1);
    if (!free_.shapes.empty()) {
      free_.length = info.length;
      parts_.free = SpatialFreeSlots(std::move(free_), norm(parts_.gravity), model_.contact.pool, info);
    }
    parts_.laws = laws_.take();
    if (const EntryInfo* stepper = registry("stepper").find(model_.method.stepper.name))
      info.smooth = is_smooth(*stepper) || !is_dynamic(model_.run);
    info.compliant = is_compliant(model_) && !info.contacts.empty();
    size_memory(parts_.laws, info);
    StateSizes sizes;
    sizes.z = info.rubbing_elements() * info.contact_states;
    sizes.m = info.rubbing_elements() * info.contact_memory;
    sizes.q = info.nq;
    sizes.u = info.nu;
    sizes.contacts = info.smooth ? static_cast<int>(info.contacts.size()) : info.rubbing_elements();
    sizes.features = info.features;
    sizes.dimension = info.dimension;
    parts_.initial = State(sizes);
    std::copy(q_.begin(), q_.end(), parts_.initial.q().begin());
    std::copy(u_.begin(), u_.end(), parts_.initial.u().begin());
  }

  /// The largest length in the drawing: what constraint errors are judged against.
  double characteristic_length() const {
    double length = 0;
    const auto take = [&](const Values& values) {
      const auto found = values.find("points");
      if (found == values.end()) return;
      if (const auto* points = std::get_if<std::vector<Point3>>(&found->second.data)) {
        for (const Point3& p : *points) length = std::max(length, norm(p));
      }
    };
    for (const Joint& joint : model_.joints) take(joint.values);
    for (const Force& force : model_.forces) take(force.values);
    // the extent, not every pair: a chain has many bodies
    Vec3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
    for (std::size_t i = 1; i < sides_.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], sides_[i].pose.r[k]);
        high[k] = std::max(high[k], sides_[i].pose.r[k]);
      }
    }
    length = std::max(length, norm(high - low));
    if (length > 0) return length;
    for (std::size_t i = 1; i < sides_.size(); ++i) length = std::max(length, norm(sides_[i].pose.r));
    for (std::size_t i = 0; i < parts_.M.size(); i += kSpatialVelocities) {
      for (std::size_t k = 3; k < 6; ++k) length = std::max(length, std::sqrt(parts_.M[i + k] / parts_.M[i]));
    }
    return length;
  }

  const WrittenOut& written_;
  const Model& model_;
  bool ideal_;
  Diagnostics& problems_;
  ContactLaws laws_;
  AssemblyNames names_;
  SpatialParts parts_;
  SpatialFreeParts free_;
  std::vector<SpatialSide> sides_;  ///< ground and bodies
  std::vector<double> q_, u_;
};

GivenCoordinates given_coordinates(const Model& model, const SpatialSystem& system) {
  GivenCoordinates given;
  given.relative.assign(system.info().constraints.size(), false);
  for (const PlacedSpatialDriver& driver : system.parts().drivers) {
    given.relative[static_cast<std::size_t>(driver.row)] = !driver.absolute;
  }
  for (const Body& body : model.bodies) {
    const SpatialBody& b = body.space;
    given.q.insert(given.q.end(), 3, b.position_given);
    given.q.insert(given.q.end(), 3, b.orientation_given);
    given.u.insert(given.u.end(), 3, b.velocity_given);
    given.u.insert(given.u.end(), 3, b.angular_velocity_given);
  }
  return given;
}

}  // namespace

Assembly assemble_spatial(const WrittenOut& written, Diagnostics& problems) {
  Assembly assembly;
  const Model& model = written.model;
  SpatialAssembler assembler(written, false, problems);
  std::unique_ptr<SpatialSystem> system = assembler.build();
  if (!system) return assembly;
  State state = system->initial_state();
  const bool as_ideal =
      model.run.initial == "ideal" && std::any_of(model.joints.begin(), model.joints.end(), has_play);
  if (as_ideal) {  // joints with play start assembled as ideal ones
    const std::unique_ptr<SpatialSystem> twin = SpatialAssembler(written, true, problems).build();
    if (!twin) return assembly;
    State ideal = twin->initial_state();
    twin->start_drivers(ideal.q());
    assembly.initial = make_consistent(*twin, given_coordinates(model, *twin), ideal, problems);
    std::copy(ideal.q().begin(), ideal.q().end(), state.q().begin());
    std::copy(ideal.u().begin(), ideal.u().end(), state.u().begin());
  }
  if (!assembly.initial.failed) {
    system->start_drivers(state.q());
    InitialReport report = make_consistent(*system, given_coordinates(model, *system), state, problems);
    if (as_ideal) report.moved = assembly.initial.moved;  // nothing moves twice
    assembly.initial = report;
  }
  system->start_drivers(state.q());
  check_pool(model, *system, state, problems);
  check_penetration_bound(model, system->info(), problems);
  if (!assembly.initial.failed) {
    warn_of_long_moves(*system, assembly.initial, problems);
    for (const auto& [joint, words] : system->outside(state.q())) {
      const Joint& of = model.joints[static_cast<std::size_t>(joint)];
      problems.error(of.where, "joint." + of.name, "at the start " + words,
                     "draw the second body's part inside the first one's: points, axes, positions");
    }
    check_overlap(written, *system, state, problems);
    check_constraint_formulation(model, *system, state, assembly.initial, problems);
  }
  if (!problems.has_errors()) system->set_forces(assembler.forces(*system, state));
  system->set_initial(state);
  assembly.system = std::move(system);
  return assembly;
}

}  // namespace freeplay
