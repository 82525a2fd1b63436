// SPDX-License-Identifier: Apache-2.0
// URDF, read by urdfdom. urdfdom tells neither line nor column: elements are found again in the text by their names.
#include <console_bridge/console.h>
#include <fmt/format.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/index.h"
#include "io/robots/robot.h"

namespace freeplay {
namespace {

constexpr int kDeepest = 64;  // elements within elements; the parser descends by recursion
constexpr std::size_t kMostElements = 100'000;

/// Keeps what urdfdom would print.
class Heard final : public console_bridge::OutputHandler {
 public:
  Heard() { console_bridge::useOutputHandler(this); }
  Heard(const Heard&) = delete;
  Heard& operator=(const Heard&) = delete;
  ~Heard() override { console_bridge::restorePreviousOutputHandler(); }
  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR && first_.empty()) first_ = text;
  }
  const std::string& first() const { return first_; }

 private:
  std::string first_;
};

/// Where things stand in the text; it is gone through once, for large robots have thousands of elements.
class Places {
 public:
  Places(const std::string& text, const std::string& file) : file_(file) {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
      line_starts_.push_back(at + 1);
    for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
      const std::size_t end = std::min(text.find('>', at), text.size());
      const std::size_t word = std::min(text.find_first_of(" \t\r\n/>", at), end);
      const std::string_view tag(text.data() + at, end - at);
      const std::string name = name_in(tag);
      if (!name.empty()) elements_.emplace(std::pair(text.substr(at + 1, word - at - 1), name), at);
    }
  }

  Where at(std::size_t offset) const {
    const auto line = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset) - 1;
    return {file_, to_int(line - line_starts_.begin() + 1), to_int(offset - *line + 1)};
  }

  /// Where `<word … name="name"` stands; the start of the file if it is not found.
  Where element(const std::string& word, const std::string& name) const {
    const auto found = elements_.find({word, name});
    return found == elements_.end() ? Where{file_, 1, 1} : at(found->second);
  }

 private:
  static std::string name_in(std::string_view tag) {
    for (const std::string_view key : {"name=\"", "name='"}) {
      const std::size_t begin = tag.find(key);
      if (begin == std::string_view::npos) continue;
      const std::size_t first = begin + key.size();
      return std::string(tag.substr(first, tag.find(key.back(), first) - first));
    }
    return {};
  }

  const std::string& file_;
  std::vector<std::size_t> line_starts_{0};
  std::map<std::pair<std::string, std::string>, std::size_t> elements_;
};

/// Elements too deep or too many for a parser that recurses; where, or npos.
std::size_t too_deep(const std::string& text) {
  int depth = 0;
  std::size_t elements = 0;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    if (text.compare(at, 4, "<!--") == 0) {
      at = text.find("-->", at);
      if (at == std::string::npos) return std::string::npos;
      continue;
    }
    const char next = at + 1 < text.size() ? text[at + 1] : '>';
    if (next == '?' || next == '!') continue;
    if (next == '/') {
      --depth;
      continue;
    }
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos || text[end - 1] != '/') ++depth;
    if (depth > kDeepest || ++elements > kMostElements) return at;
  }
  return std::string::npos;
}

Eigen::Vector3d vector(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }
Eigen::Isometry3d pose(const urdf::Pose& given) {
  Eigen::Isometry3d out = Eigen::Isometry3d::Identity();
  const urdf::Rotation& r = given.rotation;
  out.linear() = Eigen::Quaterniond(r.w, r.x, r.y, r.z).normalized().toRotationMatrix();
  out.translation() = vector(given.position);
  return out;
}

/// Links own what they carry: in a loop they own each other, and would stay for ever.
class Apart {
 public:
  explicit Apart(const urdf::ModelInterface& model) : model_(model) {}
  ~Apart() {
    for (const auto& [name, link] : model_.links_) {
      link->child_links.clear();
      link->child_joints.clear();
    }
  }
  Apart(const Apart&) = delete;
  Apart& operator=(const Apart&) = delete;

 private:
  const urdf::ModelInterface& model_;
};

class Conversion {
 public:
  Conversion(const std::string& text, const std::string& file, Diagnostics& problems)
      : file_(file), places_(text, file), problems_(problems) {
    robot_.file = file;
  }

  Robot run(const urdf::ModelInterface& from) {
    robot_.name = from.getName();
    if (from.getRoot() == nullptr) {
      problems_.error({file_, 1, 1}, "robot", "there is no root link");
      return {};
    }
    if (!hang_on_one_joint_each(from)) return {};
    add(*from.getRoot());
    report_loops(from);
    return std::move(robot_);
  }

 private:
  /// A link that two joints carry would be met twice, and in a loop again and again.
  bool hang_on_one_joint_each(const urdf::ModelInterface& from) {
    std::map<std::string, std::string> carried;  // link, joint
    bool right = true;
    for (const auto& [name, joint] : from.joints_) {
      const auto [first, is_first] = carried.emplace(joint->child_link_name, name);
      if (is_first) continue;
      right = false;
      problems_.error(
          places_.element("joint", name), "joint." + name,
          fmt::format("joint '{}' carries the link '{}' already", first->second, first->first),
          "in URDF each link hangs on one joint; add the joint that closes a loop to the model that "
          "is made without it");
    }
    return right;
  }

  /// Links that hang on each other and not on the root.
  void report_loops(const urdf::ModelInterface& from) {
    std::set<std::string> met;
    for (const RobotLink& link : robot_.links) met.insert(link.name);
    for (const auto& [name, link] : from.links_) {
      if (met.count(name) == 0)
        problems_.error(
            places_.element("link", name), "link." + name,
            fmt::format("it does not hang on the root '{}': its joints form a loop", robot_.links[0].name),
            "let one joint of the loop begin at a link that hangs on the root");
    }
  }

  /// The link and all that it carries; a list in place of recursion, as long as the tree is deep.
  void add(const urdf::Link& root) {
    std::vector<std::pair<const urdf::Link*, int>> waiting{{&root, -1}};
    while (!waiting.empty()) {
      const auto [link, parent] = waiting.back();
      waiting.pop_back();
      const int index = int_size(robot_.links);
      robot_.links.push_back(link_of(*link));
      if (link->parent_joint != nullptr)
        robot_.joints.push_back(joint_of(*link->parent_joint, parent, index));
      for (auto child = link->child_links.rbegin(); child != link->child_links.rend(); ++child)
        waiting.emplace_back(child->get(), index);
    }
  }

  RobotLink link_of(const urdf::Link& from) {
    RobotLink link;
    link.name = from.name;
    link.where = places_.element("link", from.name);
    if (from.inertial != nullptr) {
      const urdf::Inertial& given = *from.inertial;
      const Eigen::Isometry3d at = pose(given.origin);
      Eigen::Matrix3d J;
      J << given.ixx, given.ixy, given.ixz, given.ixy, given.iyy, given.iyz, given.ixz, given.iyz, given.izz;
      link.mass = given.mass;
      link.centre = at.translation();
      link.inertia = at.linear() * J * at.linear().transpose();
      if (!std::isfinite(link.mass) || link.mass < 0 || !link.inertia.allFinite() ||
          !link.centre.allFinite()) {
        problems_.error(link.where, "link." + link.name + ".inertial",
                        fmt::format("mass {} kg and its inertia are not those of a body", link.mass));
      }
    }
    for (const auto& visual : from.visual_array) {
      if (visual != nullptr && visual->geometry != nullptr) link.visuals.push_back(visual_of(*visual, link));
    }
    return link;
  }

  RobotVisual visual_of(const urdf::Visual& from, const RobotLink& link) {
    RobotVisual visual;
    visual.at = pose(from.origin);
    if (const auto* box = dynamic_cast<const urdf::Box*>(from.geometry.get())) {
      visual.type = "box";
      visual.size = vector(box->dim);
    } else if (const auto* cylinder = dynamic_cast<const urdf::Cylinder*>(from.geometry.get())) {
      visual.type = "cylinder";
      visual.size = {cylinder->radius, cylinder->length, 0};
    } else if (const auto* sphere = dynamic_cast<const urdf::Sphere*>(from.geometry.get())) {
      visual.type = "sphere";
      visual.size = {sphere->radius, 0, 0};
    } else if (const auto* mesh = dynamic_cast<const urdf::Mesh*>(from.geometry.get())) {
      visual.type = "mesh";
      visual.file = mesh->filename;
      visual.scale = mesh->scale.x;
      if (mesh->scale.y != mesh->scale.x || mesh->scale.z != mesh->scale.x) {
        problems_.warning(link.where, "link." + link.name + ".visual",
                          "the mesh is scaled differently along its axes; the first scale is taken");
      }
    }
    return visual;
  }

  RobotJoint joint_of(const urdf::Joint& from, int parent, int child) {
    static const char* const kTypes[] = {"unknown",  "revolute", "continuous", "prismatic",
                                         "floating", "planar",   "fixed"};
    RobotJoint joint;
    joint.name = from.name;
    joint.where = places_.element("joint", from.name);
    joint.type = kTypes[from.type];
    joint.parent = parent;
    joint.child = child;
    joint.origin = pose(from.parent_to_joint_origin_transform);
    joint.axis = vector(from.axis);
    const bool has_axis = joint.type != "fixed" && joint.type != "floating";
    if (has_axis && !(joint.axis.norm() > 0 && joint.axis.allFinite())) {
      problems_.error(joint.where, "joint." + joint.name + ".axis", "the axis has no direction");
    } else if (has_axis) {
      joint.axis.normalize();
    }
    if (from.limits != nullptr && joint.type != "continuous")
      joint.limits = {from.limits->lower, from.limits->upper};
    if (from.dynamics != nullptr) {
      joint.damping = from.dynamics->damping;
      joint.friction = from.dynamics->friction;
    }
    if (from.mimic != nullptr)
      joint.mimic = {from.mimic->joint_name, from.mimic->multiplier, from.mimic->offset};
    return joint;
  }

  const std::string& file_;
  const Places places_;
  Diagnostics& problems_;
  Robot robot_;
};

}  // namespace

Robot read_urdf(const std::string& text, const std::string& file, Diagnostics& problems) {
  if (const std::size_t at = too_deep(text); at != std::string::npos) {
    problems.error(
        Places(text, file).at(at), "robot",
        fmt::format("elements stand more than {} deep, or are more than {}", kDeepest, kMostElements));
    return {};
  }
  Heard heard;
  urdf::ModelInterfaceSharedPtr model;
  std::string why;
  try {
    model = urdf::parseURDF(text);
  } catch (const std::exception& error) {  // numbers that are none
    why = error.what();
  }
  if (model == nullptr) {
    if (why.empty()) why = heard.first().empty() ? "this is not URDF" : heard.first();
    problems.error({file, 1, 1}, "robot", why,
                   "URDF is XML: <robot name=\"…\"> with links and joints within");
    return {};
  }
  const Apart in_the_end(*model);
  return Conversion(text, file, problems).run(*model);
}

}  // namespace freeplay
