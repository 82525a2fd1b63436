// SPDX-License-Identifier: Apache-2.0
// An assert that stays on in every build: a broken invariant is a bug of Freeplay, not of the model. It throws,
// so that a program that Freeplay is built into can save its own work and say what happened.
#pragma once

#include <stdexcept>
#include <string>

namespace freeplay {

/// A bug of Freeplay.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn, gnu::cold, gnu::noinline]] inline void broken_invariant(const char* condition, const char* file,
                                                                    int line) {
  throw InternalError("internal error: " + std::string(condition) + " (" + file + ":" + std::to_string(line) +
                      ")");
}

}  // namespace freeplay

#define FREEPLAY_ASSERT(condition)                                                  \
  do {                                                                              \
    if (!(condition)) ::freeplay::broken_invariant(#condition, __FILE__, __LINE__); \
  } while (false)
