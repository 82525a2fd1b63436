// SPDX-License-Identifier: Apache-2.0
#include "system/addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "model/actuators.h"
#include "model/couplings.h"
#include "model/fields.h"
#include "model/orientation.h"
#include "model/words.h"

namespace freeplay {
namespace {

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

class Lister {
 public:
  Lister(WrittenOut& written, const Model& given) : written_(written), model_(written.model), given_(given) {}

  AddressBook list() {
    const auto is_zero = [](const auto& g) {
      return std::all_of(g.begin(), g.end(), [](double x) { return x == 0; });
    };
    block_ = &model_;
    if (model_.dimension == 2 && !is_zero(model_.gravity)) field("gravity", gravity_field(), model_.gravity);
    if (model_.dimension == 3 && !is_zero(model_.gravity3))
      field("gravity", spatial_model_fields[0].param, model_.gravity3);
    list_bodies();
    for (Joint& joint : model_.joints) list_joint(joint);
    for (Driver& driver : model_.drivers) {
      block_ = &driver;
      const Joint* joint = find_joint(driver.joint);
      unit_ = joint ? driven_unit(joint->type, model_.dimension, driver.coordinate) : "";
      list_choice("driver." + driver.name + ".motion", driver.motion, "driver");
      unit_.clear();
    }
    for (Coupling& coupling : model_.couplings) {
      block_ = &coupling;
      list_values("coupling." + coupling.name, coupling.values, find_coupling(coupling.type));
      if (coupling.contact) list_contact("coupling." + coupling.name + ".contact", *coupling.contact);
    }
    for (Actuator& actuator : model_.actuators) {
      block_ = &actuator;
      const Joint* joint = find_joint(actuator.joint);
      unit_ = joint ? driven_unit(joint->type, model_.dimension, actuator.coordinate) : "";
      list_values("actuator." + actuator.name, actuator.values, find_actuator(actuator.type));
      unit_.clear();
    }
    for (const FunctionTable& table : model_.tables)
      leave_out("table." + table.name, "formulas were read with it");
    for (Force& force : model_.forces) {
      block_ = &force;
      moved_ = is_moved(force.bodies);
      list_values("force." + force.name, force.values,
                  registry_in("force", model_.dimension).find(force.type));
    }
    moved_ = false;
    list_shapes();
    block_ = &model_.contact;
    list_contact("contact", model_.contact);
    if (model_.contact.pool) leave_out("contact.pool", "it says what the system is made of");
    list_method();
    return std::move(book_);
  }

 private:
  static const Param& gravity_field() {
    return std::find_if(
               std::begin(model_fields), std::end(model_fields),
               [](const Field<Model>& field) { return std::string_view(field.param.key) == "gravity"; })
        ->param;
  }

  const Joint* find_joint(const std::string& name) const {
    for (const Joint& joint : model_.joints) {
      if (joint.name == name) return &joint;
    }
    return nullptr;
  }

  void add(std::string path, const Param& param, double* at) {
    book_.numbers.push_back({{std::move(path), resolve_unit(param.unit, unit_), owner_}, at, &param, block_});
    book_.numbers.back().grid = grid_;
  }
  void leave_out(const std::string& path, const char* why) {
    book_.left_out.push_back(fmt::format("{}: {}", path, why));
  }

  void field(const std::string& path, const Param& param, double& value) { add(path, param, &value); }
  void field(const std::string& path, const Param& param, std::optional<double>& value) {
    if (value) add(path, param, &*value);
  }
  void field(const std::string& path, const Param&, Orientation& value) {
    Orientation again = value;  // in code the quaternion may have been changed by itself
    const Quaternion &found = again, &given = value;
    if (make_quaternion(again) || found != given) value = Orientation(given);
    using Form = Orientation::Form;
    const std::size_t before = book_.numbers.size();
    if (value.form == Form::quaternion) each(path + ".quaternion", kOrientationQuaternion, value.numbers, 4);
    if (value.form == Form::axis) {
      each(path + ".axis", kOrientationAxis, value.numbers, 3);
      add(path + ".angle", kOrientationAngle, &value.numbers[3]);
    }
    if (value.form == Form::sequence) each(path + ".angles", kOrientationAngles, value.numbers, 3);
    for (std::size_t i = before; i < book_.numbers.size(); ++i) book_.numbers[i].orientation = &value;
  }
  template <std::size_t N>
  void field(const std::string& path, const Param& param, std::array<double, N>& value) {
    each(path, param, value, N);
  }
  void field(const std::string& path, const Param&, std::vector<Point>& outline) {
    if (!outline.empty()) leave_out(path, "it is only drawn");
  }
  template <class T>
  void field(const std::string&, const Param&, T&) {}  // texts, flags, whole numbers

  template <class List>
  void each(const std::string& path, const Param& param, List& list, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) add(fmt::format("{}[{}]", path, k), param, &list[k]);
  }

  template <class T>
  void list_fields(const std::string& path, T& object, std::span<const Field<T>> fields) {
    for (const Field<T>& one : fields) {
      if (one.given != nullptr && !(object.*one.given)) continue;
      if (weighed_ && is_weight(one.param.key)) {
        leave_out(path + "." + one.param.key, "it follows from the shapes of the body");
        continue;
      }
      if (relative_ && is_place(one.param.key)) {
        leave_out(path + "." + one.param.key, "it is one of bodies that stand on each other");
        continue;
      }
      std::visit([&](auto member) { field(path + "." + one.param.key, one.param, object.*member); },
                 one.member);
    }
  }

  static bool is_place(std::string_view key) {
    return key == "position" || key == "angle" || key == "orientation";
  }

  /// In the plane the position is that of the centre of mass.
  bool is_weight(std::string_view key) const {
    return key == "mass" || key == "inertia" || key == "centre" || key == "inertia_axes" ||
           (model_.dimension == 2 && key == "position");
  }

  bool is_weighed(const std::string& name) const {
    return std::any_of(model_.bodies.begin(), model_.bodies.end(),
                       [&](const Body& body) { return body.weighed && body.name == name; });
  }

  /// Points in the frame of a body in the plane that was moved to its centre of mass.
  template <class Bodies>
  bool is_moved(const Bodies& bodies) const {
    return model_.dimension == 2 && std::any_of(bodies.begin(), bodies.end(),
                                                [&](const std::string& name) { return is_weighed(name); });
  }

  void list_bodies() {
    std::size_t place = 0;
    auto grid = written_.grids.begin();
    for (const Body& body : given_.bodies) {
      if (body.grid) {
        grid_ = &*grid;
        list_body(grid->body);
        list_fields<Grid>("body." + body.name + ".grid", *grid->body.grid, grid_fields);
        leave_out("body." + body.name + ".grid.count", "it says what the system is made of");
        grid_ = nullptr;
        place += idx(copies(*body.grid));
        ++grid;
      } else {
        list_body(model_.bodies[place++]);
      }
    }
    const auto found = [](const Body& body) {
      const SpatialBody& space = body.space;
      return !(body.position_given && body.angle_given && body.velocity_given &&
               body.angular_velocity_given) &&
             !(space.position_given && space.orientation_given && space.velocity_given &&
               space.angular_velocity_given);
    };
    if (std::any_of(model_.bodies.begin(), model_.bodies.end(), found))
      leave_out("body.*", "positions and velocities that are not given are found");
  }

  void list_body(Body& body) {
    block_ = &body;
    relative_ = body.relative;
    weighed_ = body.weighed;
    const std::string path = "body." + body.name;
    if (model_.dimension == 2) {
      list_fields<Body>(path, body, body_fields);
      relative_ = weighed_ = false;
      return;
    }
    list_fields<Body>(path, body, body_head);
    list_fields<SpatialBody>(path, body.space, spatial_body_fields);
    relative_ = weighed_ = false;
    if (body.weighed) return leave_out(path + ".inertia", "it follows from the shapes of the body");
    auto& J = body.space.inertia;
    bool rows = body.space.inertia_rows;
    for (std::size_t k = 0; k < 9; ++k) rows = rows || (k % 4 != 0 && J[k] != 0);
    for (std::size_t k = 0; k < 9; ++k) {
      if (rows) add(fmt::format("{}.inertia[{}][{}]", path, k / 3, k % 3), spatial_inertia, &J[k]);
      if (!rows && k % 4 == 0) add(fmt::format("{}.inertia[{}]", path, k / 4), spatial_inertia, &J[k]);
    }
  }

  void list_joint(Joint& joint) {
    block_ = &joint;
    const std::string path = "joint." + joint.name;
    moved_ = is_moved(joint.bodies);
    list_values(path, joint.values, registry_in("joint", model_.dimension).find(joint.type),
                model_.dimension == 2 ? registry("clearance").find(joint.type) : nullptr);
    moved_ = false;
    if (joint.bearing) list_fields<Bearing>(path + ".bearing", *joint.bearing, bearing_fields);
    if (joint.friction) list_choice(path + ".friction", *joint.friction, "friction");
    if (joint.contact) list_contact(path + ".contact", *joint.contact);
    if (joint.end_contact) list_contact(path + ".end_contact", *joint.end_contact);
    if (joint.limits) {
      const auto name = joint.limits->values.find("coordinate");
      unit_ = driven_unit(joint.type, model_.dimension,
                          name == joint.limits->values.end() ? "" : std::get<std::string>(name->second.data));
      list_values(path + ".limits", joint.limits->values, &limits_entry);
      unit_.clear();
    }
    if (!joint.play) return;
    // A bare length stands for the first key, of the play in the plane where the joint has both kinds.
    const RegistryInfo& known = registry("spatial_clearance");
    const EntryInfo* entry = known.find(joint.play->name);
    const EntryInfo* in_plane = known.find(joint.type + kInPlane);
    const bool bare = (in_plane == nullptr || in_plane == entry) && joint.play->values.size() == 1 &&
                      entry->params.front().key == joint.play->values.begin()->first;
    if (bare) {
      value(path + ".clearance", entry->params.front(), joint.play->values.begin()->second);
    } else {
      list_values(path + ".clearance", joint.play->values, entry);
    }
  }

  /// Copies of a shape are made from the values of the first.
  void list_shapes() {
    std::size_t groups = 0;
    for (std::size_t i = 0; i < model_.shapes.size(); ++i) {
      if (written_.groups[i] < static_cast<int>(groups)) continue;
      Shape& shape = model_.shapes[i];
      const std::string path = "shape." + written_.group_names[groups++];
      block_ = &shape;
      if (is_weighed(shape.body)) {
        leave_out(path, "its body is weighed by it");
      } else if (touches(shape)) {
        list_values(path, shape.values, registry_in("shape", model_.dimension).find(shape.type));
      } else {
        leave_out(path, "it is only drawn");
      }
    }
    for (std::size_t i = 0; i < model_.pairs.size(); ++i) {
      block_ = &model_.pairs[i];
      if (model_.pairs[i].contact) list_contact(fmt::format("pair[{}].contact", i), *model_.pairs[i].contact);
    }
  }

  void list_method() {
    Method& method = model_.method;
    block_ = &method;
    owner_ = Numbers::Owner::method;
    if (method.stepper_replaced) {
      leave_out("method.stepper", "the file names none of this world: it has its defaults");
    } else {
      list_choice("method.stepper", method.stepper, "stepper");
    }
    list_choice("method.solver", method.solver, "solver");
    if (method.formulation) list_choice("method.formulation", *method.formulation, "formulation");
    owner_ = Numbers::Owner::run;
    if (model_.run.end > 0) list_fields<Run>("run", model_.run, end_fields);
    list_fields<Run>("run.limits", model_.run, limit_fields);
    leave_out("run.record", "it says what is written, not what happens");
  }

  void list_contact(const std::string& path, ContactSettings& contact) {
    if (contact.impact) list_choice(path + ".impact", *contact.impact, "impact");
    if (contact.friction) list_choice(path + ".friction", *contact.friction, "friction");
    if (contact.force) list_choice(path + ".force", *contact.force, "contact_force");
  }

  void list_choice(const std::string& path, Choice& choice, const std::string& registry_name) {
    list_values(path, choice.values, registry(registry_name).find(choice.name));
  }

  void list_values(const std::string& path, Values& values, const EntryInfo* entry,
                   const EntryInfo* other = nullptr) {
    for (auto& [key, one] : values) {
      const Param* param = nullptr;
      for (const EntryInfo* info : {entry, other}) {
        for (const Param& candidate : info ? info->params : std::span<const Param>()) {
          if (param == nullptr && key == candidate.key) param = &candidate;
        }
      }
      if (param != nullptr) value(path + "." + key, *param, one);
    }
    for (const EntryInfo* info : {entry, other}) {
      for (const Param& param : info ? info->params : std::span<const Param>()) {
        if (param.kind != ParamKind::number || std::isnan(param.fallback) || param.optional) continue;
        if (values.count(param.key) != 0 || (info == other && entry && find_param(*entry, param.key)))
          continue;
        add(path + "." + param.key, param, nullptr);
        AddressedNumber& number = book_.numbers.back();
        number.values = &values;
        values.emplace(param.key, Value{param.fallback, {}});
        number.take_back();
      }
    }
  }

  void value(const std::string& path, const Param& param, Value& value) {
    const auto points = [&](auto& list) {
      if (param.kind == ParamKind::vertices)
        return leave_out(path, "corners of a hull may turn up or vanish");
      for (std::size_t i = 0; i < list.size(); ++i) field(fmt::format("{}[{}]", path, i), param, list[i]);
    };
    const bool of_force =
        param.kind == ParamKind::point && path.starts_with("force.");  // of joints in the world
    if (moved_ && (param.kind == ParamKind::points || (of_force && std::string_view(param.unit) == "m")))
      return leave_out(path, "the frame of a body was moved to its centre of mass");
    std::visit(Overloaded{[&](std::vector<Point>& list) { points(list); },
                          [&](std::vector<Point3>& list) { points(list); },
                          [&](std::vector<double>& list) { each(path, param, list, list.size()); },
                          [&](Choices& list) { methods(path, param, list); },
                          [&](Texts&) {
                            if (param.kind != ParamKind::texts)
                              leave_out(path, "it is a formula of what moves");
                          },
                          [&](auto& other) { field(path, param, other); }},
               value.data);
  }

  void methods(const std::string& path, const Param& param, Choices& list) {
    const bool one = param.kind == ParamKind::method;
    for (std::size_t i = 0; i < list.all().size(); ++i) {
      // the model is this system's own: its list is constant for readers only
      list_choice(one ? path : fmt::format("{}[{}]", path, i), const_cast<Choice&>(list.all()[i]),
                  param.registry);
    }
  }

  WrittenOut& written_;
  Model& model_;
  const Model& given_;
  const void* block_ = nullptr;
  const WrittenGrid* grid_ = nullptr;
  Numbers::Owner owner_ = Numbers::Owner::system;
  std::string unit_;       ///< of the coordinate that a driver prescribes
  bool relative_ = false;  ///< the body's place is not given in the world
  bool weighed_ = false;   ///< by its shapes
  bool moved_ = false;     ///< the frame of a body, with the points that are given in it
  AddressBook book_;
};

}  // namespace

void AddressedNumber::set(double value) {
  if (at == nullptr) at = &std::get<double>(values->insert(std::move(spare)).position->second.data);
  *at = value;
}

void AddressedNumber::take_back() {
  spare = values->extract(param->key);
  at = nullptr;
}

void AddressedNumber::settle(Model& model) const {
  if (grid != nullptr) copy_numbers(*grid, model.bodies);
  if (orientation == nullptr) return;
  if (const auto wrong = make_quaternion(*orientation))
    throw ModelError({{Severity::error, {}, address.path, wrong->message, wrong->hint}});
}

AddressBook list_numbers(WrittenOut& written, const Model& given) { return Lister(written, given).list(); }

}  // namespace freeplay
