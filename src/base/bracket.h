// SPDX-License-Identifier: Apache-2.0
// Roots of functions that change their sign once between two known points. Whoever looks for one makes the
// trials, which may be whole steps and may fail; what the next trial is, and what one leaves to search, is here.
//
//   chord     x = a + (b − a) f_a/(f_a − f_b), inside [a, b] whatever f is: regula falsi
//   Illinois  the value at an end that stays while the other one moves twice counts half, so that no end stays
//             for ever: order 1.44                                                [DowellJarratt1971]
//   halving   certain to end: one binary digit per trial
//   parabola  through the last three trials: order 1.84 where f is smooth (Muller's method)
#pragma once

#include <cmath>

namespace freeplay {

struct Bracket {
  double low, f_low;    ///< f > 0 here
  double high, f_high;  ///< f ≤ 0 here
  int stayed = 0;       ///< trials in a row that moved one end: > 0 the lower one, < 0 the upper one

  double width() const { return high - low; }
  double middle() const { return 0.5 * (low + high); }
  bool contains(double x) const { return x > low && x < high; }
  /// May fall outside by rounding.
  double chord() const { return low + (high - low) * f_low / (f_low - f_high); }
  double next() const {
    const double x = chord();
    return contains(x) ? x : middle();
  }

  /// A trial becomes the end of its side.
  void take(double x, double f) { f > 0 ? take_low(x, f) : take_high(x, f); }
  void take_low(double x, double f) {
    low = x, f_low = f;
    stayed = stayed > 0 ? stayed + 1 : 1;
  }
  void take_high(double x, double f) {
    high = x, f_high = f;
    stayed = stayed < 0 ? stayed - 1 : -1;
  }
  /// The Illinois rule, after a trial was taken.
  void weigh() {
    if (stayed > 1) f_high *= 0.5;
    if (stayed < -1) f_low *= 0.5;
  }
};

/// The parabola through the last three trials, for searches whose trials cost much. It is asked between the rules
/// above, which are certain to end.
class Parabola {
 public:
  void take(double x, double f) {
    for (int i = 0; i < 2; ++i) x_[i] = x_[i + 1], f_[i] = f_[i + 1];
    x_[2] = x, f_[2] = f;
    ++known_;
  }
  /// Its root inside the interval, or `otherwise` where it has none.
  double root(const Bracket& inside, double otherwise) const {
    if (known_ < 3) return otherwise;
    const double last = (f_[2] - f_[1]) / (x_[2] - x_[1]), before = (f_[1] - f_[0]) / (x_[1] - x_[0]);
    const double bend = (last - before) / (x_[2] - x_[0]), slope = last + bend * (x_[2] - x_[1]);
    const double square = slope * slope - 4 * f_[2] * bend;
    if (!(square >= 0)) return otherwise;
    const double sum = slope + std::copysign(std::sqrt(square), slope);
    const double near = x_[2] - 2 * f_[2] / sum, far = x_[2] - 0.5 * sum / bend;
    return inside.contains(near) ? near : inside.contains(far) ? far : otherwise;
  }

 private:
  double x_[3] = {0, 0, 0}, f_[3] = {0, 0, 0};
  int known_ = 0;
};

/// Halves [low, high] so often; `below(x)` tells that the root is above x.
template <class Below>
Bracket halve(double low, double high, int times, Below below) {
  Bracket interval{low, 1, high, -1};
  for (int i = 0; i < times; ++i) {
    const double middle = interval.middle();
    (below(middle) ? interval.low : interval.high) = middle;
  }
  return interval;
}

}  // namespace freeplay
