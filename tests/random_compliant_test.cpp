// SPDX-License-Identifier: Apache-2.0
// Random scenes of the compliant world (random_compliant.h) end, by themselves or with a message that names what holds them, and keep
// their energy or say that they do not. The suite has a few short ones. With FREEPLAY_COMPLIANT=FIRST:COUNT as many are run, each for at
// most FREEPLAY_SCENES_LIMIT seconds of processor time (60). A line for each, with tabs between: seed ("BAD" before it: it is out of order), exit code, share of the
// time that was simulated, right-hand sides, energy error over the ledger's scale, what the scene is, what was said. Those that are out of order
// or ended with a message are left in FREEPLAY_SCENES_FOLDER.
#include "tests/random_compliant.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "tests/kit/files.h"
#include "tests/kit/program.h"

namespace freeplay {
namespace {

using testing::Scene;

constexpr double kError = 1e-3;  // of the ledger's scale: no more is left unsaid
constexpr std::uint64_t kSuite[] = {0, 2, 4, 6, 8, 9, 12, 20};

struct Outcome {
  int code = 0;              ///< of exit; 130: it was interrupted at the limit
  double done = 0;           ///< share of the time that was simulated
  double error = 0;          ///< of energy, over the ledger's scale
  long long work = 0;        ///< right-hand sides
  std::string said;          ///< the first line of what it complained about
  bool energy_said = false;  ///< that energy was lost, or that a gap jumped
  bool lost_unsaid() const { return error > kError && !energy_said; }
  /// It hung, or broke off without a word, or lost energy without a word.
  bool bad() const { return (code != 0 && !(code == 3 && !said.empty())) || lost_unsaid(); }
};

/// What ended the run, or a word on energy, before any other warning.
std::string most_important(const std::string& err) {
  for (const char* begin : {"freeplay: ", "warning: the numerical energy error", ""}) {
    for (std::size_t at = 0; at < err.size();) {
      const std::size_t end = std::min(err.find('\n', at), err.size());
      if (err.compare(at, std::string(begin).size(), begin) == 0) return err.substr(at, end - at);
      at = end + 1;
    }
  }
  return "";
}

Outcome run(const Scene& scene, double limit, const testing::TempFolder& folder) {
  testing::spill(folder / "scene.toml", scene.text);
  const testing::Called called =
      testing::call_program(folder.path(), "run scene.toml -o scene.h5 --no-report --json", limit);
  std::filesystem::remove(folder / "scene.h5");
  Outcome outcome;
  outcome.code = called.code;
  outcome.said = most_important(called.err);
  outcome.energy_said = called.err.find("energy error") != std::string::npos ||
                        called.err.find("deeper than penetration_max") != std::string::npos;
  const nlohmann::json json = nlohmann::json::parse(called.out, nullptr, false);
  if (json.is_discarded() || !json.contains("energy")) return outcome;
  outcome.done = json["t_end"].get<double>() / read_model_text(scene.text, "scene.toml").run.end;
  outcome.work = json["evaluations"];
  const nlohmann::json &scale = json["energy"]["scale"], &worst = json["energy"]["worst_numerical"];
  if (!scale.is_number() || !worst.is_number()) {  // beyond all numbers, as an exit code of 3 has said
    outcome.error = std::numeric_limits<double>::infinity();
    outcome.energy_said = outcome.energy_said || outcome.code == 3;
  } else if (scale > 0) {
    outcome.error = std::abs(worst.get<double>()) / scale.get<double>();
  }
  return outcome;
}

TEST(RandomCompliant, AreModelsAndTheSameEveryTime) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Scene scene = testing::random_compliant_scene(seed);
    EXPECT_EQ(scene.text, testing::random_compliant_scene(seed).text);
    EXPECT_NO_THROW(assemble(read_model_text(scene.text, "scene.toml"))) << seed << " " << scene.name;
  }
}

TEST(RandomCompliant, ASmallSetRunsToItsEnd) {
  const testing::TempFolder folder;
  for (const std::uint64_t seed : kSuite) {
    const Scene scene = testing::random_compliant_scene(seed);
    SCOPED_TRACE(fmt::format("{} {}", seed, scene.name));
    const Outcome outcome = run(scene, 60, folder);
    EXPECT_EQ(outcome.code, 0) << outcome.said;
    EXPECT_DOUBLE_EQ(outcome.done, 1);
    EXPECT_FALSE(outcome.lost_unsaid()) << outcome.error;
  }
}

/// Prints a line per scene and, at last, how many are out of order.
TEST(RandomCompliant, AsManyAsAreAskedFor) {
  const char* asked = std::getenv("FREEPLAY_COMPLIANT");
  if (asked == nullptr) GTEST_SKIP() << "set FREEPLAY_COMPLIANT=FIRST:COUNT";
  const char *limited = std::getenv("FREEPLAY_SCENES_LIMIT"), *kept = std::getenv("FREEPLAY_SCENES_FOLDER");
  const double limit = limited ? std::stod(limited) : 60;
  const std::string range = asked;
  const std::size_t colon = range.find(':');
  ASSERT_NE(colon, std::string::npos) << "FREEPLAY_COMPLIANT=FIRST:COUNT";
  const std::uint64_t first = std::stoull(range.substr(0, colon)),
                      count = std::stoull(range.substr(colon + 1));
  const testing::TempFolder folder;
  int bad = 0, stopped = 0, interrupted = 0, unsaid = 0;
  long long work = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Scene scene = testing::random_compliant_scene(seed);
    const Outcome outcome = run(scene, limit, folder);
    bad += outcome.bad();
    stopped += outcome.code == 3;
    interrupted += outcome.code == 130;
    unsaid += outcome.lost_unsaid();
    work += outcome.work;
    fmt::print("{}{}\t{}\t{:.3f}\t{}\t{:.1e}\t{}\t{}\n", outcome.bad() ? "BAD " : "", seed, outcome.code,
               outcome.done, outcome.work, outcome.error, scene.name, outcome.said);
    std::fflush(stdout);
    if ((outcome.bad() || outcome.code != 0) && kept != nullptr) {
      std::filesystem::create_directories(kept);
      testing::spill(std::filesystem::path(kept) / fmt::format("compliant_{}.toml", seed), scene.text);
    }
  }
  fmt::print(
      "{} scenes, {} right-hand sides: {} out of order ({} did not end within {} s of processor time, {} "
      "lost energy without a "
      "word), {} ended with a "
      "message\n",
      count, work, bad, interrupted, limit, unsaid, stopped);
  EXPECT_EQ(bad, 0);
}

}  // namespace
}  // namespace freeplay
