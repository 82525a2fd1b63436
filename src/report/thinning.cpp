// SPDX-License-Identifier: Apache-2.0
#include "report/thinning.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace freeplay {

Thinning thin(long long recorded, long long most) {
  Thinning thinning;
  most = std::max(2LL, most);
  if (recorded <= most) {
    for (long long i = 0; i < recorded; ++i) thinning.samples.push_back(i);
    return thinning;
  }
  thinning.thinned = true;
  const long long pairs = most / 2;
  for (long long p = 0; p < pairs; ++p) {
    const long long from = p * recorded / pairs, to = (p + 1) * recorded / pairs;
    thinning.samples.push_back(from);
    thinning.samples.push_back(p + 1 == pairs ? recorded - 1 : std::max(from, (from + to) / 2));
  }
  return thinning;
}

void Thinner::add(double value) {
  const Seen seen{value, at_++};
  const std::vector<long long>& samples = thinning_->samples;
  const bool begins = next_ < samples.size() && samples[next_] == seen.at;
  if (keep_ == Keep::samples || !thinning_->thinned) {
    if (!begins) return;
    kept_.push_back(value);
    ++next_;
  } else if (begins) {
    end_stretch();
    least_ = greatest_ = seen;
    in_stretch_ = true;
    next_ += 2;
  } else if (std::isfinite(least_.value)) {
    if (!std::isfinite(value)) least_ = greatest_ = seen;
    if (value < least_.value) least_ = seen;
    if (value > greatest_.value) greatest_ = seen;
  }
}

void Thinner::end_stretch() {
  if (!in_stretch_) return;
  const bool falls = greatest_.at < least_.at;
  kept_.push_back(falls ? greatest_.value : least_.value);
  kept_.push_back(falls ? least_.value : greatest_.value);
}

std::vector<double> Thinner::take() {
  end_stretch();
  in_stretch_ = false;
  return std::move(kept_);
}

}  // namespace freeplay
