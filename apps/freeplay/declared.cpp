// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/declared.h"

#include <algorithm>

namespace freeplay {
namespace {

/// Keeps what is declared; the variables are of no use here.
class Listing final : public Options {
 public:
  explicit Listing(std::vector<DeclaredOption>& options) : options_(options) {}

  void flag(const char* names, bool&, const char* help, const char*) override { add(names, help, "", false); }
  void text(const char* names, std::string&, const char* help) override { add(names, help, "TEXT", false); }
  void texts(const char* names, std::vector<std::string>&, const char* help) override {
    add(names, help, "TEXT", true);
  }
  void repeated(const char* names, std::vector<std::string>&, const char* help, const char* what) override {
    add(names, help, what ? what : "TEXT", true);
  }
  void number(const char* names, std::optional<long long>&, const char* help) override {
    add(names, help, "NUMBER", false);
  }
  void number(const char* names, int&, int, int, const char* help) override {
    add(names, help, "NUMBER", false);
  }
  void number(const char* names, double&, double, double, const char* help) override {
    add(names, help, "NUMBER", false);
  }
  void required() override { options_.back().required = true; }
  void show_default() override {}

 private:
  void add(const std::string& names, const char* help, const char* value, bool repeated) {
    DeclaredOption option{{}, help, value, repeated};
    for (std::size_t start = 0; start <= names.size();) {
      const std::size_t end = std::min(names.find(',', start), names.size());
      option.names.push_back(names.substr(start, end - start));
      start = end + 1;
    }
    options_.push_back(std::move(option));
  }

  std::vector<DeclaredOption>& options_;
};

}  // namespace

std::vector<DeclaredCommand> declared_commands() {
  std::vector<DeclaredCommand> declared;
  for (const Command* command : commands()) {
    DeclaredCommand one{command->name, command->help, {}, command->declare == nullptr};
    Listing listing(one.options);
    if (command->declare) command->declare(listing);
    one.options.push_back({{"-h", "--help"}, "what the command does and takes", ""});
    declared.push_back(std::move(one));
  }
  return declared;
}

}  // namespace freeplay
