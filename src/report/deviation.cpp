// SPDX-License-Identifier: Apache-2.0
#include "report/deviation.h"

#include <cmath>

#include "report/between.h"

namespace freeplay {

Deviation deviation_of(const Result& result, const Result& other, const std::string& body) {
  const std::string path = "/body/" + body + "/position";
  const Channel *mine = result.channel(path), *theirs = other.channel(path);
  Deviation deviation;
  if (mine == nullptr || theirs == nullptr || mine->width != theirs->width) return deviation;
  const std::vector<double> time = result.values("/time");
  const Between between(other.values("/time"));
  std::vector<double> squares(time.size(), 0);
  for (int k = 0; k < mine->width; ++k) {
    const std::vector<double> a = result.values(path, k), b = other.values(path, k);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (between.covers(time[i])) squares[i] += std::pow(a[i] - between(b, time[i]), 2);
    }
  }
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (!between.covers(time[i])) continue;
    deviation.time.push_back(time[i]);
    deviation.distance.push_back(std::sqrt(squares[i]));
  }
  return deviation;
}

}  // namespace freeplay
