// SPDX-License-Identifier: Apache-2.0
// The boundary of a planar solid made of straight edges and arcs, which need not be convex.
//
// Edges follow each other with the solid on their left. Where the boundary turns right by more than a small angle there
// is a hollow corner, and where it turns left an outer one. Hollow corners divide it into parts, and what is round
// touches each stretch of them in one place (outline_stretches.h): a ball in a groove has two contacts, and one on a
// smooth stretch has one, which passes from edge to edge without a jump. No line inside the solid divides it: there is
// none that could be felt.
//
// What of the boundary touches the sides of another one are its tips: outer corners and arcs that bulge out, with no
// straight or hollow edge between them. A straight line touches a tip in one place.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "shapes/planar/polygon_surface.h"

namespace freeplay {

/// Turns up to this angle, in rad, are smooth: numbers of a file are rounded.
inline constexpr double kSmoothTurn = 1e-3;
/// Most edges of an outline: those that may cross are compared two by two.
inline constexpr std::size_t kMostEdges = 10000;

struct OutlineEdge {
  Vec2 from{0, 0}, to{0, 0};
  int bend = 0;                     ///< 0 straight, 1 an arc that bulges out, −1 a hollow one
  double length = 0;                ///< along the edge
  Vec2 side{0, 0}, normal{0, 0};    ///< of a straight edge: unit vector along it, outward normal
  Vec2 centre{0, 0}, middle{0, 0};  ///< of an arc: its centre, and the unit vector from there to its middle
  double radius = 0, angle = 0;     ///< of an arc
  double cosine = 1;                ///< of half the angle
  Vec2 around{0, 0};                ///< the edge is within `reach` of this point
  double reach = 0;
  int corner = 0;         ///< number in the file of its first point
  bool undercut = false;  ///< a hollow arc in the middle of a bay whose mouth is narrower than its inside
};

Vec2 start_normal(const OutlineEdge& edge);
Vec2 end_normal(const OutlineEdge& edge);
/// Unit vectors along the edge, in its sense.
Vec2 start_side(const OutlineEdge& edge);
Vec2 end_side(const OutlineEdge& edge);

/// A corner (radius 0) or an arc of a tip, and how it ends on either side.
struct TipElement {
  Vec2 centre{0, 0};
  double radius = 0;
  Vec2 ends[2];  ///< the last and the first point of it, in the order of the wedge
  Wedge wedge;
  bool flat
      [2];  ///< beside it is a straight edge on which the solid can lie: then its normals count for a bit more
};

struct OutlineTip {
  std::vector<TipElement> elements;
  int corner = 0;     ///< number in the file
  double radius = 0;  ///< largest of its elements
};

struct Outline {
  std::vector<OutlineEdge> edges;
  std::vector<double> turns;  ///< at the first point of each edge, positive to the left
  double area = 0, perimeter = 0;
  int corners = 0;  ///< numbers of the file are below

  std::size_t next(std::size_t edge) const { return edge + 1 < edges.size() ? edge + 1 : 0; }
  std::size_t before(std::size_t edge) const { return (edge == 0 ? edges.size() : edge) - 1; }
};

/// Consecutive edges of an outline.
struct EdgeRange {
  std::size_t first = 0, count = 0;
  bool closed = false;  ///< it has no ends
};

/// A part of an outline between two hollow corners, or all of it.
struct OutlinePart {
  std::shared_ptr<const Outline> whole;
  std::size_t first = 0, count = 0;
  bool closed = false;  ///< it has no ends
  bool only = true;     ///< the outline has no other parts
  std::vector<OutlineTip> tips;
  double tightest = 0;               ///< the smallest radius of a hollow arc; infinite without
  std::vector<EdgeRange> stretches;  ///< for what is smaller than that: see outline_stretches.h
  int most_stretches = 1;            ///< for anything
  double tip_radius = 0;             ///< the largest of its tips
};

/// What the user gave.
struct OutlineInput {
  std::vector<Vec2> points;
  std::vector<double>
      radii;          ///< of the sides after each point: 0 straight, negative hollow; empty: all are straight
  double radius = 0;  ///< of outer corners between straight sides
};

/// What is wrong, with the key that it is about.
struct OutlineProblem {
  std::string key, message, hint;
};

/// Empty key: nothing is wrong. A polygon known to be convex is not searched for sides that cross.
OutlineProblem build_outline(const OutlineInput& given, bool convex, Outline& outline);

/// All stretches of an outline, in order.
std::vector<OutlinePart> outline_parts(const std::shared_ptr<const Outline>& outline);

/// Points whose convex hull has the edge in it.
void add_hull_points(const OutlineEdge& edge, RecycledVector<Vec2>& points);
/// Points along an edge, its last one left out: no arc turns by more than `turn` from one to the next.
void add_points(const OutlineEdge& edge, double turn, std::vector<Vec2>& points);
/// The same along all of the boundary, for pictures.
std::vector<Vec2> boundary_points(const Outline& outline, double turn);

}  // namespace freeplay
