// SPDX-License-Identifier: Apache-2.0
// A planar machine as solids: bodies are thin plates in layers, so that links pass over each other; joints
// reach through the layers of their bodies.
#pragma once

#include <vector>

#include "freeplay/joint_picture.h"
#include "report/scene_builder.h"

namespace freeplay {

class PlanarScene {
 public:
  explicit PlanarScene(SceneBuilder& builder) : b_(builder) {}
  void build();

 private:
  /// A joint as it is drawn: indices, points in the frames of its bodies, and how thick its parts are.
  struct Place {
    const Joint* joint;
    PlanarPicture picture;
    int index = -1;  ///< in the scene
    int a, b;        ///< bodies
    Point sa{0, 0}, sb{0, 0};
    double low = 0, high = 0;  ///< z of the back of the plate behind, and of the front of the one before
    double middle() const { return 0.5 * (low + high); }
    double depth() const { return high - low; }
  };
  /// A slider along its axis and across it.
  struct Size {
    double length, width;
  };

  Place place(const Joint& joint) const;
  void find_points();
  void find_length();
  void find_layers();
  double z(int body) const;
  std::vector<Point>& points(int body);

  void add_shapes();
  void add_outlines();
  void add_arms();
  void add_links();
  void add_generated(int body);
  void add_slabs();
  void add_springs();

  void add_joint(Place& at);
  void add(const Place&, const std::monostate&) {}
  void add(const Place& at, const PinDrawing& pin);
  void add(const Place& at, const SliderDrawing& slider);
  void add(const Place& at, const RodDrawing& rod);
  void add(const Place& at, const CamDrawing& cam);
  template <class InSpace>
  void add(const Place&, const InSpace&) {}
  void add_ground_mark(const Place& at, double radius);
  Size slider_size(const Place& at, const SliderDrawing& slider) const;
  void add_guide_outside(const Place& at, const Point& axis, const Size& size);
  void add_guide_inside(const Place& at, const Point& axis, const Point& slider_axis, const Size& size,
                        const SliderDrawing& slider, bool bore);
  void add_follower(const Place& at, const CamDrawing& cam);

  SceneBuilder& b_;
  double length_ = 0;  ///< typical distance of joints on a body
  double depth_ = 0;   ///< of plates
  double width_ = 0;   ///< of links
  std::vector<Place> places_;
  std::vector<int> layers_;
  std::vector<std::vector<Point>> points_;   ///< of joints, per body
  std::vector<std::vector<Point>> corners_;  ///< of outlines and shapes, per body
  std::vector<std::vector<Point>> tips_;     ///< shapes that are points, per body
};

}  // namespace freeplay
