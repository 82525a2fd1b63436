// SPDX-License-Identifier: Apache-2.0
// The machine as it is drawn: solids of bodies and ground as meshes in the frames of bodies, joints with
// their frames, springs, contacts. Made from the model alone; poses are in the record. Planar models lie in z
// = 0.
//
// A body is drawn by its shapes and its outline, else by what its joints tell: links between joint points,
// sliders in guides. Bearings, journals, pins and guides are drawn in any case. Everything scales with the
// model: no length is built in.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/report.h"
#include "report/mesh.h"

namespace freeplay {

struct SceneBody {
  std::string name;
  double mass = 0;
  Point3 centre{0, 0, 0};  ///< of mass, in the body's frame
};

/// A solid that belongs to a body, or to the ground (body −1).
struct ScenePart {
  int body = -1;
  int mesh = 0;
  Point3 position{0, 0, 0};  ///< in the body's frame
  Quaternion orientation{1, 0, 0, 0};
  std::string role;  ///< body, link, slider, guide, journal, bearing, pin, ground, shape, cam
  std::string name;  ///< of the body, joint or shape it stands for
  int joint = -1;    ///< whose part it is
  /// With play magnified m times the part is moved by (m − 1)·shift and, about its own z axis, its
  /// cross-section grows by 1 + (m − 1)·grow.
  Point3 shift{0, 0, 0};  ///< in the body's frame
  double grow = 0;
  double spin = 0;  ///< turned by spin·t about its own z axis, on its body: a cam with a speed [rad/s]
};

/// Two frames that coincide when the joint is ideal and stands in its middle position.
struct SceneJoint {
  std::string name, type;
  std::array<int, 2> bodies{-1, -1};
  std::array<Point3, 2> points{};
  std::array<Quaternion, 2> orientations{Quaternion{1, 0, 0, 0}, Quaternion{1, 0, 0, 0}};
  /// What an ideal joint keeps at zero, of the second frame's displacement and turn (rotation vector) in the
  /// axes of the first; planar joints have x, y and the turn about z only. With clearance: where it plays.
  std::array<bool, 3> held_displacement{}, held_turn{};
  bool distance = false;              ///< only the distance of the two origins is held
  std::optional<double> clearance{};  ///< largest play [m]
};

struct SceneSpring {
  std::string name;
  std::array<int, 2> bodies{-1, -1};
  std::array<Point3, 2> points{};
};

struct SceneContact {
  std::string name;  ///< channels are /contact/NAME/…
  int joint = -1;    ///< −1: of shapes
};

struct Scene {
  int dimension = 2;
  /// Radius of a sphere around what is seen [m]; floors, belts and the like reach beyond it.
  double size = 1;
  Point3 centre{0, 0, 0};
  Point3 up{0, 1, 0};
  std::vector<SceneBody> bodies;
  std::vector<Mesh> meshes;  ///< no two alike
  std::vector<ScenePart> parts;
  std::vector<SceneJoint> joints;
  std::vector<SceneSpring> springs;
  std::vector<SceneContact> contacts;
};

/// The scene of a result whose model is known; its size takes in the whole motion. Without a model: none.
std::optional<Scene> make_scene(const Result& result);

}  // namespace freeplay
