// SPDX-License-Identifier: Apache-2.0
#include "io/json_text.h"

#include <nlohmann/json.hpp>

#include "base/printable.h"

namespace freeplay {
namespace {

void make_valid(nlohmann::ordered_json& json) {
  if (json.is_string()) {
    json = valid_utf8(json.get_ref<const std::string&>());
  } else if (json.is_structured()) {
    for (nlohmann::ordered_json& part : json) make_valid(part);
  }
}

}  // namespace

std::string json_text(nlohmann::ordered_json json, int indent) {
  make_valid(json);
  return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace freeplay
