// SPDX-License-Identifier: Apache-2.0
#include "report/scene_builder.h"

#include <algorithm>
#include <string_view>

#include "base/index.h"

namespace freeplay {
namespace {

/// Of the bytes: meshes that are equal have equal hashes.
std::size_t hash(const Mesh& mesh) {
  const auto bytes = [](const auto& list) {
    return std::string_view(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(list[0]));
  };
  const std::hash<std::string_view> of;
  return of(bytes(mesh.positions)) * 31 + of(bytes(mesh.triangles));
}

/// −0 and 0 are equal but have different bytes.
void drop_signs_of_zeros(Mesh& mesh) {
  for (auto& position : mesh.positions) {
    for (float& x : position) x += 0.0F;
  }
}

}  // namespace

SceneBuilder::SceneBuilder(const Result& result, const RecordedMotion& motion)
    : result_(&result), motion_(&motion) {
  scene.dimension = model().dimension;
  for (const Body& body : model().bodies) {
    index_.emplace(body.name, int_size(scene.bodies));
    scene.bodies.push_back(
        {body.name, body.mass, scene.dimension == 3 ? body.space.centre : Point3{0, 0, 0}});
  }
  solid_.assign(scene.bodies.size(), false);
  const double g = norm(model().gravity3);
  if (scene.dimension == 3) scene.up = g > 0 ? (-1 / g) * model().gravity3 : Point3{0, 0, 1};
}

int SceneBuilder::body(const std::string& name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? -1 : found->second;
}

BodyPose SceneBuilder::drawn(int body) const {
  return body < 0 ? BodyPose{} : drawn_pose(model().bodies[idx(body)], scene.dimension);
}

SceneJoint& SceneBuilder::joint(const Joint& given, const JointPicture& picture) {
  SceneJoint drawn;
  drawn.name = given.name;
  drawn.type = given.type;
  drawn.bodies = {body(given.bodies[0]), body(given.bodies[1])};
  drawn.held_displacement = picture.held_displacement;
  drawn.held_turn = picture.held_turn;
  drawn.distance = picture.holds_distance;
  drawn.clearance = picture.clearance;
  scene.joints.push_back(drawn);
  return scene.joints.back();
}

int SceneBuilder::mesh(Mesh mesh) {
  drop_signs_of_zeros(mesh);
  const std::size_t key = hash(mesh);
  const auto [begin, end] = known_.equal_range(key);
  for (auto it = begin; it != end; ++it) {
    if (scene.meshes[idx(it->second)] == mesh) return it->second;
  }
  const auto index = int_size(scene.meshes);
  known_.emplace(key, index);
  scene.meshes.push_back(std::move(mesh));
  return index;
}

ScenePart& SceneBuilder::part(int body, Mesh shape, const Vec3& position, const char* role,
                              const std::string& name, int joint, const Quat& orientation) {
  if (shape.triangles.empty()) return none_ = {};
  ScenePart part;
  part.body = body;
  part.mesh = mesh(std::move(shape));
  part.position = position;
  part.orientation = orientation;
  part.role = role;
  part.name = name;
  part.joint = joint;
  scene.parts.push_back(part);
  counts_.push_back(true);
  return scene.parts.back();
}

ScenePart& SceneBuilder::backdrop(int body, Mesh mesh, const Vec3& position, const Quat& orientation,
                                  const std::string& name) {
  ScenePart& added =
      part(body, std::move(mesh), position, body < 0 ? "ground" : "shape", name, -1, orientation);
  if (counts_.size() == scene.parts.size()) counts_.back() = false;
  return added;
}

std::array<double, 2> SceneBuilder::range(int a, const Vec3& from, const Vec3& direction, int b,
                                          const Vec3& point) const {
  double low = kInfinity, high = -kInfinity;
  for (std::size_t frame = 0; frame < motion().frames(); ++frame) {
    const Vec3 seen = motion().pose(a, frame).point_back(motion().pose(b, frame).point(point));
    const double way = dot(direction, seen - from);
    low = std::min(low, way), high = std::max(high, way);
  }
  return low <= high ? std::array<double, 2>{low, high} : std::array<double, 2>{0, 0};
}

Ball SceneBuilder::swept(int body, const Ball& own) const {
  Ball all;
  if (own.empty()) return all;
  if (body < 0) return own;
  const double r = own.radius();
  const double across = scene.dimension == 2 ? 0.5 * (own.high[2] - own.low[2]) : r;
  for (std::size_t frame = 0; frame < motion().frames(); ++frame) {
    const Vec3 centre = motion().pose(body, frame).point(own.centre());
    all.take(centre - Vec3{r, r, across});
    all.take(centre + Vec3{r, r, across});
  }
  return all;
}

/// A belt: it slides in a guide, is slim, does not turn, and runs along itself.
bool SceneBuilder::is_endless(int body, const Ball& own) const {
  constexpr double kSlim = 20;
  const bool slides = std::any_of(scene.joints.begin(), scene.joints.end(), [&](const SceneJoint& joint) {
    return joint.held_displacement[1] && joint.held_turn[2] && !joint.held_displacement[0] &&
           (joint.bodies[0] == body || joint.bodies[1] == body);
  });
  if (!slides || own.empty()) return false;
  Vec3 size = own.high - own.low;
  const auto longest = idx(std::max_element(size.begin(), size.end()) - size.begin());
  const double length = size[longest];
  size[longest] = 0;
  // of a plate in the plane the depth is not its own
  if (length < kSlim * (scene.dimension == 2 ? size[1 - std::min<std::size_t>(longest, 1)] : norm(size)))
    return false;
  Vec3 along{0, 0, 0};
  along[longest] = 1;
  const BodyPose start = motion().pose(body, 0);
  const Vec3 axis = start.turn(along);
  for (std::size_t frame = 0; frame < motion().frames(); ++frame) {
    const BodyPose pose = motion().pose(body, frame);
    const Vec3 way = pose.position - start.position;
    if (norm(way - dot(axis, way) * axis) > length / kSlim) return false;
    if (norm(pose.turn(along) - axis) > 1 / kSlim) return false;
  }
  return true;
}

void SceneBuilder::frame() {
  std::vector<Ball> balls(scene.bodies.size() + 1);  // the first is the ground's
  std::vector<Ball> guides(scene.bodies.size());     // parts of the ground that only an endless body runs in
  for (std::size_t i = 0; i < scene.parts.size(); ++i) {
    const ScenePart& part = scene.parts[i];
    if (!counts_[i]) continue;
    int guided = -1;
    if (part.body < 0 && part.role == "guide") {
      const auto& both = scene.joints[idx(part.joint)].bodies;
      guided = std::max(both[0], both[1]);
    }
    Ball& ball = guided < 0 ? balls[idx(part.body + 1)] : guides[idx(guided)];
    const Mat3 turn = rotation(part.orientation);
    for (const auto& p : scene.meshes[idx(part.mesh)].positions)
      ball.take(part.position + turn * Vec3{p[0], p[1], p[2]});
  }
  Ball rest, endless;
  rest.take(balls[0]);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const auto body = to_int(i);
    Ball& into = is_endless(body, balls[i + 1]) ? endless : rest;
    into.take(swept(body, balls[i + 1]));
    into.take(guides[i]);
  }
  // beside what is endless, the rest is what one looks at, unless it can be seen all the same
  constexpr double kMuchLonger = 4;
  Ball all = rest;
  if (rest.empty() || endless.radius() < kMuchLonger * rest.radius()) all.take(endless);
  if (all.empty()) return;
  take_springs(all);
  scene.centre = all.centre();
  if (scene.dimension == 2) scene.centre[2] = 0;
  scene.size = all.radius() > 0 ? all.radius() : 1;
}

/// Where springs end, unless that is so far off that nothing else could be seen.
void SceneBuilder::take_springs(Ball& all) const {
  constexpr double kFar = 8;
  const Vec3 centre = all.centre();
  const double far = kFar * all.radius();
  for (const SceneSpring& spring : scene.springs) {
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t frame = 0; frame < motion().frames(); ++frame) {
        const Vec3 end = motion().pose(spring.bodies[side], frame).point(spring.points[side]);
        if (norm(end - centre) < far) all.take(end);
      }
    }
  }
}

void SceneBuilder::add_contacts() {
  std::map<std::string, int> joints;
  for (std::size_t i = 0; i < scene.joints.size(); ++i) joints.emplace(scene.joints[i].name, to_int(i));
  std::vector<std::string> names;
  for (const char* tail : {"/mode", "/gap", "/normal", "/point", "/force"}) {
    names = result().names("/contact/", tail);
    if (!names.empty()) break;
  }
  for (const std::string& name : names) {
    // names of joints and shapes have no dot; those of contacts of shapes have a slash: FIRST/SECOND.a0
    const bool of_shapes = name.find('/') != std::string::npos;
    const auto found = of_shapes ? joints.end() : joints.find(name.substr(0, name.find('.')));
    scene.contacts.push_back({name, found == joints.end() ? -1 : found->second});
  }
}

std::vector<std::size_t> looked_at(std::size_t n) {
  constexpr std::size_t kMost = 500;
  const std::size_t step = n / kMost + 1;
  std::vector<std::size_t> samples;
  for (std::size_t i = 0; i < n; i += step) samples.push_back(i);
  if (n > 0 && samples.back() != n - 1) samples.push_back(n - 1);
  return samples;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Quat z_onto(const Vec3& n) {
  const auto [x, y] = tangents(n);
  return quaternion({{x[0], y[0], n[0], x[1], y[1], n[1], x[2], y[2], n[2]}});
}

}  // namespace freeplay
