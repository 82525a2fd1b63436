// SPDX-License-Identifier: Apache-2.0
// A spatial machine as solids: rods between joints, sliders, journals in bearings, balls in sockets.
#pragma once

#include <optional>
#include <vector>

#include "joints/spatial/joint_frame.h"
#include "report/scene_builder.h"

namespace freeplay {

/// A joint in the frames of its bodies. The two frames coincide when it is ideal and stands in its middle.
struct SpatialPlace {
  const Joint* joint;
  int index = -1;  ///< in the scene
  int a = -1, b = -1;
  Vec3 sa{0, 0, 0}, sb{0, 0, 0};
  Mat3 Fa, Fb;  ///< columns: axes; z is the joint's axis, of sliders x, with y in the direction of the height
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
    double radial = 0, axial = 0;
    bool open = false, flanges = false;
    double flange_radius = 0;
  };
  struct Slider {
    double length;
    std::array<double, 2> across;  ///< height and width of the part inside
    std::array<double, 2> play{0, 0};
  };

  void find_length();
  void add_shapes();
  void add_shape(const Shape& shape);
  void add_joint(const SpatialPlace& at);
  void hold(const SpatialPlace& at);
  void add_links();
  void add_arms(int body);
  void add_rods(int body, const std::vector<Vec3>& ends, double radius, const char* role,
                const std::string& name);
  void add_like_box(int body);
  void add_slabs();
  void add_slab(int body, const Vec3& point, const Vec3& normal, const std::string& name);
  void add_springs();

  Journal journal(const SpatialPlace& at) const;
  void add_journal(const SpatialPlace& at);
  void add_ball(const SpatialPlace& at);
  void add_cross(const SpatialPlace& at);
  void add_translational(const SpatialPlace& at);
  void add_walls(const SpatialPlace& at, int body, const Vec3& middle, const Mat3& axes, double length,
                 const Slider& slider, double wall, const char* role);
  void add_plane(const SpatialPlace& at);
  void add_line(const SpatialPlace& at);
  void add_rolling(const SpatialPlace& at);
  void add_ground_mark(const SpatialPlace& at, const Vec3& axis, double radius, double length);

  SceneBuilder& b_;
  double length_ = 0;  ///< typical distance of joints on a body
  std::vector<SpatialPlace> places_;
  std::vector<std::vector<Vec3>> points_;  ///< of joints, per body; the ground's first
};

}  // namespace freeplay
