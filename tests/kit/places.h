// SPDX-License-Identifier: Apache-2.0
// Where tests, validation cases and benchmarks find files of the repository. Only places.cpp is compiled with these
// places, so that a compiler cache serves the rest to every checkout.
#pragma once

#include <string>

namespace freeplay {

/// The root of the repository, without a slash at its end.
std::string source_folder();
/// The program, `freeplay`, of this build.
std::string program_file();

}  // namespace freeplay
