// SPDX-License-Identifier: Apache-2.0
// Waiting for what can be observed, never for a time: a busy machine makes a test slow, not wrong.
#pragma once

#include <filesystem>
#include <functional>

namespace freeplay::testing {

/// Whether `holds` came true. The limit of ten minutes is there for what never happens.
bool wait_until(const std::function<bool()>& holds);

/// The record in the file holds at least so many samples; false also while nothing can be read there.
bool has_samples(const std::filesystem::path& file, long long count);

}  // namespace freeplay::testing
