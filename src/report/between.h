// SPDX-License-Identifier: Apache-2.0
// Straight lines between the samples of a record.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace freeplay {

/// Values between samples at times that rise.
class Between {
 public:
  explicit Between(std::vector<double> time) : time_(std::move(time)) {}

  bool covers(double t) const { return !time_.empty() && t >= time_.front() && t <= time_.back(); }
  /// Of one value per sample, at a time that is covered.
  double operator()(const std::vector<double>& values, double t) const {
    const auto found =
        static_cast<std::size_t>(std::lower_bound(time_.begin(), time_.end(), t) - time_.begin());
    const std::size_t above = std::min(found, time_.size() - 1);
    if (above == 0 || time_[above] == t) return values[above];
    const double part = (t - time_[above - 1]) / (time_[above] - time_[above - 1]);
    return values[above - 1] + part * (values[above] - values[above - 1]);
  }

 private:
  std::vector<double> time_;
};

}  // namespace freeplay
