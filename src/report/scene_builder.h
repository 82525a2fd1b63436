// SPDX-License-Identifier: Apache-2.0
// What planar and spatial scenes are built with: meshes kept once, parts, and lengths that everything that is
// not given is drawn in proportion to.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/index.h"
#include "freeplay/joint_picture.h"
#include "freeplay/registry.h"
#include "report/motion.h"
#include "report/scene.h"

namespace freeplay {

/// A box, and the sphere around it.
struct Ball {
  Vec3 low{kInfinity, kInfinity, kInfinity}, high{-kInfinity, -kInfinity, -kInfinity};

  void take(const Vec3& p) {
    for (std::size_t k = 0; k < 3; ++k) low[k] = std::min(low[k], p[k]), high[k] = std::max(high[k], p[k]);
  }
  void take(const Ball& other) {
    if (!other.empty()) take(other.low), take(other.high);
  }
  bool empty() const { return low[0] > high[0]; }
  Vec3 centre() const { return 0.5 * (low + high); }
  double radius() const { return empty() ? 0 : 0.5 * norm(high - low); }
};

class SceneBuilder {
 public:
  SceneBuilder(const Result& result, const RecordedMotion& motion);

  const Model& model() const { return *result_->model; }
  const Result& result() const { return *result_; }
  const RecordedMotion& motion() const { return *motion_; }
  /// Index of a body; −1 for the ground.
  int body(const std::string& name) const;
  /// How a body stands as drawn; the ground at the origin.
  BodyPose drawn(int body) const;

  /// Adds a joint to the scene; its frames are still to be set. Good until the next one.
  SceneJoint& joint(const Joint& given, const JointPicture& picture);

  /// The index of the mesh, which is added when none like it is there.
  int mesh(Mesh mesh);
  /// Adds a part; empty meshes are left out. The reference is good until the next part.
  ScenePart& part(int body, Mesh mesh, const Vec3& position, const char* role, const std::string& name,
                  int joint = -1, const Quat& orientation = {1, 0, 0, 0});
  /// The same for what reaches beyond what is seen: it does not count for the size.
  ScenePart& backdrop(int body, Mesh mesh, const Vec3& position, const Quat& orientation,
                      const std::string& name);

  /// What a body has that says how it looks.
  bool has_solid(int body) const { return body >= 0 && solid_[idx(body)]; }
  void set_solid(int body) {
    if (body >= 0) solid_[idx(body)] = true;
  }

  /// Least and greatest way along `direction` of body a from `from` (both in a's frame) to a point of body b,
  /// over the motion.
  std::array<double, 2> range(int a, const Vec3& from, const Vec3& direction, int b, const Vec3& point) const;
  /// Size and centre of all parts and springs so far over the motion, without a belt that is much longer than
  /// the rest.
  void frame();
  void add_contacts();

  Scene scene;

 private:
  /// What a body takes up over the motion, from what is drawn of it in its frame.
  Ball swept(int body, const Ball& own) const;
  bool is_endless(int body, const Ball& own) const;
  void take_springs(Ball& all) const;

  const Result* result_;
  const RecordedMotion* motion_;
  std::map<std::string, int> index_;
  std::unordered_multimap<std::size_t, int> known_;  ///< meshes by their hash
  std::vector<bool> solid_;
  std::vector<bool> counts_;  ///< parts that count for the size
  ScenePart none_;
};

/// How many samples are looked at for extents of the motion.
std::vector<std::size_t> looked_at(std::size_t samples);

/// The middle one; 0 of none.
double median(std::vector<double> values);

/// The turn that brings z onto the unit vector n.
Quat z_onto(const Vec3& n);

/// A number, point, … that the user gave, or nullptr.
template <class T>
const T* given(const Values& values, const char* key) {
  const auto found = values.find(key);
  return found == values.end() ? nullptr : std::get_if<T>(&found->second.data);
}

/// The parts and joints of a planar and of a spatial model.
void build_planar(SceneBuilder& builder);
void build_spatial(SceneBuilder& builder);

}  // namespace freeplay
