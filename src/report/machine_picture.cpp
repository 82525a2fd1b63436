// SPDX-License-Identifier: Apache-2.0
#include "report/machine_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "base/index.h"
#include "freeplay/spatial.h"
#include "report/body_colours.h"
#include "report/motion.h"
#include "report/scene.h"
#include "report/still.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostTriangles =
    60000;                         // seen from in front; more make a file that programs open slowly
constexpr double kMargin = 0.04;   // of the picture, around the machine
constexpr double kDark = 0.62;     // of its colour is a face that turns away from the light
constexpr int kZigzags = 8;        // of a spring
constexpr double kZigzag = 0.025;  // of the machine's size: half the width of a spring

/// A triangle or a line of the picture, and how near it is.
struct Stroke {
  double near = 0;
  std::vector<std::array<double, 2>> corners;
  std::uint32_t colour = 0;
  bool is_line = false;
};

/// Two axes of the picture, and the third towards who looks.
struct View {
  Vec3 right{1, 0, 0}, up{0, 1, 0}, nearer{0, 0, 1};

  explicit View(const Scene& scene) {
    if (scene.dimension == 2) return;
    const Vec3 vertical = unit(scene.up);
    const auto [a, b] = tangents(vertical);
    nearer = unit(a + 0.7 * b + 0.6 * vertical);
    right = unit(cross(vertical, nearer));
    up = cross(nearer, right);
  }
  std::array<double, 2> flat(const Vec3& p) const { return {dot(p, right), dot(p, up)}; }
};

std::uint32_t shaded(std::uint32_t colour, double light) {
  std::uint32_t out = 0;
  for (const int shift : {16, 8, 0})
    out |= static_cast<std::uint32_t>(std::lround(light * ((colour >> shift) & 0xffU)))
           << static_cast<unsigned>(shift);
  return out;
}

class StillMachine {
 public:
  StillMachine(const Scene& scene, const RecordedMotion& motion, double t)
      : scene_(scene), view_(scene), t_(t) {
    for (int body = 0; body < int_size(scene.bodies); ++body) poses_.push_back(motion.pose(body, 0));
    for (const ScenePart& part : scene.parts) add(part);
    for (const SceneSpring& spring : scene.springs) add(spring);
    std::stable_sort(strokes_.begin(), strokes_.end(),
                     [](const Stroke& a, const Stroke& b) { return a.near < b.near; });
  }

  bool fits_paper() const { return !strokes_.empty() && strokes_.size() <= 2 * kMostTriangles; }

  DrawnFigure draw(double width, double most_height) const {
    // what lies within the scene's sphere; floors and belts reach beyond and are cut at the frame
    const std::array<double, 2> middle = view_.flat(scene_.centre);
    const double reach = 1.02 * scene_.size;
    std::array<double, 2> low{middle[0] + reach, middle[1] + reach},
        high{middle[0] - reach, middle[1] - reach};
    for (const Stroke& stroke : strokes_) {
      for (const auto& p : stroke.corners) {
        for (std::size_t k = 0; k < 2; ++k) {
          const double x = std::clamp(p[k], middle[k] - reach, middle[k] + reach);
          low[k] = std::min(low[k], x);
          high[k] = std::max(high[k], x);
        }
      }
    }
    const double margin = kMargin * std::max(high[0] - low[0], high[1] - low[1]);
    const double across = high[0] - low[0] + 2 * margin, along = high[1] - low[1] + 2 * margin;
    const double scale = std::min(width / across, most_height / along);
    DrawnFigure drawn{scale * across, scale * along, {}};
    const auto place = [&](const std::array<double, 2>& p) {
      return fmt::format("{:.2f} {:.2f}", scale * (p[0] - low[0] + margin),
                         scale * (high[1] - p[1] + margin));
    };
    drawn.body = fmt::format(
        "<clipPath id=\"machine\"><rect width=\"{0:.1f}\" height=\"{1:.1f}\"/></clipPath>\n"
        "<g clip-path=\"url(#machine)\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n",
        drawn.width, drawn.height);
    for (const Stroke& stroke : strokes_) {
      std::string path = "M" + place(stroke.corners[0]);
      for (std::size_t i = 1; i < stroke.corners.size(); ++i) path += "L" + place(stroke.corners[i]);
      if (stroke.is_line) {
        drawn.body += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#{:06x}\" stroke-width=\"0.7\"/>\n",
                                  path, stroke.colour);
      } else {  // the thin border closes the seams between neighbours
        drawn.body +=
            fmt::format("<path d=\"{0}z\" fill=\"#{1:06x}\" stroke=\"#{1:06x}\" stroke-width=\"0.3\"/>\n",
                        path, stroke.colour);
      }
    }
    drawn.body += "</g>\n";
    return drawn;
  }

 private:
  BodyPose pose_of(int body) const { return body < 0 ? BodyPose{} : poses_[idx(body)]; }

  void add(const ScenePart& part) {
    if (strokes_.size() > 2 * kMostTriangles) return;
    const Mesh& mesh = scene_.meshes[idx(part.mesh)];
    const BodyPose pose = pose_of(part.body);
    const PlacedPart placed = placed_part(part, pose, t_);
    const Vec3 light = unit(view_.nearer + 0.6 * view_.up - 0.4 * view_.right);
    std::vector<Vec3> corners;
    for (const auto& p : mesh.positions) corners.push_back(placed.origin + placed.A * Vec3{p[0], p[1], p[2]});
    const bool metal = part.role == "pin" || part.role == "journal" || part.role == "bearing";
    const std::uint32_t colour = shaded(body_colour(part.body), metal ? 0.75 : 1);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;  // how many faces that are seen share it
    for (const auto& triangle : mesh.triangles) {
      const Vec3 &a = corners[triangle[0]], &b = corners[triangle[1]], &c = corners[triangle[2]];
      const Vec3 across = cross(b - a, c - a);
      const double size = norm(across);
      if (!(size > 0) || !(dot(across, view_.nearer) > 1e-6 * size)) continue;
      const double lit = std::max(0.0, dot(across, light) / size);
      strokes_.push_back({dot(a + b + c, view_.nearer) / 3,
                          {view_.flat(a), view_.flat(b), view_.flat(c)},
                          shaded(colour, kDark + (1 - kDark) * lit),
                          false});
      for (std::size_t k = 0; k < 3; ++k) ++edges[std::minmax(triangle[k], triangle[(k + 1) % 3])];
    }
    for (const auto& [edge, faces] : edges) {  // the outline stands before its own faces
      if (faces != 1) continue;
      const Vec3 &a = corners[edge.first], &b = corners[edge.second];
      strokes_.push_back({0.5 * dot(a + b, view_.nearer) + 1e-3 * scene_.size,
                          {view_.flat(a), view_.flat(b)},
                          shaded(colour, 0.5),
                          true});
    }
  }

  void add(const SceneSpring& spring) {
    const Vec3 a = pose_of(spring.bodies[0]).point(spring.points[0]),
               b = pose_of(spring.bodies[1]).point(spring.points[1]);
    const double length = norm(b - a);
    if (!(length > 0) || length > 4 * scene_.size) return;  // held by a point far away
    const Vec3 along = unit(b - a);
    Vec3 side = cross(view_.nearer, along);
    side = norm(side) > 1e-6 ? unit(side) : view_.up;
    Stroke stroke{
        std::max(dot(a, view_.nearer), dot(b, view_.nearer)) + scene_.size, {view_.flat(a)}, 0x44505e, true};
    for (int k = 0; k < 2 * kZigzags; ++k) {
      const double part = 0.15 + 0.7 * (k + 0.5) / (2 * kZigzags);
      const double out = (k % 2 == 0 ? 1 : -1) * kZigzag * scene_.size;
      stroke.corners.push_back(view_.flat(a + part * length * along + out * side));
    }
    stroke.corners.push_back(view_.flat(b));
    strokes_.push_back(stroke);
  }

  const Scene& scene_;
  View view_;
  double t_;  ///< cams turn with it [s]
  std::vector<BodyPose> poses_;
  std::vector<Stroke> strokes_;
};

}  // namespace

std::optional<DrawnFigure> machine_picture(const Result& result, double width, double most_height) {
  const std::optional<Scene> scene = make_scene(result);
  if (!scene || scene->parts.empty() || !(scene->size > 0)) return std::nullopt;
  const std::vector<double> time = result.values("/time");
  std::vector<std::size_t> first;  // none: as drawn
  if (!time.empty()) first.push_back(0);
  const RecordedMotion motion(result, first);
  const StillMachine machine(*scene, motion, time.empty() ? 0 : time.front());
  if (!machine.fits_paper()) return std::nullopt;
  return machine.draw(width, most_height);
}

std::string machine_svg(const Model& model, double width, double most_height) {
  const auto drawn = machine_picture(still(model), width, most_height);
  return drawn ? svg_element(*drawn, model.name) : std::string();
}

}  // namespace freeplay
