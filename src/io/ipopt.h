// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace freeplay {

/// Offers Ipopt's interior-point method to the stepper gauss_optimisation. The engine does without; programs
/// that are built with Ipopt call this once, before models are run.
void use_ipopt();

}  // namespace freeplay
