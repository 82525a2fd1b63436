// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace freeplay::bench {

/// Prints the time per simulated second of examples/quick_return, with every smooth stepper and every way to
/// detect contacts.
void print_quick_return();

}  // namespace freeplay::bench
