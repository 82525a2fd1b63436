// SPDX-License-Identifier: Apache-2.0
#include "report/spectrum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace freeplay {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

// Sines that fit the record: Hann's window leaves the amplitude in its line, and half of it in either neighbour.
TEST(SpectrumOfSignals, FindsAmplitudesAndFrequencies) {
  std::vector<double> t, x;
  for (int i = 0; i < 1000; ++i) {
    t.push_back(1e-3 * i + 5);
    x.push_back(7 + 3 * std::sin(kTurn * 40 * t.back()) + 0.01 * std::cos(kTurn * 230 * t.back()));
  }
  const Spectrum spectrum = spectrum_of(t, x);
  ASSERT_EQ(spectrum.frequency.size(), 499U);
  EXPECT_NEAR(spectrum.step, 1e-3, 1e-15);
  EXPECT_NEAR(spectrum.frequency[39], 40, 1e-9);
  EXPECT_NEAR(spectrum.amplitude[39], 3, 1e-9);
  EXPECT_NEAR(spectrum.amplitude[38], 1.5, 1e-9);
  EXPECT_NEAR(spectrum.amplitude[229], 0.01, 1e-9);
  EXPECT_NEAR(spectrum.amplitude[100], 0, 1e-9);
  EXPECT_NEAR(spectrum.amplitude[0], 0, 1e-9) << "the mean is no vibration";
}

TEST(SpectrumOfSignals, BringsUnevenSamplesToEvenOnes) {
  std::vector<double> t, x;
  for (int i = 0; i <= 4000; ++i) {
    const double even = i / 4000.0;
    t.push_back(even + 0.02 * std::sin(kTurn * even));
    x.push_back(std::sin(kTurn * 20 * t.back()));
  }
  const Spectrum spectrum = spectrum_of(t, x);
  const auto top = std::max_element(spectrum.amplitude.begin(), spectrum.amplitude.end());
  EXPECT_NEAR(spectrum.frequency[static_cast<std::size_t>(top - spectrum.amplitude.begin())], 20, 0.05);
  EXPECT_NEAR(*top, 1, 2e-3);
}

TEST(SpectrumOfSignals, OfTooLittleIsEmpty) {
  EXPECT_TRUE(spectrum_of({}, {}).amplitude.empty());
  EXPECT_TRUE(spectrum_of(std::vector<double>(100, 1.0), std::vector<double>(100, 1.0)).amplitude.empty());
}

}  // namespace
}  // namespace freeplay
