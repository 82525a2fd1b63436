// SPDX-License-Identifier: Apache-2.0
// What the commands declare, as a list: for completion in shells and for the manual page.
#pragma once

#include <string>
#include <vector>

#include "apps/freeplay/command.h"

namespace freeplay {

struct DeclaredOption {
  std::vector<std::string> names;  ///< {"-o", "--output"}; a place has one name without dashes
  std::string help;
  std::string value;      ///< what follows it: "TEXT", "NUMBER", "KEY=VALUE"; "": a flag
  bool repeated = false;  ///< may be given several times, or takes all words that follow
  bool required = false;

  bool is_place() const { return !names[0].starts_with('-'); }
};

struct DeclaredCommand {
  std::string name, help;  ///< of a command within another one "laws friction"
  std::vector<DeclaredOption> options;
  bool only_holds_others = false;  ///< as "laws"
};

/// All commands in their places.
std::vector<DeclaredCommand> declared_commands();

}  // namespace freeplay
