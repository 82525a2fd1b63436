// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace freeplay {

/// Offers NLopt to the plan "optimise" of studies. Programs that are built with it call this once.
void use_nlopt();

}  // namespace freeplay
