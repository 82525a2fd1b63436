// SPDX-License-Identifier: Apache-2.0
// The curves of Figs. 3.4 to 3.14 of Marques2015, friction force against slip of its static models, with the parameters of
// its Tables 3.1 and 3.2: a block of 1 kg, so 9.81 N, μ_k = 0.1, μ_S = 0.15, v_S = D_v = v₀ = 1 mm/s, ξ = 50 s/m,
// F_v = 0.1 N s/m. Those that the tables lack are sensible: the slope k = 1000 s/m of (3.13), v₁ = 3 mm/s of (3.16). The
// figures have no numbers on their axes; ranges are chosen so that the shapes are theirs.
#pragma once

#include <string>
#include <vector>

#include "report/plot.h"
#include "rigs/friction_curves.h"

namespace freeplay {

struct ThesisFigure {
  std::string number;    ///< "3.4"
  std::string title;     ///< "Coulomb friction"
  std::string equation;  ///< "(3.1)"
  FrictionSpecimen law;
  FrictionConditions at;
  FrictionCurves curves;            ///< steady sliding only
  double pull = 0;                  ///< F_e of Fig. 3.14 [N]; 0: it does not matter
  std::vector<SteadyForce> pulled;  ///< friction under that pull

  /// "figure_3_4"
  std::string stem() const;
};

/// All of them, measured.
std::vector<ThesisFigure> thesis_figures();

/// As CSV, and as pictures: one of one figure, or a page of all.
std::string thesis_csv(const ThesisFigure& figure);
Figure thesis_page(const std::vector<ThesisFigure>& figures);

}  // namespace freeplay
