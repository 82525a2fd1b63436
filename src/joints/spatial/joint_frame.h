// SPDX-License-Identifier: Apache-2.0
// Where a joint or force stands, by points and axes in either body: reads them, reports what is wrong, and
// gives them in the inner frames.
//   points = [[…], […]]   one in each body's frame         point = […]        in the world, as drawn
//   axes = [[…], […]]     one in each body's frame         axis = […]         in the first body's frame
//                                                           world_axis = […]   in the world, as drawn
// Where one is given, the other body's is the same as drawn.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "freeplay/spatial_joint.h"

namespace freeplay {

/// A parameter of vectors that has no default.
constexpr Param vector_param(const char* key, const char* symbol, const char* unit, const char* help,
                             ParamKind kind = ParamKind::vector, bool optional = true) {
  return {.key = key, .symbol = symbol, .unit = unit, .help = help, .kind = kind, .optional = optional};
}
inline constexpr Param kPointsParam =
    vector_param("points", "s_a, s_b", "m", "where it is, in each body's frame", ParamKind::vectors);
inline constexpr Param kPointParam =
    vector_param("point", "", "m", "where it is, in the world as drawn, instead of points");
inline constexpr Param kAxisParam = vector_param("axis", "e'", "-", "direction in the first body's frame");
inline constexpr Param kAxesParam = vector_param(
    "axes", "e', e''", "-", "direction in each body's frame, instead of axis", ParamKind::vectors);
inline constexpr Param kWorldAxisParam =
    vector_param("world_axis", "", "-", "direction in the world as drawn, instead of axis");

inline Mat3 columns(const Vec3& x, const Vec3& y, const Vec3& z) {
  return {{x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]}};
}

/// A point of each body, or a unit vector of each, in the inner frames.
struct VectorPair {
  Vec3 a, b;
};

/// The axis of a joint in both inner frames, and directions across it. The angle of the joint is that from x
/// to z about the axis. It is zero where the second body's frame is the first one's, or has been swung out of
/// it across the axis: the twist about the axis, when the relative rotation is split into swing and twist.
struct AxisFrame {
  Vec3 e, x, y;  ///< of body a; right-handed
  Vec3 e_b, z;   ///< of body b
};

/// A joint at these points, with z along its axis.
SpatialPicture picture_about(const VectorPair& points, const AxisFrame& axes);

class FrameReader {
 public:
  /// All are kept by reference; making one, and reading what is right, allocates nothing.
  FrameReader(const Parameters& given, const SpatialSide& a, const SpatialSide& b, std::string_view key,
              Diagnostics& problems)
      : given_(&given), a_(&a), b_(&b), key_(key), problems_(&problems) {}

  /// The point, given in one of its two ways; nothing after an error.
  std::optional<VectorPair> points() const;
  /// The same; without either, the origin of the second body's frame as drawn.
  std::optional<VectorPair> points_or_drawn() const;
  /// The axis, given in one of its three ways. `across` names the key of an optional direction in the first
  /// body's frame that x shall be nearest to.
  std::optional<AxisFrame> axes(const char* across = nullptr) const;
  /// A direction of the first body alone, given as `axis` or `world_axis`; two directions across it, which do
  /// not depend on the principal axes.
  std::optional<Vec3> direction_of_a(const char* what) const;
  std::array<Vec3, 2> across(const Vec3& e) const;
  /// A vector of the file as a unit vector; nothing, and an error, when it is zero.
  std::optional<Vec3> direction(const char* param, const Vec3& given) const;
  /// Reports that of these keys one and only one has to be given; true when it is so.
  bool exactly_one(std::initializer_list<const char*> keys, const char* what, bool required = true) const;
  void error(const char* param, const std::string& message, const std::string& hint = {}) const;

  /// A, as drawn, after the smallest turn of body b that brings its axis e_b onto e of a.
  static Mat3 aligned(const SpatialSide& a, const SpatialSide& b, const Vec3& e, const Vec3& e_b);

 private:
  const Parameters* given_;
  const SpatialSide* a_;
  const SpatialSide* b_;
  std::string_view key_;
  Diagnostics* problems_;
};

/// A joint of a point and an axis in each body; nullptr after an error.
template <class AxisJoint>
std::unique_ptr<SpatialJoint> make_about_axis(const Parameters& given, const SpatialSide& a,
                                              const SpatialSide& b, const std::string& key,
                                              Diagnostics& problems) {
  const FrameReader reader(given, a, b, key, problems);
  const auto points = reader.points();
  const auto axes = reader.axes();
  if (!points || !axes) return nullptr;
  return std::make_unique<AxisJoint>(*points, *axes);
}

}  // namespace freeplay
