// SPDX-License-Identifier: Apache-2.0
#include "system/assemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/copies.h"
#include "model/fields.h"
#include "system/assemble_spatial.h"
#include "system/assembly_checks.h"
#include "system/assembly_names.h"
#include "system/contact_laws.h"
#include "system/formulation_checks.h"
#include "system/mode_checks.h"
#include "system/place_shapes.h"
#include "system/planar_system.h"
#include "system/stepper_checks.h"

namespace freeplay {
namespace {

Pose drawn_pose(const Body& body) {
  return {body.position[0], body.position[1], body.angle, std::cos(body.angle), std::sin(body.angle)};
}

class Assembler {
 public:
  Assembler(const WrittenOut& written, bool ideal, Diagnostics& problems)
      : written_(written),
        model_(written.model),
        ideal_(ideal),
        problems_(problems),
        laws_(written.model, problems),
        names_(written.model, problems) {}

  std::unique_ptr<PlanarSystem> build() {
    add_bodies();
    for (const Joint& joint : model_.joints) add_joint(joint);
    for (const Driver& driver : model_.drivers) add_driver(driver);
    for (const Force& force : model_.forces) names_.force_bodies(force);
    if (!ideal_ && is_dynamic(model_.run)) check_stepper(model_, parts_.info, problems_);
    if (!ideal_ && !model_.shapes.empty()) add_shapes();
    if (problems_.has_errors()) return nullptr;
    finish();
    return std::make_unique<PlanarSystem>(std::move(parts_));
  }

  /// Force elements as they stand once the mechanism is assembled: free lengths "as drawn" are measured then.
  std::vector<std::unique_ptr<PlanarForce>> forces(std::span<const double> q) {
    for (std::size_t i = 1; i < poses_.size(); ++i) {
      const double* at = q.data() + 3 * (i - 1);
      poses_[i] = {at[0], at[1], at[2], std::cos(at[2]), std::sin(at[2])};
    }
    std::vector<std::unique_ptr<PlanarForce>> placed;
    for (const Force& force : model_.forces) {
      const ForceEntry* entry = find_entry<ForceEntry>(force.type);
      const std::array<int, 2> bodies = names_.force_bodies(force).value();
      placed.push_back(
          entry->make(Parameters(*entry, force.values), bodies, pose(bodies[0]), pose(bodies[1])));
    }
    return placed;
  }

 private:
  void add_bodies() {
    poses_.push_back(Pose{});  // the ground
    for (const Body& body : model_.bodies) {
      const std::string key = "body." + body.name;
      names_.check_mass(body);
      if (!(body.inertia > 0) || !std::isfinite(body.inertia)) {
        problems_.error(body.where, key + ".inertia", fmt::format("must be positive, got {}", body.inertia));
      }
      names_.add_body(body);
      parts_.info.bodies.push_back({body.name, body.outline});
      parts_.M.insert(parts_.M.end(), {body.mass, body.mass, body.inertia});
      poses_.push_back(drawn_pose(body));
    }
    if (model_.bodies.empty()) {
      problems_.error(model_.where, "body", "the model has no bodies",
                      "add a [[body]] with name, mass and inertia");
    }
    parts_.gravity = model_.gravity;
  }

  int find_body(const std::string& name, const Where& where, const std::string& key) {
    return names_.body(name, where, key);
  }

  const Pose& pose(int body) const { return poses_[static_cast<std::size_t>(body)]; }

  void add_joint(const Joint& joint) {
    const std::string key = "joint." + joint.name;
    static constexpr EntryInfo kNoIdeal{"", "", "", {}};
    const JointEntry* entry = find_entry<JointEntry>(joint.type);
    const bool pushes = always_pushes(joint.type);
    if (!entry && !pushes) {
      names_.unknown_word(joint.where, key + ".type", joint.type, "joint");
      return;
    }
    if (entry) require_parameters(*entry, joint.values, joint.where, key, problems_);
    PlacedJoint placed;
    placed.a = find_body(joint.bodies[0], joint.where, key + ".bodies");
    placed.b = find_body(joint.bodies[1], joint.where, key + ".bodies");
    if (placed.a == placed.b && !problems_.has_errors()) {
      problems_.error(joint.where, key + ".bodies", "a joint needs two different bodies");
    }
    const ClearanceEntry* play_entry = find_entry<ClearanceEntry>(joint.type);
    check_axes(joint, entry ? static_cast<const EntryInfo&>(*entry) : *play_entry, key);
    if (entry) check_drawn(joint, *entry, placed, key);
    const bool play = has_play(joint) && !ideal_;
    if (play && !play_entry) {
      problems_.error(
          joint.where, key + ".clearance",
          fmt::format("a {} joint with clearance is not available", joint.type),
          fmt::format("joints that can have play: {}", fmt::join(registry("clearance").names(), ", ")));
      return;
    }
    if (play) require_parameters(*play_entry, joint.values, joint.where, key, problems_);
    if (problems_.has_errors()) return;

    const RowShape shape = planar_shape(placed.a, placed.b);
    const auto index = static_cast<int>(parts_.joints.size());
    if (play) {
      const EntryInfo& ideal = entry ? static_cast<const EntryInfo&>(*entry) : kNoIdeal;
      placed.clearance = play_entry->make(Parameters(*play_entry, joint.values),
                                          Parameters(ideal, joint.values), key, problems_);
      if (!placed.clearance) return;
      placed.first_contact = static_cast<int>(parts_.info.contacts.size());
      ContactInfo contact;
      static_cast<ContactData&>(contact) =
          laws_.laws(joint.contact, joint.where, key, "a joint with clearance needs");
      contact.shape = shape;
      contact.length = placed.clearance->length();
      for (int i = 0; i < placed.clearance->contacts(); ++i) {
        contact.name = joint.name + "." + placed.clearance->contact_name(i);
        contact.force =
            laws_.force(joint.contact, placed.clearance->geometry(i), contact.name, joint.where, key);
        parts_.info.contacts.push_back(contact);
      }
      if (placed.clearance->has_branches()) {
        placed.feature = parts_.info.features++;
        ++parts_.info.switches;
      }
      placed.first_extra = static_cast<int>(parts_.info.extra.size());
      for (const ClearanceChannel& channel : placed.clearance->channels()) {
        parts_.info.extra.push_back(
            {"/joint/" + joint.name + "/" + channel.word, channel.unit, channel.help});
      }
    } else if (entry) {  // a joint that only pushes is not there in the mechanism without play
      placed.ideal = entry->make(Parameters(*entry, joint.values), pose(placed.a), pose(placed.b));
      placed.first_row = static_cast<int>(parts_.info.constraints.size());
      for (int i = 0; i < placed.ideal->rows(); ++i) {
        parts_.info.constraints.push_back(
            {joint.name + "." + placed.ideal->row_name(i), index, -1, shape, placed.ideal->row_is_angle(i)});
      }
      if (joint.friction) add_rubbing(joint, key, index, shape, placed);
    }
    JointInfo about{joint.name, joint.type, play};
    if (play && placed.clearance->tilt()[0] >= 0) {
      for (std::size_t k = 0; k < 2; ++k) about.tilt[k] = placed.first_contact + placed.clearance->tilt()[k];
    }
    parts_.info.joints.push_back(std::move(about));
    parts_.joints.push_back(std::move(placed));
  }

  void add_rubbing(const Joint& joint, const std::string& key, int index, const RowShape& shape,
                   PlacedJoint& placed) {
    placed.rubbing = PlanarRubbing::make(joint, key, problems_);
    const FrictionLaw* law = laws_.joint_friction(*joint.friction, key + ".friction");
    if (!placed.rubbing || !law) return;
    RubbingInfo info;
    info.joint = index;
    info.pads = placed.rubbing->pads();
    if (placed.rubbing->has_lever()) info.lever.fill(0);
    info.shape = shape;
    info.radius = placed.rubbing->radius();
    info.friction = law;
    parts_.info.rubbing.push_back(info);
  }

  /// Directions of zero length would divide by zero.
  void check_axes(const Joint& joint, const EntryInfo& entry, const std::string& key) {
    for (const Param& param : entry.params) {
      const auto given = joint.values.find(param.key);
      if (given == joint.values.end() || std::string(param.unit) != "-") continue;
      const auto* axis = std::get_if<Point>(&given->second.data);
      if (axis && norm(*axis) == 0) {
        problems_.error(given->second.where, key + "." + param.key, "a direction cannot be [0, 0]",
                        "give the direction of sliding, for example [1, 0]");
      }
    }
  }

  void check_drawn(const Joint& joint, const JointEntry& entry, const PlacedJoint& placed,
                   const std::string& key) {
    if (problems_.has_errors() || entry.unless_drawn == nullptr || joint.values.count("clearance") > 0 ||
        joint.values.count(entry.unless_drawn) > 0)
      return;
    const bool is_number = find_param(entry, entry.unless_drawn)->kind == ParamKind::number;
    for (const Body& body : model_.bodies) {
      // a model built in code need not say what it gave
      if (model_.text.empty() || body.position_given ||
          (body.name != joint.bodies[0] && body.name != joint.bodies[1]))
        continue;
      problems_.error(joint.where, key,
                      fmt::format("it is taken as drawn, but body '{}' has no position", body.name),
                      is_number ? fmt::format("give `{}`, or the body's position", entry.unless_drawn)
                                : "give the body's position");
    }
    if (entry.check_drawn && !problems_.has_errors()) {
      entry.check_drawn(Parameters(entry, joint.values, joint.where), pose(placed.a), pose(placed.b), key,
                        problems_);
    }
  }

  void add_shapes() {
    const auto body = [this](const std::string& name, const Where& where, const std::string& key) {
      return find_body(name, where, key);
    };
    const auto laws = [this](const std::optional<ContactSettings>& own, const Where& where,
                             const std::string& key) {
      return laws_.laws(own, where, key, "shapes that touch need");
    };
    const auto force = [this](const std::optional<ContactSettings>& own, const ContactGeometry& geometry,
                              const std::string& contact, const Where& where, const std::string& key) {
      return laws_.force(own, geometry, contact, where, key);
    };
    free_ = place_shapes({written_, body, laws, force, problems_});
  }

  void add_driver(const Driver& driver) {
    const std::string key = "driver." + driver.name;
    const Joint* found = names_.driven_joint(driver);
    if (!found) return;
    const DriverEntry* entry = find_entry<DriverEntry>(driver.motion.name);
    const JointEntry* joint_entry = find_entry<JointEntry>(found->type);
    if (joint_entry ? *joint_entry->coordinate == '\0' : always_pushes(found->type)) {
      problems_.error(driver.where, key + ".joint",
                      fmt::format("a {} joint leaves no coordinate to drive", found->type),
                      "drive a revolute or a prismatic joint");
    }
    if (joint_entry && has_play(*found)) {
      problems_.error(driver.where, key + ".joint",
                      fmt::format("joint '{}' has clearance and cannot be driven", driver.joint),
                      "drive an ideal joint, or remove its clearance");
    }
    if (problems_.has_errors()) return;
    PlacedDriver placed;
    placed.joint = static_cast<int>(found - model_.joints.data());
    const Parameters given(*entry, driver.motion.values);
    placed.motion = entry->make(given, key + ".motion", problems_);
    placed.absolute = given.flag("absolute", false);
    placed.row = static_cast<int>(parts_.info.constraints.size());
    const PlacedJoint& joint = parts_.joints[static_cast<std::size_t>(placed.joint)];
    const bool angle = std::string(joint_entry->coordinate) == "rad";
    parts_.info.constraints.push_back({driver.name + ".motion", -1, static_cast<int>(parts_.drivers.size()),
                                       planar_shape(joint.a, joint.b), angle});
    parts_.info.drivers.push_back(driver.name);
    parts_.drivers.push_back(std::move(placed));
  }

  void finish() {
    SystemInfo& info = parts_.info;
    info.nq = info.nu = static_cast<int>(parts_.M.size());
    info.length = characteristic_length();
    for (int i = 0; i < info.nu; ++i) info.sizes.push_back(i % 3 == 2 ? 1 : info.length);
    if (!free_.shapes.empty()) {
      free_.length = info.length;
      parts_.free = FreeSlots(std::move(free_), norm(model_.gravity), model_.contact.pool, info);
    }
    parts_.laws = laws_.take();
    if (const EntryInfo* stepper = registry("stepper").find(model_.method.stepper.name))
      info.smooth = is_smooth(*stepper) || !is_dynamic(model_.run);
    info.compliant = is_compliant(model_) && !info.contacts.empty();
    size_memory(parts_.laws, info);
    StateSizes sizes;
    sizes.q = sizes.u = info.nu;
    sizes.z = info.rubbing_elements() * info.contact_states;
    sizes.m = info.rubbing_elements() * info.contact_memory;
    sizes.contacts = info.smooth ? static_cast<int>(info.contacts.size()) : info.rubbing_elements();
    sizes.features = info.features;
    parts_.initial = State(sizes);
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
      const Body& body = model_.bodies[i];
      const double q[3] = {body.position[0], body.position[1], body.angle};
      const double u[3] = {body.velocity[0], body.velocity[1], body.angular_velocity};
      std::copy(q, q + 3, parts_.initial.q().begin() + static_cast<std::ptrdiff_t>(3 * i));
      std::copy(u, u + 3, parts_.initial.u().begin() + static_cast<std::ptrdiff_t>(3 * i));
    }
  }

  /// The largest length in the drawing: what constraint errors are judged against.
  double characteristic_length() const {
    double length = 0;
    const auto take = [&](const Values& values) {
      for (const auto& [key, value] : values) {
        if (const auto* points = std::get_if<std::vector<Point>>(&value.data)) {
          for (const Point& p : *points) length = std::max(length, norm(p));
        }
      }
    };
    for (const Joint& joint : model_.joints) take(joint.values);
    for (const Force& force : model_.forces) take(force.values);
    for (std::size_t i = 1; i < poses_.size(); ++i) {
      for (std::size_t j = 1; j < i; ++j)
        length = std::max(length, norm(poses_[i].centre() - poses_[j].centre()));
    }
    if (length > 0) return length;
    for (std::size_t i = 1; i < poses_.size(); ++i) length = std::max(length, norm(poses_[i].centre()));
    for (const ContactInfo& contact : parts_.info.contacts) length = std::max(length, contact.length);
    for (std::size_t i = 0; i < parts_.M.size(); i += 3) {
      length = std::max(length, std::sqrt(parts_.M[i + 2] / parts_.M[i]));  // radius of gyration
    }
    return length;
  }

  const WrittenOut& written_;
  const Model& model_;
  bool ideal_;
  Diagnostics& problems_;
  ContactLaws laws_;
  AssemblyNames names_;
  PlanarParts parts_;
  std::vector<Pose> poses_;
  FreeParts free_;
};

GivenCoordinates given_coordinates(const Model& model, const PlanarSystem& system) {
  GivenCoordinates given;
  given.relative.assign(system.info().constraints.size(), false);
  for (const PlacedDriver& driver : system.parts().drivers) {
    given.relative[static_cast<std::size_t>(driver.row)] = !driver.absolute;
  }
  for (const Body& body : model.bodies) {
    given.q.insert(given.q.end(), {body.position_given, body.position_given, body.angle_given});
    given.u.insert(given.u.end(), {body.velocity_given, body.velocity_given, body.angular_velocity_given});
  }
  return given;
}

Assembly assemble_planar(const WrittenOut& written, Diagnostics& problems) {
  Assembly assembly;
  const Model& model = written.model;
  Assembler assembler(written, false, problems);
  std::unique_ptr<PlanarSystem> system = assembler.build();
  if (system) {
    State state = system->initial_state();
    if (model.run.initial == "ideal") {  // joints with play start assembled as ideal ones
      const std::unique_ptr<PlanarSystem> twin = Assembler(written, true, problems).build();
      State ideal = twin->initial_state();
      twin->start_drivers(ideal.q());
      assembly.initial = make_consistent(*twin, given_coordinates(model, *twin), ideal, problems);
      std::copy(ideal.q().begin(), ideal.q().end(), state.q().begin());
      std::copy(ideal.u().begin(), ideal.u().end(), state.u().begin());
    }
    if (!assembly.initial.failed) {
      system->start_drivers(state.q());
      InitialReport report = make_consistent(*system, given_coordinates(model, *system), state, problems);
      if (model.run.initial == "ideal") report.moved = assembly.initial.moved;  // nothing moves twice
      assembly.initial = report;
    }
    system->start_drivers(state.q());
    system->choose_branches(state);
    check_pool(model, *system, state, problems);
    check_penetration_bound(model, system->info(), problems);
    if (!assembly.initial.failed) {
      warn_of_long_moves(*system, assembly.initial, problems);
      check_overlap(written, *system, state, problems);
      check_constraint_formulation(model, *system, state, assembly.initial, problems);
    }
    if (!problems.has_errors()) system->set_forces(assembler.forces(state.q()));
    system->set_initial(state);
  }
  assembly.system = std::move(system);
  return assembly;
}

}  // namespace

Assembly assemble(const Model& given, Diagnostics* messages) {
  Diagnostics problems;
  WrittenOut written = write_out(given);
  const Model& model = written.model;
  prepare_mode(written.model, problems);
  Assembly assembly =
      model.dimension == 3 ? assemble_spatial(written, problems) : assemble_planar(written, problems);
  if (assembly.system && !assembly.initial.failed)
    check_driven(model, *assembly.system, assembly.system->initial_state(), problems);
  const Diagnostics located = with_places(model, problems);
  if (messages) {
    for (const Diagnostic& diagnostic : located.all()) {
      if (diagnostic.severity != Severity::error) messages->add(diagnostic);
    }
  }
  located.throw_if_errors();
  return assembly;
}

}  // namespace freeplay
