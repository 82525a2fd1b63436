// SPDX-License-Identifier: Apache-2.0
// `freeplay completion`: what a shell needs to complete commands, options and files, made from what commands declare.
#include <fmt/format.h>

#include <map>

#include "apps/freeplay/declared.h"
#include "apps/freeplay/new_models.h"
#include "apps/freeplay/say.h"
#include "freeplay/report.h"

namespace freeplay {
namespace {

/// Words that may follow an option or stand at a place; empty: a file.
std::vector<std::string> words_for(const std::string& name) {
  if (name == "--figure") return figure_words();
  if (name == "--kind") return new_kinds();
  if (name == "shell") return {"bash", "zsh", "fish"};
  return {};
}

/// How the names of files end that stand at a place; "": any.
std::string ending_of(const std::string& place) {
  if (place == "model") return "toml";
  return place == "result" || place == "results" ? "h5" : "";
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// Options with dashes, all names.
std::vector<std::string> dashed(const DeclaredCommand& command) {
  std::vector<std::string> names;
  for (const DeclaredOption& option : command.options) {
    if (!option.is_place()) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

const DeclaredOption* place_of(const DeclaredCommand& command) {
  for (const DeclaredOption& option : command.options) {
    if (option.is_place()) return &option;
  }
  return nullptr;
}

/// Commands at the top, and those within another one.
std::map<std::string, std::vector<const DeclaredCommand*>> groups_of(
    const std::vector<DeclaredCommand>& all) {
  std::map<std::string, std::vector<const DeclaredCommand*>> groups;
  for (const DeclaredCommand& command : all) {
    const std::size_t space = command.name.find(' ');
    groups[space == std::string::npos ? "" : command.name.substr(0, space)].push_back(&command);
  }
  return groups;
}

std::string last_word(const std::string& name) { return name.substr(name.find(' ') + 1); }

std::vector<std::string> words_of_group(const std::vector<const DeclaredCommand*>& group) {
  std::vector<std::string> words;
  for (const DeclaredCommand* command : group) words.push_back(last_word(command->name));
  return words;
}

// --- bash -------------------------------------------------------------------------------------------

std::string bash_place(const DeclaredCommand& command) {
  const DeclaredOption* place = place_of(command);
  if (place == nullptr) return "";
  const std::vector<std::string> words = words_for(place->names[0]);
  if (!words.empty())
    return fmt::format("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$cur\")", joined(words));
  return fmt::format("_freeplay_files '{}'", ending_of(place->names[0]));
}

std::string bash_script(const std::vector<DeclaredCommand>& all) {
  const auto groups = groups_of(all);
  std::string out =
      "# bash completion of freeplay; made by `freeplay completion bash`\n"
      "_freeplay_files() {\n"
      "  compopt -o filenames 2>/dev/null\n"
      "  if [[ -z $1 ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
      "  else\n"
      "    mapfile -t COMPREPLY < <(compgen -d -- \"$cur\"; compgen -f -X \"!*.$1\" -- \"$cur\")\n"
      "  fi\n"
      "}\n"
      "_freeplay() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} "
      "at=2\n"
      "  COMPREPLY=()\n";
  out += fmt::format(
      "  if ((COMP_CWORD == 1)); then\n    mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- "
      "\"$cur\")\n"
      "    return\n  fi\n",
      joined(words_of_group(groups.at(""))));
  for (const auto& [name, group] : groups) {
    if (name.empty()) continue;
    out += fmt::format(
        "  if [[ $command == {0} ]]; then\n    if ((COMP_CWORD == 2)); then\n"
        "      mapfile -t COMPREPLY < <(compgen -W '{1}' -- \"$cur\")\n      return\n    fi\n"
        "    command=\"{0} ${{COMP_WORDS[2]}}\" at=3\n  fi\n",
        name, joined(words_of_group(group)));
  }
  out += "  case $before in\n";
  out += fmt::format(
      "    --figure)\n      mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$cur\")\n      return ;;\n"
      "    --kind)\n      mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$cur\")\n      return ;;\n"
      "    -o|--output)\n      _freeplay_files ''\n      return ;;\n  esac\n",
      joined(figure_words()), joined(new_kinds()));
  out += "  case $command in\n";
  for (const DeclaredCommand& command : all) {
    if (command.only_holds_others) continue;
    out += fmt::format(
        "    '{}')\n      if [[ $cur == -* ]]; then\n"
        "        mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$cur\")\n",
        command.name, joined(dashed(command)));
    if (const std::string place = bash_place(command); !place.empty())
      out += fmt::format("      elif ((COMP_CWORD >= at)); then\n        {}\n", place);
    out += "      fi ;;\n";
  }
  return out + "  esac\n}\ncomplete -F _freeplay freeplay\n";
}

// --- zsh --------------------------------------------------------------------------------------------

/// For a text within '…' of _arguments or _describe.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

std::string zsh_value(const std::string& name) {
  if (const std::vector<std::string> words = words_for(name); !words.empty())
    return fmt::format("word:({})", joined(words));
  const std::string ending = ending_of(name);
  return ending.empty() ? "file:_files" : fmt::format("file:_files -g \"*.{}\"", ending);
}

std::string zsh_arguments(const DeclaredCommand& command) {
  std::string out = "_arguments -s";
  for (const DeclaredOption& option : command.options) {
    if (option.is_place()) {
      out += fmt::format(" \\\n        '{}:{}'", option.repeated ? "*" : "", zsh_value(option.names[0]));
      continue;
    }
    for (const std::string& name : option.names)
      out += fmt::format(" \\\n        '{}{}[{}]{}'", option.repeated ? "*" : "", name, zsh_text(option.help),
                         option.value.empty() ? "" : ":" + zsh_value(name));
  }
  return out;
}

std::string zsh_group(const std::vector<const DeclaredCommand*>& group) {
  std::string out;
  for (const DeclaredCommand* command : group)
    out += fmt::format(" '{}:{}'", zsh_text(last_word(command->name)), zsh_text(command->help));
  return out;
}

std::string zsh_script(const std::vector<DeclaredCommand>& all) {
  const auto groups = groups_of(all);
  std::string out =
      "#compdef freeplay\n# zsh completion of freeplay; made by `freeplay completion zsh`\n_freeplay() {\n";
  out += fmt::format(
      "  local -a known=({})\n  if ((CURRENT == 2)); then\n    _describe command known\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words; ((CURRENT--))\n",
      zsh_group(groups.at("")));
  for (const auto& [name, group] : groups) {
    if (name.empty()) continue;
    out += fmt::format(
        "  if [[ $command == {0} ]]; then\n    known=({1})\n    if ((CURRENT == 2)); then\n      _describe "
        "command known\n"
        "      return\n    fi\n    command=\"{0} $words[2]\"\n    shift words; ((CURRENT--))\n  fi\n",
        name, zsh_group(group));
  }
  out += "  case $command in\n";
  for (const DeclaredCommand& command : all) {
    if (!command.only_holds_others)
      out += fmt::format("    '{}')\n      {} ;;\n", command.name, zsh_arguments(command));
  }
  return out +
         "  esac\n}\nif [[ $funcstack[1] == _freeplay ]]; then\n  _freeplay \"$@\"\nelse\n  compdef "
         "_freeplay freeplay\nfi\n";
}

// --- fish -------------------------------------------------------------------------------------------

std::string fish_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string fish_option(const std::string& when, const DeclaredOption& option) {
  std::string out = fmt::format("complete -c freeplay -n '{}'", when);
  for (const std::string& name : option.names)
    out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty()) {
    out += " -r";
    for (const std::string& name : option.names) {
      if (const std::vector<std::string> words = words_for(name); !words.empty())
        out += fmt::format(" -f -a '{}'", joined(words));
    }
  }
  return out + fmt::format(" -d '{}'\n", fish_text(option.help));
}

std::string fish_script(const std::vector<DeclaredCommand>& all) {
  std::string out = "# fish completion of freeplay; made by `freeplay completion fish`\n";
  for (const auto& [name, group] : groups_of(all)) {
    std::string when = "__fish_use_subcommand";
    if (!name.empty())
      when = fmt::format("__fish_seen_subcommand_from {}; and not __fish_seen_subcommand_from {}", name,
                         joined(words_of_group(group)));
    for (const DeclaredCommand* command : group)
      out += fmt::format("complete -c freeplay -n '{}' -f -a '{}' -d '{}'\n", when, last_word(command->name),
                         fish_text(command->help));
  }
  for (const DeclaredCommand& command : all) {
    if (command.only_holds_others) continue;
    const std::string when = "__fish_seen_subcommand_from " + last_word(command.name);
    for (const DeclaredOption& option : command.options) {
      if (!option.is_place()) {
        out += fish_option(when, option);
      } else if (const std::vector<std::string> words = words_for(option.names[0]); !words.empty()) {
        out += fmt::format("complete -c freeplay -n '{}' -f -a '{}'\n", when, joined(words));
      }
    }
  }
  return out;
}

struct CompletionOptions {
  std::string shell;
};

int run(const CompletionOptions& options) {
  const std::vector<DeclaredCommand> all = declared_commands();
  if (options.shell == "bash") {
    say("{}", bash_script(all));
  } else if (options.shell == "zsh") {
    say("{}", zsh_script(all));
  } else if (options.shell == "fish") {
    say("{}", fish_script(all));
  } else {
    say_error(fmt::format("completion: there is none for '{}'; shells are {}", options.shell,
                          fmt::join(words_for("shell"), ", ")));
    return kUsage;
  }
  return kOk;
}

void add(Options& options, CompletionOptions& given) {
  options.text("shell", given.shell, "bash, zsh or fish");
  options.required();
}

}  // namespace

FREEPLAY_COMMAND(completion) = {"completion", "print what a shell needs to complete words of freeplay", 90,
                                declare<CompletionOptions, add, run>};

}  // namespace freeplay
