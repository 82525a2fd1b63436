// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace freeplay {

/// The text of JSON whose strings may hold anything: bytes that are no UTF-8, of the name of a file for instance, become
/// \xNN in it. Without an indent (-1) it is one line.
std::string json_text(nlohmann::ordered_json json, int indent = 2);

}  // namespace freeplay
