// SPDX-License-Identifier: Apache-2.0
// Completion as a shell does it: bash is asked. The manual page by its parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "apps/freeplay/declared.h"
#include "tests/kit/command_line.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

class Completion : public testing::CommandLine {
 protected:
  /// What bash offers for the last of these words.
  std::vector<std::string> offers(const std::vector<std::string>& words) const {
    const testing::Called script = call("completion bash");
    EXPECT_EQ(script.code, 0);
    std::string list;
    for (const std::string& word : words) list += " '" + word + "'";
    const std::string file = write("ask.sh", script.out + "COMP_WORDS=(" + list +
                                                 ")\nCOMP_CWORD=" + std::to_string(words.size() - 1) +
                                                 "\n_freeplay\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
    const std::string answer = (folder_ / "answer").string();
    const std::string ask =
        "cd '" + folder_.string() + "' && bash --norc '" + file + "' > '" + answer + "' 2>&1";
    EXPECT_EQ(std::system(ask.c_str()), 0);
    std::vector<std::string> lines;
    std::istringstream in(read(answer));
    for (std::string line; std::getline(in, line);) {
      if (!line.empty()) lines.push_back(line);
    }
    return lines;
  }
};

using Words = std::vector<std::string>;

TEST_F(Completion, BashCompletesCommandsOptionsFilesAndFigures) {
  EXPECT_EQ(offers({"freeplay", "rep"}), Words{"report"});
  EXPECT_EQ(offers({"freeplay", "laws", "fri"}), Words{"friction"});
  EXPECT_EQ(offers({"freeplay", "report", "--tit"}), Words{"--title"});
  EXPECT_EQ(offers({"freeplay", "plot", "a.h5", "--figure", "corn"}), Words{"corners"});
  EXPECT_EQ(offers({"freeplay", "new", "arm", "--kind", "ro"}), Words{"robot"});
  EXPECT_EQ(offers({"freeplay", "completion", "z"}), Words{"zsh"});
  write("machine.toml", "");
  write("machine.h5", "");
  EXPECT_EQ(offers({"freeplay", "run", "mach"}), Words{"machine.toml"});
  EXPECT_EQ(offers({"freeplay", "report", "mach"}), Words{"machine.h5"});
  EXPECT_EQ(offers({"freeplay", "report", "-o", "mach"}).size(), 2U);
}

TEST_F(Completion, EveryShellKnowsEveryOptionOfEveryCommand) {
  const std::vector<DeclaredCommand> all = declared_commands();
  EXPECT_GE(all.size(), 12U);
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const testing::Called script = call(std::string("completion ") + shell);
    EXPECT_EQ(script.code, 0);
    for (const DeclaredCommand& command : all) {
      EXPECT_CONTAINS(script.out, command.name.substr(command.name.find(' ') + 1));
      for (const DeclaredOption& option : command.options) {
        if (option.is_place() || command.only_holds_others) continue;
        const std::string& name = option.names.back();
        EXPECT_CONTAINS(script.out, std::string(shell) == "fish" ? "-l " + name.substr(2) : name);
      }
    }
  }
}

TEST_F(Completion, OtherShellsAreRefusedByName) {
  const testing::Called called = call("completion tcsh");
  EXPECT_EQ(called.code, 1);
  EXPECT_CONTAINS(called.err, "'tcsh'; shells are bash, zsh, fish");
}

TEST_F(Completion, TheManualHasEveryCommandWithItsOptions) {
  const testing::Called page = call("manual");
  EXPECT_EQ(page.code, 0);
  EXPECT_TRUE(page.out.starts_with(".TH FREEPLAY 1"));
  for (const DeclaredCommand& command : declared_commands()) {
    if (command.only_holds_others) continue;
    EXPECT_CONTAINS(page.out, ".SS freeplay " + command.name + "\n");
  }
  EXPECT_CONTAINS(page.out, ".B \\-o, \\-\\-output TEXT\n");
  EXPECT_CONTAINS(page.out, "130 interrupted.");
  std::istringstream lines(page.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('.')) {
      EXPECT_TRUE(line.starts_with(".TH ") || line.starts_with(".S") || line.starts_with(".TP") ||
                  line.starts_with(".B ") || line.starts_with(".I ") || line == ".PP")
          << line;
    }
  }
}

}  // namespace
}  // namespace freeplay
