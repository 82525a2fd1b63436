// SPDX-License-Identifier: Apache-2.0
// How two shapes meet: gaps, normals and contact points.
//
//   round, round          one contact     g = |c_b − c_a| − r_a − r_b
//   round, half-plane     one contact     g = n·(c − p) − r
//   round, polygon        one contact     g = signed Euclidean distance of the centre − r
//   polygon, half-plane   one per corner  g = n·(v − p) − r
//   polygon, polygon      one per corner of either: its distance from the other less the radii of both, when it
//                         is outside, and when it is inside minus its depth below the side it rests on
//   outlines              outline_pair.h
// A point is a round shape of radius zero. How far a point or a corner is from a polygon, and along which
// normal, is in polygon_surface.h. When two polygons are apart the smallest gap is their distance.
//
// A side on a side has two closed contacts, at the ends of where they lie on each other, and each is a corner
// of one of the two. As one body slides past the end of the other's side, the corner that it rested on leaves
// and its own corner takes its place there: if they overlap, at that depth.
#pragma once

#include <string>

#include "freeplay/contact_law.h"
#include "shapes/planar/shape.h"

namespace freeplay {

/// One contact of shapes a and b in the world. The normal points from a to b: the gap grows when b moves
/// along it.
struct PairContact {
  double gap = 0;
  Vec2 normal{0, 1};
  Vec2 point{0, 0};
};

/// Two points never meet, nor two half-planes.
bool can_touch(const PlanarShape& a, const PlanarShape& b);

/// Number of contacts of the pair: features 0, 1, …
int feature_count(const PlanarShape& a, const PlanarShape& b);

/// The same for all shapes of two kinds, as World::feature_kind tells them apart: no less than their number.
int feature_limit(const PlanarShape& a, const PlanarShape& b);

/// The corner of a, or that of b, that the contact is about; −1 for the other, and for both when the pair has
/// only one contact.
std::array<int, 2> feature_corner(const PlanarShape& a, const PlanarShape& b, int feature);

/// "a2" is corner 2 of the first shape, "b0" corner 0 of the second; "" when the pair has only one contact.
std::string feature_name(const PlanarShape& a, const PlanarShape& b, int feature);

PairContact find_contact(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b,
                         int feature);

/// w_N = ∂g/∂q, and w_T, the slip of b against a along the normal turned by −90°; six numbers each. Seen with
/// b above a, slip is positive to the right, whichever of the two is called a.
void pair_rows(const PairContact& contact, const Pose& at_a, const Pose& at_b, double* w_N, double* w_T);

/// Curvature where the two touch. A round shape on a polygon counts as one on a flat face, also at a corner; two
/// polygons count as a corner on a face, rounded only if both are.
ContactGeometry pair_geometry(const PlanarShape& a, const PlanarShape& b);

/// How far apart the shapes are along the direction that separates them best; negative is the depth of the
/// overlap, also where the sides of two polygons cross and no corner is inside. The normal is that direction.
PairContact separation(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b);

/// What gaps of the pair are judged against: the smaller size; `otherwise` when neither has one.
double pair_length(const PlanarShape& a, const PlanarShape& b, double otherwise);

}  // namespace freeplay
