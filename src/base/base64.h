// SPDX-License-Identifier: Apache-2.0
// Bytes as text: RFC 4648, with padding.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace freeplay {

std::string base64(std::span<const std::byte> bytes);

/// The bytes of numbers as they stand in memory, which is little-endian on every machine Freeplay runs on.
template <class T>
std::string base64_of(std::span<const T> numbers) {
  return base64(std::as_bytes(numbers));
}

}  // namespace freeplay
