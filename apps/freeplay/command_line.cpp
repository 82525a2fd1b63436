// SPDX-License-Identifier: Apache-2.0
// The command line: options of all commands over CLI11, which no other file includes.
#include "apps/freeplay/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <ios>
#include <map>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "freeplay/version.h"

namespace freeplay {
namespace {

class CommandLine final : public Options {
 public:
  explicit CommandLine(CLI::App* app) : app_(app) {}

  void flag(const char* names, bool& value, const char* help, const char* excludes) override {
    last_ = app_->add_flag(names, value, help);
    if (excludes) last_->excludes(excludes);
  }
  void text(const char* names, std::string& value, const char* help) override {
    last_ = app_->add_option(names, value, help);
  }
  void texts(const char* names, std::vector<std::string>& values, const char* help) override {
    last_ = app_->add_option(names, values, help);
  }
  void repeated(const char* names, std::vector<std::string>& values, const char* help,
                const char* what) override {
    last_ = app_->add_option(names, values, help);
    if (what) last_->type_name(what);
    last_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  void number(const char* names, std::optional<long long>& value, const char* help) override {
    last_ = app_->add_option(names, value, help);
  }
  void number(const char* names, int& value, int low, int high, const char* help) override {
    last_ = app_->add_option(names, value, help)->check(CLI::Range(low, high));
  }
  void number(const char* names, double& value, double low, double high, const char* help) override {
    last_ = app_->add_option(names, value, help)->check(CLI::Range(low, high));
  }
  void required() override { last_->required(); }
  void show_default() override { last_->capture_default_str(); }

 private:
  CLI::App* app_;
  CLI::Option* last_ = nullptr;
};

int run(int argc, char** argv) {
  CLI::App app{"Freeplay simulates machines whose joints have play."};
  app.set_version_flag("--version", std::string("freeplay ") + kVersion);
  app.require_subcommand(1);
  app.footer(std::string("Exit codes: ") + kExitCodes);
  std::map<std::string, CLI::App*> added;
  std::vector<std::pair<CLI::App*, std::function<int()>>> runs;
  for (const Command* command : commands()) {
    const std::string name = command->name;
    const std::size_t space = name.find(' ');
    CLI::App* within = space == std::string::npos ? &app : added.at(name.substr(0, space));
    CLI::App* own = added[name] =
        within->add_subcommand(name.substr(space == std::string::npos ? 0 : space + 1), command->help);
    if (command->declare) {
      CommandLine options(own);
      runs.emplace_back(own, command->declare(options));
    } else {
      own->require_subcommand(1);
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, err;
    out.exceptions(std::ios::badbit);  // or help without memory would be shorter help
    err.exceptions(std::ios::badbit);
    const int code = app.exit(error, out, err);
    say_text(stdout, out.str());
    say_text(stderr, err.str());
    return code == 0 ? kOk : kUsage;
  }
  for (const auto& [command, run_it] : runs) {
    if (command->parsed()) return run_it();
  }
  return kUsage;
}

constexpr char kNoMemory[] = "freeplay: out of memory; results that were recorded until now are kept\n";

}  // namespace

int run_command_line(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {  // says so without asking for any
    std::fputs(kNoMemory, stderr);
    return kMemory;
  } catch (const std::exception& error) {
    say_error(fmt::format(
        "{}; this is a mistake in Freeplay, which should be reported with the files that lead to it",
        error.what()));
  } catch (...) {
    say_error("an unknown mistake in Freeplay, which should be reported with the files that lead to it");
  }
  return kBug;
}

void end_on_terminate() {
  int code = kBug;
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    code = kMemory;
  } catch (...) {
  }
  std::fputs(code == kMemory ? kNoMemory : "freeplay: it cannot go on; this is a mistake in Freeplay\n",
             stderr);
  std::_Exit(code);
}

}  // namespace freeplay
