// SPDX-License-Identifier: Apache-2.0
// Waiting for what can be observed, never for a time: a busy machine makes a test slow, not wrong.
#pragma once

#include <filesystem>
#include <functional>

namespace freeplay::testing {

/// Whether `holds` came true. The limit of ten minutes is there for what never happens.
bool wait_until(const std::function<bool()>& holds);

/// Waits until the child has recorded at least so many samples; false if it ended before. The child is stopped while its
/// file is read: a file is readable at any moment at which its writer stands still, not while it changes under the
/// reader, and a reader slower than the writer would never catch up.
bool wait_for_samples(int child, const std::filesystem::path& file, long long count);

}  // namespace freeplay::testing
