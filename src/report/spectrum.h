// SPDX-License-Identifier: Apache-2.0
// Amplitudes of what a signal is made of.
#pragma once

#include <vector>

namespace freeplay {

struct Spectrum {
  double step = 0;                ///< of the time between the numbers that were transformed [s]
  std::vector<double> frequency;  ///< [Hz], without zero
  std::vector<double> amplitude;  ///< of a sine at that frequency, in the signal's unit
};

/// By Hann's window and the fast Fourier transform, of the signal without its mean. Samples that are not evenly spaced are
/// brought to even ones by straight lines; those that are not finite count as zero. Empty for fewer than 16 samples.
Spectrum spectrum_of(const std::vector<double>& time, const std::vector<double>& signal);

}  // namespace freeplay
