// SPDX-License-Identifier: Apache-2.0
// The command line: options of all commands over CLI11, which no other file includes.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <map>

#include "apps/freeplay/command.h"
#include "freeplay/version.h"
#ifdef FREEPLAY_IPOPT
#include "io/ipopt.h"
#endif

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
  app.footer("Exit codes: 0 ok, 1 usage, 2 model, 3 solver, 4 a limit was exceeded, 130 interrupted.");
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
    return app.exit(error) == 0 ? kOk : kUsage;
  }
  for (const auto& [command, run_it] : runs) {
    if (command->parsed()) return run_it();
  }
  return kUsage;
}

}  // namespace
}  // namespace freeplay

int main(int argc, char** argv) {
#ifdef FREEPLAY_IPOPT
  freeplay::use_ipopt();
#endif
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is then an error of the record, which says so
  try {
    return freeplay::run(argc, argv);
  } catch (const std::exception& error) {  // a bug of Freeplay, or no memory
    std::fprintf(stderr, "freeplay: %s\n", error.what());
    return freeplay::kSolver;
  }
}
