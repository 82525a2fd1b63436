// SPDX-License-Identifier: Apache-2.0
// How long the next piece of a step may be, where pieces have to be halved because normals turn too fast in them: as
// long as the last one, then twice that, and so on until pieces are as long as steps again. A length that was too
// long a moment ago is tried again only after a few pieces, each time after more of them. So not every piece begins
// with halving the rest of its step, and where normals turn steadily nearly every piece that is tried counts.
#pragma once

#include <algorithm>
#include <limits>

#include "freeplay/archive.h"

namespace freeplay {

class PieceLength {
 public:
  /// Of a piece, where so much of the step is left.
  double next(double remaining) const { return std::min(remaining, reach_); }

  /// What became of it.
  enum class Ended { whole, halved, otherwise };
  void follow(Ended ended, double length, double step) {
    if (ended == Ended::halved) {
      patience_ = grew_ ? std::min(2 * patience_ + 1, kMostPatience) : 0;
      reach_ = length;
      calm_ = 0;
      grew_ = false;
    } else if (ended == Ended::whole && length >= reach_) {
      if (grew_) patience_ = 0;
      grew_ = ++calm_ > patience_;
      if (!grew_) return;
      reach_ *= 2;
      calm_ = 0;
    }
    if (reach_ >= step) forget();
  }
  void forget() { *this = PieceLength{}; }

  void visit(Archive& a) { a(reach_, patience_, calm_, grew_); }

 private:
  static constexpr int kMostPatience = 7;  // pieces; trial

  double reach_ = std::numeric_limits<double>::infinity();
  int patience_ = 0;   ///< pieces before a longer one is tried
  int calm_ = 0;       ///< pieces of this length so far
  bool grew_ = false;  ///< this length is tried for the first time
};

}  // namespace freeplay
