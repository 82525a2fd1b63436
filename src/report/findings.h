// SPDX-License-Identifier: Apache-2.0
// What a run found, in the few lines that a reader wants first, and how far the numbers can be trusted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "freeplay/report.h"

namespace freeplay {

/// One line: "Largest force", "3.68 kN", "joint wrist at 0.0123 s".
struct Finding {
  std::string label, value, note;
  std::optional<double> time{};  ///< of a moment that can be shown [s]
};

enum class Light { good, doubtful, bad };
const char* light_word(Light light);      ///< "good", "doubtful", "bad"
const char* light_sentence(Light light);  ///< "Numbers to trust" …

/// How far the numbers can be trusted, and why.
struct Trust {
  Light light = Light::good;
  std::vector<std::string> reasons;
};

struct Findings {
  std::string sentence;  ///< what was run
  std::vector<Finding> items;
  Trust trust;
};

/// The result, other than `run`, of the same bodies without any play, or nullptr.
const Result* ideal_twin(const std::vector<Result>& results, const Result& run);

/// `ideal`: the same machine without play, or nullptr.
Findings findings_of(const Result& result, const Result* ideal);

}  // namespace freeplay
