// SPDX-License-Identifier: Apache-2.0
// How two shapes in space meet: gaps, normals and contact points.
//
//   sphere, anything       one contact          g = signed Euclidean distance of the centre − r
//   capsule, half-space    one per end          g = n·(x − p) − r
//   capsule, capsule       both ends of a, both of b where they are beside a, and where the axes cross:
//                                               g = Euclidean distance − r_a − r_b
//   capsule, polytope      both ends, one per corner, one per edge of the polytope that the axis crosses:
//                                               g = Euclidean distance − r
//   polytope, half-space   one per corner       g = n·(v − p)
//   polytope, polytope     one per corner of either, one per pair of edges: see polytope_pair.h
//   cylinder, half-space   per end its deepest point, and four points of the end face
//   cylinder with capsule or polytope: see cylinder_pair.h
//
// The four points are fixed on the end face at 99 % of the radius: they are met only when the face lies flat,
// so that a cylinder stands on them and a rolling one never touches them. A contact that is only there for
// points beside a segment has a gap that grows by the way off its end: it is continuous, and positive when
// the shapes are apart.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "base/index.h"
#include "freeplay/contact_law.h"
#include "shapes/spatial/polytopes_near.h"

namespace freeplay {

/// Not two half-spaces, and nothing that is only drawn.
bool can_touch(const SpatialShape& a, const SpatialShape& b);

/// Why contacts of the two kinds cannot be computed; "" when they can. Then there is no such pair.
std::string not_computed(const SpatialShape& a, const SpatialShape& b);
/// What may go wrong with contacts of the two kinds; "" when nothing is known.
std::string doubtful(const SpatialShape& a, const SpatialShape& b);

/// Number of contacts of the pair: features 0, 1, …
int feature_count(const SpatialShape& a, const SpatialShape& b);
inline int feature_limit(const SpatialShape& a, const SpatialShape& b) { return feature_count(a, b); }

/// What the contact is about: a corner (end, point) of a, or of b, and −1 for the other; an edge of each when
/// neither is negative (with a cylinder: an edge of the other, or after these a face, and where on the
/// cylinder); −1 for both when the pair has only one contact.
std::array<int, 2> feature_corner(const SpatialShape& a, const SpatialShape& b, int feature);

/// Most corners, ends or points of a shape that contacts are named after.
int most_corners(const SpatialShape& shape);

/// "a2" is corner 2 of the first shape, "b0" corner 0 of the second, "a3xb7" edge 3 of the first across edge
/// 7 of the second; "" when the pair has only one contact.
std::string feature_name(const SpatialShape& a, const SpatialShape& b, int feature);

/// A pair at its place. What several of its contacts need is computed once.
class SpatialPair {
 public:
  SpatialPair(const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b, const SpatialPose& at_b);

  /// `gap` false: only the place and the normal are wanted; the gap may be any.
  SpatialContact find(int feature, bool gap = true);
  /// A contact cannot close before the shapes have moved by this much. Its gap may be larger where it is made
  /// so.
  double away(int feature);
  /// Calls use(feature, contact) for every contact that can close while the shapes move against each other by `reach`,
  /// until it answers false; for the broad phase. The contact is null where it was not computed.
  template <class F>
  bool each_near(double reach, F use);
  /// No contact of the pair can close before the shapes have come closer by this much.
  double least();
  /// How far apart the shapes are; negative is an overlap, also where no end or corner is inside.
  SpatialContact separation();

 private:
  SpatialContact of_capsules(int feature) const;
  SpatialContact of_capsule_and_polytope(int feature) const;
  SpatialContact on_cylinder(int feature) const;
  SpatialContact of_polytopes(int feature, bool gap);
  const BestAxis& best();
  int count() const;

  // In the order of the kinds; the contact is turned round when that is not the order of the two.
  const SpatialShape *a_, *b_;
  const SpatialPose *at_a_, *at_b_;
  bool swapped_;
  std::optional<BestAxis> best_;
};

template <class F>
bool SpatialPair::each_near(double reach, F use) {
  if (a_->kind != SpatialKind::polytope || b_->kind != SpatialKind::polytope) {
    for (int feature = 0, n = count(); feature < n; ++feature)
      if (away(feature) <= reach && !use(feature, nullptr)) return false;
    return true;
  }
  PolytopesNear near(best().normal, *a_, *at_a_, *b_, *at_b_, reach);
  int feature = 0;
  const auto corner = [&](bool is_near) {
    const int own = feature++;
    if (!is_near) return true;
    const SpatialContact contact = find(own);
    return contact.gap > reach || use(own, &contact);
  };
  for (std::size_t k = 0; k < a_->points.size(); ++k)
    if (!corner(near.corner_a(k))) return false;
  for (std::size_t k = 0; k < b_->points.size(); ++k)
    if (!corner(near.corner_b(k))) return false;
  for (std::size_t i = 0; i < a_->edges.size(); ++i) {
    const int first = feature;
    feature += int_size(b_->edges);
    if (!near.edge_a(i)) continue;
    const Segment e = edge_segment(*a_, *at_a_, i, at_a_->r);
    for (std::size_t j = 0; j < b_->edges.size(); ++j) {
      if (!near.edge_b(j) || !near.edges(i, j)) continue;
      if (segment_distance(e, edge_segment(*b_, *at_b_, j, at_a_->r)) > reach) continue;
      if (!use(first + to_int(j), nullptr)) return false;
    }
  }
  return true;
}

SpatialContact find_contact(const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                            const SpatialPose& at_b, int feature);
SpatialContact separation(const SpatialShape& a, const SpatialPose& at_a, const SpatialShape& b,
                          const SpatialPose& at_b);

/// w_N, and w_T along tangents(normal): velocities of b against a at the contact in terms of
/// (v_a, ω'_a, v_b, ω'_b), twelve numbers each, rows[0] first. w_N is the derivative of the gap.
void pair_rows(const SpatialContact& contact, const SpatialPose& at_a, const SpatialPose& at_b,
               const std::array<double*, 3>& rows);

/// Curvature where the two touch. A round shape on a polytope counts as one on a flat face, also at an edge;
/// of a capsule it is that across its axis.
ContactGeometry pair_geometry(const SpatialShape& a, const SpatialShape& b);

/// What gaps of the pair are judged against: the smaller size; `otherwise` when neither has one.
double pair_length(const SpatialShape& a, const SpatialShape& b, double otherwise);

}  // namespace freeplay
