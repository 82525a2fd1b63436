// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/piece_length.h"

#include <gtest/gtest.h>

namespace freeplay {
namespace {

struct Tried {
  int tried = 0, counted = 0;
};

/// Steps of length 1 in which no piece longer than `longest` is possible.
Tried follow(PieceLength& lengths, int steps, double longest) {
  Tried all;
  for (int step = 0; step < steps; ++step) {
    for (double remaining = 1; remaining > 1e-12;) {
      double length = lengths.next(remaining);
      bool halved = false;
      for (; length > longest; ++all.tried, halved = true) length *= 0.5;
      ++all.tried, ++all.counted;
      lengths.follow(halved ? PieceLength::Ended::halved : PieceLength::Ended::whole, length, 1);
      remaining -= length;
    }
  }
  return all;
}

TEST(PieceLength, NearlyEveryPieceThatIsTriedCounts) {
  PieceLength lengths;
  const Tried all = follow(lengths, 20, 1.0 / 32);
  EXPECT_LE(all.counted, 20 * 33);
  EXPECT_LE(all.tried, 1.2 * all.counted);  // halving the rest of the step each time would be 5
}

TEST(PieceLength, ComesBackToWholeSteps) {
  PieceLength lengths;
  follow(lengths, 5, 1.0 / 64);
  const Tried all = follow(lengths, 10, 2);
  EXPECT_LE(all.counted, 10 + 16);
  EXPECT_EQ(follow(lengths, 10, 2).tried, 10);
}

TEST(PieceLength, StepsInWhichNothingTurnsAreWhole) {
  PieceLength lengths;
  EXPECT_EQ(lengths.next(0.3), 0.3);
  lengths.follow(PieceLength::Ended::otherwise, 0.1, 1);
  EXPECT_EQ(lengths.next(0.7), 0.7);
}

}  // namespace
}  // namespace freeplay
