// SPDX-License-Identifier: Apache-2.0
// The pages tell the truth: their models are read and assembled, their command lines use commands and options
// that exist, every option is on a page, quoted sources are what the files say, and the C++ snippets of
// docs/own_system.md are the compiled ones below.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "examples/own_system/slider_crank.h"
#include "freeplay/assemble.h"
#include "run/simulate.h"
#include "tests/kit/places.h"
#include "tests/kit/text.h"

// [ball]
#include <freeplay/system.h>

/// A ball of 1 kg above the floor, dropped from 1 m.
class Ball final : public freeplay::System {
 public:
  Ball() {
    info_.nq = info_.nu = 1;
    info_.bodies = {{"ball", {}}};
    freeplay::ContactInfo floor;
    floor.name = "ball.floor";
    floor.restitutionN = 0.8;
    floor.length = 0.01;
    floor.shape = {{0, 0}, {1, 0}};
    info_.contacts = {floor};
  }
  const freeplay::SystemInfo& info() const override { return info_; }
  void place(double, std::span<const double>, freeplay::Evaluation&) const override {}
  void mass(std::span<const double>, freeplay::Evaluation& out) const override { out.M[0] = 1; }
  void forces(double, std::span<const double>, std::span<const double>,
              freeplay::Evaluation& out) const override {
    out.h[0] = -9.81;
  }
  void constraints(double, std::span<const double>, freeplay::Evaluation&) const override {}
  void constraint_gamma(double, std::span<const double>, std::span<const double>,
                        freeplay::Evaluation&) const override {}
  void gaps(double, std::span<const double> q, freeplay::Evaluation& out) const override {
    out.gap[0] = q[0];
  }
  void contact_rows(double, std::span<const double>, int, freeplay::Evaluation& out) const override {
    out.row_W(0)[0] = 1;  // w_N
    out.row_W(1)[0] = 0;  // w_T: there is no slip
  }
  freeplay::Energies energies(double, std::span<const double> q, std::span<const double> u,
                              const freeplay::Evaluation&) const override {
    return {.kinetic = 0.5 * u[0] * u[0], .gravity = 9.81 * q[0], .elastic = 0};
  }
  void motion(double, std::span<const double> q, std::span<const double> u,
              std::span<freeplay::BodyMotion> out) const override {
    out[0].y = q[0];
    out[0].vy = u[0];
  }
  freeplay::State initial_state() const override {
    freeplay::State state({.q = 1, .u = 1, .z = 0, .m = 0, .contacts = 1});
    state.q()[0] = 1;
    return state;
  }

 private:
  freeplay::SystemInfo info_;
};
// [/ball]

namespace freeplay {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = source_folder();

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// README.md and the pages of docs/, sorted.
std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kRoot / "docs")) {
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  found.insert(found.begin(), kRoot / "README.md");
  return found;
}

/// A fenced block of a page.
struct Block {
  std::string where;  ///< "docs/model_file.md:7"
  std::string language;
  std::vector<std::string> lines;

  std::string text() const {
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  }
};

std::vector<Block> blocks(const std::string& language) {
  std::vector<Block> found;
  for (const fs::path& page : pages()) {
    bool inside = false;
    int number = 0;
    for (const std::string& line : lines_of(slurp(page))) {
      ++number;
      if (!line.starts_with("```")) {
        if (inside) found.back().lines.push_back(line);
        continue;
      }
      inside = !inside;
      if (inside) {
        found.push_back(
            {fs::relative(page, kRoot).string() + ":" + std::to_string(number), line.substr(3), {}});
      }
    }
    EXPECT_FALSE(inside) << page << ": a block is not closed";
  }
  std::erase_if(found, [&](const Block& block) { return block.language != language; });
  return found;
}

TEST(Docs, ModelsAreReadAndAssembled) {
  int models = 0;
  for (const Block& block : blocks("toml")) {
    if (block.lines.empty() || !block.lines.front().starts_with("freeplay = 1")) continue;
    ++models;
    try {
      assemble(read_model_text(block.text(), block.where));
    } catch (const ModelError& error) {
      ADD_FAILURE() << block.where << "\n" << error.what();
    }
  }
  EXPECT_GE(models, 2);
}

/// What `freeplay ARGUMENTS` prints, or "" when it fails.
std::string output_of(const std::string& arguments) {
  const std::string command = "'" + program_file() + "' " + arguments + " 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return "";
  std::string text;
  char buffer[4096];
  for (std::size_t n = 0; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, n);
  const int status = pclose(pipe);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : "";
}

/// Options that a help text lists: "-o,--output TEXT" gives -o and --output.
std::set<std::string> options_of(const std::string& help) {
  std::set<std::string> options;
  for (const std::string& line : lines_of(help)) {
    if (!line.starts_with("  -")) continue;
    std::istringstream names(line.substr(2, line.find(' ', 2) - 2));
    for (std::string name; std::getline(names, name, ',');) options.insert(name);
  }
  return options;
}

/// Commands that the help of the program, or of one of its commands, lists.
std::vector<std::string> commands(const std::string& of = "") {
  std::vector<std::string> found;
  bool inside = false;
  for (const std::string& line : lines_of(output_of(of + " --help"))) {
    if (inside && !line.starts_with("  ")) break;
    if (inside) found.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line.starts_with("Subcommands:")) inside = true;
  }
  return found;
}

/// Options of a command and of the commands below it.
std::set<std::string> all_options_of(const std::string& command) {
  std::set<std::string> options = options_of(output_of(command + " --help"));
  for (const std::string& below : commands(command)) {
    options.merge(options_of(output_of(command + " " + below + " --help")));
  }
  return options;
}

/// Words of a shell line up to the end of its first command; quotes are taken off.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words(1);
  char quote = 0;
  for (const char c : line) {
    if (quote == 0 && (c == '|' || c == '>' || c == ';' || c == '&')) break;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote == 0 && c == ' ') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

TEST(Docs, CommandLinesUseWhatExists) {
  std::map<std::string, std::set<std::string>> known;
  for (const std::string& command : commands()) known[command] = all_options_of(command);
  ASSERT_GE(known.size(), 6u);
  const std::set<std::string> global = options_of(output_of("--help"));
  int checked = 0;
  for (const Block& block : blocks("console")) {
    for (const std::string& line : block.lines) {
      if (!line.starts_with("$ ")) continue;
      const std::vector<std::string> words = words_of(line.substr(2));
      if (words.empty() || fs::path(words[0]).filename() != "freeplay") continue;
      ++checked;
      ASSERT_GE(words.size(), 2u) << block.where << ": " << line;
      if (words[1].starts_with("-")) {
        EXPECT_EQ(global.count(words[1]), 1u) << block.where << ": " << line;
        continue;
      }
      ASSERT_EQ(known.count(words[1]), 1u) << block.where << ": no command " << words[1];
      for (std::size_t i = 2; i < words.size(); ++i) {
        if (!words[i].starts_with("-")) continue;
        const std::string option = words[i].substr(0, words[i].find('='));
        EXPECT_EQ(known[words[1]].count(option), 1u)
            << block.where << ": " << words[1] << " has no option " << option;
      }
    }
  }
  EXPECT_GE(checked, 10);
}

TEST(Docs, EveryCommandAndOptionIsOnItsPage) {
  const std::string page = slurp(kRoot / "docs" / "command_line.md");
  for (const std::string& command : commands()) {
    EXPECT_CONTAINS(page, "\n## freeplay " + command + "\n") << command;
    for (const std::string& option : all_options_of(command)) {
      EXPECT_CONTAINS(page, "`" + option + "`") << command << " " << option;
    }
  }
}

TEST(Docs, QuotedSourcesAreReal) {
  int quoted = 0;
  for (const Block& block : blocks("cpp")) {
    const std::string first = block.lines.empty() ? "" : block.lines.front();
    if (!first.starts_with("// src/") && !first.starts_with("// examples/")) continue;
    ++quoted;
    const std::vector<std::string> source = lines_of(slurp(kRoot / block.lines.front().substr(3)));
    ASSERT_FALSE(source.empty()) << block.where << ": " << block.lines.front();
    auto from = source.begin();
    for (std::size_t i = 1; i < block.lines.size(); ++i) {
      if (block.lines[i].find("// …") != std::string::npos) continue;  // something is left out here
      from = std::find(from, source.end(), block.lines[i]);
      ASSERT_NE(from, source.end()) << block.where
                                    << ": not in the file, or out of order: " << block.lines[i];
      ++from;
    }
  }
  EXPECT_GE(quoted, 1);
}

/// The part of this file between `// [name]` and `// [/name]`, without its indentation.
std::string snippet(const std::string& name) {
  std::vector<std::string> lines;
  bool inside = false;
  std::size_t indent = std::string::npos;
  for (const std::string& line : lines_of(slurp(kRoot / "tests" / "docs_test.cpp"))) {
    const std::size_t first = line.find_first_not_of(' ');
    const std::string rest = first == std::string::npos ? "" : line.substr(first);
    if (rest == "// [/" + name + "]") break;
    if (inside) lines.push_back(line);
    if (inside && !rest.empty()) indent = std::min(indent, first);
    inside = inside || rest == "// [" + name + "]";
  }
  std::string text;
  for (const std::string& line : lines) text += (line.empty() ? "" : line.substr(indent)) + "\n";
  return text;
}

TEST(Docs, SnippetsAreTheCompiledOnes) {
  const std::vector<Block> on_pages = blocks("cpp");
  for (const char* name : {"ball", "step", "record", "crank"}) {
    const std::string text = snippet(name);
    EXPECT_FALSE(text.empty()) << name;
    EXPECT_TRUE(std::any_of(on_pages.begin(), on_pages.end(),
                            [&](const Block& block) { return block.text() == text; }))
        << "on no page:\n"
        << text;
  }
}

TEST(Docs, SnippetsDoWhatThePageSays) {
  // [step]
  Ball ball;
  freeplay::Method method;
  method.stepper = {"symmetric", {{"step", {1e-3, {}}}}, {}};
  freeplay::Simulation simulation(ball, method);
  const freeplay::StepReport report = simulation.advance_to(1.0);
  const double height = simulation.state().q()[0];  // 0.468 m: once off the floor
  // [/step]
  EXPECT_EQ(report.status, StepStatus::ok);
  const double fall = std::sqrt(2 / 9.81), rest = 1 - fall;
  EXPECT_NEAR(height, 0.8 * 9.81 * fall * rest - 0.5 * 9.81 * rest * rest, 1e-9);
  EXPECT_NEAR(height, 0.468, 5e-4);

  // [record]
  freeplay::Run run;
  run.end = 1;
  run.record.every = 0.01;
  freeplay::MemoryRecord record(freeplay::record_layout(ball, method, run.record));
  const freeplay::RunSummary summary = freeplay::simulate(ball, method, run, record);
  const std::vector<double> position = record.values("/body/ball/position");  // x, y, x, y, …
  const std::vector<double> first_impact = record.rows("/impacts").at(0);  // time, contact, velocities, …
  // [/record]
  EXPECT_EQ(summary.status, RunStatus::complete);
  EXPECT_NEAR(position.back(), height, 1e-9);
  EXPECT_NEAR(first_impact.at(0), fall, 1e-9);
  EXPECT_NEAR(summary.numerical, 0, 1e-9);

  // [crank]
  freeplay::SliderCrankData data;  // Flores2009, Table 1
  data.d = 2 * data.b + data.clearance;
  freeplay::OwnSliderCrank crank(data);
  freeplay::Simulation run_of_crank(crank, freeplay::Method{});  // symmetric, 1e-5 s
  run_of_crank.advance_to(0.1);
  const double theta1 = run_of_crank.state().q()[0];  // 9.04678 rad
  // [/crank]
  EXPECT_NEAR(theta1, 9.046780492, 5e-6);
}

}  // namespace
}  // namespace freeplay
