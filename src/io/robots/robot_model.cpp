// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/index.h"
#include "io/robots/robot.h"

namespace freeplay {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr const char* kGround = "ground";

/// Turns by right angles leave 6e-17 where 0 is meant; twelve digits are more than any description has.
std::string number(double x) { return fmt::format("{:.12g}", std::abs(x) < 1e-14 ? 0.0 : x); }
std::string list(const Vector3d& v) {
  return fmt::format("[{}, {}, {}]", number(v[0]), number(v[1]), number(v[2]));
}
std::string orientation(const Matrix3d& R) {
  Eigen::Quaterniond e(R);
  if (e.w() < 0) e.coeffs() *= -1;
  return fmt::format("{{ quaternion = [{}, {}, {}, {}] }}", number(e.w()), number(e.x()), number(e.y()),
                     number(e.z()));
}

/// As TOML's basic string.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

/// Names are parts of paths: what cannot stand in one becomes "_", and each name is there once.
std::string path_name(const std::string& given, std::vector<std::string>& taken) {
  std::string name = given.substr(0, 180);
  for (char& c : name) {
    if (std::string("/.*=\"").find(c) != std::string::npos || static_cast<unsigned char>(c) < 0x21) c = '_';
  }
  if (name.empty()) name = "part";
  const std::string first = name;
  for (int i = 2; name == kGround || std::find(taken.begin(), taken.end(), name) != taken.end(); ++i)
    name = fmt::format("{}_{}", first, i);
  taken.push_back(name);
  return name;
}

/// Links that fixed joints make one body.
struct Part {
  int top = 0;  ///< the link whose frame is that of the body
  std::string name;
  bool ground = false;
  double mass = 0;
  Vector3d centre = Vector3d::Zero();
  Matrix3d inertia = Matrix3d::Zero();
  std::vector<int> links;
};

class Writer {
 public:
  Writer(const Robot& robot, const RobotOptions& options, Diagnostics& problems)
      : robot_(robot), options_(options), problems_(problems) {}

  std::string text() {
    check_options();
    place_links();
    gather_parts();
    out_ = fmt::format(
        "# From {}, by `freeplay import`.\nfreeplay = 1\nname = {}\ndimension = 3\ngravity = [0, 0, -9.81]\n",
        std::filesystem::path(robot_.file).filename().string(),
        quoted(robot_.name.empty() ? "robot" : robot_.name));
    for (const Part& part : parts_) {
      if (!part.ground) write_body(part);
    }
    for (const RobotJoint& joint : robot_.joints) write_joint(joint);
    for (const Part& part : parts_) write_shapes(part);
    write_rest();
    return out_;
  }

 private:
  double position_of(const RobotJoint& joint) const {
    if (joint.mimic) {
      const auto master = options_.positions.find(joint.mimic->joint);
      return joint.mimic->multiplier * (master == options_.positions.end() ? 0 : master->second) +
             joint.mimic->offset;
    }
    const auto given = options_.positions.find(joint.name);
    return given == options_.positions.end() ? 0 : given->second;
  }

  void check_options() {
    std::vector<std::string> names;
    for (const RobotJoint& joint : robot_.joints) {
      if (joint.type != "fixed") names.push_back(joint.name);
    }
    for (const auto& [name, position] : options_.positions) {
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      const std::string near = did_you_mean(name, names);
      problems_.error({robot_.file, 0, 0}, "joint." + name, "the robot has no joint of this name that moves",
                      near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
    if (options_.clearance > 0 && !(options_.radius > 0 && options_.length > 0)) {
      problems_.error(
          {robot_.file, 0, 0}, "clearance", "play needs the size of the bearings, which URDF does not hold",
          "give --bearing-radius and --bearing-length; single joints can be changed in the model");
    }
  }

  /// Poses of all links in the world; links stand after those that carry them.
  void place_links() {
    world_.assign(robot_.links.size(), Isometry3d::Identity());
    for (const RobotJoint& joint : robot_.joints) {
      Isometry3d move = Isometry3d::Identity();
      const double s = position_of(joint);
      if (joint.type == "revolute" || joint.type == "continuous")
        move.linear() = Eigen::AngleAxisd(s, joint.axis).matrix();
      if (joint.type == "prismatic") move.translation() = s * joint.axis;
      world_[idx(joint.child)] = world_[idx(joint.parent)] * joint.origin * move;
    }
  }

  void gather_parts() {
    part_of_.assign(robot_.links.size(), -1);
    std::vector<const RobotJoint*> carrier(robot_.links.size(), nullptr);
    for (const RobotJoint& joint : robot_.joints) carrier[idx(joint.child)] = &joint;
    std::vector<std::string> taken;
    for (int link = 0; link < int_size(robot_.links); ++link) {
      const RobotJoint* joint = carrier[idx(link)];
      if (joint != nullptr && joint->type == "fixed") {
        part_of_[idx(link)] = part_of_[idx(joint->parent)];
      } else {
        part_of_[idx(link)] = int_size(parts_);
        Part& part = parts_.emplace_back();
        part.top = link;
        part.ground = joint == nullptr && !options_.floating;
        part.name = part.ground ? kGround : path_name(robot_.links[idx(link)].name, taken);
      }
      parts_[idx(part_of_[idx(link)])].links.push_back(link);
    }
    for (Part& part : parts_) weigh(part);
  }

  /// Mass, centre and inertia of the links together, in the frame of the top one (Steiner's theorem).
  void weigh(Part& part) {
    const Isometry3d to_part = world_[idx(part.top)].inverse();
    for (const int i : part.links) {
      const RobotLink& link = robot_.links[idx(i)];
      part.mass += link.mass;
      part.centre += link.mass * (to_part * world_[idx(i)] * link.centre);
    }
    if (part.ground) return;
    const RobotLink& top = robot_.links[idx(part.top)];
    if (!(part.mass > 0)) {
      problems_.error(top.where, "link." + top.name, "the link moves but has no mass",
                      "give it <inertial>, or fix it to the link that carries it");
      return;
    }
    part.centre /= part.mass;
    for (const int i : part.links) {
      const RobotLink& link = robot_.links[idx(i)];
      const Isometry3d at = to_part * world_[idx(i)];
      const Vector3d r = at * link.centre - part.centre;
      part.inertia += at.linear() * link.inertia * at.linear().transpose() +
                      link.mass * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());
    }
  }

  void write_body(const Part& part) {
    const Isometry3d& at = world_[idx(part.top)];
    const Matrix3d& J = part.inertia;
    out_ += fmt::format("\n[[body]]\nname = {}\nmass = {}\n", quoted(part.name), number(part.mass));
    out_ += fmt::format("inertia = [{}, {}, {}]\n", list(J.row(0)), list(J.row(1)), list(J.row(2)));
    out_ += fmt::format("centre = {}\nposition = {}\norientation = {}\n", list(part.centre),
                        list(at.translation()), orientation(at.linear()));
  }

  const Part& part(int link) const { return parts_[idx(part_of_[idx(link)])]; }

  void write_joint(const RobotJoint& joint) {
    if (joint.type == "fixed" || joint.type == "floating") return;
    const std::string name = path_name(joint.name, joints_);
    const bool turns = joint.type == "revolute" || joint.type == "continuous",
               slides = joint.type == "prismatic";
    if (!turns && !slides && joint.type != "planar") {
      problems_.error(joint.where, "joint." + joint.name + ".type", "URDF has no joint of this type");
      return;
    }
    const Isometry3d& at = world_[idx(joint.child)];
    const Vector3d axis = at.linear() * joint.axis;
    out_ += fmt::format(
        "\n[[joint]]\nname = {}\ntype = \"{}\"\nbodies = [{}, {}]\npoint = {}\nworld_axis = {}\n",
        quoted(name),
        turns    ? "revolute"
        : slides ? "translational"
                 : "planar",
        quoted(part(joint.parent).name), quoted(part(joint.child).name), list(at.translation()), list(axis));
    if (options_.clearance > 0) write_play(turns, slides);
    write_damper(joint, name, axis, turns);
    write_left_out(joint);
  }

  void write_play(bool turns, bool slides) {
    const double axial = options_.axial > 0 ? options_.axial : options_.clearance;
    if (turns) {
      out_ += fmt::format(
          "bearing = {{ radius = {}, length = {} }}\nclearance = {{ radial = {}, axial = {} }}\n",
          number(options_.radius), number(options_.length), number(options_.clearance), number(axial));
    } else if (slides) {
      out_ += fmt::format("bearing = {{ length = {}, height = {} }}\nclearance = {{ height = {} }}\n",
                          number(options_.length), number(2 * options_.radius), number(options_.clearance));
    }
  }

  void write_damper(const RobotJoint& joint, const std::string& name, const Vector3d& axis, bool turns) {
    if (!(joint.damping > 0)) return;
    if (!turns) {
      problems_.note(joint.where, "joint." + joint.name + ".dynamics.damping",
                     "damping of sliding joints is not taken over", "add a spring_damper between two points");
      return;
    }
    out_ += fmt::format(
        "\n[[force]]\nname = {}\ntype = \"torsion_spring_damper\"\nbodies = [{}, {}]\nworld_axis = "
        "{}\ndamping = {}\n",
        quoted(name + "_damping"), quoted(part(joint.parent).name), quoted(part(joint.child).name),
        list(axis), number(joint.damping));
  }

  void write_left_out(const RobotJoint& joint) {
    if (joint.limits && joint.type != "planar" && (*joint.limits)[0] < (*joint.limits)[1]) {
      out_ += fmt::format("# {} from {} to {}: no stop is made of it.\n", quoted(joint.name),
                          number((*joint.limits)[0]), number((*joint.limits)[1]));
    }
    if (joint.mimic) {
      problems_.warning(
          joint.where, "joint." + joint.name + ".mimic",
          fmt::format("the joint moves freely; in the robot it follows '{}'", joint.mimic->joint));
    }
    if (joint.friction > 0) {
      problems_.note(joint.where, "joint." + joint.name + ".dynamics.friction",
                     "friction that does not depend on the load of the joint is not taken over",
                     "give the joint friction = { law = \"coulomb\", mu = … }");
    }
  }

  /// A path of the description; `package://NAME/rest` is looked for from the folder of the file upwards.
  std::string mesh_path(const std::string& named) const {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(robot_.file).parent_path();
    const std::string package = "package://", plain = "file://";
    if (named.rfind(plain, 0) == 0) return named.substr(plain.size());
    if (named.rfind(package, 0) != 0) return named;
    const std::string rest = named.substr(package.size());
    const std::string inside = rest.substr(std::min(rest.size(), rest.find('/') + 1));
    std::error_code ignored;
    fs::path up;
    for (int i = 0; i < 4; ++i, up /= "..") {
      if (fs::exists(folder / up / rest, ignored)) return (up / rest).generic_string();
      if (fs::exists(folder / up / inside, ignored)) return (up / inside).generic_string();
    }
    return inside;
  }

  void write_shapes(const Part& part) {
    for (const int i : part.links) {
      const RobotLink& link = robot_.links[idx(i)];
      for (const RobotVisual& visual : link.visuals) write_shape(part, link, i, visual);
    }
  }

  void write_shape(const Part& part, const RobotLink& link, int index, const RobotVisual& visual) {
    const Isometry3d frame = part.ground ? Isometry3d::Identity() : world_[idx(part.top)];
    const Isometry3d at = frame.inverse() * world_[idx(index)] * visual.at;
    std::string keys;
    if (visual.type == "box") keys = fmt::format("size = {}\n", list(visual.size));
    if (visual.type == "sphere") keys = fmt::format("radius = {}\n", number(visual.size[0]));
    if (visual.type == "cylinder")
      keys = fmt::format("radius = {}\nlength = {}\n", number(visual.size[0]), number(visual.size[1]));
    if (visual.type == "mesh") {
      const std::string file = mesh_path(visual.file);
      std::string ending = std::filesystem::path(file).extension().string();
      std::transform(ending.begin(), ending.end(), ending.begin(),
                     [](unsigned char c) { return std::tolower(c); });
      if (ending != ".stl" && ending != ".obj") {
        problems_.note(link.where, "link." + link.name + ".visual",
                       fmt::format("{} is not taken over: meshes are STL or OBJ", file));
        return;
      }
      keys = fmt::format("file = {}\nscale = {}\n", quoted(file), number(visual.scale));
    }
    if (keys.empty()) return;
    out_ += fmt::format(
        "\n[[shape]]\nname = {}\nbody = {}\ntype = \"{}\"\n{}position = {}\norientation = {}\ncontact = "
        "false\n",
        quoted(path_name(link.name + "_look", shapes_)), quoted(part.name), visual.type, keys,
        list(at.translation()), orientation(at.linear()));
  }

  void write_rest() {
    out_ +=
        "\n[contact]\nimpact = { law = \"newton\", restitution = 0.3 }\n"
        "friction = { law = \"coulomb\", mu = 0.1, velocity = \"1 mm/s\" }\n"
        "force = { law = \"exact\", restitution = 0.3, young = \"207 GPa\", poisson = 0.3 }   # for world = "
        "\"compliant\"\n"
        "\n[run]\nend = 1\nrecord = { every = \"1 ms\" }\n";
  }

  const Robot& robot_;
  const RobotOptions& options_;
  Diagnostics& problems_;
  std::vector<Isometry3d> world_;
  std::vector<int> part_of_;
  std::vector<Part> parts_;
  std::vector<std::string> joints_, shapes_;
  std::string out_;
};

}  // namespace

std::string robot_model(const Robot& robot, const RobotOptions& options, Diagnostics& problems) {
  if (robot.links.empty()) {
    problems.error({robot.file, 1, 1}, "robot", "there are no links");
    return {};
  }
  return Writer(robot, options, problems).text();
}

}  // namespace freeplay
