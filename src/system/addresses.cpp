// SPDX-License-Identifier: Apache-2.0
#include "system/addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/fields.h"
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
  Lister(Model& model, const Model& given) : model_(model), given_(given) {}

  AddressBook list() {
    const auto is_zero = [](const auto& g) {
      return std::all_of(g.begin(), g.end(), [](double x) { return x == 0; });
    };
    block_ = &model_;
    if (model_.dimension == 2 && !is_zero(model_.gravity)) field("gravity", gravity_field(), model_.gravity);
    if (model_.dimension == 3 && !is_zero(model_.gravity3))
      field("gravity", spatial_model_fields[0].param, model_.gravity3);
    for (Body& body : model_.bodies) list_body(body);
    for (Joint& joint : model_.joints) list_joint(joint);
    for (Driver& driver : model_.drivers) {
      block_ = &driver;
      const Joint* joint = find_joint(driver.joint);
      unit_ = joint ? driven_unit(joint->type, model_.dimension, driver.coordinate) : "";
      list_choice("driver." + driver.name + ".motion", driver.motion, "driver");
      unit_.clear();
    }
    for (Force& force : model_.forces) {
      block_ = &force;
      list_values("force." + force.name, force.values,
                  registry_in("force", model_.dimension).find(force.type));
    }
    block_ = &model_.contact;
    list_contact("contact", model_.contact);
    if (!model_.shapes.empty()) leave_out("shape.*", "surfaces are made when they are assembled");
    if (!model_.pairs.empty()) leave_out("pair", "pairs have no names");
    book_.left_out.insert(book_.left_out.end(), {"method.*, run.*: they are not of the system",
                                                 "what of a body is not given: it is found"});
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
    book_.numbers.push_back({{std::move(path), resolve_unit(param.unit, unit_)}, at, &param, block_});
  }
  void leave_out(const std::string& path, const char* why) {
    book_.left_out.push_back(fmt::format("{}: {}", path, why));
  }

  void field(const std::string& path, const Param& param, double& value) { add(path, param, &value); }
  void field(const std::string& path, const Param& param, std::optional<double>& value) {
    if (value) add(path, param, &*value);
  }
  template <std::size_t N>
  void field(const std::string& path, const Param& param, std::array<double, N>& value) {
    if constexpr (N == 4) return leave_out(path, "an orientation is one thing");
    for (std::size_t k = 0; k < N; ++k) add(fmt::format("{}[{}]", path, k), param, &value[k]);
  }
  template <class T>
  void field(const std::string&, const Param&, T&) {}  // texts, flags, whole numbers, outlines

  template <class T>
  void list_fields(const std::string& path, T& object, std::span<const Field<T>> fields) {
    for (const Field<T>& one : fields) {
      if (one.given != nullptr && !(object.*one.given)) continue;
      if (std::string_view(one.param.key) == "centre" && !model_.shapes.empty()) {
        leave_out(path + ".centre", "the body's shapes would move");
        continue;
      }
      std::visit([&](auto member) { field(path + "." + one.param.key, one.param, object.*member); },
                 one.member);
    }
  }

  void list_body(Body& body) {
    block_ = &body;
    const auto same = [&](const Body& other) { return other.name == body.name && !other.grid; };
    const std::string path = "body." + body.name;
    if (std::none_of(given_.bodies.begin(), given_.bodies.end(), same))
      return leave_out(path, "one of a grid");
    if (model_.dimension == 2) return list_fields<Body>(path, body, body_fields);
    list_fields<Body>(path, body, body_head);
    list_fields<SpatialBody>(path, body.space, spatial_body_fields);
    leave_out(path + ".inertia", "a tensor is one thing");
  }

  void list_joint(Joint& joint) {
    block_ = &joint;
    const std::string path = "joint." + joint.name;
    if (always_pushes(joint.type)) return leave_out(path, "a cam's profile is made when it is assembled");
    list_values(path, joint.values, registry_in("joint", model_.dimension).find(joint.type),
                model_.dimension == 2 ? registry("clearance").find(joint.type) : nullptr);
    if (joint.bearing) list_fields<Bearing>(path + ".bearing", *joint.bearing, bearing_fields);
    if (joint.friction) list_choice(path + ".friction", *joint.friction, "friction");
    if (joint.contact) list_contact(path + ".contact", *joint.contact);
    if (joint.end_contact) list_contact(path + ".end_contact", *joint.end_contact);
    if (!joint.play) return;
    // a bare length stands for the first key
    const EntryInfo* entry = registry("spatial_clearance").find(joint.play->name);
    const bool bare =
        joint.play->values.size() == 1 && entry->params.front().key == joint.play->values.begin()->first;
    if (bare) {
      value(path + ".clearance", entry->params.front(), joint.play->values.begin()->second);
    } else {
      list_values(path + ".clearance", joint.play->values, entry);
    }
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
      if (param.kind != ParamKind::points && param.kind != ParamKind::vectors)
        return leave_out(path, "corners");
      for (std::size_t i = 0; i < list.size(); ++i) field(fmt::format("{}[{}]", path, i), param, list[i]);
    };
    std::visit(Overloaded{[&](std::vector<Point>& list) { points(list); },
                          [&](std::vector<Point3>& list) { points(list); },
                          [&](std::vector<double>&) { leave_out(path, "a table"); },
                          [&](Choices& list) { methods(path, param, list); },
                          [&](auto& other) { field(path, param, other); }},
               value.data);
  }

  void methods(const std::string& path, const Param& param, Choices& list) {
    if (param.kind != ParamKind::method || list.all().size() != 1)
      return leave_out(path, "a list of methods");
    // the model is this system's own: its list is constant for readers only
    list_choice(path, const_cast<Choice&>(list.all().front()), param.registry);
  }

  Model& model_;
  const Model& given_;
  const void* block_ = nullptr;
  std::string unit_;  ///< of the coordinate that a driver prescribes
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

AddressBook list_numbers(WrittenOut& written, const Model& given) {
  return Lister(written.model, given).list();
}

}  // namespace freeplay
