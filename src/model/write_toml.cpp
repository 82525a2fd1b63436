// SPDX-License-Identifier: Apache-2.0
// A model as TOML text. What was given is written so that reading it back gives the same model; defaults
// that apply stand beside it as comments.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/registry.h"
#include "model/actuators.h"
#include "model/couplings.h"
#include "model/fields.h"
#include "model/words.h"

namespace freeplay {
namespace {

std::string literal(double value) {
  if (value == 0 && std::signbit(value)) return "-0.0";
  return fmt::format("{}", value);  // the shortest text that gives the same double
}

std::string literal(int value) { return fmt::format("{}", value); }
std::string literal(bool value) { return value ? "true" : "false"; }

std::string literal(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      quoted += fmt::format("\\u{:04X}", static_cast<unsigned>(byte));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string literal(const Point& point) {
  return fmt::format("[{}, {}]", literal(point[0]), literal(point[1]));
}

std::string literal(const Point3& vector) {
  return fmt::format("[{}, {}, {}]", literal(vector[0]), literal(vector[1]), literal(vector[2]));
}

std::string literal(const Quaternion& e) {
  return fmt::format("{{ quaternion = [{}, {}, {}, {}] }}", literal(e[0]), literal(e[1]), literal(e[2]),
                     literal(e[3]));
}

template <class Items>
std::string list_literal(const Items& items) {
  std::string text = "[";
  for (const auto& item : items) text += (text.size() > 1 ? ", " : "") + literal(item);
  return text + "]";
}

std::string literal(const std::vector<Point>& points) { return list_literal(points); }
std::string literal(const std::vector<Point3>& vectors) { return list_literal(vectors); }
std::string literal(const std::vector<double>& numbers) { return list_literal(numbers); }
std::string literal(const std::vector<std::string>& texts) { return list_literal(texts); }
std::string literal(const Texts& texts) { return list_literal(texts.all()); }
std::string literal(const std::array<std::string, 2>& texts) { return list_literal(texts); }
std::string literal(const std::array<int, 2>& numbers) { return list_literal(numbers); }

std::string literal(const Value& value, const Param* param);

/// { lift = "dwell", angle = 1 }, in the order of the declarations
std::string literal(const Choice& method, const char* word) {
  std::string text = fmt::format("{{ {} = {}", word == nullptr ? "name" : word, literal(method.name));
  Values rest = method.values;
  const auto write = [&](const std::string& key, const Param* param) {
    const auto found = rest.find(key);
    if (found == rest.end()) return;
    text += fmt::format(", {} = {}", key, literal(found->second, param));
    rest.erase(found);
  };
  if (const EntryInfo* entry = word == nullptr ? nullptr : registry(word).find(method.name)) {
    for (const Param& param : entry->params) write(param.key, &param);
  }
  while (!rest.empty()) write(rest.begin()->first, nullptr);
  return text + " }";
}

/// `param`: its declaration, which knows the registry of methods.
std::string literal(const Value& value, const Param* param) {
  // one formula in place of one number
  if (const auto* texts = std::get_if<Texts>(&value.data);
      texts != nullptr && param != nullptr && param->kind == ParamKind::number) {
    return literal(texts->all().front());
  }
  if (const auto* methods = std::get_if<Choices>(&value.data)) {
    const char* word = param == nullptr ? nullptr : param->registry;
    if (param != nullptr && param->kind == ParamKind::method && methods->all().size() == 1) {
      return literal(methods->all().front(), word);
    }
    std::string text = "[";
    for (const Choice& method : methods->all()) text += (text.size() > 1 ? ", " : "") + literal(method, word);
    return text + "]";
  }
  return std::visit(
      [](const auto& data) -> std::string {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(data)>, Choices>) {
          return "[]";
        } else {
          return literal(data);
        }
      },
      value.data);
}

template <class T>
std::string literal(const std::optional<T>& value) {
  return literal(*value);
}

// Whether there is something to write; an absent optional or empty list is not.
template <class T>
bool is_present(const T&) {
  return true;
}
template <class T>
bool is_present(const std::optional<T>& value) {
  return value.has_value();
}
template <class T>
bool is_present(const std::vector<T>& value) {
  return !value.empty();
}

class Writer {
 public:
  std::string write(const Model& model) {
    dimension_ = model.dimension;
    for (const Field<Model>& field : model_fields) {
      const bool gravity = std::string_view(field.param.key) == "gravity";
      if (!gravity || dimension_ == 2) fields<Model>({&field, 1}, model);
    }
    if (dimension_ == 3) fields<Model>(spatial_model_fields, model);
    for (const Body& body : model.bodies) write_body(body);
    for (const Joint& joint : model.joints) write_joint(joint);
    for (const Driver& driver : model.drivers) write_driver(driver, model);
    for (const Coupling& coupling : model.couplings) write_coupling(coupling);
    for (const FunctionTable& table : model.tables) write_table(table);
    for (const Actuator& actuator : model.actuators) write_actuator(actuator, model);
    for (const Force& force : model.forces) write_force(force);
    for (const Shape& shape : model.shapes) write_shape(shape);
    for (const ShapePair& pair : model.pairs) {
      header("[[pair]]");
      fields<ShapePair>(pair_fields, pair);
      if (pair.contact) contact("pair.contact", *pair.contact);
    }
    contact("contact", model.contact);
    for (const Slot<Method>& slot : method_slots) write_slot("method", slot, model.method);
    if (model.method.joint_drift || model.method.joint_friction) {
      header("[method.joints]");
      fields<Method>(method_joint_fields, model.method);
    }
    header("[run]");
    if (model.run.end > 0 || model.run.mode != "statics") fields<Run>(end_fields, model.run);
    fields<Run>(run_fields, model.run);
    if (!model.run.stop_when.empty()) line(stop_param.key, literal(model.run.stop_when), "-");
    header("[run.record]");
    fields<RecordOptions>(record_fields, model.run.record);
    if (model.run.energy_error_max || model.run.penetration_max) {
      header("[run.limits]");
      fields<Run>(limit_fields, model.run);
    }
    return std::move(out_);
  }

 private:
  void header(const std::string& text) { out_ += "\n" + text + "\n"; }

  void line(const std::string& key, const std::string& value, const std::string& unit,
            bool is_default = false) {
    std::string comment = unit == "-" ? "" : unit;
    if (is_default) comment += comment.empty() ? "default" : ", default";
    out_ += fmt::format("{}{} = {}{}{}\n", is_default ? "# " : "", key, value, comment.empty() ? "" : "  # ",
                        comment);
  }

  template <class T>
  void fields(std::span<const Field<T>> list, const T& from) {
    for (const Field<T>& field : list) {
      std::visit(
          [&](auto member) {
            const auto& value = from.*member;
            if (!is_present(value)) return;
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::string>) {
              if (value.empty() && field.param.optional) return;
            }
            const bool is_default = field.given != nullptr && !(from.*(field.given));
            line(field.param.key, literal(value), field.param.unit, is_default);
          },
          field.member);
    }
  }

  // Given values in the order of the declarations, then those that are declared nowhere (a model built in
  // code can have them; reading the text back reports them).
  void values(std::span<const Param> params, const Values& given, const std::string& coordinate,
              bool with_defaults) {
    for (const Param& param : params) {
      const std::string unit = resolve_unit(param.unit, coordinate);
      const std::string shown = unit.empty() ? "-" : unit;
      if (const auto found = given.find(param.key); found != given.end()) {
        line(param.key, literal(found->second, &param), shown);
      } else if (with_defaults) {
        write_default(param, shown);
      }
    }
  }

  void write_default(const Param& param, const std::string& unit) {
    if (param.kind == ParamKind::choice && !param.choices.empty()) {
      line(param.key, literal(std::string(param.choices.front())), "-", true);
    } else if (param.optional || std::isnan(param.fallback)) {
      return;  // there is no default, or it follows from the rest of the model
    } else if (param.kind == ParamKind::number) {
      line(param.key, literal(param.fallback), unit, true);
    } else if (param.kind == ParamKind::boolean) {
      line(param.key, literal(param.fallback != 0), "-", true);
    }
  }

  void undeclared(std::span<const Param> first, std::span<const Param> second, const Values& given) {
    for (const auto& [key, value] : given) {
      const auto is_key = [&name = key](const Param& param) { return name == param.key; };
      const bool declared = std::any_of(first.begin(), first.end(), is_key) ||
                            std::any_of(second.begin(), second.end(), is_key);
      if (declared) continue;
      line(literal(key), literal(value, nullptr), "-");
    }
  }

  void choice(const std::string& path, const char* registry_name, const char* word, const Choice& method,
              const std::string& coordinate = {}) {
    header("[" + path + "]");
    line(word, literal(method.name), "-");
    const EntryInfo* entry = registry(registry_name).find(method.name);
    const std::span<const Param> params = entry == nullptr ? std::span<const Param>() : entry->params;
    values(params, method.values, coordinate, true);
    undeclared(params, {}, method.values);
  }

  template <class T>
  void write_slot(const std::string& path, const Slot<T>& slot, const T& from,
                  const std::string& coordinate = {}) {
    std::visit(
        [&](auto member) {
          const auto& method = from.*member;
          const std::string place = path + "." + slot.key;
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(method)>, Choice>) {
            choice(place, slot.registry, slot.word, method, coordinate);
          } else if (method) {
            choice(place, slot.registry, slot.word, *method, coordinate);
          }
        },
        slot.member);
  }

  void contact(const std::string& path, const ContactSettings& settings) {
    if (settings.world || settings.pool || path != "contact") {
      header("[" + path + "]");
      fields<ContactSettings>(contact_fields, settings);
      fields<ContactSettings>(pool_fields, settings);
    }
    for (const Slot<ContactSettings>& slot : contact_slots) write_slot(path, slot, settings);
  }

  void write_body(const Body& body) {
    header("[[body]]");
    if (dimension_ == 3) return write_spatial_body(body);
    fields<Body>(body_fields, body);
    if (!body.grid) return;
    header("[body.grid]");
    fields<Grid>(grid_fields, *body.grid);
  }

  void write_spatial_body(const Body& body) {
    fields<Body>(body_head, body);
    std::vector<Point3> rows;
    for (std::size_t i = 0; i < 9; i += 3) {
      rows.push_back({body.space.inertia[i], body.space.inertia[i + 1], body.space.inertia[i + 2]});
    }
    line(spatial_inertia.key, literal(rows), spatial_inertia.unit);
    fields<SpatialBody>(spatial_body_fields, body.space);
  }

  void write_shape(const Shape& shape) {
    header("[[shape]]");
    fields<Shape>(shape_fields, shape);
    const EntryInfo* entry = registry_in("shape", dimension_).find(shape.type);
    const std::span<const Param> params = entry == nullptr ? std::span<const Param>() : entry->params;
    values(params, shape.values, {}, true);
    undeclared(params, {}, shape.values);
  }

  void write_joint(const Joint& joint) {
    header("[[joint]]");
    fields<Joint>(joint_fields, joint);
    const EntryInfo* entry = registry_in("joint", dimension_).find(joint.type);
    const EntryInfo* play = dimension_ == 3 ? nullptr : clearance_entry(joint.type);
    const std::span<const Param> ideal = entry == nullptr ? std::span<const Param>() : entry->params;
    std::vector<Param> extra;
    if (play != nullptr) {
      for (const Param& param : play->params) {
        if (entry == nullptr || find_param(*entry, param.key) == nullptr) extra.push_back(param);
      }
    }
    values(ideal, joint.values, {}, true);
    if (dimension_ == 3) extra.assign(std::begin(spatial_reactions), std::end(spatial_reactions));
    values(extra, joint.values, {}, dimension_ == 2 && has_play(joint));
    undeclared(ideal, extra, joint.values);
    const bool in_plane = joint.play && joint.play->name.ends_with(kInPlane);
    if (in_plane) write_play_in_plane(*joint.play);
    for (const Slot<Joint>& slot : joint_slots) write_slot("joint", slot, joint);
    if (joint.bearing) {
      header("[joint.bearing]");
      fields<Bearing>(bearing_fields, *joint.bearing);
    }
    if (joint.limits) write_limits(joint);
    if (joint.play && !in_plane) write_play(*joint.play);
    if (joint.contact) contact("joint.contact", *joint.contact);
    if (joint.end_contact) contact("joint.end_contact", *joint.end_contact);
  }

  void write_limits(const Joint& joint) {
    const Values& given = joint.limits->values;
    const auto name = given.find("coordinate");
    header("[joint.limits]");
    values(limit_params, given,
           driven_unit(joint.type, dimension_,
                       name == given.end() ? "" : std::get<std::string>(name->second.data)),
           true);
    undeclared(limit_params, {}, given);
  }

  void write_coupling(const Coupling& coupling) {
    header("[[coupling]]");
    fields<Coupling>(coupling_fields, coupling);
    const EntryInfo* entry = find_coupling(coupling.type);
    const std::span<const Param> params = entry == nullptr ? std::span<const Param>() : entry->params;
    values(params, coupling.values, {}, true);
    undeclared(params, {}, coupling.values);
    if (coupling.contact) contact("coupling.contact", *coupling.contact);
  }

  /// A bare length.
  void write_play_in_plane(const Choice& play) {
    const EntryInfo* entry = registry("spatial_clearance").find(play.name);
    if (entry == nullptr) return;
    const Param& param = entry->params.front();
    const auto found = play.values.find(param.key);
    if (found != play.values.end()) line("clearance", literal(found->second, &param), param.unit);
  }

  void write_play(const Choice& play) {
    const EntryInfo* entry = registry("spatial_clearance").find(play.name);
    const std::span<const Param> params = entry == nullptr ? std::span<const Param>() : entry->params;
    header("[joint.clearance]");
    values(params, play.values, {}, true);
    undeclared(params, {}, play.values);
  }

  void write_driver(const Driver& driver, const Model& model) {
    header("[[driver]]");
    fields<Driver>(driver_fields, driver);
    for (const Slot<Driver>& slot : driver_slots) write_slot("driver", slot, driver, unit_of(driver, model));
  }

  /// Of the coordinate that a driver or actuator has to do with.
  template <class T>
  std::string unit_of(const T& of, const Model& model) const {
    for (const Joint& joint : model.joints) {
      if (joint.name == of.joint) return driven_unit(joint.type, dimension_, of.coordinate);
    }
    return {};
  }

  void write_table(const FunctionTable& table) {
    header("[[table]]");
    fields<FunctionTable>(table_fields, table);
    line("x", literal(table.x), "-");
    line("y", literal(table.y), "-");
    if (table.period > 0) line(table_period.key, literal(table.period), "-");
  }

  void write_actuator(const Actuator& actuator, const Model& model) {
    header("[[actuator]]");
    fields<Actuator>(actuator_fields, actuator);
    const EntryInfo* entry = find_actuator(actuator.type);
    const std::span<const Param> params = entry == nullptr ? std::span<const Param>() : entry->params;
    values(params, actuator.values, unit_of(actuator, model), true);
    undeclared(params, {}, actuator.values);
  }

  void write_force(const Force& force) {
    header("[[force]]");
    fields<Force>(force_fields, force);
    if (force.bodies.size() == 1) {
      line(force_body.key, literal(force.bodies[0]), "-");
    } else {
      line(force_bodies.key, literal(force.bodies), "-");
    }
    const EntryInfo* entry = registry_in("force", dimension_).find(force.type);
    const std::span<const Param> params = entry == nullptr ? std::span<const Param>() : entry->params;
    values(params, force.values, {}, true);
    undeclared(params, {}, force.values);
  }

  std::string out_;
  int dimension_ = 2;
};

}  // namespace

std::string write_model(const Model& model) { return Writer().write(model); }

}  // namespace freeplay
