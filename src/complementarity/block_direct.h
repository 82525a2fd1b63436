// SPDX-License-Identifier: Apache-2.0
// Direct solution of the equations that known cases of contacts imply, when there are many contacts.
//
// Contact i has w_i ≤ d unknowns z_i: δP_N, and δP_T unless it follows from δP_N. Its equations are
//
//   C_i δξ_i + B_i z_i = c_i,   δξ = G δP,   δP_i = T_i z_i
//
// They are solved front by front (fronts.h): a front takes what its children leave, eliminates its own contacts with
// the largest entry of a column among its own rows as pivot, and leaves the rest to its parent. G + δ·1 in the place
// of G, with δ = 1e-11 of its largest entry, makes equations regular that are singular but not contradictory, as those
// of a stack with more contacts than freedoms are; what δ changes is removed by repetition,
//
//   z ← z + M_δ⁻¹ (c − M z)       from z = 0, until the error no longer falls
//
// and in directions that the equations do not see, z stays small. With a larger δ, and once only, directions that they
// hardly see are damped as well.
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
  /// when there is no factorisation. `damping` > 0 is taken for δ, as a part of the largest entry; then there is no
  /// repetition, and zero is returned.
  double solve(std::span<double> c, double damping = 0);

  long factorisations() const { return factorisations_; }
  long analyses() const { return fronts_.analyses(); }

 private:
  /// A factorised front: the rows and columns of its own unknowns.
  struct Factor {
    std::size_t at = 0, list = 0;  ///< in values_, and in unknown_
    int pivots = 0, size = 0;      ///< own unknowns, and all
  };

  bool factorise(double delta);
  void assemble(const Fronts::Front& front, double delta);
  void add_child(const Fronts::Front& child, const Factor& factor);
  bool eliminate(Factor& factor);
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
  std::vector<int> pivot_;      ///< the row that took the place of each own unknown
  std::vector<int> offset_;     ///< of the nodes of the front that is worked on
  std::vector<double> z_, rest_, change_, P_, gathered_;
};

}  // namespace freeplay
