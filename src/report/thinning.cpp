// SPDX-License-Identifier: Apache-2.0
#include "report/thinning.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

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

std::vector<double> picked(const std::vector<double>& values, const Thinning& thinning) {
  std::vector<double> out;
  out.reserve(thinning.samples.size());
  for (const long long i : thinning.samples) out.push_back(values[idx(i)]);
  return out;
}

std::vector<double> enveloped(const std::vector<double>& values, const Thinning& thinning) {
  if (!thinning.thinned) return values;
  std::vector<double> out;
  out.reserve(thinning.samples.size());
  const std::size_t count = thinning.samples.size();
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    const auto from = idx(thinning.samples[i]);
    const std::size_t to = i + 2 < count ? idx(thinning.samples[i + 2]) : values.size();
    std::size_t least = from, greatest = from;
    for (std::size_t k = from; k < to; ++k) {
      if (!std::isfinite(values[k])) {
        least = greatest = k;
        break;
      }
      if (values[k] < values[least]) least = k;
      if (values[k] > values[greatest]) greatest = k;
    }
    out.push_back(values[std::min(least, greatest)]);
    out.push_back(values[std::max(least, greatest)]);
  }
  return out;
}

}  // namespace freeplay
