// SPDX-License-Identifier: Apache-2.0
#include "report/spectrum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <unsupported/Eigen/FFT>

#include "report/between.h"

namespace freeplay {
namespace {

constexpr std::size_t kLeast = 16, kMost = std::size_t{1} << 20U;  // samples
constexpr double kEven = 1e-6;  // of the step: spacings that differ by less are rounding of the times

bool evenly_spaced(const std::vector<double>& time) {
  const double step = (time.back() - time.front()) / static_cast<double>(time.size() - 1);
  for (std::size_t i = 1; i < time.size(); ++i) {
    if (std::abs(time[i] - time[i - 1] - step) > kEven * step) return false;
  }
  return true;
}

}  // namespace

Spectrum spectrum_of(const std::vector<double>& time, const std::vector<double>& signal) {
  const std::size_t given = std::min(time.size(), signal.size());
  if (given < kLeast || !(time[given - 1] > time[0])) return {};
  std::vector<double> values(signal.begin(), signal.begin() + static_cast<std::ptrdiff_t>(given));
  for (double& value : values) value = std::isfinite(value) ? value : 0;
  const std::vector<double> times(time.begin(), time.begin() + static_cast<std::ptrdiff_t>(given));
  // a power of two keeps the transform fast whatever the number of samples
  std::size_t count = std::min(given, kMost);
  if (!evenly_spaced(times) || given > kMost) {
    count = std::min(std::bit_ceil(given), kMost);
    const Between between(times);
    std::vector<double> even(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double part = static_cast<double>(i) / static_cast<double>(count - 1);
      even[i] =
          between(values, std::min(times.back(), times.front() + part * (times.back() - times.front())));
    }
    values = std::move(even);
  }
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double phase = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    values[i] = (values[i] - mean) * 0.5 * (1 - std::cos(phase));
  }
  std::vector<std::complex<double>> transformed;
  Eigen::FFT<double> fft;
  fft.fwd(transformed, values);
  Spectrum spectrum;
  spectrum.step = (times.back() - times.front()) / static_cast<double>(count - 1);
  for (std::size_t k = 1; k < count / 2; ++k) {
    spectrum.frequency.push_back(static_cast<double>(k) / (static_cast<double>(count) * spectrum.step));
    // a sine of amplitude A has the sum A N/2, of which the window leaves one half
    spectrum.amplitude.push_back(4 * std::abs(transformed[k]) / static_cast<double>(count));
  }
  return spectrum;
}

}  // namespace freeplay
