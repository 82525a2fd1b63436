// SPDX-License-Identifier: Apache-2.0
// All that the program prints goes through here: names from files cannot act on a terminal (base/printable.h), and a
// standard output that takes nothing is noticed by main.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>
#include <utility>

namespace freeplay {

void say_text(std::FILE* where, std::string_view text);

template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
  say_text(stdout, fmt::format(format, std::forward<Values>(values)...));
}

template <class... Values>
void say_to(std::FILE* where, fmt::format_string<Values...> format, Values&&... values) {
  say_text(where, fmt::format(format, std::forward<Values>(values)...));
}

/// "freeplay: …" on standard error.
void say_error(std::string_view text);

/// Why something that was printed did not arrive; "": all did.
const char* output_failure();

}  // namespace freeplay
