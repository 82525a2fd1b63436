// SPDX-License-Identifier: Apache-2.0
// Makes a model that shows something small: bodies, joints, forces and keys are taken out, the end comes sooner, numbers get
// fewer digits, as long as the model still shows it.
#pragma once

#include <functional>
#include <string>

namespace freeplay::testing {

/// `shows` is asked at most `trials` times, about smaller and smaller model files; texts that are no models are its to
/// refuse. The smallest one of which it said yes, or `text`.
std::string shrink(const std::string& text, const std::function<bool(const std::string&)>& shows,
                   int trials = 400);

}  // namespace freeplay::testing
