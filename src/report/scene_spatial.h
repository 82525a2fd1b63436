// SPDX-License-Identifier: Apache-2.0
// A spatial machine as solids: rods between joints, sliders, journals in bearings, balls in sockets.
#pragma once

#include <optional>
#include <vector>

#include "freeplay/joint_picture.h"
#include "report/scene_builder.h"

namespace freeplay {

/// A joint in the frames of its bodies. The two frames coincide when it is ideal and stands in its middle.
struct SpatialPlace {
  const Joint* joint;
  SpatialPicture picture{};
  int index = -1;  ///< in the scene
  int a = -1, b = -1;
  Vec3 sa{0, 0, 0}, sb{0, 0, 0};
  Mat3 Fa, Fb;  ///< columns: axes
};

/// Where a joint stands, read as assembly does; nothing when its values are wrong.
std::optional<SpatialPlace> spatial_place(const SceneBuilder& builder, const Joint& joint);

class SpatialScene {
 public:
  explicit SpatialScene(SceneBuilder& builder) : b_(builder) {}
  void build();

 private:
  /// Radii and lengths of a journal and its bearing, as given or in proportion.
  struct Journal {
    double bearing, radius, length, bearing_length;
  };
  struct Slider {
    double length;
    std::array<double, 2> across;  ///< height and width of the part inside
    std::array<double, 2> play;
    bool all_around;
  };

  void find_length();
  void add_shapes();
  void add_shape(const Shape& shape);
  void add_joint(const SpatialPlace& at);
  void add_links();
  void add_arms(int body);
  void add_rods(int body, const std::vector<Vec3>& ends, double radius, const char* role,
                const std::string& name);
  void add_like_box(int body);
  void add_slabs();
  void add_slab(int body, const Vec3& point, const Vec3& normal, const std::string& name);
  void add_springs();

  void add(const SpatialPlace&, const std::monostate&) {}
  void add(const SpatialPlace& at, const PinDrawing& pin);
  void add(const SpatialPlace& at, const SliderDrawing& given);
  void add(const SpatialPlace& at, const BallDrawing& ball);
  void add(const SpatialPlace& at, const CrossDrawing& cross);
  void add(const SpatialPlace& at, const PlateDrawing& plate);
  void add(const SpatialPlace& at, const BarDrawing& bar);
  void add(const SpatialPlace& at, const RodDrawing& rod);
  void add(const SpatialPlace& at, const WheelDrawing& wheel);
  template <class InPlane>
  void add(const SpatialPlace&, const InPlane&) {}
  Journal journal(const SpatialPlace& at, const PinDrawing& pin) const;
  void add_walls(const SpatialPlace& at, int body, const Vec3& middle, const Mat3& axes, double length,
                 const Slider& slider, double wall, const char* role);
  void add_ground_mark(const SpatialPlace& at, const Vec3& axis, double radius, double length);

  SceneBuilder& b_;
  double length_ = 0;  ///< typical distance of joints on a body
  std::vector<SpatialPlace> places_;
  std::vector<std::vector<Vec3>> points_;  ///< of joints, per body; the ground's first
};

}  // namespace freeplay
