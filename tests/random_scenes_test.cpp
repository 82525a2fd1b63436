// SPDX-License-Identifier: Apache-2.0
// Random scenes (random_scenes.h) run to their end within a bounded time and gain no energy unsaid. The suite has a
// few short ones. With FREEPLAY_SCENES=FIRST:COUNT (`make scenes`) as many are run, each for at most
// FREEPLAY_SCENES_LIMIT seconds of processor time (20), and a table says how each ended, what it cost and what it gained; models that
// did not end well, or warned, are left in FREEPLAY_SCENES_FOLDER, and contact problems that one solver did not solve,
// four per scene at most, in FREEPLAY_SCENES_PROBLEMS.
#include "tests/random_scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "tests/kit/files.h"
#include "tests/kit/program.h"

namespace freeplay {
namespace {

using testing::Scene;

/// One of every kind, all of them short; then loops whose clearances are small beside the way of a step: journals turn in
/// them, roll, and contradict the joints within one step.
constexpr std::uint64_t kSuite[] = {0, 9, 34, 27, 12, 21, 6, 39, 214, 110, 30, 454};

struct Outcome {
  int code = 0;       ///< of exit; 130: it was interrupted at the limit
  double done = 0;    ///< share of the time that was simulated
  double cost = 0;    ///< CPU seconds per part of the scene and √(size/g) simulated
  double gained = 0;  ///< energy out of nothing, of what the scene has
  std::string said;   ///< the first line of what it complained about
};

/// Positive work of contacts beyond what is said of them, of drift removal and of rounding, over the largest energy of
/// the ledger. In an impact that reverses slip the tangential impulse may give less than the normal one takes.
double gained(const nlohmann::json& energy, const Scene& scene) {
  const auto of = [&](const char* key) { return energy[key].get<double>(); };
  const double contacts = of("impact") + of("friction") - of("gained");
  const double out_of_nothing =
      std::max(0.0, contacts) + std::max(0.0, of("stabilisation")) + std::max(0.0, of("numerical"));
  double base = std::max({of("kinetic"), std::abs(of("impact")), std::abs(of("friction"))});
  if (scene.above_floor) base = std::max(base, of("start"));
  return base > 0 ? out_of_nothing / base : 0;
}

/// `freeplay run`, for `limit` seconds of processor time at most.
Outcome run(const Scene& scene, std::uint64_t seed, double limit, const testing::TempFolder& folder,
            const std::string& options = "") {
  testing::spill(folder / "scene.toml", scene.text);
  const std::string result = fmt::format("scene{}.h5", seed);
  std::string arguments = fmt::format("run scene.toml -o {} --no-report --json{}", result, options);
  if (const char* problems = std::getenv("FREEPLAY_SCENES_PROBLEMS"))
    arguments += fmt::format(" --keep-problems '{}' --keep-most 4", problems);
  const double before = testing::cpu_of_children();
  const testing::Called called = testing::call_program(folder.path(), arguments, limit);
  const double cpu = testing::cpu_of_children() - before;
  std::filesystem::remove(folder / result);
  Outcome outcome;
  outcome.code = called.code;
  outcome.said = called.err.substr(0, called.err.find('\n'));
  const nlohmann::json json = nlohmann::json::parse(called.out, nullptr, false);
  if (json.is_discarded() || !json.contains("energy")) return outcome;
  const Model model = read_model_text(scene.text, "scene.toml");
  const double t = json["t_end"];
  outcome.done = t / model.run.end;
  outcome.cost = cpu / (scene.parts * std::max(t / scene.unit, 1e-3));
  outcome.gained = gained(json["energy"], scene);
  return outcome;
}

TEST(RandomScenes, AreModelsAndTheSameEveryTime) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Scene scene = testing::random_scene(seed);
    EXPECT_EQ(scene.text, testing::random_scene(seed).text);
    EXPECT_NO_THROW(assemble(read_model_text(scene.text, "scene.toml"))) << seed << " " << scene.name;
  }
}

TEST(RandomScenes, ASmallSetRunsToItsEnd) {
  const testing::TempFolder folder;
  for (const std::uint64_t seed : kSuite) {
    const Scene scene = testing::random_scene(seed);
    SCOPED_TRACE(fmt::format("{} {}", seed, scene.name));
    const Outcome outcome = run(scene, seed, 20, folder);
    EXPECT_EQ(outcome.code, 0) << outcome.said;
    EXPECT_DOUBLE_EQ(outcome.done, 1);
    EXPECT_LE(outcome.gained, 1e-3);
  }
}

// A tower whose contacts share its weight in many ways: the first pass of a piece once took impulses of thousands of
// newton seconds for them, some pulling, and the spin it predicted threw the tower apart: kinetic energy out of nothing.
TEST(RandomScenes, ATowerOfBricksIsNotThrownApartByItsOwnPrediction) {
  const testing::TempFolder folder;
  const Outcome outcome = run(testing::random_scene(195), 195, 100, folder, " --set run.end=0.017");
  EXPECT_EQ(outcome.code, 0) << outcome.said;
  EXPECT_LE(outcome.gained, 1e-6);
}

/// Prints a line per scene and, at last, what is out of the ordinary.
TEST(RandomScenes, AsManyAsAreAskedFor) {
  const char* asked = std::getenv("FREEPLAY_SCENES");
  if (asked == nullptr) GTEST_SKIP() << "set FREEPLAY_SCENES=FIRST:COUNT";
  const char *limited = std::getenv("FREEPLAY_SCENES_LIMIT"), *kept = std::getenv("FREEPLAY_SCENES_FOLDER");
  const double limit = limited ? std::stod(limited) : 20;
  const std::string range = asked;
  const std::size_t colon = range.find(':');
  ASSERT_NE(colon, std::string::npos) << "FREEPLAY_SCENES=FIRST:COUNT";
  const std::uint64_t first = std::stoull(range.substr(0, colon)),
                      count = std::stoull(range.substr(colon + 1));
  const testing::TempFolder folder;
  std::vector<double> costs;
  std::vector<std::pair<Scene, Outcome>> all;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Scene scene = testing::random_scene(seed);
    const Outcome outcome = run(scene, seed, limit, folder);
    if (outcome.code == 0) costs.push_back(outcome.cost);
    all.emplace_back(scene, outcome);
    fmt::print("{}\t{}\t{:.3f}\t{:.2e}\t{:+.1e}\t{}\t{}\n", seed, outcome.code, outcome.done, outcome.cost,
               outcome.gained, scene.name, outcome.said);
    std::fflush(stdout);
  }
  ASSERT_FALSE(costs.empty());
  std::nth_element(costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(costs.size() / 2), costs.end());
  const double median = costs[costs.size() / 2];
  int failed = 0, slow = 0, gaining = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const auto& [scene, outcome] = all[seed - first];
    const bool fails = outcome.code != 0, is_slow = outcome.cost > 10 * median, gains = outcome.gained > 1e-3;
    failed += fails, slow += is_slow, gaining += gains;
    if ((fails || is_slow || gains || !outcome.said.empty()) && kept != nullptr) {
      std::filesystem::create_directories(kept);
      testing::spill(std::filesystem::path(kept) / fmt::format("scene_{}.toml", seed), scene.text);
    }
  }
  fmt::print(
      "{} scenes: {} did not end with code 0, {} cost more than ten times the median of {:.2e} s, {} gained "
      "more "
      "than 0.1 % energy\n",
      count, failed, slow, median, gaining);
  EXPECT_EQ(failed + slow + gaining, 0);
}

}  // namespace
}  // namespace freeplay
