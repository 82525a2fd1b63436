// SPDX-License-Identifier: Apache-2.0
// What a joint looks like, said by the joint itself: where it stands in its two bodies, what it holds there,
// and what it is made of, in terms that need no knowledge of the joint. Whoever draws it chooses the sizes that
// are not given and makes meshes. Everything is in the frames in which the joint was made; made from bodies
// whose inner frames are the user's, it is in the user's.
#pragma once

#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "freeplay/planar.h"
#include "freeplay/spatial.h"

namespace freeplay {

/// A pin of body b in a hole of body a, about the joint's z axis.
struct PinDrawing {
  std::optional<double> radius{}, length{};  ///< of the hole
  std::optional<double> pin_length{};
  double radial = 0, axial = 0;           ///< play
  bool slides = false;                    ///< along its axis too: it reaches as far as the motion asks for
  std::optional<double> flange_radius{};  ///< the pin has flanges before both ends of the hole
};

/// A slider of body b along x, its height along y: in a guide of body a, or around a rod of it.
struct SliderDrawing {
  std::optional<double> length{}, height{}, width{};
  std::optional<bool> on_rod{};
  bool fits = false;             ///< height and width are those of the part inside, be it slider or rod
  std::array<double, 2> play{};  ///< across the height and across the width
  bool plays_sideways = false;   ///< in space: across the width too
};

/// A ball of body b in a socket of body a.
struct BallDrawing {
  std::optional<double> radius{};  ///< of the socket
  double radial = 0;               ///< play
};

/// A cross with an arm along x of body a and one along y of body b.
struct CrossDrawing {};
/// A plate of body a across z, and a foot of body b on it.
struct PlateDrawing {};
/// A bar of body a along z, and a bead of body b on it.
struct BarDrawing {};
/// The ends of a massless rod between the two points.
struct RodDrawing {};

/// A sphere of body b, or a disc about its axle, that rolls on a plane of body a across z.
struct WheelDrawing {
  double radius = 0;
  std::optional<Vec3> axle{};  ///< in body b
};

/// A plate of body a about its point, and what it pushes: a face, a roller or a tip of body b.
struct CamDrawing {
  enum class Follower { face, roller, tip };
  std::vector<Vec2> outline{};
  double spin = 0;  ///< of a plate that turns by itself [rad/s]
  Follower follower = Follower::face;
  double size = 0;       ///< radius of the roller; of the others, that of the plate they belong to
  Vec2 direction{0, 1};  ///< from the plate to the follower, in body b
};

using JointDrawing = std::variant<std::monostate, PinDrawing, SliderDrawing, BallDrawing, CrossDrawing,
                                  PlateDrawing, BarDrawing, RodDrawing, WheelDrawing, CamDrawing>;

struct JointPicture {
  /// What the ideal joint keeps at zero, of displacement and turn of b's frame in the axes of a's; in the plane
  /// x, y and the turn about z only. With clearance: where it plays.
  std::array<bool, 3> held_displacement{}, held_turn{};
  bool holds_distance = false;              ///< of its two points, and nothing else
  std::array<bool, 2> on_body{true, true};  ///< whether its point says where the body is
  std::optional<double> clearance{};        ///< largest play [m]
  JointDrawing drawing{};
};

struct PlanarPicture : JointPicture {
  std::array<Vec2, 2> points{};                   ///< in each body's frame
  std::array<Vec2, 2> x{Vec2{1, 0}, Vec2{1, 0}};  ///< direction of its x axis there, of any length
};

struct SpatialPicture : JointPicture {
  std::array<Vec3, 2> points{};
  Mat3 axes_a{};                 ///< columns x, y, z in body a
  std::optional<Mat3> axes_b{};  ///< unset: the same as drawn
};

}  // namespace freeplay
