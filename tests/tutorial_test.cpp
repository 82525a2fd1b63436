// SPDX-License-Identifier: Apache-2.0
// The tutorial, done as a reader does it: its files are written, its commands run in their order, and what the page says
// that they print is looked for in what they print.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <regex>
#include <sstream>

#include "tests/kit/command_line.h"

namespace freeplay {
namespace {

// Numbers of a page hold to this on any machine: play multiplies the last digits of another processor's sine.
constexpr double kNumbers = 0.2;

struct Command {
  std::string arguments;
  std::vector<std::string> printed;
};

class Tutorial : public testing::CommandLine {
 protected:
  void take(const std::string& language, const std::vector<std::string>& lines) {
    if (language == "console") return run(lines);
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    ASSERT_EQ(language, "toml");
    if (lines.front().starts_with("# ")) {
      files_[lines.front().substr(2)] = text;
      write(lines.front().substr(2), text);
    } else {
      give_play(text);
    }
  }

  /// Step 4: what the reader is told to do with the copy of crank.toml.
  void give_play(const std::string& text) {
    const std::size_t contact = text.find("[contact]");
    ASSERT_NE(contact, std::string::npos);
    std::string play = files_.at("crank.toml");
    const auto change = [&](const std::string& from, const std::string& to) {
      const std::size_t at = play.find(from);
      ASSERT_NE(at, std::string::npos) << from;
      play.replace(at, from.size(), to);
    };
    change("name = \"slider-crank\"", "name = \"slider-crank with play\"");
    const std::size_t joint = play.find("[[joint]]\nname = \"crank_pin\"");
    ASSERT_NE(joint, std::string::npos);
    play.replace(joint, play.find("\n\n", joint) - joint, text.substr(0, text.find("\n\n")));
    change("[run]\n", text.substr(contact) + "\n[run]\nrecord = { every = \"0.1 ms\" }\n");
    write("play.toml", play);
  }

  void run(const std::vector<std::string>& lines) {
    std::vector<Command> commands;
    for (const std::string& line : lines) {
      if (line.starts_with("$ freeplay ")) {
        commands.push_back({line.substr(11), {}});
      } else {
        ASSERT_FALSE(commands.empty()) << line;
        commands.back().printed.push_back(line);
      }
    }
    for (const Command& command : commands) {
      const testing::Called called = call(command.arguments);
      const bool wrong = !command.printed.empty() && command.printed.front().starts_with("error:");
      EXPECT_EQ(called.code, wrong ? 2 : 0) << command.arguments << "\n" << called.err;
      for (const std::string& line : command.printed)
        EXPECT_TRUE(has(called.out + called.err, line)) << command.arguments << "\n"
                                                        << line << "\n"
                                                        << called.out;
      ++ran_;
    }
  }

  /// Is there a line with these words, and numbers that are close to these? An error may have its place before it.
  static bool has(const std::string& output, const std::string& wanted) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
      if (const std::size_t at = line.find("error:"); at != std::string::npos && wanted.starts_with("error:"))
        line = line.substr(at);
      if (alike(line, wanted)) return true;
    }
    return false;
  }

  static bool alike(const std::string& a, const std::string& b) {
    static const std::regex number(R"([-+]?\d[\d.]*(e[-+]?\d+)?)"), space(" +");
    const auto words = [](const std::string& text) {
      return std::regex_replace(std::regex_replace(text, number, "#"), space, " ");
    };
    if (words(a) != words(b)) return false;
    std::sregex_iterator in(a.begin(), a.end(), number), out(b.begin(), b.end(), number), end;
    for (; in != end && out != end; ++in, ++out) {
      const double x = std::stod(in->str()), y = std::stod(out->str());
      if (std::abs(x - y) > kNumbers * std::max(std::abs(x), std::abs(y)) && std::abs(x - y) > kNumbers)
        return false;
    }
    return true;
  }

  std::map<std::string, std::string> files_;
  int ran_ = 0;
};

TEST_F(Tutorial, DoesWhatItSays) {
  std::istringstream page(read(testing::source_path("docs/tutorial.md")));
  std::string language;
  std::vector<std::string> block;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("```")) {
      if (inside) block.push_back(line);
      continue;
    }
    if (inside) take(language, block);
    inside = !inside;
    language = line.substr(3);
    block.clear();
  }
  EXPECT_GE(ran_, 14);
  for (const char* made :
       {"pendulum.html", "play.html", "comparison.html", "pin.svg", "comparison.svg", "fits.study.h5"})
    EXPECT_TRUE(std::filesystem::exists(folder_ / made)) << made;
}

}  // namespace
}  // namespace freeplay
