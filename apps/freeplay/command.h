// SPDX-License-Identifier: Apache-2.0
// A command of the program is one file x_command.cpp: it declares its options, runs and returns an exit code.
// CMake lists these files and writes the table of them; nothing else is edited for a new one.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace freeplay {

// Exit codes of the program.
inline constexpr int kOk = 0;
inline constexpr int kUsage = 1;  // wrong words on the command line, or a file that cannot be read or written
inline constexpr int kModel = 2;  // mistakes in the model
inline constexpr int kSolver = 3;  // no solver solved a contact problem, or numbers ceased to be finite
inline constexpr int kLimit = 4;   // a limit that the user set was exceeded
inline constexpr int kMemory = 5;  // out of memory
inline constexpr int kBug = 6;     // a mistake in Freeplay itself
inline constexpr int kInterrupted = 130;
inline constexpr const char* kExitCodes =
    "0 ok, 1 usage or files, 2 model, 3 solver, 4 a limit was exceeded, 5 out of memory, 6 a mistake in "
    "Freeplay, 130 "
    "interrupted.";

/// What a command takes. Names with dashes are options ("-o,--output"), others are places on the command line.
/// The variables must live until the command has run.
class Options {
 public:
  virtual ~Options() = default;
  /// Not together with the option `excludes`, if there is one.
  virtual void flag(const char* names, bool& value, const char* help, const char* excludes = nullptr) = 0;
  virtual void text(const char* names, std::string& value, const char* help) = 0;
  /// All words that follow, at a place.
  virtual void texts(const char* names, std::vector<std::string>& values, const char* help) = 0;
  /// An option that may be given several times, each with one word; `what` that word is, for the help.
  virtual void repeated(const char* names, std::vector<std::string>& values, const char* help,
                        const char* what = nullptr) = 0;
  virtual void number(const char* names, std::optional<long long>& value, const char* help) = 0;
  virtual void number(const char* names, int& value, int low, int high, const char* help) = 0;
  virtual void number(const char* names, double& value, double low, double high, const char* help) = 0;
  /// The last one that was declared must be given; its default is shown.
  virtual void required() = 0;
  virtual void show_default() = 0;
};

struct Command {
  const char* name;  ///< "report"; of a command within another one "laws friction"
  const char* help;
  int place;  ///< in `freeplay --help`
  /// Declares the options and says how to run; nullptr: it only has commands within.
  std::function<int()> (*declare)(Options&) = nullptr;
};

/// All of them, in their places; defined in the generated table.
std::vector<const Command*> commands();

/// The `declare` of a command whose options are a struct: add(Options&, Given&), then run(const Given&).
template <class Given, void (*add)(Options&, Given&), int (*run)(const Given&)>
std::function<int()> declare(Options& options) {
  auto given = std::make_shared<Given>();
  add(options, *given);
  return [given] { return run(*given); };
}

// What several commands take.

struct CommonOptions {
  bool quiet = false;
  bool json = false;
};
void add_common(Options& options, CommonOptions& given);

struct ModelOptions {
  std::string file;
  std::vector<std::string> assignments;  ///< "joint.guide.clearance=0.2mm"
};
void add_model(Options& options, ModelOptions& given, bool required = true);

/// `KEY=VALUE` texts, taken apart; throws std::invalid_argument naming the bad one.
std::vector<std::pair<std::string, std::string>> parse_assignments(
    const std::vector<std::string>& texts, const char* example = "joint.guide.clearance=0.2mm");

/// Throws std::runtime_error when that fails.
void write_text(const std::string& path, const std::string& text);

}  // namespace freeplay

#define FREEPLAY_COMMAND(stem)         \
  extern const Command stem##_command; \
  const Command stem##_command
