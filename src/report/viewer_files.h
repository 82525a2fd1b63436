// SPDX-License-Identifier: Apache-2.0
// The page of the reports as viewer/build.mjs made it when Freeplay was built.
#pragma once

#include <string_view>

namespace freeplay {

std::string_view viewer_script();
std::string_view viewer_style();
/// SHA-256 of the script in base64, for the content security policy.
std::string_view viewer_hash();

}  // namespace freeplay
