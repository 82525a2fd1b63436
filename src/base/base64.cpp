// SPDX-License-Identifier: Apache-2.0
#include "base/base64.h"

#include <bit>

namespace freeplay {

static_assert(std::endian::native == std::endian::little);

std::string base64(std::span<const std::byte> bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    unsigned group = std::to_integer<unsigned>(bytes[i]) << 16U;
    if (left > 1) group |= std::to_integer<unsigned>(bytes[i + 1]) << 8U;
    if (left > 2) group |= std::to_integer<unsigned>(bytes[i + 2]);
    out += kDigits[group >> 18U & 63U];
    out += kDigits[group >> 12U & 63U];
    out += left > 1 ? kDigits[group >> 6U & 63U] : '=';
    out += left > 2 ? kDigits[group & 63U] : '=';
  }
  return out;
}

}  // namespace freeplay
