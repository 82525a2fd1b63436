// SPDX-License-Identifier: Apache-2.0
// A journal in the bore of a bearing: the point of the journal's surface nearest to the wall at either end.
// All in the axes of the bearing: z along its axis, its centre the origin; ρ the distance from that axis.
//
//   closed end                 open end A                h: direction in which the journal leans
//   ┌──────────────────┐       ─────────────┐ z = H      σ: sine of the tilt
//   │ ╭──────────────╮ │ A     ╭────────────┼──╮         w_h = (cos h, −σ), w_k = z × h:
//   │ ╰──────────────╯ │       ╰────────────┼──╯           rim = c + R_j (z_h w_h + z_k w_k)
//   └──────────────────┘       ─────────────┘
//
// Each generator of the journal is a segment on which ρ is convex, so it comes nearest to the wall at one of
// its ends. wall A is the farthest of all upper ends, wall B of all lower ones:
//   closed    the rim, an ellipse with semi-axes R_j and R_j cos θ seen along the axis
//                                                                              [Marques2015, (4.25)]
//   open      a generator that goes on outside of the bore ends at its edge, z = ± H: the rim where it is
//             inside, else the ellipse that the plane cuts from the journal (R_j and R_j/cos θ), and the
//             corners where the two meet
// The greatest of all candidates is continuous from one to the next, and so are rim, edge and corner as the
// journal slides out. The last point of a journal leaving the bore lets go at once: no contact then.
//
// Gradient of ρ for motions of the journal, r the radial unit vector at the point (envelope theorem):
//   rim  r        edge  r − (rᵀu/u_z) z, along the journal's normal there
//   corner  r − (rᵀτ/τ_z) z with τ along the rim: across both edges, between the two others
#pragma once

#include "freeplay/spatial.h"

namespace freeplay {

/// Where the journal is, seen from the bearing.
struct JournalPlace {
  Vec3 d;  ///< its centre
  Vec3 u;  ///< its axis, a unit vector
};

struct Bore {
  double radius;        ///< R_i, of the bore
  double journal;       ///< R_j
  double half;          ///< half of L_j; infinite: the journal reaches through the bore wherever it is
  double below, above;  ///< open ends: z = −H and H; infinite where the end is closed
  bool paper = false;   ///< the middle of the two wall crossings instead of the deepest point, eq. (4.26)
};

struct WallPoint {
  double rho = 0;        ///< distance from the bearing's axis; 0: no part of the journal is in the bore
  Vec3 point{0, 0, 0};   ///< of the journal
  Vec3 radial{1, 0, 0};  ///< r
  double edge = 0;       ///< −z component of the gradient of ρ, r − edge z
};

/// At end A (+1) or B (−1). Tilts of nearly 90° and more are met with the rim alone.
WallPoint wall_point(const Bore& bore, const JournalPlace& place, int end);

/// Sine of the tilt and the direction h in which the journal leans: (1, 0) without tilt.
struct Lean {
  explicit Lean(const Vec3& u);
  double sine;
  std::array<double, 2> h;
};

}  // namespace freeplay
