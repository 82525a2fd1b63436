// SPDX-License-Identifier: Apache-2.0
// Friction laws ready to be shown: the values of Marques2015, Table 3.2, for every registered law, changed by
// assignments such as `mu=0.2`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "freeplay/diagnostics.h"
#include "rigs/friction_curves.h"

namespace freeplay {

/// Normal force of the paper's block, to which its absolute coefficients belong [N].
inline constexpr double kPaperNormal = 9.81;

/// A demonstration value as a user would write it: {"sigma0", "1e4 1/m"}; those that the law declares.
std::vector<std::pair<std::string, std::string>> friction_sample(const FrictionEntry& entry);

/// The laws by name, all when none is named, made of their demonstration values and the assignments
/// {key, value}. An assignment goes to every law that declares its key; one that fits none is a mistake, as
/// is a value that a law refuses. A law that needs a key without a value is left out, with a note.
std::vector<FrictionSpecimen> friction_specimens(
    const std::vector<std::string>& names,
    const std::vector<std::pair<std::string, std::string>>& assignments, Diagnostics& problems);

}  // namespace freeplay
