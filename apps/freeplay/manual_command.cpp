// SPDX-License-Identifier: Apache-2.0
// `freeplay manual`: the manual page for `man`, made from what commands declare.
#include <fmt/format.h>

#include "apps/freeplay/declared.h"
#include "apps/freeplay/say.h"
#include "freeplay/version.h"

namespace freeplay {
namespace {

/// For a line of roff: dashes that can be copied, no accidental requests.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  if (out.starts_with('.') || out.starts_with('\'')) out.insert(0, "\\&");
  return out;
}

std::string upper(std::string name) {
  for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

std::string synopsis(const DeclaredCommand& command) {
  std::string out = fmt::format(".B freeplay {}\n", roff(command.name));
  for (const DeclaredOption& option : command.options) {
    if (!option.is_place()) continue;
    const std::string name = upper(option.names[0]) + (option.repeated ? "..." : "");
    out += fmt::format(".I {}\n", roff(option.required ? name : "[" + name + "]"));
  }
  return out + "[options]\n";
}

std::string page() {
  std::string out = fmt::format(
      ".TH FREEPLAY 1 \"\" \"freeplay {}\" \"User Commands\"\n.SH NAME\nfreeplay \\- simulates machines "
      "whose joints have "
      "play\n.SH SYNOPSIS\n.B freeplay\n.I COMMAND\n[options]\n.SH DESCRIPTION\nReads a machine from a text "
      "file, computes "
      "how it moves, hits and rattles in the clearances of its joints, and shows it in the browser.\n.SH "
      "COMMANDS\n",
      kVersion);
  for (const DeclaredCommand& command : declared_commands()) {
    if (command.only_holds_others) continue;
    out += fmt::format(".SS freeplay {}\n{}.PP\n{}\n", roff(command.name), synopsis(command),
                       roff(command.help));
    for (const DeclaredOption& option : command.options) {
      if (option.is_place()) {
        out += fmt::format(".TP\n.I {}\n{}\n", roff(upper(option.names[0])), roff(option.help));
        continue;
      }
      const std::string value = option.value.empty() ? "" : " " + option.value;
      out += fmt::format(".TP\n.B {}{}\n{}\n", roff(fmt::format("{}", fmt::join(option.names, ", "))),
                         roff(value), roff(option.help));
    }
  }
  return out + fmt::format(".SH EXIT STATUS\n{}\n", roff(kExitCodes));
}

int run() {
  say("{}", page());
  return kOk;
}

}  // namespace

FREEPLAY_COMMAND(manual) = {"manual", "print the manual page, for man", 95,
                            [](Options&) -> std::function<int()> { return run; }};

}  // namespace freeplay
