// SPDX-License-Identifier: Apache-2.0
// The contact problem that every rigid stepper poses and every solver solves:
//
//   ξ = G P + b,   0 ≤ P_N ⊥ ξ_N ≥ 0,   −P_T ∈ μ P_N Sgn(ξ_T)        [Flores2009, eqs. (67), (68)]
//
// Contact i owns the numbers d·i … d·i + d−1, the normal one first. d = 1: no tangential row, which is a
// linear complementarity problem; d = 2: the plane; d = 3: space, where Sgn(ξ_T) is ξ_T/|ξ_T|, or the unit
// disc at rest, and P lies in Coulomb's cone. With facets > 0 the disc |P_T| ≤ μ P_N is replaced by the
// regular polygon with that many corners on its rim, the first along t₁: the pyramid inside the cone.
// Steppers pose the problem at velocity or impact level. G need not be symmetric.
//
// normalise() makes it dimensionless: contact i is scaled by s_i = 1/√max(G_NN, G_TT), so that impulses
// P/s_i and velocities ξ s_i share one unit, and everything is divided by the largest |b|. Solvers and the
// residual then need no tolerance with a unit, and a mechanism of micrometres is solved like one of metres.
#pragma once

#include <atomic>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "base/index.h"
#include "complementarity/block_matrix.h"
#include "freeplay/state.h"

namespace freeplay {

class ContactProblem {
 public:
  /// Contacts of rows of dominoes and walls: a few dozen that all push each other, whose modes are often as they were.
  static constexpr int kMedium = 50;

  explicit ContactProblem(int capacity, int d = 2);

  /// Starts a problem of n contacts: matrix, b, μ and modes are to be filled in; P, the guess, is zero.
  void resize(int n);
  /// The same with a matrix of zeros, all of which can be written.
  void resize_full(int n);
  /// Starts a problem with this matrix.
  void pose(const BlockMatrix& G);
  int size() const { return G_.size(); }
  int d() const { return d_; }
  int rows() const { return G_.rows(); }
  /// How well b is known, in its unit; after normalise() as a fraction of the largest |b|.
  double noise() const { return noise_; }
  void set_noise(double noise) { noise_ = noise; }
  /// A residual that is good enough where a better one costs much.
  double accept() const { return accept_; }
  void set_accept(double residual) { accept_ = residual; }
  /// Corners of the friction pyramid in space; 0: the cone.
  int facets() const { return facets_; }
  void set_facets(int facets) { facets_ = facets; }

  /// Solvers that iterate give up when the flag is set; none: they never do.
  void stop_when(const std::atomic<bool>* flag) { stop_ = flag; }
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

  const BlockMatrix& matrix() const { return G_; }
  BlockMatrix& matrix() { return G_; }
  double& G(int row, int column) { return G_.stored(row, column); }
  double G(int row, int column) const { return G_(row, column); }
  double& b(int row) { return b_[idx(row)]; }
  double b(int row) const { return b_[idx(row)]; }
  double& mu(int contact) { return mu_[idx(contact)]; }
  double mu(int contact) const { return mu_[idx(contact)]; }
  /// Modes: a guess before solving, the answer after. Slip in space is slip_plus.
  ContactMode& mode(int contact) { return mode_[idx(contact)]; }
  ContactMode mode(int contact) const { return mode_[idx(contact)]; }
  /// Impulses: a guess before solving, the answer after.
  double& P(int row) { return P_[idx(row)]; }
  double P(int row) const { return P_[idx(row)]; }
  std::span<double> P() { return {P_.data(), idx(rows())}; }
  std::span<const double> P() const { return {P_.data(), idx(rows())}; }

  /// To dimensionless numbers, the guess too unless it is left for later, and P back to units.
  void normalise(bool guess_too = true);
  void normalise_guess(std::span<double> guess) const;
  void restore_units();
  /// The matrix is no longer the one that was posed.
  bool normalised() const { return normalised_; }

  /// ξ = G P + b at row.
  double xi(int row) const { return b(row) + G_.row_times(row, P_.data()); }
  /// The d numbers of ξ of a contact.
  void xi(int contact, double* out) const {
    for (int a = 0; a < d_; ++a) out[a] = b(d_ * contact + a);
    G_.add_row_times(contact, P_.data(), out);
  }
  /// The natural map of a contact, given its ξ:
  ///   P_N − max(P_N − ξ_N, 0),   P_T − proj(P_T − ξ_T, |·| ≤ μ P_N), or the polygon
  void natural_map(int contact, const double* xi, double* out) const;
  /// The one measure of every solution: largest entry of the natural map of the normalised problem. Its
  /// scale is the largest |b|, which is 1.
  double residual() const;
  /// The contact where it is largest; −1 without contacts.
  int worst_contact() const;

 private:
  double error(int contact) const;

  int d_, facets_ = 0;
  BlockMatrix G_;
  std::vector<double> b_, mu_, P_, scale_;
  std::vector<ContactMode> mode_;
  double unit_ = 1, noise_ = 0, accept_ = 0;
  bool normalised_ = false;
  const std::atomic<bool>* stop_ = nullptr;
};

/// The natural map of one contact in space: P_N − max(P_N − ξ_N, 0) and P_T − proj(P_T − ξ_T, |·| ≤ μ P_N).
void spatial_map(const double* P, const double* xi, double mu, double* out, int facets);
/// The same with d rows. Written so that nothing cancels: P − max(P − ξ, 0) is min(P, ξ), also when P is so large
/// that P − ξ is P.
inline void contact_map(const double* P, const double* xi, double mu, int d, double* out, int facets = 0) {
  if (d == 3) return spatial_map(P, xi, mu, out, facets);
  out[0] = P[0] < xi[0] ? P[0] : xi[0];  // takes a NaN in ξ
  if (d == 1) return;
  const double bound = mu * (P[0] < 0 ? 0 : P[0]), x = P[1] - xi[1];
  out[1] = x > bound ? P[1] - bound : x < -bound ? P[1] + bound : xi[1];
}

/// The point of the regular polygon with corners bound·(cos 2πk/facets, sin 2πk/facets) that is nearest to v.
/// True when v was outside.
bool project_polygon(double* v, double bound, int facets);

/// v, shortened to the disc |·| ≤ bound; of one number: clamped.
inline void project_disc(double* v, int size, double bound) {
  if (size == 1) {
    v[0] = v[0] > bound ? bound : v[0] < -bound ? -bound : v[0];
  } else {
    const double length = std::hypot(v[0], v[1]);
    if (length <= bound) return;
    v[0] *= bound / length;
    v[1] *= bound / length;
  }
}

}  // namespace freeplay
