// SPDX-License-Identifier: Apache-2.0
// A proof that a contact problem has no solution, whatever the friction: normal impulses d ≥ 0 with
//
//   G d = 0,   b · d < 0
//
// Every solution has ξ_N ≥ 0, hence d · ξ ≥ 0; but d · ξ = (G d) · P + b · d = b · d < 0 for symmetric G. Contacts
// that face each other, and of which each is to open, are like that. By Farkas' lemma there is such a d exactly
// when no impulses at all, friction or not, keep every contact from approaching; so the problem without friction
// is solved by proximal points, and if it is not solved, the way along which they run off is d.
//
// With rounding, G d is not quite zero: then any solution needs impulses of at least |b · d| / max |G d|. It
// counts as a proof where these are a million times those that the largest |b| calls for at one contact.
#pragma once

#include <span>
#include <vector>

#include "complementarity/proximal_point.h"

namespace freeplay {

class ImpossibleContacts {
 public:
  ImpossibleContacts(int capacity, int d);

  /// Whether the normalised problem provably has no solution. Leaves it as it was.
  bool find(ContactProblem& problem);
  /// d, one number per contact, of the last proof.
  std::span<const double> ray() const { return ray_; }

 private:
  ProximalPoint method_;
  std::vector<double> mu_, P_, ray_, whole_;
};

}  // namespace freeplay
