// SPDX-License-Identifier: Apache-2.0
// The fields of the model's structs, listed once. Reader, writer and schema all walk these tables; what a
// registered method takes is declared with the method (registry/registry.h) in the same Param.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/registry.h"

namespace freeplay {

/// A key of the file and the member of `T` it fills. The type of the member says more about the shape than
/// ParamKind can: `int` takes whole numbers only, an array of two ints two of them, a list of points is a
/// polygon (three or more), a list of texts any number of texts, an array of two texts exactly two.
template <class T>
struct Field {
  Param param;
  std::variant<double T::*, int T::*, std::string T::*, Point T::*, std::vector<Point> T::*,
               std::vector<std::string> T::*, std::array<std::string, 2> T::*, std::optional<double> T::*,
               std::optional<std::string> T::*, std::optional<int> T::*, std::array<int, 2> T::*, bool T::*,
               Point3 T::*, Orientation T::*>
      member;
  bool T::*given = nullptr;  ///< set when the key is present
};

/// A key that holds a registered method: `friction = { law = "coulomb", mu = 0.1 }`, or the bare word.
template <class T>
struct Slot {
  const char* key;
  const char* registry;
  const char* word;      ///< the key that holds the method's name: "law" or "name"
  const char* fallback;  ///< the method meant when none is named; nullptr: must be named
  const char* help;
  bool required;
  std::variant<Choice T::*, std::optional<Choice> T::*> member;  ///< an optional one stays unset when absent
};

constexpr Param text_param(const char* key, const char* help, bool optional = false) {
  return {.key = key, .help = help, .kind = ParamKind::text, .optional = optional};
}

constexpr Param word_param(const char* key, const Words& choices, const char* help) {
  return {.key = key, .help = help, .kind = ParamKind::choice, .optional = true, .choices = choices};
}

constexpr Param point_param(const char* key, const char* symbol, const char* unit, double largest,
                            const char* help) {
  return {.key = key,
          .symbol = symbol,
          .unit = unit,
          .fallback = 0,
          .low = -largest,
          .high = largest,
          .help = help,
          .kind = ParamKind::point,
          .optional = true};
}

inline constexpr Field<Model> model_fields[] = {
    {{.key = "freeplay", .low = 1, .high = 1, .help = "version of the file format"}, &Model::format},
    {text_param("name", "what the model is, for titles", true), &Model::name},
    {{.key = "dimension",
      .fallback = 2,
      .low = 2,
      .high = 3,
      .help = "2 for a planar mechanism, 3 for a spatial one"},
     &Model::dimension},
    {point_param("gravity", "g", "m/s^2", 1e6, "acceleration of gravity"), &Model::gravity},
};

constexpr Param vector_param(const char* key, const char* symbol, const char* unit, double largest,
                             const char* help) {
  Param param = point_param(key, symbol, unit, largest, help);
  param.kind = ParamKind::vector;
  return param;
}

constexpr Param orientation_param(const char* key, const char* help) {
  return {.key = key, .symbol = "e", .help = help, .kind = ParamKind::orientation, .optional = true};
}

/// In place of `gravity` in space.
inline constexpr Field<Model> spatial_model_fields[] = {
    {vector_param("gravity", "g", "m/s^2", 1e6, "acceleration of gravity"), &Model::gravity3},
};

inline constexpr Field<Body> body_fields[] = {
    {text_param("name", "how joints, forces and results refer to the body"), &Body::name},
    {{.key = "mass", .symbol = "m", .unit = "kg", .low = 0, .high = 1e15, .help = "mass", .open_low = true},
     &Body::mass},
    {{.key = "inertia",
      .symbol = "J",
      .unit = "kg*m^2",
      .low = 0,
      .high = 1e20,
      .help = "moment of inertia about the centre of mass",
      .open_low = true},
     &Body::inertia},
    {point_param("position", "r", "m", 1e9, "of the centre of mass at the start"), &Body::position,
     &Body::position_given},
    {{.key = "angle",
      .symbol = "φ",
      .unit = "rad",
      .fallback = 0,
      .low = -1e9,
      .high = 1e9,
      .help = "of the body frame at the start"},
     &Body::angle,
     &Body::angle_given},
    {point_param("velocity", "v", "m/s", 3e8, "of the centre of mass at the start"), &Body::velocity,
     &Body::velocity_given},
    {{.key = "angular_velocity",
      .symbol = "ω",
      .unit = "rad/s",
      .fallback = 0,
      .low = -1e9,
      .high = 1e9,
      .help = "at the start"},
     &Body::angular_velocity,
     &Body::angular_velocity_given},
    {{.key = "outline",
      .unit = "m",
      .fallback = 0,
      .low = -1e9,
      .high = 1e9,
      .help = "polygon in the body frame, for drawing only",
      .kind = ParamKind::points,
      .optional = true},
     &Body::outline},
};

/// Of every body; what it means is done with when the model has been read.
inline constexpr Param relative_to = text_param(
    "relative_to", "the body in whose frame the position and the angle or orientation are given", true);

/// Of a body that is weighed by its shapes, and of a shape that weighs something.
inline constexpr Param weight_material = text_param(
    "material", "steel, aluminium, brass, PA6, …: its density, in place of mass and inertia", true);
inline constexpr Param weight_density{.key = "density",
                                      .symbol = "ρ",
                                      .unit = "kg/m^3",
                                      .low = 0,
                                      .high = 1e6,
                                      .help = "in place of a material; 0: not weighed",
                                      .optional = true};
inline constexpr Param weight_thickness{.key = "thickness",
                                        .unit = "m",
                                        .low = 0,
                                        .high = 1e9,
                                        .help = "across the plane, of what is weighed",
                                        .optional = true,
                                        .open_low = true};
inline constexpr Param weight_params[] = {weight_material, weight_density, weight_thickness};

/// Name and mass, which a body has in the plane and in space.
inline constexpr std::span<const Field<Body>> body_head = std::span(body_fields).first(2);

/// [[body]] in space, besides name, mass and `inertia`.
inline constexpr Field<SpatialBody> spatial_body_fields[] = {
    {vector_param("centre", "c", "m", 1e9, "centre of mass in the body's frame; default: its origin"),
     &SpatialBody::centre, &SpatialBody::centre_given},
    {orientation_param("inertia_axes", "axes of the inertia in the body's frame; default: the frame's own"),
     &SpatialBody::inertia_axes, &SpatialBody::inertia_axes_given},
    {vector_param("position", "r", "m", 1e9, "of the origin of the body's frame at the start"),
     &SpatialBody::position, &SpatialBody::position_given},
    {orientation_param("orientation", "of the body's frame at the start"), &SpatialBody::orientation,
     &SpatialBody::orientation_given},
    {vector_param("velocity", "v", "m/s", 3e8, "of the origin of the body's frame at the start"),
     &SpatialBody::velocity, &SpatialBody::velocity_given},
    {vector_param("angular_velocity", "ω", "rad/s", 1e9, "at the start, in world axes"),
     &SpatialBody::angular_velocity, &SpatialBody::angular_velocity_given},
};

/// Of a spatial body: [Jx, Jy, Jz], or three rows.
inline constexpr Param spatial_inertia{
    .key = "inertia",
    .symbol = "J",
    .unit = "kg*m^2",
    .low = -1e20,
    .high = 1e20,
    .help = "about the centre of mass: [Jx, Jy, Jz], or three rows [[Jxx, Jxy, Jxz], …]",
    .kind = ParamKind::vector};

/// [[body]] grid = { … }
inline constexpr double kMostCopies = 100000;
inline constexpr Field<Grid> grid_fields[] = {
    {{.key = "count",
      .low = 1,
      .high = kMostCopies,
      .help = "copies along x and y",
      .kind = ParamKind::point},
     &Grid::count},
    {{.key = "spacing",
      .unit = "m",
      .low = -1e9,
      .high = 1e9,
      .help = "from one copy to the next along x and y",
      .kind = ParamKind::point},
     &Grid::spacing},
};

inline constexpr Field<Joint> joint_fields[] = {
    {text_param("name", "how drivers and results refer to the joint"), &Joint::name},
    {text_param("type", "registered word of the joint"), &Joint::type},
    {text_param("bodies", "the two bodies it connects; \"ground\" is the frame of the world"),
     &Joint::bodies},
};

/// [[joint]] friction = { … }, of an ideal joint
inline constexpr Slot<Joint> joint_slots[] = {
    {"friction", "friction", "law", nullptr, "friction law of the ideal joint; none: frictionless", false,
     &Joint::friction},
};

/// [[joint]] bearing = { … }
inline constexpr Param bearing_length(const char* key, const char* symbol, const char* help) {
  return {
      .key = key, .symbol = symbol, .unit = "m", .low = 0, .help = help, .optional = true, .open_low = true};
}
inline constexpr Field<Bearing> bearing_fields[] = {
    {bearing_length("radius", "r", "of the pin or ball, at which friction acts"), &Bearing::radius},
    {bearing_length("length", "L",
                    "of the pin or slider along the axis: moments then press at its ends; without it they "
                    "cause no friction"),
     &Bearing::length},
    {bearing_length("height", "h",
                    "of the slider across the axis: friction acts at its faces; default: on "
                    "the axis"),
     &Bearing::height},
    {bearing_length("width", "w", "of the slider in space, across the axis and the height; default: height"),
     &Bearing::width},
    {word_param("guide", {"outside", "inside"}, "the guide is around the slider or inside it"),
     &Bearing::guide},
};

/// [[joint]] limits = { … }
inline constexpr Param limit_params[] = {
    {.key = "low", .unit = "@", .help = "the coordinate stops here", .optional = true},
    {.key = "high", .unit = "@", .help = "the coordinate stops here", .optional = true},
    {.key = "radius",
     .symbol = "r",
     .unit = "m",
     .low = 0,
     .help = "of an angle: arm at which the stop acts, so that gaps are lengths and pushes forces",
     .optional = true,
     .open_low = true},
    text_param("coordinate", "which one, of a joint in space that has several", true),
};
inline constexpr EntryInfo limits_entry{"limits", "", "stops of the joint's free coordinate", limit_params};

/// Of every joint in space, besides what its type declares.
inline constexpr Param spatial_reactions[] = {word_param(
    "reactions", {"world", "first", "second"},
    "axes in which its force and moment are recorded: of the world, or of the first or second body")};

inline constexpr Field<Driver> driver_fields[] = {
    {text_param("name", "how results refer to the driver"), &Driver::name},
    {text_param("joint", "the joint whose free coordinate is prescribed"), &Driver::joint},
    {text_param("coordinate", "which one, of a joint in space that has several", true), &Driver::coordinate},
};

inline constexpr Slot<Driver> driver_slots[] = {
    {"motion", "driver", "law", nullptr, "the prescribed motion", true, &Driver::motion},
};

inline constexpr Field<Coupling> coupling_fields[] = {
    {text_param("name", "how results refer to the coupling"), &Coupling::name},
    {text_param("type", "word of the coupling: docs/couplings.md"), &Coupling::type},
    {text_param("joints", "the two joints whose free coordinates it couples"), &Coupling::joints},
};

/// [[table]], besides its columns and its period, whose numbers are in units of their own.
inline constexpr Field<FunctionTable> table_fields[] = {
    {text_param("name", "how formulas call the table: letters, digits and _"), &FunctionTable::name},
    {text_param("units", "of x and y: [\"deg\", \"bar\"]; without them all numbers are bare", true),
     &FunctionTable::units},
    {word_param("interpolation", {"monotone", "linear", "spline"},
                "between the points: cubics that never overshoot, straight lines, or a spline"),
     &FunctionTable::interpolation},
};
inline constexpr Param table_columns[] = {
    {.key = "x", .help = "increasing, in the first unit", .kind = ParamKind::numbers},
    {.key = "y", .help = "one per x, in the second unit", .kind = ParamKind::numbers},
};
/// In place of the two.
inline constexpr Param table_file =
    text_param("file", "a text file with the points, its path relative to the model file", true);
inline constexpr Param table_file_columns = text_param(
    "columns",
    "of x and y in the file: numbers from 1, or the names in its first line; default: the first two", true);
inline constexpr Param table_period{.key = "period",
                                    .low = 0,
                                    .help = "of x, in its unit; without one the end values hold outside",
                                    .optional = true,
                                    .open_low = true};

inline constexpr Field<Actuator> actuator_fields[] = {
    {text_param("name", "how results refer to the actuator"), &Actuator::name},
    {text_param("type", "word of the actuator: docs/actuators.md"), &Actuator::type},
    {text_param("joint", "the joint on whose free coordinate it acts"), &Actuator::joint},
    {text_param("coordinate", "which one, of a joint in space that has several", true),
     &Actuator::coordinate},
};

inline constexpr Field<Force> force_fields[] = {
    {text_param("name", "how results refer to the force"), &Force::name},
    {text_param("type", "registered word of the force"), &Force::type},
};

inline constexpr Param force_body = text_param("body", "the body it acts on");
inline constexpr Param force_bodies = text_param("bodies", "the two bodies between which it acts");

inline constexpr Field<Shape> shape_fields[] = {
    {text_param("name",
                "how pairs and results refer to the shape; default: the body's name, of the ground the type",
                true),
     &Shape::name},
    {text_param("body", "the body it belongs to; \"ground\" is the frame of the world"), &Shape::body},
    {text_param("type", "registered word of the shape"), &Shape::type},
};

inline constexpr Field<ShapePair> pair_fields[] = {
    {text_param("shapes", "the two shapes; the shape of a grid means each of its copies"),
     &ShapePair::shapes},
    {{.key = "enabled",
      .fallback = 1,
      .help = "false: the two pass through each other",
      .kind = ParamKind::boolean},
     &ShapePair::enabled},
};

inline constexpr Field<ContactSettings> contact_fields[] = {
    {word_param("world", {"rigid", "compliant"},
                "impacts of rigid bodies, or forces from penetration; one for the model"),
     &ContactSettings::world},
};

/// Of the model's own [contact] only.
inline constexpr Field<ContactSettings> pool_fields[] = {
    {{.key = "pool",
      .low = 1,
      .high = 1000000,
      .help = "most free contacts at a time; default: from the shapes",
      .optional = true},
     &ContactSettings::pool},
};

inline constexpr Slot<ContactSettings> contact_slots[] = {
    {"impact", "impact", "law", nullptr, "impact law", false, &ContactSettings::impact},
    {"friction", "friction", "law", nullptr, "friction law; none: frictionless", false,
     &ContactSettings::friction},
    {"force", "contact_force", "law", nullptr, "contact force law of the compliant world", false,
     &ContactSettings::force},
};

inline constexpr Slot<Method> method_slots[] = {
    {"stepper", "stepper", "name", "symmetric", "time-stepping method", false, &Method::stepper},
    {"solver", "solver", "name", "auto", "solver of the contact problem", false, &Method::solver},
    {"formulation", "formulation", "name", "baumgarte", "how smooth steppers keep ideal joints together",
     false, &Method::formulation},
};

/// [method] joints = { … }
inline constexpr Field<Method> method_joint_fields[] = {
    {word_param("drift", {"project", "none"},
                "what is done about the drift of joints; default: the stepper's own"),
     &Method::joint_drift},
    {word_param("friction", {"implicit", "previous_signs", "iterated"},
                "how smooth steppers find the friction of ideal joints, which follows from their reactions"),
     &Method::joint_friction},
};

inline constexpr Field<Run> run_fields[] = {
    {word_param("mode", {"dynamics", "kinematics", "inverse_dynamics", "statics"},
                "integrate the motion, follow the drivers (with or without forces), or find the equilibrium"),
     &Run::mode},
    {word_param("initial", {"file", "ideal", "as_given"},
                "start from the values of the file, made to fit the joints; from the motion of the mechanism "
                "without play; or from the values of the file whether they fit or not"),
     &Run::initial},
    {{.key = "settle",
      .fallback = 0,
      .help = "true: joints with play start pressed to where they carry their loads",
      .kind = ParamKind::boolean},
     &Run::settle},
};

/// Of every mode but statics, which may leave it out.
inline constexpr Field<Run> end_fields[] = {
    {{.key = "end",
      .symbol = "T",
      .unit = "s",
      .low = 0,
      .high = 1e9,
      .help = "time at which the run ends",
      .open_low = true},
     &Run::end},
};

/// [run]
inline constexpr Param stop_param =
    text_param("stop_when", "the run ends after the first step at whose end this formula holds", true);

/// [run] limits = { … }
inline constexpr Field<Run> limit_fields[] = {
    {{.key = "energy_error",
      .low = 0,
      .high = 1e6,
      .help = "largest numerical energy error, as a fraction of the energy (the larger of that at the start "
              "and the largest kinetic)",
      .optional = true,
      .open_low = true},
     &Run::energy_error_max},
    {{.key = "penetration",
      .unit = "m",
      .low = 0,
      .high = 1e6,
      .help = "deepest penetration",
      .optional = true,
      .open_low = true},
     &Run::penetration_max},
};

/// [run] record = { … }
inline constexpr Field<RecordOptions> record_fields[] = {
    {{.key = "every",
      .unit = "s",
      .fallback = 0,
      .low = 0,
      .high = 1e9,
      .help = "time between samples; 0: every step"},
     &RecordOptions::every},
    {text_param("channels", "patterns such as \"body/crank/*\"; none: all", true), &RecordOptions::channels},
    {{.key = "impact_threshold",
      .fallback = 1e-8,
      .low = 0,
      .high = 1,
      .help = "smallest approach energy listed as an impact, as a fraction of the kinetic energy"},
     &RecordOptions::impact_threshold},
    {{.key = "debounce",
      .fallback = 5,
      .low = 0,
      .high = 1000000,
      .help = "steps a contact mode must last to be listed"},
     &RecordOptions::debounce},
};

/// Blocks of the file in order; "list" blocks are written [[…]].
struct BlockName {
  const char* key;
  bool list;
  const char* help;
};
inline constexpr BlockName block_names[] = {
    {"parameters", false, "numbers by name, for formulas"},
    {"repeat", true, "blocks that stand in the model many times"},
    {"include", true, "blocks of other model files"},
    {"body", true, "the moving bodies"},
    {"joint", true, "what connects them, ideal or with play"},
    {"driver", true, "prescribed motions"},
    {"coupling", true, "gears, racks, belts: joints whose coordinates depend on each other"},
    {"table", true, "functions through points, for formulas"},
    {"actuator", true, "what drives the free coordinates of joints by torques and forces"},
    {"force", true, "applied forces, springs and dampers"},
    {"shape", true, "surfaces of bodies that touch each other"},
    {"pair", true, "laws of two shapes, or that they do not touch"},
    {"contact", false, "how contacts behave; a joint or a pair of shapes may override it"},
    {"method", false, "how the equations are solved"},
    {"run", false, "how long, and what is recorded"},
};

}  // namespace freeplay
