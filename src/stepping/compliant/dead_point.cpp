// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/dead_point.h"
#include "base/index.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace freeplay {
namespace {

constexpr double kSpaced = 2e-3;        // of the machine's time: states are kept so far apart
constexpr double kLongest = 0.1;        // of the machine's time: how long a step past may be
constexpr double kAccepted = 10;        // errors of one step that it may have
constexpr double kClear = 0.01;         // of the step: how far its points are from the dead point at least
constexpr double kBetween = 13.0 / 28;  // in the middle between 6/14 and 7/14, the farthest from all k/n

/// Distance of a place in the step, from 0 to 1, from the nearest point of it.
double clearance(double place, int columns) {
  double least = std::min(place, 1 - place);
  for (int n = 2; n <= 2 * columns; n += 2) {
    const double x = place * n;
    least = std::min(least, std::abs(x - std::round(x)) / n);
  }
  return least;
}

}  // namespace

DeadPoint::DeadPoint(CompliantEquations& equations, double time_scale)
    : equations_(equations),
      size_(static_cast<std::size_t>(equations.size())),
      time_scale_(time_scale),
      times_(kKept, 0),
      states_(kKept * size_, 0) {
  for (std::vector<double>* of : {&before_, &now_, &rate_, &last_, &weights_}) of->assign(size_, 0);
  for (std::vector<double>& column : table_) column.assign(size_, 0);
}

void DeadPoint::note(double t, std::span<const double> y) {
  if (kept_ > 0 && t - times_[0] < kSpaced * time_scale_) return;
  std::copy_backward(times_.begin(), times_.end() - 1, times_.end());
  std::copy_backward(states_.begin(), states_.end() - static_cast<std::ptrdiff_t>(size_), states_.end());
  times_[0] = t;
  std::copy(y.begin(), y.end(), states_.begin());
  kept_ = std::min(kept_ + 1, static_cast<long long>(kKept));
}

double DeadPoint::extrapolate(double t, std::span<const double> y, double H) {
  const auto rates = [&](double at, std::span<const double> of) {
    return equations_.rates(at, of.data(), rate_.data()) == RightSide::ok;
  };
  constexpr double kFailed = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kColumns; ++k) {
    const int parts = 2 * (k + 1);
    const double part = H / parts;
    if (!rates(t, y)) return kFailed;
    std::copy(y.begin(), y.end(), before_.begin());
    for (std::size_t i = 0; i < size_; ++i) now_[i] = y[i] + part * rate_[i];
    for (int j = 1; j < parts; ++j) {
      if (!rates(t + j * part, now_)) return kFailed;
      for (std::size_t i = 0; i < size_; ++i) before_[i] += 2 * part * rate_[i];
      std::swap(before_, now_);
    }
    if (!rates(t + H, now_)) return kFailed;
    std::vector<double>& value = table_[idx(k)];
    for (std::size_t i = 0; i < size_; ++i) value[i] = 0.5 * (before_[i] + now_[i] + part * rate_[i]);
    last_ = table_[0];
    for (int j = k - 1; j >= 0; --j) {  // Neville's scheme in (1/n)²
      const double ratio = static_cast<double>(k + 1) / (j + 1), share = 1 / (ratio * ratio - 1);
      std::vector<double>& coarse = table_[idx(j)];
      const std::vector<double>& fine = table_[idx(j) + 1];
      for (std::size_t i = 0; i < size_; ++i) coarse[i] = fine[i] + share * (fine[i] - coarse[i]);
    }
  }
  equations_.weights(table_[0].data(), weights_.data());
  double error = 0;
  for (std::size_t i = 0; i < size_; ++i)
    error = std::max(error, weights_[i] * std::abs(table_[0][i] - last_[i]));
  return std::isnan(error) ? kFailed : error;
}

bool DeadPoint::pass(double stalled, double limit, double& t, std::span<double> y) {
  double best = kAccepted;
  bool found = false;
  for (std::size_t s = 0; s < idx(kept_); ++s) {
    const double way = stalled - times_[s];
    const std::span<const double> from(states_.data() + s * size_, size_);
    for (const double H : {way / kBetween, limit - times_[s]}) {
      if (!(way > 0) || times_[s] + H > limit || H > kLongest * time_scale_) continue;
      if (clearance(way / H, kColumns) < kClear) continue;
      const double error = extrapolate(times_[s], from, H);
      if (!(error < best)) continue;
      best = error;
      found = true;
      t = times_[s] + H;
      std::copy(table_[0].begin(), table_[0].end(), y.begin());
    }
  }
  return found;
}

}  // namespace freeplay
