// SPDX-License-Identifier: Apache-2.0
// What the user wrote: bodies, joints, forces, drivers, contact laws, method, run. Description only;
// no physics. Every number is in SI units. Build one in code, or read it from a file with read_model().
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "freeplay/diagnostics.h"

namespace freeplay {

using Point = std::array<double, 2>;
using Point3 = std::array<double, 3>;
using Quaternion = std::array<double, 4>;  ///< Euler parameters w, x, y, z of unit length

/// An orientation, and the numbers of the file that gave it.
struct Orientation : Quaternion {
  enum class Form {
    quaternion,  ///< numbers w, x, y, z
    axis,        ///< numbers x, y, z of the axis, and the angle
    sequence,    ///< three angles, one for each letter
  };

  Orientation() : Orientation(1, 0, 0, 0) {}
  Orientation(double w, double x, double y, double z) : Orientation(Quaternion{w, x, y, z}) {}
  Orientation(const Quaternion& e) : Quaternion(e), numbers(e) {}  // NOLINT(google-explicit-constructor)

  Form form = Form::quaternion;
  std::array<double, 4> numbers;  ///< angles in rad
  std::array<char, 3> letters{};  ///< of a sequence
};

struct Choice;

/// A list of registered methods: `[{ lift = "dwell", angle = 1 }, { lift = "drop" }]`.
class Choices {
 public:
  Choices(std::vector<Choice> all);  // NOLINT(google-explicit-constructor): a list is one
  Choices(const Choices&);
  Choices(Choices&&) noexcept;
  Choices& operator=(const Choices&);
  Choices& operator=(Choices&&) noexcept;
  ~Choices();
  const std::vector<Choice>& all() const { return all_; }
  /// The same methods with the same values, wherever they stood.
  bool operator==(const Choices& other) const;

 private:
  std::vector<Choice> all_;
};

/// A list of texts: `["crank.angle", "rod.x"]`.
class Texts {
 public:
  Texts(std::vector<std::string> all);  // NOLINT(google-explicit-constructor): a list is one
  Texts(const Texts&);
  Texts(Texts&&) noexcept;
  Texts& operator=(const Texts&);
  Texts& operator=(Texts&&) noexcept;
  ~Texts();
  const std::vector<std::string>& all() const { return all_; }
  bool operator==(const Texts& other) const = default;

 private:
  std::vector<std::string> all_;
};

/// One given parameter of a registered method.
struct Value {
  std::variant<double, bool, std::string, Point, std::vector<Point>, std::vector<double>, Texts, Choices,
               Point3, std::vector<Point3>, Orientation>
      data;
  Where where;
};

/// Parameters by key. Only what the user gave: defaults are declared with the method.
using Values = std::map<std::string, Value>;

/// A registered method by name with its parameters: `{ law = "coulomb", mu = 0.1 }`.
struct Choice {
  std::string name;
  Values values;
  Where where;
};

/// Copies of a body, row by row from its position: `grid = { count = [20, 25], spacing = [0.012, 0.012] }`.
/// The copies are called NAME_1, NAME_2, …, and each gets a copy of every shape of the body.
struct Grid {
  std::array<int, 2> count{1, 1};  ///< along x and y
  Point spacing{0, 0};             ///< from one to the next along x and y [m]
};

/// What a body has in space, in place of its planar numbers. Its frame has its origin in the centre of mass
/// unless `centre` says otherwise; position and velocity are those of the origin.
struct SpatialBody {
  Point3 centre{0, 0, 0};           ///< centre of mass in the body's frame [m]
  std::array<double, 9> inertia{};  ///< about the centre of mass, row by row, in inertia_axes [kg m²]
  Orientation inertia_axes;         ///< how these axes stand in the body's frame
  Point3 position{0, 0, 0};         ///< [m]
  Orientation orientation;
  Point3 velocity{0, 0, 0};          ///< [m/s]
  Point3 angular_velocity{0, 0, 0};  ///< in world axes [rad/s]
  bool centre_given = false, inertia_axes_given = false;
  bool position_given = false, orientation_given = false;  ///< what the user fixed, kept where possible
  bool velocity_given = false, angular_velocity_given = false;
  Where inertia_where{};      ///< where the inertia stands in the file
  bool inertia_rows = false;  ///< there it is three rows, not [Jx, Jy, Jz]
};

struct Body {
  std::string name;
  double mass = 0;                                   ///< [kg]
  double inertia = 0;                                ///< about the centre of mass [kg m²]
  Point position{0, 0};                              ///< of the centre of mass [m]
  double angle = 0;                                  ///< [rad]
  Point velocity{0, 0};                              ///< of the centre of mass [m/s]
  double angular_velocity = 0;                       ///< [rad/s]
  bool position_given = false, angle_given = false;  ///< what the user fixed, kept where possible
  bool velocity_given = false, angular_velocity_given = false;
  std::vector<Point> outline;  ///< polygon in the body frame, for drawing only
  std::optional<Grid> grid;    ///< this body stands for many
  /// The file gives the place of this body in the frame of another one, or another one's in this body's frame: what is
  /// here is the place in the world, which one number of the file does not change alone.
  bool relative = false;
  /// Its mass, centre of mass and inertia were found from its shapes; in the plane its frame was moved there.
  bool weighed = false;
  SpatialBody space;  ///< in models of dimension 3
  Where where;
};

/// How contacts behave. Unset parts of a joint's own block fall back to the model's.
struct ContactSettings {
  std::optional<std::string> world;  ///< "rigid" (the default) or "compliant"; one for the whole model
  std::optional<Choice> impact;      ///< { law = "newton", restitution, tangential }
  std::optional<Choice> friction;    ///< { law = "coulomb", mu }
  std::optional<Choice> force;  ///< of the compliant world: { law = "exact", restitution, young, poisson }
  std::optional<int> pool;      ///< most free contacts at a time; of the model's block only
  Where where;
};

/// Dimensions that friction in an ideal joint needs: see docs/friction.md.
struct Bearing {
  std::optional<double> radius;      ///< of the pin or ball [m]
  std::optional<double> length;      ///< of the pin or slider along the axis [m]
  std::optional<double> height;      ///< of the slider across the axis [m]
  std::optional<double> width;       ///< of the slider across the axis the other way, in space [m]
  std::optional<std::string> guide;  ///< "outside" of the slider (an inner slider) or "inside" it
  Where where;
};

struct Joint {
  std::string name;
  std::string type;                   ///< registered word: "revolute", "prismatic", …
  std::array<std::string, 2> bodies;  ///< body names or "ground"
  Values values;                      ///< points, axis, clearance, … as the type declares them
  std::optional<ContactSettings> contact;
  Where where;
  std::optional<Choice> friction{};  ///< of an ideal joint: { law = "coulomb", mu }
  std::optional<Bearing> bearing{};
  /// Play of a joint in space: the registered word is that of the type, or with "_in_plane" after it.
  std::optional<Choice> play{};
  std::optional<ContactSettings> end_contact{};  ///< laws at the ends of a bearing; unset: those of `contact`
  std::optional<Choice> limits{};  ///< stops of its free coordinate: { low, high, radius }; the name is empty
};

struct Driver {
  std::string name;
  std::string joint;  ///< whose free coordinate is prescribed
  Choice motion;      ///< { law = "constant_speed", speed = … }
  Where where;
  std::string coordinate{};  ///< which one, of a joint that has several; empty: its only one
};

/// Two joints whose coordinates depend on each other: gears, a rack, a belt, …
struct Coupling {
  std::string name;
  std::string type;                        ///< "gear", "rack", "belt", …: docs/couplings.md
  std::array<std::string, 2> joints;       ///< whose free coordinates it couples
  Values values;                           ///< radii, backlash, stiffness, … as the type declares them
  std::optional<ContactSettings> contact;  ///< laws of its flanks
  Where where;
};

/// A function of one number through points, for formulas: `= gas(crank.angle)`.
struct FunctionTable {
  std::string name;
  std::array<std::string, 2> units;        ///< SI units of x and y; empty: bare numbers
  std::vector<double> x, y;                ///< x increases
  std::string interpolation = "monotone";  ///< or "linear", "spline"
  double period = 0;                       ///< of x; 0: the first and the last value hold outside
  Where where;
};

/// What acts on the free coordinate of a joint, and back on its other body: docs/actuators.md.
struct Actuator {
  std::string name;
  std::string type;  ///< "torque" or "force"
  std::string joint;
  std::string coordinate{};  ///< which one, of a joint that has several; empty: its only one
  Values values;
  Where where;
};

/// A number or vector that changes as the system moves is one formula, or one per component (Texts), in the
/// place of its value: `= -c*crank.rate`. See docs/actuators.md for what formulas may name.
struct Force {
  std::string name;
  std::string type;                 ///< "point_force", "torque", "spring_damper", "torsion_spring_damper"
  std::vector<std::string> bodies;  ///< one or two body names, as the type needs
  Values values;
  Where where;
};

/// A surface of a body that touches other shapes.
struct Shape {
  std::string name;  ///< empty: the body's, of the ground the type, made unique
  std::string body;  ///< body name or "ground"; the name of a grid means each of its bodies
  std::string type;  ///< "point", "circle", "polygon", "half_plane"
  Values values;
  Where where;
};

/// What is special about two shapes. The shape of a grid means each of its copies.
struct ShapePair {
  std::array<std::string, 2> shapes;
  std::optional<ContactSettings> contact;
  bool enabled = true;  ///< false: they pass through each other
  Where where;
};

struct Method {
  Choice stepper{"symmetric", {}, {}};
  Choice solver{"auto", {}, {}};
  std::optional<Choice> formulation;       ///< of the joints in smooth motion; unset: baumgarte
  std::optional<std::string> joint_drift;  ///< "project" or "none"; unset: the stepper's own default
  /// How friction in ideal joints is solved: "implicit", "previous_signs" or "iterated".
  std::optional<std::string> joint_friction;
  Where joint_friction_where;
  bool stepper_replaced = false;  ///< the file names none of this world
};

struct RecordOptions {
  double every = 0;                   ///< [s]; 0: every step
  std::vector<std::string> channels;  ///< patterns such as "body/crank/*"; empty: all
  double impact_threshold = 1e-8;  ///< smallest approach energy listed, as a fraction of the kinetic energy
  int debounce = 5;                ///< steps a contact mode must last to be listed
};

struct Run {
  double end = 0;                 ///< [s]; statics needs none
  std::string initial = "file";   ///< "file", "ideal" or "as_given"
  bool settle = false;            ///< joints with play start pressed to where they carry their loads
  std::string mode = "dynamics";  ///< or "kinematics", "inverse_dynamics", "statics": docs/analyses.md
  std::optional<double>
      energy_error_max;                   ///< stop (exit code 4) when |numerical| exceeds this fraction of E0
  std::optional<double> penetration_max;  ///< stop (exit code 4) when a gap falls below minus this [m]
  std::string stop_when;                  ///< the run ends when this formula holds; empty: at `end`
  RecordOptions record;
};

struct Model {
  int format = 1;
  std::string name;
  int dimension = 2;
  Point gravity{0, 0};
  Point3 gravity3{0, 0, 0};  ///< of a model of dimension 3
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Driver> drivers;
  std::vector<Coupling> couplings;
  std::vector<FunctionTable> tables;
  std::vector<Actuator> actuators;
  std::vector<Force> forces;
  std::vector<Shape> shapes;
  std::vector<ShapePair> pairs;
  ContactSettings contact;
  Method method;
  Run run;
  std::string file;                   ///< where it was read from; may be empty
  std::string text;                   ///< the text it was read from; may be empty
  std::vector<std::string> included;  ///< files that it includes, each once
  Where where;
};

/// True when contacts are forces from penetration, not impacts of rigid bodies.
inline bool is_compliant(const Model& model) { return model.contact.world == "compliant"; }

/// True when the motion is integrated; otherwise it follows from drivers, or the mechanism stands still.
inline bool is_dynamic(const Run& run) { return run.mode == "dynamics"; }

/// One change from the command line: `joint.guide.clearance=0.2mm`.
using Assignment = std::pair<std::string, std::string>;

/// Reads a model; every mistake is collected and thrown as one ModelError. Warnings, and notes on what
/// was understood, go to `messages` when given. Assignments are applied to the text's tree before it is
/// checked, so they obey the same rules as the file.
Model read_model(const std::string& path, const std::vector<Assignment>& assignments = {},
                 Diagnostics* messages = nullptr);
/// A text may include any file. Where it comes from someone else, `trusted` says which: those beside `file_name`, those in
/// folders below, and these.
Model read_model_text(const std::string& text, const std::string& file_name,
                      const std::vector<Assignment>& assignments = {}, Diagnostics* messages = nullptr,
                      const std::vector<std::string>* trusted = nullptr);

/// The model as Freeplay understood it: SI numbers with units, defaults filled in; valid TOML.
std::string write_model(const Model& model);

}  // namespace freeplay
