// SPDX-License-Identifier: Apache-2.0
// Direct solution of the equations that known cases of contacts imply, when there are many contacts.
//
// Contact i has w_i ≤ d unknowns z_i: δP_N, and δP_T unless it follows from δP_N. Its equations are
//
//   C_i δξ_i + B_i z_i = c_i,   δξ = G δP,   δP_i = T_i z_i
//
// They are solved front by front (fronts.h): a front takes what its children leave, eliminates its own contacts with
// the largest entry of its own rows and columns as pivot, and leaves the rest to its parent. Unknowns of a front for
// which only rounding is left as a pivot stay zero, as those of a face that sticks at more points than needed do; for
// the symmetric G of a mechanism nothing of their equations is then left in other fronts either. What rounding spoils
// is removed by repetition,
//
//   z ← z + M⁻¹ (c − M z)       from z = 0, until the error no longer falls
//
// With damping δ there is G + δ·1 in the place of G, and directions that the equations hardly see are damped as well.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "complementarity/fronts.h"

namespace freeplay {

class BlockDirect {
 public:
  /// The equations of a contact.
  struct Part {
    int width = 0;                   ///< unknowns
    bool plain = true;               ///< C is the first `width` rows of 1, and B is zero
    std::array<double, 2> slope{};   ///< δP_T = slope δP_N, and what is unknown of it
    std::array<double, 9> C{}, B{};  ///< width × d and width × width, row by row
    int first = 0;                   ///< where its unknowns begin; set by `solve`
  };

  /// Starts equations with this G, which must stay as it is; the parts of all its contacts are to be written.
  void start(const BlockMatrix& G);
  Part& part(int contact) { return parts_[idx(contact)]; }
  const Part& part(int contact) const { return parts_[idx(contact)]; }
  /// Number of unknowns; their places become known.
  int number();
  /// Right-hand sides c by place; the answer takes their place. Returns the largest |c − M z|; infinite, and z zero,
  /// when there is no factorisation. `damping` > 0 is δ, as a part of the largest entry of G; then there is no
  /// repetition, and zero is returned. `regular`: every pivot above zero is one.
  double solve(std::span<double> c, double damping = 0, bool regular = false);

  long factorisations() const { return factorisations_; }
  long analyses() const { return fronts_.analyses(); }

 private:
  /// A factorised front: the rows and columns of its own unknowns.
  struct Factor {
    std::size_t at = 0, list = 0;  ///< in values_, and in unknown_
    int pivots = 0, size = 0;      ///< own unknowns, and all
  };

  bool factorise(double delta, double least);
  void assemble(const Fronts::Front& front, double delta);
  void add_child(const Fronts::Front& child, const Factor& factor);
  bool eliminate(Factor& factor, double least);
  void choose_pivot(const Factor& factor, int p, bool columns_too);
  void drop(Factor& factor, int rank);
  void keep(Factor& factor);
  void apply(std::span<double> z);
  double rest(std::span<const double> c, std::span<const double> z, std::span<double> out);
  template <int d>
  void add_blocks(const Fronts::Front& front, double delta);

  const BlockMatrix* G_ = nullptr;
  Fronts fronts_;
  int unknowns_ = 0;
  long factorisations_ = 0;
  std::vector<Part> parts_;
  std::vector<Factor> factors_;
  std::vector<double> values_;  ///< of all fronts: the rows of own unknowns, then their columns below
  std::vector<double> front_;   ///< the one that is worked on, row by row
  std::vector<double> stack_;   ///< what fronts leave to their parents
  std::vector<int> waiting_;    ///< fronts of the stack
  std::vector<int> unknown_;    ///< places of the unknowns of all fronts
  std::vector<int> column_;     ///< the same, in the order in which own unknowns were eliminated
  std::vector<int> pivot_;      ///< the row that took the place of each own unknown
  std::vector<int> offset_;     ///< of the nodes of the front that is worked on
  std::vector<double> z_, rest_, change_, P_, gathered_;
};

}  // namespace freeplay
