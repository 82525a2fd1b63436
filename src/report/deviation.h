// SPDX-License-Identifier: Apache-2.0
// How far a body is from where another run has it.
#pragma once

#include <string>
#include <vector>

#include "freeplay/report.h"

namespace freeplay {

/// At the samples that the other run covers.
struct Deviation {
  std::vector<double> time, distance;  ///< [s], [m]
};

/// Of the body's centre of mass from that of the body of this name in `other`; empty where either was not recorded.
Deviation deviation_of(const Result& result, const Result& other, const std::string& body);

}  // namespace freeplay
