// SPDX-License-Identifier: Apache-2.0
// Long records made short enough for a page, so that peaks stay.
#pragma once

#include <vector>

#include "freeplay/report.h"

namespace freeplay {

/// Which samples of a record stand for all of it. Neighbouring ones, 2i and 2i + 1, are a pair that stands
/// for the stretch of samples from the first of them to the next pair.
struct Thinning {
  std::vector<long long> samples;  ///< rising; the first is 0, the last the last sample
  bool thinned = false;            ///< false: all samples are there
};

/// At most `most` samples of `recorded`; two at least.
Thinning thin(long long recorded, long long most);

/// Takes the values of a record one after another, and keeps what a page has room for.
class Thinner {
 public:
  enum class Keep {
    samples,  ///< values as they are at the samples: of poses and words
    peaks,  ///< the least and the greatest of each stretch, in the order in which they came; one that is not finite
  };
  /// The thinning outlives it.
  Thinner(const Thinning& thinning, Keep keep) : thinning_(&thinning), keep_(keep) {
    kept_.reserve(thinning.samples.size());
  }

  void add(double value);
  std::vector<double> take();  ///< after the last one

 private:
  struct Seen {
    double value = 0;
    long long at = 0;
  };
  void end_stretch();

  const Thinning* thinning_;
  Keep keep_;
  long long at_ = 0;      ///< of the value that comes next
  std::size_t next_ = 0;  ///< in Thinning::samples
  bool in_stretch_ = false;
  Seen least_, greatest_;
  std::vector<double> kept_;
};

}  // namespace freeplay
