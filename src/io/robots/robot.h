// SPDX-License-Identifier: Apache-2.0
// A robot as other programs describe it, a tree of links and joints, and the model of it.
//
// A link's frame is that of the joint that carries it, as in URDF. Links joined by `fixed` joints are one body, whose
// mass, centre and inertia are put together; those fixed to the root are the ground, unless the robot floats.
#pragma once

#include <Eigen/Geometry>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "freeplay/diagnostics.h"

namespace freeplay {

struct RobotVisual {
  std::string type;  ///< "box", "cylinder", "sphere", "mesh": words of shapes
  Eigen::Isometry3d at = Eigen::Isometry3d::Identity();  ///< in the link's frame
  Eigen::Vector3d size =
      Eigen::Vector3d::Zero();  ///< box: edges; cylinder: radius, length; sphere: radius [m]
  std::string file;             ///< of a mesh, as the description names it
  double scale = 1;             ///< of a mesh
};

struct RobotLink {
  std::string name;
  double mass = 0;                                    ///< [kg]; 0: not given
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();   ///< of mass, in the link's frame [m]
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre, in the link's axes [kg m²]
  std::vector<RobotVisual> visuals;
  Where where;
};

struct RobotMimic {
  std::string joint;
  double multiplier = 1, offset = 0;  ///< coordinate = multiplier · that of the joint + offset
};

struct RobotJoint {
  std::string name;
  std::string type;  ///< "fixed", "revolute", "continuous", "prismatic", "floating", "planar": words of URDF
  int parent = 0, child = 0;  ///< links
  Eigen::Isometry3d origin =
      Eigen::Isometry3d::Identity();                ///< of the child at coordinate 0, in the parent's frame
  Eigen::Vector3d axis = Eigen::Vector3d::UnitX();  ///< in the child's frame
  std::optional<std::array<double, 2>> limits;      ///< [rad] or [m]
  double damping = 0;                               ///< [N m s/rad] or [N s/m]
  double friction = 0;                              ///< [N m] or [N]: no normal force, so no law of ours
  std::optional<RobotMimic> mimic;
  Where where;
};

struct Robot {
  std::string name;
  std::string file;
  std::vector<RobotLink> links;  ///< a link stands after the one that carries it
  std::vector<RobotJoint> joints;
};

/// What a description of a robot does not hold.
struct RobotOptions {
  std::map<std::string, double> positions;  ///< coordinates of joints at the start; others are 0 [rad, m]
  double clearance = 0;   ///< radial play of revolute joints, side play of sliding ones [m]; 0: ideal
  double axial = 0;       ///< play along the axis of revolute joints; 0: as much as radial [m]
  double radius = 0;      ///< of every bearing; a slider is twice as high [m]
  double length = 0;      ///< of every bearing [m]
  bool floating = false;  ///< the root is a body, not the ground
};

/// The text of a model file. What is wrong with the robot goes to `problems`; what the model leaves out, as notes.
std::string robot_model(const Robot& robot, const RobotOptions& options, Diagnostics& problems);

/// Reads a URDF text. Mistakes go to `problems`; with any of them the robot is not to be used.
Robot read_urdf(const std::string& text, const std::string& file, Diagnostics& problems);

}  // namespace freeplay
