// SPDX-License-Identifier: Apache-2.0
// The program but for its process: tests call it in their own.
#pragma once

namespace freeplay {

/// What `freeplay` does with its words; the exit code. Commands answer what users and files do wrong; what they do not
/// expect ends here, with a code of its own.
int run_command_line(int argc, char** argv);

/// For std::set_terminate: an exception where none may pass, such as memory that runs out in a destructor of the JSON
/// library, is said and has an exit code as well.
[[noreturn]] void end_on_terminate();

}  // namespace freeplay
